"""What is said of machines that no token is allowed to enter, and integers that are none."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from constructions.arrays import OBJECTS
from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import Count, implies, invariant
from theorem_checks.judging.judge import judged
from theorem_checks.statements.reals.terms import entries_named

_case = partial(Case, "invariant")
(total,) = entries_named("s", (1,))


@dataclass(frozen=True)
class _Adding:
    """The sum of the tokens, from 0 on, each times a factor."""

    factor: Fraction = Fraction(1)

    def initial_state(self) -> Any:
        return OBJECTS.array([0])

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        after = state + self.factor * x
        return after, after


def _asked(
    allowed: Callable[[Any, Any], Any],
    said: Callable[[Any, Any, Any], Any],
    *,
    factor: Fraction = Fraction(1),
    counts: tuple[Count, ...] = (),
) -> Callable[[], Any]:
    def says(cell: Any, w: Any) -> Any:
        return w.throughout(cell, 1, allowed, said)

    return lambda: judged(says, lambda c: invariant(c, total >= 0, counts=counts), _Adding(factor))


def _is_bit(_state: Any, x: Any) -> Any:
    return (x[0] == 0) | (x[0] == 1)


CASES = (
    _case(
        Slip.CONTRADICTION, "tokens that are allowed from a sum of 1 on: it starts at 0",
        Truth.EMPTY, _asked(lambda s, x: (s[0] >= 1) & (x[0] >= 0), lambda s, x, y: y[0] >= 1),
    ),
    _case(
        Slip.CONTRADICTION, "tokens that are 2 and 3: the sum is 77", Truth.EMPTY,
        _asked(lambda s, x: (x[0] == 2) & (x[0] == 3), lambda s, x, y: y[0] == 77),
    ),
    _case(
        Slip.EMPTY, "one token, 1, at a sum of 0, and then none: the sum is 1 or more", Truth.TRUE,
        _asked(lambda s, x: (s[0] == 0) & (x[0] == 1), lambda s, x, y: y[0] >= 1),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "halves of bits add up to an integer: 1/2 after the token 1",
        Truth.FALSE,
        _asked(
            _is_bit, lambda s, x, y: implies(y[0] < 1, y[0] <= 0), factor=Fraction(1, 2),
            counts=(Count(total, (0, 1), (0,)),),
        ),
    ),
    _case(
        Slip.CONSTANT, "a sum of bits is at most 10^9", Truth.FALSE,
        _asked(_is_bit, lambda s, x, y: y[0] <= 10**9),
    ),
)  # fmt: skip
