"""Long sides of equations go by a name, and of long sums the first terms are told."""

from dataclasses import replace
from itertools import pairwise

import pytest

from theorem_checks.deriving.long_sides import LongSides, terms_of
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.part_letters import Letters
from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.verdicts.kinds import Verdict

SUM = " + ".join(f"a_{{{n}}} b_{{{n}}}" for n in range(10))
OTHER = SUM.replace("a", "c")
VERY_LONG = " + ".join(f"a_{{{n}}} b_{{{n}}}" for n in range(60))


def proved(statement, *parts, rule="prove_identity", name="", lines=()):
    made = tuple(Line(latex, "") for latex in lines)
    return ProvedStatement(
        statement, rule, Verdict.PROVED, (), statement, name, lines=made, parts=parts
    )


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (f"{SUM} = 0", "S_{1} = 0"),
        (rf"x \le {SUM}", r"x \le S_{1}"),
        (rf"x = 1 \implies {SUM} < 2", r"x = 1 \implies S_{1} < 2"),
        (rf"\mathbb{{E}}\,\Big[{SUM}\Big] = y", r"\mathbb{E}\,\Big[S_{1}\Big] = y"),
        (rf"\left({SUM}\right)^{{2}} = y", r"\left(S_{1}\right)^{2} = y"),
        (rf"\big(x = 1 \implies {SUM} = 2\big)", r"\big(x = 1 \implies S_{1} = 2\big)"),
        (f"{SUM} + x = 0", f"{SUM} + x = 0"),
        (f"{SUM} x = 0", f"{SUM} x = 0"),
        (rf"\sum_{{k < n}} \big({SUM}\big) = 0", rf"\sum_{{k < n}} \big({SUM}\big) = 0"),
        (rf"\lim_{{a \to 0}} ({SUM}) = 0", rf"\lim_{{a \to 0}} ({SUM}) = 0"),
        (rf"{SUM} = u_{{1}}\quad\text{{where }} u_{{1}} = 2", None),
    ],
    ids=[
        "a side", "the other one", "under a hypothesis", "in an expectation", "in brackets",
        "in a statement in brackets", "a part of a sum", "not in brackets", "under a sum",
        "in a limit", "beside names of its own",
    ],
)  # fmt: skip
def test_a_side_is_replaced_where_it_is_a_side_or_stands_in_brackets(said, written):
    sides = LongSides.of([f"{SUM} = 1", f"{SUM} = 2"])
    assert sides.written(said) == (written or said)


def test_what_comes_once_or_is_short_has_no_name():
    sides = LongSides.of([f"{SUM} = x y", f"{OTHER} = x y"])
    assert not sides.names


def test_what_is_short_by_the_names_in_it_has_no_name_of_its_own():
    sides = LongSides.of([rf"\left({SUM}\right) ({OTHER}) + z = {n}" for n in (1, 2)])
    assert list(sides.names) == [SUM, OTHER]
    assert sides.written(rf"\left({SUM}\right) ({OTHER}) + z = 1") == (
        r"\left(S_{1}\right) (S_{2}) + z = 1"
    )


def test_a_name_in_a_definition_is_told_after_it_and_once():
    outer = rf"\left({SUM}\right) d + {OTHER}"
    sides = LongSides.of([f"{outer} = 1", f"{outer} = 2", f"{SUM} = 3"])
    assert list(sides.names) == [outer, SUM]
    first, second = sides.told_by(f"{outer} = 1")
    assert (first.name, second.name) == ("S_{1}", "S_{2}")
    assert first.latex == rf"\left(S_{{2}}\right) d + {OTHER}"
    assert not list(sides.told_by(f"{outer} = 2"))


def test_what_stands_in_a_named_side_alone_has_no_name():
    outer = rf"\left({SUM}\right) d + {OTHER}"
    sides = LongSides.of([f"{outer} = 1", f"{OTHER} = 2", f"{outer} = {OTHER}"])
    assert list(sides.names) == [outer, OTHER]


def test_a_letter_that_stands_in_a_formula_is_no_name():
    sides = LongSides.of([f"{SUM} = S", f"{SUM} = Q"])
    assert list(sides.names.values()) == ["R_{1}"]


def test_a_letter_that_stands_beside_the_formulas_is_no_name():
    whole = proved("x = y", proved(f"{SUM} = x", name="a"), proved(f"{SUM} = y", name="b"))
    found = replace(whole, definitions=("S_{1} = x",), invariant=("Q_{1} = x",))
    text = in_text(found)
    assert "where R_1 := a_0 b_0" in text
    assert "1. a: R_1 = x" in text


def test_a_long_sum_is_told_by_its_first_terms_and_in_full_where_it_is_asked_for():
    whole = proved("x = y", proved(f"{VERY_LONG} = x", name="part"))
    text, full, page = in_text(whole), in_text(whole, full=True), in_markdown(whole)
    assert "1. part: S_1 = x" in text
    assert "where S_1 := a_0 b_0 + a_1 b_1 + a_2 b_2 + … (57 more terms)" in text
    assert "a_59" not in text
    assert "a_59 b_59 = x" in full
    assert "<details><summary>all 60 terms</summary>" in page
    assert page.count("a_{59}") == 1


@pytest.mark.parametrize("letter", ["a", "A", r"\alpha"])
def test_what_is_too_long_for_a_theorem_goes_by_a_name_there(letter):
    very_long = VERY_LONG.replace("a", letter)
    sides = LongSides.of([f"{very_long} = x"], [f"{very_long} = {SUM}"])
    assert sides.folded.written(f"{very_long} = {SUM}") == f"S_{{1}} = {SUM}"


