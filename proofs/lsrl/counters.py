r"""The counter of F.7: exact if and only if mu (1 - cos(pi/n)) >= 1.

The angles are multiples of pi/n, so that all numbers are real cyclotomic and their signs decided.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.lsrl import ForEach, Input, Lin, cos_turn
from constructions.lsrl.helpers import (
    f_larger,
    f_modulo_counter,
    f_modulo_counter_by_shift,
    position_in_turn,
)
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
)

SIZES = (1, 2, 3, 4, 5, 7, 8)


def counts(node_of, n):
    """Return whether the program counts t mod n at 2 n + 1 tokens, and the first t that fails."""
    program = ForEach(node_of(Input(1)))
    outputs = program([[0]] * (2 * n + 1))[:, 0]
    return next((t for t, y in enumerate(outputs) if y != t % n), None)


@check("exact")
def check_counter(counter):
    """At mu = 1000 the counter is t mod n for 2 n + 1 tokens, n = 1, ..., 8."""
    for n in SIZES:
        wrong = counts(lambda x, n=n: counter(x, n, 1000), n)
        if wrong is not None:
            at = {"n": n, "t": wrong, "mu": 1000}
            return Evidence.refuted(Counterexample(at, str(wrong % n), "another value"))
    return Evidence.holds("mu = 1000; n = 1, 2, 3, 4, 5, 7, 8; two turns")


@check("exact")
def check_gains(enough):
    """The counter is exact just where mu (1 - cos(pi/n)) >= 1 says so, on both sides of it."""
    for n in SIZES[1:]:
        least = _least_integer_gain(n)
        for mu in (Fraction(least), Fraction(least) - 1, Fraction(least) - Fraction(1, 2)):
            if mu <= 0:
                continue
            works = counts(lambda x, n=n, mu=mu: f_modulo_counter(x, n, mu), n) is None
            if works != enough(mu, n):
                at = {"n": n, "mu": mu}
                told = ("wrong", "exact")
                return Evidence.refuted(Counterexample(at, told[enough(mu, n)], told[works]))
    return Evidence.holds("n = 2, 3, 4, 5, 7, 8; gains within 1 of the least")


def _least_integer_gain(n):
    mu = 1
    while not is_enough(mu, n):
        mu += 1
    return mu


def is_enough(mu, n, turns=1, factor=1):
    """Say whether factor mu (1 - cos(turns pi/n)) >= 1, exactly."""
    mu = Fraction(mu) * factor
    return mu.numerator * (1 - cos_turn(turns, 2 * n)) >= mu.denominator


@check("exact")
def check_last_size(limits):
    """At this mu the listing's counters, of n and 2 n, are exact up to this n and not beyond."""
    mu, last = limits
    for n, wanted in ((last, True), (last + 1, False)):
        if is_enough(mu, 2 * n) != wanted:
            at = {"mu": mu, "n": n}
            told = ("not enough", "enough")
            return Evidence.refuted(Counterexample(at, told[wanted], told[not wanted]))
    return Evidence.holds(f"mu = {mu}; n = {last} and {last + 1}, by the condition")


@check("exact")
def check_dot_products(runner_up):
    """At each token the largest dot product is 1, at the count, and the next is the runner-up."""
    for n in (2, 3, 4, 5, 8):
        rows = ForEach(position_in_turn(Input(1), n))([[0]] * (n + 1))
        for t, row in enumerate(rows):
            values = list(row)
            top = values.pop(t % n)
            best = values[0]
            for value in values[1:]:
                best = value if value > best else best
            if top != 1 or best != runner_up(n):
                return Evidence.refuted(
                    Counterexample({"n": n, "t": t}, f"1, {runner_up(n)}", f"{top}, {best}")
                )
    return Evidence.holds("n = 2, 3, 4, 5, 8; n + 1 tokens")


@check("exact")
def check_threshold(threshold):
    """Just the dot product of the current count is above the threshold: n = 1, ..., 8."""
    for n in range(1, 9):
        row = list(ForEach(position_in_turn(Input(1), n))([[0]])[0])
        above = [k for k, value in enumerate(row) if value > threshold(n)]
        if above != [0]:
            return Evidence.refuted(Counterexample({"n": n, "t": 0}, "[0]", str(above)))
    return Evidence.holds("n = 1, ..., 8; the first token")


@dataclass(frozen=True)
class Shift:
    """A counter without a gain, for the checks that give one."""

    write: Any = f_modulo_counter_by_shift

    def __call__(self, x, n, _mu):
        """Return the counter modulo n."""
        return self.write(x, n)


