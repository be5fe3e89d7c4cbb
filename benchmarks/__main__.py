"""The command: `python -m benchmarks [--quick] [--rows WORD]`, `python -m benchmarks memory`."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks import environments, memory, report
from benchmarks.drivers import Driver, DriverError
from benchmarks.environments import PEERS, NotInstalledError
from benchmarks.generated_pack import write_large_pack
from benchmarks.measure import FULL, QUICK, Effort, interleave, pin
from benchmarks.rows import ROOT, Row, Subject, table

PEER_DRIVERS = ROOT / "benchmarks" / "peers"


class Stable:
    """Every driver that was started; a workload that stands in several rows starts once."""

    def __init__(self, cache: Path, stack: ExitStack) -> None:
        self._cache = cache
        self._stack = stack
        self._drivers: dict[Subject, Driver | DriverError] = {}
        self._missing: dict[str, str] = {}
        self.versions: dict[str, str] = {}

    def install_peers(self, names: Sequence[str]) -> None:
        """Install the named peers; remember why one could not be."""
        for name in names:
            try:
                environments.install(PEERS[name], self._cache)
            except (NotInstalledError, OSError) as problem:
                self._missing[name] = f"not installed: {problem}"
                print(f"{name} {self._missing[name]}", file=sys.stderr)

    def driver(self, subject: Subject) -> Driver:
        """Return the driver of a workload, started when first wanted."""
        if subject.needs is not None and not (ROOT / subject.needs / "pack.yaml").is_file():
            message = f"there is no pack {subject.needs} yet"
            raise DriverError(message)
        if subject.side in self._missing:
            raise DriverError(self._missing[subject.side])
        if subject not in self._drivers:
            self._drivers[subject] = self._start(subject)
        driver = self._drivers[subject]
        if isinstance(driver, DriverError):
            raise driver
        return driver

    def _start(self, subject: Subject) -> Driver | DriverError:
        name = "-".join([subject.side, *subject.arguments]).replace("/", "_")
        log = self._cache / "logs" / f"{name}.log"
        try:
            driver = Driver(self._command(subject), log, ROOT)
        except DriverError as problem:
            return problem
        self._stack.callback(driver.close)
        self.versions |= {key: own for key, own in driver.versions.items() if key != "python"}
        return driver

    def _command(self, subject: Subject) -> list[str]:
        arguments = list(subject.arguments)
        if subject.side in ("engine", "reference"):
            module = f"benchmarks.{subject.side}_driver"
            if subject.arguments[:1] == ("load",):
                arguments += [str(self._cache / "large_pack"), str(self._cache / "load_cache")]
            return [sys.executable, "-m", module, *arguments]
        peer = PEERS[subject.side]
        program = str(environments.interpreter_of(peer, self._cache))
        if peer.node:
            script = PEER_DRIVERS / "boardgame_io_driver.cjs"
            return [program, str(script), str(environments.folder_of(peer, self._cache))]
        return [program, str(PEER_DRIVERS / f"{peer.name}_driver.py"), *arguments]


def measure_row(row: Row, stable: Stable, effort: Effort) -> report.Result:
    """Measure one row, or say why it cannot be."""
    try:
        measurement = interleave(stable.driver(row.ours), stable.driver(row.theirs), effort)
    except DriverError as problem:
        return report.Result(row, None, str(problem).replace("|", "/")[:120])
    return report.Result(row, measurement)


def run_table(arguments: argparse.Namespace) -> int:
    """Print the table; write it into the documentation when it is the whole one."""
    rows = [
        row
        for row in table()
        if arguments.rows is None or arguments.rows in f"{row.workload} {row.theirs.title}"
    ]
    if not rows:
        print(f"no row holds the words {arguments.rows!r}", file=sys.stderr)
        return 2
    effort = QUICK if arguments.quick else FULL
    wanted = dict.fromkeys(row.theirs.side for row in rows if row.theirs.side in PEERS)
    with ExitStack() as stack:
        stable = Stable(arguments.cache, stack)
        stable.install_peers(list(wanted))
        write_large_pack(arguments.cache / "large_pack")
        how = pin(arguments.core)
        print(f"{report.machine()}; {how}", file=sys.stderr)
        print(report.text_line(report.HEADINGS))
        results = []
        for row in rows:
            result = measure_row(row, stable, effort)
            results.append(result)
            print(report.text_line(report.cells(result)), flush=True)
    if not arguments.quick and arguments.rows is None and not arguments.no_docs:
        report.write_document(report.markdown(results, stable.versions, how, effort))
        print(f"written to {report.DOCUMENT.relative_to(ROOT)}", file=sys.stderr)
    missed = [result for result in results if result.verdict == "MISSED"]
    return 1 if arguments.gate and missed else 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    top.add_argument("--quick", action="store_true", help="fewer and shorter repetitions")
    top.add_argument("--rows", metavar="WORD", help="only rows that hold this word")
    top.add_argument("--core", type=int, help="core to pin to (the last one)")
    top.add_argument("--gate", action="store_true", help="exit 1 when a must is missed")
    top.add_argument("--no-docs", action="store_true", help="leave docs/performance.md alone")
    top.add_argument(
        "--cache",
        type=Path,
        default=environments.DEFAULT_CACHE,
        help="where peers are installed (%(default)s)",
    )
    commands = top.add_subparsers(dest="command", title="instead of the table")
    memory.add_command(commands)
    return top


def main() -> int:
    """Run the command and return its exit code."""
    arguments = parser().parse_args()
    arguments.cache = arguments.cache.expanduser().resolve()
    if arguments.command == "memory":
        return memory.run(arguments)
    return run_table(arguments)


if __name__ == "__main__":
    sys.exit(main())
