"""Machines are told line by line, the outputs by the new state."""

import pytest
import sympy as sp

from proofs.gated_rnn.s3_2_number_of_neurons.invariances import says_scaled, scale
from theorem_checks import (
    All,
    AtMost,
    Computes,
    Equal,
    EveryChain,
    ForAll,
    Implies,
    Less,
    SameOutputs,
    link_by_link,
    proof_of,
    prove_by_induction,
    simulation,
    symbol_array,
    zeros,
)
from theorem_checks.deriving.definitions import Names
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.in_short import (
    assumed,
    in_short,
    is_impossible,
    is_plain,
    premises_and_body,
)
from theorem_checks.judging.judge import statement_of
from theorem_checks.proving.machines.unrollings import unrolling
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.plain_text import conjuncts, plain_text
from theorem_checks.statements.worlds.symbolic import Symbolic

a, b = sp.symbols("a b", real=True)
m, n = sp.symbols("m n", integer=True, nonnegative=True)


def test_outputs_are_written_by_the_new_state_where_it_stands():
    lines = Names.of(statement_of(says_scaled, scale.subject)).definitions()
    told = [plain_text(line) for line in lines]
    (output,) = (line for line in told if line.startswith("y_t = "))
    assert "W_(out,m;0,0) h_t^[n_before] + W_(out,m;0,1) h_t^[n_rows]" in output
    assert "h_(t-1)" not in output
    assert "λ" not in output
    states = [line for line in told if line.startswith("h_t^")]
    assert len(states) == 3
    assert all("h_(t-1)^" in line for line in states)
    assert any(line.startswith("y'_t = ") and "h'_t^[n_rows]" in line for line in told)


def test_a_machine_that_puts_out_its_state_says_so_in_a_line():
    def says(_, w):
        d = w.size("d")
        machine = w.machine(Sum(w.zeros(d)), w.array("x", d))
        return SameOutputs(machine, machine)

    lines = list(map(plain_text, Names.of(statement_of(says, 0)).definitions()))
    assert lines == ["Sum: h_t, y_t", "h_0 = 0", "h_t = h_(t-1) + x_t", "y_t = h_t"]


def test_the_state_before_a_row_has_its_number_and_rows_count_from_0():
    w = Symbolic()
    d, rows = w.size("d"), w.size("N")
    machine, xs = w.machine(Sum(w.zeros(d)), w.array("x", d)), w.array("xs", rows, d)
    until = w.entries(lambda has, t, s: has.at_most(s, t), rows, rows) @ xs
    made = derivation_of(unrolling(Computes(machine, xs, until)))
    told = [plain_text(line) for line in made.definitions]
    assert told[0] == "rows count from 0, so that x_(t+1) and y_(t+1) are row t"
    assert "h_t = h_(t-1) + x_t" in told
    assert [plain_text(line) for line in made.invariant] == ["h_t_i = Σ_(s < N) [s < t] xs_si"]


def test_a_token_with_a_number_in_its_name_is_braced():
    def says(_, w):
        d = w.size("d")
        machine = w.machine(Sum(w.zeros(d)), w.array("x1", d))
        return SameOutputs(machine, machine)

    lines = Names.of(statement_of(says, 0)).definitions()
    assert "h_t = h_{t-1} + {x_{1}}_t" in lines


HYPOTHESES = pytest.mark.parametrize(
    ("hypothesis", "said"),
    [
        (Implies(AtMost(0, a), AtMost(1, b)), "(0 ≤ a ⟹ 1 ≤ b)"),
        (ForAll(n, 0, AtMost(n, b)), "(∀ n ≥ 0: n ≤ b)"),
        (AtMost(1, b), "1 ≤ b"),
    ],
)


@HYPOTHESES
def test_hypotheses_that_are_implied_stand_in_brackets_where_it_has_a_range(hypothesis, said):
    whole = Implies(All((hypothesis, AtMost(0, a))), ForAll(m, 0, AtMost(0, m + a)))
    under = in_short(Implies(Less(b, 1), whole), Names())
    assert plain_text(under) == f"b < 1 ⟹ {said} and 0 ≤ a ⟹ ∀ m ≥ 0: 0 ≤ a + m"
    assert conjuncts(under) == [under]


