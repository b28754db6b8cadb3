"""Say of an exception where in a user's file it happened, and what it says."""

import contextlib
import functools
import importlib
import traceback
from dataclasses import dataclass
from pathlib import Path

from theorem_checks.errors import TheoremChecksError

__all__ = ["Blame", "blame", "brief", "message_of"]

MOST_CHARACTERS = 2000


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


def brief(text: str, most: int = MOST_CHARACTERS) -> str:
    """Cut a long text in the middle, saying so."""
    if len(text) <= most:
        return text
    return f"{text[: most // 2]} ... ({len(text) - most} characters) ... {text[-most // 2 :]}"


def _where(error: BaseException, frames: list[traceback.FrameSummary], file: Path) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    inside = [frame for frame in frames if Path(frame.filename).resolve() == file.resolve()]
    last = (inside or frames)[-1:]
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
    return brief(f"{name}: {said}" if said else name)


def _text(told: traceback.TracebackException) -> str:
    try:
        return brief("".join(told.format()), 4 * MOST_CHARACTERS)
    except Exception:
        return ""


def _is_of_toolkit(frame: traceback.FrameSummary) -> bool:
    return Path(frame.filename).resolve().is_relative_to(_TOOLKIT)


def _is_machinery(filename: str) -> bool:
    if filename in _DISPATCH:
        return True
    return filename.startswith("<frozen importlib") or Path(filename).parent in _MACHINERY


_DISPATCH = (contextlib.__file__, functools.__file__)  # between a rule and the one that it asks
_TOOLKIT = Path(__file__).parent.parent
_MACHINERY = (Path(__file__).parent, Path(importlib.__file__).parent)
