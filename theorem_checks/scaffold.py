"""A first claim, that runs as it stands: verify it, then put your own in its place.

A claim is a precise statement about a *subject*: a formula, some weights, an algorithm. A check
takes a subject and returns Evidence. It is run on the subject of the claim, which it should
confirm, and on every *mutant*, a near-miss that it has to refute: so a check shows that it can
fail.
"""

from collections.abc import Callable
from itertools import product

from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

Weight = Callable[[int, int], int]
DECAYS, LAGS = range(-3, 4), range(6)


def weight(a: int, lag: int) -> int:
    """Return how much the state of h_t = a h_{t-1} + x_t keeps of an input `lag` steps back."""
    return a**lag


# An 'exact' check computes with exact numbers at the sizes that it names, and so may say at most
# HOLDS. The other kinds are 'proof', 'solver', 'bound', 'search', 'sample' and 'experiment'.
@check("exact")
def check_against_the_recurrence(weight: Weight) -> Evidence:
    """Feed in a single 1, let the recurrence run, and compare."""
    for a, lag in product(DECAYS, LAGS):
        state = 1
        for _ in range(lag):
            state = a * state
        if weight(a, lag) != state:
            at = {"a": a, "lag": lag}
            return Evidence.refuted(Counterexample(at, f"{weight(a, lag)}", f"{state}"))
    return Evidence.holds("integers |a| <= 3, lags up to 5")


# A second check looks at the same subject from another side. It must kill every mutant, unless
# it names those that it can: @check("exact", kills=("off-by-one",)).
@check("exact")
def check_lags_add(weight: Weight) -> Evidence:
    """Forgetting over s and then t steps is forgetting over s + t steps."""
    for a, s, t in product(DECAYS, LAGS, LAGS):
        whole, parts = weight(a, s + t), weight(a, s) * weight(a, t)
        if whole != parts:
            at = {"a": a, "s": s, "t": t}
            return Evidence.refuted(Counterexample(at, f"{parts}", f"{whole}"))
    return Evidence.holds("integers |a| <= 3, lags up to 5 + 5")


LINEAR_RECURRENCE = Claim(
    id="my-paper/linear-recurrence",
    title="A linear recurrence weighs an input by a power of its decay",
    source=Source("My paper", "Theorem 1"),
    statement=r"h_t = \sum_{s \le t} a^{t-s} x_s",
    assumptions=(r"$h_t = a h_{t-1} + x_t$ and $h_0 = 0$",),
    subject=weight,
    checks=(check_against_the_recurrence, check_lags_add),
    mutants=(
        Mutant("off-by-one", lambda a, lag: a ** (lag + 1), "decays once too often"),
        Mutant("product", lambda a, lag: a * lag, "multiplies where it should raise to a power"),
    ),
    expect=Verdict.HOLDS,
)