@HYPOTHESES
def test_an_implication_among_hypotheses_stands_in_brackets(hypothesis, said):
    assert plain_text(assumed(hypothesis, Names())) == said
    whole = Implies(All((hypothesis, AtMost(0, a))), ForAll(m, 0, AtMost(0, m * b + a)))
    made = derivation_of(prove_by_induction(whole))
    assert [plain_text(one) for one in made.hypotheses] == [said, "0 ≤ a"]
    (step,) = (part for part in made.parts if part.name == "step")
    is_of_all = isinstance(hypothesis, ForAll)  # and is taken at integers in the step
    assert (plain_text(step.hypotheses[0]) == said) is not is_of_all


class Sum:
    """Adds its tokens up."""

    def __init__(self, none):
        self.none = none

    def initial_state(self):
        return self.none

    def step(self, total, token):
        return total + token, total + token


def test_a_token_called_y_is_told_apart_from_the_output():
    def says(none, w):
        d = w.size("d")
        cell = Sum(w.entries(lambda *_: none, d))
        token = w.array("y", d)
        return SameOutputs(w.machine(cell, token), w.machine(cell, token))

    lines = list(map(plain_text, Names.of(statement_of(says, 0)).definitions()))
    assert "h_t = h_(t-1) + ỹ_t" in lines
    assert not any("+ y_t" in line for line in lines)


def test_machines_of_one_class_are_told_apart():
    def says(_, w):
        d = w.size("d")
        token, none = w.array("x", d), w.zeros(d)
        cells = [Sum(none), Sum(w.array("first", d))]
        return SameOutputs(*(w.machine(cell, token) for cell in cells))

    lines = list(map(plain_text, Names.of(statement_of(says, 0)).definitions()))
    assert "Sum, the first: h_t, y_t" in lines
    assert "Sum, the second: h'_t, y'_t" in lines


def test_the_machines_of_links_have_names():
    def says(_, w):
        n, m = w.size("n"), w.size("m")
        arrays = w.array("x", n), w.array("y", m)
        read, put_out = (w.interface("v", array, one=lambda v: v + v) for array in arrays)
        cell = Adding(w.array("W", m, n), w.zeros(m))
        return EveryChain((w.link(read, put_out, cell, cell),))

    def by_doubling(chain):
        return link_by_link(chain, lambda same: simulation(same, 2 * same.other.state))

    found = proof_of(says, by_doubling)(0)
    assert found.verdict == "PROVED"
    made = found.parts[0].derivation()
    lines = list(map(plain_text, made.definitions))
    assert "Adding, the first: h_t, y_t" in lines
    assert "Adding, the second: h'_t, y'_t" in lines
    assert "y_t = y'_t for all t" in str(made)
    whole = found.derivation()
    assert r"\text{v} \to \text{v}" in whole.statement
    assert "h_" not in whole.statement
    assert sum(line.startswith(r"\text{tied at }\text{v}") for line in whole.definitions) == 2


class Adding:
    """Adds up linear functions of its tokens."""

    def __init__(self, W, none):
        self.W, self.none = W, none

    def initial_state(self):
        return self.none

    def step(self, total, token):
        after = total + self.W @ token
        return after, after


def test_what_is_plain_is_not_assumed():
    names = Names()
    said = Equal(a, b)
    for plain in (AtMost(0, 1), AtMost(n, n)):
        assert in_short(Implies(plain, said), names) == in_short(said, names)
        given, body = premises_and_body(Implies(All((plain, AtMost(a, b))), said))
        assert [one.key for one in (*given, body)] == [AtMost(a, b).key, said.key]
    assert r"\implies" in in_short(Implies(AtMost(1, 0), said), names)
    assert r"\implies" in in_short(Implies(AtMost(n, m), said), names)


