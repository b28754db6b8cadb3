"""The errors that the toolkit raises for a person to read.

Every message names the argument, shows the value, says what was expected and what to do.
"""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "ArgumentError",
    "CheckError",
    "ClaimError",
    "DivisionByZeroError",
    "ExactnessError",
    "NoSuchOperationError",
    "TheoremChecksError",
    "UndecidedQuestionError",
    "nearest",
    "require_integer",
]


class TheoremChecksError(Exception):
    """Base of every error that the toolkit raises on purpose."""


class ArgumentError(TheoremChecksError, ValueError):
    """An argument has a value that it may not have.

    **Arguments**: `name` of the argument; the offending `value`; what was `expected`;
    optionally a `hint` that says what to do.
    """

    def __init__(self, name: str, value: object, expected: str, hint: str = "") -> None:
        message = f"{name}={_cut(repr(value))} is not valid: expected {expected}."
        super().__init__(f"{message} {hint}" if hint else message)
        self.name, self.value, self.expected, self.hint = name, value, expected, hint


class ExactnessError(ArgumentError, TypeError):
    """A float, or another number that is not exact, or not rational, stands where one has to be."""

    def __init__(self, name: str, value: object) -> None:
        irrational = getattr(value, "is_number", False) and not getattr(value, "is_Float", False)
        super().__init__(
            name,
            value,
            "a rational number" if irrational else "an exact value",
            "Give an int, a fractions.Fraction or a string such as '3/10'.",
        )


class UndecidedQuestionError(TheoremChecksError, TypeError):
    """A symbolic value was asked what has no single answer for all values that it stands for.

    **Arguments**: the `question` in words, such as 'n == 3'; `value`, of which it was asked; the
    `way_out`, what to write instead.
    """

    def __init__(self, question: str, value: str, way_out: str) -> None:
        super().__init__(
            f"{_cut(question)} is not decided: {_cut(value)} stands for many values, and the answer"
            f" is not the same for all of them. {way_out}"
        )
        self.question, self.value, self.way_out = question, value, way_out


class NoSuchOperationError(UndecidedQuestionError):
    """An array was asked for an operation that arrays of the toolkit do not have.

    It is no `AttributeError`: NumPy's arrays, on which a function may run as well, have more, so
    that what `hasattr` asks has no single answer.
    """

    def __init__(self, operation: str, value: str, way_out: str) -> None:
        Exception.__init__(self, f"{_cut(value)} has no operation {operation!r}. {way_out}")
        self.question, self.value, self.way_out = f"{value}.{operation}", value, way_out


class DivisionByZeroError(TheoremChecksError, ZeroDivisionError):
    """A value is divided by 0, or by what is 0 for all values that it stands for."""

    def __init__(self, quotient: str, *, of_symbols: bool = True) -> None:
        whatever = ", whatever the symbols are" if of_symbols else ""
        super().__init__(f"{quotient} has no value: it divides by 0{whatever}.")


class ClaimError(TheoremChecksError):
    """A claim is declared in a way that cannot be checked."""


class CheckError(TheoremChecksError):
    """A check returned something that its kind does not allow."""


def _cut(text: str) -> str:
    return text if len(text) <= 200 else text[:197] + "..."


def nearest(wanted: str, known: Iterable[str], most: int = 3) -> str:
    """Return ' Did you mean a, b?' for the known names nearest to `wanted`, or ''.

    Those that begin with it come first.
    """
    names = list(known)
    begun = sorted((name for name in names if wanted and name.startswith(wanted)), key=len)
    close = [*dict.fromkeys([*begun, *get_close_matches(wanted, names, n=most, cutoff=0.5)])][:most]
    return f" Did you mean {', '.join(close)}?" if close else ""


def require_integer(name: str, value: object, least: int | None = None, expected: str = "") -> int:
    """Return a value that is an `int`, from `least` on where that is given; booleans are none.

    **Raises** `ArgumentError` for any other, with what was `expected`, or that in words.
    """
    if isinstance(value, int) and not isinstance(value, bool) and (least is None or value >= least):
        return value
    words = {None: "an integer", 0: "a nonnegative integer", 1: "a positive integer"}
    raise ArgumentError(name, value, expected or words.get(least, f"an integer from {least} on"))
