"""The wheel carries packs and schemas, and the command works from it in any folder."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture.tree import REPOSITORY, repository_files, shown

DATA = ("content", "examples", "schemas")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from what is installed, without the network, and return it unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    got = run([sys.executable, "-c", build, str(folder)], REPOSITORY)
    assert got.returncode == 0, got.stderr
    with zipfile.ZipFile(next(folder.glob("solon-*.whl"))) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder and keep what it says."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("kind", DATA)
def test_it_carries_every_file_of_the_data_folders(wheel: Path, kind: str) -> None:
    expected = {shown(path) for path in repository_files() if shown(path).startswith(f"{kind}/")}
    data = wheel / "interpreter" / "_data"
    carried = {
        path.relative_to(data).as_posix() for path in (data / kind).rglob("*") if path.is_file()
    }
    assert expected
    assert carried == expected


def test_it_carries_every_file_of_the_package_and_no_other(wheel: Path) -> None:
    expected = {
        shown(path) for path in repository_files() if shown(path).startswith("interpreter/")
    }
    package = wheel / "interpreter"
    files = {path.relative_to(wheel).as_posix() for path in package.rglob("*") if path.is_file()}
    assert {name for name in files if not name.startswith("interpreter/_data/")} == expected
    assert sorted(path.name for path in wheel.iterdir() if path.suffix != ".dist-info") == [
        "interpreter"
    ]


def test_a_shipped_pack_is_checked_by_its_id_from_another_folder(
    wheel: Path, tmp_path: Path
) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import interpreter.cli as cli; "
        "print(cli.__file__, file=sys.stderr); cli.main()"
    )
    packs = sorted(path.name for path in (REPOSITORY / "content").iterdir() if path.is_dir())
    got = run([sys.executable, "-I", "-c", code, str(wheel), "check", *packs], tmp_path)
    assert str(wheel) in got.stderr
    assert got.returncode == 0, got.stderr
