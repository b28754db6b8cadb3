"""SymPy's expressions in LaTeX, with names as they are elsewhere and places below sequences."""

import re
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter

from theorem_checks.statements.indicators_in_latex import indicator_latex
from theorem_checks.statements.names_in_latex import name_latex

__all__ = ["number_latex"]


@lru_cache(maxsize=10_000, typed=True)  # a statement is printed with each of its parts, and alone
def number_latex(value: sp.Basic) -> str:
    """A number, a size or a formula of them in LaTeX; a sequence at an integer is `x_{i}`."""
    return _Printer().doprint(value)


_NUMBERED = re.compile(r"([a-z])_\d{2,}|index\.\d*")
"""Names of what sums run over that nobody chose: m_29, index.0."""

_LETTERS = tuple(letter + "'" * primes for primes in range(4) for letter in "ijklm")


class _Printer(LatexPrinter):
    """Prints numbers; what a sum runs over has a letter that nothing else in it has."""

    def __init__(self) -> None:
        super().__init__()
        self._letters: dict[str, str] = {}

    def _print_Symbol(self, expr: sp.Symbol, style: str = "plain") -> str:  # noqa: ARG002
        return self._letters.get(expr.name) or name_latex(expr.name)

    def _print_Max(self, expr: Any, exp: str | None = None) -> str:
        indicator = indicator_latex(expr, self._print)
        if indicator is None:
            return self._hprint_variadic_function(expr, exp)
        return f"{indicator}^{{{exp}}}" if exp else indicator

    _print_Min = _print_Max

    def _print_Sum(self, expr: sp.Sum) -> str:
        return self._ranged(expr, super()._print_Sum)

    def _print_Product(self, expr: sp.Product) -> str:
        return self._ranged(expr, super()._print_Product)

    def _ranged(self, expr: Any, printed: Any) -> str:
        """A sum or a product, with letters for what it runs over where that has numbered names."""
        outer = self._letters
        bound = [v for v in expr.variables if _NUMBERED.fullmatch(v.name)]
        taken = {self._print(s) for s in {*expr.free_symbols, *expr.variables} - {*bound}}
        own: dict[str, str] = {}
        for v in bound:
            found = _NUMBERED.fullmatch(v.name)
            wanted = (*filter(None, [found and found[1]]), *_LETTERS)
            own[v.name] = next((x for x in wanted if x not in taken), name_latex(v.name))
            taken.add(own[v.name])
        self._letters = {**outer, **own}
        try:
            return printed(expr)
        finally:
            self._letters = outer

    def _print_Function(self, expr: Any, exp: str | None = None) -> str:
        if not isinstance(expr, AppliedUndef) or not all(place.is_integer for place in expr.args):
            return super()._print_Function(expr, exp)
        name = name_latex(expr.func.__name__)
        places = ",".join(map(self._print, expr.args))
        inner = f"{name}_{{"
        if name.endswith("}") and "_{" in name:  # eta_0 at t is not eta at (0, t)
            inner = f"{name[:-1]}{';' if name[-2].isdigit() else ','}"
        power = f"^{{{exp}}}" if exp else ""
        return f"{inner}{places}}}{power}"
