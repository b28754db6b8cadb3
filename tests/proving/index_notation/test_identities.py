"""Sums over symbolic ranges, against polynomials written out at concrete sizes."""

import itertools
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks import ArgumentError, ExactnessError, Verdict
from theorem_checks.proving.effort import without_tests
from theorem_checks.proving.index_notation import graphs, identities
from theorem_checks.proving.index_notation.canonical import canonical_terms
from theorem_checks.proving.index_notation.graphs import TooManySymmetriesError
from theorem_checks.proving.index_notation.identities import prove_index_identity
from theorem_checks.statements.arrays.index_expressions import Sum
from theorem_checks.statements.arrays.index_relations import at_most, delta
from theorem_checks.statements.arrays.index_values import Instance, values_of
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import lag
from theorem_checks.statements.arrays.tensors import Tensor, inverse_pair
from theorem_checks.statements.formulas import formula_of

d, e = sp.symbols("d e", integer=True, positive=True)
eta = sp.Symbol("eta")
i, j, k, m = (Index(name, d) for name in "ijkm")
a, c = (Index(name, e) for name in "ac")
V, W, x = Tensor("V", 2), Tensor("W", 2), Tensor("x", 1)
S = Tensor("S", 2, symmetry="symmetric")
A = Tensor("A", 2, symmetry="antisymmetric")
P, R = inverse_pair("P")
o, p, q = (Index(name, 1) for name in "opq")

TRUE = {
    "size": (Sum(1, i), d),
    "two sizes": (Sum(1, i, a), d * e),
    "renaming": (Sum(V[i, j] * W[j, k], j), Sum(W[m, k] * V[i, m], m)),
    "delta": (Sum(delta(i, j) * V[j, k], j), V[i, k]),
    "chain of deltas": (Sum(delta(i, j) * delta(j, k) * delta(k, m), j, k), delta(i, m)),
    "closed chain": (Sum(delta(i, j) * delta(j, k) * delta(k, i), i, j, k), d),
    "free deltas": (delta(i, j) * V[i, k] * x[i], delta(j, i) * V[j, k] * x[j]),
    "cyclic trace": (
        Sum(V[i, j] * W[j, k] * S[k, i], i, j, k),
        Sum(W[i, j] * S[j, k] * V[k, i], i, j, k),
    ),
    "square": (Sum(x[i], i) ** 2, Sum(x[i] * x[j], i, j)),
    "linearity": (Sum(eta * x[i] + 1, i), eta * Sum(x[j], j) + d),
    "symmetric": (Sum(S[i, j] * V[j, i], i, j), Sum(S[i, j] * V[i, j], i, j)),
    "antisymmetric": (Sum(A[i, j] * x[i] * x[j], i, j), 0),
    "mixed symmetries": (Sum(A[i, j] * S[i, j], i, j), 0),
    "odd cycle": (Sum(A[i, j] * A[j, k] * A[k, i], i, j, k), 0),
    "diagonal": (A[i, i] + V[i, i], V[i, i]),
    "thrice the same": (
        Sum(x[i] * V[i, i], i),
        Sum(delta(i, j) * delta(j, k) * x[i] * V[j, k], i, j, k),
    ),
    "inverse": (Sum(P[i, j] * R[j, k], j), delta(i, k)),
    "conjugation": (Sum(P[i, j] * V[j, k] * R[k, i], i, j, k), Sum(V[i, i], i)),
    "inverse of inverse": (Sum(P[i, j] * R[j, k] * P[k, m], j, k), P[i, m]),
    "trace of the unit": (Sum(R[i, j] * P[j, i], i, j), d),
    "mean": (Sum(x[i] / d, i) * d, Sum(x[i], i)),
    "order": (at_most(i, j) + at_most(j, i), 1 + delta(i, j)),
    "order is idempotent": (at_most(i, j) * at_most(i, j), at_most(i, j)),
    "pairs": (Sum(at_most(i, j), i, j), d * (d + 1) / 2),
    "symmetric pairs": (
        Sum(at_most(i, j) * (2 - delta(i, j)) * S[i, j] * x[i] * x[j], i, j),
        Sum(S[i, j] * x[i] * x[j], i, j),
    ),
    "size 1": (Sum(V[i, o] * W[o, j], o), V[i, p] * W[q, j]),
    "signs of size 1": (at_most(o, p) + Sum(delta(o, q), q), 2),
    "numbers have inverses": (P[o, p] * P[q, q] * Sum(R[p, q], q), P[p, q]),
    "rectangular": (Sum(V[i, a] * W[i, a], i, a), Sum(W[j, c] * V[j, c], j, c)),
}

