"""Of a proof step by step those steps are told that a later one names, or that end it."""

from dataclasses import replace

from theorem_checks import Verdict
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.deriving.used_steps import with_used_steps

AND = r"\quad\text{and}\quad "
LONG = " + ".join(f"a_{{{n}}}" for n in range(60))


def said(consequence, *hypotheses, rule="arithmetic", name="", parts=()):
    given = AND.join(hypotheses)
    statement = rf"{given} \implies {consequence}" if given else consequence
    return ProvedStatement(
        statement, rule, Verdict.PROVED, hypotheses, consequence, name, parts=tuple(parts)
    )


def derived(consequence, *parts, given=("a > 0",)):
    return said(consequence, *given, rule="derivation", parts=parts)


def left(whole):
    return [part.consequence for part in with_used_steps(whole).parts]


FIRST, IDLE, LAST = said("b > 0", "a > 0"), said("d > 0", "a > 0"), said("c > 0", "b > 0")


def test_a_step_that_nothing_needs_is_left_out_and_counted():
    whole = derived("c > 0", FIRST, IDLE, LAST)
    assert left(whole) == ["b > 0", "c > 0"]
    assert "; without 1 step that nothing needs]" in in_text(whole)
    assert "; without 1 step that nothing needs." in in_markdown(whole)
    assert "d > 0" in in_text(whole, full=True)


def test_what_was_said_before_is_not_said_again():
    assert left(derived("c > 0", FIRST, FIRST, LAST, LAST)) == ["b > 0", "c > 0"]


def test_a_conjunct_that_is_needed_keeps_its_step():
    both = said(AND.join(["b > 0", "d > 0"]), "a > 0")
    assert left(derived("c > 0", both, LAST)) == [both.consequence, "c > 0"]


def test_what_may_be_applied_or_taken_at_an_integer_stays():
    for more in (r"\forall k \ge 0:\; f(k) = 0", r"b > 0 \implies e > 0"):
        assert more in left(derived("c > 0", FIRST, said(more, "a > 0"), LAST))


def test_a_step_on_its_own_stands_for_the_whole():
    text = in_text(said("x", rule="conjunction", parts=[derived("b > 0", FIRST, IDLE)]))
    assert "1. a > 0 ⟹ b > 0\n    [by arithmetic of real numbers, from a > 0" in text
    assert "1.1." not in text


def test_what_it_takes_goes_by_its_label():
    known = [f"f_{{{n}}}(x) = a + b + c + d + e + g + h" for n in "xy"]
    step = derived("b > 0", said("b > 0", *known), given=known)
    text = in_text(said("x", *known, rule="given each", parts=[step]))
    assert "[by arithmetic of real numbers, from (H1), (H2)]" in text


def test_what_an_instance_or_an_implication_gives_is_not_said_to_be_an_instance():
    whole = derived("f(0) = 0", said("f(0) = 0", "f(0) = 0"), given=("g",))
    assert left(whole) == []
    assert "[it is what the hypotheses give]" in in_text(whole)
    assert "a special case" not in in_text(whole)
    several = derived("f(0) = 0", said("b > 0"), said("f(0) = 0", "f(0) = 0"), given=("g",))
    assert left(several) == ["b > 0", "f(0) = 0"]  # which may be needed for an implication


def test_what_is_said_of_sums_stays_where_an_implication_may_take_it():
    of_sums, last = said(r"\sum_i f_i = 0", "a > 0"), said("c > 0", "f(0) = 0")
    again = said("e > 0", "f(0) = 0"), said("c > 0", "e > 0")
    whole = derived("c > 0", of_sums, *again)
    assert left(whole) == ["e > 0", "c > 0"]
    assert "without 1 step that nothing needs" in in_text(whole)
    takes = derived("c > 0", of_sums, *again, given=(r"\sum_i f_i = 0 \implies f(0) = 0",))
    assert left(takes) == [of_sums.consequence, "e > 0", "c > 0"]
    assert left(derived("c > 0", IDLE, of_sums, last, given=("g",))) == ["d > 0", "c > 0"]


def test_a_base_that_the_hypotheses_give_is_not_said_to_follow_from_itself():
    base = said("f(0) = 0", "f(0) = 0", "g")
    text = in_text(said("x", rule="induction", parts=[base, said("y", "f(0) = 1")]))
    assert "1. f(0) = 0\n    [it is what the hypotheses give]" in text
    assert "f(0) = 1 ⟹ y" in text


def test_what_no_step_says_keeps_all_steps():
    """`c > 0` was given by an implication, for which `b > 0` was shown."""
    last = said("2 c > 0", "c > 0")
    assert left(derived("2 c > 0", FIRST, last)) == ["b > 0", "2 c > 0"]
    assert left(derived("2 c > 0", FIRST, last, given=("a > 0", "c > 0"))) == []


def test_an_implication_is_the_step_under_its_hypothesis():
    step = said("c > 0", "b > 0", "d > 0")
    one = with_used_steps(derived(r"b > 0 \implies c > 0", step))
    assert (one.parts, one.using) == ((), ("d > 0",))
    other = with_used_steps(derived(r"b > 1 \implies c > 0", step))
    assert (other.parts, other.using) == ((), ("b > 0", "d > 0"))


def test_what_ends_with_an_instance_keeps_all_steps():
    assert left(derived("e > 0", FIRST, IDLE, LAST)) == ["b > 0", "d > 0", "c > 0"]


def test_what_a_step_takes_that_is_long_stands_below_its_rule():
    equal = " = ".join(f"d_{{{n}}}" for n in range(30))
    whole = derived("b > 0", said("b > 0", equal, "c > 0"), given=["a > 0"])
    assert left(whole) == []
    told = in_text(said("x", rule="given each", parts=[whole])).splitlines()
    assert "    [by arithmetic of real numbers, from (H1) and c > 0]" in told
    assert any(line.startswith("      (H1) d_0 = d_1 = ") for line in told)
    shown = in_markdown(said("x", rule="given each", parts=[whole]))
    assert "*Proof:* by arithmetic of real numbers, from (H1) and $c > 0$." in shown
    assert shown.count(r"\text{(H1)}") == 1


def test_a_step_that_has_parts_stays():
    made = said("b > 0", "a > 0", parts=[said("e > 0")])
    assert left(derived("b > 0", made)) == ["b > 0"]


def test_that_the_same_is_left_of_both_sides_is_not_told():
    whole = said("a = b", "b = a", rule="assuming", parts=[said("b = b"), said("c = d")])
    assert left(whole) == ["c = d"]
    assert left(replace(whole, rule="conjunction")) == ["b = b", "c = d"]


def test_of_what_says_nothing_no_steps_are_told():
    for nothing in (r"0 \le 0", "x = x"):
        text = in_text(
            said("x", rule="given", parts=[derived(nothing, FIRST, said(nothing, "b > 0"))])
        )
        assert "1.1." not in text
        assert "step by step" not in text
    assert "1.1." in in_text(said("x", rule="given", parts=[derived(r"0 \le 1", FIRST, LAST)]))
