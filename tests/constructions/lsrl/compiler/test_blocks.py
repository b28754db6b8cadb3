"""The plan in blocks is what turns of the block make, of which each takes all that it can."""

import random
from itertools import cycle

from constructions.lsrl.compiler.blocks import in_blocks


def in_turns(kinds: list[int], needs: list[tuple[int, ...]]) -> list[int]:
    """Place in each turn all units of its kind whose needs are placed, states also by states."""
    places: dict[int, int] = {}
    for turn, kind in enumerate(cycle((0, 1, 2, 0, 1))):
        if len(places) == len(kinds):
            return [places[i] for i in range(len(kinds))]
        there = set(places)
        for i, own in enumerate(kinds):
            if i not in places and own == kind and there.issuperset(needs[i]):
                places[i] = turn
                if kind == 2:
                    there.add(i)
    raise AssertionError


def test_it_is_what_turns_make() -> None:
    for seed in range(500):
        source = random.Random(seed)
        n = source.randint(0, 30)
        kinds = [source.randrange(3) for _ in range(n)]
        needs = [
            tuple(source.randrange(i) for _ in range(source.randint(0, 3) if i else 0))
            for i in range(n)
        ]
        assert list(in_blocks(tuple(kinds), tuple(needs))) == in_turns(kinds, needs)


def test_what_is_not_there_is_not_waited_for() -> None:
    assert in_blocks((0, 2, 2), ((7,), (0,), (1, 2))) == (0, 2, 2)
