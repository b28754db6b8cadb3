"""Formulas as SMT-LIB 2 text, the one form in which every solver gets them."""

import operator
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from theorem_checks.statements.places import place_of
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.nodes import nodes
from theorem_checks.statements.reals.terms import Formula

__all__ = ["is_linear", "script"]


def script(assertions: Iterable[Formula]) -> str:
    """The problem 'is there a point at which all assertions hold?', without its last command.

    What several places share is defined once, so that the text is as long as the formulas have
    different parts.
    """
    roots = list(assertions)
    parts = list(nodes(*roots))
    uses = _uses(parts, roots)
    logic = "QF_LRA" if is_linear(roots) else "QF_NRA"
    lines = [f"(set-logic {logic})"]
    lines += [f"(declare-const {_symbol(name)} Real)" for name in variables(*roots)]
    text: dict[int, str] = {}
    values: dict[int, Fraction] = {}
    for number, node in enumerate(parts):
        value = _value(node, [values.get(place_of(child)) for child in node.children])
        if value is not None:
            values[place_of(node)], text[place_of(node)] = value, _number(value)
            continue
        written = _written(node, [text[place_of(child)] for child in node.children])
        if node.children and uses[place_of(node)] > 1:
            sort = "Bool" if isinstance(node, Formula) else "Real"
            lines.append(f"(define-fun t!{number} () {sort} {written})")
            written = f"t!{number}"
        text[place_of(node)] = written
    lines += [f"(assert {text[place_of(root)]})" for root in roots]
    return "\n".join(lines) + "\n"


def is_linear(roots: Iterable[Formula]) -> bool:
    """Whether terms are multiplied and divided by constants only."""
    constant: dict[int, bool] = {}
    for node in nodes(*roots):
        flags = [constant[place_of(child)] for child in node.children]
        if (node.op == "*" and not any(flags)) or (node.op == "/" and not flags[1]):
            return False
        constant[place_of(node)] = node.op != "variable" and all(flags)
    return True


def _value(node: Any, parts: list[Fraction | None]) -> Fraction | None:
    """What a term without variables is; solvers of linear problems read products with numerals."""
    if node.op == "constant":
        return node.args[0]
    if node.op not in _ARITHMETIC or any(part is None for part in parts):
        return None
    if node.op == "/" and not parts[1]:
        return None
    return _ARITHMETIC[node.op](*parts)


_ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def _uses(parts: list[Any], roots: list[Formula]) -> Counter[int]:
    uses = Counter(place_of(root) for root in roots)
    for node in parts:
        times = 2 if node.op in ("max", "min") else 1  # each side is written twice
        for child in node.children:
            uses[place_of(child)] += times
    return uses


def _written(node: Any, parts: list[str]) -> str:
    if node.op == "variable":
        return _symbol(node.args[0])
    if node.op in ("max", "min"):
        left, right = parts
        return f"(ite ({'>=' if node.op == 'max' else '<='} {left} {right}) {left} {right})"
    return f"({'ite' if node.op == 'where' else node.op} {' '.join(parts)})"


def _symbol(name: str) -> str:
    """A name as SMT-LIB writes it: that of an entry, such as x[0,1], stands between bars."""
    return name if name.isidentifier() else f"|{name}|"


def _number(value: Fraction) -> str:
    top, bottom = abs(value.numerator), value.denominator
    text = f"{top}.0" if bottom == 1 else f"(/ {top}.0 {bottom}.0)"
    return f"(- {text})" if value < 0 else text
