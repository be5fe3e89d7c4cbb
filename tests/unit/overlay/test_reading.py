"""What counts as an overlay before anything of it is understood."""

from pathlib import Path

import pytest

from interpreter.overlay.reading import is_overlay


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("id: a\nextends: {toy: any}\n", True),
        ("extends: {toy: any}\nid: a\n", True),
        ("\ufeffextends: {toy: any}\n", True),
        ("id: a\r\nextends : {toy: any}\r\n", True),
        ('"id": "a"\n"extends": {"toy": "any"}\n', True),
        ("'extends': {toy: any}\n", True),
        ('{"id": "a", "extends": {"toy": "any"}}\n', True),
        ("id: [\nextends: {toy: any}\n", True),  # broken, but meant as one
        ("id: a\ndoc: it extends nothing\n", False),
        ("id: a\ncredits: [extends]\n", False),
        ("id: a\n# extends: {toy: any}\n", False),
        ("id: a\ndoc: |\n  extends: nothing\n", False),
        ("extends", False),
        ("", False),
    ],
)
def test_a_manifest_that_extends(tmp_path: Path, text: str, wanted: bool) -> None:
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8", newline="")
    assert is_overlay(tmp_path) is wanted


def test_a_folder_without_a_manifest_is_none(tmp_path: Path) -> None:
    assert not is_overlay(tmp_path)
    assert not is_overlay(tmp_path / "nowhere")
