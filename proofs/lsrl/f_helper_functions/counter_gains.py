r"""The gain that the counter of F.7 takes: it is exact if and only if mu (1 - cos(pi/n)) >= 1.

The counter turns a vector by $2 \pi/n$ and compares it with the n places: at the count the dot
product exceeds the threshold $\cos(\pi/n)$ by $1 - \cos(\pi/n)$, elsewhere it does not reach it.
The step of gain mu gives 1 there if and only if $\mu (1 - \cos(\pi/n)) \ge 1$. So a fixed gain
serves finitely many n, and for the listing's 1000 and 2 n places the last is n = 35.
"""

from flint import fmpq

from constructions.lsrl import ForEach, Input
from constructions.lsrl.helpers import f_modulo_counter
from constructions.lsrl.helpers.counters import count_by_rotation
from proofs.lsrl import PAPER
from proofs.lsrl.f_helper_functions.counters import (
    LATE,
    SIZES,
    SOURCE,
    WEAK,
    Counter,
    cosines,
    counts,
)
from proofs.lsrl.f_helper_functions.rotating_vector import InNumbers, at_every_token
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    Source,
    Unequal,
    Verdict,
    certificate,
    check,
    symbolic,
    to_fraction,
)


@check("exact")
def check_gains(counter):
    """The counter is exact exactly where the condition says so, on both sides of it."""
    for n in SIZES[1:]:
        least = _least_integer_gain(n)
        for mu in (fmpq(least), fmpq(least) - 1, fmpq(2 * least - 1, 2)):
            if mu <= 0:
                continue
            works = counts(lambda x, n=n, mu=mu: f_modulo_counter(x, n, mu), n) is None
            if works != (counter.reach(mu, cosines(n)) >= 1):
                told = ("wrong", "exact") if works else ("exact", "wrong")
                return Evidence.refuted(Counterexample({"n": n, "mu": to_fraction(mu)}, *told))
    return Evidence.holds("n = 2, 3, 4, 5, 7, 8; gains within 1 of the least")


def _least_integer_gain(n):
    mu = 1
    while Counter().reach(fmpq(mu), cosines(n)) < 1:
        mu += 1
    return mu


def says_gain(counter, w):
    """At every token q n + r the counter is r min(1, what its indicator reaches), for every n >= 2.

    So it is r at every token where that is 1 or more, and elsewhere only where r is 0.
    """
    n, mu = w.size("n", least=2), w.number("mu", positive=True, small=True)
    numbers = InNumbers(w)
    found, reach = counter.count(numbers, n, mu), symbolic(counter.reach(mu, numbers.cosines(n)))
    enough = AtMost(1, reach)

    def said(r, t):
        value = found(t)
        right = Equal(value, r)
        fails = Implies(AtMost(1, r), Implies(right, enough))
        return All((Equal(value, r * reach.minimum(1)), Implies(enough, right), fails))

    return at_every_token(w, n, said)


@check("exact")
def check_one_gain_for_all(mu):
    """At this mu the counter is exact for each n up to 12, the second token included."""
    for n in range(2, 13):
        found = ForEach(f_modulo_counter(Input(1), n, mu))([[0], [0]])[1, 0]
        if found != 1:
            at = {"mu": mu, "n": n, "t": 1}
            return Evidence.refuted(Counterexample(at, "1", f"{found} = mu (1 - cos(pi/{n})) < 1"))
    return Evidence.holds("n = 2, ..., 12; the tokens 0 and 1")


def says_last(limits, w):
    """Up to the last n the counter modulo 2 n is right at every token, and beyond it fails.

    There it is not r at any token q 2 n + r with r >= 1. The subject is the gain, and that n.
    """
    mu, last = limits
    n = w.size("n")
    found = count_by_rotation(InNumbers(w), 2 * n, mu)

    def said(r, t):
        value = found(t)
        right = Implies(AtMost(n, last), Equal(value, r))
        fails = Implies(AtMost(last + 1, n), Implies(AtMost(1, r), Unequal(value, r)))
        return All((right, fails))

    return at_every_token(w, 2 * n, said)


@check("exact")
def check_last_size(limits):
    """At this mu the listing's counter modulo 2 n is exact at this n and not at the next.

    The program is run on two tokens.
    """
    mu, last = limits
    for n, wanted in ((last, True), (last + 1, False)):
        found = ForEach(f_modulo_counter(Input(1), 2 * n, mu))([[0], [0]])[1, 0]
        if (found == 1) != wanted:
            at = {"mu": mu, "n": n, "t": 1}
            told = ("not 1", "1")
            return Evidence.refuted(Counterexample(at, told[wanted], told[not wanted]))
    return Evidence.holds(f"mu = {mu}; n = {last} and {last + 1}")


gains = Claim(
    id="lsrl/f-modulo-mu",
    title="f_modulo_counter is exact if and only if mu (1 - cos(pi/n)) >= 1",
    source=SOURCE,
    statement=r"y_t = (t \bmod n) \min\big(1, \mu (1 - \cos(\pi/n))\big), \qquad"
    r" y_t = t \bmod n \ \forall t \iff \mu (1 - \cos(\pi/n)) \ge 1 \quad (n \ge 2)",
    subject=Counter(),
    says=says_gain,
    checks=(certificate(says_gain, proof=("turned_vector.v", "rotating_vector.v")), check_gains),
    mutants=(
        Mutant(
            "full-angle",
            Counter(reach=lambda mu, cos: mu * (1 - cos(2))),
            "2 pi/n for pi/n",
        ),
        Mutant("half", Counter(reach=lambda mu, cos: 2 * mu * (1 - cos(1))), "1/2 for 1"),
        Mutant("always", WEAK, "any mu"),
    ),
    late=LATE,
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
    says=says_last,
    checks=(
        certificate(says_last, proof=("turned_vector.v", "last_size.v")).killing("gain-one"),
        check_last_size,
    ),
    mutants=(
        Mutant("one-more", (1000, 36), "n = 36"),
        Mutant("one-less", (1000, 34), "n = 34"),
        Mutant("gain-one", (1, 35), "a gain of 1"),
    ),
    new=True,
)
