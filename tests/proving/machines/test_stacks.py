"""What every stack keeps at 0, and a machine that does not."""

from typing import Any

from tests.proving.rules.theorems import Adding
from theorem_checks import (
    Verdict,
    zeros,
)
from theorem_checks.proving.machines.stacks import layer_by_layer, no_stack
from theorem_checks.statements.stacks import EveryStack, NoStack
from theorem_checks.statements.worlds.symbolic import Symbolic


def test_no_stack_of_sums_multiplies():
    w = Symbolic()
    token = w.array("x", w.size("d"))
    size = token.shape[0]

    class Gate(Adding):
        def step(self, state, x) -> Any:
            return state, x * x

    adds, gate = w.machine(Adding(), token), w.machine(Gate(), token)
    every = EveryStack((adds,), (1, -2, 1))
    kept = layer_by_layer(every)
    assert kept.verdict is Verdict.PROVED
    one = zeros((size,)) + 1
    none = NoStack((adds,), gate)
    found = no_stack(none, every, kept, [one * k for k in (2, 1, 0)], one / (2 * d_of(token)))
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == none.key
    assert r"\text{no }" in none.latex
    assert layer_by_layer(EveryStack((gate,), (1, -2, 1))).verdict is Verdict.UNDECIDED


def d_of(token):
    (((part,),)) = token.axes
    return part.sizes[0]
