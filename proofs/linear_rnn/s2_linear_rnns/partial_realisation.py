r"""Beyond Proposition 2.1(b): the least number of units for a given filter L_0, ..., L_{T-1}.

With H_{i,k} the Hankel matrix of i block rows and k block columns, all of it known if i + k <= T+1,
the least number is sum_i rank H_{i,T+1-i} - sum_i rank H_{i,T-i} (Tether, 1970). It is the number
of rows that on the columns they know are no combination of the rows before them.

**Not fewer.** For each row kept there is a vector on the columns that it knows which all rows
before annihilate and it takes to 1. However the filter goes on, rows kept times such vectors are a
triangular matrix with ones on the diagonal: what stands below comes from columns that are not
given, and does not matter. But the row of C W^i times the column W^k F is L_{i+k}, so that this
matrix is a product through the n units.

**Not more.** The rows kept are the units. W takes the unit (i, p) to the coordinates of row
(i+1, p), F has the first entries of the rows kept, and C the coordinates of the rows (0, p). By
induction over j, coordinates times W^j F are column j of the row that they stand for.

**As many.** In block row i the rows kept number rank H_{i,T+1-i} - rank H_{i-1,T+1-i}.

`duals.v` and `partial_realisation.v` are this proof, of the code that makes the network.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from constructions.arrays import EXACT, equal
from constructions.weights.partial_realisation import ONE, Shape, smallest_network
from constructions.weights.smallest_linear_rnn import linear_rnn_of
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.careless_realisations import (
    by_any_row,
    by_every_column,
    by_every_row,
    by_fewer_columns,
    largest_rank,
    late_few_columns,
    late_many_rows,
    none_taken,
    square_rank,
    transposed,
)
from proofs.linear_rnn.s2_linear_rnns.hankel_ranks import (
    at_most,
    basis,
    by_basis,
    has_shape,
    known_ranks,
    not_zero,
    number_of,
    of_shape,
    of_width,
    products,
    rank,
    response,
    shorter_ranks,
    together,
    units_of,
    yes,
    yes_of_network,
    yes_of_product,
)
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Difference,
    Evidence,
    Mutant,
    SameValues,
    Source,
    arrays_of,
    certificate,
    check,
    pure,
    search,
    sizes,
)


@dataclass(frozen=True)
class Smallest:
    """A network for each filter, and the sums of ranks that say how many units it has."""

    network: Callable = smallest_network
    added: Callable = known_ranks
    taken: Callable = shorter_ranks


def says_smallest(smallest, w):
    """The network has the response, it has as many units as ranks say, and no other has fewer.

    Every filter is `of_shape` of some tuples. A network with `units` units, whatever its tuples,
    has a response; of this one, too, the smallest network has at most so many units.
    """
    scale, filters = pure(not_zero, "scale"), pure(of_shape, "shape", "filters")
    network = pure(smallest.network, "shape", scale, filters)
    units = pure(units_of, network)
    theirs = pure(response, "shape", "units", scale, "network")
    enough = pure(units_of, pure(smallest.network, "shape", scale, theirs))
    return All(
        (
            SameValues(pure(response, "shape", units, scale, network), filters),
            SameValues(pure(has_shape, "shape", network), pure(yes, "shape", "scale", "filters")),
            SameValues(
                pure(together, units, pure(smallest.taken, "shape", filters)),
                pure(smallest.added, "shape", filters),
            ),
            SameValues(
                pure(at_most, enough, "units"),
                pure(yes_of_network, "shape", "units", "scale", "network"),
            ),
            *_what_a_rank_is(),
        )
    )


def _what_a_rank_is():
    """The rank is the least number of rows of which all rows of a matrix are sums with factors."""
    matrix = pure(of_width, "width", "rows")
    product_of_both = pure(products, "width", "factors", "rows")
    return (
        SameValues(pure(products, "width", pure(by_basis, matrix), pure(basis, matrix)), matrix),
        SameValues(pure(number_of, pure(basis, matrix)), pure(rank, "width", matrix)),
        SameValues(
            pure(at_most, pure(rank, "width", product_of_both), pure(number_of, "rows")),
            pure(yes_of_product, "width", "factors", "rows"),
        ),
    )


def by_ranks(smallest, shape, filters):
    """Return the number of units that ranks say."""
    return smallest.added(shape, filters) - smallest.taken(shape, filters)


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
    least[0] = 0  # without units there are zeros alone
    digits = list(product(range(prime), repeat=T * outputs * inputs))
    return {filters: least.get(code) for code, filters in enumerate(digits)}


def _all(prime, *shape):
    """All matrices of a shape, modulo a prime."""
    size = shape[0] * shape[1]
    return np.indices((prime,) * size).reshape(size, -1).T.reshape(-1, *shape)


FIELDS = (
    (2, Shape(4, 1, 1), 3),
    (2, Shape(3, 2, 1), 3),
    (2, Shape(2, 1, 2), 2),
    (3, Shape(3, 1, 1), 2),
)


@check(
    "exact",
    kills=(
        *("memory", "every-column", "fewer-columns", "any-row", "transposed"),
        *("one-column-less", "nothing-taken", "known-rank", "square"),
    ),
)
def check_every_network_modulo_a_prime(smallest):
    """All filters modulo 2 and 3 of some sizes, against all networks with so many units.

    The same functions compute modulo a prime. Filters that no network tried has take more units.
    """
    for prime, shape, most in FIELDS:
        one: Any = flint.nmod(1, prime)
        for entries, least in least_by_trying(prime, shape, most).items():
            filters = _listed(np.array([one * a for a in entries], dtype=object).reshape(shape))
            network = smallest.network(shape, one, filters)
            units, stated = units_of(network), by_ranks(smallest, shape, filters)
            is_right = stated == units and (units == least if least is not None else units > most)
            if not is_right or response(shape, units, one, network) != filters:
                return Evidence.refuted(
                    Counterexample(
                        {"p": prime, "L": np.array(entries).reshape(shape).tolist()},
                        f"{stated} units by ranks, {units} of the network",
                        f"more than {most}" if least is None else str(least),
                    )
                )
    return Evidence.holds("123 filters modulo 2 and 3, up to 3 units")


def _listed(filters):
    """A filter as tuples."""
    return tuple(tuple(tuple(row) for row in coefficient) for coefficient in filters.tolist())


@check("search", kills=("memory", "fewer-columns", "transposed"))
def check_response_and_size(smallest):
    """Random filters with T <= 4, up to two inputs and outputs, many entries of them 0.

    What the cell puts out on impulses is the filter, and it has as many units as the ranks say.
    """

    def holds(filters, scale):
        exact = EXACT.array(filters.tolist())
        factor = EXACT.array([scale])
        shape, listed = Shape(*exact.shape), _listed(exact)
        found = smallest.network(shape, factor[0], listed)
        cell = linear_rnn_of(shape, found, factor)
        for token in range(shape.inputs):
            impulse = np.zeros((shape.lags, shape.inputs), dtype=int)
            impulse[0, token] = 1
            outputs = cell(EXACT.array(impulse.tolist()))
            if not equal(outputs, exact[:, :, token]):
                wanted = exact[:, :, token].tolist()
                return Difference(f"{wanted} on impulse {token}", str(outputs.tolist()))
        stated, units = by_ranks(smallest, shape, listed), units_of(found)
        return True if stated == units else Difference(f"{stated} units", f"{units} units")

    entries = st.one_of(st.just(0), st.integers(-2, 2)).map(Fraction)
    shape = st.tuples(sizes(least=1, most=4), sizes(least=1, most=2), sizes(least=1, most=2))
    filters = shape.flatmap(lambda s: arrays_of(*s, entries=entries))
    scale = st.sampled_from((Fraction(1), Fraction(-2, 3)))
    given = {"filters": filters, "scale": scale}
    return search(given, holds, examples=60, scope="T <= 4, n_x, n_y <= 2")


KNOWN = {
    (1, 1, 2, 3, 5, 8): 2,
    (3, 6): 1,
    (1, 2, 4, 8): 1,
    (0, 0, 1): 3,
    (0, 0, 0, 1): 4,
    (0, 1, 0, -1, 0): 2,
    (1, 0, 0, 1): 3,
}


def _of_sequence(sequence):
    """A sequence as a filter, and its shape."""
    return Shape(len(sequence), 1, 1), tuple(((flint.fmpq(value),),) for value in sequence)


@check("exact", kills=("memory", "any-row", "every-column", "known-rank", "nothing-taken"))
def check_known_sequences(smallest):
    """Fibonacci numbers take 2 units, a geometric sequence 1, a late impulse T."""
    for sequence, units in KNOWN.items():
        shape, filters = _of_sequence(sequence)
        found = units_of(smallest.network(shape, ONE, filters))
        stated = by_ranks(smallest, shape, filters)
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
        shape, filters = _of_sequence(sequence)
        units = units_of(smallest.network(shape, ONE, filters))
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


smallest_state = Claim(
    id="linear-rnn/new-smallest-state",
    title="The least number of units for a given filter, and a network that has so many",
    source=Source(PAPER, "Proposition 2.1(b), beyond the text"),
    statement=r"\min\{n : L_j = s^{j+1} C W^j F,\, j < T\}"
    r" = \sum_{i=1}^{T} \mathrm{rank}\,H_{i,T+1-i} - \sum_{i=1}^{T-1} \mathrm{rank}\,H_{i,T-i}",
    assumptions=(
        "s is not 0: n^{-1/2} in the paper",
        "a filter of zeros takes no unit; as a cell of this library it has one, of zeros",
    ),
    subject=Smallest(),
    says=says_smallest,
    checks=(
        certificate(says_smallest, proof=("duals.v", "partial_realisation.v")),
        check_every_network_modulo_a_prime,
        check_one_unit_less,
        check_known_sequences,
        check_response_and_size,
    ),
    mutants=(
        Mutant(
            "memory", Smallest(by_every_row), "the network of Prop. 2.1(b): a unit for each row"
        ),
        Mutant(
            "known-rank",
            Smallest(added=largest_rank, taken=none_taken),
            "the largest rank that is known",
        ),
        Mutant(
            "square",
            Smallest(added=square_rank, taken=none_taken),
            "the rank of one square Hankel matrix",
        ),
        Mutant(
            "nothing-taken",
            Smallest(taken=none_taken),
            "the sum of ranks, from which nothing is taken",
        ),
        Mutant(
            "one-column-less",
            Smallest(added=shorter_ranks),
            "one block column less in the ranks that are added",
        ),
        Mutant("every-column", Smallest(by_every_column), "what is not given taken for 0"),
        Mutant("fewer-columns", Smallest(by_fewer_columns), "the last coefficient left out"),
        Mutant("any-row", Smallest(by_any_row), "combinations of rows after, too"),
        Mutant("transposed", Smallest(transposed), "W^T for W"),
    ),
    late=(
        Mutant("many-rows", Smallest(late_many_rows), "a unit for each row from T = 1,000 on"),
        Mutant("few-columns", Smallest(late_few_columns), "L_{T-1} left out from T = 1,000 on"),
    ),
    new=True,
    notes="The number is due to Tether. What is proved is said of the code that makes the network,"
    " as tuples (`smallest_network`), over every ordered field; that these become the arrays of a"
    " `LinearRNN` is tried, up to some units. A rank is the least number of rows of which all are"
    " sums with factors; `rank_of_rows` in duals.v, which Rocq accepts with the rest, says that it"
    " is MathComp's rank, too. The argument holds over every field, so that the same functions"
    " could be tried on all filters and all networks modulo a small prime.",
)
