"""An expectation by how often each entry stands in a term: E[X_ij^4] n, and E[X_ij^2]^2 n (n - 1).

What an engine computes at once is, on paper, a count: which terms have an entry four times, and
which have two of them twice. Entries that are independent have the product of their moments.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.proving.moments.placements import (
    Budget,
    BudgetExceededError,
    Placements,
    Tally,
    numbered_fixed,
)
from theorem_checks.statements.moments.networks import Monomial
from theorem_checks.statements.moments.tensors import Tensor
from theorem_checks.statements.names_in_latex import name_latex

__all__ = ["Multiplicity", "multiplicities"]

MOST_STEPS = 20_000
"""Of the enumeration; what takes more has more kinds of terms than anybody reads."""

_INDICES = "ijklmnpq"


@dataclass(frozen=True)
class Multiplicity:
    """Terms in which the entries stand equally often: how many, the moments as LaTeX and value."""

    ways: sp.Expr
    latex: str
    value: sp.Expr


def multiplicities(monomial: Monomial) -> list[Multiplicity] | None:
    """The kinds of terms of a product of sums of entries; None where there is no such count.

    There is none with arrays that are not random, with fixed indices that are symbols, and where
    it takes too long.
    """
    tensors = tuple(dict.fromkeys(edge.tensor for network in monomial for edge in network))
    if any(tensor.law is None for tensor in tensors):
        return None
    try:
        fixed, named = numbered_fixed({monomial: sp.Integer(1)}, int)
        placements = Placements(monomial, fixed, named, {}, Budget(MOST_STEPS))
        counted = Counter((one.tally, tuple(one.used.items())) for one in placements)
    except (BudgetExceededError, TypeError, ValueError):
        return None
    ways: dict[Tally, sp.Expr] = {}
    for (tally, used), count in counted.items():
        each = (sp.ff(size - named.get(size, 0), n - named.get(size, 0)) for size, n in used)
        more = sp.expand_func(sp.Mul(count, *each))
        ways[tally] = ways.get(tally, sp.S.Zero) + more
    return [
        Multiplicity(_factored(number), _moments(tally, tensors), placements.moments(tally))
        for tally, number in ways.items()
        if sp.expand(number) != 0
    ]


def _factored(number: sp.Expr) -> Any:
    return sp.factor(number)


def _moments(tally: Tally, tensors: tuple[Tensor, ...]) -> str:
    """The product of moments that a tally stands for, in one order for every term."""
    written = []
    for (place, power), times in Counter(tally).items():
        tensor = tensors[place]
        below = _INDICES[: len(tensor.shape)]
        entry = rf"{{{name_latex(tensor.name)}}}_{{{below}}}" if below else name_latex(tensor.name)
        raised = rf"{entry}^{{{power}}}" if power > 1 else entry
        written.append(rf"\mathbb{{E}}[{raised}]" + (f"^{{{times}}}" if times > 1 else ""))
    return r"\, ".join(sorted(written))
