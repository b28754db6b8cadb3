"""A fact in a proof: what rests on it says so, and none is applied beyond what it says."""

from dataclasses import replace

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    AtMost,
    CheckError,
    Equal,
    Implies,
    Verdict,
    apply_fact,
    family,
    modus_ponens,
    proof_of,
    prove,
    symbol_array,
)
from theorem_checks.facts import FACTS, applying
from theorem_checks.facts.inequalities import (
    BERNOULLI,
    CAUCHY_SCHWARZ,
    EXPONENTIAL_ABOVE_TANGENT,
    SUM_OF_SQUARES,
    TRIANGLE,
)
from theorem_checks.facts.linear_algebra import RANK_OF_PRODUCT
from theorem_checks.facts.probability import BAI_YIN, RADIUS
from theorem_checks.statements.analysis import Converges
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.moments.tensors import identity

x, y = sp.symbols("x y", real=True)
s = sp.Symbol("s", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
d = sp.Symbol("d", integer=True, positive=True)
z = sp.Symbol("z")


def array(name, *sizes):
    return symbol_array(name, *(family(f"{name}{k}", size) for k, size in enumerate(sizes)))


def test_a_limit_is_not_that_of_another_number():
    r = sp.Symbol("r", positive=True)
    found = apply_fact(BAI_YIN, {"r": 2 * r})
    assert found.statement is not None
    assert found.grounds == {BAI_YIN.ground}
    limit = Converges(n, RADIUS, 2 * r, "almost surely")
    assert found.statement.key == limit.key
    assert found.statement.key != Converges(n, RADIUS, r, "almost surely").key
    assert found.statement.key != Converges(n, RADIUS, 2 * r, "in probability").key
    for value in (x, -r, n):  # n is bound: it is what goes to infinity
        with pytest.raises(ArgumentError):
            apply_fact(BAI_YIN, {"r": value})


def says(network, world):
    m, t = world.size("m"), world.number("t", positive=True)
    return AtMost(1 + m * t, world.call(network, m, t))


def by_bernoulli(conclusion):
    """(1 + t)^m is at least 1 + m t, as t is at least -1."""
    t, m = (next(v for v in conclusion.rhs.free_symbols if v.name == w) for w in "tm")
    implication = apply_fact(BERNOULLI, {"a": t, "k": m})
    hypothesis = AtMost(-1, t)
    return modus_ponens(Implies(hypothesis, conclusion), implication, prove(hypothesis))


def test_what_is_proved_by_a_fact_is_proved_given_it():
    found = proof_of(says, by_bernoulli)(lambda m, t: (1 + t) ** m)
    assert found.verdict is Verdict.PROVED, found
    assert found.is_sealed
    assert found.grounds == {BERNOULLI.ground}


def test_the_fact_proves_nothing_of_a_subject_that_is_wrong():
    with pytest.raises(CheckError, match="where"):  # true, and not what the fact says
        proof_of(says, by_bernoulli)(lambda m, t: 1 + 2 * m * t - t)
    assert proof_of(says, by_bernoulli)(lambda m, t: 1 + m * t - t).verdict == "REFUTED"


def test_a_fact_about_arrays_is_about_their_entries():
    u, W = array("u", d), array("W", d, d)
    found = apply_fact(CAUCHY_SCHWARZ, {"n": d, "x": W @ u, "y": u})
    assert found.is_sealed
    assert found.grounds == {CAUCHY_SCHWARZ.ground}
    assert found.statement is not None
    assert "W" in found.statement.latex


def says_of_vectors(bound, world):
    k = world.size("k")
    u, v = world.array("u", k), world.array("v", k)
    return AtMost((u @ v) * (u @ v), bound(u, v))


def by_cauchy_schwarz(conclusion):
    """The square of u.v is at most |u|^2 |v|^2."""
    k = sp.Symbol("k", integer=True, positive=True)
    arrays = {"x": conclusion.array("u"), "y": conclusion.array("v")}
    return apply_fact(CAUCHY_SCHWARZ, {"n": k, **arrays})


def test_a_claim_about_arrays_is_proved_given_a_fact():
    check = proof_of(says_of_vectors, by_cauchy_schwarz)
    found = check(lambda u, v: (u @ u) * (v @ v))
    assert found.verdict is Verdict.PROVED, found
    assert found.grounds == {CAUCHY_SCHWARZ.ground}
    assert check(lambda u, v: (u @ u) * (u @ u)).verdict == "REFUTED"
    assert check(lambda u, v: 2 * (u @ u) * (v @ v)).verdict == "UNDECIDED"  # true, and not this


def test_what_is_substituted_is_not_substituted_again():
    found = apply_fact(TRIANGLE, {"a": sp.Symbol("b", real=True), "b": sp.Symbol("a", real=True)})
    a, b = sp.symbols("a b", real=True)
    assert found.statement is not None
    assert found.statement.key == AtMost(sp.Abs(b + a), sp.Abs(b) + sp.Abs(a)).key


def test_a_product_that_is_the_identity_has_an_inner_dimension():
    """Of a d x d product through n dimensions: d is at most n, if it is the identity."""
    A, B = array("A", d, n), array("B", n, d)
    found = apply_fact(RANK_OF_PRODUCT, {"n": d, "m": n, "A": A, "B": B})
    assert found.grounds == {RANK_OF_PRODUCT.ground}
    assert found.statement is not None
    assert found.statement.data[0] == "Implies"
    for sizes in ({"n": n, "m": d}, {"n": d, "m": d}):
        with pytest.raises(ArgumentError, match="size"):
            apply_fact(RANK_OF_PRODUCT, {**sizes, "A": A, "B": B})


def test_squares_that_add_up_to_nothing_are_nothing():
    u = array("u", d)
    found = apply_fact(SUM_OF_SQUARES, {"n": d, "x": u - u})
    assert found.is_sealed
    assert found.grounds == {SUM_OF_SQUARES.ground}


@pytest.mark.parametrize(
    "forged",
    [
        replace(TRIANGLE, statement=AtMost(1, 0)),
        replace(TRIANGLE),
        replace(TRIANGLE, name="my-own", statement=Equal(x, y)),
        replace(RANK_OF_PRODUCT, statement=Equal(x, y)),
    ],
)
def test_a_fact_of_ones_own_is_none(forged):
    with pytest.raises(CheckError, match="is not that of the library"):
        apply_fact(forged, {"a": x, "b": y})


@pytest.mark.parametrize(
    ("fact", "substitution", "said"),
    [
        (BERNOULLI, {"a": x, "k": x}, "integer"),
        (BERNOULLI, {"a": x, "k": n / 2}, "integer"),
        (BERNOULLI, {"a": x, "k": -1}, "nonnegative"),
        (BERNOULLI, {"a": x, "k": n - 2}, "nonnegative"),
        (BERNOULLI, {"a": z, "k": n}, "real"),
        (BERNOULLI, {"a": sp.sqrt(x), "k": n}, "real"),
        (BERNOULLI, {"a": 1 / x, "k": n}, "real"),
        (BERNOULLI, {"a": sp.log(x), "k": n}, "real"),
        (EXPONENTIAL_ABOVE_TANGENT, {"a": sp.oo}, "finite"),
        (EXPONENTIAL_ABOVE_TANGENT, {"a": sp.nan}, "finite"),
        (EXPONENTIAL_ABOVE_TANGENT, {"a": sp.I}, "real"),
        (EXPONENTIAL_ABOVE_TANGENT, {}, "a value for each of a"),
        (EXPONENTIAL_ABOVE_TANGENT, {"a": x, "c": x}, "a value for each of a"),
        (TRIANGLE, {"a": x}, "a value for each of"),
        (
            CAUCHY_SCHWARZ,
            {"n": 0, "x": array("u", d), "y": array("u", d)},
            "positive",
        ),
        (CAUCHY_SCHWARZ, {"n": n, "x": array("u", d), "y": array("u", d)}, "size"),
        (CAUCHY_SCHWARZ, {"n": d, "x": array("u", d), "y": array("v", n)}, "size"),
        (CAUCHY_SCHWARZ, {"n": d, "x": array("u", d), "y": x}, "array"),
        (CAUCHY_SCHWARZ, {"n": d, "x": array("u", d, d), "y": array("u", d)}, "axes"),
        (
            CAUCHY_SCHWARZ,
            {"n": d, "x": array("u", d) * sp.I, "y": array("v", d)},
            "real",
        ),
        (
            CAUCHY_SCHWARZ,
            {"n": d, "x": array("u", d) * (1 / (d - 2)), "y": array("v", d)},
            "real",
        ),
    ],
)
def test_a_substitution_is_of_the_sorts_of_the_fact(fact, substitution, said):
    with pytest.raises(ArgumentError, match=said):
        apply_fact(fact, substitution)


@pytest.mark.parametrize(
    "axis",
    [
        family("pairs", d, n),
        family("pairs", d, d, increasing=True),
        (family("a", d), family("b", d)),
    ],
    ids=["of two sizes", "increasing", "of two families"],
)
def test_an_array_of_a_fact_has_axes_of_one_size(axis):
    with pytest.raises(ArgumentError, match="axes are of one size"):
        apply_fact(SUM_OF_SQUARES, {"n": d, "x": symbol_array("u", axis)})


@pytest.mark.parametrize(
    "tensor",
    [
        Tensor("S", 2, "symmetric"),
        Tensor("S", 2, known="orthogonal"),
        Tensor("S", 2, inverse_of="A"),
    ],
    ids=["symmetric", "known", "an inverse"],
)
def test_an_array_of_which_more_is_known_is_none_of_a_fact(tensor):
    with pytest.raises(ArgumentError, match="substitution"):
        applying._array(tensor, array("A", d, d))
    indices, _ = applying._array(Tensor("A", 2), array("A", d, d))
    assert len(indices) == 2


def test_an_identity_matrix_is_no_tensor_of_a_fact():
    assert applying._only_tensor(identity(d)) is None


def test_a_hypothesis_that_is_not_met_gives_nothing():
    implication = apply_fact(BERNOULLI, {"a": x, "k": n})
    hypothesis, body = AtMost(-1, x), AtMost(1 + n * x, (1 + x) ** n)
    found = modus_ponens(Implies(hypothesis, body), implication, prove(hypothesis))
    assert found.verdict is not Verdict.PROVED
    with pytest.raises(CheckError, match="where"):
        modus_ponens(Implies(AtMost(-2, x), body), implication, prove(AtMost(-2, -1)))


def test_all_facts_can_be_applied():
    arrays = {"x": array("u", d), "y": array("v", d), "A": array("A", d, d), "B": array("B", d, d)}
    arrays["C"] = array("C", d, d)
    given = {"a": s, "b": x, "k": d, "n": d, "m": d, "r": s, **arrays}
    given |= dict.fromkeys("NoJp", d) | {"X": array("X", d, d, d)}
    given |= {name: array(name, d, d) for name in "DSTYZ"}
    given |= {"W": array("W", d, d), "z": array("z", d), "s": s}
    for fact in FACTS.values():
        needed = {
            "cauchy-schwarz": "nxy",
            "triangle-inequality": "ab",
            "bernoulli": "ak",
            "bai-yin": "r",
            "rank-of-product": "nmAB",
            "sum-of-squares": "nx",
            "exponential-increases": "nxy",
            "term-of-a-sum": "nx",
            "least-bound": "nxm",
            "logarithm-increases": "nxy",
            "exponential-of-logarithm": "nx",
            "logarithm-of-product": "nxy",
            "logarithm-below-tangent": "nx",
            "sum-increases": "nxy",
            "greatest-bound": "nxm",
            "operator-bound": "nmAx",
            "operator-of-product": "nmkAB",
            "operator-of-sum": "nmAC",
            "operator-below-frobenius": "nmA",
            "frobenius-below-operator": "nmA",
            "products-by-columns": "NoJpXDSTYZ",
            "tanh-slopes": "abB",
            "weighted-sum": "nmWzsb",
        }
        names = needed.get(fact.name, "a")
        values = dict(fact.sorts or {name: given[name] for name in names})
        if fact.name == "tanh-slopes":
            values["B"] = x
        if fact.name in ("least-bound", "greatest-bound"):
            values["m"] = array("m")
        assert apply_fact(fact, values).is_sealed
