"""A first claim, that runs as it stands: verify it, then put your own in its place.

A claim is a precise statement about a *subject*: a formula, some weights, an algorithm. A check
takes a subject and returns Evidence. It is run on the subject of the claim, which it should
confirm, and on every *mutant*, a near-miss that it has to refute: so a check shows that it can
fail.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import assume

from theorem_checks import (
    Claim,
    Evidence,
    Mutant,
    Source,
    agree,
    check,
    prove_recurrence,
    rationals,
    search,
    sizes,
    symbolic,
)

Formula = Callable[[Any, Any], Any]

a = sp.Symbol("a", real=True)
t = sp.Symbol("t", integer=True, nonnegative=True)


def state(a: Any, t: Any) -> Any:
    """Return the state after t steps of h_t = a h_{t-1} + 1, in numbers or in symbols."""
    return (1 - a**t) / (1 - a)


# A 'proof' is symbolic, for all values: functions are handed symbolic scalars, which compute, and
# refuse questions such as t == 3, that are not decided for all of them. A check must kill every
# mutant, unless it names those that it can, by @check("proof", kills=("never-forgets",)).
@check("proof")
def check_by_induction(state: Formula) -> Evidence:
    """The formula gives h_0 = 0, and its step from t to t + 1 is the recurrence."""
    return prove_recurrence(
        lambda t: state(symbolic(a), t),
        lambda h, _: a * h + 1,
        start=(0, 0),
        variable=t,
        assume=(sp.Ne(a, 1),),
    )


# A 'search' tries exact instances, and shrinks what fails to a smallest counterexample. At most
# it can say HOLDS. The other kinds are 'exact', 'solver', 'bound', 'sample' and 'experiment'.
@check("search")
def check_by_running(state: Formula) -> Evidence:
    """Run the recurrence in exact arithmetic, and compare."""

    def holds(a: Fraction, t: int) -> Any:
        assume(a != 1)  # an instance that does not meet the assumptions is not counted
        h = Fraction(0)
        for _ in range(t):
            h = a * h + 1
        return agree(state(a, t), h)

    return search({"a": rationals(), "t": sizes(least=0, most=8)}, holds)


# The verdict that is expected is ARGUED: engines decide the parts, and the docstring of the check
# says why these give the claim. For PROVED, write the statement as data, says=..., and prove it by
# a check that proof_of(says) makes. Write expect=Verdict.HOLDS, or Verdict.REFUTED for what is
# wrong in print; then the claim needs a control, a subject that is right.
LEAKY_SUM = Claim(
    id="my-paper/leaky-sum",
    title="A leaky sum of ones is a geometric series",
    source=Source("My paper", "Lemma 1"),
    statement=r"h_t = \frac{1 - a^t}{1 - a}",
    assumptions=(r"$h_0 = 0$ and $h_t = a h_{t-1} + 1$", r"$a \ne 1$"),
    subject=state,
    checks=(check_by_induction, check_by_running),
    mutants=(
        Mutant("off-by-one", lambda a, t: (1 - a ** (t + 1)) / (1 - a), "counts a step too many"),
        Mutant("never-forgets", lambda _, t: t, "sums without the leak"),
    ),
)
