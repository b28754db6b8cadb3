"""Say of an exception where in a user's file it happened, and what it says."""

import contextlib
import functools
import importlib
import re
import sys
import sysconfig
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from theorem_checks.errors import TheoremChecksError

__all__ = ["Blame", "blame", "brief", "message_of", "said_of_check"]

MOST_CHARACTERS = 2000
_NEAR = 0.7  # how alike names are of which one is told for the other
_NOT_OF_TOOLKIT = re.compile(r"cannot import name '(?P<name>\w+)' from 'theorem_checks'")


@dataclass(frozen=True)
class Blame:
    """`where` as 'file:line', `message` as 'Type: words', and the traceback as `detail`."""

    where: str
    message: str
    detail: str


def blame(error: BaseException, file: str | Path) -> Blame:
    """Trace an exception back to the last line of `file` that led to it.

    If none did, `where` is the place of the exception itself; or `file`, of the toolkit's own.
    Frames of the import system and of
    the toolkit's runner are left out of the traceback; of an error that others' code raises, and of
    one that the toolkit raises on purpose, so is all that lies within the toolkit.
    """
    told = traceback.TracebackException.from_exception(error, compact=True)
    kept = [frame for frame in told.stack if not _is_machinery(frame.filename)]
    own = [frame for frame in kept if not _is_of_toolkit(frame)]
    if isinstance(error, TheoremChecksError) or (own and own[-1] is kept[-1]):
        kept, told.__cause__, told.__context__ = own, None, None
    told.stack = traceback.StackSummary.from_list(kept)
    return Blame(_where(error, kept, Path(file)), message_of(error), _text(told))


def said_of_check(error: BaseException, file: str | Path) -> str:
    """What a check that raised an exception says, and where.

    What the toolkit says on purpose is told as it is, behind the name of its function that the
    author called.
    """
    if not isinstance(error, TheoremChecksError):
        found = blame(error, file)
        return brief(f"The check raised {found.message} at {found.where}.")
    frames = _within_the_check(traceback.extract_tb(error.__traceback__))
    called, own = _called(frames), [frame for frame in frames if not _is_of_toolkit(frame)]
    at = f" At {_where(error, own, Path(file))}." if own else ""
    return brief(f"{called and f'`{called}`: '}{error}{at}")


def brief(text: str, most: int = MOST_CHARACTERS) -> str:
    """Cut a long text in the middle, saying so."""
    if len(text) <= most:
        return text
    return f"{text[: most // 2]} ... ({len(text) - most} characters) ... {text[-most // 2 :]}"


def _where(error: BaseException, frames: list[traceback.FrameSummary], file: Path) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    inside = [frame for frame in frames if Path(frame.filename).resolve() == file.resolve()]
    written = [frame for frame in frames if not _is_of_python(frame)]
    last = (inside or written or frames)[-1:]
    return f"{last[0].filename}:{last[0].lineno}" if last else str(file)


def message_of(error: BaseException) -> str:
    """What an exception says, behind the name of its type."""
    name = type(error).__name__
    if isinstance(error, SystemExit):
        return f"SystemExit: it called sys.exit({error.code!r})"
    try:
        said = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # an exception may fail even to say what it is
        said = "(its message cannot be shown)"
    return brief(f"{name}: {said}{_nearest_name(error)}" if said else name)


def _nearest_name(error: BaseException) -> str:
    """'. Did you mean ...?' of a name that is not there, or is not imported; else ''."""
    public = getattr(sys.modules["theorem_checks"], "__all__", ())
    missing = _NOT_OF_TOOLKIT.match(str(error)) if isinstance(error, ImportError) else None
    if missing is not None:
        return _did_you_mean(missing["name"], public)
    if not isinstance(error, NameError) or not error.name:
        return ""
    if error.name in public:
        return f". It is a name of theorem_checks: from theorem_checks import {error.name}"
    frames = list(traceback.walk_tb(error.__traceback__))
    known = {**frames[-1][0].f_globals, **frames[-1][0].f_locals} if frames else {}
    return _did_you_mean(error.name, known)


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=_NEAR)
    return f". Did you mean {near[0]}?" if near else ""


def _text(told: traceback.TracebackException) -> str:
    if not told.stack and issubclass(told.exc_type or Exception, TheoremChecksError):
        return ""  # it would say the message once more
    try:
        return brief("".join(told.format()), 4 * MOST_CHARACTERS)
    except Exception:
        return ""


def _called(frames: Sequence[traceback.FrameSummary]) -> str:
    """The function of the toolkit that the author's code, or a check, called last; '' if unknown.

    A check calls the proof that it is given, which may be a rule as it is.
    """
    own = (not _is_of_toolkit(frame) or _is_of_a_check(frame) for frame in frames)
    calling = max((at for at, is_own in enumerate(own) if is_own), default=len(frames))
    name = frames[calling + 1].name if frames[calling + 1 :] else ""
    return name if name.isidentifier() and not name.startswith("_") else ""


def _within_the_check(frames: Sequence[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    """The lines from the call of a check on, without those that stand between two calls."""
    starts = [at for at, frame in enumerate(frames) if Path(frame.filename) == _CHECKS]
    inside = frames[starts[-1] + 1 :] if starts else frames
    return [frame for frame in inside if not _is_between(frame.filename)]


def _is_between(filename: str) -> bool:
    """Whether a line is the runner's, or of code that was generated around a function."""
    generated = filename.startswith("<") and not filename.startswith(_TYPED_IN)
    return generated or _is_machinery(filename)


def _is_of_python(frame: traceback.FrameSummary) -> bool:
    """Whether a line is one of the standard library."""
    path = Path(frame.filename).resolve()
    return path.is_relative_to(_STDLIB) and not any(path.is_relative_to(one) for one in _INSTALLED)


def _is_of_a_check(frame: traceback.FrameSummary) -> bool:
    return Path(frame.filename).resolve().is_relative_to(_TOOLKIT / "judging")


def _is_of_toolkit(frame: traceback.FrameSummary) -> bool:
    return Path(frame.filename).resolve().is_relative_to(_TOOLKIT)


def _is_machinery(filename: str) -> bool:
    if filename in _DISPATCH:
        return True
    return filename.startswith("<frozen importlib") or Path(filename).parent in _MACHINERY


_DISPATCH = (contextlib.__file__, functools.__file__)  # between a rule and the one that it asks
_TYPED_IN = ("<ipython", "<stdin", "<doctest")
_TOOLKIT = Path(__file__).resolve().parent.parent
_CHECKS = _TOOLKIT / "checks.py"
_STDLIB = Path(sysconfig.get_path("stdlib")).resolve()
_INSTALLED = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib"))
_MACHINERY = (Path(__file__).parent, Path(importlib.__file__).parent)
