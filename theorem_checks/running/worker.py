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
import os
import secrets
import select
import signal
import socket
import sys
import time
import traceback
from typing import Any

from theorem_checks.running import trees
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.files import serve_file
from theorem_checks.running.imported_file import POLL_SECONDS, ImportedFile, Json, Solvers, Watch
from theorem_checks.running.loading import Stamp, refuse_old_bytecode, stamp
from theorem_checks.running.lost import Lost
from theorem_checks.running.modules import is_installed
from theorem_checks.running.noise import END_OF_NOISE

__all__ = ["Worker", "main"]

IDLE_SECONDS = 600.0
GRACE_SECONDS = 0.3  # for a process to say where it is when its time runs out
MOST_FILES = 4  # that are kept, each in a process


class Worker:
    """What a worker process knows: the files that were imported, those used last at the end."""

    def __init__(self, requests: int) -> None:
        self._requests = requests
        self._files: dict[Origin, ImportedFile] = {}
        self._solvers = Solvers()
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

    def _start(self, answers: int, request: Json) -> ImportedFile:
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
        return ImportedFile(process, ours, request["path"])

    def _order(self, file: ImportedFile, order: str, answers: int) -> None:
        try:
            data = order.encode() + b"\n"
            if rest := data[socket.send_fds(file.orders, [data], [answers]) :]:
                file.orders.sendall(rest)  # not of nothing: who has it all may have closed its end
        except OSError:
            raise Lost("lost the process that had imported its file", by_itself=True) from None
        finally:
            os.close(answers)

    def _await(self, file: ImportedFile, answers: int, before_mb: float, limits: Json) -> Json:
        """Wait for an answer within the limits; what does not keep to them is killed."""
        watch = Watch(file, answers, self._requests, self._solvers)
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

    def _grown_mb(self, file: ImportedFile, before_mb: float, most: float) -> float:
        """By how much the memory has grown; 0 where a quick look tells that it is not too much."""
        kept = {one.process for one in self._files.values()} - {file.process}
        here = trees.descendants(os.getpid(), leave=kept)
        if trees.resident_mb(here) <= most:
            return 0.0
        return trees.proportional_mb([os.getpid(), *here]) - before_mb

    def _is_at_rest(self, file: ImportedFile) -> bool:
        """Whether the process of a file waits for an order, its last one done with."""
        return file.forks and file.rests and _is_there(file) and not trees.children_of(file.process)

    def _drop(self, origin: Origin) -> None:
        if file := self._files.pop(origin, None):
            self._end(file)

    def _end(self, file: ImportedFile) -> None:
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


def _told(file: ImportedFile, request: Json) -> Json:
    told = {"loaded": file.loaded, "problems": file.problems}
    return {**told, "claims": file.claims if request["describe"] else []}


def _is_there(file: ImportedFile) -> bool:
    """Whether the process of a file has not ended."""
    try:
        return os.waitpid(file.process, os.WNOHANG)[0] == 0
    except ChildProcessError:
        return False
