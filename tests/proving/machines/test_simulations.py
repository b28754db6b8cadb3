"""Relations of states that steps keep, and those that none keeps."""

from typing import Any

import pytest

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import fig1_weights
from tests.proving.rules.theorems import Adding, Forgetting
from theorem_checks import (
    ArgumentError,
    Tensor,
    Verdict,
    array_of,
    symbol_array,
    zeros,
)
from theorem_checks.proving.machines.simulations import simulation
from theorem_checks.statements.arrays.symbolic_arrays import outer
from theorem_checks.statements.conclusions import (
    SameOutputs,
)
from theorem_checks.statements.terms import put, replacement
from theorem_checks.statements.worlds.symbolic import Symbolic


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
    turned = w.identity(d) if symmetric else w.array("W", d, d)
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
    still = w.zeros(d)
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


def test_a_forgetting_machine_is_not_an_adding_one():
    w = Symbolic()
    token = w.array("x", w.size("d"))
    one, other = w.machine(Forgetting(), token), w.machine(Adding(), token)
    found = simulation(SameOutputs(one, other), other.state)
    assert found.verdict is Verdict.UNDECIDED
