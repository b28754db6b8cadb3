"""What a statement itself assumes, shortly, for the line that tells of what it is proved.

`all positive integer n, real A (n, n), v (n) such that Aᵀ 1 = 1`. Ranges of sizes, and what is
known of arrays and sequences, is told by `quantified`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.conclusions import All, Conclusion, ForAll, Implies
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.reals.written import formula_text
from theorem_checks.statements.terms import free_symbols, tensor_names

__all__ = ["with_own_hypotheses", "without_own_hypotheses"]

_SHORT = 60
"""Of how many characters a hypothesis is written, rather than of what it is."""

_NO_SYMBOLS = "these numbers"
_EACH = "each integer"
_PARTS = ", its parts under hypotheses of their own"
_OWN = re.compile(rf"(?:^|, ){_EACH} \w+ >= .*$| such that .*$|{_PARTS}$", re.DOTALL)


@dataclass(frozen=True)
class _Under:
    """What a statement is said under.

    **Fields**: `integers`, each with its start; `hypotheses`, as text, with the names in each;
    `in_parts`, whether some are hypotheses of parts alone.
    """

    integers: dict[str, int] = field(default_factory=dict)
    hypotheses: dict[str, set[str]] = field(default_factory=dict)
    in_parts: bool = False

    def words(self) -> Iterator[str]:
        """What is short as a formula; of what is longer, of which names it is."""
        yield from (text for text in self.hypotheses if len(text) <= _SHORT)
        if long := [names for text, names in self.hypotheses.items() if len(text) > _SHORT]:
            names = sorted(set().union(*long))
            yield f"what it assumes of {', '.join(names)}" if names else "its other hypotheses"


def with_own_hypotheses(scope: str, said: Conclusion) -> str:
    """For what a statement is proved, with what it says itself: integers and hypotheses."""
    under = _under(said)
    under_some = " and ".join(under.words())
    of_numbers = scope == _NO_SYMBOLS
    each = [f"{_EACH} {name} >= {start}" for name, start in under.integers.items()]
    start = [] if each and of_numbers else [scope]
    such_that = f" such that {under_some}" if under_some else ""
    return ", ".join([*start, *each]) + such_that + (_PARTS if under.in_parts else "")


def without_own_hypotheses(scope: str) -> str:
    """The same for who reads the statement beside it."""
    return _OWN.sub("", scope)


def _under(said: Conclusion) -> _Under:
    if isinstance(said, All) and said.parts:
        return _common([_under(part) for part in said.parts])
    if isinstance(said, ForAll):
        own, body = _Under(integers={said.variable.name: said.start}), said.body
    elif isinstance(said, Implies):
        assumed, body = hypotheses_of(said)
        own = _Under(hypotheses={plain_text(part.latex): _names(part) for part in assumed})
    elif isinstance(said, ForReals) and (premise := _premise(said.formula)) is not None:
        return _Under(hypotheses={formula_text(premise): set(variables(premise))})
    else:
        return _Under()
    inner = _under(body)
    return _Under(own.integers | inner.integers, own.hypotheses | inner.hypotheses, inner.in_parts)


def _premise(formula: Formula) -> Formula | None:
    """What `implies` was given, which makes `~premise | conclusion` of it."""
    first = formula.children[0] if formula.op == "or" else None
    if isinstance(first, Formula) and first.op == "not":
        return cast(Formula, first.children[0])
    return None


def _common(parts: list[_Under]) -> _Under:
    """What all parts are said under, and whether some of them are so under more."""
    first, *others = parts
    integers = {
        name: start
        for name, start in first.integers.items()
        if all(other.integers.get(name) == start for other in others)
    }
    hypotheses = {
        text: names
        for text, names in first.hypotheses.items()
        if all(text in other.hypotheses for other in others)
    }
    more = any(part.in_parts or part.hypotheses.keys() - hypotheses for part in parts)
    return _Under(integers, hypotheses, more)


def _names(said: Conclusion) -> set[str]:
    """The arrays, numbers and sequences of which a hypothesis is."""
    found: set[str] = set()

    def seen(part: Any) -> Any:
        found.update(str(symbol) for symbol in free_symbols(part))
        found.update(tensor_names(part))
        if isinstance(part, sp.Basic):
            found.update(str(one.func) for one in part.atoms(AppliedUndef))
        return part

    said.mapped(seen)
    return found
