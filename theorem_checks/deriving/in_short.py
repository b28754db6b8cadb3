"""A statement in short: its machines by their letters, and nothing of what is plain in it."""

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.deriving.definitions import Names, written
from theorem_checks.deriving.same_letters import variables_and_body
from theorem_checks.proving.rules.rewriting import conjuncts_of
from theorem_checks.statements.always import Always
from theorem_checks.statements.chains import EveryChain, EveryFirstChain, Link
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Less,
    Relation,
    SameOutputs,
    in_scope,
)
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.names_in_latex import text_latex
from theorem_checks.statements.state_sizes import StateSize

__all__ = ["assumed", "in_short", "is_impossible", "is_plain", "premises_and_body"]

_MOST_TOGETHER = 2  # hypotheses that stand with what they imply, under others


def in_short(conclusion: Conclusion, names: Names) -> str:
    """A statement in the names of the machines, which are not printed in it again."""
    if isinstance(conclusion, All):
        return _together(conclusion, names)
    if isinstance(conclusion, Implies):
        return _implication(conclusion, names)
    if isinstance(conclusion, ForAll):
        return _for_all(conclusion, names)
    if isinstance(conclusion, Always):
        return _at_all_times(conclusion, names)
    if isinstance(conclusion, SameOutputs | SameFirstOutputs | Computes):
        return _of_outputs(conclusion, names)
    if isinstance(conclusion, EveryChain | EveryFirstChain):
        return _of_chain(conclusion, names)
    if isinstance(conclusion, Relation):
        return conclusion.latex_called(names.called)
    if isinstance(conclusion, StateSize):
        state = names.letters(conclusion.machine)[0]
        return conclusion.counted(f"{state}_t")
    return conclusion.latex


def _for_all(conclusion: ForAll, names: Names) -> str:
    """What is said of all integers: the variables of one range together, and what is in scope."""
    variables, body = variables_and_body(conclusion, names.in_scope)
    letters = map(latex_of, variables)
    said = in_scope(body, in_short(body, names))
    return rf"\forall {', '.join(letters)} \ge {conclusion.start}:\; {said}"


def _together(conclusion: All, names: Names) -> str:
    """The parts, each implication among several of them in brackets."""
    if len(conclusion.parts) == 1:
        return in_short(conclusion.parts[0], names)
    parts = ((part, in_short(part, names)) for part in conclusion.parts)
    return r"\quad\text{and}\quad ".join(
        rf"\big({said}\big)" if isinstance(part, Implies) else said for part, said in parts
    )


def _of_outputs(conclusion: SameOutputs | SameFirstOutputs | Computes, names: Names) -> str:
    """What machines put out, by their letters."""
    if isinstance(conclusion, Computes):
        y = names.letters(conclusion.machine)[1]
        outputs, tokens = (
            written(v, names.called) for v in (conclusion.outputs, conclusion.tokens)
        )
        said = rf"({y}_1, {y}_2, \dots) = {outputs}"
        return rf"{said} \quad\text{{for}}\quad (x_1, x_2, \dots) = {tokens}"
    one, other = (names.letters(m)[1] for m in (conclusion.one, conclusion.other))
    if isinstance(conclusion, SameOutputs):
        return rf"{one}_t = {other}_t \quad\text{{for all }} t \text{{ and all }} x_1, x_2, \dots"
    last = latex_of(conclusion.tokens)
    said = rf"{one}_t = {other}_t \quad\text{{for }} t \le {last}"
    return rf"{said} \text{{ and all }} x_1, x_2, \dots"


def _of_chain(conclusion: EveryChain | EveryFirstChain, names: Names) -> str:
    """What is said of chains, the links by the letters of their outputs."""
    links = r",\; ".join(_link(link, names) for link in conclusion.links)
    on = ""
    if isinstance(conclusion, EveryFirstChain):
        on = rf"\text{{, on }} {latex_of(conclusion.tokens)} \text{{ tokens}}"
    return (
        rf"\text{{every chain of links, each with sizes and weights of its own, }} {links},\;"
        rf" \text{{ ties its outputs as its inputs are tied}}{on}"
    )