@pytest.mark.parametrize("whole", [Implies(AtMost(0, a), AtMost(0, 2 * a)), AtMost(a, a)])
def test_one_statement_by_itself_is_told_as_it_is(whole):
    alone = All((whole,))
    assert in_short(alone, Names()) == in_short(whole, Names())
    assert premises_and_body(alone) == premises_and_body(whole)


def test_hypotheses_under_others_stand_with_these_where_they_are_many():
    first, (one, two, three, four) = AtMost(0, a), (AtMost(n, b) for n in range(4))
    few = Implies(All((one, two)), AtMost(0, b))
    assert premises_and_body(Implies(first, few)) == ((first,), few)
    for more in ((one, two, three), (one, two, three, four)):
        many = Implies(All(more), AtMost(0, b))
        assert premises_and_body(Implies(first, many)) == ((first, *more), many.body)
    both = All((first, one))
    assert premises_and_body(both) == ((), both)


def test_the_arrays_of_an_invariant_are_told_with_how_they_go_on():
    def says(_, w):
        d = w.size("d")
        token, none = w.array("x", d), w.zeros(d)
        return SameOutputs(w.machine(Sum(none), token), w.machine(Sum(none), token))

    same = statement_of(says, 0)
    assert isinstance(same, SameOutputs)
    axes = same.one.token.axes
    seen, twice = symbol_array("seen", *axes), symbol_array("twice", *axes)
    token = same.one.token
    steps = [(seen, zeros(axes), seen + token), (twice, zeros(axes), twice + 2 * token)]
    made = simulation(same, seen, steps, other=seen).derivation()
    told = [plain_text(line) for line in made.invariant if "at first" in line]
    assert told == [
        "seen: 0 at first, seen + x_t after a token",
        "twice: 0 at first, twice + 2 x_t after a token",
    ]


@pytest.mark.parametrize(
    "hypothesis",
    [Equal(a, b), Less(0, a), AtMost(a, b), AtMost(1, 0), ForAll(n, 0, AtMost(n, b))],
    ids=str,
)
def test_what_is_assumed_is_told(hypothesis):
    whole = Implies(hypothesis, Equal(b, a + b))
    assert premises_and_body(whole) == ((hypothesis,), whole.body)
    assert in_short(whole, Names()).startswith(assumed(hypothesis, Names()))


def test_arrays_are_compared_with_nothing_to_see_what_is_plain():
    i, j = (Index(name, m) for name in "ij")
    entry = Tensor("V", 2)[i, j]
    assert not is_plain(AtMost(entry, entry))
    assert not is_plain(AtMost(0, entry))
    assert not is_plain(Equal(a, a))
    assert is_plain(AtMost(sp.Rational(1, 2), 1))
    assert not is_plain(AtMost(1, sp.Rational(1, 2)))


def test_that_a_value_of_a_sequence_is_the_number_of_its_name_is_not_assumed():
    h, first, other = sp.Function("h")(sp.Integer(0)), *sp.symbols("h_0 h_1")
    assert is_plain(Equal(h, first))
    assert is_plain(Equal(h, sp.Symbol("h0")))
    assert not is_plain(Equal(h, other))
    assert not is_plain(Equal(h, h))
    whole = All((Equal(h, first), AtMost(other, first)))
    assert assumed(whole, Names()) == in_short(whole.parts[1], Names())


def test_what_letters_always_meet_is_plain_and_what_they_never_meet_is_impossible():
    k, m = sp.symbols("k m", integer=True, nonnegative=True)
    assert is_plain(AtMost(0, k + 1))
    assert not is_plain(AtMost(k, m))
    so = Equal(k, m)
    for never in (AtMost(k + 1, 0), Less(k, 0), Less(k + m, k), AtMost(2, 1)):
        assert is_impossible(Implies(never, so)), never
        assert is_impossible(Implies(AtMost(k, m), Implies(All((so, never)), so))), never
    for some in (AtMost(k, 0), Less(k, 1), AtMost(k + 1, m), so):
        assert not is_impossible(Implies(some, so)), some
    assert not is_impossible(AtMost(k + 1, 0))
    entry = Tensor("W", 1)[Index("i", 2)]
    assert not is_impossible(Implies(Less(entry, entry), so))