def late(x, n, mu):
    """Count from 0, one threshold too low: the runner-up counts too."""
    one_hot = f_larger(position_in_turn(x, n), cos_turn(3, 2 * n), mu)
    return Lin(one_hot, [list(range(n))])


def from_one(x, n, mu):
    """Count from 1 to n."""
    return f_modulo_counter(x, n, mu) + 1


SOURCE = Source(PAPER, "App. F.7")

counter = Claim(
    id="lsrl/f-modulo-counter",
    title="f_modulo_counter is t mod n at token t = 0, 1, ...",
    source=SOURCE,
    statement=r"y_t = t \bmod n",
    assumptions=(r"$\mu = 1000$, the sizes listed; each turn repeats the one before",),
    subject=f_modulo_counter,
    checks=(check_counter,),
    mutants=(
        Mutant("from-one", from_one, "counts from 1"),
        Mutant(
            "small-gain", lambda x, n, mu: f_modulo_counter(x, n, mu / Fraction(1000)), "mu = 1"
        ),
    ),
    expect=Verdict.HOLDS,
)

gains = Claim(
    id="lsrl/f-modulo-mu",
    title="f_modulo_counter is exact if and only if mu (1 - cos(pi/n)) >= 1",
    source=SOURCE,
    statement=r"y_t = t \bmod n \ \forall t \iff \mu (1 - \cos(\pi/n)) \ge 1 \quad (n \ge 2)",
    subject=is_enough,
    checks=(check_gains,),
    mutants=(
        Mutant("full-angle", lambda mu, n: is_enough(mu, n, turns=2), "2 pi/n for pi/n"),
        Mutant("half", lambda mu, n: is_enough(mu, n, factor=2), "1/2 for 1"),
        Mutant("always", lambda mu, n: True, "any mu"),
    ),
    expect=Verdict.HOLDS,
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
    expect=Verdict.HOLDS,
    new=True,
)

second = Claim(
    id="lsrl/f-modulo-second",
    title="The largest dot product is 1 and the next cos(2 pi/n)",
    source=Source(PAPER, "App. F.7, line 26"),
    statement=r"\max_{k \ne t} \cos(2\pi(k - t)/n) = \cos(2\pi/n)",
    assumptions=("the sizes listed",),
    subject=lambda n: cos_turn(1, n),
    checks=(check_dot_products,),
    mutants=(
        Mutant("half-angle", lambda n: cos_turn(1, 2 * n), "pi/n"),
        Mutant("twice", lambda n: cos_turn(2, n), "4 pi/n"),
    ),
    expect=Verdict.HOLDS,
)

threshold_printed = Claim(
    id="lsrl/f-modulo-threshold",
    title="A threshold at 1 - cos(angle/2) gives the indicators of the count",
    source=Source(PAPER, "App. F.7, line 27"),
    statement=r"\cos(2\pi k/n) > 1 - \cos(\pi/n) \iff k = 0",
    subject=lambda n: 1 - cos_turn(1, 2 * n),
    checks=(check_threshold,),
    controls=(Control("code", lambda n: cos_turn(1, 2 * n), "cos(angle/2), as in line 28"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-modulo-threshold",
    notes="Of all n only 3 and 4 are right. The code below the comment has cos(angle/2).",
)

threshold = Claim(
    id="lsrl/new-modulo-threshold",
    title="A threshold at cos(angle/2) gives the indicators of the count",
    source=Source(PAPER, "App. F.7, line 28"),
    statement=r"\cos(2\pi k/n) > \cos(\pi/n) \iff k = 0",
    assumptions=("n = 1, ..., 8",),
    subject=lambda n: cos_turn(1, 2 * n),
    checks=(check_threshold,),
    mutants=(
        Mutant("printed", lambda n: 1 - cos_turn(1, 2 * n), "line 27"),
        Mutant("full-angle", lambda n: cos_turn(2, n), "a wider angle"),
    ),
    expect=Verdict.HOLDS,
    repairs=("lsrl/f-modulo-threshold",),
    new=True,
)

shift = Claim(
    id="lsrl/rot-cyclic",
    title="A cyclic shift counts modulo n with entries 0 and 1, for every n and without mu",
    source=Source(PAPER, "App. F.7, repaired"),
    statement=r"s_t = P s_{t-1},\ s_0 = e_n \implies s_t = e_{t \bmod n}",
    assumptions=("the sizes listed; P^n = I makes it periodic",),
    subject=Shift(),
    checks=(check_counter,),
    mutants=(Mutant("from-one", from_one, "counts from 1"), Mutant("late", late, "too low")),
    expect=Verdict.HOLDS,
    new=True,
)
