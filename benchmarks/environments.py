"""Installs each peer in an environment of its own, in a cache folder outside the tree.

Nothing of a peer enters our own environment; catanatron (GPL) and the rest are only ever run as
separate processes beside ours.
"""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

DEFAULT_CACHE = Path.home() / ".cache" / "solon-bench"
STAMP = "installed.json"
INSTALL_SECONDS = 900


@dataclass(frozen=True, slots=True)
class Peer:
    """Another engine, and what a registry must be asked for to get it."""

    name: str
    requirement: str
    """A pinned requirement, of pip or of npm."""
    node: bool = False
    """True when it is a package of npm."""


PEERS = {
    peer.name: peer
    for peer in (
        Peer("open_spiel", "open_spiel==2.0.2"),
        Peer("pettingzoo", "pettingzoo[classic]==1.27.0"),
        Peer("catanatron", "catanatron==3.2.1"),
        Peer("boardgame.io", "boardgame.io@0.50.2", node=True),
    )
}


class NotInstalledError(Exception):
    """A peer could not be installed; the message says why in one line."""


def interpreter_of(peer: Peer, cache: Path) -> Path:
    """Return the program that runs a peer's driver."""
    if peer.node:
        return Path(shutil.which("node") or "node")
    folder = "Scripts" if sys.platform == "win32" else "bin"
    return folder_of(peer, cache) / folder / "python"


def folder_of(peer: Peer, cache: Path) -> Path:
    """Return the folder of a peer's environment."""
    return cache / peer.name


def install(peer: Peer, cache: Path) -> None:
    """Install a peer unless that very requirement is there already."""
    folder = folder_of(peer, cache)
    stamp = folder / STAMP
    if stamp.is_file() and json.loads(stamp.read_text()) == peer.requirement:
        return
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    print(f"installing {peer.requirement} in {folder}", file=sys.stderr)
    if peer.node:
        _install_from_npm(peer, folder)
    else:
        _run([sys.executable, "-m", "venv", str(folder)])
        pip = [str(interpreter_of(peer, cache)), "-m", "pip", "--quiet"]
        _run([*pip, "--disable-pip-version-check", "install", peer.requirement])
    stamp.write_text(json.dumps(peer.requirement))


def _install_from_npm(peer: Peer, folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        message = "npm is not installed"
        raise NotInstalledError(message)
    (folder / "package.json").write_text('{"private": true}\n')
    quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    _run([npm, "install", "--prefix", str(folder), *quiet, peer.requirement])


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NotInstalledError(str(problem)) from problem
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()] or lines
        raise NotInstalledError(errors[-1].strip() if errors else f"{command[0]} failed")
