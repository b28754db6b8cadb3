"""Orthogonal matrices, orthonormal columns, unit vectors and semidefinite matrices of all sizes."""

import random
from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    Index,
    Sum,
    Tensor,
    Verdict,
    delta,
    prove,
    prove_index_identity,
    prove_index_order,
)
from theorem_checks.judging.judge import judged
from theorem_checks.statements.arrays.known_tensors import NoSuchTensorError, drawn_known, exists
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic

n, m = sp.symbols("n m", integer=True, positive=True)
s = sp.Symbol("s", real=True)
i, j, k, x, y = (Index(name, n) for name in "ijkxy")
a, b = (Index(name, m) for name in "ab")
one = Index("one", 1)

Q, H = Tensor("Q", 2, known="orthogonal"), Tensor("H", 2, known="orthonormal columns")
u = Tensor("u", 1, known="unit")
A, C = (Tensor(name, 2, known="semidefinite") for name in "AC")
B, v, w = Tensor("B", 2), Tensor("v", 1), Tensor("w", 1)


P, p = Tensor("P", 2, known="stochastic"), Tensor("p", 1, known="probabilities")
N = Tensor("N", 3, known="nonnegative")

IDENTITIES = {
    "probabilities": (Sum(p[x], x), 1),
    "one probability": (Tensor("r", 1, known="probabilities")[one], 1),
    "a row": (Sum(P[i, x], x), 1),
    "two steps of a chain": (Sum(p[x] * P[x, y] * P[y, k], x, y, k), 1),
    "all rows": (Sum(P[x, y], x, y), n),
    "a mean of what is shifted": (Sum(p[x] * (v[x] + s), x), Sum(p[x] * v[x], x) + s),
    "rows": (Sum(Q[i, x] * Q[j, x], x), delta(i, j)),
    "columns": (Sum(Q[x, i] * Q[x, j], x), delta(i, j)),
    "a turn back": (Sum(Q[x, i] * Q[x, j] * v[j], x, j), v[i]),
    "the trace of what is turned": (Sum(Q[i, x] * B[x, y] * Q[i, y], i, x, y), Sum(B[x, x], x)),
    "the squares of a square matrix": (Sum(Q[x, y] * Q[x, y], x, y), n),
    "orthonormal columns": (Sum(H[x, a] * H[x, b], x), delta(a, b)),
    "a projection": (
        Sum(H[x, a] * H[k, a] * H[k, b] * H[y, b], a, k, b),
        Sum(H[x, a] * H[y, a], a),
    ),
    "one column": (Sum(H[x, one] * H[x, one], x), 1),
    "a unit vector": (Sum(u[x] * u[x], x), 1),
    "twice": (Sum(u[x] * u[x] * u[y] * u[y], x, y), 1),
    "a vector of one entry": (u[one] * u[one], 1),
    "a symmetric matrix": (A[i, j] - A[j, i], 0),
}


@pytest.mark.parametrize("name", IDENTITIES)
def test_what_is_known_is_contracted(name):
    found = prove_index_identity(*IDENTITIES[name])
    assert found.verdict is Verdict.PROVED
    assert not found.conditions


ORDERED = {
    "a form": (0, Sum(v[x] * A[x, y] * v[y], x, y)),
    "a trace": (0, Sum(A[x, x], x)),
    "a diagonal entry": (0, A[i, i]),
    "a sum": (0, Sum(v[x] * (A[x, y] + C[x, y]) * v[y], x, y)),
    "B^T A B": (0, Sum(v[a] * B[x, a] * A[x, y] * B[y, b] * v[b], a, b, x, y)),
    "the trace of a product": (0, Sum(A[x, y] * C[x, y], x, y)),
    "two by two": (A[i, j] ** 2, A[i, i] * A[j, j]),
    "a square of norms": (2 * Sum(v[x] * w[x], x), Sum(v[x] ** 2 + w[x] ** 2, x)),
    "Cauchy-Schwarz": (Sum(v[x] * w[x], x) ** 2, Sum(v[x] ** 2, x) * Sum(w[x] ** 2, x)),
    "Bessel, of one vector": (Sum(u[x] * v[x], x) ** 2, Sum(v[x] ** 2, x)),
    "a form at a unit vector": (Sum(u[x] * A[x, y] * u[y], x, y), Sum(A[x, x], x)),
    "the norm of a semidefinite matrix": (Sum(A[x, y] ** 2, x, y), Sum(A[x, x], x) ** 2),
    "a real factor": (0, Sum((v[x] - s * w[x]) ** 2, x)),
    "a size": (Sum(v[x], x) ** 2, n * Sum(v[x] ** 2, x)),
}