def _link(link: Link, names: Names) -> str:
    """A link by where it begins and ends, and what its two machines put out."""
    outputs = r",\, ".join(f"{names.letters(m)[1]}_t" for m in (link.one, link.other))
    enters, leaves = (text_latex(i.name) for i in link.interfaces)
    return rf"{enters} \to {leaves}\; ({outputs})"


def _implication(conclusion: Implies, names: Names) -> str:
    """Hypothesis and body; the body alone, where what is assumed is plain: 0 <= 0."""
    body = in_short(conclusion.body, names)
    if all(map(is_plain, conjuncts_of(conclusion.hypothesis))):
        return body
    return rf"{assumed(conclusion.hypothesis, names)} \implies {body}"


def is_plain(hypothesis: Conclusion) -> bool:
    """Whether it bounds a number by one that is no less, whatever its letters stand for.

    Or names where a recurrence begins: h(0) is the number h_0, and is written so.
    """
    if isinstance(hypothesis, Equal):
        return _names_a_value(hypothesis.lhs, hypothesis.rhs)
    if not isinstance(hypothesis, AtMost):
        return False
    lhs, rhs = hypothesis.lhs, hypothesis.rhs
    if not (isinstance(lhs, sp.Expr) and isinstance(rhs, sp.Expr)):  # arrays, by entries
        return False
    return lhs == rhs or bool((rhs - lhs).is_nonnegative)


def _names_a_value(lhs: Any, rhs: Any) -> bool:
    """Whether a value of a sequence is equal to a number that has the name of that value."""
    alike = isinstance(lhs, AppliedUndef) and isinstance(rhs, sp.Symbol)
    return alike and latex_of(lhs) == latex_of(rhs)


def is_impossible(conclusion: Conclusion) -> bool:
    """Whether it assumes what is never so, such as k + 1 <= 0 of a number k from 0 on."""
    while isinstance(conclusion, Implies):
        if any(map(_is_never_so, conjuncts_of(conclusion.hypothesis))):
            return True
        conclusion = conclusion.body
    return False


def _is_never_so(hypothesis: Conclusion) -> bool:
    if not isinstance(hypothesis, AtMost | Less):
        return False
    lhs, rhs = hypothesis.lhs, hypothesis.rhs
    if not (isinstance(lhs, sp.Expr) and isinstance(rhs, sp.Expr)):
        return False
    more = lhs - rhs
    return bool(more.is_nonnegative if isinstance(hypothesis, Less) else more.is_positive)


def assumed(hypothesis: Conclusion, names: Names) -> str:
    """A hypothesis in short; what is an implication or for all integers is in brackets."""
    several = [one for one in conjuncts_of(hypothesis) if not is_plain(one)] or [hypothesis]
    if len(several) > 1:
        return r"\quad\text{and}\quad ".join(assumed(one, names) for one in several)
    (hypothesis,) = several
    said = in_short(hypothesis, names)
    return rf"\big({said}\big)" if isinstance(hypothesis, Implies | ForAll) else said


def _at_all_times(conclusion: Always, names: Names) -> str:
    """What is said of a state before each token, of the machine by its letters."""
    over = r"\text{for all } t \text{ and all } x_1, x_2, \dots"
    if conclusion.allowed:
        allowed = (one for part in conclusion.allowed for one in conjuncts_of(part))
        met = r",\; ".join(in_short(one, names) for one in allowed)
        over = rf"{over} \text{{ with }} {met}"
    return rf"{over}:\; {in_scope(conclusion.said, in_short(conclusion.said, names))}"


def premises_and_body(conclusion: Conclusion) -> tuple[tuple[Conclusion, ...], Conclusion]:
    """The hypotheses of an implication, one by one, and what they imply.

    Where they imply that many more imply something, these are hypotheses as well.
    """
    if isinstance(conclusion, All) and len(conclusion.parts) == 1:
        return premises_and_body(conclusion.parts[0])
    if not isinstance(conclusion, Implies):
        return (), conclusion
    given, body = conjuncts_of(conclusion.hypothesis), conclusion.body
    if isinstance(body, Implies) and len(conjuncts_of(body.hypothesis)) > _MOST_TOGETHER:
        more, body = premises_and_body(body)
        given += more
    return tuple(one for one in given if not is_plain(one)), body
