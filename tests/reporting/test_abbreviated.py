"""In the steps of a proof a long formula is written once, and goes by a number from there on."""

from theorem_checks import Verdict
from theorem_checks.reporting.abbreviated import LONGEST, abbreviated
from theorem_checks.reporting.concluded import Step

AND = r"\quad\text{and}\quad "
ONE = " + ".join(f"x_{{{n}}}" for n in range(12)) + " = 0"
TWO = " + ".join(f"y_{{{n}}}" for n in range(12)) + " = 0"


def step(latex, depth=0, *, again=False):
    return Step(Verdict.PROVED, latex, "rule", "", (), (), depth, again)


def written(*latex):
    return [one.latex for one in abbreviated(map(step, latex))]


def test_hypotheses_are_written_once():
    whole, base = written(
        rf"\Big({ONE}{AND}{TWO}\Big) \implies A", rf"\Big({ONE}{AND}{TWO}\Big) \implies B"
    )
    assert whole == rf"\Big(\text{{(1)}}\; {ONE}{AND}\text{{(2)}}\; {TWO}\Big) \implies A"
    assert base == r"\text{(1), (2)} \implies B"


def test_a_part_of_a_conjunction_goes_by_its_number():
    whole, one, two = written(f"{ONE}{AND}{TWO}", ONE, TWO)
    assert whole == rf"\text{{(1)}}\; {ONE}{AND}\text{{(2)}}\; {TWO}"
    assert (one, two) == (r"\text{(1)}", r"\text{(2)}")


def test_what_comes_once_and_what_is_short_stays():
    assert written(ONE, "x = 1", "x = 1") == [ONE, "x = 1", "x = 1"]


def test_a_formula_that_nobody_reads_is_only_said_to_be_there():
    long = "x + " * LONGEST + "x"
    (said,) = written(long)
    assert said == r"\text{a formula of }6\,001\text{ characters}"


def test_a_long_side_goes_by_a_name_that_is_told_behind_the_first_formula():
    sides = [one.removesuffix(" = 0") for one in (ONE, TWO)]
    long = [" + ".join(f"{side} z_{{{n}}}" for n in range(3)) for side in sides]
    first, second = written(f"{long[0]} = 1", rf"{long[0]} \le {long[1]}")
    assert first == rf"S_{{1}} = 1\quad\text{{where }} S_{{1}} := {long[0]}"
    assert second == rf"S_{{1}} \le {long[1]}"


def test_a_side_of_a_formula_with_a_number_counts_where_it_is_written():
    assert written(ONE, ONE) == [rf"\text{{(1)}}\; {ONE}", r"\text{(1)}"]


def test_of_a_very_long_sum_the_first_terms_are_told():
    (said,) = written("x + " * 300 + "x = y")
    assert said == (
        r"S_{1} = y\quad\text{where } S_{1} := x + x + x + \dots\;\text{(298 more terms)}"
    )


def test_an_implication_in_brackets_is_one_formula():
    inner = rf"\Big({ONE} \implies {TWO}\Big)"
    whole, again = written(rf"A{AND}{inner}", inner)
    assert whole == rf"A{AND}\text{{(1)}}\; {inner}"
    assert again == r"\text{(1)}"


def test_what_is_the_same_as_the_whole_is_left_alone():
    first, second = abbreviated([step(ONE), step(ONE, 1, again=True)])
    assert first.latex == second.latex == ONE
