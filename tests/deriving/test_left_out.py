"""A derivation that is too long for a page leaves out its deepest proofs, and says so."""

from dataclasses import replace

import pytest

from theorem_checks.deriving.layout import LONG
from theorem_checks.deriving.left_out import AROUND, _length, fitting, without_the_deepest
from theorem_checks.deriving.long_sides import Named
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.verdicts.kinds import Verdict


def tree(width, depth, number="0", entries=0):
    """A statement of so many parts, each of so many, and so on, no two of them alike."""
    parts = (tree(width, depth - 1, f"{number}{n}", entries) for n in range(width if depth else 0))
    said = f"x = {'+'.join(number * 3)}"
    steps = tuple(Line(f"{said} + {n}", "as traced") for n in range(entries))
    return ProvedStatement(
        said, "induction", Verdict.PROVED, (), said, parts=tuple(parts), entries=steps
    )


def count(one):
    return sum(1 for _ in one.walk())


def test_the_deepest_proofs_go_first_and_are_counted():
    whole = tree(4, 3)
    short = without_the_deepest(whole, 6_000)
    assert 20 < count(short) < count(whole)
    left = [one for one in short.walk() if one.left_out]
    assert {one.left_out for one in left} == {("the proofs of 4 statements",)}
    assert count(short) + 4 * len(left) == count(whole)
    assert all(len(one.parts) == 4 for one in (short, *short.parts))


def test_steps_entry_by_entry_go_before_proofs():
    short = without_the_deepest(tree(3, 2, entries=9), 4_000)
    assert count(short) == count(tree(3, 2))
    told = int(short.left_out[0].removeprefix("the steps entry by entry of ").split()[0])
    assert told == sum(not one.entries for one in short.walk()) > 0
    assert not any(one.left_out for part in short.parts for one in part.walk())


def test_nothing_is_left_out_where_there_is_room():
    whole = tree(3, 2, entries=3)
    assert without_the_deepest(whole, 10**6) == whole


def test_the_parts_of_the_whole_stay():
    short = without_the_deepest(tree(3, 3), 0)
    assert count(short) == 4


def test_what_is_written_fits():
    whole = tree(4, 3)
    assert len(fitting(whole, in_text, 3_000)) <= 3_000 < len(in_text(whole))
    page = in_markdown(whole, most=5_000)
    assert len(page) <= 5_000
    assert "*Left out here: the proofs of " in page
    short = in_text(without_the_deepest(whole, 3_000))
    assert "left out here, and written with --full: the proofs of" in short
    for written in (in_markdown(whole, full=True, most=5_000), in_text(whole, full=True)):
        assert "eft out" not in written
        assert written.count("+".join("0000" * 3)) >= 1


def test_what_is_written_beside_the_statements_is_reckoned_with():
    """Each try leaves out a twentieth more at least, so that few are enough."""

    def write(one: ProvedStatement) -> str:
        return "x" * (60_000 + sum(map(_length, one.walk())))

    whole = tree(5, 5)
    assert len(write(whole)) > 200_000
    assert 90_000 < len(fitting(whole, write, 100_000)) <= 100_000


def test_names_that_are_used_elsewhere_are_told_where_their_place_is_left_out():
    here, there = Named("S_{1}", "a + b", "a + b"), Named("S_{2}", "c", "c")
    whole = tree(2, 2)
    first, second = whole.parts
    deep = (replace(first.parts[0], named=(here, there), statement="S_{2} = S_{1}"), first.parts[1])
    whole = replace(
        whole, parts=(replace(first, parts=deep), replace(second, using=("S_{1} = 1",)))
    )
    short = without_the_deepest(whole, 0)
    assert short.parts[0].named == (here,)


@pytest.mark.parametrize("write", [in_text, in_markdown])
def test_what_is_as_in_a_proof_that_is_left_out_says_so(write):
    whole = tree(2, 3)
    again = replace(whole.parts[1], as_in="1.1.1", parts=())
    short = without_the_deepest(replace(whole, parts=(whole.parts[0], again)), 0)
    assert "as in 1.1.1, which is left out here" in write(short)


@pytest.mark.parametrize("most", range(2_000, 6_000, 250))
def test_what_is_written_fits_into_any_room_that_there_is(most):
    assert len(fitting(tree(4, 3), in_text, most)) <= most


@pytest.mark.parametrize("room", range(1_000, 10_000, 1_000))
def test_what_stays_fills_the_room_and_no_more(room):
    short = without_the_deepest(tree(3, 3, entries=4), room)
    shown = [*(one.statement for one in short.walk())]
    shown += [line.latex for one in short.walk() for line in one.entries]
    length = AROUND * count(short) + sum(map(len, shown))
    assert room - 600 < length <= room


def test_names_take_room_where_they_are_not_folded():
    whole = tree(3, 2)
    room = 3_000
    assert without_the_deepest(whole, room) == whole
    for letters, stays in ((LONG, False), (LONG + 1, True)):
        named = (Named("S_{1}", "a" * letters, "a" * letters),)
        first, *others = whole.parts
        more = replace(whole, parts=(replace(first, named=named), *others))
        assert (without_the_deepest(more, room) == more) == stays
