"""A driver process seen from the harness: start it, ask it a line, read a line."""

import json
import os
import selectors
import subprocess
import time
from pathlib import Path
from typing import Any

ANSWER_SECONDS = 300
BLOCK = 65536


class DriverError(Exception):
    """A driver could not be started or answered with an error; the message is one line."""


class Driver:
    """One workload in a process of its own; idle unless it is asked."""

    def __init__(self, command: list[str], log: Path, folder: Path) -> None:
        log.parent.mkdir(parents=True, exist_ok=True)
        self._log = log
        self._pending = b""
        try:
            with log.open("wb") as errors:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    cwd=folder,
                    bufsize=0,
                )
        except OSError as problem:
            raise DriverError(str(problem)) from problem
        hello: dict[str, Any] = json.loads(self.ask("hello"))
        self.unit: str = hello["unit"]
        self.versions: dict[str, str] = hello["versions"]
        self._ready = False

    def prepare(self, warm_seconds: float) -> None:
        """Calibrate and warm up, once."""
        if not self._ready:
            self.ask("calibrate")
            self.ask(f"warm {warm_seconds}")
            self._ready = True

    def repeat(self, seconds: float) -> float:
        """Return the microseconds per unit of one repetition."""
        count, taken = self.ask(f"repeat {seconds}").split()
        return 1e6 * float(taken) / int(count)

    def ask(self, line: str) -> str:
        """Send a line and return the answer to it."""
        if self._process.stdin is None:
            raise DriverError(self._last_words())
        try:
            self._process.stdin.write(line.encode() + b"\n")
        except OSError as problem:
            raise DriverError(self._last_words()) from problem
        answer = self._read_line()
        if answer.startswith("error: "):
            raise DriverError(answer.removeprefix("error: "))
        return answer

    def close(self) -> None:
        """End the process."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _read_line(self) -> str:
        stream = self._process.stdout
        if stream is None:
            raise DriverError(self._last_words())
        end = time.monotonic() + ANSWER_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while b"\n" not in self._pending:
                if not selector.select(max(0.0, end - time.monotonic())):
                    message = f"no answer in {ANSWER_SECONDS} seconds"
                    raise DriverError(message)
                block = os.read(stream.fileno(), BLOCK)
                if not block:
                    raise DriverError(self._last_words())
                self._pending += block
        line, self._pending = self._pending.split(b"\n", 1)
        return line.decode().strip()

    def _last_words(self) -> str:
        self._process.wait()
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else f"ended with code {self._process.returncode}"
