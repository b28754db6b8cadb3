"""Which constants Listing 2 takes: the gain of its steps, and the lam of its conditionals.

At a token of the query the condition of line 19 is f_step(1/2), which is 1 if and only if mu is at
least 2; with that gain each step of a run is right, by the same proof as for the printed one. Line
35 silences a counter of all tokens by lam, so that lam has to be as large as the counter gets: for
K pairs of one token 2 K - 1, which is found on runs with K up to 5.
"""

from fractions import Fraction
from functools import partial

from constructions.lsrl.helpers import f_ifelse, f_step
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.listing_2 import FROM_ZERO, compared, decided_for_all
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    ForReals,
    Mutant,
    Source,
    Verdict,
    all_of,
    certificate,
    check,
    iff,
    proof_of,
)

HALF = Fraction(1, 2)


def says_needed(enough, w):
    """Line 19 keeps the tokens of the query if and only if the gain is enough.

    At a token of the query its condition is f_step(1/2 - 0). For every lam that is at least x.
    """
    lam, mu, token = w.reals("lam mu x")
    w.assume(mu > 0)
    w.assume(token > 0)
    w.assume(lam >= token)
    kept = f_ifelse(f_step(HALF + 0 * mu, mu), token, 0 * token, lam)
    return ForReals(iff(kept == token, enough(mu)))


@check("solver")
def check_gain_enough(enough):
    """At the least gain, and at gains beyond, the program does each step of a run rightly; n = 1.

    The least is found by halving an interval in which the condition changes.
    """
    low, high = Fraction(0), Fraction(16)
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    parts = {
        f"mu = {gain}": decided_for_all(partial(FROM_ZERO, mu=gain), (1,))
        for gain in (high, high + HALF)
    }
    return all_of(parts, f"n = 1; mu = {high} and larger gains")


@check("exact")
def check_least_lam(least):
    """With n = 1 and K pairs of tokens up to K, all keys are found at this lam and not at one less.

    Pairs k, K + 1 - k for k = 1, ..., K; K = 3, 4, 5.
    """
    for K in range(3, 6):
        pairs = [((k,), (K + 1 - k,)) for k in range(1, K + 1)]
        cases = [(key, pairs) for key, _ in pairs]
        for value, wanted in ((least(K), True), (least(K) - 1, False)):
            write = partial(FROM_ZERO, counters="shift", lam=value)
            if (compared(write, 1, cases) is None) != wanted:
                at = {"n": 1, "pairs": K, "lam": value}
                told = ("not enough", "enough")
                return Evidence.refuted(Counterexample(at, told[wanted], told[not wanted]))
    return Evidence.holds("n = 1; K = 3, 4, 5 pairs; the original f_ifelse")


def from_two(mu):
    """Return whether a gain is 2 at least."""
    return mu >= 2


def from_two_and_not_far(mu):
    """Return whether a gain is 2 at least, and no billion."""
    return (mu >= 2) & (mu <= 10**9)


TOO_SMALL = (
    Mutant("one", lambda mu: mu >= 1, "mu >= 1, as for integers and bits elsewhere"),
    Mutant("three-halves", lambda mu: mu >= Fraction(3, 2), "3/2"),
)
SOURCE = Source(PAPER, "Listing 2, beyond the text")

gain = Claim(
    id="lsrl/new-lst2-gain",
    title="Listing 2 with indices from 0 needs mu >= 2: else line 19 does not keep the query",
    source=SOURCE,
    statement=r"\mathrm{f\_ifelse}[\mathrm{f\_step}(1/2), x, 0] = x \iff \mu \ge 2",
    assumptions=(r"$0 < x \le \lambda$, $\mu > 0$",),
    subject=from_two,
    says=says_needed,
    checks=(proof_of(says_needed), certificate(says_needed).killing("one", "four")),
    late=(Mutant("far", from_two_and_not_far, "a gain of more than a billion is none"),),
    mutants=(*TOO_SMALL, Mutant("four", lambda mu: mu >= 4, "a larger one")),
    new=True,
    notes="That it is enough: lsrl/new-lst2-gain-enough for runs of n = 1, lsrl/new-lst2-formulas"
    " for the formulas at every n.",
)

gain_enough = Claim(
    id="lsrl/new-lst2-gain-enough",
    title="mu = 2 is enough for Listing 2 with indices from 0, at n = 1",
    source=SOURCE,
    statement=r"\mu \ge 2 \implies \text{each step of a run is right}",
    assumptions=("n = 1 and the gains listed, counters by shift",),
    subject=from_two,
    checks=(check_gain_enough,),
    mutants=TOO_SMALL,
    new=True,
)

least_lam = Claim(
    id="lsrl/new-lst2-lam",
    title="Listing 2 needs a lam as large as its prompt is long: 2 K - 1 for K pairs of one token",
    source=SOURCE,
    statement=r"\text{right for all keys} \iff \lambda \ge 2 K - 1",
    assumptions=(r"$n = 1$, K pairs of tokens up to K; the K listed",),
    subject=lambda K: 2 * K - 1,
    checks=(check_least_lam,),
    mutants=(
        Mutant("tokens", lambda K: K + 1, "as large as the tokens"),
        Mutant("longer", lambda K: 2 * K + 1, "one for each token of the run"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="Line 35 silences a counter of all tokens. So at a fixed lam only prompts of so many"
    " tokens can be read, whatever the tokens are.",
)
