"""The mended rules: each step lowers the measure and changes no output, and the end is a path."""

import pytest
from hypothesis import given, settings

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, Node, ReLU
from constructions.lsrl.compiler.checking import DifferentProgramsError, check_same, sample_inputs
from constructions.lsrl.compiler.path_normal_form import RisingMeasureError, path_normal_form
from constructions.lsrl.compiler.rules.debranching import EndlessRewritingError, debranched
from constructions.lsrl.compiler.rules.edits import edited
from constructions.lsrl.compiler.rules.fusing import FUSING, ready
from constructions.lsrl.compiler.rules.gathering import GATHERING
from constructions.lsrl.compiler.rules.measure import measure
from constructions.lsrl.programs.hats import hat_program_gated
from constructions.lsrl.programs.listing_1 import listing_1_mended
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.programs.token_lookup import token_lookup
from constructions.lsrl.targets.layers import layers_of_path
from proofs.lsrl.strategies import programs, runs

x = Input(dim=2)
A1 = [[1, 2], [0, -1], [3, 1]]
state = LinState(x, A=[[1, 0], [1, 2]], B=[[1, -1], [0, 2]], b=[1, 0], init_state=[0, 3])

GATHERED: dict[str, Node] = {
    "Lin then Lin": Concat(Lin(lin := Lin(x, A1, [1, 2, 3]), [[1, 0, 2]], -1), ReLU(lin)),
    "ReLU then ReLU": Concat(ReLU(relu := ReLU(x)), relu),
    "Lin then LinState": Concat(LinState(lin, 2, [[1, 1, 1]], b=3, init_state=-1), ReLU(lin)),
    "Concat of repeats": Concat(x, ReLU(x), x),
    "Concat then Concat": Concat(Concat(x, ReLU(x)), ReLU(x)),
    "Lin then Concat": Concat(ReLU(x), lin, x[1]),
}

FUSED: dict[str, Node] = {
    "products": Concat(Multi(x), Multi(x[[1, 0, 1, 1]]), Multi(Concat(x, ReLU(x))), x),
    "states": Concat(state, LinState(x, A=3, B=[[1, -1]], b=2), ReLU(x), x[1]),
    "ReLUs": Concat(ReLU(Lin(x, A1, 1)), ReLU(x), Lin(x, [[0, 1]]), Concat(x, ReLU(x - 1))),
}


@pytest.mark.parametrize("name", GATHERED)
def test_gathering_is_sound_and_lowers_the_weight(name: str) -> None:
    program = ForEach(GATHERED[name])
    after = ForEach(edited(program.graph, GATHERING[name](program.graph)))
    assert measure(after).behind <= measure(program).behind
    assert measure(after).weight < measure(program).weight
    check_same(program, after)


@pytest.mark.parametrize("name", FUSED)
def test_fusing_is_sound_and_lowers_what_is_behind(name: str) -> None:
    program = ForEach(FUSED[name])
    graph = program.graph
    kind, rule = FUSING[name]
    count = len(ready(graph, 0, kind))
    assert count >= 2
    after = ForEach(edited(graph, rule(graph, 0)))
    assert measure(after).behind == measure(program).behind - count
    check_same(program, after)


def test_equal_nodes_are_computed_once() -> None:
    node = Concat(
        ReLU(x), ReLU(Lin(x, Matrix.eye(2))), LinState(x, 1, [[1, 0]]), LinState(x, 1, [[1, 0]])
    )
    path = path_normal_form(ForEach(node), check=True).path
    assert [n.dim for n in path.nodes if not isinstance(n, Lin)] == [2, 1 + 2, 1 + 2 + 1]


def test_what_nobody_reads_is_not_passed() -> None:
    wide = Input(9)
    path = path_normal_form(ForEach(Concat(ReLU(wide[0]), LinState(wide[1], 1, 1), wide[2]))).path
    assert max(node.dim for node in path.nodes[1:]) == 5  # relu(x0), and x2 and the state, signed


def test_a_relu_is_passed_by_one_unit() -> None:
    first = ReLU(x)
    path = path_normal_form(ForEach(Concat(ReLU(first - 1), first))).path
    assert [node.dim for node in path.nodes if isinstance(node, ReLU)] == [2, 4]


PROGRAMS = {
    "the token": ForEach(x),
    "a constant": ForEach(Lin(x, [[0, 0]], 3)),
    "a Concat of one": ForEach(Concat(x)),
    "majority": majority_of_ones(),
    "gated hats": hat_program_gated(2, 1),
    "listing 1": listing_1_mended(2, 2),
    "lookup": token_lookup(2, 3),
    **{name: ForEach(node) for name, node in {**GATHERED, **FUSED}.items()},
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_become_paths(name: str) -> None:
    program = PROGRAMS[name]
    path = path_normal_form(program).path
    assert path.graph.is_path
    assert path.count(Concat) == 0
    assert layers_of_path(path)
    check_same(program, path, sample_inputs(program.input.dim, sequences=2))


@given(programs(most_nodes=9))
@settings(max_examples=25)
def test_every_step_on_random_programs(program: ForEach) -> None:
    result = path_normal_form(program, check=[sample_inputs(program.input.dim, tokens=3)[0]])
    assert result.path.graph.is_path
    assert measure(result.path).behind == 0


@given(runs(most_nodes=14))
@settings(max_examples=40)
def test_paths_of_larger_random_programs(run: tuple[ForEach, list]) -> None:
    program, xs = run
    check_same(program, path_normal_form(program).path, [xs])


def test_the_circle_of_the_printed_rules_starts_where_case_8_raises_the_measure() -> None:
    program = ForEach(Concat(Multi(x[[1, 0]]), x))
    with pytest.raises(EndlessRewritingError) as caught:
        debranched(program)
    steps = [(step.rule, measure(step.after)) for step in caught.value.circle]
    assert measure(caught.value.circle[0].before) == (1, 13)
    assert steps[:2] == [("case 8", (1, 15)), ("case 5A", (1, 16))]
    assert steps[-1][1] == (1, 13)
    assert path_normal_form(program, check=True).path.graph.is_path


def test_the_printed_preparation_lowers_the_measure() -> None:
    for node in GATHERED.values():
        try:
            steps = debranched(ForEach(node)).steps
        except EndlessRewritingError as error:
            steps = error.circle
        for step in steps:
            if not step.rule.startswith("case"):
                assert measure(step.after) < measure(step.before)


def test_rules_that_go_round_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def idle(graph):
        last = len(graph) - 1
        return {last: lambda new: Lin(graph.nodes[last].on(new(last - 1)), Matrix.eye(2))}

    monkeypatch.setitem(GATHERING, "ReLU then ReLU", idle)
    with pytest.raises(RisingMeasureError, match=r"'ReLU then ReLU' at x1 takes.*weight=3"):
        path_normal_form(ForEach(ReLU(x)), check=True)


def test_unsound_rules_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(graph):
        found = GATHERING["ReLU then ReLU"](graph)
        return {i: lambda new: new(0) for i in found}

    monkeypatch.setitem(GATHERING, "Lin then Lin", wrong)
    with pytest.raises(DifferentProgramsError, match="rule Lin then Lin"):
        path_normal_form(ForEach(ReLU(ReLU(x))), check=True)
