"""Statements about vectors that are turned: wrong angles, wrong signs, the smallest n."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from proofs.lsrl.f_helper_functions.rotating_vector import says_runner_up, says_separated
from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import Equal, argued, cos, sin
from theorem_checks.judging.judge import judged

__all__ = ["CASES"]

_case = partial(Case, "proof_of")


def _judged(says: Any, subject: Any = None) -> Callable[[], Any]:
    """By words alone, so that numbers have to refute what is false."""
    return lambda: judged(says, lambda said: argued(said, "The addition theorems say so."), subject)


def _turned(angle: Any, other: Any, sign: int = -1) -> Any:
    """A vector from (1, 0), turned by an angle, is (cos, sin) of as many times the other."""

    def says(subject, w):
        def after(u: Any, v: Any, t: Any) -> tuple[Any, Any]:
            c, s = cos(angle), sin(angle)
            return c * u[t] + sign * s * v[t], s * u[t] + c * v[t]

        u, _ = w.recurrence("u v", (1, 0), after)
        return w.for_all("n", lambda n: Equal(u[n], cos(other * n)))

    return says


def _false(slip: Slip, text: str, says: Any, subject: Any = None) -> Case:
    return _case(slip, text, Truth.FALSE, _judged(says, subject))


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "a vector that is turned by -3 pi/7 again and again: this one is true",
        Truth.TRUE,
        _judged(_turned(-3 * sp.pi / 7, 3 * sp.pi / 7)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a vector that is turned by 2/3, no part of pi: this one is true",
        Truth.TRUE,
        _judged(_turned(sp.Rational(2, 3), sp.Rational(2, 3))),
    ),
    _false(
        Slip.EDGE_SIZE,
        "a runner-up that is right for n = 3 alone",
        says_runner_up,
        lambda cos: cos(4),
    ),
    _false(
        Slip.EDGE_SIZE,
        "a threshold that is right for n = 3 and 4 alone",
        says_separated,
        lambda cos: 1 - cos(1),
    ),
    _false(Slip.BRANCH, "a runner-up of the wrong sign", says_runner_up, lambda cos: -cos(2)),
    _false(Slip.BRANCH, "a threshold that the count has", says_separated, lambda cos: cos(0)),
    _false(Slip.BRANCH, "turned by pi/5, and by pi/7 said", _turned(sp.pi / 5, sp.pi / 7)),
    _false(Slip.BRANCH, "turned without the minus sign", _turned(sp.pi / 5, sp.pi / 5, 1)),
    _false(Slip.BRANCH, "turned by 1, no part of pi, and by 2 said", _turned(1, 2)),
    _false(
        Slip.BRANCH,
        "turned back by 1/3, and 1/4 said",
        _turned(-sp.Rational(1, 3), sp.Rational(1, 4)),
    ),
)
