"""Programs as Griffin blocks: every third has attention instead of a recurrence."""

import pytest
from hypothesis import given, settings

from constructions.cells.griffin import GriffinAttentionBlock
from constructions.cells.hawk import HawkBlock
from constructions.lsrl import ForEach, Input, LinState, ReLU
from constructions.lsrl.compiler.checking import sample_inputs
from constructions.lsrl.targets import griffin, hawk
from proofs.lsrl.strategies import runs

x = Input(dim=2)
first = LinState(x, A=[[2, 0], [1, -1]], B=[[1, 0], [0, 1]], b=1, init_state=[-3, 2])
PROGRAMS = [
    ForEach(x[0] * x[1]),
    ForEach(first),
    ForEach(LinState(first[0] * x[0], A=1, B=1) + x[1]),  # a state that would come third
    ForEach(LinState(ReLU(ReLU(first) - x), A=[[1, 0], [0, 1]], B=[[1, 0], [0, 1]])),
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_blocks_compute_the_same(program: ForEach) -> None:
    model = griffin(program, 4)
    assert all((model(xs) == program(xs)).all() for xs in sample_inputs(2))
    blocks = model.exact.cells[1:-1]
    assert len(blocks) == model.layers >= hawk(program, 4).layers
    kinds = [GriffinAttentionBlock if i % 3 == 2 else HawkBlock for i in range(len(blocks))]
    assert [type(block) for block in blocks] == kinds


@pytest.mark.deep
@given(runs(most_nodes=6, most_tokens=3))
@settings(max_examples=10, deadline=None)
def test_blocks_of_random_programs(run: tuple[ForEach, list]) -> None:
    program, xs = run
    assert (griffin(program, 3)(xs) == program(xs)).all()
