"""Machines that are sums over their tokens, and those that are not."""

import pytest

from tests.proving.rules.theorems import Adding, Forgetting
from theorem_checks import (
    ArgumentError,
    Index,
    Verdict,
    zeros,
)
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.machines.unrollings import unrolling
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.conclusions import (
    Computes,
    Equal,
)
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.terms import put, replacement
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def test_only_a_machine_that_adds_up_is_unrolled():
    w = Symbolic()
    d, T = w.size("d"), w.size("T")
    token, xs = w.array("x", d), w.array("xs", T, d)
    before = w.entries(lambda h, t, s: h.at_most(s, t), T, T) @ xs
    adding = w.machine(Adding(), token)
    assert unrolling(Computes(adding, xs, before)).verdict is Verdict.PROVED
    assert unrolling(Computes(adding, xs, xs)).verdict is Verdict.UNDECIDED
    forgetting = w.machine(Forgetting(), token)
    assert unrolling(Computes(forgetting, xs, before)).verdict is not Verdict.PROVED


class Decaying:
    """Keeps a share of its state for each unit, and adds the token; more, by `change`."""

    def __init__(self, keep, change=lambda kept, state: kept):
        self.keep, self.change = keep, change

    def initial_state(self):
        return zeros((self.keep.shape[0],))

    def step(self, state, x):
        after = self.change(self.keep * state, state) + x
        return after, after


class Decayed:
    """A machine that decays by `keep`, and its outputs by a formula of the powers of an array."""

    def __init__(self, change=lambda kept, state: kept, of="keep"):
        self.world = w = Symbolic()
        self.d, self.T = w.size("d"), w.size("T")
        self.keep, self.other = w.array("keep", self.d), w.array("other", self.d)
        self.token, self.xs = w.array("x", self.d), w.array("xs", self.T, self.d)
        self.powers = w.powers("aged", {"keep": self.keep, "other": self.other}[of], self.T)
        self.machine = w.machine(Decaying(self.keep, change), self.token)

    def unrolled(self, term):
        def entry(h, t, i):
            return h.sum(lambda s: term(self, h, t, s, i) * self.xs[s, i], self.T)

        outputs = self.world.entries(entry, self.T, self.d)
        return unrolling(Computes(self.machine, self.xs, outputs))


def aged(given, _helper, t, s, i):
    return given.powers[t, s, i]


def test_a_machine_that_decays_is_a_sum_of_powers():
    assert Decayed().unrolled(aged).verdict is Verdict.PROVED
    split = Decayed(lambda kept, state: state - (state - kept))
    assert split.unrolled(aged).verdict is Verdict.PROVED


def test_a_derivation_has_the_state_as_a_sum():
    made = Decayed().unrolled(aged).derivation()
    (state,) = map(plain_text, made.invariant)
    assert state == "h_t_i = Σ_(s < T) (keep^(t-1-s))_i xs_si"
    assert "its power where s < t" in str(made)

    w = Symbolic()
    d, T = w.size("d"), w.size("T")
    token, xs = w.array("x", d), w.array("xs", T, d)
    before = w.entries(lambda h, t, s: h.at_most(s, t), T, T) @ xs
    made = unrolling(Computes(w.machine(Adding(), token), xs, before)).derivation()
    (state,) = map(plain_text, made.invariant)
    assert state == "h_t_i = Σ_(s < T) [s < t] xs_si"
    assert "power" not in str(made)


@pytest.mark.parametrize(
    "term",
    [
        lambda g, h, t, s, i: g.keep[i] * g.powers[t, s, i],
        lambda g, h, t, s, i: g.powers[s, t, i],
        lambda g, h, t, s, i: g.powers[t, s, i] + g.powers[s, t, i],
        lambda g, h, t, s, i: g.powers[t, s, i] * h.delta(s, t),
        lambda g, h, t, s, i: g.powers[t, s, i] ** 2,
    ],
    ids=["one late", "backwards", "to come", "the last token", "twice"],
)
def test_other_sums_of_powers_are_not_what_it_computes(term):
    assert Decayed().unrolled(term).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    "change",
    [
        lambda kept, state: kept + state,
        lambda kept, state: 2 * kept,
        lambda kept, state: kept + kept * state,
    ],
    ids=["and the state", "twice", "and a product"],
)
def test_a_machine_that_decays_by_something_else_is_not_unrolled(change):
    with pytest.raises(ArgumentError, match="entry whose powers"):
        Decayed(change).unrolled(aged)


