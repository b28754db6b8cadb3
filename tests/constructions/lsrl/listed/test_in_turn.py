"""Paths in blocks: the outputs of random programs, within 5/2 stages for each level."""

import random

import pytest

from constructions.lsrl import Concat, ForEach, Input, LinState, Node, ReLU
from constructions.lsrl.language.numbers import ONE, ZERO, exact_number
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    Form,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
    Row,
    coordinate,
)
from constructions.lsrl.listed.depths import depth, most
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.in_turn import in_turn, path_in_blocks
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.paths import is_path, number_of_stages
from constructions.lsrl.listed.programs import listed_program, program_of_nodes
from constructions.lsrl.listed.unfolding import unfolded
from constructions.lsrl.listed.units import States
from proofs.lsrl.drawn_programs import drawn

x = Input(2)


def check_path(program: ListedProgram, source: random.Random) -> None:
    """Check that the path in blocks is one, puts out what the program does, and is short."""
    path = path_in_blocks(program)
    tokens = tuple(
        tuple(exact_number(source.randint(-3, 3), "token") for _ in range(program.dim))
        for _ in range(3)
    )
    assert program_outputs(path, tokens) == program_outputs(program, tokens)
    assert is_path(path)
    assert number_of_stages(path) <= most(depth(program))


def check_random_programs(number: int) -> None:
    for seed in range(number):
        source = random.Random(seed)
        program = listed_program(drawn(source))
        check_path(program, source)
        assert program_of_nodes(path_in_blocks(program)).graph.is_path


def test_paths_of_random_programs() -> None:
    check_random_programs(200)


@pytest.mark.deep
@pytest.mark.timeout(1200)
def test_paths_of_ten_thousand_random_programs() -> None:
    check_random_programs(10_000)


def anything(source: random.Random) -> ListedProgram:
    """Draw data in which much that is read is not there."""

    def form() -> Form:
        return Form(row(), exact_number(source.randint(-2, 2), "number"))

    def row() -> Row:
        places = range(source.randint(0, 3))
        return tuple(
            (source.randint(0, 4), exact_number(source.randint(-2, 2), "n")) for _ in places
        )

    def node(i: int) -> ListedNode:
        read, size = source.randint(0, i + 1), range(source.randint(0, 3))
        return source.choice(
            (
                LinNode(read, tuple(form() for _ in size)),
                ReLUNode(read),
                MultiNode(read),
                LinStateNode(read, tuple(Entry(row(), form(), ONE) for _ in size)),
                ConcatNode(tuple(source.randint(0, i) for _ in size)),
            )
        )

    return ListedProgram(source.randint(0, 3), tuple(node(i) for i in range(source.randint(0, 8))))


def test_paths_of_data_that_is_no_program() -> None:
    for seed in range(500):
        source = random.Random(seed)
        check_path(anything(source), source)


@pytest.mark.parametrize(
    ("node", "stages"),
    [
        (LinState(LinState(LinState(x, 1, [[1, 2]]), 1, 1), 1, 1), 1),
        (LinState(LinState(ReLU(LinState(x, 1, [[1, 2]])), 1, 1), 1, 1), 3),
        (Concat(ReLU(ReLU(x)), LinState(LinState(x, 1, [[1, 1]]), 1, 1)), 2),
    ],
)
def test_states_stand_in_the_stage_of_the_states_they_read(node: Node, stages: int) -> None:
    assert number_of_stages(path_in_blocks(listed_program(ForEach(node)))) == stages


def test_a_state_is_put_in_as_it_is_computed() -> None:
    two, three = exact_number(2, "factor"), exact_number(3, "factor")
    first = States((Entry(((0, two),), coordinate(0), ONE),))
    second = States((Entry(((0, three),), Form(((1, two),), ONE), ZERO),))
    _, put_in = unfolded((first, second), (True, True), 1)
    # s = 3 s + 2 r + 1 with r = 2 r + x
    own = Entry(((0, two * two), (1, three)), Form(((0, two),), ONE), ZERO)
    assert put_in == States((own,))


def test_stages_that_would_be_empty_are_not_made() -> None:
    program = gathered(listed_program(ForEach(ReLU(ReLU(x) - 1))))
    assert [len(in_turn(program, n).stages) for n in range(6)] == [0, 1, 1, 1, 2, 2]
