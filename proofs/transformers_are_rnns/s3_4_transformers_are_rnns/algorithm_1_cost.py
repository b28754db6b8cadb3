"""How many multiplications Algorithm 1 takes, token by token and in chunks.

A step of a loop adds an outer product of C and M entries to its sum, C M products, and multiplies a
vector with that matrix for each thing that it reads, C M more. The loops of the shipped algorithm
are run on arrays of which only the sizes are known, and count while they run; the machine of a loop
puts out its count, which is that of a sum over tokens, so that N tokens make N times as many. Of
the form in chunks: `chunked_cost.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import ones
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.counting import Sized, Tally, compare, numbers
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_loops import (
    Algorithm1,
    Loop,
)
from theorem_checks import (
    All,
    Claim,
    Equal,
    Mutant,
    SameOutputs,
    Source,
    check,
    conjunction,
    instances_of,
    proof_of,
    prove,
    simulation,
)


@dataclass(frozen=True)
class Cost:
    """How many multiplications there are, as functions of N, C and M."""

    forward: Callable[[Any, Any, Any], Any] = lambda N, C, M: 2 * N * C * M
    backward: Callable[[Any, Any, Any], Any] = lambda N, C, M: 5 * N * C * M


@dataclass(frozen=True)
class Counted:
    """A loop of Algorithm 1 that counts its multiplications, and puts out how many there were.

    They are counted where a step makes them, on arrays of which only the sizes are known: those of
    the state at hand and of the token's parts.
    """

    loop: Loop
    read: Callable[..., Any]
    first: Any
    none: Any
    sizes: Callable[[Any], tuple[Any, ...]]

    def initial_state(self):
        """Return S = 0, and no multiplications."""
        return self.first, self.none

    def step(self, state, token):
        """Return the loop's state and the count, and the count."""
        S, count = state
        tally = Tally()
        sized, left, right, *own = (Sized(self.sizes(part), tally) for part in (S, *token))
        self.loop.step(sized, left, right, lambda S: self.read(S, *own))
        count = count + tally.multiplications
        left, right, *own = token
        S, _ = self.loop.step(S, left, right, lambda S: self.read(S, *own))
        return (S, count), count


@dataclass(frozen=True)
class Adds:
    """Adds a number for each token, and puts out the sum."""

    number: Any
    none: Any

    def initial_state(self):
        """Return 0."""
        return self.none

    def step(self, total, _):
        """Return the sum with the number once more."""
        total = total + self.number
        return total, total


def sizes_in(w):
    """Return what gives the sizes of an array of a world, as numbers of it."""

    def sizes(array):
        return tuple(w.count(ones((size,), like=array)) for size in array.shape)

    return sizes


def says_cost(cost, w):
    """Each step of each loop makes CM products for its sum, and CM for each thing that it reads.

    So after each token of any sequence; N tokens make as many as is claimed, the two loops backward
    together.
    """
    N, C, M = (w.size(name) for name in "NCM")
    q, k = (w.array(name, C) for name in "qk")
    v, G = (w.array(name, M) for name in "vG")
    none = w.entries(lambda *_: 0)
    algorithm = Algorithm1()

    def both(R, k, v):
        return algorithm.by_v(R, k), algorithm.by_k(R, v)

    loops = (
        (algorithm.forward, algorithm.output, (k, v, q), 2 * C * M),
        (algorithm.first, algorithm.by_q, (k, v, G), 2 * C * M),
        (algorithm.second, both, (q, G, k, v), 3 * C * M),
    )
    counted = []
    for loop, read, token, number in loops:
        cells = Counted(loop, read, loop.start(*token[:2]), none, sizes_in(w)), Adds(number, none)
        counted.append(SameOutputs(*(w.machine(cell, token) for cell in cells)))
    totals = (
        (cost.forward, lambda _: 2 * C * M, "i"),
        (cost.backward, lambda _: 2 * C * M + 3 * C * M, "j"),
    )
    claimed = [
        Equal(w.sum(number, index, 1, N), w.call(formula, N, C, M))
        for formula, number, index in totals
    ]
    return All((*counted, *claimed))


def by_counts(conclusion):
    """Prove it, as the count is the sum whatever is in the loop's state."""
    parts = []
    for part in conclusion.parts:
        if isinstance(part, SameOutputs):
            held, _ = part.one.state
            parts.append(simulation(part, (held, part.other.state)))
        else:
            parts.append(prove(part))
    return conjunction(conclusion, *parts)


@check("exact")
def check_cost_when_run(cost):
    """Run the whole algorithm on numbers that note each multiplication."""

    def measure(run):
        def at(N, C, M):
            tally = Tally()
            run(*(numbers(tally, N, width) for width in (C, C, M, M)))
            return tally.multiplications

        return at

    algorithm = Algorithm1()
    forward = measure(lambda q, k, v, G: algorithm.outputs(q, k, v))
    evidence = compare("forward", cost.forward, forward)
    if not evidence.verdict.passes:
        return evidence
    return compare("backward", cost.backward, measure(algorithm.gradients))


COST = Cost()

cost = Claim(
    id="trf-rnn/alg1-cost",
    title="Algorithm 1 takes 2NCM multiplications forward and 5NCM backward",
    source=Source(PAPER, "Algorithm 1"),
    statement=r"2NCM \text{ and } 5NCM \text{ multiplications}",
    subject=COST,
    says=says_cost,
    checks=(proof_of(says_cost, by_counts), instances_of(says_cost), check_cost_when_run),
    mutants=(
        Mutant("reads-only", replace(COST, forward=lambda N, C, M: N * C * M), "updates are free"),
        Mutant(
            "one-update", replace(COST, backward=lambda N, C, M: 4 * N * C * M), "one loop backward"
        ),
        Mutant("quadratic", replace(COST, forward=lambda N, C, M: N * N * (C + M)), "as softmax"),
    ),
    late=(
        Mutant(
            "long",
            replace(COST, forward=lambda N, C, M: (2 if N < 5000 else 1) * N * C * M),
            "updates are free from N = 5000 on",
        ),
    ),
)
