"""Products over time: a machine whose decay changes with the token, and what they are not."""

import pytest

from theorem_checks import ArgumentError, Computes, Equal, Index, Verdict, prove, unrolling
from theorem_checks.judging.instances import difference_at
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.arrays.symbolic_array import zeros
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


class Gated:
    """Keeps of each unit the share that the token says, and adds another part of the token."""

    def __init__(self, none, change=lambda kept, state: kept):
        self.none, self.change = none, change

    def initial_state(self):
        return self.none

    def step(self, state, token):
        gate, x = token
        after = self.change(gate * state, state) + x
        return after, after


class Unrolled:
    """The machine on tokens of gates and inputs, its outputs by a formula of the products."""

    def __init__(self, change=lambda kept, state: kept, of="gates"):
        self.world = w = Symbolic()
        self.d, self.T = w.size("d"), w.size("T")
        self.gates, self.xs = w.array("gates", self.T, self.d), w.array("xs", self.T, self.d)
        base = {"gates": self.gates, "xs": self.xs, "free": w.array("free", self.T, self.d)}[of]
        self.products = w.running_products("between", base)
        token = w.array("gate", self.d), w.array("x", self.d)
        self.machine = w.machine(Gated(zeros((self.d,)), change), token)

    def by(self, term):
        def entry(h, t, i):
            return h.sum(lambda s: term(self, h, t, s, i) * self.xs[s, i], self.T)

        outputs = self.world.entries(entry, self.T, self.d)
        return unrolling(Computes(self.machine, (self.gates, self.xs), outputs))


def between(given, _helper, t, s, i):
    return given.products[t, s, i]


def test_a_gated_machine_is_a_sum_of_products():
    assert Unrolled().by(between).verdict is Verdict.PROVED
    assert Unrolled(lambda kept, state: state - (state - kept)).by(between).verdict == "PROVED"


@pytest.mark.parametrize(
    "term",
    [
        lambda g, h, t, s, i: g.gates[t, i] * g.products[t, s, i],
        lambda g, h, t, s, i: g.gates[s, i] * g.products[t, s, i],
        lambda g, h, t, s, i: g.products[s, t, i],
        lambda g, h, t, s, i: g.products[t, s, i] * h.delta(s, t),
        lambda g, h, t, s, i: g.products[t, s, i] ** 2,
        lambda g, h, t, s, i: g.products[t, s, i] + g.products[s, t, i],
    ],
    ids=["one late", "one early", "backwards", "the last token", "twice", "to come"],
)
def test_other_sums_of_products_are_not_what_it_computes(term):
    assert Unrolled().by(term).verdict is not Verdict.PROVED


@pytest.mark.parametrize("of", ["xs", "free"])
def test_products_of_another_array_do_not_tell_the_decay(of):
    with pytest.raises(ArgumentError, match="one of the token whose products"):
        Unrolled(of=of).by(between)


def test_a_machine_of_the_second_degree_is_not_unrolled():
    found = Unrolled(lambda kept, state: kept * state).by(between)
    assert found.verdict is not Verdict.PROVED


def test_rows_of_another_order_are_not_the_gates():
    given = Unrolled()
    w, T, d = given.world, given.T, given.d
    mixed = w.entries(lambda h, t, i: h.sum(lambda s: h.at_most(s, t) * given.gates[s, i], T), T, d)
    outputs = w.entries(lambda h, t, i: h.sum(lambda s: given.products[t, s, i], T), T, d)
    with pytest.raises(ArgumentError, match="one of the token whose products"):
        unrolling(Computes(given.machine, (mixed, given.xs), outputs))


def test_tokens_of_several_arrays_have_as_many_rows():
    given = Unrolled()
    longer = given.world.array("longer", given.world.size("S"), given.d)
    outputs = given.xs
    with pytest.raises(ArgumentError, match="as many rows"):
        unrolling(Computes(given.machine, (given.gates, longer), outputs))
    with pytest.raises(ArgumentError, match="as many arrays"):
        unrolling(Computes(given.machine, given.xs, outputs))


def of_products(w):
    T = w.size("T")
    a = w.array("a", T)
    return T, a, w.running_products("between", a)


def test_they_are_numbers_in_a_concrete_world():
    w = Concrete({"T": 4})
    _, a, products = of_products(w)
    numbers = elements_of(a)
    assert products[3, 0] == numbers[1] * numbers[2] * numbers[3]
    assert (products[2, 2], products[1, 2]) == (1, 0)
    with pytest.raises(IndexError):
        products[4, 0]


def test_they_are_refuted_at_the_products_of_what_is_drawn():
    T, a, products = of_products(Symbolic())
    t, s = Index("t", T), Index("s", T)
    assert prove(Equal(products[t, s], a[t])).verdict is Verdict.REFUTED
    assert prove(Equal(products[t, s] * 1, products[s, t])).verdict is Verdict.REFUTED
    assert prove(Equal(products[t, t], 1)).verdict is Verdict.UNDECIDED  # true, and not known


def test_the_statement_is_false_at_instances_where_it_is():
    w = Concrete({"T": 3, "d": 2})
    d, T = w.size("d"), w.size("T")
    gates, xs = w.array("gates", T, d), w.array("xs", T, d)
    machine = w.machine(Gated(w.zeros(d)), (w.array("gate", d), w.array("x", d)))
    assert difference_at(Computes(machine, (gates, xs), xs), w) is not None


def test_what_they_are_of_is_said():
    w = Symbolic()
    number = w.array("a")
    with pytest.raises(ArgumentError, match="first axis is time"):
        w.running_products("between", number)
    with pytest.raises(ArgumentError, match="products of the entries"):
        Tensor("P", 2, over_time=True)
