"""The process of one file of claims: it imports the file, and is forked for each of its checks.

It runs no check itself, so that each begins with what the file had after its import. Where it
must not be forked, because the import has started threads, processes or an accelerator's back
end, it becomes the process of one check, and another one has to be made for the next.
"""

import contextlib
import gc
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from theorem_checks.claims import Claim, Faulty, faulty_kept
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.checking import answer_of, line_of, seed_generators, timed
from theorem_checks.running.declared import declared
from theorem_checks.running.job import Job
from theorem_checks.running.large_pages import gather_pages
from theorem_checks.running.limits import bounded
from theorem_checks.running.loading import claims_of, file_of, load, reset_path, stamp
from theorem_checks.running.modules import is_installed
from theorem_checks.running.reading import Reading, watch
from theorem_checks.running.tracebacks import blame, message_of
from theorem_checks.running.trees import children_of, die_with_parent

__all__ = ["serve_file"]

THREAD_LOOKS, THREAD_SECONDS = 10, 0.002
MANY_CLAIMS = 1_000  # of one file: to have its pages gathered costs as much as some forks
GARBAGE = 1_000_000  # objects between two collections: a check leaves little that is in circles


def serve_file(orders: socket.socket, answers: int, request: Mapping[str, Any]) -> None:
    """Import a file and answer what came of it; then run jobs by order until there is none.

    **Arguments**: `orders`, on which each job comes as a line, with the descriptor for its answer;
    `answers`, the descriptor for the answer on the import; the `request` to load the file.
    """
    _close_all_but(orders.fileno(), answers)
    origin = Origin.from_json(request["origin"])
    with contextlib.suppress(OSError, TypeError):
        os.chdir(request["cwd"])
    reset_path(request["path"])
    first = _Imports()
    reading = watch()
    try:
        with timed(request["seconds"]), bounded(request["seconds"], request["memory_mb"]):
            with faulty_kept() as faulty:
                claims = claims_of(load(origin), faulty)
            found = [declared(claim) for claim in claims]
    except BaseException as error:
        _answer(answers, {"problem": vars(blame(error, file_of(origin)))})
        return
    forks = _may_be_forked()
    own = first.own_files()
    loaded = {"loaded": str(file_of(origin)), "stamps": own, "forks": forks}
    later = _Imports()
    gc.freeze()  # what the collector leaves alone stays shared with the processes of checks
    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])
    if forks and len(claims) >= MANY_CLAIMS:
        gather_pages()
    wrong = [problem for one in faulty if (problem := _problem(one, file_of(origin)))]
    _answer(answers, {**loaded, "claims": found, "problems": wrong})
    by_id = {claim.id: claim for claim in claims}
    while order := _order(orders):
        run = partial(_run, order[1], json.loads(order[0]), by_id, reading, [*own], later)
        _obey(orders, order[1], run, forks)


def _obey(orders: socket.socket, answers: int, run: Callable[[], None], forks: bool) -> None:
    """Run a job in a process forked for it, and tell how that ended; or here."""
    process = os.getpid()
    child = os.fork() if forks else 0
    if child == 0:
        orders.close()
        if forks:
            die_with_parent(process)
        with_room(run)
        os._exit(0)
    os.close(answers)
    _, status = os.waitpid(child, 0)
    orders.send(b"%d\n" % os.waitstatus_to_exitcode(status))


def with_room(function: Callable[[], None]) -> None:
    """Call a function that has room for the frames of what it calls.

    Python keeps frames in chunks of 16 KB, of which it asks the system for a new one, and gives it
    back, at each call across its end. It takes a larger one for a frame that needs much, and what
    is called from there has the rest: another half.
    """
    function()


with_room.__code__ = with_room.__code__.replace(co_stacksize=2**17)


def _run(
    answers: int,
    order: Mapping[str, Any],
    claims: Mapping[str, Claim],
    reading: Reading,
    own: list[str],
    later: "_Imports",
) -> None:
    job = Job.from_json(order["job"])
    if order["cwd"] is not None:
        os.chdir(order["cwd"])
    seed_generators()
    answer = answer_of(job, claims)
    code = dict.fromkeys([*own, *later.own_files(), *reading.code])
    answer["reads"] = {**reading.so_far(), "code": list(code)}
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with contextlib.suppress(Exception):  # a check may have closed it, or put anything there
            stream.flush()  # pyright: ignore[reportOptionalMemberAccess]
    _put(answers, line_of(job, {**answer, "token": order["token"]}))


def _problem(faulty: Faulty, file: Path) -> dict[str, str] | None:
    """What is wrong with a declaration; None of one in another file, which has it itself."""
    declared_in, said = faulty.calls[0], message_of(faulty.error)
    if Path(declared_in.filename).resolve() != file.resolve():
        return None
    where = f"{declared_in.filename}:{declared_in.lineno}"
    return {"where": where, "message": said, "detail": "".join([*faulty.calls.format(), said])}


def _order(orders: socket.socket) -> tuple[bytes, int] | None:
    """The next order with the descriptor for its answer; None when no more can come."""
    text, descriptors, _, _ = socket.recv_fds(orders, 65536, 1)
    while text and not text.endswith(b"\n"):
        text += orders.recv(65536)
    return (text, descriptors[0]) if text else None


def _answer(answers: int, answer: Mapping[str, Any]) -> None:
    _put(answers, json.dumps(answer).encode() + b"\n")


def _put(answers: int, line: bytes) -> None:
    with contextlib.suppress(OSError), os.fdopen(answers, "wb") as pipe:
        pipe.write(line)


class _Imports:
    """The modules that are imported after it was made."""

    def __init__(self) -> None:
        self._before = set(sys.modules)
        self._last = next(reversed(sys.modules))

    def own_files(self) -> dict[str, list[int]]:
        """The files of those that may be edited, with their stamps."""
        found = {}
        for name in self._names():
            file = getattr(sys.modules[name], "__dict__", {}).get("__file__")  # never of a lazy one
            if isinstance(file, str) and not is_installed(file):
                found[file] = list(stamp(file))
        return found

    def _names(self) -> Collection[str]:
        """Those that stand behind the last one of before, unless somebody has taken some away.

        To look at all of them would have each page copied on which one of their names stands.
        """
        behind = list(takewhile(lambda name: name != self._last, reversed(sys.modules)))
        if len(behind) == len(sys.modules) - len(self._before):
            return behind
        return sys.modules.keys() - self._before


def _may_be_forked() -> bool:
    """Whether this process has but one thread, no child, and no back end of JAX."""
    if threading.active_count() > 1 or children_of(os.getpid()):
        return False
    for _ in range(THREAD_LOOKS):  # the one that watches the time may take a moment to end
        if _threads() == 1:
            break
        time.sleep(THREAD_SECONDS)
    else:
        return False
    bridge = sys.modules.get("jax._src.xla_bridge")
    return not getattr(bridge, "_backends", None)


def _threads() -> int:
    """How many threads the system counts in this process, where it tells."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 1


def _close_all_but(*kept: int) -> None:
    """Close all descriptors but these, which are those of standard streams and two more."""
    first = 3
    for descriptor in sorted(kept):
        if descriptor > first:  # an empty range from 0 would mean all
            os.closerange(first, descriptor)
        first = max(first, descriptor + 1)
    os.closerange(first, max(os.sysconf("SC_OPEN_MAX"), first + 1))
