"""A first claim, that runs as it stands: verify it, then put your own in its place.

A claim is a precise statement about a *subject*: a formula, some weights, an algorithm. What it
`says` is data, made from the subject and a *world* of symbols; a proof concludes just that. Each
check is run on the subject of the claim, which it should confirm, and on every *mutant*, a
near-miss that it has to refute: so a check shows that it can fail.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import assume

from theorem_checks import (
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Mutant,
    Source,
    World,
    agree,
    check,
    instances_of,
    proof_of,
    rationals,
    search,
    sizes,
)

Formula = Callable[[Any, Any], Any]


def state(a: Any, t: Any) -> Any:
    """Return the state after t steps of h_t = a h_{t-1} + 1, in numbers or in symbols."""
    return (1 - a**t) / (1 - a)


# What the claim says. The world gives symbols to the proof, and numbers to the instances; it has
# sizes, numbers, arrays, sequences and machines, too, see docs/statements.md.
def says(state: Formula, world: World) -> Conclusion:
    """The formula is the recurrence's value, for every leak from 0 to below 1 and every t."""
    a = world.number("a", least=0, below=1)
    h = world.recurrence("h", 0, lambda h, t: a * h[t] + 1)
    return world.for_all("t", lambda t: Equal(h[t], world.call(state, a, t)))


# What cannot be said as data, or what is to be run, is a check of your own; beside a proof it is a
# second opinion, and alone it ends ARGUED or HOLDS. Its kind is 'proof', 'exact', 'solver',
# 'bound', 'search', 'sample' or 'experiment'. A 'search' tries exact instances, and shrinks what
# fails to a smallest counterexample. A check must kill every mutant, unless it names those that it
# can, by @check("search", kills=("never-forgets",)).
@check("search")
def check_by_running(state: Formula) -> Evidence:
    """Run the recurrence in exact arithmetic, and compare, for other leaks, too."""

    def holds(a: Fraction, t: int) -> Any:
        assume(a != 1)  # an instance that does not meet the assumptions is not counted
        h = Fraction(0)
        for _ in range(t):
            h = a * h + 1
        return agree(state(a, t), h)

    return search({"a": rationals(), "t": sizes(least=0, most=8)}, holds)


# The verdict that is expected is PROVED, as the claim says what it says. Write expect=Verdict.HOLDS
# for what is only tried, expect=Verdict.ARGUED for what words conclude from proofs of its parts, or
# Verdict.REFUTED for what is wrong in print; then the claim needs a control, a subject that is
# right. A late mutant agrees with the subject on all that is tried: no check may prove it.
LEAKY_SUM = Claim(
    id="my-paper/leaky-sum",
    title="A leaky sum of ones is a geometric series",
    source=Source("My paper", "Lemma 1"),
    statement=r"h_t = \frac{1 - a^t}{1 - a}",
    assumptions=(r"$h_0 = 0$ and $h_t = a h_{t-1} + 1$", r"$0 \le a < 1$"),
    subject=state,
    says=says,
    checks=(proof_of(says), instances_of(says), check_by_running),
    mutants=(
        Mutant("off-by-one", lambda a, t: (1 - a ** (t + 1)) / (1 - a), "counts a step too many"),
        Mutant("never-forgets", lambda _, t: t, "sums without the leak"),
    ),
    late=(Mutant("from-90-on", lambda a, t: state(a, t if t < 90 else t + 1), "slips far out"),),
)
