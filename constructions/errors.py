"""The errors that the constructions raise for a person to read.

Every message names the argument, shows the value, says what was expected and what to do.
"""

__all__ = [
    "ArgumentError",
    "ConstructionError",
    "ExactnessError",
    "MixedSystemsError",
    "NotInSystemError",
    "ShapeError",
    "require_integer",
]


class ConstructionError(Exception):
    """Base of every error that the constructions raise on purpose."""


class ArgumentError(ConstructionError, ValueError):
    """An argument has a value that it may not have.

    **Arguments**: `name` of the argument; the offending `value`; what was `expected`;
    optionally a `hint` that says what to do.
    """

    def __init__(self, name: str, value: object, expected: str, hint: str = "") -> None:
        message = f"{name}={_brief(repr(value))} is not valid: expected {expected}."
        super().__init__(f"{message} {hint}" if hint else message)
        self.name, self.value, self.expected, self.hint = name, value, expected, hint


class ExactnessError(ArgumentError, TypeError):
    """A float, or something else that is no exact number, stands where one is wanted."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(
            name,
            value,
            "an exact number",
            "Give an int, a fractions.Fraction or a string such as '3/10'"
            " (Fraction(x) is the exact value of a float x).",
        )


class MixedSystemsError(ConstructionError, TypeError):
    """Arrays of number systems that do not go together meet in one operation."""

    def __init__(self, descriptions: list[str]) -> None:
        super().__init__(
            f"Arrays of {' and of '.join(descriptions)} do not go together."
            " Convert them to one number system first: SYSTEM.array(values)."
        )
        self.descriptions = descriptions


class NotInSystemError(ConstructionError, ArithmeticError, TypeError):
    """A function leaves the number system: exp of a rational, relu of a ball about 0.

    **Arguments**: the `function`, the `value` it was asked of, `why` it has no result there, and
    `what_to_do`.
    """

    def __init__(self, function: str, value: object, why: str, what_to_do: str) -> None:
        super().__init__(f"{function}({_brief(str(value))}): {why}. {what_to_do}")
        self.function, self.value = function, value


class ShapeError(ConstructionError, ValueError):
    """An array has a shape that does not fit."""


def _brief(text: str) -> str:
    return text if len(text) <= 200 else text[:197] + "..."


def require_integer(name: str, value: object, least: int | None = None, expected: str = "") -> int:
    """Return a value that is an `int`, from `least` on where that is given; booleans are none.

    **Raises** `ArgumentError` for any other, with what was `expected`, or that in words.
    """
    if isinstance(value, int) and not isinstance(value, bool) and (least is None or value >= least):
        return value
    words = {None: "an integer", 0: "a nonnegative integer", 1: "a positive integer"}
    raise ArgumentError(name, value, expected or words.get(least, f"an integer from {least} on"))
