r"""Beyond Proposition 2.1(b): the least number of units for a given filter L_0, ..., L_{T-1}.

With H_{i,k} the Hankel matrix of i block rows and k block columns, all of it known if i + k <= T+1,
the least number is sum_i rank H_{i,T+1-i} - sum_i rank H_{i,T-i} (Tether, 1970). It is the number
of rows that on the columns they know are no combination of the rows before them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from constructions.arrays import EXACT
from constructions.weights.filter_as_linear_rnn import smaller_memory
from constructions.weights.smallest_linear_rnn import smallest_linear_rnn
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.partial_realisation_proof import (
    as_many_as_the_ranks,
    no_fewer_suffice,
    so_many_suffice,
    what_rows_know,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Difference,
    Evidence,
    Mutant,
    Source,
    all_of,
    arrays_of,
    check,
    search,
    sizes,
)


@dataclass(frozen=True)
class Ranks:
    """A sum of ranks of H_{i,k}: the sizes added, for i = 1..T, and taken away, for i = 1..T-1."""

    added: Callable = lambda i, T: (i, T + 1 - i)
    taken: Callable = lambda i, T: (i, T - i)

    def __call__(self, rank, T):
        """Return the sum, by a function of numbers of block rows and block columns."""
        more = sum(rank(*self.added(i, T)) for i in range(1, T + 1))
        return more - sum(rank(*self.taken(i, T)) for i in range(1, T))


@dataclass(frozen=True)
class Rows:
    """Which block columns a row knows, which rows come before, and W from the rows kept."""

    known: Callable = lambda lag, column, T: lag + column <= T - 1
    before: Callable = lambda one, other: (
        (one[0] < other[0]) | ((one[0] == other[0]) & (one[1] < other[1]))
    )
    at_W: Callable = lambda S, coordinates: S @ coordinates


@dataclass(frozen=True)
class Smallest:
    """The rows that are kept, their number, and a network that has so many units."""

    rows: Rows = field(default_factory=Rows)
    number: Callable = field(default_factory=Ranks)
    network: Callable = smallest_linear_rnn


def largest_rank(rank, T):
    """Return the largest rank of a Hankel matrix that is all known: a lower bound only."""
    return max(rank(i, T + 1 - i) for i in range(1, T + 1))


def square_rank(rank, T):
    """Return the rank of the largest square Hankel matrix that is all known."""
    return rank((T + 1) // 2, (T + 1) // 2)


def _rank(rows, prime=None):
    """The rank over the rationals, or modulo a prime."""
    if not rows or not rows[0]:
        return 0
    if prime is None:
        return flint.fmpq_mat([[flint.fmpq(entry) for entry in row] for row in rows]).rank()
    return flint.nmod_mat([[int(entry) for entry in row] for row in rows], prime).rank()


def _row(filters, row, columns):
    """A row of the Hankel array in some block columns, with 0 for what is not given."""
    lag, output = row
    T, _, inputs = filters.shape
    given = [filters[lag + k, output] if lag + k < T else [0] * inputs for k in columns]
    return [entry for block in given for entry in block]


def by_ranks(smallest, filters, prime=None):
    """Return the number of units by ranks, one at least: a network has to have one."""
    T, outputs, _ = filters.shape

    def rank(rows, columns):
        labels = product(range(rows), range(outputs))
        return _rank([_row(filters, label, range(columns)) for label in labels], prime)

    return max(smallest.number(rank, T), 1)


def rows_kept(smallest, filters, prime=None):
    """Return how many rows are no combination of those before, one at least."""
    T, outputs, _ = filters.shape
    labels, kept = list(product(range(T), range(outputs))), 0
    for label in labels:
        columns = [k for k in range(T) if smallest.rows.known(label[0], k, T)]
        above = [one for one in labels if smallest.rows.before(one, label)]
        entries = [_row(filters, one, columns) for one in (*above, label)]
        kept += _rank(entries, prime) > _rank(entries[:-1], prime)
    return max(kept, 1)


@check("proof", kills=("fewer-columns", "any-row", "transposed", "nothing-taken"))
def check_for_all_sizes(smallest):
    """No network has fewer units than rows are kept; one has as many; and the ranks count them."""
    rows = smallest.rows
    return all_of(
        {
            **what_rows_know(rows),
            "not fewer": no_fewer_suffice(),
            "not more": so_many_suffice(rows),
            "as many": as_many_as_the_ranks(rows, smallest.number),
        },
        "all T, n_x, n_y, all filters that are not 0",
    )


@cache
def least_by_trying(prime, shape, most):
    """Return the least number of units, up to `most`, for each filter modulo a prime.

    Every network there is with entries 0, ..., p - 1 is run. A filter is a tuple of its entries.
    """
    T, outputs, inputs = shape
    least = {}
    for units in range(most, 0, -1):
        C, W = _all(prime, outputs, units), _all(prime, units, units)
        state = np.broadcast_to(F := _all(prime, units, inputs), (len(W), *F.shape))
        code = np.zeros((len(W), len(F), len(C)), dtype=int)
        for _ in range(T):
            output = np.einsum("cyn,wfnx->wfcyx", C, state) % prime
            for entry in np.moveaxis(output.reshape(*code.shape, -1), -1, 0):
                code = code * prime + entry
            state = np.einsum("wmn,wfnx->wfmx", W, state) % prime
        least |= dict.fromkeys(np.unique(code).tolist(), units)
    digits = list(product(range(prime), repeat=T * outputs * inputs))
    return {filters: least.get(code) for code, filters in enumerate(digits)}


def _all(prime, *shape):
    """All matrices of a shape, modulo a prime."""
    size = shape[0] * shape[1]
    return np.indices((prime,) * size).reshape(size, -1).T.reshape(-1, *shape)


FIELDS = (
    (2, (4, 1, 1), 3),
    (2, (3, 2, 1), 3),
    (2, (2, 1, 2), 2),
    (3, (3, 1, 1), 2),
)


@check(
    "exact",
    kills=("every-column", "any-row", "one-column-less", "nothing-taken", "known-rank", "square"),
)
def check_every_network_modulo_a_prime(smallest):
    """All filters modulo 2 and 3 of some sizes, against all networks with so many units.

    The argument is one for any field. Filters that no network tried has take more units than that.
    """
    for prime, shape, most in FIELDS:
        for entries, least in least_by_trying(prime, shape, most).items():
            filters = np.array(entries, dtype=object).reshape(shape)
            counts = (by_ranks(smallest, filters, prime), rows_kept(smallest, filters, prime))
            if not all(count == least if least else count > most for count in counts):
                values = {"p": prime, "L": filters.tolist()}
                claimed = f"{counts[0]} units by ranks, {counts[1]} by rows"
                return Evidence.refuted(
                    Counterexample(values, claimed, str(least) if least else f"more than {most}")
                )
    return Evidence.holds("123 filters modulo 2 and 3, up to 3 units")


@check("search", kills=("memory",))
def check_response_and_size(smallest):
    """Random filters with T <= 4, up to two inputs and outputs, many entries of them 0.

    The response by powers of W is the filter, and the network has as many units as the ranks say.
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
        stated, found = by_ranks(smallest, exact), network.W.shape[0]
        return True if stated == found else Difference(f"{stated} units", f"{found} units")

    entries = st.one_of(st.just(0), st.integers(-2, 2)).map(Fraction)
    shape = st.tuples(sizes(least=1, most=4), sizes(least=1, most=2), sizes(least=1, most=2))
    filters = shape.flatmap(lambda s: arrays_of(*s, entries=entries))
    return search({"filters": filters}, holds, examples=60, scope="T <= 4, n_x, n_y <= 2")


