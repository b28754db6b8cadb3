"""Slips in the machine of arrays are noticed by the claims about the primitives."""

import pytest

from constructions.lsrl import Concat, Lin, LinState, Multi, ReLU
from constructions.lsrl.array_machine import ArrayMachine
from constructions.lsrl.language.matrices import Matrix
from proofs.lsrl.s3_language.asymptotic_slopes import far as far_slopes
from proofs.lsrl.s3_language.growth_by_nodes import nodes as growth
from proofs.lsrl.s3_language.language import concat, input_, lin, multi, rectifier
from proofs.lsrl.s3_language.linstate import state
from proofs.lsrl.s3_language.lipschitz_constants import nodes as lipschitz
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


def squared_relu(self, instruction, numbers, inputs):
    if instruction.kind == "ReLU":
        return inputs[0] * inputs[0]
    return TRUE_VALUE(self, instruction, numbers, inputs)


def fivefold_third_part(self, instruction, numbers, inputs):
    if instruction.kind == "Concat":
        inputs = [*inputs[:2], *(5 * part for part in inputs[2:])]
    return TRUE_VALUE(self, instruction, numbers, inputs)


def of_powers(self, state, x):
    return TRUE_STEP(self, state, x * x * x * x)


@pytest.fixture(scope="module")
def proved():
    """Whether a claim is proved without a slip, which is asked once of each."""
    verdicts = {}

    def ask(claim):
        if claim.id not in verdicts:
            verdicts[claim.id] = claim.checks[0](claim.subject).verdict
        return verdicts[claim.id] is Verdict.PROVED

    return ask


@pytest.mark.parametrize(
    ("claim", "name", "slip"),
    [
        (lin, "_value", without_bias),
        (multi, "_value", squares),
        (state, "step", last_state),
        (growth, "step", of_powers),
        (growth, "_value", squared_relu),
        (growth, "_value", fivefold_third_part),
        (lipschitz, "step", of_powers),
        (lipschitz, "_value", squared_relu),
        (lipschitz, "_value", fivefold_third_part),
        (far_slopes, "step", of_powers),
        (far_slopes, "_value", squared_relu),
        (far_slopes, "_value", fivefold_third_part),
    ],
)
def test_a_slip_in_the_machine_is_refuted(claim, name, slip, monkeypatch, proved):
    assert proved(claim)
    monkeypatch.setattr(ArrayMachine, name, slip)
    assert claim.checks[0](claim.subject).verdict is Verdict.REFUTED


def test_a_node_that_forgets_its_weight_is_refuted():
    assert lin.checks[0](lambda x, A, _b: Lin(x, A)).verdict is Verdict.REFUTED


def wrong_state(x, **weights):
    return LinState(x, **{**weights, "b": 0})


@pytest.mark.parametrize(
    ("claim", "late"),
    [
        (input_, lambda x: x if x.dim < 40 else ReLU(x)),
        (rectifier, lambda x: ReLU(x) if x.dim < 40 else x),
        (rectifier, lambda x: ReLU(x) if len(x) < 40 else x),
        (rectifier, lambda x: ReLU(x) if x.dim != 40 else x),
        (rectifier, lambda x: (ReLU, lambda same: same)[len(range(x.dim)) > 40](x)),
        (rectifier, lambda x: ReLU(x) if not isinstance(x.dim, int) or x.dim < 40 else x),
        (rectifier, lambda x: ReLU(x) if hash(x.dim) < 40 else x),
        (lin, lambda x, A, b: Lin(x, A, b if x.dim < 40 else 0)),
        (lin, lambda x, A, b: Lin(x, A, b if A.shape[0] < 40 else 0)),
        (lin, lambda x, A, b: Lin(x, A, b if Matrix.of(A).rows[0][0][1] < 10**9 else 0)),
        (multi, lambda x: Multi(x) if x.dim < 40 else ReLU(Multi(x))),
        (concat, lambda parts: Concat(parts if parts[0].dim < 40 else parts[::-1])),
        (state, lambda x, **w: (LinState if x.dim < 40 else wrong_state)(x, **w)),
    ],
)
def test_a_node_that_is_another_one_at_large_sizes_is_not_proved(claim, late):
    assert claim.checks[0](late).verdict is not Verdict.PROVED
