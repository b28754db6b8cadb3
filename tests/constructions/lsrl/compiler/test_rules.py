"""The paper's rules: each is sound, and most programs become paths."""

from collections import Counter
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, Node, ReLU
from constructions.lsrl.compiler.checking import DifferentProgramsError, check_same
from constructions.lsrl.compiler.rules.debranching import (
    CASES,
    EndlessRewritingError,
    RewritingLimitError,
    case_of,
    debranched,
)
from constructions.lsrl.compiler.rules.edits import edited
from constructions.lsrl.compiler.rules.preparation import PREPARATION
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl.strategies import programs

x = Input(dim=2)
b = LinState(x, A=[[1, 0], [1, 2]], B=[[1, -1], [0, 2]], b=[1, 0], init_state=[0, 3])  # branches
A1, A2 = [[1, 2], [0, -1], [3, 1]], [[-1, 1]]
state = LinState(b, A=[[1, 1], [0, 1]], B=[[2, 0], [1, 1]], init_state=[1, -1])

PREPARED: dict[str, Node] = {
    "Lin then Lin": Lin(Lin(x, A1, [1, 2, 3]), [[1, 0, 2]], -1),
    "ReLU then ReLU": ReLU(ReLU(x)),
    "Lin then LinState": LinState(Lin(x, A1, 1), A=2, B=[[1, 1, 1]], b=3, init_state=-1),
    "Concat of one": Concat(x, x, x),
}

BRANCHED: dict[str, Node] = {
    "1A": Concat(Multi(b), Multi(b)),
    "1B": Concat(Multi(b), ReLU(b), Multi(b)),
    "2": Concat(state, LinState(b, A=3, B=[[1, -1]], b=2)),
    "3": Concat(ReLU(b), ReLU(b)),
    "4": Concat(Concat(b, b), b),
    "5A": Concat(
        ReLU(b[0]),
        Lin(b[1], [[2]]),
        LinState(b[[1, 0]], 2, [[1, 3]]),
        Multi(b[[0, 1]]),
        Multi(b[[1, 1]]),
    ),
    "5B": Concat(ReLU(Lin(b, A1, 1)), ReLU(b[0])),
    "6": Concat(state, ReLU(b), b),
    "7A": Concat(ReLU(Lin(b, A1, 1)), ReLU(b)),
    "7B": Concat(Lin(b, A1, 1), ReLU(b)),
    "8": Concat(Lin(b, A1, 1), b),
    "9": Concat(ReLU(b), b),
    "10": Concat(ReLU(b), b, Lin(b, A2, 1), ReLU(Lin(b, A1, 1))),
}


@pytest.mark.parametrize("name", PREPARATION)
def test_preparation_is_sound(name: str) -> None:
    program = ForEach(PREPARED[name])
    last = len(program.graph) - 1
    edits = PREPARATION[name](program.graph, last)
    assert edits is not None
    after = ForEach(edited(program.graph, edits))
    assert after != program
    check_same(program, after)


@pytest.mark.parametrize("name", PREPARATION)
def test_preparation_leaves_shared_nodes(name: str) -> None:
    lin = Lin(x, A1, 1)
    graph = ForEach(Concat(Lin(lin, [[1, 1, 1]]), LinState(lin, 1, [[1, 1, 1]]), ReLU(x))).graph
    assert all(PREPARATION[name](graph, i) is None for i in range(len(graph)))


@pytest.mark.parametrize("name", CASES)
def test_cases_are_sound(name: str) -> None:
    program = ForEach(BRANCHED[name])
    graph = program.graph
    position = graph.position(b)
    assert case_of(graph, position) == name
    after = ForEach(edited(graph, CASES[name](graph, position)))
    assert after != program
    check_same(program, after)


def test_the_cases_cover_all_kinds_of_users() -> None:
    users = {"Lin": b[0], "ReLU": ReLU(b), "LinState": state, "Concat": b, "Multi": Multi(b)}
    for mask in range(1, 32):
        kinds = [kind for i, kind in enumerate(users) if mask >> i & 1]
        loose = [Concat(b, b) if kind == "Concat" else users[kind] for kind in kinds]
        graph = ForEach(Multi(Concat(*loose, *loose))).graph
        assert case_of(graph, graph.position(b)) in CASES


@pytest.mark.parametrize("name", sorted(set(BRANCHED) - {"5A"}))
def test_rules_reach_a_path(name: str) -> None:
    result = debranched(ForEach(BRANCHED[name]), check=True)
    with pytest.raises(FrozenInstanceError):
        result.steps = ()  # pyright: ignore[reportAttributeAccessIssue]
    assert result.path.graph.is_path
    assert result.steps


def test_figure_1_becomes_a_path() -> None:
    program = majority_of_ones()
    result = debranched(program, check=[[[0], [1], [1], [1], [0]]])
    assert result.path.graph.is_path
    assert [node.kind for node in result.path.nodes].count("LinState") == 1
    step = result.steps[-1]
    assert step.before is result.steps[-2].after
    assert f"{step.rule}, at x{step.position}" in step.drawing()
    assert len(repr(result).splitlines()) == len(result.steps)


@given(programs(most_nodes=6))
@settings(max_examples=15, deadline=None)
def test_rules_on_random_programs(program: ForEach) -> None:
    try:
        result = debranched(program, check=True, most_steps=60, most_entries=60)
    except RewritingLimitError:
        return  # nothing shows that the rules end; what they do until then is checked
    assert result.path.graph.is_path


def test_limits_are_told() -> None:
    with pytest.raises(RewritingLimitError, match=r"No path after 2 steps.*levelised"):
        debranched(ForEach(BRANCHED["10"]), most_steps=1)


def test_unsound_rules_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(graph, position):
        return {i: lambda new: Lin(new(position), Matrix.eye(2)) for i in graph.users[position]}

    monkeypatch.setitem(CASES, "3", wrong)
    with pytest.raises(DifferentProgramsError, match="rule case 3"):
        debranched(ForEach(Multi(Concat(ReLU(b), ReLU(b)))), check=True)


def test_all_cases_occur_but_the_one_that_the_preparation_forestalls() -> None:
    nodes = [node for name, node in BRANCHED.items() if name != "5A"]  # from which there is no end
    seen = Counter(step.rule for node in nodes for step in debranched(ForEach(node)).steps)
    assert {f"case {name}" for name in CASES} - set(seen) == {"case 4"}


@pytest.mark.parametrize(
    "node", [Concat(x[0] * x[1], ReLU(x[0])), Concat(LinState(x[0], 2, 1), Multi(x[[1, 0]]))]
)
def test_the_printed_rules_need_not_end(node: Node) -> None:
    with pytest.raises(EndlessRewritingError, match="case 8, case 5A") as caught:
        debranched(ForEach(node))
    assert caught.value.circle[0].before == caught.value.circle[-1].after