KNOWN = {
    (1, 1, 2, 3, 5, 8): 2,
    (3, 6): 1,
    (1, 2, 4, 8): 1,
    (0, 0, 1): 3,
    (0, 0, 0, 1): 4,
    (0, 1, 0, -1, 0): 2,
    (1, 0, 0, 1): 3,
}


@check("exact", kills=("memory", "known-rank", "nothing-taken"))
def check_known_sequences(smallest):
    """Fibonacci numbers take 2 units, a geometric sequence 1, a late impulse T."""
    for sequence, units in KNOWN.items():
        filters = EXACT.array([[[value]] for value in sequence])
        found = smallest.network(filters, EXACT.array([1])).W.shape[0]
        stated = by_ranks(smallest, filters)
        if not found == stated == units:
            return Evidence.refuted(
                Counterexample(
                    {"L": list(sequence)}, f"{stated} units", f"{found}, by hand {units}"
                )
            )
    return Evidence.holds("seven sequences that are known by hand")


@check("exact", kills=("memory",))
def check_one_unit_less(smallest):
    """The equations C W^j F = L_j with one unit less have 1 in their ideal: no solution, ever."""
    for sequence in KNOWN:
        filters = EXACT.array([[[value]] for value in sequence])
        units = smallest.network(filters, EXACT.array([1])).W.shape[0]
        if 1 < units <= 3 and not _without_solution(sequence, units - 1):
            return Evidence.refuted(
                Counterexample({"L": list(sequence)}, f"{units} units", f"{units - 1} do")
            )
    return Evidence.holds("four sequences that take 2 or 3 units")


