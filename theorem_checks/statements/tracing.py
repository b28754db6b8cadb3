"""Calling an author's function on values that stand for many.

It runs once, for all values. So what it asks is refused, unless the answer is the same for all of
them, whether it asks what it is handed or a symbol that it holds by itself; and what it asked and
swallowed is found out.
"""

import re
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.statements.closures import LookedInto, guarded
from theorem_checks.statements.control_flow import is_authors
from theorem_checks.statements.questions import SymbolicCollection, questions_recorded
from theorem_checks.statements.scalars import symbolic, unwrapped

__all__ = ["call_on_scalars", "caller_of", "recorded", "traced", "tracer"]

T = TypeVar("T")

_EXPECTED = "a function that computes on what it is handed, symbols and numbers"
_OF_SYMBOLS = re.compile(r"Symbolic|ufunc|real number|convert")
"""What stands in errors of functions that take numbers alone, such as those of NumPy and math."""


def traced(function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Call a function on symbolic values, and return what it returns.

    **Raises** `UndecidedQuestionError` if it asked an undecided question, also if it caught the
    error and went on, to whatever end: what it did then holds for some values only;
    `ArgumentError` if it does with them what only numbers let be done with them.
    """
    with guarded(function, *arguments) as (call, *handed):
        return recorded(call, *handed, **named)


def tracer(function: Callable[..., T], before: LookedInto | None = None) -> Callable[..., T]:
    """Return what traces a function that is called often: what it holds is looked into once."""
    return partial(caller_of(function, before=before), function)


def caller_of(
    *functions: Callable[..., Any], before: LookedInto | None = None
) -> Callable[..., Any]:
    """Return what is as `traced` to some functions: what they hold is looked into once for all.

    `before`: what was looked into before, and has not changed since.
    """
    return traced if (before or LookedInto()).holds_symbols(*functions) else recorded


def recorded(function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Call a function that holds no symbols, and raise what it asked and swallowed."""
    with questions_recorded() as asked:
        try:
            result = function(*arguments, **named)
        except Exception as error:
            if asked and error is not asked[0]:
                raise asked[0] from error
            if isinstance(error, TypeError) and not isinstance(error, TheoremChecksError):
                raise ArgumentError("function", _name(function), _EXPECTED, _way(error)) from error
            raise
    if asked:
        raise asked[0]
    return result


def _name(function: Any) -> str:
    return getattr(function, "__name__", repr(function))


def _way(error: TypeError) -> str:
    """Where an operation was asked for, and what to do where it is one that symbols lack."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f" at {one.filename}:{one.lineno}" for one in frames if is_authors(one.filename)]
    words = "a function of NumPy does not take it" if "ufunc" in str(error) else str(error)
    said = f"It raises TypeError{places[-1] if places else ''}: {words}."
    if not _OF_SYMBOLS.search(str(error)):
        return said
    return (
        f"{said} Use operators, sqrt, exp, log, ... of theorem_checks on numbers, and on arrays"
        " exp, relu, outer, ... of constructions.arrays and A.sum(), in place of functions of"
        " NumPy, SymPy or math."
    )


def call_on_scalars(
    function: Callable[..., Any], *arguments: Any, before: LookedInto | None = None
) -> Any:
    """Call a function on symbolic scalars in place of expressions; return expressions.

    `arguments` are expressions, numbers, or tuples of them; `before` is as in `caller_of`.

    **Raises** `UndecidedQuestionError` if the function asks what is not decided for all values, or
    has asked and caught the error.
    """
    called = traced if before is None else caller_of(function, before=before)
    return unwrapped(called(function, *(_handed(argument) for argument in arguments)))


def _handed(argument: Any) -> Any:
    if isinstance(argument, tuple):
        return tuple(map(_handed, argument))
    if isinstance(argument, SymbolicCollection):  # a sequence, which asks nothing
        return argument
    return symbolic(argument, "argument")
