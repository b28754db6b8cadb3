"""Hypotheses are told once in a derivation, and go by a name from there on."""

from dataclasses import replace

import sympy as sp

from theorem_checks import Equal, Implies, Less, Verdict, given, prove
from theorem_checks.deriving.labels import Labels, in_ranges, in_rows, is_again, is_the_same, stated
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.proved_statement import ON_BOTH_SIDES, Line, ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.statements.plain_text import AND

LONG = "f(x) = a + b + c + d + e + g + h + i + j"
OTHER = "f(y) = a + b + c + d + e + g + h + i + k"
SHORT = r"k \le s"


def said(consequence, *hypotheses, name="", rule="induction", parts=()):
    given = r" \quad\text{and}\quad ".join(hypotheses)
    statement = rf"{given} \implies {consequence}" if given else consequence
    return ProvedStatement(
        statement, rule, Verdict.PROVED, hypotheses, consequence, name, parts=tuple(parts)
    )


WHOLE = said(
    "A(s)",
    LONG,
    OTHER,
    parts=[
        said("A(0)", LONG, OTHER, name="base"),
        said("A(s + 1)", LONG, OTHER, SHORT, name="step"),
    ],
)


def test_a_long_hypothesis_is_written_once():
    text, markdown = in_text(WHOLE), in_markdown(WHOLE)
    for told in (text, markdown):
        assert told.count(LONG) == told.count(OTHER) == 1
        assert told.count("(H1)") == told.count("(H2)") >= 3
    assert "1. base: (H1), (H2) ⟹ A(0)" in text
    assert "2. step: (H1), (H2) and k ≤ s ⟹ A(s + 1)" in text


def test_what_stands_in_one_statement_alone_has_no_name():
    alone = said("A", LONG, parts=[said("B", OTHER, name="part")])
    assert "H1" not in in_text(alone)
    assert in_text(alone).count(LONG) == 1


def test_what_a_step_derived_goes_by_its_number_in_later_steps_alone():
    first = said(LONG, SHORT, name="step 1", rule="arithmetic")
    second = said("B", LONG, OTHER, name="step 2", rule="arithmetic")
    third = said("C", "B", LONG, name="step 3", rule="arithmetic")
    derived = said("C", SHORT, rule="derivation", parts=[first, second, third])
    assert f"2. (1) and {OTHER} ⟹ B" in in_text(derived)
    assert "3. (1) and B ⟹ C" in in_text(derived)
    before = said("C", SHORT, rule="derivation", parts=[second, third])
    assert "(1) and" not in in_text(before)
    assert "2. (H1) and B ⟹ C" in in_text(before)


def test_what_took_more_hypotheses_is_not_handed_on_by_other_rules():
    first = said(LONG, "0 = 1", name="case 1")
    cases = said("B", rule="cases", parts=[first, said("B", LONG, name="case 2")])
    assert f"2. case 2: {LONG} ⟹ B" in in_text(cases)


def test_a_conjunct_is_not_written_again_where_it_is_long_and_the_same():
    long = " + ".join(f"a_{{{n}}}" for n in range(40)) + " = 0"
    whole = said(
        rf"x = 1\quad\text{{and}}\quad {long}",
        rule="conjunction",
        parts=[said("x = 1", name="part 1"), said(long, name="part 2")],
    )
    assert not is_again(whole.parts[0], 1, whole)
    assert is_again(whole.parts[1], 2, whole)
    assert "2. (b): as above" in in_text(whole)
    changed = replace(whole, parts=(whole.parts[0], said(f"{long} + 1", name="part 2")))
    assert "as above" not in in_text(changed)
    assert "as above" not in in_text(replace(whole, rule="induction"))


def test_a_rule_is_explained_the_first_time_alone():
    parts = [said(f"x = {n}", name="part", rule="prove_index_identity") for n in range(2)]
    text = in_text(said("A", rule="given", parts=parts))
    assert text.count("both sides have one canonical form") == 2
    assert text.count("distributed, deltas contracted") == 1


def test_only_what_is_trivially_so_has_no_proof_told():
    assert is_the_same(said(f"x {ON_BOTH_SIDES}"))
    assert is_the_same(said("0 = 0"))
    assert not is_the_same(said("x = y"))
    assert not is_the_same(replace(said("0 = 0"), verdict=Verdict.ARGUED))
    assert not is_the_same(said("0 = 0", parts=[said("x = y")]))


def test_rows_of_labels_are_ranges():
    assert in_ranges(["H1", "H2", "H3", "H5", "2.1"]) == "(H1)–(H3), (H5), (2.1)"
    assert in_ranges(["H1", "H2"]) == "(H1), (H2)"
    assert in_ranges([]) == ""