@pytest.mark.parametrize("name", ORDERED)
def test_a_sum_of_squares_is_found(name):
    found = prove_index_order(*ORDERED[name])
    assert found.verdict is Verdict.PROVED
    assert not found.conditions


def test_an_order_is_refuted_with_what_is_known():
    found = prove_index_order(0, A[i, j])
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    (p, q), (_, r) = found.counterexample.values["A"]
    assert p >= 0
    assert p * r - q * q >= 0


def test_a_strict_order_needs_a_number():
    assert prove_index_order(0, Sum(v[x] ** 2, x) + n, strict=True).verdict is Verdict.PROVED
    assert prove_index_order(0, Sum(v[x] ** 2, x), strict=True).verdict is Verdict.REFUTED


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("seed", range(4))
def test_what_is_drawn_meets_what_is_known(size, seed):
    source = random.Random(seed)
    turned = drawn_known("orthogonal", (size, size), source)
    assert all(
        sum(turned[p, r] * turned[q, r] for r in range(size)) == (p == q)
        for p in range(size)
        for q in range(size)
    )
    if size:
        unit = drawn_known("unit", (size,), source)
        assert sum(value**2 for value in unit.values()) == 1
        tall = drawn_known("orthonormal columns", (size + 2, size), source)
        assert sum(value**2 for value in tall.values()) == size
    half = drawn_known("semidefinite", (size, size), source)
    z = [Fraction(source.randint(-3, 3)) for _ in range(size)]
    assert all(half[p, q] == half[q, p] for p, q in half)
    assert sum(z[p] * z[q] * value for (p, q), value in half.items()) >= 0


def test_nonnegative_entries_are_drawn_small_and_some_are_0():
    drawn = drawn_known("nonnegative", (20, 20), random.Random(0)).values()
    assert set(drawn) == set(range(8))


def test_what_there_is_not_is_not_drawn():
    for known, shape in (("unit", (0,)), ("orthonormal columns", (2, 3))):
        with pytest.raises(NoSuchTensorError):
            drawn_known(known, shape, random.Random(0))


@pytest.mark.parametrize(
    ("rank", "more"),
    [
        (1, {"known": "orthogonal"}),
        (2, {"known": "unit"}),
        (2, {"known": "orthogonal", "symmetry": "symmetric"}),
        (2, {"known": "orthogonal", "inverse_of": "V"}),
        (2, {"known": "hermitian"}),
    ],
)
def test_a_tensor_says_what_may_be_known_of_it(rank, more):
    with pytest.raises(ArgumentError, match="known"):
        Tensor("U", rank, **more)


def test_an_orthogonal_matrix_is_square():
    with pytest.raises(ArgumentError, match="square"):
        prove_index_identity(Sum(Q[x, a], x), 0)


# --- statements about subjects


def says_turned(score, w):
    """A score does not change where its vectors are turned, nor one of H's columns."""
    d, more = w.size("d"), w.size("more", least=0)
    turn, wide = w.array("Q", d, d, known="orthogonal"), d + more
    tall = w.array("H", wide, d, known="orthonormal columns")
    q, k = w.array("q", d), w.array("k", d)
    said = score(q, k)
    return All((Equal(score(turn @ q, turn @ k), said), Equal(score(tall @ q, tall @ k), said)))


def says_unit(update, w):
    """After a step the memory returns the value at a key of norm 1."""
    p, d = w.size("p"), w.size("d")
    S, k, v = w.array("S", p, d), w.array("k", d, known="unit"), w.array("v", p)
    return Equal(update(S, k, v) @ k, v)