FALSE = {
    "size": (Sum(1, i), d + 1),
    "transposed": (Sum(V[i, j] * W[j, k], j), Sum(V[j, i] * W[j, k], j)),
    "transposed trace": (Sum(V[i, j] * V[j, i], i, j), Sum(V[i, j] * V[i, j], i, j)),
    "lost factor": (Sum(x[i] + x[i], i), Sum(x[i], i)),
    "lost delta": (Sum(delta(i, j) * V[j, k], j), Sum(V[j, k], j)),
    "diagonal of a product": (Sum(V[i, j] * W[j, i], j), V[i, i] * W[i, i]),
    "square of a sum": (Sum(x[i], i) ** 2, Sum(x[i] ** 2, i)),
    "symmetry that is not there": (Sum(V[i, j] * x[i], i), Sum(V[j, i] * x[i], i)),
    "rows of the inverse": (Sum(P[j, i] * R[j, k], j), delta(i, k)),
    "scalar": (eta * x[i], x[i]),
    "strict order": (Sum(at_most(i, j), i, j), d * (d - 1) / 2),
    "free index": (x[i], x[j]),
    "size 1 and more": (V[i, o] * W[j, p], V[j, o] * W[i, p]),
    "only from size 3 on": (Sum(1, i), d + (d - 1) * (d - 2)),
}


@pytest.mark.parametrize("sides", TRUE.values(), ids=TRUE)
def test_true_identities_are_proved_on_two_routes(sides):
    evidence = prove_index_identity(*sides)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.corroborated
    assert "fractions" in evidence.engines


@pytest.mark.parametrize("sides", FALSE.values(), ids=FALSE)
def test_false_identities_are_refuted_at_small_sizes(sides):
    evidence = prove_index_identity(*sides)
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    assert int(evidence.counterexample.values.get("d", 1)) <= 3
    assert evidence.counterexample.found != evidence.counterexample.claimed


def test_what_is_decided_is_not_tested_where_nobody_wants_it():
    V, i = Tensor("V", 1), Index("i", d)
    same = Sum(V[i], i) * 2, Sum(V[i] * 2, i)
    with without_tests():
        found, false = prove_index_identity(*same), prove_index_identity(same[0], Sum(V[i], i))
    assert found.verdict is Verdict.PROVED
    assert [route.decides for route in found.routes] == [True]
    assert not found.corroborated
    assert false.verdict is Verdict.REFUTED
    assert prove_index_identity(*same).corroborated


def test_the_counterexample_is_small_and_right():
    found = prove_index_identity(*FALSE["transposed trace"]).counterexample
    assert found is not None
    matrix = found.values["V"]
    assert found.values["d"] == len(matrix) == 2
    pairs = list(itertools.product(range(2), repeat=2))
    assert int(found.claimed) == sum(matrix[p][q] * matrix[q][p] for p, q in pairs)
    assert int(found.found) == sum(matrix[p][q] ** 2 for p, q in pairs)
    assert sum(abs(entry) for row in matrix for entry in row) == 1


def test_identities_at_one_size_only_are_left_open():
    """Cayley and Hamilton's theorem for 2 x 2 matrices is not decided, at 3 x 3 it is refuted."""

    def cayley_hamilton(size):
        u, v, w, z = (Index(name, size) for name in "uvwz")
        trace = Sum(V[w, w], w)
        minors = (trace**2 - Sum(V[w, z] * V[z, w], w, z)) / 2
        return Sum(V[u, w] * V[w, v], w) - trace * V[u, v] + minors * delta(u, v)

    assert prove_index_identity(cayley_hamilton(2), 0).verdict is Verdict.UNDECIDED
    assert prove_index_identity(cayley_hamilton(3), 0).verdict is Verdict.REFUTED


def test_transitivity_of_the_order_is_left_open():
    chain = at_most(i, j) * at_most(j, k)
    assert prove_index_identity(chain * at_most(i, k), chain).verdict is Verdict.UNDECIDED


def test_two_places_of_a_lag_determine_the_third():
    size, other = (sp.Symbol(name, integer=True, positive=True) for name in "dm")
    s, t, u, j = (Index(name, size) for name in "stuj")
    v = Index("v", other)
    once = Sum(lag(t, s, j), t)
    assert prove_index_identity(once * once, once).verdict is Verdict.PROVED
    both = Sum(lag(t, s, j) * lag(u, s, j), t, u)
    assert prove_index_identity(both, once).verdict is Verdict.PROVED
    apart = Sum(lag(t, s, j) * lag(v, s, j), t, v)
    assert prove_index_identity(apart, once).verdict is not Verdict.PROVED  # sizes may differ


