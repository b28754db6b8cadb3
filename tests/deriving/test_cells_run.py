"""Of cells that equations are about it is told what they are handed, and what they make of it."""

import sys
from dataclasses import dataclass
from typing import Any

from proofs.lsrl.d_lstm.d1_to_d3_single_lstms import gate
from theorem_checks import All, Equal
from theorem_checks.deriving.cells_run import cells_said
from theorem_checks.deriving.from_claims import derivations_of
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.plain_text import plain_text


@dataclass
class Gate:
    """Holds a part of what it had, and adds what it reads of a token."""

    kept: Any
    W: Any

    def step(self, state, x):
        read = self.W @ x
        after = self.kept * state + read
        return after, 2 * after


def says(steps, w):
    """The same cell, so many times."""
    d = w.size("d")
    state, x, b = w.array("s", d), w.array("x", d), w.array("b", d)
    cell = Gate(w.zeros(d), w.entries(lambda _, i, j: 2 * b[i] * b[j], d, d))
    said = []
    for _ in range(steps):
        state, output = cell.step(state, x)
        said.append(Equal(output, 2 * state))
    return All(tuple(said))


def told(subject, says=says, said=None, room=2_500):
    said = statement_of(says, subject) if said is None else said
    return list(map(plain_text, cells_said(says, subject, said, {}, room)))


ONE = [
    "Gate: its weights",
    "W = 2 b bᵀ",
    "kept = 0",
    "Gate: its step, by the names that its code has",
    "state = s",
    "read = 2 (bᵀ x) b",
    "after = read",
    "its output = 2 read",
]


def test_a_cell_is_told_by_its_weights_and_what_its_step_is_handed_and_gives():
    assert told(1) == ONE


def test_weights_are_told_once_and_each_step_by_its_number():
    lines = told(2)
    heads = [line for line in lines if line.startswith("Gate")]
    taken = "its step, by the names that its code has"
    assert heads == [ONE[0], f"Gate, step 1: {taken}", f"Gate, step 2: {taken}"]


def test_where_there_is_no_room_weights_are_told_alone_or_nothing():
    assert told(1, room=120) == ONE[:3]
    assert told(1, room=10) == []


def test_nothing_is_told_of_another_statement_than_the_one_that_was_proved():
    assert told(1, said=statement_of(says, 2)) == []


def test_nothing_is_told_where_the_statement_is_not_traced():
    def asks(subject, w):
        return says(1 if w.size("n") > 3 else 2, w)

    assert told(1, asks, said=statement_of(says, 1)) == []


def test_a_name_that_is_another_letter_of_the_statement_is_told_as_the_codes_own():
    def on_another(_, w):
        d = w.size("d")
        x, k, W = w.array("x", d), w.array("k", d), w.array("W", d, d)
        after, _ = Gate(k, W).step(k, x + 2 * k)
        return Equal(after, k * k + W @ (x + 2 * k))

    lines = told(0, on_another)
    assert "state = k" in lines
    assert "x_Gate = x + 2 k" in lines
    assert "read = W x_Gate" in lines


def test_the_derivation_of_a_gate_tells_its_weights():
    (made,) = derivations_of(gate)
    lines = list(map(plain_text, made.definitions))
    assert "U_g^[2, 1] = I" in lines
    assert "b_o = 1" in lines
    assert "state_1 = 0" in lines


def test_no_profile_is_left_behind():
    before = sys.getprofile()
    told(1)
    assert sys.getprofile() is before
