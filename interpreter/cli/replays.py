"""Command stage: which saved games a change of a pack breaks, and why; used by `solon test`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from interpreter.cli import output
from interpreter.cli.failures import ExitError
from interpreter.cli.packs import Chosen
from interpreter.diagnostics import ExitCode, PackError, SaveError, counted
from interpreter.engine.saves import Save
from interpreter.overlay.reading import is_overlay
from interpreter.pipeline import Pack
from interpreter.play.replay import Verdict, judge_save, read_saves
from interpreter.reopening import find_overlays

_MOST_TOLD = 5


def run(chosen: Sequence[Chosen], folder: Path, form: str, *, verbose: bool) -> None:
    """Play the saved games in a folder again and say which no longer fit, by the first reason."""
    packs = {pack.id: _Packs(one, pack) for one in chosen for pack in [one.load()]}
    verdicts, others = [], 0
    for file, save in read_saves(folder):
        if isinstance(save, SaveError):
            verdicts.append(Verdict(file, reason="it is not a save", detail=save.message))
        elif save.pack in packs:
            verdicts.append(packs[save.pack].judge(file, save))
        else:
            others += 1
    broken = _by_reason(verdicts)
    if form == "json":
        output.result(json.dumps(_data(verdicts, others), ensure_ascii=False, indent=2))
    else:
        if verbose:
            for verdict in verdicts:
                if not verdict.reason:
                    output.result(f"fits    {verdict.file} ({counted(verdict.answers, 'answer')})")
        for reason, several in broken.items():
            for line in _lines(reason, several, verbose=verbose):
                output.result(line)
        output.result(_last_line(verdicts, others))
    if broken:
        raise ExitError(ExitCode.FINDINGS)


class _Packs:
    """A pack with the overlays that saves name, or with those that were chosen for all."""

    def __init__(self, chosen: Chosen, pack: Pack) -> None:
        self._chosen = chosen
        self._is_fixed = bool(chosen.variants or chosen.mods or is_overlay(chosen.path))
        self._known: dict[tuple[Path, ...], Pack] = {(): pack}

    def judge(self, file: Path, save: Save) -> Verdict:
        """Return whether a save still fits."""
        try:
            pack = self._for(file, save)
        except SaveError as error:
            reason = f"the overlay `{error.arguments['overlay']}` is not found"
            return Verdict(file, len(save.answers), reason, error.message)
        except PackError as error:
            names = " + ".join([save.pack, *(one.id for one in save.overlays)])
            return Verdict(file, len(save.answers), f"{names} has errors", str(error))
        return judge_save(pack, file, save)

    def _for(self, file: Path, save: Save) -> Pack:
        """Return the pack for a save."""
        mods: tuple[Path, ...] = ()
        if not self._is_fixed:
            mods = find_overlays(self._chosen.path, save.overlays, file)
        if mods not in self._known:
            self._known[mods] = replace(self._chosen, mods=mods).load()
        return self._known[mods]


def _by_reason(verdicts: Iterable[Verdict]) -> Mapping[str, list[Verdict]]:
    """Return the games that no longer fit by their reasons, the most frequent one first."""
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.reason:
            found.setdefault(verdict.reason, []).append(verdict)
    return dict(sorted(found.items(), key=lambda one: (-len(one[1]), one[0])))


def _lines(reason: str, verdicts: Sequence[Verdict], *, verbose: bool) -> Iterable[str]:
    """Yield what is said of the games that break for one reason."""
    yield f"BROKEN  {counted(len(verdicts), 'game')}: {reason}"
    told = verdicts if verbose else verdicts[:_MOST_TOLD]
    for verdict in told:
        yield f"  {verdict.file}: {verdict.detail}" if verdict.detail else f"  {verdict.file}"
    if len(verdicts) > len(told):
        yield f"  … and {len(verdicts) - len(told)} more; --verbose names all"
    yield ""


def _last_line(verdicts: Sequence[Verdict], others: int) -> str:
    """Return the counts."""
    more = f"; {counted(others, 'game')} of other packs" if others else ""
    if not verdicts:
        return f"no saved games: nothing was tested{more}"
    fit = sum(not verdict.reason for verdict in verdicts)
    total = counted(len(verdicts), "saved game")
    fits = "fits" if len(verdicts) == 1 else "fit"
    return f"{fit} of {total} {fits}, {len(verdicts) - fit} broken{more}"


def _data(verdicts: Sequence[Verdict], others: int) -> dict[str, object]:
    """Return what was found as plain data."""
    broken = [
        {
            "reason": reason,
            "games": [{"file": str(one.file), "detail": one.detail} for one in several],
        }
        for reason, several in _by_reason(verdicts).items()
    ]
    fit = [str(one.file) for one in verdicts if not one.reason]
    return {"fit": fit, "broken": broken, "of other packs": others}
