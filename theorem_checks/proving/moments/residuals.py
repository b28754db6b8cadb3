"""What is left of a network without random entries, as a SymPy expression.

Indices that occur twice are contracted, so that words of constants come out as traces, forms and
entries of matrix products; any other index is summed explicitly.
"""

import itertools
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from theorem_checks.proving.moments.settings import Component, Residual, Setting

__all__ = ["residual_expression"]


@dataclass(frozen=True)
class _Chain:
    """A product of constants, each maybe transposed, between two vertices (None for a column)."""

    letters: tuple[tuple[sp.MatrixSymbol, bool], ...]
    left: int | None
    right: int | None

    @property
    def ends(self) -> list[int]:
        return [v for v in (self.left, self.right) if v is not None]

    @property
    def T(self) -> "_Chain":
        turned = tuple((symbol, not transposed) for symbol, transposed in reversed(self.letters))
        return _Chain(turned, self.right, self.left)

    @property
    def product(self) -> Any:
        return sp.MatMul(*(m.T if transposed else m for m, transposed in self.letters)).doit()

    @property
    def tidied(self) -> "_Chain":
        """Itself or its transpose, whichever has fewer transposed letters."""
        many = 2 * sum(transposed for _, transposed in self.letters) > len(self.letters)
        return self.T if many else self


def residual_expression(residual: Residual, setting: Setting) -> sp.Expr:
    """The product of constants that a residual stands for."""
    deltas = [vertices for c in residual for t, vertices, _ in c if t == setting.delta]
    equal, product = _joined(deltas, setting)
    for component in residual:
        if component[0][0] != setting.delta:
            product = product * _component_expression(component, equal, setting)
    return product


def _joined(deltas: list[tuple[int, ...]], setting: Setting) -> tuple[dict[int, int], sp.Expr]:
    """Representatives of fixed vertices that deltas make equal, and the product of the deltas."""
    equal = {vertex: vertex for vertex in itertools.chain(*deltas)}
    for one, other in deltas:
        # The larger number is the earlier fixed index: integers come before symbols.
        keep, drop = sorted((equal[one], equal[other]), reverse=True)
        equal = {v: keep if r == drop else r for v, r in equal.items()}
    labels = {v: setting.fixed[-1 - v].label for v in equal}
    return equal, sp.Mul(*(sp.KroneckerDelta(labels[r], labels[v]) for v, r in equal.items()))


def _component_expression(component: Component, equal: dict[int, int], setting: Setting) -> sp.Expr:
    chains: list[_Chain] = []
    sizes: dict[int, sp.Expr] = {}
    for number, vertices, count in component:
        tensor = setting.tensors[number]
        sizes |= zip(vertices, tensor.shape, strict=True)
        rows, columns = (*tensor.shape, sp.S.One)[:2]
        left, right = (*(equal.get(v, v) for v in vertices), None)[:2]
        letter = (sp.MatrixSymbol(tensor.name, rows, columns), False)
        chains += [_Chain((letter,), left, right)] * count
    while (vertex := _passed_through(chains)) is not None:
        chains = _contracted(chains, vertex)
    labels = {-1 - k: vertex.label for k, vertex in enumerate(setting.fixed)}
    return _summed([chain.tidied for chain in chains], sizes, labels)


def _passed_through(chains: list[_Chain]) -> int | None:
    """A summed vertex where just two different chains meet."""
    ends = Counter(v for chain in chains for v in chain.ends)
    closed = {chain.left for chain in chains if chain.left == chain.right}
    return next((v for v, n in ends.items() if v >= 0 and n == 2 and v not in closed), None)


def _contracted(chains: list[_Chain], vertex: int) -> list[_Chain]:
    one, other = (chain for chain in chains if vertex in chain.ends)
    left = one if one.right == vertex else one.T
    right = other if other.left == vertex else other.T
    joined = _Chain(left.letters + right.letters, left.left, right.right)
    return [*(chain for chain in chains if vertex not in chain.ends), joined]


def _summed(chains: list[_Chain], sizes: dict[int, sp.Expr], labels: dict[int, sp.Expr]) -> sp.Expr:
    """A lone closed chain as a trace; else entries, summed over the vertices that are left."""
    summed = sorted({v for chain in chains for v in chain.ends} - labels.keys())
    if len(chains) == 1 and summed and chains[0].left == chains[0].right:
        return cast("sp.Expr", sp.Trace(chains[0].product))
    taken = {str(s) for e in (*labels.values(), *sizes.values()) for s in e.free_symbols}
    letter = next("i" * k for k in itertools.count(1) if not _stands_in("i" * k, taken))
    names = {v: sp.Symbol(f"{letter}_{k}", integer=True) for k, v in enumerate(summed, 1)}
    at: dict[int | None, sp.Expr] = {**names, **labels, None: sp.S.Zero}
    product: Any = sp.Mul(*(MatrixElement(c.product, at[c.left], at[c.right]) for c in chains))
    if not summed:
        return product
    limits: Any = [(names[v], 0, sizes[v] - 1) for v in summed]
    total: Any = sp.Sum(product, *limits)
    return total


def _stands_in(letter: str, names: Iterable[str]) -> bool:
    """Whether a name is the letter with a number."""
    return any(name.startswith(f"{letter}_") for name in names)
