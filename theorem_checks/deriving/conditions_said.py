r"""Under which conditions a proof speaks, as formulas, each where it first comes.

What holds of a whole under a condition, `\beta \ne -1`, is proved of its parts under the same one;
a reader is told so once.
"""

from dataclasses import replace
from typing import TypeVar

import sympy as sp

from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.statements.formulas import relation_of
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.names_in_latex import text_latex
from theorem_checks.verdicts.seals import Condition

__all__ = ["condition_latex", "with_conditions_once"]

Proved = TypeVar("Proved", bound=ProvedStatement)

_SIGNS = {sp.Ne: r"\ne", sp.Ge: r"\ge", sp.Gt: ">", sp.Le: r"\le", sp.Lt: "<", sp.Eq: "="}


def condition_latex(condition: Condition) -> str:
    """Return a condition as LaTeX: its formula, and the words that its text has besides."""
    found = relation_of(condition)
    if found is not None and (sign := _SIGNS.get(found[0])) is not None:
        _, lhs, rhs = found
        formula = f"{latex_of(lhs)} {sign} {latex_of(rhs)}"
        for said in (f"{lhs} is not 0", f"{lhs} {found[0].rel_op} {rhs}"):
            if condition.text.startswith(said):
                more = condition.text.removeprefix(said)
                return formula + (text_latex(more) if more else "")
    return text_latex(condition.text)


def with_conditions_once(whole: Proved, told: frozenset[str] = frozenset()) -> Proved:
    """Return a derivation in which parts do not say the conditions that the whole is told under."""
    own = tuple(one for one in whole.conditions if one not in told)
    known = told.union(own)
    parts = tuple(with_conditions_once(part, known) for part in whole.parts)
    return replace(whole, conditions=own, parts=parts)
