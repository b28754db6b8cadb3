"""What levelised proposes is taken: on listings and random programs the check says yes.

That what is taken is right and short is proved of programs as data
(`lsrl/new-levelised-compiler`).
"""

import random
from typing import Any

import pytest

from constructions.lsrl import Concat, ForEach, Input, LinState, Multi, Node, ReLU
from constructions.lsrl.compiler import levelised as compiler
from constructions.lsrl.compiler.levelised import levelised, proposed
from constructions.lsrl.language.numbers import ONE, exact_number
from constructions.lsrl.listed.agreement import Hints, agrees, checked
from constructions.lsrl.listed.facts import Fresh, Never, Opposite, Plain, Shown, Zero
from constructions.lsrl.listed.in_turn import path_in_blocks
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.programs import listed_program, program_of_nodes
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from proofs.lsrl.drawn_programs import drawn
from tests.constructions.lsrl.compiler.test_checking_compilations import LISTINGS

x = Input(2)
RELU = ReLU(x)
NODES: dict[str, Node] = {
    "a product that is never there": ReLU(x[0]) * ReLU(-x[0] - 1),
    "a product of positive ones": Concat(ReLU(RELU[0] * RELU[1] - 1), RELU[0] * RELU[1]),
    "a square past a ReLU": Concat(ReLU(x[0] * x[0] - 1), x[0] * x[0]),
    "a positive state past a ReLU": Concat(
        ReLU(LinState(RELU, [[1, 2], [0, 1]], [[1, 1], [1, 0]]) - x), LinState(RELU, 1, [[1, 1]])
    ),
    "a state of a state": LinState(LinState(LinState(x, 2, [[1, -1]], 1, 3), 1, 1), "1/2", 1),
    "the same state twice": Concat(LinState(x, 1, [[1, 2]]), ReLU(LinState(x, 1, [[1, 2]]))),
    "factors the other way round": Concat(Multi(x), Multi(x[[1, 0]]), ReLU(Multi(x))),
    "constants": Concat(ReLU(0 * x - 1), ReLU(0 * x + 1), Multi(Concat(0 * x + 2, x))),
    "an entry of a state that nobody reads": LinState(x, [[1, 0], [0, -1]], [[1, 0], [0, 1]])[0],
}


def is_taken(program: ForEach) -> bool:
    """Whether the path that is made of a program is taken: it is seen to be right, and short."""
    path, hints = proposed(program)
    listed = listed_program(path)
    return checked(listed_program(program), listed, hints) is listed


@pytest.mark.parametrize("name", NODES)
def test_paths_of_programs_with_one_of_each_fact_are_taken(name: str) -> None:
    assert is_taken(ForEach(NODES[name]))


def test_paths_of_listings_are_taken() -> None:
    larger = [listing_2(3), listing_2(20), listing_2_mended(3), listing_2(5, first_index=0)]
    for program in [*LISTINGS.values(), *larger]:
        assert is_taken(program)
        assert levelised(program) == proposed(program)[0]


def test_a_path_in_blocks_is_made_where_one_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(program: ForEach) -> tuple[ForEach, Hints]:
        path, hints = proposed(program)
        return ForEach(path.output + 1), hints

    program = ForEach(Concat(ReLU(x[0]), x[1]))
    monkeypatch.setattr(compiler, "proposed", wrong)
    assert levelised(program) == program_of_nodes(path_in_blocks(listed_program(program)))


NOTHING = Shown((), (), ())


@pytest.mark.parametrize(
    "hint", [Fresh(()), Opposite(0), Plain(NOTHING), Zero(NOTHING), Never(0, 0, ONE, ONE)]
)
def test_wrong_hints_are_not_followed(hint: Any) -> None:
    program = ForEach(Concat(ReLU(x[0]), LinState(x, 1, [[1, 2]], 0, 3)))
    path, hints = proposed(program)
    wrong = tuple(tuple(hint for _ in some) for some in hints.path)
    assert wrong != hints.path
    assert not agrees(listed_program(program), listed_program(path), Hints(hints.program, wrong))


def check_random_programs(number: int) -> None:
    """Check that each path is taken, and that programs and paths are what they are as data."""
    for seed in range(number):
        source = random.Random(seed)
        program = drawn(source)
        assert is_taken(program), program
        path = levelised(program)
        xs = [[source.randint(-3, 3) for _ in range(program.input.dim)] for _ in range(3)]
        tokens = tuple(tuple(exact_number(a, "token") for a in token) for token in xs)
        wanted = program(xs).tolist()
        assert path(xs).tolist() == wanted
        for one in (program, path):
            assert [list(y) for y in program_outputs(listed_program(one), tokens)] == wanted


def test_paths_of_random_programs_are_taken() -> None:
    check_random_programs(500)


@pytest.mark.deep
@pytest.mark.timeout(1200)
def test_paths_of_ten_thousand_random_programs_are_taken() -> None:
    check_random_programs(10_000)
