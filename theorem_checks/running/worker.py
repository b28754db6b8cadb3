"""The worker: a process that has files imported, and checks run, in processes of their own.

It runs no code of a user itself. It forks a process for each file (`files`), which imports the
file and is forked again for each check; it holds both to their limits, and ends all processes
below it that are left when a check has ended, whatever group or session they are in.

Requests come from its standard input, a JSON object a line, and are answered on what was its
standard output, each with the `id` of its request:

- `{"do": "load", "origin", "path", "cwd", "seconds", "memory_mb", "modules", "describe"}` has a
  file imported, or finds it to be. `modules` are loaded here before, for all files to share.
  The answer is `{"loaded": FILE, "claims", "problems"}`, these of claims that are declared
  wrongly; or `{"problem": {"where", "message", "detail"}}`; or `{"stale": true}` if a module of
  this process was edited since; the parent then takes another worker.
- `{"do": "run", "job", "cwd"}` runs a job of a file that is loaded. The answer is `{"evidence",
  "finished"}`.

Where a process came to a bad end, or was brought to it, either answer is `{"lost": HOW,
"by_itself"}`.
"""

import contextlib
import faulthandler
import gc
import importlib
import json
import math
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import theorem_checks
from theorem_checks.running import trees
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.checking import MOST_BYTES
from theorem_checks.running.files import serve_file
from theorem_checks.running.loading import Stamp, refuse_old_bytecode, stamp
from theorem_checks.running.lost import Lost
from theorem_checks.running.modules import is_installed
from theorem_checks.running.noise import END_OF_NOISE

__all__ = ["Worker", "main"]

IDLE_SECONDS = 600.0
GRACE_SECONDS = 0.3  # for a process to say where it is when its time runs out
END_SECONDS = 1.0  # for a process that has closed its pipes, or answered, to be gone
POLL_SECONDS = 0.05
MOST_FILES = 4  # that are kept, each in a process

Json = dict[str, Any]


@dataclass
class _File:
    """A file that was imported, and the process that has done so."""

    process: int
    orders: socket.socket
    path: list[str]
    forks: bool = True
    stamps: Mapping[str, list[int]] = field(default_factory=dict)
    claims: list[Any] = field(default_factory=list)
    problems: list[Any] = field(default_factory=list)  # of claims that are declared wrongly
    loaded: str = ""
    before_mb: float = 0.0
    rests: bool = False  # whether the process of its last check is known to have ended

    @property
    def unchanged(self) -> bool:
        return all(stamp(file) == tuple(then) for file, then in self.stamps.items())


class _Solvers:
    """A nursery of SMT solvers for the checks, started when the first one asks for it."""

    def __init__(self) -> None:
        self.process = 0
        self._listener: socket.socket | None = None
        if sys.platform != "linux":  # addresses that are no files are a matter of Linux
            return
        self._listener = socket.socket(socket.AF_UNIX)
        address = f"theorem-checks-{secrets.token_hex(8)}"
        self._listener.bind(f"\0{address}")
        self._listener.listen()
        os.environ["THEOREM_CHECKS_SOLVERS"] = address

    @property
    def waiting(self) -> list[int]:
        """The descriptor to watch for the first who asks."""
        return [] if self.process or self._listener is None else [self._listener.fileno()]

    def start(self) -> None:
        """Start the nursery; it answers who waits already."""
        assert self._listener is not None
        listener = self._listener.fileno()
        program = Path(theorem_checks.__file__).parent / "solving" / "solver_child.py"
        nursery = subprocess.Popen(  # noqa: S603 (our own file, by this interpreter)
            [sys.executable, "-P", str(program), "nursery", str(listener)],
            stdin=subprocess.DEVNULL,
            pass_fds=[listener],
        )
        self.process = nursery.pid
        nursery.returncode = 0  # it is not waited for

    def end_children(self) -> None:
        """End the solvers that the nursery has made, and take note if it has ended itself."""
        if self.process and os.waitpid(self.process, os.WNOHANG)[0]:
            self.process = 0
        if self.process:
            trees.end(self.process)


