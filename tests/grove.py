"""The orchard with a variant and a mod, in a folder that a test may change."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from interpreter import Pack, load_pack

ORCHARD = Path(__file__).parent / "unit" / "play" / "orchard"
VARIANT = """\
id: small
title: A small orchard
remove: {trees: [quince]}
"""
MOD = """\
id: cherries
title: Cherries
version: 2.1.0
extends: {orchard: ">=1"}
add:
  trees:
    cherry: {title: Cherry}
"""


@dataclass(frozen=True, slots=True)
class Grove:
    """The pack in `folder`, its variant `small`, and the mod `cherries` in a folder beside it."""

    folder: Path
    mod: Path

    def load(self, *, variants: tuple[str, ...] = (), mods: tuple[Path, ...] = ()) -> Pack:
        """Return the pack as it is now."""
        return load_pack(self.folder, variants=variants, mods=mods)

    def change(self, old: str, new: str, name: str = "game.yaml") -> None:
        """Replace a text that stands once in a file of the pack."""
        _change(self.folder / name, old, new)

    def change_mod(self, old: str, new: str) -> None:
        """Replace a text that stands once in the mod."""
        _change(self.mod / "pack.yaml", old, new)

    def rename(self, section: str, old: str, new: str) -> None:
        """Say in the manifest that an id is called otherwise now."""
        manifest = self.folder / "pack.yaml"
        said = f"renamed: {{{section}: {{{old}: {new}}}}}\n"
        manifest.write_text(manifest.read_text("utf-8") + said, "utf-8")


def make_grove(root: Path) -> Grove:
    """Return a grove in a folder."""
    shutil.copytree(ORCHARD, root / "orchard")
    for path, text in (
        (root / "orchard" / "variants" / "small.yaml", VARIANT),
        (root / "mods" / "cherries" / "pack.yaml", MOD),
    ):
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    return Grove(root / "orchard", root / "mods" / "cherries")


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new), "utf-8")