def test_formulas_tell_new_hypotheses_and_then_the_implication():
    labels = Labels.of(WHOLE)
    assert list(stated(WHOLE, labels)) == [
        rf"\text{{(H1)}}\quad {LONG}",
        rf"\text{{(H2)}}\quad {OTHER}",
        r"\text{(H1), (H2)} \implies A(s)",
    ]
    ((_, number, known), _) = labels.inside(WHOLE, "")
    assert number == "1."
    assert list(stated(WHOLE.parts[0], known)) == [r"\text{(H1), (H2)} \implies A(0)"]


def test_the_hypotheses_are_those_of_the_statement():
    x, y = sp.symbols("x y", real=True)
    whole = Implies(Less(0, x), Equal(y, y))
    made = given(whole, prove(whole.body))
    assert made.derivation().hypotheses == ("0 < x",)
    assert made.derivation().consequence == "y = y"


def test_short_hypotheses_that_fill_a_line_together_have_names():
    many = [rf"x_{{{n}}} \le y_{{{n}}} + z_{{{n}}}" for n in range(6)]
    whole = said("A(s)", *many, parts=[said("A(0)", *many, name="base")])
    assert "1. base: (H1)–(H6) ⟹ A(0)" in in_text(whole)
    few = said("A(s)", *many[:2], parts=[said("A(0)", *many[:2], name="base")])
    assert "H1" not in in_text(few)


def test_of_what_is_said_of_all_each_statement_has_its_line():
    several = r"\quad\text{and}\quad ".join(f"f_{{{n}}}(s) = {LONG}" for n in "abc")
    rows = in_rows(rf"\forall s \ge 0:\; \big({several}\big)")
    assert len(rows) == 3
    assert rows[0].startswith(r"\forall s \ge 0:\; \big(f_{a}(s)")
    assert rows[1].startswith(r"\text{and }f_{b}(s)")
    assert rows[2].endswith(r"\big)")
    short = r"\forall s \ge 0:\; \big(a = b\quad\text{and}\quad c = d\big)"
    assert in_rows(short) == [short]
    assert in_rows(several) == [several]


def test_what_a_part_says_without_more_hypotheses_goes_by_its_number_in_later_parts():
    for hypotheses in ((), (OTHER,)):
        parts = [said(LONG, *hypotheses, name="one"), said("B", LONG, *hypotheses, name="other")]
        whole = said("B", *hypotheses, rule="cases", parts=parts)
        assert "2. other: (1)" in in_text(whole)


def test_a_short_row_of_steps_that_are_trivial_is_not_told():
    steps = tuple(Line("x", "as traced") for _ in range(3))
    for count, told in ((2, 0), (3, 1)):
        part = replace(said("0 = 0", name="part"), entries=steps[:count])
        page = in_markdown(said("A", rule="induction", parts=[part, said("B", name="other")]))
        assert page.count("*Proof:*") == 1 + told


def test_rows_of_a_long_conclusion_stand_below_its_first_one():
    several = r"\quad\text{and}\quad ".join(f"f_{{{n}}}(s) = {LONG}" for n in "abc")
    long = rf"\forall s \ge 0:\; \big({several}\big)"
    first, *others = in_text(said(long, "0 < x")).splitlines()[:3]
    assert first.startswith("0 < x ⟹ ∀ s ≥ 0: (f_a(s)")
    assert [row.partition("and")[0] for row in others] == ["  ", "  "]
    many = [f"z_{{{n}}} < {n}" for n in range(30)]
    text = in_text(said(long, *many)).splitlines()
    place = next(n for n, row in enumerate(text) if row.startswith("  ⟹ "))
    assert [row.partition("and")[0] for row in text[place + 1 : place + 3]] == ["    "] * 2


def test_letters_of_a_part_go_on_where_those_of_the_whole_are():
    def of(said, *parts):
        return ProvedStatement(said, "conjunction", Verdict.PROVED, (), said, parts=parts)

    first, second, third = (of(f"{name} = {at}") for at, name in enumerate("xyz"))
    pair = of(f"{second.statement}{AND} {third.statement}", second, third)
    whole = of(f"{first.statement}{AND} {pair.statement}", first, pair)
    lines = [line.strip() for line in in_text(whole).splitlines()]
    assert "2. (b) y = 1" in lines
    assert "and (c) z = 2" in lines
    assert "2.1. (b): y = 1" in lines
    assert "2.2. (c): z = 2" in lines


def test_letters_of_what_a_part_joins_by_itself_are_roman():
    def of(said, *parts):
        return ProvedStatement(said, "conjunction", Verdict.PROVED, (), said, parts=parts)

    second, third, fourth = (of(f"{name} = {at}") for at, name in enumerate("yzw", 1))
    base = of(f"{second.statement}{AND} {third.statement}", second, third)
    aim = replace(of("v = 5", base), rule="induction")
    whole = of(f"{fourth.statement}{AND} v = 5", fourth, aim)
    lines = [line.strip() for line in in_text(whole).splitlines()]
    assert "2. (b): v = 5" in lines
    assert "2.1. (i) y = 1" in lines
    assert "2.1.2. (ii): z = 2" in lines
