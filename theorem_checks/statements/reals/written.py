"""Formulas about reals as a reader writes them: `x - 2 y ≤ 0`, and in LaTeX."""

from functools import lru_cache

from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.printed_programs import printed
from theorem_checks.statements.programs import Program
from theorem_checks.statements.reals.terms import Formula, program_of

__all__ = ["formula_latex", "formula_text"]


def formula_latex(formula: Formula) -> str:
    """A formula in LaTeX; of one that is too long to be read, how large it is."""
    return _latex_of(program_of(formula))


def formula_text(formula: Formula) -> str:
    """A formula on one line of plain text."""
    return _text_of(program_of(formula))


def _latex_of(program: Program) -> str:
    said = printed(program)
    return f"{said.results[0]}{said.where}"


@lru_cache(maxsize=10_000)  # a proof has the same hypotheses again and again
def _text_of(program: Program) -> str:
    return plain_text(_latex_of(program))
