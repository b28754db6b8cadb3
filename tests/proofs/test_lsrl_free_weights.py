"""Slips in the machine of arrays are noticed by the claims about the primitives."""

import pytest

from constructions.lsrl import Lin
from constructions.lsrl.array_machine import ArrayMachine
from proofs.lsrl.s3_language.language import lin, multi
from proofs.lsrl.s3_language.linstate import state
from theorem_checks import Verdict

TRUE_VALUE, TRUE_STEP = ArrayMachine._value, ArrayMachine.step


def without_bias(self, instruction, numbers, inputs):
    if instruction.kind == "Lin":
        return inputs[0] @ numbers["A"]
    return TRUE_VALUE(self, instruction, numbers, inputs)


def squares(self, instruction, numbers, inputs):
    if instruction.kind == "Multi":
        half = inputs[0].shape[-1] // 2
        return inputs[0][..., :half] * inputs[0][..., :half]
    return TRUE_VALUE(self, instruction, numbers, inputs)


def last_state(self, state, x):
    after, output = TRUE_STEP(self, state, x)
    return after, (state[0] if state else output)


@pytest.mark.parametrize(
    ("claim", "name", "slip"),
    [
        (lin, "_value", without_bias),
        (multi, "_value", squares),
        (state, "step", last_state),
    ],
)
def test_a_slip_in_the_machine_is_refuted(claim, name, slip, monkeypatch):
    proof = claim.checks[0]
    assert proof(claim.subject).verdict is Verdict.PROVED
    monkeypatch.setattr(ArrayMachine, name, slip)
    assert proof(claim.subject).verdict is Verdict.REFUTED


def test_a_node_that_forgets_its_weight_is_refuted():
    assert lin.checks[0](lambda x, A, _b: Lin(x, A)).verdict is Verdict.REFUTED