def test_a_machine_of_the_second_degree_is_not_unrolled():
    found = Decayed(lambda kept, state: kept * state).unrolled(aged)
    assert found.verdict is not Verdict.PROVED


def test_powers_of_another_array_do_not_tell_the_decay():
    with pytest.raises(ArgumentError, match="entry whose powers"):
        Decayed(of="other").unrolled(aged)


class DecayingByToken(Decaying):
    """Keeps a share that is the token."""

    def step(self, state, x):
        after = x * state + x
        return after, after


def test_a_decay_that_changes_with_the_token_has_no_powers():
    w = Symbolic()
    d, T = w.size("d"), w.size("T")
    token, xs = w.array("x", d), w.array("xs", T, d)
    powers = w.powers("aged", token, T)
    machine = w.machine(DecayingByToken(token), token)
    outputs = w.entries(lambda h, t, i: h.sum(lambda s: powers[t, s, i] * xs[s, i], T), T, d)
    with pytest.raises(ArgumentError, match="do not change over time"):
        unrolling(Computes(machine, xs, outputs))


def test_powers_are_of_an_array_of_the_world():
    w = Symbolic()
    d, T = w.size("d"), w.size("T")
    keep = w.array("keep", d)
    with pytest.raises(ArgumentError, match=r"World\.array"):
        w.powers("aged", keep + 1, T)
    powers, free = w.powers("aged", keep, T), w.array("free", T, d)
    t, i = Index("t", T), Index("i", d)
    assert prove(Equal(powers[t, t, i], 1)).verdict is Verdict.UNDECIDED
    refuted = prove(Equal(powers[t, t, i], free[t, i]))
    assert refuted.verdict is Verdict.REFUTED
    with pytest.raises(ArgumentError, match="no powers of keep"):
        put(powers[t, t, i], replacement(keep, keep + 1))


class Turning:
    """Applies a matrix to its state, adds the token, and puts out the state."""

    def __init__(self, matrix, change=lambda turned, state: turned):
        self.matrix, self.change = matrix, change

    def initial_state(self):
        return zeros((self.matrix.shape[0],))

    def step(self, state, x):
        after = self.change(self.matrix @ state, state) + x
        return after, after


class Turned:
    """A machine that applies A, and its outputs by a formula of the powers of a matrix."""

    def __init__(self, change=lambda turned, state: turned, of="A", start=None):
        self.world = w = Symbolic()
        self.d, self.T = w.size("d"), w.size("T")
        self.A, self.B = w.array("A", self.d, self.d), w.array("B", self.d, self.d)
        self.token, self.xs = w.array("x", self.d), w.array("xs", self.T, self.d)
        self.powers = w.matrix_powers("P", {"A": self.A, "B": self.B}[of], self.T)
        self.machine = w.machine(Turning(self.A, change), self.token)

    def unrolled(self, term):
        def entry(h, t, i):
            return h.sum(lambda s, k: term(self, h, t, s, i, k) * self.xs[s, k], self.T, self.d)

        outputs = self.world.entries(entry, self.T, self.d)
        return unrolling(Computes(self.machine, self.xs, outputs))


def turned(given, _helper, t, s, i, k):
    return given.powers[t, s, i, k]


def test_a_machine_that_applies_a_matrix_is_a_sum_of_its_powers():
    assert Turned().unrolled(turned).verdict is Verdict.PROVED
    split = Turned(lambda turned, state: state - (state - turned))
    assert split.unrolled(turned).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    "term",
    [
        lambda g, h, t, s, i, k: g.powers[t, s, k, i],
        lambda g, h, t, s, i, k: g.powers[s, t, i, k],
        lambda g, h, t, s, i, k: 2 * g.powers[t, s, i, k],
        lambda g, h, t, s, i, k: g.A[i, k] * g.powers[t, s, i, k],
        lambda g, h, t, s, i, k: g.powers[t, s, i, k] * h.delta(s, t),
        lambda g, h, t, s, i, k: g.powers[t, s, i, k] + g.powers[s, t, i, k],
        lambda g, h, t, s, i, k: g.powers[t, s, i, k] ** 2,
    ],
    ids=["transposed", "backwards", "twice", "by entries", "the last", "to come", "squared"],
)
def test_other_sums_of_powers_of_a_matrix_are_not_what_it_computes(term):
    assert Turned().unrolled(term).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    "change",
    [
        lambda turned, state: turned + state,
        lambda turned, state: 2 * turned,
        lambda turned, state: turned * state,
        lambda turned, state: turned + turned * state,
    ],
    ids=["and the state", "twice", "a product", "and a product"],
)
def test_a_machine_that_applies_more_than_a_matrix_is_not_a_sum_of_its_powers(change):
    assert Turned(change).unrolled(turned).verdict is not Verdict.PROVED