class Worker:
    """What a worker process knows: the files that were imported, those used last at the end."""

    def __init__(self, requests: int) -> None:
        self._requests = requests
        self._files: dict[Origin, _File] = {}
        self._solvers = _Solvers()
        self._preloaded: set[str] = set()
        self._stamps: dict[str, Stamp] = {}  # of modules loaded here that may be edited
        self._note_modules()

    def answer(self, request: Json) -> Json:
        """Do what a request asks for."""
        try:
            if request["do"] == "load":
                return self._load(Origin.from_json(request["origin"]), request)
            return self._run(Origin.from_json(request["job"]["origin"]), request)
        except Lost as lost:
            return {"lost": str(lost), "by_itself": lost.by_itself}
        finally:
            self._end_strays()

    def _load(self, origin: Origin, request: Json) -> Json:
        if any(stamp(file) != then for file, then in self._stamps.items()):
            return {"stale": True}
        known = self._files.get(origin)
        if known and known.unchanged and known.path == request["path"] and _is_there(known):
            return _told(known, request)
        self._drop(origin)
        self._preload(request["modules"])
        receiver, sender = os.pipe()
        try:
            file = self._start(sender, request)
            answer = self._await(file, receiver, trees.resident_mb([os.getpid()]), request)
        finally:
            os.close(receiver)
        if "problem" in answer:
            self._end(file)
            return answer
        file.forks, file.stamps = answer["forks"], answer["stamps"]
        file.loaded = answer["loaded"]
        file.claims, file.problems = answer["claims"], answer["problems"]
        file.before_mb = trees.resident_mb([file.process])  # with what it shares with this one
        self._files[origin] = file
        while len(self._files) > MOST_FILES:
            self._drop(next(iter(self._files)))
        return _told(file, request)

    def _run(self, origin: Origin, request: Json) -> Json:
        file = self._files.pop(origin)
        self._files[origin] = file  # the last to be forgotten
        token = secrets.token_hex(8)  # so that nothing but the answer looks like one
        receiver, sender = os.pipe()
        try:
            order = json.dumps({"job": request["job"], "cwd": request["cwd"], "token": token})
            self._order(file, order, sender)
            answer = self._await(file, receiver, file.before_mb, request["job"])
        except Lost:
            self._drop(origin)
            raise
        finally:
            os.close(receiver)
        if not self._is_at_rest(file):
            self._drop(origin)
        if answer.pop("token", None) != token:
            raise Lost("gave an answer that makes no sense")
        return answer

    def _start(self, answers: int, request: Json) -> _File:
        ours, theirs = socket.socketpair()
        worker = os.getpid()
        process = os.fork()
        if process == 0:
            trees.die_with_parent(worker)
            try:
                serve_file(theirs, answers, request)
            except BaseException:
                traceback.print_exc()
            os._exit(0)
        theirs.close()
        os.close(answers)
        return _File(process, ours, request["path"])

    def _order(self, file: _File, order: str, answers: int) -> None:
        try:
            data = order.encode() + b"\n"
            if rest := data[socket.send_fds(file.orders, [data], [answers]) :]:
                file.orders.sendall(rest)  # not of nothing: who has it all may have closed its end
        except OSError:
            raise Lost("lost the process that had imported its file", by_itself=True) from None
        finally:
            os.close(answers)

    def _await(self, file: _File, answers: int, before_mb: float, limits: Json) -> Json:
        """Wait for an answer within the limits; what does not keep to them is killed."""
        watch = _Watch(file, answers, self._requests, self._solvers)
        deadline = time.monotonic() + limits["seconds"] + GRACE_SECONDS
        file.rests = False
        try:
            while not watch.is_over:
                watch.look(POLL_SECONDS)
                if time.monotonic() > deadline:
                    raise Lost(f"was stopped at its limit of {limits['seconds']:g} s")
                if self._grown_mb(file, before_mb, limits["memory_mb"]) > limits["memory_mb"]:
                    limit = f"{limits['memory_mb']:g} MB of memory"
                    raise Lost(f"was stopped at its limit of {limit}")
            file.rests = watch.has_ended
            return watch.answer()
        except Lost:
            self._end(file)
            raise

    def _grown_mb(self, file: _File, before_mb: float, most: float) -> float:
        """By how much the memory has grown; 0 where a quick look tells that it is not too much."""
        kept = {one.process for one in self._files.values()} - {file.process}
        here = trees.descendants(os.getpid(), leave=kept)
        if trees.resident_mb(here) <= most:
            return 0.0
        return trees.proportional_mb([os.getpid(), *here]) - before_mb

    def _is_at_rest(self, file: _File) -> bool:
        """Whether the process of a file waits for an order, its last one done with."""
        return file.forks and file.rests and _is_there(file) and not trees.children_of(file.process)

    def _drop(self, origin: Origin) -> None:
        if file := self._files.pop(origin, None):
            self._end(file)

    def _end(self, file: _File) -> None:
        file.orders.close()
        with contextlib.suppress(OSError):
            os.kill(file.process, signal.SIGKILL)

    def _end_strays(self) -> None:
        """End all processes below this one but those of files."""
        self._solvers.end_children()
        kept = {file.process for file in self._files.values()}
        trees.end(os.getpid(), leave=kept | {self._solvers.process})

    def end_all(self) -> None:
        """End all processes below this one."""
        self._files.clear()
        trees.end(os.getpid())

    def _preload(self, modules: list[str]) -> None:
        """Load modules of installed code, so that each file finds them loaded."""
        if new := [name for name in modules if name not in self._preloaded]:
            for name in new:
                with contextlib.suppress(Exception):  # then who needs it will say what is wrong
                    importlib.import_module(name)
            self._preloaded.update(new)
            self._note_modules()
            gc.collect()
            gc.freeze()

    def _note_modules(self) -> None:
        for module in list(sys.modules.values()):
            file = getattr(module, "__dict__", {}).get("__file__")  # never that of a lazy one
            if isinstance(file, str) and file not in self._stamps and not is_installed(file):
                self._stamps[file] = stamp(file)