def test_how_far_the_mean_of_a_long_sum_is_from_a_number_is_told_by_its_first_term():
    of = rf"{VERY_LONG} + \sum_{{i < n}} c_{{i}}"
    mean = rf"\left|\mathbb{{E}} \left[{of}\right] - \left(1\right)\right|"
    text = in_text(proved("x = y", proved(f"{mean} = x", name="part")))
    assert "where S_1 := |E [a_0 b_0 + … (60 more terms)] - (1)|" in text


def test_a_long_term_is_told_by_its_length():
    product = "".join(rf"\left(a_{{{n}}} - b_{{{n}}}\right)" for n in range(80))
    text = in_text(proved("x = y", proved(f"{product} = x", name="part")))
    assert "where S_1 := a term of 1020 letters" in text


def test_the_theorem_is_written_out_and_its_sides_go_by_names_in_the_proof():
    whole = proved(
        f"{SUM} = {OTHER}",
        proved(f"{SUM} = z", name="one", lines=[SUM, "z"]),
        proved(f"z = {OTHER}", name="other", lines=["z", OTHER]),
    )
    text = in_text(whole).splitlines()
    assert text[0] == in_text(proved(f"{SUM} = {OTHER}")).splitlines()[0]
    assert "  1. one: S_1 = z" in text
    assert sum("where S_1" in line for line in text) == 1
    assert sum("a_3 b_3" in line for line in text) == 2


def test_the_order_of_definitions_is_that_of_their_numbers():
    sums = [SUM.replace("b", letter) for letter in "pqr"]
    said = [proved(f"{one} = {other}", name="n") for one, other in pairwise([*sums, *sums])]
    text = in_text(proved("x", *said, rule="derivation"))
    places = [text.index(f"where S_{n} :=") for n in (1, 2, 3)]
    assert places == sorted(places)


def test_terms_are_those_of_the_sum_and_not_of_what_is_in_brackets():
    assert terms_of(r"a (b - c) - \frac{1 + x}{y} + [i \le j]") == [
        "a (b - c)", r"- \frac{1 + x}{y}", r"+ [i \le j]",
    ]  # fmt: skip


AND = r"\quad\text{and}\quad "


def test_conjuncts_have_letters_for_the_parts_that_conclude_them():
    whole = proved(
        AND.join(["x = 1", "y = 2", "x = 1"]),
        proved("y = 2", name="part 1"),
        proved("x = 1", name="base"),
        proved("z = 3", name="part 3"),
        rule="conjunction",
    )
    text, page = in_text(whole), in_markdown(whole)
    assert text.splitlines()[:3] == ["(a) x = 1", "  and (b) y = 2", "  and (c) x = 1"]
    assert "  1. (b): y = 2" in text
    assert "  2. (a) base: x = 1" in text
    assert "  3. z = 3" in text
    assert r"\text{(b)}\; y = 2" in page
    assert "**1.** (b)" in page


def test_parts_have_letters_where_their_sides_go_by_names():
    one, other = f"{SUM} = 1", f"{OTHER} = 2"
    whole = proved(
        f"{one}{AND}{other}",
        proved(one, proved(f"{SUM} = 3"), name="part 1"),
        proved(other, proved(f"{OTHER} = 3"), name="part 2"),
        rule="conjunction",
    )
    text, page = in_text(whole), in_markdown(whole)
    assert text.startswith("(a) a_0 b_0")
    assert "  1. (a): S_1 = 1" in text
    assert "**2.** (b)" in page


def test_a_name_in_the_lines_of_a_part_that_is_not_written_again_is_told():
    p, q = (" + ".join(f"{c}_{{{n}}} w_{{{n}}}" for n in range(7)) for c in "pq")
    one, other = f"{p} = {q}", f"{q} = {p}"
    whole = proved(
        f"{one}{AND}{other}",
        proved(one, name="part 1", lines=[p, SUM, q]),
        proved(other, name="part 2", lines=[q, SUM, "0", p]),
        rule="conjunction",
    )
    page = in_markdown(whole)
    assert "**1.** (a), as above." in page
    assert page.index("S_{1} :=") < page.index("={}& S_{1}")


def test_conjuncts_that_no_part_concludes_have_none():
    whole = proved(AND.join(["x = 1", "y = 2"]), proved("z = 3", name="part 1"))
    assert not Letters.of(whole)
    inner = proved("w = 0", replace(whole, name="part 1"))
    assert "(a)" not in in_text(inner)
    assert rf"x = 1{AND}y = 2" in in_markdown(inner)


def test_the_whole_has_letters_whatever_its_parts_conclude():
    whole = proved(AND.join(["x = 1", "y = 2"]), proved("z = 3", name="part 1"))
    assert in_text(whole).splitlines()[:2] == ["(a) x = 1", "  and (b) y = 2"]


def test_parts_one_by_one_have_the_letters_of_what_they_say_of_any_entry():
    parts = [proved(said, name=f"part {n}") for n, said in enumerate(("a = b", "c = d"), 1)]
    whole = proved(AND.join(["(a)_{ij} = (b)_{ij}", "(c)_i = (d)_i"]), *parts)
    assert not Letters.of(whole).of_parts
    assert Letters.of(replace(whole, rule="conjunction")).of_parts == {1: 0, 2: 1}


def test_letters_go_on_after_the_last_one():
    names = [f"x_{{{n}}} = 1" for n in range(28)]
    text = in_text(proved(AND.join(names), *map(proved, names), rule="conjunction"))
    assert "and (z) x_25 = 1" in text
    assert "and (ab) x_27 = 1" in text
