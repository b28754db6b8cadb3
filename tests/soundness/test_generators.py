"""No engine is taken in by a slip in a true statement, nor refutes the true one."""

import pytest

from tests.soundness.cases import Slip
from tests.soundness.generators import all_generators
from tests.soundness.generators.planting import Generator, Planted
from tests.soundness.statements import Finding, Outcome, drawn_from, judged

QUICK = 10
DEEP = 20_000  # pairs, over all generators


def findings(pairs: list[Planted]) -> list[Finding]:
    """What an engine says of the true statements, and then of those with a slip."""
    return [judged(pair.true) for pair in pairs] + [judged(pair.slipped) for pair in pairs]


def wrong(found: list[Finding]) -> list[Finding]:
    return [f for f in found if f.outcome is Outcome.WRONG]


def told(findings: list[Finding]) -> str:
    """The shortest of them, which are the easiest to look into."""
    shortest = sorted(map(str, findings), key=len)[:5]
    return f"{len(findings)}:\n" + "\n".join(shortest)


@pytest.mark.parametrize("generator", all_generators(), ids=str)
def test_the_slip_is_not_proved_and_the_truth_is_decided(generator: Generator) -> None:
    pairs = drawn_from(generator.pairs, QUICK)
    assert len(pairs) > QUICK // 2
    found = findings(pairs)
    assert not wrong(found), told(wrong(found))
    decided = sum(f.outcome is Outcome.DECIDED for f in found[: len(pairs)])
    assert decided > len(pairs) // 2, told(found[: len(pairs)])


@pytest.mark.deep
@pytest.mark.timeout(7200)
def test_in_many_examples() -> None:
    left, found = DEEP, list[Finding]()
    generators = all_generators()
    for turn in range(3):  # one that runs out of examples leaves its share to the others
        for k, generator in enumerate(generators):
            share = -(-left // (len(generators) - k))
            pairs = drawn_from(generator.pairs, share, start=turn + 2)
            left -= len(pairs)
            found += wrong(findings(pairs))
        if left <= 0:
            break
    assert left <= 0
    assert not found, told(found)


def test_there_are_thirty_with_every_slip() -> None:
    assert len(all_generators()) >= 30
    assert {generator.slip for generator in all_generators()} == set(Slip)


def test_the_same_examples_are_drawn_again() -> None:
    pairs = all_generators()[0].pairs
    first, again, other = (drawn_from(pairs, 5, start) for start in (0, 0, 1))
    assert [p.slipped.words for p in first] == [p.slipped.words for p in again]
    assert [p.slipped.words for p in first] != [p.slipped.words for p in other]