class _Watch:
    """Waits for the answer of a file's process, or of the check that is forked from it."""

    def __init__(self, file: _File, answers: int, requests: int, solvers: _Solvers) -> None:
        self._file, self._answers, self._requests = file, answers, requests
        self._solvers = solvers
        self._text = bytearray()
        self._status: int | None = None  # of the process of the check
        self._gone = self._closed = False
        self._since = 0.0  # when there was nothing left to wait for but the end
        self._is_forked = bool(file.loaded) and file.forks

    @property
    def has_ended(self) -> bool:
        """Whether the process of the check is known to have ended."""
        return self._status is not None

    @property
    def is_over(self) -> bool:
        """Whether all has been said, or nothing more can be."""
        if self._status is not None or (self._gone and self._closed):
            return True
        has_answered = self._text.endswith(b"\n")
        if has_answered and not self._is_forked:
            return True
        if not (self._gone or self._closed or has_answered):
            return False
        self._since = self._since or time.monotonic()
        limit = math.inf if self._gone and not self._is_forked else END_SECONDS
        return time.monotonic() - self._since > limit

    def look(self, seconds: float) -> None:
        """Wait for what comes next."""
        waiting = [self._requests, *self._solvers.waiting]
        waiting += [] if self._gone else [self._file.orders.fileno()]
        waiting += [] if self._closed else [self._answers]
        ready, _, _ = select.select(waiting, [], [], seconds)
        if self._requests in ready:  # nothing can come but the end of the parent
            trees.end(os.getpid())
            os._exit(1)
        if self._answers in ready:
            self._read()
        if not self._gone and self._file.orders.fileno() in ready:
            self._hear()
        if set(self._solvers.waiting).intersection(ready):
            self._solvers.start()

    def answer(self) -> Json:
        """Return the answer; raise `Lost` if there is none."""
        while not self._closed and select.select([self._answers], [], [], 0)[0]:
            self._read()
        if not self._text.endswith(b"\n"):
            raise Lost(self._how_it_ended(), by_itself=True)
        try:
            answer = json.loads(self._text)
            assert isinstance(answer, dict)
        except (ValueError, AssertionError, RecursionError):  # someone has found the pipe
            raise Lost("gave an answer that makes no sense") from None
        return answer

    def _read(self) -> None:
        chunk = os.read(self._answers, 2**20)
        self._text += chunk
        self._closed = not chunk
        if len(self._text) > 2 * MOST_BYTES:
            raise Lost("gave an answer that is too long")

    def _hear(self) -> None:
        try:
            said = self._file.orders.recv(64)
        except OSError:
            said = b""
        if not said:
            self._gone = True
            return
        try:
            self._status = int(said)
        except ValueError:
            raise Lost("gave an answer that makes no sense") from None

    def _how_it_ended(self) -> str:
        status = self._status
        if status is None and self._gone:
            status = self._of_file()
        if status is None:
            return "closed the pipe to its parent"
        if status >= 0:
            return f"ended its process with exit code {status}"
        return trees.killed_by(-status)

    def _of_file(self) -> int | None:
        """The exit code of the process of the file, which has closed its socket."""
        deadline = time.monotonic() + END_SECONDS
        while time.monotonic() < deadline:
            try:
                pid, status = os.waitpid(self._file.process, os.WNOHANG)
            except ChildProcessError:
                return None
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(POLL_SECONDS / 10)
        return None


def main() -> None:
    """Serve requests until the parent closes the pipe, or none comes for ten minutes."""
    requests, answers = _private_streams()
    faulthandler.enable(file=2)
    trees.adopt_orphans()
    refuse_old_bytecode()
    worker = Worker(requests)
    for request in _lines(requests):
        answer = json.dumps({**worker.answer(request), "id": request["id"]}).encode() + b"\n"
        with contextlib.suppress(OSError):
            os.write(2, END_OF_NOISE)
        try:
            while answer:
                answer = answer[os.write(answers, answer) :]
        except OSError:  # the parent is gone
            break
    worker.end_all()


def _private_streams() -> tuple[int, int]:
    """Move standard input and output to descriptors of their own, and put others in their place.

    A check finds an empty standard input, and what it prints goes to standard error.
    """
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(  # pyright: ignore[reportAttributeAccessIssue]
            encoding="utf-8", errors="backslashreplace", line_buffering=True
        )
    return requests, answers


def _lines(requests: int) -> Any:
    """The requests, until the pipe is closed or none comes for ten minutes."""
    text = bytearray()
    while select.select([requests], [], [], IDLE_SECONDS)[0]:
        chunk = os.read(requests, 2**20)
        if not chunk:
            return
        text += chunk
        if text.endswith(b"\n"):
            yield json.loads(text)
            text.clear()


def _told(file: _File, request: Json) -> Json:
    told = {"loaded": file.loaded, "problems": file.problems}
    return {**told, "claims": file.claims if request["describe"] else []}


def _is_there(file: _File) -> bool:
    """Whether the process of a file has not ended."""
    try:
        return os.waitpid(file.process, os.WNOHANG)[0] == 0
    except ChildProcessError:
        return False
