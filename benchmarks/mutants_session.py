"""A session of pytest that waits, with all tests collected, for slips to try and tests to map.

Started by `mutants.py` in a copy of the repository. What it is asked, and what it answers, are
lines of JSON over sockets, one for each of the processes into which it forks at the start. For each
request these fork, so that none sees what another has done.
"""

import contextlib
import json
import os
import select
import signal
import socket
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from mutants_live import Calls, Loaded

PACKAGES = ("theorem_checks", "constructions")
TIMES, MORE_SECONDS = 5, 20
"""A test that takes so many times as long as without a slip, and so much more, has noticed it."""


class Waiting:
    """Answers requests in place of running the tests."""

    def __init__(self, asked: Sequence[socket.socket]) -> None:
        self._asked = asked
        self._failed = False
        self._at_import: set[tuple[str, str]] = set()
        sys.settrace(self._note)  # until all tests are collected

    def _note(self, frame: FrameType, _event: str, _what: object) -> None:
        """Note a call, and trace no line of it."""
        self._at_import.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep whether a test has failed."""
        self._failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer requests until there are no more; no test is run here."""
        root = Path.cwd()
        sys.settrace(None)
        self._items = {item.nodeid: item for item in session.items}
        self._loaded = Loaded(root, PACKAGES)
        self._calls = Calls(self._loaded)
        early = [
            f"{Path(file).relative_to(root)}::{name}"
            for file, name in self._at_import
            if Path(file).is_relative_to(root)
        ]
        first, *others = self._asked
        for asked in others:
            if os.fork() == 0:
                first = asked
                break
        begun = {"tests": list(self._items), "at_import": early}
        self._answer_on(first, begun)
        return True

    def _answer_on(self, asked: socket.socket, begun: dict[str, Any]) -> None:
        """Answer what is asked over one socket, after what was found at the start."""
        for other in self._asked:
            if other is not asked:
                other.close()
        asked.sendall(json.dumps(begun).encode() + b"\n")
        with asked.makefile("r", encoding="utf-8") as lines:
            for line in lines:
                request = json.loads(line)
                answer = self._mapped if "map" in request else self._tried
                asked.sendall(json.dumps(answer(request)).encode() + b"\n")

    def _mapped(self, request: dict[str, Any]) -> dict[str, Any]:
        """What each of these tests calls, how long it takes; those that pass."""
        with _Child(lambda tell: self._map(request["map"], tell)) as child:
            found = [json.loads(line) for line in child.lines(lambda _: 3600.0)]
        return {"found": found}

    def _map(self, tests: list[str], tell: Any) -> None:
        self._calls.begin()
        for test, passed, seconds in self._run(tests):
            tell({"test": test, "ok": passed, "seconds": seconds, "calls": self._calls.taken()})

    def _tried(self, request: dict[str, Any]) -> dict[str, Any]:
        """Whether one of these tests notices a slip; `unreached` where no function has it."""
        seconds = request["seconds"]

        def limit(told: int) -> float:
            return TIMES * seconds[min(told, len(seconds) - 1)] + MORE_SECONDS

        with _Child(lambda tell: self._try(request, tell)) as child:
            told = list(child.lines(limit))
        last = json.loads(told[-1]) if told else "noticed"
        return {"by": last if last in ("survived", "unreached", "error") else "noticed"}

    def _try(self, request: dict[str, Any], tell: Any) -> None:
        path = str(self._loaded.root / request["file"])
        with warnings.catch_warnings():  # a slip such as "is 1" is one to be tried
            warnings.simplefilter("ignore", SyntaxWarning)
            code = compile(request["text"], path, "exec", dont_inherit=True)
        if not self._loaded.put(request["file"], code):
            tell("unreached")
            return
        self._loaded.forget()
        for _test, passed, _seconds in self._run(request["tests"]):
            tell("passed" if passed else "noticed")
            if not passed:
                return
        tell("survived")

    def _run(self, tests: list[str]) -> Iterator[tuple[str, bool, float]]:
        items = [self._items[test] for test in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            self._failed, begun = False, time.monotonic()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            yield item.nodeid, not self._failed, time.monotonic() - begun


class _Child:
    """A forked process that tells lines of JSON; with all that it starts it ends at the end."""

    def __init__(self, work: Any) -> None:
        read, write = os.pipe()

        def tell(what: Any) -> None:
            os.write(write, json.dumps(what).encode() + b"\n")

        self._read = read
        self._pid = os.fork()
        if self._pid == 0:
            status = 1
            try:
                os.setsid()
                quiet = os.open(os.devnull, os.O_RDWR)
                for number in (0, 1, 2):
                    os.dup2(quiet, number)
                try:
                    work(tell)
                    status = 0
                except Exception:  # not a test's: pytest keeps these
                    tell("error")
            finally:
                os._exit(status)
        os.close(write)

    def __enter__(self) -> "_Child":
        return self

    def lines(self, limit: Any) -> Iterator[str]:
        """What it tells, while each next line comes within so many seconds."""
        rest, told = b"", 0
        while select.select([self._read], [], [], limit(told))[0]:
            piece = os.read(self._read, 1 << 16)
            if not piece:
                return
            *lines, rest = (rest + piece).split(b"\n")
            told += len(lines)
            yield from map(bytes.decode, lines)
        yield json.dumps("late")

    def __exit__(self, *_exception: object) -> None:
        os.close(self._read)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


if __name__ == "__main__":
    asked = [socket.socket(fileno=int(number)) for number in sys.argv[1].split(",")]
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--capture=no", *sys.argv[2:]]
    sys.exit(pytest.main(options, plugins=[Waiting(asked)]))