def test_the_scope_lists_what_is_free():
    evidence = prove_index_identity(Sum(S[i, j] * x[i] / eta, i), Sum(x[k] * S[j, k], k) / eta)
    assert evidence.scope == "all sizes d, scalars eta, tensors symmetric S, x, indices j"
    assert evidence.said == f"{evidence.scope}; wherever eta is not 0"
    assert [formula_of(stated) for stated in evidence.conditions] == [sp.Ne(eta, 0)]


def test_two_routes_that_disagree_are_a_contradiction(monkeypatch):
    monkeypatch.setattr(identities, "canonical_terms", lambda _: {})
    assert prove_index_identity(x[i], 2 * x[i]).verdict is Verdict.CONTRADICTION


def test_a_search_that_would_be_long_is_given_up(monkeypatch):
    def many(*_):
        raise TooManySymmetriesError("many")

    monkeypatch.setattr(identities, "canonical_terms", many)
    assert prove_index_identity(x[i], x[i]).verdict is Verdict.UNDECIDED


def test_twins_are_not_tried_in_every_order():
    hub, *leaves = (Index(f"i{number}", d) for number in range(9))
    star = Sum(index_product([V[hub, leaf] for leaf in leaves]), hub, *leaves)
    assert canonical_terms(star) == canonical_terms(Sum(Sum(V[i, j], j) ** 8, i))
    odd = Tensor("B", 4, symmetry="antisymmetric")
    assert canonical_terms(Sum(odd[tuple(leaves[:4])] * x[hub], *leaves[:4])) == {}


def test_a_search_through_too_many_orders_is_refused(monkeypatch):
    hub, *others = (Index(f"i{number}", d) for number in range(9))
    arms = [
        V[hub, near] * W[near, far] for near, far in zip(others[::2], others[1::2], strict=True)
    ]
    spider = Sum(index_product(arms), hub, *others)
    with monkeypatch.context() as limited:
        limited.setattr(graphs, "_MOST_ORDERS", 10)
        with pytest.raises(TooManySymmetriesError):
            canonical_terms(spider)
    assert canonical_terms(spider)


def index_product(factors):
    result = factors[0]
    for factor in factors[1:]:
        result = result * factor
    return result


def test_an_inverse_is_of_a_square_matrix():
    P, P_inverse = inverse_pair("P")
    other = Index("w", sp.Symbol("e", integer=True, positive=True))
    with pytest.raises(ArgumentError, match="square"):
        prove_index_identity(Sum(P[i, other] * P_inverse[other, j], other), delta(i, j))


def test_bad_input_is_named():
    with pytest.raises(ArgumentError, match="2 indices"):
        V.__getitem__(i)
    with pytest.raises(ArgumentError, match="one size"):
        delta(i, a)
    with pytest.raises(ArgumentError, match="one size"):
        S.__getitem__((i, a))
    with pytest.raises(ArgumentError, match="one index of each name"):
        prove_index_identity(x[i] * x[Index("i", e)], 0)
    with pytest.raises(ArgumentError, match="one tensor of that name"):
        prove_index_identity(Sum(x[i], i), Sum(x[a], a))
    with pytest.raises(ArgumentError, match="each index once"):
        Sum(x[i], i, i)
    with pytest.raises(ArgumentError, match="sizes d and e"):
        Sum(x[i], Index("i", e))
    for size in (-1, sp.Rational(1, 2), -d, sp.I):
        with pytest.raises(ArgumentError, match="natural number"):
            Index("i", size)
    with pytest.raises(ArgumentError, match="bound"):
        Index("i#1", d)
    with pytest.raises(ArgumentError, match="taken"):
        Tensor("<", 1)
    with pytest.raises(ArgumentError, match="rational function"):
        prove_index_identity(sp.sin(d) * x[i], x[i])
    with pytest.raises(ArgumentError, match="'d'"):
        prove_index_identity(Sum(1, i), sp.Symbol("d"))
    with pytest.raises(ArgumentError, match="exponent"):
        prove_index_identity(x[i] ** -1, 0)
    with pytest.raises(ExactnessError):
        prove_index_identity(x[i] * sp.Float("0.5"), 0)
    with pytest.raises(ExactnessError):
        prove_index_identity(x[i], sp.Float("0.5"))


# Random products of entries over four indices, some of them summed.

TENSORS = (V, x, S, A)


