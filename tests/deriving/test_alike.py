"""Proofs that are the same but for a few letters are told as one, with what stands for what."""

import re
from dataclasses import replace

import pytest

from theorem_checks.deriving import alike
from theorem_checks.deriving.alike import outline, renaming
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.verdicts.kinds import Verdict

LATER = r"W_{g}", r"\gamma"


def gate(weight=r"W_{f}", size=r"\phi", last="0", rule="simulation"):
    parts = tuple(
        ProvedStatement(f"{size} = {n}", "induction", Verdict.PROVED, name=f"part {n}")
        for n in ("1", last)
    )
    lines = Line(weight), Line(rf"\mathrm{{relu}}({weight} x_{{t}})", "as traced")
    said = f"{weight} x_{{t}} = {size}"
    return ProvedStatement(
        said, rule, Verdict.PROVED, (), said, f"block {size}", lines=lines, parts=parts
    )


def whole(*parts):
    return ProvedStatement("A", "prove_equal_arrays", Verdict.PROVED, (), "A", parts=parts)


def formulas(one):
    return [formula for part in one.walk() for formula in alike.shown_of(part)]


@pytest.mark.parametrize("other", [gate(*LATER), gate("A_{k}", "12"), gate("W_{word}", r"\psi")])
def test_with_these_in_place_of_those_one_proof_is_the_other(other):
    found = renaming(gate(), other)
    assert found is not None
    put = {old: new.removeprefix(r"\text{").removesuffix("}") for old, new in found}
    for first, second in zip(formulas(gate()), formulas(other), strict=True):
        assert re.sub(r"\\?[A-Za-z]+|\d+", lambda p: put.get(p[0], p[0]), first) == second


def test_what_stands_for_what():
    assert renaming(gate(), gate(*LATER)) == (("f", "g"), (r"\phi", r"\gamma"))
    assert renaming(gate(), gate()) == ()
    assert renaming(gate(), gate("W_{word}")) == (("f", r"\text{word}"),)


@pytest.mark.parametrize(
    "other",
    [
        gate(r"W_{\phi}"),  # of two letters one would be two
        gate(r"W_{f}", "f"),  # and two letters would be one
        gate(last="2"),  # 0 is 0 elsewhere
        gate(r"-W_{f}"),
        gate(r"W^{f}"),
        gate(r"\max_{f}"),
    ],
)
def test_what_differs_in_more_than_letters_is_another_proof(other):
    first = gate() if other.parts[1].statement[-1] != "2" else gate(last="0", weight="W_{0}")
    found = renaming(first, replace(other, lines=(*other.lines[:1], Line("x_{0}"))))
    assert found is None


def test_what_differs_in_many_letters_is_another_proof():
    def of(letters):
        said = " + ".join(letters)
        return ProvedStatement(said, "prove", Verdict.PROVED)

    assert renaming(of("abcd"), of("efgh")) is not None
    assert renaming(of("abcdi"), of("efghj")) is None


def test_a_case_that_is_alike_is_told_with_its_letters():
    text, page = in_text(whole(gate(), gate(*LATER))), in_markdown(whole(gate(), gate(*LATER)))
    assert "2. block \\gamma, as in 1, with g for f and γ for φ: W_g x_t = γ" in text
    assert 'as in <a href="#at-1">1</a>, with $g$ for $f$ and $\\gamma$ for $\\phi$: $' in page
    assert text.count("as traced") == page.count("as traced") == 1
    assert in_text(whole(gate(), gate(*LATER)), full=True).count("as traced") == 2


@pytest.mark.parametrize("other", [gate(*LATER, rule="induction"), gate("-W_{g}", r"\gamma")])
def test_by_another_rule_or_with_another_sign_it_is_told_by_itself(other):
    assert "as in" not in in_text(whole(gate(), other))
    assert in_text(whole(gate(), other)).count("as traced") == 2


def test_formulas_that_are_alike_have_one_outline():
    assert outline(r"W_{f} + \phi") == outline(r"V_{g} + \gamma")
    assert outline(r"W_{f} + \phi") != outline(r"W_{f} - \phi")
    assert outline(r"W_{f} + \sum") != outline(r"W_{f} + \phi")


@pytest.mark.parametrize(
    ("first", "second"),
    [("f + f = 0", "g + c = 0"), ("f + f = 0", "c + g = 0"), ("g + c = 0", "f + f = 0")],
)
def test_a_letter_has_one_counterpart_whichever_comes_first(first, second):
    one, other = (ProvedStatement(said, "prove", Verdict.PROVED) for said in (first, second))
    assert renaming(one, other) is None
    assert renaming(other, one) is None
