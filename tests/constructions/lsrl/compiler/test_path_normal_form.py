"""The mended rules: each step lowers the measure and changes no output, and the end is a path.

Of the rules this is proved, as functions of programs as data (`lsrl/new-mended-rules`); what is
tested on random programs is that programs are those data, and go there and back.
"""

import random

import pytest
from hypothesis import given, settings

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, Node, ReLU
from constructions.lsrl.compiler import path_normal_form as normal_form
from constructions.lsrl.compiler.checking import DifferentProgramsError, check_same, sample_inputs
from constructions.lsrl.compiler.path_normal_form import RisingMeasureError, path_normal_form
from constructions.lsrl.compiler.rules.debranching import EndlessRewritingError, debranched
from constructions.lsrl.language.numbers import exact_number
from constructions.lsrl.listed.fusing import fused
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.paths import path_of, written
from constructions.lsrl.listed.programs import listed_program, program_of_nodes
from constructions.lsrl.listed.units import Gathered
from constructions.lsrl.programs.hats import hat_program_gated
from constructions.lsrl.programs.listing_1 import listing_1_mended
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.programs.token_lookup import token_lookup
from constructions.lsrl.targets.layers import layers_of_path
from proofs.lsrl.drawn_programs import drawn
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
def test_gathering_is_sound(name: str) -> None:
    program = ForEach(GATHERED[name])
    check_same(program, program_of_nodes(written(gathered(listed_program(program)))))


@pytest.mark.parametrize("name", FUSED)
def test_all_of_a_kind_are_fused_at_once(name: str) -> None:
    program = ForEach(FUSED[name])
    before = gathered(listed_program(program))
    after = fused(before)
    wanted = normal_form.NAMES[type(after.stages[-1])]
    kinds = [normal_form.NAMES[type(unit)] for unit in before.rest]
    first = next(kind for kind in ("products", "states", "ReLUs") if kind in kinds)
    assert wanted == first
    assert len(before.rest) - len(after.rest) >= 1
    check_same(program, program_of_nodes(written(after)))


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
    if result.steps:
        assert result.path == program_of_nodes(path_of(listed_program(program)))


@given(runs(most_nodes=14))
@settings(max_examples=40)
def test_paths_of_larger_random_programs(run: tuple[ForEach, list]) -> None:
    program, xs = run
    check_same(program, path_normal_form(program).path, [xs])


def test_the_circle_of_the_printed_rules_is_no_circle_here() -> None:
    program = ForEach(Concat(Multi(x[[1, 0]]), x))
    with pytest.raises(EndlessRewritingError) as caught:
        debranched(program)
    assert [step.rule for step in caught.value.circle[:2]] == ["case 8", "case 5A"]
    found = path_normal_form(program, check=True)
    assert [step.rule for step in found.steps] == ["Lin and Concat", "products"]


def test_rules_that_go_round_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normal_form, "fused", lambda program: program)
    with pytest.raises(RisingMeasureError, match=r"'none' takes the measure from 1 to 1"):
        path_normal_form(ForEach(ReLU(x)), check=True)


def test_unsound_rules_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(program: Gathered) -> Gathered:
        after = fused(program)
        return after._replace(output=after.output[::-1])

    monkeypatch.setattr(normal_form, "fused", wrong)
    with pytest.raises(DifferentProgramsError, match="rule ReLUs"):
        path_normal_form(ForEach(Concat(ReLU(ReLU(x)), x)), check=True)


def check_data(program: ForEach, xs: list[list[int]]) -> None:
    """Check that a program is its data, there and back, and its path that of the data."""
    listed = listed_program(program)
    wanted = program(xs).tolist()
    tokens = tuple(tuple(exact_number(x, "token") for x in token) for token in xs)
    assert [list(y) for y in program_outputs(listed, tokens)] == wanted
    assert program_of_nodes(listed)(xs).tolist() == wanted
    path = path_normal_form(program).path
    assert path.graph.is_path
    assert path(xs).tolist() == wanted


def check_random_programs(number: int) -> None:
    for seed in range(number):
        source = random.Random(seed)
        program = drawn(source)
        check_data(
            program, [[source.randint(-3, 3) for _ in range(program.input.dim)] for _ in range(3)]
        )


def test_random_programs_are_their_data() -> None:
    check_random_programs(500)


@pytest.mark.deep
@pytest.mark.timeout(1200)
def test_ten_thousand_random_programs_are_their_data() -> None:
    check_random_programs(10_000)
