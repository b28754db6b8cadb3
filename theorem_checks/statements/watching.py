"""Watching where the conditional jumps of functions go, while they run.

Python 3.12 and later tell of branches by `sys.monitoring`. Python 3.11 does not: there each
instruction of a function is traced. (Later versions trace no instruction of the call in which that
is asked for, so that the first call of a function would go unseen.)
"""

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType
from typing import Any

from theorem_checks.statements.places import place_of

__all__ = ["ENDED", "watched"]

Seen = dict[tuple[CodeType, int], set[int]]
OfModule = Callable[[Mapping[str, Any]], bool]
OfCode = Callable[[CodeType], bool]
Jumps = Callable[[CodeType], frozenset[int]]

ENDED = (compile("", "<watched>", "exec"), -2)
"""In `seen` of one who was told of nothing more at last, as the functions ended it."""


@contextmanager
def _traced(seen: Seen, of_module: OfModule, of_code: OfCode, jumps: Jumps) -> Iterator[None]:
    others: dict[int, Any] = {}  # what modules have that are not followed, which are kept by that

    # Without types, for the same reason as `follow`.
    def enter(frame, _event, _argument):
        space = frame.f_globals
        if (place := place_of(space)) in others:  # the quick way out, for most calls
            return None
        if not of_module(space):
            others[place] = space
            return None
        code = frame.f_code
        if not of_code(code):
            return None
        seen.setdefault((code, -1), set())
        if not (places := jumps(code)):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        pending = -1  # the jump after which the next instruction is where it went to

        # Without types, as it is made at each call that is watched: to have them checked while
        # tests run would take longer than all else.
        def follow(frame, event, _argument):
            nonlocal pending
            if event == "opcode":
                place = frame.f_lasti
                if pending >= 0:
                    seen.setdefault((code, pending), set()).add(place)
                pending = place if place in places else -1
            return follow

        return follow

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        if sys.gettrace() is not enter:
            seen[ENDED] = set()
        sys.settrace(before)


if sys.version_info >= (3, 12):
    from sys import monitoring

    _TOOLS = (4, 3)  # of the numbers of tools, those that nothing else takes by custom
    _ENTERED = (
        monitoring.events.PY_START,
        monitoring.events.PY_RESUME,
        monitoring.events.PY_THROW,
    )
    _BRANCH = monitoring.events.BRANCH
    _watching: list[dict[int, Any]] = []  # what is registered, of those who watch inside others
    _told: dict[int, CodeType] = {}  # the functions that tell of branches, by their `id`

    def _tool() -> int:
        for number in _TOOLS:
            if monitoring.get_tool(number) == __name__:
                return number
        for number in _TOOLS:
            if monitoring.get_tool(number) is None:
                monitoring.use_tool_id(number, __name__)
                return number
        raise RuntimeError("No tool number of sys.monitoring is free to watch an author's code.")

    def _register(tool: int, callbacks: Mapping[int, Any]) -> None:
        for event, callback in callbacks.items():
            monitoring.register_callback(tool, event, callback)

    def _is_told(tool: int) -> bool:
        return (
            monitoring.get_tool(tool) == __name__
            and monitoring.get_events(tool) == sum(_ENTERED)
            and all(monitoring.get_local_events(tool, code) == _BRANCH for code in _told.values())
        )

    def _leave(tool: int) -> None:
        """Go back to the one who watched before, or end it."""
        _watching.pop()
        if monitoring.get_tool(tool) != __name__:
            _told.clear()
        elif _watching:
            _register(tool, _watching[-1])
        else:
            _end(tool)

    def _end(tool: int) -> None:
        """Leave nothing behind, in functions or among tools."""
        monitoring.set_events(tool, 0)
        for code in _told.values():
            monitoring.set_local_events(tool, code, 0)
        _told.clear()
        _register(tool, dict.fromkeys((*_ENTERED, _BRANCH)))
        monitoring.free_tool_id(tool)

    @contextmanager
    def _monitored(
        seen: Seen, of_module: OfModule, of_code: OfCode, jumps: Jumps
    ) -> Iterator[None]:
        tool, thread = _tool(), threading.get_ident()
        places: dict[int, frozenset[int]] = {}

        def enter(code, *_):
            if not of_code(code):
                return monitoring.DISABLE
            if threading.get_ident() == thread and of_module(sys._getframe(1).f_globals):
                seen.setdefault((code, -1), set())
                if id(code) not in places:
                    places[id(code)], _told[id(code)] = jumps(code), code
                    monitoring.set_local_events(tool, code, _BRANCH)
            return None

        def thrown(code, *_):  # for this event nothing can be disabled
            enter(code)

        def branched(code, place, target):
            if place in places.get(id(code), ()) and threading.get_ident() == thread:
                seen.setdefault((code, place), set()).add(target)

        callbacks = dict(zip(_ENTERED, (enter, enter, thrown), strict=True)) | {_BRANCH: branched}
        _watching.append(callbacks)
        _register(tool, callbacks)
        monitoring.set_events(tool, sum(_ENTERED))
        monitoring.restart_events()
        try:
            yield
        finally:
            if not _is_told(tool):
                seen[ENDED] = set()
            _leave(tool)

    watched = _monitored
else:
    watched = _traced
"""Note in `seen` which functions are entered, and where their conditional jumps go.

**Arguments**: `seen`, by code and place, with -1 for being entered; `of_module` and `of_code`,
whether functions of a module, and those of a code, are followed; `jumps`, the places of conditional
jumps.
One that watches inside another one takes over from it.
"""
