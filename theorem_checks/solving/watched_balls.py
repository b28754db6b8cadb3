"""Balls that notice when a function looks at them, where it may only compute with them.

A function that asks whether a ball is larger than 1 gets one answer for all numbers in the ball,
and goes on as if it held for each. A float in it stands for another number than the one that was
written. One call tells: what does not branch takes the same steps for all arguments.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flint import arb

from theorem_checks.errors import ArgumentError, ExactnessError

__all__ = ["require_no_branch"]

_ARITHMETIC = ("add", "sub", "mul", "truediv", "pow")
_LOOKS = {
    **dict.fromkeys(("lt", "le", "gt", "ge", "eq", "ne"), "a comparison"),
    "bool": "a truth value",
    "float": "a conversion to float",
    "contains": "a question what is in it",
}
_LOOKING_METHODS = ("contains", "contains_integer", "contains_interior", "overlaps")
_ENDS = ("lower", "upper", "abs_lower", "abs_upper", "mid", "rad")  # whoever asks knows what it is


class _WatchedBall(arb):
    """A ball whose results are watched, too; but not its ends, which stand for themselves."""

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __getattribute__(self, name: str) -> Any:
        if name in _LOOKING_METHODS:
            raise _branch(f"a question by {name}")
        found = super().__getattribute__(name)
        if name.startswith("_") or name in _ENDS or not callable(found):
            return found
        return lambda *arguments, **options: _watched(found(*arguments, **options))


def _operation(name: str) -> Callable[..., Any]:
    compute = getattr(arb, name)

    def operation(self: arb, *others: Any) -> Any:
        for other in others:
            if isinstance(other, float):
                raise ExactnessError("a number beside a ball", other)
        return _watched(compute(self, *others))

    return operation


def _look(how: str) -> Callable[..., Any]:
    def look(_self: arb, *_others: Any) -> Any:
        raise _branch(how)

    return look


for _name in (*_ARITHMETIC, *(f"r{name}" for name in _ARITHMETIC), "neg", "pos", "abs"):
    setattr(_WatchedBall, f"__{_name}__", _operation(f"__{_name}__"))
for _name, _how in _LOOKS.items():
    setattr(_WatchedBall, f"__{_name}__", _look(_how))


def require_no_branch(f: Callable[..., Any], balls: Mapping[str, arb]) -> None:
    """Call a function of balls once, and raise `ArgumentError` if it branches on them.

    **Raises** `ExactnessError` if it computes with a float. What else goes wrong is left to the
    call that needs the value.
    """
    try:
        f(**{name: _WatchedBall(ball) for name, ball in balls.items()})
    except (ArgumentError, ExactnessError):
        raise
    except Exception:  # a function of one's own may raise anything on a wide ball
        return


def _watched(value: Any) -> Any:
    return _WatchedBall(value) if type(value) is arb else value


def _branch(how: str) -> ArgumentError:
    return ArgumentError(
        "a function of balls",
        how,
        "arithmetic alone",
        "A ball stands for all of its numbers, and for some of them the answer may be another one."
        " Use arb.max, arb.min or abs, or prove each case on a box of its own.",
    )