def says_form(form, w):
    """A form is nonnegative."""
    d, p = w.size("d"), w.size("p")
    A, B = w.array("A", d, d, known="semidefinite"), w.array("B", d, p)
    return AtMost(0, form(B.T @ A @ B, w.array("z", p)))


def delta_rule(S, k, v):
    return S - S.__number_system__.outer(S @ k - v, k)


STATEMENTS = {
    "turned": (says_turned, lambda q, k: q @ k, "real orthogonal Q (d, d)"),
    "unit": (says_unit, delta_rule, "real unit vectors k (d)"),
    "form": (says_form, lambda A, z: z @ A @ z, "real symmetric positive semidefinite A (d, d)"),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_is_known_belongs_to_a_statement(name):
    says, subject, words = STATEMENTS[name]
    found = judged(says, prove, subject)
    assert found.verdict is Verdict.PROVED
    assert words in found.scope


def without_last(S, k, v):
    """Right of unit vectors with one entry only."""
    return S + S.__number_system__.outer(v - S @ k, k * k * k)


MUTANTS = {
    "a score of the first powers only": (says_turned, lambda q, k: q @ k + (q * q) @ (k * k)),
    "not all is taken away": (says_unit, without_last),
    "the key is not taken to be of norm 1": (
        says_unit,
        lambda S, k, v: S - S.__number_system__.outer(S @ k - v, k) * 2,
    ),
    "half of it": (says_form, lambda A, z: z @ A @ z - z @ z),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_mutants_are_refuted(name):
    assert judged(MUTANTS[name][0], prove, MUTANTS[name][1]).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_late_mutant_is_not_proved(name):
    says, subject, _ = STATEMENTS[name]

    def late(*arrays):
        found = subject(*arrays)
        return found if arrays[0].shape[0] < 30 else found + found

    refuted = name in ("turned", "unit")  # others are drawn for small sizes
    expected = Verdict.REFUTED if refuted else Verdict.UNDECIDED
    assert judged(says, prove, late).verdict is expected


def says_too_many(_, w):
    d = w.size("d")
    tall = w.array("H", d, d + 1, known="orthonormal columns")
    return Equal(tall.T @ tall, 2 * (tall.T @ tall))


def says_without_entries(_, w):
    u = w.array("u", w.size("d") * 0, known="unit")
    return Equal(u @ u, 2 * (u @ u))


@pytest.mark.parametrize("says", [says_too_many, says_without_entries])
def test_a_statement_about_what_there_is_not_is_vacuous(says):
    assert judged(says, prove, None).verdict is Verdict.VACUOUS


# --- products of matrices, reduced by hand

LETTERS = {"Q": Q, "P": Tensor("P", 2, known="orthogonal"), "A": A, "B": B}


def product_of(word, first, last):
    """The entry of a product of square matrices, each perhaps transposed."""
    places = [first, *(Index(f"p{number}", n) for number in range(1, len(word))), last]
    whole = 1 if word else delta(first, last)
    for (name, turned), left, right in zip(word, places, places[1:], strict=False):
        entry = LETTERS[name][right, left] if turned else LETTERS[name][left, right]
        whole = entry * whole
    return Sum(whole, *places[1:-1]) if len(word) > 1 else whole


def reduced(word):
    """A product without an orthogonal matrix beside its transpose; A is its own transpose."""
    found = []
    for name, turned in word:
        letter = (name, turned and name != "A")
        if found and name in "QP" and found[-1] == (name, not turned):
            found.pop()
        else:
            found.append(letter)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_product_is_what_is_left_of_it(seed):
    source = random.Random(seed)
    word = [(source.choice("QQPAB"), source.random() < 0.5) for _ in range(source.randint(1, 3))]
    for name in source.choices("QP", k=2):  # so that there is something to reduce
        place, turned = source.randint(0, len(word)), source.random() < 0.5
        word[place:place] = [(name, turned), (name, not turned)]
    left = reduced(word)
    whole = product_of(word, i, j)
    assert prove_index_identity(whole, product_of(left, i, j)).verdict is Verdict.PROVED
    other = [(source.choice("QPB"), False), *left]
    if reduced(other) != left:
        wrong = prove_index_identity(whole, product_of(other, i, j))
        assert wrong.verdict is Verdict.REFUTED


class Adds:
    """Adds its tokens up, and puts out their squares, or 1."""

    def __init__(self, none, *, squares):
        self.none, self.squares = none, squares

    def initial_state(self):
        return self.none

    def step(self, total, token):
        return total + token, token @ token if self.squares else token @ token * 0 + 1


@pytest.mark.parametrize("world", [Symbolic(), Concrete({"d": 2})])
def test_tokens_of_which_something_is_known_are_refused(world):
    """Runs are drawn of free tokens, and would refute what is true of these."""
    d = world.size("d")
    none = world.zeros(d)
    unit, (inverted, _) = world.array("u", d, known="unit"), world.invertible("V", d)
    for token in (unit, inverted, (unit, none)):
        with pytest.raises(ArgumentError, match="nothing is known"):
            world.machine(Adds(none, squares=True), token)


ORDERS_OF_NUMBERS = {
    "probabilities": (0, p[i], False),
    "a mean": (0, Sum(P[i, x] * N[x, x, y], x, y), False),
    "a mean of squares": (0, Sum(P[i, x] * v[x] * v[x], x), False),
    "more than 0": (0, 1 + Sum(N[x, y, i], x, y), True),
    "a variance": (Sum(p[x] * v[x], x) ** 2, Sum(p[x] * v[x] ** 2, x), False),
}


@pytest.mark.parametrize("name", ORDERS_OF_NUMBERS)
def test_what_is_not_negative_adds_up(name):
    lhs, rhs, strict = ORDERS_OF_NUMBERS[name]
    assert prove_index_order(lhs, rhs, strict=strict).verdict is Verdict.PROVED


def says_contracts(bellman, w):
    """Of values that differ by at most M, their images under T differ by at most gamma M."""
    states, M = w.size("n"), w.number("M", nonnegative=True)
    gamma = w.number("gamma", nonnegative=True)
    chances = w.array("P", states, states, known="stochastic")
    V, r = w.array("V", states), w.array("r", states)
    below = w.array("D", states, known="nonnegative")
    lower = V + M - below
    return AtMost(bellman(r, chances, lower, gamma), bellman(r, chances, V, gamma) + gamma * M)


def test_the_operator_of_bellman_contracts():
    found = judged(says_contracts, prove, lambda r, P, V, gamma: r + gamma * (P @ V))
    assert found.verdict is Verdict.PROVED
    assert "real matrices of probabilities by rows P (n, n), real nonnegative D (n)" in found.scope
    for wrong in (
        lambda r, P, V, gamma: r + gamma * (P.T @ V),
        lambda r, P, V, gamma: r + 2 * gamma * (P @ V),
    ):
        assert judged(says_contracts, prove, wrong).verdict is Verdict.REFUTED


@pytest.mark.parametrize("known", ["probabilities", "stochastic", "nonnegative"])
def test_drawn_numbers_are_what_is_known(known):
    source = random.Random(3)
    shape = (4,) if known == "probabilities" else (3, 4)
    drawn = [drawn_known(known, shape, source) for _ in range(50)]
    assert all(value >= 0 for one_ in drawn for value in one_.values())
    assert any(value == 0 for one_ in drawn for value in one_.values())
    if known != "nonnegative":
        rows = [[v for place, v in one_.items() if place[:-1] == row] for one_ in drawn
                for row in {place[:-1] for place in one_}]  # fmt: skip
        assert all(sum(row) == 1 for row in rows)
        with pytest.raises(NoSuchTensorError, match="add up to 1"):
            drawn_known(known, (*shape[:-1], 0), source)


def test_what_there_is_of_a_shape_does_not_depend_on_where_its_name_comes_from():
    for known, there in (("permutation", False), ("orthogonal", False), ("nonnegative", True)):
        for name in (known, "".join([*known])):
            assert exists(name, (2, 3)) == there
            assert exists(name, (3, 3))