@st.composite
def products(draw):
    """A product of up to three entries: (tensor, numbers of its indices) for each."""
    tensors = draw(st.lists(st.sampled_from(TENSORS), min_size=1, max_size=3))
    return [(t, tuple(draw(st.integers(0, 3)) for _ in range(t.rank))) for t in tensors]


LETTERS = {name: Index(name, d) for name in "uvw"} | {"i": i, "j": j, "k": k, "m": m}


def written(product, names="ijkm", summed=(1, 2, 3)):
    """The product in index notation, summed over some of its indices."""
    indices = [LETTERS[names[number]] for number in range(4)]
    entries = [t[tuple(indices[number] for number in numbers)] for t, numbers in product]
    used = {number for _, numbers in product for number in numbers}
    bound = [indices[n] for n in summed if n in used]
    return Sum(index_product(entries), *bound) if bound else index_product(entries)


def polynomial(product, size, first):
    """The same sum, written out with a symbol for each entry, at index 0 = `first`."""
    used = sorted({number for _, numbers in product for number in numbers} - {0})
    total = sp.Integer(0)
    for values in itertools.product(range(size), repeat=len(used)):
        at = {0: first, **dict(zip(used, values, strict=True))}
        term = sp.Integer(1)
        for tensor, numbers in product:
            term *= entry_symbol(tensor, tuple(at[number] for number in numbers))
        total += term
    return sp.expand(total)


def entry_symbol(tensor, position):
    if tensor.symmetry == "none":
        return sp.Symbol(f"{tensor.name}{position}")
    if tensor.symmetry == "antisymmetric" and position[0] == position[1]:
        return sp.Integer(0)
    sign = -1 if tensor.symmetry == "antisymmetric" and position[0] > position[1] else 1
    return sign * sp.Symbol(f"{tensor.name}{tuple(sorted(position))}")


@settings(max_examples=30)
@given(products(), products())
def test_canonical_forms_agree_if_and_only_if_the_polynomials_do(one, other):
    """At size 4 indices with up to four values are all different, so polynomials decide."""
    same = canonical_terms(written(one) - written(other)) == {}
    assert same == (polynomial(one, 4, 0) == polynomial(other, 4, 0))


@settings(max_examples=30)
@given(products(), st.permutations([1, 2, 3]), st.randoms(use_true_random=False))
def test_renaming_and_reordering_change_nothing(product, order, source):
    renamed = [(t, tuple([0, *order][n] for n in numbers)) for t, numbers in product]
    source.shuffle(renamed)
    assert canonical_terms(written(product) - written(renamed, names="iuvw")) == {}


@settings(max_examples=25)
@given(products(), products(), st.fractions(max_denominator=9))
def test_sums_are_linear(one, other, factor):
    summed = written(one, summed=(0, 1, 2, 3)) * factor + written(other, summed=(0, 1, 2, 3))
    inside = [written(p, summed=(1, 2, 3)) for p in (one, other)]
    parts = [Sum(p, i) if "i" in p.free else p for p in inside]
    assert canonical_terms(summed - parts[0] * factor - parts[1]) == {}


@settings(max_examples=25)
@given(products(), st.data())
def test_values_are_those_of_the_polynomials(product, data):
    numbers = st.integers(-3, 3).map(Fraction)
    positions = list(itertools.product(range(2), repeat=2))
    tensors = {
        V.kind: {p: data.draw(numbers) for p in positions},
        x.kind: {(p,): data.draw(numbers) for p in range(2)},
        S.kind: {p: data.draw(numbers) for p in positions if p[0] <= p[1]},
        A.kind: {p: data.draw(numbers) for p in positions if p[0] <= p[1]},
    }
    expression = written(product)
    (table,) = values_of([expression], Instance({d: Fraction(2)}, tensors))
    values = {
        sp.Symbol(f"{tensor.name}{position}"): sp.Rational(value.numerator, value.denominator)
        for tensor, entries in tensors.items()
        for position, value in entries.items()
    }
    for first in range(2) if "i" in expression.free else (0,):
        expected = polynomial(product, 2, first).xreplace(values)
        assert table[(first,) if "i" in expression.free else ()] == Fraction(str(expected))


@settings(max_examples=25)
@given(products(), products())
def test_verdicts_are_those_of_the_polynomials(one, other):
    evidence = prove_index_identity(written(one), written(other))
    same = polynomial(one, 4, 0) == polynomial(other, 4, 0)
    assert evidence.verdict is (Verdict.PROVED if same else Verdict.REFUTED)
