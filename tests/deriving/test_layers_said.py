"""Layers are told as their code has them: a weight by a row, and what a step makes of it."""

import sys
from dataclasses import dataclass, replace
from typing import Any

import pytest

from proofs.gated_rnn.a2_lstm import lstm_layers, table_4
from theorem_checks import SameOutputs
from theorem_checks.deriving.definitions import Names
from theorem_checks.deriving.layers_said import MOST, layers_said
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.plain_text import plain_text


@dataclass
class Gate:
    """Holds a part of what it had, and adds a part of the token."""

    kept: Any
    W: Any
    unused: Any
    none: Any

    def initial_state(self):
        return self.none

    def step(self, state, x):
        before = state
        read = self.W @ x
        after = self.kept * before + read
        put_out, _ = after + 0 * x, read + x
        return after, put_out


class Calling(Gate):
    """Calls the state after the token y, of which the output is twice as much."""

    def step(self, state, x):
        y = self.kept * state + self.W @ x
        return y, 2 * y


class Putting(Gate):
    """The same, with the name h for the state, and y for the output of the machine."""

    def step(self, state, x):
        h = self.kept * state + self.W @ x
        y = h + 0 * x
        return h, y


class Refusing(Gate):
    """A step that does not run."""

    def step(self, state, x):
        raise RuntimeError


def told(weight, room=MOST, again=None, written=plain_text):
    """The lines on a cell whose weight W has these entries, run `again` as a cell of this class."""

    def says(_, w):
        d = w.size("d")
        free = w.array("W", d, d)
        at = w.array("a", d)
        W = free if weight is None else w.entries(lambda _, i, j: weight(at, i, j), d, d)
        zeros = w.zeros(d)
        cell = Gate(w.array("k", d), W, zeros, zeros)
        machine = w.machine(cell, w.array("x", d))
        return SameOutputs(machine, machine)

    names = Names.of(statement_of(says, 0))
    (machine,) = names.machines
    if again is not None:
        cell: Any = getattr(machine.step, "__self__")  # noqa: B009
        machine = replace(machine, step=again(**vars(cell)).step)
    return list(map(written, layers_said(machine, names.called, room)))


def doubled(a, i, j):
    return 2 * a[i] * a[j]


def test_what_code_calls_like_a_state_or_an_output_of_the_machine_has_the_name_of_its_layer():
    assert told(doubled, again=Calling)[-1].startswith("y_Calling = k ⊙ h_(t-1) + 2 ")
    made = told(doubled, again=Putting)
    assert not any(line.startswith(("h = ", "y = ", "y_Putting")) for line in made)


def test_each_weight_is_told_and_what_the_step_makes_of_it():
    assert told(doubled) == [
        "Gate: its weights",
        "kept = k",
        "W = 2 a aᵀ",
        "unused = none = 0",
        "Gate: what its code makes of them, under the names that it has",
        "read = 2 (aᵀ x_t) a",
        "after = k ⊙ h_(t-1) + read",
        "put_out = after",
    ]


def test_a_value_has_its_name_as_words_where_it_is_used_too():
    *_, last = told(doubled, written=str)
    assert last == r"\text{put\_out} = \text{after}"


def test_nothing_is_told_where_all_weights_are_free():
    assert told(None) == []


def test_it_is_not_told_that_a_letter_is_itself():
    def says(_, w):
        d = w.size("d")
        kept, W = w.array("kept", d), 2 * w.ones(d, d)
        machine = w.machine(Gate(kept, W, w.zeros(d), w.zeros(d)), w.array("x", d))
        return SameOutputs(machine, machine)

    names = Names.of(statement_of(says, 0))
    lines = list(map(plain_text, layers_said(names.machines[0], names.called)))
    assert lines[0] == "Gate: its weights"
    assert not any(line.startswith("kept = ") for line in lines)
    assert any(line.startswith("W = 2") for line in lines)


def test_where_there_is_no_room_weights_are_told_alone_or_nothing():
    whole = told(doubled)
    assert told(doubled, room=120) == whole[:4]
    assert told(doubled, room=10) == []


def test_a_step_that_does_not_run_again_is_told_as_it_was_traced():
    assert told(doubled, again=Gate) == told(doubled)
    assert told(doubled, again=Refusing) == []


def test_a_number_that_is_the_same_in_all_blocks_is_told_once():
    said = statement_of(lstm_layers.says_one_layer, lstm_layers.ONE_LAYER)
    lines = list(map(plain_text, Names.of(said).definitions()))
    start = lines.index("layer 1, LSTM: its weights")
    assert lines[start + 1] == "b_f = 2"
    assert "b_f^[base] = 2" not in lines


def test_no_profile_is_left_behind():
    before = sys.getprofile()
    told(doubled)
    assert sys.getprofile() is before


@pytest.mark.parametrize(
    ("forget", "zeros", "gates"),
    [
        (1, "U_f = V_f = V_c = b_c = V_g = b_g = V_o = b_o = 0", ["f = 1"]),
        (0, "U_f = V_f = b_f = V_c = b_c = V_g = b_g = V_o = b_o = 0", ["f = 0"]),
    ],
    ids=["as in the table", "forgetful"],
)
def test_the_rows_of_a_table_of_weights_are_told(forget, zeros, gates):
    subject = table_4.Expressivity(table_4.TABLE_4_LEFT.with_more("linearised", forget=forget))
    said = statement_of(table_4.says_left, subject)
    lines = list(map(plain_text, Names.of(said).definitions()))
    assert "(U_c)_ijk = W_K_jk" in lines
    assert zeros in lines
    start = lines.index("layer 1, LSTM: what its code makes of them, under the names that it has")
    assert lines[start + 1 : start + 4] == [
        *gates,
        "(candidate)_ij = Σ_(k < d) W_K_jk x_t_k",
        "(g)_ij = Σ_(k < d) W_V_ik x_t_k",
    ]
