"""SymPy's expressions in LaTeX, with names as they are elsewhere and places below sequences."""

from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter

from theorem_checks.statements.names_in_latex import name_latex

__all__ = ["number_latex"]


@lru_cache(maxsize=10_000, typed=True)  # a statement is printed with each of its parts, and alone
def number_latex(value: sp.Basic) -> str:
    """A number, a size or a formula of them in LaTeX; a sequence at an integer is `x_{i}`."""
    return _Printer().doprint(value)


class _Printer(LatexPrinter):
    def _print_Symbol(self, expr: sp.Symbol, style: str = "plain") -> str:  # noqa: ARG002
        return name_latex(expr.name)

    def _print_Function(self, expr: Any, exp: str | None = None) -> str:
        if not isinstance(expr, AppliedUndef) or not all(place.is_integer for place in expr.args):
            return super()._print_Function(expr, exp)
        name = name_latex(expr.func.__name__)
        places = ",".join(map(self._print, expr.args))
        inner = f"{name[:-1]}," if name.endswith("}") and "_{" in name else f"{name}_{{"
        power = f"^{{{exp}}}" if exp else ""
        return f"{inner}{places}}}{power}"
