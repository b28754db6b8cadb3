"""Closed forms of recurrences: wrong starts, steps that look at values, proofs of other things."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    Equal,
    ForAll,
    Implies,
    argued,
    assuming,
    induction,
    prove,
    prove_by_induction,
)
from theorem_checks.judging.judge import judged

__all__ = ["CASES", "judged_by_induction"]

_case = partial(Case, "proof_of")
_only = {"never": NOT_PROVED}


def judged_by_induction(
    says: Any, subject: Any = None, by: Any = prove_by_induction
) -> Callable[[], Any]:
    """A case: the claim is judged, by induction unless another proof is given."""
    return lambda: judged(says, by, subject)


def _doubles(h: Any) -> Any:
    return 2 * h + 1


def _closed(x: Any, n: Any) -> Any:
    return 2**n * (x + 1) - 1


def _says_closed(start: int = 0, first: int = 0) -> Any:
    """h starts with x at `first`, and is the closed form from `start` on."""

    def says(subject, w):
        step, closed = subject
        x = w.number("x")
        h = w.recurrence("h", x, lambda h, t: w.call(step, h[t]), start=first)
        return w.for_all("n", lambda n: Equal(h[n], w.call(closed, x, n)), start=start)

    return says


class Counts:
    """A step that counts how often it was called."""

    def __init__(self, most: int) -> None:
        self.most, self.times = most, 0

    def __call__(self, h: Any) -> Any:
        self.times += 1
        return _doubles(h) if self.times < self.most else h


class Remembers:
    """A step that does what it did before where the value is the same, and else something else."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def __call__(self, h: Any) -> Any:
        self.seen.append(h)
        return _doubles(h) + (len(self.seen) > 500)


def _by_time(step: Any) -> Any:
    """The same where the step is handed the time as well."""

    def says(subject, w):
        x = w.number("x")
        h = w.recurrence("h", x, lambda h, t: w.call(step, h[t], t))
        return w.for_all("n", lambda n: Equal(h[n], w.call(_closed, x, n)))

    return says


def _half_step(said: Any) -> Any:
    """A proof by base and step of another statement, which is true."""
    n = said.body.variable
    other = ForAll(n, said.body.start, Equal(n, n))
    return induction(said, prove(Equal(0, 0)), prove_by_induction(other))


def _step_from_one(said: Any) -> Any:
    """The step from 0 to 1 is left out: base at 0, and the proof from 1 on."""
    later = Implies(said.hypothesis, ForAll(said.body.variable, 1, said.body.body))
    return prove_by_induction(later)


def _assumes_the_claim(said: Any) -> Any:
    """The claim as a hypothesis of its own proof."""
    return assuming(said, prove(Equal(0, 0)), Equal(0, 0))


def _argues(said: Any) -> Any:
    return argued(said, "It is clear at each step.", prove(Equal(0, 0)))


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "h' = 2 h + 1 from x is 2^n (x + 1) - 1: this one is true",
        Truth.TRUE,
        judged_by_induction(_says_closed(), (_doubles, _closed)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the base is at 1, and the closed form from 0 on",
        Truth.FALSE,
        judged_by_induction(_says_closed(start=0, first=1), (_doubles, _closed)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the closed form is that of a start one later: right for no n",
        Truth.FALSE,
        judged_by_induction(_says_closed(start=1, first=1), (_doubles, _closed)),
    ),
    _case(
        Slip.BRANCH,
        "a closed form that is wrong from n = 1000 on",
        Truth.FALSE,
        judged_by_induction(
            _says_closed(),
            (_doubles, lambda x, n: _closed(x, n) if n < 1000 else _closed(x, n) + 1),
        ),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a closed form that is wrong from n = 1000 on, by a list of values",
        Truth.FALSE,
        judged_by_induction(
            _says_closed(),
            (
                _doubles,
                lambda x, n: (
                    _closed(x, n) + [0] * 1000 + [1] * 10**4
                    if n is None
                    else _closed(x, [n][0]) + (0 if str(n).isalpha() or n < 1000 else 1)
                ),
            ),
        ),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that is another one from t = 1000 on",
        Truth.FALSE,
        judged_by_induction(_by_time(lambda h, t: _doubles(h) if t < 1000 else h)),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that is another one for integers than for symbols",
        Truth.FALSE,
        judged_by_induction(
            _by_time(lambda h, t: h if isinstance(t, int) and t > 400 else _doubles(h))
        ),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that is another one where the value is large",
        Truth.FALSE,
        judged_by_induction(_says_closed(), (lambda h: _doubles(h) if h < 10**9 else h, _closed)),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that counts its calls, and stops after 2000",
        Truth.FALSE,
        lambda: judged(_says_closed(), prove_by_induction, (Counts(2000), _closed)),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that remembers its values",
        Truth.FALSE,
        lambda: judged(_says_closed(), prove_by_induction, (Remembers(), _closed)),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "base and step of another statement",
        Truth.NO_STATEMENT,
        judged_by_induction(_says_closed(), (_doubles, _closed), _half_step),
        **_only,
    ),
    _case(
        Slip.EDGE_SIZE,
        "the step from 0 to 1 is left out",
        Truth.TRUE,
        judged_by_induction(_says_closed(), (_doubles, _closed), _step_from_one),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "an equation that is no hypothesis is assumed",
        Truth.NO_STATEMENT,
        judged_by_induction(_says_closed(), (_doubles, _closed), _assumes_the_claim),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a closed form by words",
        Truth.TRUE,
        judged_by_induction(_says_closed(), (_doubles, _closed), _argues),
        **_only,
    ),
)
