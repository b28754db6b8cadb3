r"""The counter of F.7, by turning or by shifting: t mod n at each token.

The helper is one text, which is read in two ways: in the nodes of a program, where at each size all
numbers are real cyclotomic and their signs decided, and in numbers at any size (`rotating_vector`),
of which it is proved. Which gain is enough: `counter_gains`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.lsrl import ForEach, Input, cos_turn
from constructions.lsrl.helpers import (
    f_larger,
    f_modulo_counter,
    f_modulo_counter_by_shift,
)
from constructions.lsrl.helpers.counters import (
    OnNodes,
    count_by_rotation,
    row_of_place,
    start_of_turn,
    turn_by,
)
from proofs.lsrl import PAPER
from proofs.lsrl.f_helper_functions.rotating_vector import (
    InNumbers,
    at_every_token,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    Source,
    all_of,
    certificate,
    check,
    iff,
    prove_for_all,
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
    """The text of the helper, and what its indicator of the count reaches at most.

    `reach(mu, cos)` is a function of `cos(j)`, which is cos(j pi/n): it counts if it is 1 or more.
    """

    count: Callable[..., Any] = count_by_rotation
    reach: Callable[..., Any] = lambda mu, cos: mu * (1 - cos(1))

    def write(self, x, n, mu):
        """Write the counter in the nodes of a program."""
        return self.count(OnNodes(x), n, mu)


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
    """The text in nodes is the program of the helper: n = 1, ..., 8."""
    for n in SIZES:
        ours, helper = (
            ForEach(write(Input(1), n, 7)) for write in (counter.write, f_modulo_counter)
        )
        if ours != helper:
            at = {"n": n, "mu": 7}
            return Evidence.refuted(Counterexample(at, "the same program", "another one"))
    return Evidence.holds("n = 1, 2, 3, 4, 5, 7, 8")


def says_counts(counter, w):
    """Where the gain is enough the counter is r at every token q n + r, for every n; else at n = 1.

    The text of the helper is read in numbers, with the vector as the LinState has it.
    """
    n, mu = w.size("n"), w.number("mu", positive=True, small=True)
    numbers = InNumbers(w)
    found, reach = counter.count(numbers, n, mu), counter.reach(mu, numbers.cosines(n))
    right = at_every_token(w, n, lambda r, t: Equal(found(t), r))
    return All((Implies(AtMost(1, reach), right), Implies(Equal(n, 1), right)))


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
        """The entry j of the next state is 1 exactly when j is the wanted place."""
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


def counter_of(rotation=turn_by, threshold=1, weight=lambda k: k):
    """Return a counter of other parts; the threshold is the cosine of so many half places."""

    def count(w, n, mu):
        c, s = w.cosine(1, n), w.sine(1, n)
        vector = w.turned(rotation(c, s), start_of_turn(c, s))
        products = w.places(vector, n, lambda k: row_of_place(w.cosine(k, n), w.sine(k, n)))
        least = w.cosine(threshold, 2 * n)
        return w.weighted(w.each(products, lambda p: f_larger(p, least, mu)), n, weight)

    return Counter(count)


def wide_for_many(w, n, mu):
    """Count with a threshold that is too wide for 1,000 places or more."""
    wide = counter_of(threshold=3).count
    return count_by_rotation(w, n, mu) if n < 1000 else wide(w, n, mu)


FROM_ONE = counter_of(weight=lambda k: k + 1)
WIDE = counter_of(threshold=3)
FLIPPED = counter_of(lambda c, s: ((c, s), (s, c)))
WEAK = Counter(reach=lambda mu, cos: 1)
LATE = (
    Mutant("many", Counter(wide_for_many), "3 pi/n for pi/n from n = 1,000 on"),
    Mutant(
        "weights",
        counter_of(weight=lambda k: k + k // 1000),
        "weights that are one more from the count of 1,000 on",
    ),
    Mutant(
        "far",
        Counter(reach=lambda mu, cos: mu * (1 - cos(1)) if mu < 10**9 else 1),
        "any n, where the gain is large",
    ),
)

counter = Claim(
    id="lsrl/f-modulo-counter",
    title="f_modulo_counter is t mod n at token t = 0, 1, ..., for every n",
    source=SOURCE,
    statement=r"y_{qn + r} = r \quad (0 \le r < n)",
    assumptions=(r"$n = 1$, or $\mu (1 - \cos(\pi/n)) \ge 1$, which the text does not say",),
    subject=Counter(),
    says=says_counts,
    checks=(
        certificate(says_counts, proof=("turned_vector.v", "rotating_vector.v")).killing(
            "from-one", "wide", "flipped", "any-gain"
        ),
        check_is_the_helper.killing("from-one", "wide", "flipped"),
        check_counter.killing("from-one", "wide", "flipped"),
    ),
    mutants=(
        Mutant("from-one", FROM_ONE, "counts from 1"),
        Mutant("wide", WIDE, "3 pi/n for pi/n: the runner-up counts too"),
        Mutant("flipped", FLIPPED, "a rotation without its minus sign, as in a copy of the text"),
        Mutant("any-gain", WEAK, "for every mu"),
    ),
    late=LATE,
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
