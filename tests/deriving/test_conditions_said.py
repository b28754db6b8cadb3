"""Conditions are formulas, and each is said where it first comes."""

from dataclasses import replace

import sympy as sp

from theorem_checks.deriving.conditions_said import condition_latex, with_conditions_once
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.verdicts.kinds import Verdict

beta = sp.Symbol("beta")
k = sp.Symbol("k", integer=True)


def test_a_condition_is_its_formula():
    assert condition_latex(condition(nonzero(beta + 1), "beta + 1 is not 0")) == r"\beta + 1 \ne 0"
    assert condition_latex(condition(sp.Ge(k, 1, evaluate=False), "k >= 1")) == r"k \ge 1"
    assert condition_latex(condition(sp.Lt(k, beta))) == r"k < \beta"


def test_words_that_a_text_has_besides_stay():
    said = condition(nonzero(k - 1), "k - 1 is not 0 for every k from 2 on")
    assert condition_latex(said) == r"k - 1 \ne 0\text{ for every k from 2 on}"
    said = condition(sp.And(k > 0, beta > 0), "k and beta are positive")
    assert condition_latex(said) == r"\text{k and beta are positive}"
    other = condition(nonzero(k), "where the_law has a mean")
    assert condition_latex(other) == r"\text{where the\_law has a mean}"


def test_parts_do_not_say_what_the_whole_is_told_under():
    last = ProvedStatement("c", "conjunction", Verdict.PROVED, conditions=("x", "y", "z"))
    inner = replace(last, conditions=("x", "y"), parts=(last, last))
    whole = replace(last, conditions=("x",), parts=(inner, last))
    told = [one.conditions for one in with_conditions_once(whole).walk()]
    assert told == [("x",), ("y",), ("z",), ("z",), ("y", "z")]