def _without_solution(sequence, units):
    """Whether no network of so many units has this response, by a Groebner basis."""
    W = sp.Matrix(units, units, sp.symbols(f"w:{units * units}"))
    state, C = sp.Matrix(sp.symbols(f"f:{units}")), sp.Matrix([sp.symbols(f"c:{units}")])
    equations = []
    for value in sequence:
        equations.append(sp.expand((C * state)[0] - value))
        state = W * state
    unknown = [*W, *sp.symbols(f"f:{units}"), *C]
    return sp.groebner(equations, *unknown, order="grevlex").exprs == [1]


def _any_other(one, other):
    return (one[0] != other[0]) | (one[1] != other[1])


smallest_state = Claim(
    id="linear-rnn/new-smallest-state",
    title="The least number of units for a given filter, and a network that has so many",
    source=Source(PAPER, "Proposition 2.1(b), beyond the text"),
    statement=r"\min\{n : L_j = n^{-(j+1)/2} C W^j F,\, j < T\}"
    r" = \sum_{i=1}^{T} \mathrm{rank}\,H_{i,T+1-i} - \sum_{i=1}^{T-1} \mathrm{rank}\,H_{i,T-i}",
    assumptions=("a filter of zeros takes one unit, for a network has to have one",),
    subject=Smallest(),
    checks=(
        check_for_all_sizes,
        check_every_network_modulo_a_prime,
        check_one_unit_less,
        check_known_sequences,
        check_response_and_size,
    ),
    mutants=(
        Mutant("memory", Smallest(network=smaller_memory), "the network of Prop. 2.1(b)"),
        Mutant("known-rank", Smallest(number=largest_rank), "the largest rank that is known"),
        Mutant("square", Smallest(number=square_rank), "the rank of one square Hankel matrix"),
        Mutant(
            "nothing-taken",
            Smallest(number=Ranks(taken=lambda i, T: (0, T - i))),
            "the sum of ranks, from which nothing is taken",
        ),
        Mutant(
            "one-column-less",
            Smallest(number=Ranks(added=lambda i, T: (i, T - i))),
            "one block column less in the ranks that are added",
        ),
        Mutant(
            "every-column",
            Smallest(Rows(known=lambda lag, column, T: column <= T - 1)),
            "what is not given taken for 0",
        ),
        Mutant(
            "fewer-columns",
            Smallest(Rows(known=lambda lag, column, T: lag + column <= T - 2)),
            "the last coefficient left out",
        ),
        Mutant("any-row", Smallest(Rows(before=_any_other)), "combinations of rows after, too"),
        Mutant(
            "transposed",
            Smallest(Rows(at_W=lambda S, coordinates: (S @ coordinates).T)),
            "W^T for W",
        ),
    ),
    new=True,
    notes="The number is due to Tether. The argument holds over every field, so that it could be"
    " tried on all filters and all networks modulo a small prime.",
)
