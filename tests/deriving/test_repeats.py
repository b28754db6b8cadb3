"""A proof that comes again in a derivation is told by the number of where it comes first."""

from theorem_checks import Verdict
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.deriving.repeats import without_repeats
from theorem_checks.deriving.text import in_text

LONG = "f(x) = " + " + ".join(f"a_{{{n}}}" for n in range(40))


def said(statement, *parts, rule="induction", name="", hypotheses=(), lines=()):
    return ProvedStatement(
        statement,
        rule,
        Verdict.PROVED,
        hypotheses,
        statement,
        name,
        lines=tuple(map(Line, lines)),
        parts=parts,
    )


def proved(statement, name="", hypotheses=()):
    base, step = (said(f"{statement}_{{{n}}}", name=n) for n in ("base", "step"))
    return said(statement, base, step, name=name, hypotheses=hypotheses)


def whole(first="A", second="A", **more):
    again = said("B", proved(second, "step 1"), said("C", name="step 2"), rule="derivation")
    return said("D", proved(first, "part 1", **more), again, rule="conjunction")


def test_it_is_written_where_it_comes_first():
    text, markdown = in_text(whole()), in_markdown(whole())
    assert "2.1. as in 1: A" in text
    assert text.count("base: ") == 1
    assert '**2.1.** as in <a href="#at-1">1</a>: $A$.\n\n' in markdown
    assert '<span id="at-1"></span>**1.**' in markdown
    assert markdown.count("**1.1.** base") == markdown.count("** base") == 1


def test_all_of_it_is_written_in_full():
    assert "as in" not in in_text(whole(), full=True)


def test_what_is_long_is_not_stated_again():
    assert "  2.1. as in 1\n" in in_text(whole(LONG, LONG))
    assert "1</a>.\n\n**2.2.**" in in_markdown(whole(LONG, LONG))


def test_under_other_hypotheses_it_is_another_proof():
    assert "as in" not in in_text(whole(hypotheses=("k \\le s",)))
    assert "as in" not in in_text(whole("A", "-E"))


def test_by_other_lines_it_is_another_proof():
    one, other = (said("A", lines=("x", last), name="part") for last in ("y", "-z"))
    assert "as in" not in in_text(said("D", one, other))
    assert "2. part, as in 1: A" in in_text(said("D", one, one))


def test_what_has_no_proof_to_be_read_stays():
    leaf = said("A", rule="arithmetic", name="part")
    assert in_text(said("D", leaf, leaf)).count("part: A") == 2


def test_what_comes_after_goes_by_the_number_of_the_first():
    fact = "f(x) = a + b + c + d + e + g + h + i"
    first = said("A", proved(fact, "part 1"), rule="conjunction")
    uses = said("C", name="step 2", hypotheses=(fact,), rule="arithmetic")
    again = said("B", proved(fact, "step 1"), uses, rule="derivation")
    assert "2.2. (1.1) ⟹ C" in in_text(said("D", first, again, rule="conjunction"))


def test_a_part_of_a_proof_that_is_told_elsewhere_is_so_as_well():
    (_, again) = without_repeats(whole()).parts
    assert again.parts[0].as_in == "1"
    assert again.parts[0].parts == ()
    assert without_repeats(said("D", proved("A"))).parts[0].as_in == ""