def test_powers_of_another_matrix_are_not_what_it_computes():
    with pytest.raises(ArgumentError, match="powers of the one matrix"):
        Turned(of="B").unrolled(turned)


class FromAny(Turning):
    """Applies a matrix to a state that starts anywhere."""

    def __init__(self, matrix, start):
        super().__init__(matrix, lambda turned, _: turned)
        self.start = start

    def initial_state(self):
        return self.start


@pytest.mark.parametrize(
    ("first", "verdict"),
    [
        (lambda A, age, h, t, i, j, k: A[i, j] * age[t, j, k] * h[k], Verdict.PROVED),
        (lambda A, age, h, t, i, j, k: age[t, i, j] * age[t, j, k] * h[k], Verdict.UNDECIDED),
        (lambda A, age, h, t, i, j, k: 2 * A[i, j] * age[t, j, k] * h[k], Verdict.UNDECIDED),
        (lambda A, age, h, t, i, j, k: 0 * age[t, j, k] * h[k], Verdict.UNDECIDED),
    ],
    ids=["power", "another power", "twice", "without"],
)
def test_with_powers_by_age_the_first_state_may_be_any(first, verdict):
    w = Symbolic()
    d, T = w.size("d"), w.size("T")
    A, h = w.array("A", d, d), w.array("h", d)
    token, xs = w.array("x", d), w.array("xs", T, d)
    powers = w.matrix_powers("P", A, T)
    age = w.by_age(powers)
    machine = w.machine(FromAny(A, h), token)

    def entry(at, t, i):
        tokens = at.sum(lambda s, k: powers[t, s, i, k] * xs[s, k], T, d)
        return tokens + at.sum(lambda j, k: first(A, age, h, t, i, j, k), d, d)

    found = unrolling(Computes(machine, xs, w.entries(entry, T, d)))
    assert found.verdict is verdict


def test_without_powers_by_age_the_first_state_has_to_be_0():
    w = Symbolic()
    d, T = w.size("d"), w.size("T")
    A, token, xs = w.array("A", d, d), w.array("x", d), w.array("xs", T, d)
    powers = w.matrix_powers("P", A, T)
    machine = w.machine(FromAny(A, w.array("h", d)), token)

    def entry(at, t, i):
        return at.sum(lambda s, k: powers[t, s, i, k] * xs[s, k], T, d)

    found = unrolling(Computes(machine, xs, w.entries(entry, T, d)))
    assert found.verdict is not Verdict.PROVED


def test_a_matrix_that_is_the_token_has_no_powers():
    w = Symbolic()
    d, T = w.size("d"), w.size("T")
    with pytest.raises(ArgumentError, match="square"):
        w.matrix_powers("P", w.array("V", d, T), T)
    A, other = w.array("A", d, d), w.array("B", d, d)
    P = w.matrix_powers("Q", A, T)
    t, i, k = Index("t", T), Index("i", d), Index("k", d)
    refuted = prove(Equal(P[t, t, i, k], other[i, k]))
    assert refuted.verdict is Verdict.REFUTED
    with pytest.raises(ArgumentError, match="no powers of A"):
        put(P[t, t, i, k], replacement(A, other))


@pytest.mark.parametrize("seed", range(3))
def test_powers_of_a_matrix_are_what_they_are_called_in_numbers(seed):
    w = Concrete({"n": 3, "T": 3}, seed)
    n, T = w.size("n"), w.size("T")
    A = w.array("A", n, n)
    P, square = w.matrix_powers("P", A, T), elements_of(A @ A)
    assert all(P[2, 0, i, k] == square[i, k] for i in range(3) for k in range(3))
    assert (P[0, 1, 0, 0], P[1, 1, 0, 0], P[1, 1, 0, 1]) == (0, 1, 0)
