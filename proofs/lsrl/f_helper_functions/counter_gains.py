r"""The gain that the counter of F.7 takes: it is exact if and only if mu (1 - cos(pi/n)) >= 1.

The counter turns a vector by $2 \pi/n$ and compares it with the n places: at the count the dot
product exceeds the threshold $\cos(\pi/n)$ by $1 - \cos(\pi/n)$, elsewhere it does not reach it.
The step of gain mu gives 1 there if and only if $\mu (1 - \cos(\pi/n)) \ge 1$. So a fixed gain
serves finitely many n, and for the listing's 1000 and 2 n places the last is n = 35, by enclosures
of the cosine on both sides.
"""

from flint import fmpq

from constructions.lsrl import ForEach, Input
from constructions.lsrl.helpers import f_modulo_counter
from proofs.lsrl import PAPER
from proofs.lsrl.f_helper_functions.counters import SIZES, SOURCE, WEAK, Counter, cosines, counts
from proofs.lsrl.f_helper_functions.rotating_vector import (
    indicator_at_every_gain,
    position_at_every_token,
    separated_at_every_size,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Engine,
    Evidence,
    Mutant,
    Route,
    Source,
    Verdict,
    all_of,
    check,
    to_fraction,
)


@check("exact")
def check_gains(counter):
    """The counter is exact just where the condition says so, on both sides of it."""
    for n in SIZES[1:]:
        least = _least_integer_gain(n)
        for mu in (fmpq(least), fmpq(least) - 1, fmpq(2 * least - 1, 2)):
            if mu <= 0:
                continue
            works = counts(lambda x, n=n, mu=mu: f_modulo_counter(x, n, mu), n) is None
            if works != bool(counter.enough(mu, cosines(n))):
                told = ("wrong", "exact") if works else ("exact", "wrong")
                return Evidence.refuted(Counterexample({"n": n, "mu": to_fraction(mu)}, *told))
    return Evidence.holds("n = 2, 3, 4, 5, 7, 8; gains within 1 of the least")


def _least_integer_gain(n):
    mu = 1
    while not Counter().enough(fmpq(mu), cosines(n)):
        mu += 1
    return mu


@check("proof")
def check_every_gain(counter):
    """For all mu > 0 and n >= 2 the count's indicator is 1 if and only if the gain is enough."""
    return all_of(
        {
            "positions": position_at_every_token(counter.rotation),
            "threshold": separated_at_every_size(counter.threshold),
            "gain": indicator_at_every_gain(counter.enough),
        },
        "every n >= 2 and mu > 0; at t = 1 the counter is the indicator itself",
    )


@check("exact")
def check_one_gain_for_all(mu):
    """At this mu the counter is exact for each n up to 12, the second token included."""
    for n in range(2, 13):
        found = ForEach(f_modulo_counter(Input(1), n, mu))([[0], [0]])[1, 0]
        if found != 1:
            at = {"mu": mu, "n": n, "t": 1}
            return Evidence.refuted(Counterexample(at, "1", f"{found} = mu (1 - cos(pi/{n})) < 1"))
    return Evidence.holds("n = 2, ..., 12; the tokens 0 and 1")


@check("bound")
def check_last_size(limits):
    """At this mu the listing's counters, of n and 2 n, are exact up to this n and not beyond.

    The program of the counter modulo 2 n is run on two tokens, at this n and the next.
    """
    mu, last = limits
    for n, wanted in ((last, True), (last + 1, False)):
        found = ForEach(f_modulo_counter(Input(1), 2 * n, mu))([[0], [0]])[1, 0]
        if (found == 1) != wanted:
            at = {"mu": mu, "n": n, "t": 1}
            told = ("not 1", "1")
            return Evidence.refuted(Counterexample(at, told[wanted], told[not wanted]))
    return Evidence.argued(
        "1 - cos(pi/2n) falls with n; lsrl/f-modulo-mu",
        scope=f"mu = {mu}, every n",
        routes=(Route.deciding(f"exact runs at n = {last} and {last + 1}", Engine.CYCLOTOMIC),),
    )


gains = Claim(
    id="lsrl/f-modulo-mu",
    title="f_modulo_counter is exact if and only if mu (1 - cos(pi/n)) >= 1",
    source=SOURCE,
    statement=r"y_t = t \bmod n \ \forall t \iff \mu (1 - \cos(\pi/n)) \ge 1 \quad (n \ge 2)",
    subject=Counter(),
    checks=(check_every_gain, check_gains),
    mutants=(
        Mutant(
            "full-angle",
            Counter(enough=lambda mu, cos: mu * (1 - cos(2)) >= 1),
            "2 pi/n for pi/n",
        ),
        Mutant("half", Counter(enough=lambda mu, cos: 2 * mu * (1 - cos(1)) >= 1), "1/2 for 1"),
        Mutant("always", WEAK, "any mu"),
    ),
    repairs=("lsrl/new-modulo-one-gain",),
    notes="Where the gain is too small the entry of the count is mu (1 - cos(pi/n)), the others are"
    " 0: the counter is right where it counts 0 and nowhere else.",
)

one_gain = Claim(
    id="lsrl/new-modulo-one-gain",
    title="At mu = 10, as in Figure 1, f_modulo_counter is x mod divisor for every divisor",
    source=SOURCE,
    statement=r"\forall n: \ y_t = t \bmod n",
    assumptions=("read with one gain for all divisors; any other gain fails too, further out",),
    subject=10,
    checks=(check_one_gain_for_all,),
    controls=(Control("enough", 30, "a gain that is enough for all n up to 12"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/f-modulo-mu",
    new=True,
)

last_size = Claim(
    id="lsrl/new-lst2-longest",
    title="At mu = 1000 the counters of Listing 2 are exact up to n = 35",
    source=Source(PAPER, "Listing 2 with App. F.7, beyond the text"),
    statement=r"1000 \big(1 - \cos(\pi/2n)\big) \ge 1 \iff n \le 35",
    subject=(1000, 35),
    checks=(check_last_size,),
    mutants=(
        Mutant("one-more", (1000, 36), "n = 36"),
        Mutant("one-less", (1000, 34), "n = 34"),
    ),
    new=True,
)
