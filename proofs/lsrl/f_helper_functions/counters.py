r"""The counter of F.7, by turning or by shifting: t mod n at each token.

The angles are multiples of pi/n, so that at each size all numbers are real cyclotomic and their
signs decided; `turning` proves what holds at every size. Which gain is enough: `counter_gains`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.lsrl import ForEach, Input, Lin, LinState, Matrix, cos_turn, sin_turn
from constructions.lsrl.helpers import (
    f_larger,
    f_modulo_counter,
    f_modulo_counter_by_shift,
)
from constructions.lsrl.helpers.counters import turn_by
from proofs.lsrl import PAPER
from proofs.lsrl.f_helper_functions.rotating_vector import (
    indicator_at_every_gain,
    position_at_every_token,
    separated_at_every_size,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    iff,
    prove_for_all,
    prove_identity,
    reals,
    where,
)

__all__ = [
    "SIZES",
    "SOURCE",
    "WEAK",
    "Counter",
    "Shift",
    "check_shift_at_every_size",
    "cosines",
    "counts",
]

SIZES = (1, 2, 3, 4, 5, 7, 8)


def cosines(n):
    """Return the function of j that is cos(j pi/n), exactly."""
    return lambda j: cos_turn(j, 2 * n)


@dataclass(frozen=True)
class Counter:
    """The helper, by its parts: what a careless author may write otherwise.

    `rotation(c, s)` are the rows of R; `threshold(cos)` and `enough(mu, cos)` are functions of
    `cos(j)`, which is cos(j pi/n); the entry of the one-hot vector for count j has the weight
    `j + first`.
    """

    rotation: Callable[..., Any] = turn_by
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
    return all_of(
        {
            "at first": prove_for_all(read(shift.start(size), 0 * size), assume=inside + whole),
            "after a step": prove_for_all(read(time, wrapped), assume=inside + whole + now),
        },
        "every n >= 1, every token",
        words=("induction over the tokens",),
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
