"""Formulas over the reals: what a certificate states, in Rocq's own reals.

A formula that divides by 0 is false where it is claimed, and not met where it is assumed; so that
no divisor is 0 stands beside it.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.real_text import rational_text
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.reals.evaluation import denominators, variables
from theorem_checks.statements.reals.nodes import Node, fold

__all__ = ["formula_text", "stated"]

_MOST_TEXT = 60_000  # characters of one formula: what is shared is written wherever it stands


def stated(conclusion: ForReals) -> str:
    """A statement about all real numbers, as a proposition."""
    roots = (*conclusion.assumed, conclusion.formula)
    names = " ".join(encoded_name(name) for name in variables(*roots))
    assumed = "".join(f"{_defined(formula)} ->\n    " for formula in conclusion.assumed)
    quantified = f"forall {names} : R, " if names else ""
    return f"{quantified}{assumed}{_defined(conclusion.formula)}"


def _defined(formula: Node) -> str:
    divisors = dict.fromkeys(formula_text(d) for d in denominators(formula))
    return "(" + " /\\ ".join([*(f"{d} <> 0" for d in divisors), formula_text(formula)]) + ")"


def formula_text(root: Node) -> str:
    """A term or a formula."""
    text = fold(root, _text)
    if len(text) > _MOST_TEXT:
        raise NoFormError("a formula over the reals that is too long")
    return text


def _text(node: Node, parts: Sequence[str]) -> str:
    if sum(map(len, parts)) > _MOST_TEXT:
        return "x" * (_MOST_TEXT + 1)
    if node.op == "variable":
        return encoded_name(str(node.args[0]))
    if node.op == "constant":
        return rational_text(Fraction(node.args[0]))
    if node.op in _INFIX:
        return f"({parts[0]} {_INFIX[node.op]} {parts[1]})"
    if node.op in ("max", "min"):
        return f"(R{node.op} {parts[0]} {parts[1]})"
    if node.op == "not":
        return f"(~ {parts[0]})"
    if node.op == "where":
        return _where(node.args[0], *parts[1:])
    raise NoFormError(f"{node.op} over the reals")


_INFIX = {op: op for op in "+-*/"} | {"<=": "<=", "<": "<", "=": "=", "and": "/\\", "or": "\\/"}
_DECIDED = {"<=": "Rle_dec", "<": "Rlt_dec", "=": "Req_EM_T"}


def _where(condition: Node, then: str, otherwise: str) -> str:
    """A case distinction; a condition that joins others as one distinction within another."""
    if condition.op == "not":
        return _where(condition.args[0], otherwise, then)
    if condition.op == "and":
        return _where(condition.args[0], _where(condition.args[1], then, otherwise), otherwise)
    if condition.op == "or":
        return _where(condition.args[0], then, _where(condition.args[1], then, otherwise))
    sides = " ".join(map(formula_text, condition.args))
    return f"(if {_DECIDED[condition.op]} {sides} then {then} else {otherwise})"


def all_stated(parts: Iterable[ForReals]) -> str:
    """Several statements together."""
    return " /\\\n  ".join(f"({stated(part)})" for part in parts)
