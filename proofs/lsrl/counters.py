r"""The counter of F.7: exact if and only if mu (1 - cos(pi/n)) >= 1.

The angles are multiples of pi/n, so that at each size all numbers are real cyclotomic and their
signs decided; `turning` proves what holds at every size.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp
from flint import fmpq

from constructions.lsrl import ForEach, Input, Lin, LinState, Matrix, cos_turn, sin_turn
from constructions.lsrl.helpers import (
    f_larger,
    f_modulo_counter,
    f_modulo_counter_by_shift,
    position_in_turn,
)
from proofs.lsrl import PAPER
from proofs.lsrl.turning import (
    indicator_at_every_gain,
    position_at_every_token,
    runner_up_at_every_size,
    separated_at_every_size,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Route,
    Source,
    Verdict,
    all_of,
    check,
    iff,
    prove_by_induction,
    prove_for_all,
    prove_identity,
    reals,
    to_fraction,
    where,
)

SIZES = (1, 2, 3, 4, 5, 7, 8)


def cosines(n):
    """Return the function of j that is cos(j pi/n), exactly."""
    return lambda j: cos_turn(j, 2 * n)


def clockwise(c, s):
    """Return the rows of the rotation by an angle, from its cosine and sine."""
    return ((c, -s), (s, c))


@dataclass(frozen=True)
class Counter:
    """The helper, by its parts: what a careless author may write otherwise.

    `rotation(c, s)` are the rows of R; `threshold(cos)` and `enough(mu, cos)` are functions of
    `cos(j)`, which is cos(j pi/n); the entry of the one-hot vector for count j has the weight
    `j + first`.
    """

    rotation: Callable[..., Any] = clockwise
    threshold: Callable[..., Any] = lambda cos: cos(1)
    enough: Callable[..., Any] = lambda mu, cos: mu * (1 - cos(1)) >= 1
    first: int = 0

    def write(self, x, n, mu):
        """Write the counter of these parts."""
        c, s = cos_turn(1, n), sin_turn(1, n)
        rows = [list(row) for row in self.rotation(c, s)]
        cycler = LinState(x, rows, Matrix.zeros(2, x.dim), init_state=[c, -s])
        dots = Lin(cycler, [[cos_turn(k, n), sin_turn(k, n)] for k in range(n)])
        one_hot = f_larger(dots, self.threshold(cosines(n)), mu)
        return Lin(one_hot, [list(range(self.first, self.first + n))])


def counts(node_of, n):
    """Return the first token, of 2 n + 1, at which the program is not t mod n, and its value."""
    outputs = ForEach(node_of(Input(1)))([[0]] * (2 * n + 1))[:, 0]
    return next(((t, y) for t, y in enumerate(outputs) if y != t % n), None)


@check("exact")
def check_counter(counter):
    """At mu = 1000 the program is t mod n for 2 n + 1 tokens."""
    for n in SIZES:
        if wrong := counts(lambda x, n=n: counter.write(x, n, 1000), n):
            t, found = wrong
            at = {"n": n, "t": t, "mu": 1000}
            return Evidence.refuted(Counterexample(at, str(t % n), str(found)))
    return Evidence.holds("mu = 1000; n = 1, 2, 3, 4, 5, 7, 8; two turns")


@check("exact")
def check_is_the_helper(counter):
    """The program of these parts is, node for node, the helper: n = 1, ..., 8."""
    for n in SIZES:
        ours, helper = (
            ForEach(write(Input(1), n, 7)) for write in (counter.write, f_modulo_counter)
        )
        if ours != helper:
            at = {"n": n, "mu": 7}
            return Evidence.refuted(Counterexample(at, "the same program", "another one"))
    return Evidence.holds("n = 1, 2, 3, 4, 5, 7, 8")


@check("proof")
def check_every_size(counter):
    """At every n and t just the indicator of t mod n is 1, if the gain is enough, and weighs so."""
    place = sp.Symbol("j", integer=True, nonnegative=True)
    return all_of(
        {
            "positions": position_at_every_token(counter.rotation),
            "threshold": separated_at_every_size(counter.threshold),
            "gain": indicator_at_every_gain(counter.enough),
            "weights": prove_identity(place, place + counter.first),
        },
        "every n >= 1, every t, every mu that is enough",
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
    return Evidence.proved(
        f"mu = {mu}, every n",
        routes=(Route(f"exact runs at n = {last} and {last + 1}", "real cyclotomic numbers"),),
        rests_on=("1 - cos(pi/2n) falls with n; lsrl/f-modulo-mu",),
    )


@check("exact")
def check_dot_products(runner_up):
    """At each token the largest dot product is 1, at the count, and the next is the runner-up."""
    for n in (2, 3, 4, 5, 8):
        wanted = runner_up(cosines(n))
        rows = ForEach(position_in_turn(Input(1), n))([[0]] * (n + 1))
        for t, row in enumerate(rows):
            values = list(row)
            top = values.pop(t % n)
            best = values[0]
            for value in values[1:]:
                best = value if value > best else best
            if top != 1 or best != wanted:
                return Evidence.refuted(
                    Counterexample({"n": n, "t": t}, f"1, {wanted}", f"{top}, {best}")
                )
    return Evidence.holds("n = 2, 3, 4, 5, 8; n + 1 tokens")


@check("proof")
def check_runner_up_at_every_size(runner_up):
    """For every n >= 2 no other dot product exceeds the runner-up, and the next place has it."""
    return runner_up_at_every_size(runner_up)


@check("exact")
def check_threshold(threshold):
    """Just the dot product of the current count is above the threshold: n = 1, ..., 8."""
    for n in range(1, 9):
        row = list(ForEach(position_in_turn(Input(1), n))([[0]])[0])
        above = [k for k, value in enumerate(row) if value > threshold(cosines(n))]
        if above != [0]:
            return Evidence.refuted(Counterexample({"n": n, "t": 0}, "[0]", str(above)))
    return Evidence.holds("n = 1, ..., 8; the first token")


@check("proof")
def check_threshold_at_every_size(threshold):
    """For every n >= 1 the dot product exceeds the threshold at the count and nowhere else."""
    return separated_at_every_size(threshold)


@dataclass(frozen=True)
class Shift:
    """The counter by a cyclic shift, by its parts.

    At each step entry j takes the value of entry j - `step`; the state starts with its 1 at the
    entry `start(n)`; entry j weighs j. `write` is the helper.
    """

    write_node: Callable[..., Any] = f_modulo_counter_by_shift
    step: int = 1
    start: Callable[..., Any] = lambda n: n - 1

    def write(self, x, n, _mu):
        """Write the helper; it has no gain."""
        return self.write_node(x, n)


entry, time, size = reals("j t n")


@check("proof")
def check_shift_at_every_size(shift):
    """If the 1 is at t mod n before a step, it is at (t + 1) mod n after it; first it is at 0."""

    def is_at(place):
        return where(entry == place, 1, 0)

    def read(place, wanted):
        """The entry j of the next state is 1 just if j is the wanted place."""
        source = where(entry >= shift.step, entry - shift.step, entry - shift.step + size)
        return iff(where(source == place, 1, 0) == 1, is_at(wanted) == 1)

    inside = [size >= 1, entry >= 0, entry <= size - 1]
    wrapped = where(time + 1 == size, 0, time + 1)
    now = [time >= 0, time <= size - 1, (time + 1 == size) | (time + 2 <= size)]
    whole = [(entry == 0) | (entry >= 1)]
    return prove_by_induction(
        base=prove_for_all(read(shift.start(size), 0 * size), assume=inside + whole),
        step=prove_for_all(read(time, wrapped), assume=inside + whole + now),
        variable="t",
        scope="every n >= 1, every token",
    )


def from_one(x, n):
    """Count from 1 to n."""
    return f_modulo_counter_by_shift(x, n) + 1


SOURCE = Source(PAPER, "App. F.7")
LATE = Counter(threshold=lambda cos: cos(3))
FLIPPED = Counter(rotation=lambda c, s: ((c, s), (s, c)))
WEAK = Counter(enough=lambda mu, cos: mu > 0)

counter = Claim(
    id="lsrl/f-modulo-counter",
    title="f_modulo_counter is t mod n at token t = 0, 1, ..., for every n",
    source=SOURCE,
    statement=r"y_t = t \bmod n",
    assumptions=(r"$n = 1$, or $\mu (1 - \cos(\pi/n)) \ge 1$, which the text does not say",),
    subject=Counter(),
    checks=(
        check_every_size,
        check_is_the_helper.killing("from-one", "late", "flipped"),
        check_counter.killing("from-one", "late", "flipped"),
    ),
    mutants=(
        Mutant("from-one", Counter(first=1), "counts from 1"),
        Mutant("late", LATE, "3 pi/n for pi/n: the runner-up counts too"),
        Mutant("flipped", FLIPPED, "a rotation without its minus sign, as in a copy of the text"),
        Mutant("any-gain", WEAK, "for every mu"),
    ),
    notes="Which gain is enough: lsrl/f-modulo-mu. No gain is for all n: lsrl/new-modulo-one-gain.",
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

second = Claim(
    id="lsrl/f-modulo-second",
    title="The largest dot product is 1 and the next cos(2 pi/n)",
    source=Source(PAPER, "App. F.7, line 26"),
    statement=r"\max_{k \ne t} \cos(2\pi(k - t)/n) = \cos(2\pi/n)",
    assumptions=(r"$n \ge 2$",),
    subject=lambda cos: cos(2),
    checks=(check_runner_up_at_every_size, check_dot_products),
    mutants=(
        Mutant("half-angle", lambda cos: cos(1), "pi/n"),
        Mutant("twice", lambda cos: cos(4), "4 pi/n"),
    ),
)

threshold_printed = Claim(
    id="lsrl/f-modulo-threshold",
    title="A threshold at 1 - cos(angle/2) gives the indicators of the count",
    source=Source(PAPER, "App. F.7, line 27"),
    statement=r"\cos(2\pi k/n) > 1 - \cos(\pi/n) \iff k = 0",
    subject=lambda cos: 1 - cos(1),
    checks=(check_threshold,),
    controls=(Control("code", lambda cos: cos(1), "cos(angle/2), as in line 28"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-modulo-threshold",
    notes="Of all n only 3 and 4 are right. The code below the comment has cos(angle/2).",
)

threshold = Claim(
    id="lsrl/new-modulo-threshold",
    title="A threshold at cos(angle/2) gives the indicators of the count",
    source=Source(PAPER, "App. F.7, line 28"),
    statement=r"\cos(2\pi k/n) > \cos(\pi/n) \iff k = 0",
    assumptions=(r"$n \ge 1$, $0 \le k < n$",),
    subject=lambda cos: cos(1),
    checks=(check_threshold_at_every_size, check_threshold),
    mutants=(
        Mutant("printed", lambda cos: 1 - cos(1), "line 27"),
        Mutant("full-angle", lambda cos: cos(4), "a wider angle"),
    ),
    repairs=("lsrl/f-modulo-threshold",),
    new=True,
)

shift = Claim(
    id="lsrl/rot-cyclic",
    title="A cyclic shift counts modulo n with entries 0 and 1, for every n and without mu",
    source=Source(PAPER, "App. F.7, repaired"),
    statement=r"s_t = P s_{t-1},\ s_0 = e_n \implies s_t = e_{t \bmod n}",
    subject=Shift(),
    checks=(
        check_shift_at_every_size.killing("by-two", "from-first"),
        check_counter.killing("from-one"),
    ),
    mutants=(
        Mutant("from-one", Shift(from_one), "counts from 1"),
        Mutant("by-two", Shift(step=2), "moves by two places"),
        Mutant("from-first", Shift(start=lambda n: 0 * n), "starts at the first place"),
    ),
    new=True,
)
