r"""Beyond Proposition 2.1(b): the least number of units for a given filter L_0, ..., L_{T-1}.

With H_{i,k} the Hankel matrix of i block rows and k block columns, all of it known if i + k <= T+1,
the least number is sum_i rank H_{i,T+1-i} - sum_i rank H_{i,T-i} (Tether, 1970). The network comes
from going through the rows (constructions.weights.smallest_linear_rnn), the number from ranks
alone: neither knows of the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import flint
from hypothesis import strategies as st

from constructions.arrays import EXACT
from constructions.weights.filter_as_linear_rnn import smaller_memory
from constructions.weights.smallest_linear_rnn import smallest_linear_rnn
from proofs.linear_rnn import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Difference,
    Evidence,
    Mutant,
    Source,
    Verdict,
    arrays_of,
    check,
    search,
    sizes,
)


def _rank(filters, rows, columns):
    """The rank of H_{rows,columns}."""
    if not rows or not columns:
        return 0
    _, outputs, inputs = filters.shape
    return flint.fmpq_mat(
        [
            [flint.fmpq(filters[i + k, p, q]) for k in range(columns) for q in range(inputs)]
            for i in range(rows)
            for p in range(outputs)
        ]
    ).rank()


def least_units(filters):
    """Return the least number of units, by ranks."""
    T = len(filters)
    known = sum(_rank(filters, i, T + 1 - i) for i in range(1, T + 1))
    return known - sum(_rank(filters, i, T - i) for i in range(1, T))


def largest_rank(filters):
    """Return the largest rank of a Hankel matrix that is all known: a lower bound only."""
    T = len(filters)
    return max(_rank(filters, i, T + 1 - i) for i in range(1, T + 1))


@dataclass(frozen=True)
class Smallest:
    """A network for a filter, and the number of units that it is said to take."""

    network: Callable = smallest_linear_rnn
    units: Callable = least_units


@check("search")
def check_response_and_size(smallest):
    """Random filters with T <= 4, up to two inputs and outputs, many entries of them 0.

    The response by powers of W is the filter, and the network has as many units as stated (one for
    a filter of zeros, for a network has to have one). No network has fewer: Tether's number is a
    lower bound by the ranks of any continuation of the filter.
    """

    def holds(filters):
        exact = EXACT.array(filters.tolist())
        network = smallest.network(exact, EXACT.array([1]))
        state = network.F
        for lag in range(len(exact)):
            found = network.C @ state
            if list(found.ravel()) != list(exact[lag].ravel()):
                return Difference(f"L_{lag} = {exact[lag].tolist()}", str(found.tolist()))
            state = network.W @ state
        stated, found = max(smallest.units(exact), 1), network.W.shape[0]
        return True if stated == found else Difference(f"{stated} units", f"{found} units")

    entries = st.one_of(st.just(0), st.integers(-2, 2)).map(Fraction)
    shape = st.tuples(sizes(least=1, most=4), sizes(least=1, most=2), sizes(least=1, most=2))
    filters = shape.flatmap(lambda s: arrays_of(*s, entries=entries))
    return search({"filters": filters}, holds, examples=100, scope="T <= 4, n_x, n_y <= 2")


@check("exact", kills=("memory", "known-rank"))
def check_known_sequences(smallest):
    """Fibonacci numbers take 2 units, a geometric sequence 1, a late impulse T, and its sum T."""
    cases = {
        (1, 1, 2, 3, 5, 8): 2,
        (1, 2, 4, 8): 1,
        (0, 0, 0, 1): 4,
        (0, 1, 0, -1, 0): 2,
        (1, 0, 0, 1): 3,
    }
    for sequence, units in cases.items():
        filters = EXACT.array([[[value]] for value in sequence])
        found = smallest.network(filters, EXACT.array([1])).W.shape[0]
        stated = smallest.units(filters)
        if not found == stated == units:
            return Evidence.refuted(
                Counterexample(
                    {"L": list(sequence)}, f"{stated} units", f"{found}, by hand {units}"
                )
            )
    return Evidence.holds("five sequences that are known by hand")


smallest_state = Claim(
    id="linear-rnn/new-smallest-state",
    title="The least number of units for a given filter, and a network that has so many",
    source=Source(PAPER, "Proposition 2.1(b), beyond the text"),
    statement=r"\min\{n : L_j = n^{-(j+1)/2} C W^j F,\, j < T\}"
    r" = \sum_{i=1}^{T} \mathrm{rank}\,H_{i,T+1-i} - \sum_{i=1}^{T-1} \mathrm{rank}\,H_{i,T-i}",
    subject=Smallest(),
    checks=(check_response_and_size, check_known_sequences),
    mutants=(
        Mutant("memory", Smallest(smaller_memory), "the network of Prop. 2.1(b), never smaller"),
        Mutant("known-rank", Smallest(units=largest_rank), "the largest rank that is known"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="That Tether's number is a lower bound, and that the rows kept are independent in every"
    " continuation, is argued in words in constructions.weights.smallest_linear_rnn; what is run is"
    " that both numbers agree, exactly, on random filters.",
)
