"""Random programs use all of the language, and shrink to few nodes."""

from collections import Counter

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from constructions.lsrl import ForEach, LinState, Multi, ReLU
from proofs.lsrl.strategies import KINDS, programs, runs

SEARCH = settings(max_examples=2000, derandomize=True, database=None)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_alone_is_found_with_few_nodes(kind):
    smallest = find(programs(), lambda p: any(n.kind == kind for n in p.nodes), settings=SEARCH)
    assert len(smallest.nodes) <= 3
    assert smallest.input.dim <= 2


def test_a_wrong_law_shrinks_to_few_nodes():
    # ReLU(-x) is taken for -ReLU(x): a ReLU and a token that is not 0 show the mistake
    def wrong(program):
        return program.rewritten(lambda n, i: -ReLU(-i[0]) if n.kind == "ReLU" else n.on(*i))

    program, xs = find(
        runs(), lambda run: (wrong(run[0])(run[1]) != run[0](run[1])).any(), settings=SEARCH
    )
    assert len(program.nodes) <= 3
    assert len(xs) == 1


@pytest.mark.deep
def test_states_and_products_meet():
    def asked(program):
        return {"LinState", "Multi", "ReLU"} <= {node.kind for node in program.nodes}

    assert len(find(programs(), asked, settings=SEARCH).nodes) <= 6


def test_draws_are_varied():
    seen: Counter[str] = Counter()
    sizes = []

    @settings(max_examples=100, derandomize=True, database=None)
    @given(programs())
    def draw(program):
        seen.update({node.kind for node in program.nodes})
        seen["branching"] += not program.graph.is_path
        sizes.append(len(program.nodes))

    draw()
    assert all(seen[kind] >= 10 for kind in (*KINDS, "branching"))
    assert max(sizes) >= 9


@settings(max_examples=30)
@given(st.data())
def test_kinds_can_be_left_out(data):
    program = data.draw(programs(kinds=["Lin", "ReLU", "LinState", "Concat"], most_nodes=6))
    assert isinstance(program, ForEach)
    assert program.count(Multi) == 0
    assert len(program.nodes) <= 8  # the Input, six, and one that joins loose ends
    assert all(state.dim <= 3 for state in program.states if isinstance(state, LinState))
