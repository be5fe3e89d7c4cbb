"""Packs are found by path and by id, in a source checkout and in an installed package."""

from pathlib import Path

import pytest

from interpreter import resources


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the package look as if a wheel with two packs had put it into `tmp_path`."""
    package = tmp_path / "site" / "interpreter"
    for folder in ("content/beta", "examples/alpha", "schemas"):
        (package / "_data" / folder).mkdir(parents=True)
    for folder in ("content/beta", "examples/alpha"):
        (package / "_data" / folder / "pack.yaml").write_text("id: x\n")
    (package / "_data" / "content" / "notes").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", package)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    return package / "_data"


def test_a_checkout_has_its_data_beside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "interpreter").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "interpreter")
    assert resources.data_folder("schemas") == tmp_path / "schemas"


def test_a_wheel_has_its_data_in_the_package(installed: Path) -> None:
    assert resources.data_folder("schemas") == installed / "schemas"


def test_shipped_packs_are_the_folders_with_a_manifest_by_id(installed: Path) -> None:
    assert list(resources.shipped_packs().items()) == [
        ("alpha", installed / "examples" / "alpha"),
        ("beta", installed / "content" / "beta"),
    ]


def test_a_pack_is_found_by_id(installed: Path) -> None:
    assert resources.find_pack("beta") == installed / "content" / "beta"


def test_a_pack_is_found_by_path_and_by_its_manifest(installed: Path) -> None:
    folder = installed / "examples" / "alpha"
    assert resources.find_pack(str(folder)) == folder
    assert resources.find_pack(str(folder / "pack.yaml")) == folder


@pytest.mark.usefixtures("installed")
def test_a_local_pack_comes_before_a_shipped_one_of_the_same_name() -> None:
    Path("beta").mkdir()
    Path("beta/pack.yaml").write_text("id: beta\n")
    assert resources.find_pack("beta") == Path("beta")


def test_a_local_folder_without_a_manifest_hides_no_shipped_pack(installed: Path) -> None:
    Path("beta").mkdir()
    assert resources.find_pack("beta") == installed / "content" / "beta"


@pytest.mark.usefixtures("installed")
def test_an_empty_folder_is_found_so_that_the_loader_can_say_what_it_lacks() -> None:
    Path("gamma").mkdir()
    assert resources.find_pack("gamma") == Path("gamma")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("name", ["", "delta", "no/such", "nul\0", "x" * 5000, "file.txt"])
def test_what_is_no_pack_is_none(name: str) -> None:
    Path("file.txt").write_text("not a folder\n")
    assert resources.find_pack(name) is None
