"""Rules of composition conclude what they compute, and refuse what does not fit."""

import dataclasses
from typing import Any

import pytest
import sympy as sp

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import fig1_weights
from theorem_checks import (
    ArgumentError,
    CheckError,
    Evidence,
    Ground,
    Index,
    RandomVector,
    Tensor,
    Verdict,
    array_of,
    delta,
    expectation,
    family,
    norm2,
    symbol_array,
    zeros,
)
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules import (
    argued,
    chain,
    conjunction,
    consequence,
    given,
    induction,
    inner_dimension,
    instantiate,
    least,
    limit,
    modus_ponens,
    no_stack,
    required_blocks,
    simulation,
    stacking,
    unrolling,
)
from theorem_checks.statements.analysis import Limit
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, outer
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Equal,
    ForAll,
    Implies,
    Least,
    Less,
    Mean,
    SameOutputs,
)
from theorem_checks.statements.stacks import EveryStack, NoStack
from theorem_checks.statements.terms import put, replacement
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic

n = sp.Symbol("n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
x, y = sp.symbols("x y", real=True)


def proved(conclusion):
    found = prove(conclusion)
    assert found.verdict is Verdict.PROVED, found
    return found


@pytest.mark.parametrize(
    ("conclusion", "verdict"),
    [
        (Equal((x + 1) ** 2, x**2 + 2 * x + 1), Verdict.PROVED),
        (Equal((x + 1) ** 2, x**2 + 1), Verdict.REFUTED),
        (AtMost(1, n), Verdict.PROVED),
        (Less(1, n), Verdict.REFUTED),
        (Less(0, n**2 + n), Verdict.PROVED),
        (AtMost(0, x), Verdict.REFUTED),
        (AtMost(2 * m, m**2 + 1), Verdict.PROVED),
        (All((AtMost(0, m), Equal(x, x))), Verdict.PROVED),
        (All((AtMost(0, m), Equal(x, y))), Verdict.REFUTED),
    ],
)
def test_a_statement_goes_to_its_engine(conclusion, verdict):
    found = prove(conclusion)
    assert found.verdict is verdict
    assert found.is_sealed
    assert found.statement is not None
    assert found.statement.key == conclusion.key


def test_a_changed_copy_loses_its_seal():
    found = proved(Equal(x, x))
    assert Evidence.from_json(found.to_json()).is_sealed
    for change in (
        {"verdict": Verdict.HOLDS},
        {"rule": "simulation"},
        {"statement": proved(Equal(y, y)).statement},
        {"parts": (found,)},
        {"words": ("a friend",)},
        {"rests_on": (Ground.claim("notes/friend"),)},
    ):
        assert not dataclasses.replace(found, **change).is_sealed


# --- induction, instances, implications


def at_least_one(symbol):
    return AtMost(1, symbol**2)


def test_induction_concludes_what_base_and_step_say():
    step = given(Implies(at_least_one(n), at_least_one(n + 1)), proved(at_least_one(n + 1)))
    whole = induction(ForAll(n, 1, at_least_one(n)), proved(at_least_one(sp.Integer(1))), step)
    assert whole.verdict is Verdict.PROVED
    special = instantiate(ForAll(n, 1, at_least_one(n)), whole, 7)
    assert special.statement is not None
    assert special.statement.key == at_least_one(sp.Integer(7)).key


def test_a_step_that_skips_is_refused():
    skipping = given(Implies(at_least_one(n), at_least_one(n + 2)), proved(at_least_one(n + 2)))
    with pytest.raises(CheckError, match="step concludes"):
        induction(ForAll(n, 1, at_least_one(n)), proved(at_least_one(sp.Integer(1))), skipping)


def test_a_base_of_another_statement_is_refused():
    step = given(Implies(at_least_one(n), at_least_one(n + 1)), proved(at_least_one(n + 1)))
    with pytest.raises(CheckError, match="base concludes"):
        induction(ForAll(n, 1, at_least_one(n)), proved(Equal(1, 1)), step)
    with pytest.raises(CheckError, match="base was not concluded"):
        induction(ForAll(n, 1, at_least_one(n)), Evidence.proved("all"), step)


@pytest.mark.parametrize(
    "symbol",
    [
        n,  # leaves out the step from 0
        sp.Symbol("n", positive=True),
        sp.Symbol("n", integer=True, positive=True, even=True),
        sp.Symbol("n", prime=True),
    ],
)
def test_an_induction_symbol_stands_for_every_integer_from_the_start_on(symbol):
    step = given(Implies(AtMost(0, symbol), AtMost(0, symbol + 1)), proved(AtMost(0, symbol + 1)))
    with pytest.raises(ArgumentError, match="every integer from 0 on"):
        induction(ForAll(symbol, 0, AtMost(0, symbol)), proved(AtMost(0, sp.Integer(0))), step)


def test_an_instance_lies_in_the_range():
    general = ForAll(n, 1, at_least_one(n))
    step = given(Implies(at_least_one(n), at_least_one(n + 1)), proved(at_least_one(n + 1)))
    whole = induction(general, proved(at_least_one(sp.Integer(1))), step)
    assert instantiate(general, whole, 0).verdict is Verdict.UNDECIDED
    assert instantiate(general, whole, 2 * m).verdict is not Verdict.PROVED
    with pytest.raises(ArgumentError, match="an integer"):
        instantiate(general, whole, "1/2")


def test_an_implication_needs_its_hypothesis():
    implication = Implies(Equal(x, 0), Equal(1, 1))
    evidence = given(implication, proved(Equal(1, 1)))
    with pytest.raises(CheckError, match="hypothesis concludes"):
        modus_ponens(implication, evidence, proved(Equal(y, y)))
    with pytest.raises(CheckError, match="body concludes"):
        given(implication, proved(Equal(2, 2)))


def test_equations_are_chained_at_the_same_term():
    one, two = Equal((x + 1) ** 2, x**2 + 2 * x + 1), Equal(x**2 + 2 * x + 1, x * (x + 2) + 1)
    whole = chain(one, proved(one), two, proved(two))
    assert whole.statement is not None
    assert whole.statement.key == Equal(one.lhs, two.rhs).key
    with pytest.raises(CheckError, match="does not begin"):
        chain(two, proved(two), one, proved(one))


def test_parts_are_joined_in_the_order_of_the_conclusion():
    one, two = Equal(x, x), AtMost(0, m)
    whole = conjunction(All((one, two)), proved(one), proved(two))
    assert whole.verdict is Verdict.PROVED
    assert whole.statement is not None
    assert whole.statement.key == All((one, two)).key
    with pytest.raises(CheckError, match="part 1 concludes"):
        conjunction(All((one, two)), proved(two), proved(one))
    with pytest.raises(ArgumentError, match="evidence of 2 parts"):
        conjunction(All((one, two)), proved(one))


def test_a_size_of_an_array_is_a_term():
    w = Symbolic()
    rows, columns = w.size("rows"), w.size("columns")
    array = w.array("A", rows, columns)
    assert prove(Equal(array.shape[1], columns)).verdict is Verdict.PROVED
    assert prove(Equal(array.shape[0], columns)).verdict is Verdict.REFUTED


def test_a_condition_on_the_bound_variable_does_not_get_lost():
    body = Equal((n - 12) / (n - 12) * (n + 1 - x), n + 1 - x)
    holed = prove(Equal((n**2 - 144) / (n - 12) / (n + 12), 1))
    step = given(Implies(Equal(1, 1), holed_conclusion()), holed)
    assert any("12" in condition.text for condition in step.conditions)
    with pytest.raises(CheckError, match="holds only where"):
        induction(ForAll(n, 1, body), prove(body.substituted({n: sp.Integer(1)})), step)


def holed_conclusion():
    return Equal((n**2 - 144) / (n - 12) / (n + 12), 1)


def test_a_symbol_without_a_name_of_its_own_stands_in_no_statement():
    with pytest.raises(ArgumentError, match="named symbols"):
        _ = Equal(sp.Dummy("x"), sp.Dummy("x")).key


# --- stacks


def test_no_stack_of_sums_multiplies():
    w = Symbolic()
    token = w.array("x", w.size("d"))
    size = token.shape[0]

    class Gate(Adding):
        def step(self, state, x) -> Any:
            return state, x * x

    adds, gate = w.machine(Adding(), token), w.machine(Gate(), token)
    every = EveryStack((adds,), (1, -2, 1))
    kept = stacking(every)
    assert kept.verdict is Verdict.PROVED
    one = zeros((size,)) + 1
    none = NoStack((adds,), gate)
    found = no_stack(none, every, kept, [one * k for k in (2, 1, 0)], one / (2 * d_of(token)))
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == none.key
    assert r"\text{no }" in none.latex
    assert stacking(EveryStack((gate,), (1, -2, 1))).verdict is Verdict.UNDECIDED


def d_of(token):
    (((part,),)) = token.axes
    return part.sizes[0]


# --- limits


positive = sp.Symbol("t", positive=True)


@pytest.mark.parametrize(
    ("said", "bound"),
    [
        (Limit(x, 1 / (1 + sp.exp(-x)), "oo", 1), sp.exp(-x)),
        (Limit(x, 2 + 3 * sp.exp(-x / 2), "oo", 2), 3 * sp.exp(-x / 2)),
        (Limit(n, (2 * n**2 + n) / n**2, "oo", 2), 1 / n),
        (Limit(positive, (positive + 1) / (positive + 2), "oo", 1), 1 / positive),
    ],
)
def test_an_error_bound_that_goes_to_0_gives_a_limit(said, bound):
    below, above = AtMost(said.value - bound, said.term), AtMost(said.term, said.value + bound)
    found = limit(said, bound, proved(below), proved(above))
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    assert found.statement is not None
    assert found.statement.key == said.key


@pytest.mark.parametrize("bound", [sp.Integer(1), x, sp.exp(x), 1 / x, sp.exp(-x) * x])
def test_only_bounds_that_are_known_to_go_to_0_give_a_limit(bound):
    said = Limit(x, 1 / (1 + sp.exp(-x)), "oo", 1)
    part = proved(AtMost(0, sp.exp(x)))
    with pytest.raises(ArgumentError, match="bound"):
        limit(said, bound, part, part)


def test_the_variable_of_a_limit_stands_for_all_large_numbers():
    odd = sp.Symbol("k", integer=True, positive=True, odd=True)
    part = proved(AtMost(0, sp.exp(x)))
    with pytest.raises(ArgumentError, match="variable"):
        limit(Limit(odd, 1 / odd, "oo", 0), 1 / odd, part, part)


# --- machines


class Figure1:
    """The two machines of Figure 1, and what the first one stores."""

    def __init__(self):
        self.world = w = Symbolic()
        sizes = {name: w.size(name) for name in ("d", "d_v", "d_k")}
        d, d_v, d_k = sizes.values()
        self.matrices = {
            "W_V": w.array("W_V", d_v, d),
            "W_K": w.array("W_K", d_k, d),
            "W_Q": w.array("W_Q", d_k, d),
        }
        described = fig1_weights()
        names = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")
        weights: dict[str, Any] = {
            name: w.described(getattr(described, name), sizes, self.matrices) for name in names
        }
        self.token = w.array("x", d)
        one = w.machine(GatedRNN(**weights, append_one=described.append_one), self.token)
        other = w.machine(LinearAttention(*self.matrices.values()), self.token)
        self.conclusion = SameOutputs(one, other)

    def relation(self, query):
        memory = self.conclusion.other.state
        entries = {("kv",): lambda i, j: memory[i, j], ("q",): lambda j: query[j]}
        return array_of(entries, *self.conclusion.one.start.axes)


@pytest.fixture(scope="module")
def figure():
    return Figure1()


def test_a_machine_that_stores_the_state_of_another_has_its_outputs(figure):
    keys = figure.conclusion.other.state.axes[1]
    query = symbol_array("query", keys)
    after = figure.matrices["W_Q"] @ figure.token
    found = simulation(figure.conclusion, figure.relation(query), [(query, zeros((keys,)), after)])
    assert found.verdict is Verdict.PROVED
    assert [part.verdict for part in found.parts] == [Verdict.PROVED] * 3


def test_a_relation_that_a_step_does_not_keep_proves_nothing(figure):
    keys = figure.conclusion.other.state.axes[1]
    query = symbol_array("query", keys)
    found = simulation(figure.conclusion, figure.relation(query), [(query, zeros((keys,)), query)])
    assert found.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("name", ["W_V", "x", "h.2"])
def test_an_auxiliary_array_has_a_name_of_its_own(figure, name):
    keys = figure.conclusion.other.state.axes[1]
    query = symbol_array(name, keys)
    after = figure.matrices["W_Q"] @ figure.token
    with pytest.raises(ArgumentError, match="auxiliary"):
        simulation(figure.conclusion, figure.relation(query), [(query, zeros((keys,)), after)])


def test_a_relation_that_leaves_every_state_as_it_is_relates_nothing(figure):
    found = simulation(figure.conclusion, figure.conclusion.one.state)
    assert found.verdict is Verdict.UNDECIDED
    assert len(found.parts) == 1  # the outputs, which are not equal for all states


def test_a_relation_may_not_speak_of_the_state_that_it_describes(figure):
    state = figure.conclusion.one.state
    with pytest.raises(ArgumentError, match="relation"):
        simulation(figure.conclusion, state + state)


class Both:
    """Holds the sum of the tokens, and the sum of these sums; puts out both, or one of them."""

    def __init__(self, size, told=lambda sums, sums_of_sums: sums + sums_of_sums):
        self.size, self.told = size, told

    def initial_state(self) -> Any:
        return zeros((self.size,)), (zeros((self.size,)),)

    def step(self, state, x) -> Any:
        sums, (more,) = state
        return (sums + x, (more + sums + x,)), self.told(sums + x, more + sums + x)


class Exchanged(Both):
    """The same with both parts of the state exchanged."""

    def initial_state(self) -> Any:
        return (zeros((self.size,)),), zeros((self.size,))

    def step(self, state, x) -> Any:
        (more,), sums = state
        return ((more + sums + x,), sums + x), self.told(sums + x, more + sums + x)


def both_and_exchanged(told=lambda one, other: (one, other)):
    w = Symbolic()
    token = w.array("x", w.size("d"))
    cells = (kind(token.shape[0], told) for kind in (Both, Exchanged))
    return SameOutputs(*(w.machine(cell, token) for cell in cells))


def test_states_and_outputs_may_be_nested_tuples():
    same = both_and_exchanged()
    (more,), sums = same.other.state
    found = simulation(same, (sums, (more,)))
    assert found.verdict is Verdict.PROVED
    assert len(found.parts) == 6  # two parts of the state, at first and after a step; two outputs
    assert r"\left(" in same.latex


def test_a_relation_of_other_parts_is_refused():
    same = both_and_exchanged()
    (more,), sums = same.other.state
    with pytest.raises(ArgumentError, match="nested so"):
        simulation(same, (sums, more))
    assert simulation(same, (more, (sums,))).verdict is Verdict.UNDECIDED


def test_a_part_of_a_state_may_be_left_free():
    same = both_and_exchanged(lambda one, other: one)
    _, left = same.one.state
    found = simulation(same, (same.other.state[1], left))
    assert found.verdict is Verdict.PROVED
    needed = both_and_exchanged()
    assert simulation(needed, (needed.other.state[1], left)).verdict is not Verdict.PROVED


def test_both_states_may_be_made_of_an_auxiliary_array():
    same = both_and_exchanged(lambda one, other: one)
    d = same.one.token.axes
    seen = symbol_array("seen", *d)
    steps = [(seen, zeros(d), seen + same.one.token)]
    (_, left), (free, _) = same.one.state, same.other.state
    found = simulation(same, (seen, left), steps, other=(free, seen))
    assert found.verdict is Verdict.PROVED


class Squares:
    """Adds up products of the token, and reads them by rows, or by columns."""

    def __init__(self, turned, reads):
        self.turned, self.reads = turned, reads

    def initial_state(self):
        return zeros((self.turned.shape[0], self.turned.shape[0]))

    def step(self, state, x):
        grown = state + outer(x, self.turned @ x)
        return grown, self.reads(grown) @ x


@pytest.mark.parametrize(
    ("symmetric", "verdict"), [(True, Verdict.PROVED), (False, Verdict.UNDECIDED)]
)
def test_a_symmetric_auxiliary_array_has_to_stay_so(symmetric, verdict):
    w = Symbolic()
    d = w.size("d")
    token = w.array("x", d)
    turned = w.entries(lambda h, i, j: h.delta(i, j), d, d) if symmetric else w.array("W", d, d)
    cells = (Squares(turned, reads) for reads in (lambda S: S, lambda S: S.T))
    same = SameOutputs(*(w.machine(cell, token) for cell in cells))
    X = symbol_array(Tensor("X", 2, symmetry="symmetric"), *same.one.state.axes)
    after = put(same.one.after, replacement(same.one.state, X))
    found = simulation(same, X, [(X, zeros(X.axes), after)], other=X)
    assert found.verdict is verdict


def test_an_auxiliary_array_is_no_inverse_and_no_power():
    same = both_and_exchanged()
    axes = same.one.token.axes * 2
    inverse = symbol_array(Tensor("Y", 2, inverse_of="W"), *axes)
    with pytest.raises(ArgumentError):
        simulation(same, same.one.state, [(inverse, zeros(axes), inverse)])


def test_a_token_has_to_be_free():
    w = Symbolic()
    d = w.size("d")
    still = w.entries(lambda *_: 0, d)
    same = SameOutputs(w.machine(Adding(), still), w.machine(Forgetting(), still))
    with pytest.raises(ArgumentError, match="independent"):
        simulation(same, same.other.state)


def test_a_step_keeps_the_parts_of_a_state():
    class Growing(Both):
        def step(self, state, x) -> Any:
            after, output = super().step(state, x)
            return (*after, x), output

    w = Symbolic()
    token = w.array("x", w.size("d"))
    with pytest.raises(ArgumentError, match="of the parts of"):
        w.machine(Growing(token.shape[0]), token)


def test_a_number_is_no_state():
    class Counting:
        def initial_state(self):
            return 0, 0

        def step(self, state, x):
            return state, x

    w = Symbolic()
    with pytest.raises(ArgumentError, match="without axes"):
        w.machine(Counting(), w.array("x", w.size("d")))


class Forgetting:
    """Keeps nothing: the state after a token is the token."""

    def initial_state(self):
        return zeros((family("d", sp.Symbol("d", integer=True, positive=True)),))

    def step(self, state, x):
        return x, state + x


class Adding(Forgetting):
    """Adds up the tokens."""

    def step(self, state, x):
        return state + x, state + x


def test_a_forgetting_machine_is_not_an_adding_one():
    w = Symbolic()
    token = w.array("x", w.size("d"))
    one, other = w.machine(Forgetting(), token), w.machine(Adding(), token)
    found = simulation(SameOutputs(one, other), other.state)
    assert found.verdict is Verdict.UNDECIDED


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


# --- what follows from equal outputs


class Linear:
    """Stores W x of the last token, in n units, and puts out C of it."""

    def __init__(self, C, W):
        self.C, self.W = C, W

    def initial_state(self):
        return zeros((self.W.shape[0],))

    def step(self, _state, x):
        return self.W @ x, self.C @ (self.W @ x)


class Echo:
    """Puts out the token."""

    def __init__(self, size):
        self.size = size

    def initial_state(self):
        return zeros((self.size,))

    def step(self, state, x):
        return state, x


class Copies:
    """A linear map through n units that puts out its token of size d: it takes d units."""

    def __init__(self):
        self.world = w = Symbolic()
        d, n = w.size("d"), w.size("n")
        self.C, self.W, self.token = w.array("C", d, n), w.array("W", n, d), w.array("x", d)
        self.d, self.n = d.expression, n.expression
        one = w.machine(Linear(self.C, self.W), self.token)
        self.same = SameOutputs(one, w.machine(Echo(self.token.shape[0]), self.token))
        self.axis = family("x", self.d)

    def unit(self, i, times=1):
        (k,) = self.axis.indices(0)
        return SymbolicArray(((self.axis,),), {(0,): times * delta(k, i)})

    def block(self, times=1):
        (block,) = required_blocks(self.C, self.W)
        (i,), (k,) = block.rows, block.columns
        runs = [(self.unit(i, times), [self.unit(k)])]
        return consequence(Implies(self.same, block.equal), runs)

    def bound(self, number):
        return Implies(self.same, AtMost(number, self.n))


def test_a_copy_takes_as_many_units_as_it_has_entries():
    copies = Copies()
    found = inner_dimension(copies.bound(copies.d), copies.C, copies.W, copies.block())
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    more = inner_dimension(copies.bound(copies.d + 1), copies.C, copies.W, copies.block())
    assert more.verdict is not Verdict.PROVED


def test_what_is_no_sum_of_differences_of_outputs_does_not_follow():
    copies = Copies()
    assert copies.block(2).verdict is not Verdict.PROVED
    nothing = Implies(copies.same, Equal(1, 0))
    i = Index("i", copies.d)
    assert consequence(nothing, []).verdict is not Verdict.PROVED
    run = (copies.unit(i), [copies.token])
    assert consequence(nothing, [run]).verdict is not Verdict.PROVED
    with pytest.raises(ArgumentError, match="at least one token"):
        consequence(nothing, [(copies.unit(i), [])])
    with pytest.raises(ArgumentError, match="SameOutputs"):
        consequence(Implies(Equal(1, 0), Equal(1, 0)), [])


def test_what_follows_may_be_an_array_of_no_axes():
    copies = Copies()
    weight, token = copies.token, copies.token
    follows = Equal((weight @ token) - (weight @ token), zeros(()))
    assert consequence(Implies(copies.same, follows), []).verdict is Verdict.PROVED
    false = Equal(weight @ token, zeros(()))
    assert consequence(Implies(copies.same, false), []).verdict is not Verdict.PROVED
    with pytest.raises(ArgumentError, match="an Equal of numbers"):
        consequence(Implies(copies.same, Equal(token, token)), [])


class Ranks:
    """A linear map through n units with the outputs of another one, B, with L B R = I of r rows."""

    def __init__(self):
        w = Symbolic()
        d, m, n, r = (w.size(name) for name in "dmnr")
        self.C, self.W, B = w.array("C", m, n), w.array("W", n, d), w.array("B", m, d)
        self.L, self.R, token = w.array("L", r, m), w.array("R", d, r), w.array("x", d)
        self.n, self.r = n.expression, r.expression
        self.rows, self.size = m.expression, d.expression
        cells = (Linear(self.C, self.W), Linear(B, w.entries(lambda h, i, j: h.delta(i, j), d, d)))
        self.same = SameOutputs(*(w.machine(cell, token) for cell in cells))
        one = w.entries(lambda h, i, j: h.delta(i, j), r, r)
        self.inverse = Equal(self.L @ B @ self.R, one)
        self.both = All((self.same, self.inverse))
        self.block = required_blocks(self.L @ self.C, self.W @ self.R)[0]

    def vector(self, entry, size):
        axis = family("v", size)
        (k,) = axis.indices(0)
        return SymbolicArray(((axis,),), {(0,): entry(k)})

    def entry(self, i, k, times=1):
        """Weights of one entry of the equation."""
        axes = self.inverse.lhs.axes
        (row,), (column,) = (axis[0].indices(number) for number, axis in enumerate(axes))
        return SymbolicArray(axes, {(0, 0): times * delta(row, i) * delta(column, k)})

    def follows(self, equations=None, hypothesis=None, *, summed=False):
        (i,), (k,) = self.block.rows, self.block.columns
        if summed:  # the token e_j, weighted by R[j, k]
            j = Index("j", self.size)
            weights = self.vector(lambda a: self.L[i, a] * self.R[j, k], self.rows)
            run = (weights, [self.vector(lambda a: delta(a, j), self.size)], [j])
        else:
            weights = self.vector(lambda a: self.L[i, a] * 1, self.rows)
            run = (weights, [self.vector(lambda a: self.R[a, k] * 1, self.size)])
        used = [(1, self.entry(i, k))] if equations is None else equations
        under = self.both if hypothesis is None else hypothesis
        return consequence(Implies(under, self.block.equal), [run], used)

    def bound(self, number, part):
        said = Implies(self.both, AtMost(number, self.n))
        return inner_dimension(said, self.L @ self.C, self.W @ self.R, part)


@pytest.mark.parametrize("summed", [False, True])
def test_a_map_of_rank_r_takes_r_units(summed):
    ranks = Ranks()
    part = ranks.follows(summed=summed)
    assert part.verdict is Verdict.PROVED
    assert ranks.bound(ranks.r, part).verdict is Verdict.PROVED
    assert ranks.bound(ranks.r + 1, part).verdict is not Verdict.PROVED


def test_an_equation_is_used_as_the_hypothesis_says_it_and_no_other():
    ranks = Ranks()
    (i,), (k,) = ranks.block.rows, ranks.block.columns
    assert ranks.follows([]).verdict is not Verdict.PROVED
    assert ranks.follows([(1, ranks.entry(i, k, 2))]).verdict is not Verdict.PROVED
    assert ranks.follows([(1, ranks.entry(k, i))]).verdict is not Verdict.PROVED
    for number in (0, 2, -1, True):
        with pytest.raises(ArgumentError, match="one of the hypotheses"):
            ranks.follows([(number, ranks.entry(i, k))])
    with pytest.raises(ArgumentError, match="one of the hypotheses"):
        ranks.follows(hypothesis=ranks.same)
    with pytest.raises(ArgumentError, match="weights for each entry"):
        ranks.follows([(1, ranks.L)])


def test_a_consequence_is_of_machines_once_and_of_equations_of_arrays():
    ranks = Ranks()
    equal = Equal(ranks.block.equal.lhs, ranks.block.equal.lhs)
    alone = consequence(Implies(ranks.inverse, equal), [])
    assert alone.verdict is Verdict.PROVED
    with pytest.raises(ArgumentError, match="SameOutputs"):
        ranks.follows(hypothesis=ranks.inverse)
    for strange in (ranks.same, AtMost(0, 1), Equal(1, 0)):
        with pytest.raises(ArgumentError, match="once at most"):
            ranks.follows(hypothesis=All((*ranks.both.parts, strange)))


def test_an_equation_says_nothing_outside_of_its_families():
    """Of pairs i <= j alone A = B is assumed; so nothing follows of A and B at i > j."""
    d = sp.Symbol("d", integer=True, positive=True)
    pairs = family("pair", d, d, increasing=True)
    A, B = symbol_array("A", pairs), symbol_array("B", pairs)
    i, j = Index("i", d), Index("j", d)
    (own, other) = pairs.indices(0)
    entries = [array.blocks[0,].renamed([(own, i), (other, j)]) for array in (A, B)]
    weights = SymbolicArray(A.axes, {(0,): delta(own, i) * delta(other, j)})
    free = Tensor("C", 2), Tensor("D", 2)
    (left, right) = (SymbolicArray(A.axes, {(0,): x[own, other]}) for x in free)
    everywhere = Implies(Equal(left, right), Equal(*(x[i, j] for x in free)))
    assert consequence(everywhere, [], [(1, weights)]).verdict is not Verdict.PROVED
    inside = Implies(Equal(A, B), Equal(*entries))
    assert consequence(inside, [], [(1, weights)]).verdict is Verdict.PROVED


def test_a_block_under_another_hypothesis_is_no_part():
    copies = Copies()
    stranger = given(Implies(Equal(0, 1), Equal(1, 1)), proved(Equal(1, 1)))
    with pytest.raises(CheckError, match="a block"):
        inner_dimension(copies.bound(copies.d), copies.C, copies.W, stranger)
    with pytest.raises(ArgumentError, match="evidence of 1 blocks"):
        inner_dimension(copies.bound(copies.d), copies.C, copies.W)


def test_what_stands_above_the_diagonal_is_not_asked_and_what_stands_below_is():
    d, n = (sp.Symbol(name, integer=True, positive=True) for name in "dn")
    two, units = (family("a", d), family("b", d)), family("n", n)
    left, right = symbol_array("L", two, units), symbol_array("R", units, two)
    wanted = [block.equal.rhs for block in required_blocks(left, right)]
    assert list(map(repr, wanted)) == ["delta(row0, column0) * 1", "0", "delta(row0, column0) * 1"]
    with pytest.raises(ArgumentError, match="columns of the families"):
        required_blocks(left, symbol_array("R", units, units))


def test_an_identity_says_for_which_indices_it_is():
    i, j = (Index(name, 1) for name in "ij")
    one = prove(Equal(delta(i, j), 1))
    assert one.verdict is Verdict.PROVED
    k, m = (Index(name, n) for name in "ij")
    assert one.statement is not None
    assert one.statement.key != Equal(delta(k, m), 1).key


# --- least values and words


def test_a_mean_is_least_where_it_is_a_square():
    d = sp.Symbol("d", integer=True, positive=True)
    statistic = norm2(RandomVector("z", d)) * (x - 3) ** 2
    mean = proved(Mean(statistic, expectation(statistic)))
    assert least(Least(statistic, x, 3), mean).verdict is Verdict.PROVED
    assert least(Least(statistic, x, 2), mean).verdict is Verdict.REFUTED
    downward = proved(Mean(-statistic, expectation(-statistic)))
    assert least(Least(-statistic, x, 3), downward).verdict is not Verdict.PROVED
    with pytest.raises(CheckError, match="mean concludes"):
        least(Least(statistic, x, 3), downward)


def test_words_do_not_prove():
    claim = Equal(x, y)
    assert argued(claim, "this is plain to see", proved(Equal(x, x))).verdict is Verdict.ARGUED
    assert argued(claim, "this is plain to see", prove(claim)).verdict is Verdict.REFUTED
    holds = Evidence.holds("d = 1")
    assert argued(claim, "this is plain to see", holds).verdict is Verdict.HOLDS
    with pytest.raises(ArgumentError, match="in a sentence"):
        argued(claim, "")
