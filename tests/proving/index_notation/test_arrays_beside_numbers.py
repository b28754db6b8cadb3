"""A number beside an array is meant at every place; axes may have no places."""

import pytest

from theorem_checks import AtMost, Equal, Less, Verdict, prove
from theorem_checks.judging.judge import judged
from theorem_checks.statements.worlds.symbolic import Symbolic


def _of(said, *, least=1):
    def says(_, world):
        return said(world.array("v", world.size("n", least=least)), world)

    return says


TRUE = {
    "squares": lambda v, _w: AtMost(0, v * v),
    "more than": lambda v, _w: Less(0, v * v + 1),
    "nothing": lambda v, _w: Equal(0, v - v),
    "a number": lambda v, w: AtMost(-w.number("q", positive=True), v * v),
}
FALSE = {
    "any": lambda v, _w: AtMost(0, v),
    "only where it is not 0": lambda v, _w: AtMost(1, v * v),  # of integers, but for 0
    "strictly": lambda v, _w: Less(0, v * v),
    "all zeros": lambda v, _w: Equal(v, 0),
}


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.parametrize("least", [0, 1])
def test_a_number_is_every_entry(name, least):
    assert judged(_of(TRUE[name], least=least), prove, None).verdict is Verdict.PROVED


@pytest.mark.parametrize("name", FALSE)
def test_one_entry_refutes(name):
    assert judged(_of(FALSE[name]), prove, None).verdict is Verdict.REFUTED


def test_axes_without_places():
    world = Symbolic()
    free, made = world.array("z", 0), world.ones(world.size("n"), 0)
    for none in (free, made):
        assert prove(Equal(none, 2 * none)).verdict is Verdict.VACUOUS
        assert prove(AtMost(none, none - 1)).verdict is Verdict.VACUOUS
