"""The levelised compiler: paths that compute the same, and small ones."""

import time

import pytest
from hypothesis import given, settings

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, ReLU
from constructions.lsrl.compiler.checking import DifferentProgramsError, check_same, sample_inputs
from constructions.lsrl.compiler.forms import atoms_of
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.stages import stages_of
from constructions.lsrl.programs.hats import hat_program, hat_program_gated
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.programs.prompts import dictionary_prompt, token_query
from constructions.lsrl.programs.token_lookup import token_lookup
from proofs.lsrl.strategies import programs, runs

x = Input(dim=2)
PROGRAMS = {
    "the token": ForEach(x),
    "a constant": ForEach(Lin(x, [[0, 0]], 3)),
    "one half of the token": ForEach(x[1]),
    "a state": ForEach(LinState(x, A=[[1, 1], [0, 2]], B=[[1, 0], [2, 1]], b=1, init_state=[3, 4])),
    "a state of a state": ForEach(LinState(LinState(x, 2, [[1, 1]], 1), A=3, B=-1, init_state=1)),
    "a square": ForEach(Multi(Concat(x, x))),
    "a product with a constant": ForEach(Multi(Concat(x, Lin(x, [[0, 0]] * 2, 5)))),
    "a ReLU past a ReLU": ForEach(ReLU(x[0] - ReLU(x[1])) + x[0]),
    "a step past a ReLU": ForEach(ReLU(ReLU(4 * x) - 4 * ReLU(x - "1/4") - x) - ReLU(x)),
    "a state past all": ForEach(LinState(x, A=[[1, 0], [0, 1]], B=[[1, 0], [0, 1]]) * ReLU(x)),
    "majority": majority_of_ones(),
    "hats": hat_program(2, 1),
    "gated hats": hat_program_gated(2, 1),
    "listing 1": listing_1(2, 2),
    "lookup": token_lookup(2, 3),
    "listing 2": listing_2(2, first_index=0),
    "listing 2 with products": listing_2(2, first_index=0, ifelse="multiplicative"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_paths_compute_the_same(name: str) -> None:
    program = PROGRAMS[name]
    path = levelised(program)
    assert path.graph.is_path
    check_same(program, path, sample_inputs(program.input.dim, tokens=6))


@given(runs(most_nodes=12))
@settings(max_examples=150)
def test_paths_of_random_programs(run: tuple[ForEach, list]) -> None:
    program, xs = run
    path = levelised(program)
    assert path.graph.is_path
    check_same(program, path, [xs])


@given(programs(kinds=["Lin", "ReLU", "LinState", "Concat"]))
@settings(max_examples=40)
def test_no_products_come_in(program: ForEach) -> None:
    assert levelised(program).count(Multi) == 0


@given(programs(most_nodes=12))
@settings(max_examples=60)
def test_stages_are_at_most_five_for_two_levels(program: ForEach) -> None:
    assert len(stages_of(atoms_of(program))) <= -(-5 * max(program.graph.levels) // 2)


def test_listing_2_compiles_fast_and_small() -> None:
    program = listing_2(3, first_index=0)
    start = time.process_time()
    path = levelised(program)
    assert time.process_time() - start < 1
    sizes = [m.shape[0] * m.shape[1] for node in path.nodes for m in node.numbers.values()]
    assert sum(sizes) < 10_000
    check_same(
        program, path, [[*token_query((1, 2, 1)), *dictionary_prompt({(1, 2, 1): (3, 1, 2)})]]
    )


def test_listing_1_compiles_fast() -> None:
    program = listing_1_mended(2, 2)

    def seconds() -> float:
        start = time.process_time()
        levelised(program)
        return time.process_time() - start

    assert (
        min(seconds() for _ in range(5)) < 0.05
    )  # the least: a collection of garbage takes as long


def test_size_grows_moderately() -> None:
    def stages(n: int) -> int:
        return len(stages_of(atoms_of(listing_2_mended(n))))

    assert stages(3) == stages(12)


def test_steps_run_past_a_relu_in_one_unit() -> None:
    step = ReLU(4 * x[0]) - 4 * ReLU(x[0] - "1/4")
    program = ForEach(ReLU(x[1] - ReLU(x[1] - ReLU(x[1] - 1))) + step)
    widths = [node.dim for node in levelised(program).nodes if isinstance(node, ReLU)]
    # x[1] runs past the first two in two units, the step past the last two in one
    assert widths == [5, 4, 2]


def test_a_difference_is_told() -> None:
    with pytest.raises(DifferentProgramsError, match="instead of"):
        check_same(ForEach(ReLU(x)), ForEach(ReLU(2 * x)))
