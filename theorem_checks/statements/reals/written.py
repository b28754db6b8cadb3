"""Formulas about reals as a reader writes them: `x - 2 y ≤ 0`, and in LaTeX."""

from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.printed_programs import printed
from theorem_checks.statements.reals.terms import Formula, program_of

__all__ = ["formula_latex", "formula_text"]


def formula_latex(formula: Formula) -> str:
    """A formula in LaTeX; of one that is too long to be read, how large it is."""
    said = printed(program_of(formula))
    return f"{said.results[0]}{said.where}"


def formula_text(formula: Formula) -> str:
    """A formula on one line of plain text."""
    return plain_text(formula_latex(formula))
