"""Terms as LaTeX, for a reader: what contributes nothing to the eye is left out.

What is decided and compared is the term as it stands; what is printed is a copy (`latex_nodes`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any

import sympy as sp

from theorem_checks.statements.arrays.index_expressions import IndexExpression
from theorem_checks.statements.arrays.index_families import Axis, Block, names_of
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    LARGEST,
    LOGARITHM,
    NORM,
    OPERATOR,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.latex_nodes import ZERO, ShownNode, letter_of
from theorem_checks.statements.matrix_notation import Factor, contracted, multiplied, total
from theorem_checks.statements.moments.networks import Fixed, Network
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.names_in_latex import name_latex, text_latex
from theorem_checks.statements.numbers_in_latex import number_latex

__all__ = ["BEFORE", "Called", "block_latex", "entry_latex", "latex_of"]

_MOST_OPERATIONS = 400

_AROUND = {
    RECIPROCAL: (r"\frac{1}{", "}"),
    EXPONENTIAL: ("e^{", "}"),
    LOGARITHM: (r"\log\big(", r"\big)"),
    ROOT: (r"\sqrt{", "}"),
    NORM: (r"\big|", r"\big|"),
}
"""What stands around the argument of a function of a number."""

"""Before the number of a family of indices, among several of an axis that have no names."""

BEFORE = ".before"
"""What the name of an array ends with that stands for powers of another one, at two times."""

_LETTERS = tuple(letter + "'" * primes for primes in range(4) for letter in "ijklm")
"""Of indices; others, such as n, p and d, are those of sizes."""


class Called(dict[str, str]):
    """What tensors are called, in LaTeX; and `reserved`, as what no index of a sum is written."""

    reserved: frozenset[str] = frozenset()


def latex_of(value: Any, called: Mapping[str, str] = MappingProxyType({})) -> str:
    """A term as LaTeX, or a nested tuple of terms; `called` has other names for tensors."""
    if isinstance(value, tuple):
        parts = r",\; ".join(latex_of(part, called) for part in value)
        return rf"\left({parts}\right)"
    if isinstance(value, sp.Basic):
        operations = sum(1 for _ in islice(sp.preorder_traversal(value), _MOST_OPERATIONS))
        if operations == _MOST_OPERATIONS:  # nobody reads it, and to print it takes long
            return rf"\text{{an expression of more than {operations // 2} terms and factors}}"
        return number_latex(value)
    if isinstance(value, IndexExpression):
        names = {name: letter_of(name) for name in value.free}
        shown = ShownNode.of(value)
        number = None if names else _in_matrices(shown, called)
        return _Printer.of(shown, names, called).text(shown) if number is None else number.text
    if isinstance(value, SymbolicArray):
        return _array(value, called)
    if isinstance(value, Statistic):
        return _statistic(value)
    return text_latex(str(value))


def entry_latex(
    value: IndexExpression | ShownNode,
    order: Sequence[str],
    called: Mapping[str, str] = MappingProxyType({}),
    *,
    in_matrices: bool = False,
    as_written: bool = False,
) -> str | None:
    """An expression in index notation, with a letter for each free index, those of `order` first.

    **Arguments**: `value`, an expression, or its node, whose free indices are all in `order`;
    `in_matrices`, to print it as the matrix, vector or number whose entries these
    are, of the indices in `order`; None where there is no such notation. `as_written`, to leave out
    nothing, not even what contributes nothing.
    """
    if isinstance(value, ShownNode):
        shown, free = value, ()
    else:
        shown, free = ShownNode.of(value, as_written=as_written), sorted(value.free)
    if in_matrices:
        factor = _in_matrices(shown, called)
        if factor is None or set(factor.indices) != set(order) or len(order) > 2:
            return factor.text if factor is not None and not factor.indices else None
        return (factor if factor.indices == tuple(order) else factor.transposed).text
    names: dict[str, str] = {}
    for name in dict.fromkeys([*order, *free]):
        wanted = (letter_of(name), *_LETTERS) if len(letter_of(name)) == 1 else _LETTERS
        names[name] = next(letter for letter in wanted if letter not in names.values())
    return _Printer.of(shown, names, called).text(shown)


def _statistic(value: Statistic) -> str:
    """A sum of products of sums of entries, each with its coefficient."""
    parts = []
    for monomial, coefficient in value.terms.items():
        factors = list(map(_network, monomial))
        if coefficient != 1 or not factors:
            number = number_latex(coefficient)
            factors.insert(0, rf"\left({number}\right)" if coefficient.is_Add else number)
        parts.append(r"\, ".join(factors))
    return rf"\Big[{' + '.join(parts).replace('+ -', '- ') or '0'}\Big]"


def _network(edges: Network) -> str:
    """A sum of a product of entries of random tensors over their common indices."""
    if (chain := _chain(edges)) is not None:
        return chain.text
    letters: dict[Any, str] = {}
    sizes: dict[str, str] = {}
    entries = []
    for edge in edges:
        for index, size in zip(edge.indices, edge.tensor.shape, strict=True):
            if isinstance(index, Fixed):
                letters[index] = number_latex(index.label)
            elif index not in letters:
                letters[index] = _LETTERS[len(sizes)]
                sizes[letters[index]] = number_latex(size)
        below = "".join(letters[index] for index in edge.indices)
        entries.append(rf"{{{name_latex(edge.tensor.name)}}}_{{{below}}}")
    product = r"\, ".join(entries)
    if not sizes:
        return product
    over = r",\, ".join(f"{letter} < {size}" for letter, size in sizes.items())
    return rf"\sum_{{{over}}} {product}"


def _chain(edges: Network) -> Factor | None:
    """A sum of a product of entries in the notation of matrices, if there is one."""
    indices = [index for edge in edges for index in edge.indices]
    if any(isinstance(index, Fixed) for index in indices):
        return None
    factors = []
    for edge in edges:
        if len(edge.indices) > 2:
            return None
        head = name_latex(edge.tensor.name)
        factors.append(Factor(tuple(map(str, edge.indices)), head))
    found = contracted(factors, list(dict.fromkeys(map(str, indices))))
    return found if found is not None and not found.indices else None


def _array(value: SymbolicArray, called: Mapping[str, str]) -> str:
    blocks = []
    for place, block in sorted(value.blocks.items()):
        parts = [axis[number] for axis, number in zip(value.axes, place, strict=True)]
        indices = [i for number, part in enumerate(parts) for i in part.indices(number)]
        names = {index.name: letter for index, letter in zip(indices, _LETTERS, strict=False)}
        shown = ShownNode.of(block)
        if shown == ZERO:
            continue
        label = block_latex(value.axes, place)
        whole = None if any(part.increasing for part in parts) else _in_matrices(shown, called)
        if whole is not None and set(whole.indices) == set(names) and len(names) < 3:
            text = (whole if whole.indices == tuple(names) else whole.transposed).text
            blocks.append(rf"\big({text}\big){label}" if label else text)
            continue
        text = _Printer.of(shown, names, called).text(shown)
        below = rf"_{{{''.join(names.values())}}}" if names else ""
        blocks.append(rf"\Big({text}\Big){below}{label}")
    return r" \oplus ".join(blocks) or "0"


def block_latex(axes: Sequence[Axis], place: Block) -> str:
    """What stands above an array's name for one of its blocks, where there are several: [2].

    Brackets are square, as round ones would be those of a power.

    The families of the axes that have several; those without a name go by their size, or by their
    place where another one has that size as well.
    """
    named = zip(axes, place, names_of(axes, place), strict=True)
    told = [_family(axis, number, name) for axis, number, name in named if len(axis) > 1]
    return rf"^{{[{', '.join(told)}]}}" if told else ""


def _family(axis: Axis, number: int, name: str) -> str:
    part = axis[number]
    if part.is_named:
        return text_latex(name)
    if name != part.called:
        return text_latex(str(number + 1))
    return r" \times ".join(map(number_latex, part.sizes)) or "1"


_TRIANGLES = {"AtMost": (r"\le", r"\ge"), "before": ("<", ">")}
"""Of ones, on one side of the diagonal: by which order, and by which when it is transposed."""


def _in_matrices(node: ShownNode, called: Mapping[str, str]) -> Factor | None:
    """A node in the notation of matrices; None where there is none for it."""
    if node.kind == "number":
        text = number_latex(node.value)
        if node.value.is_Add and text.startswith("-"):  # its sign is that of its first part alone
            return Factor((), rf"\big({text}\big)")
        loose = node.value.is_Add or text.startswith("-")
        return Factor((), text, 3 if loose else 0 if node.value.is_Atom else 1)
    if node.kind == "entry":
        head = _Printer({}, called).text(replace(node, names=()))
        is_array = len(node.names) < 3 and len(set(node.names)) == len(node.names)
        return Factor(node.names, head) if is_array else None
    if node.kind == "Delta":
        return Factor(node.names, "I")
    if node.kind in _TRIANGLES:
        one, other = _TRIANGLES[node.kind]
        return Factor(node.names, rf"\mathbf{{1}}_{{{one}}}", reverse=rf"\mathbf{{1}}_{{{other}}}")
    if node.kind not in ("plus", "times", "sum", "positive"):
        return None
    if node.kind == "sum":
        (body,) = node.parts
        terms = body.parts if body.kind == "plus" else (body,)
        return total([_summed(term, node.names, called) for term in terms])
    if node.kind == "times":
        return _summed(node, (), called)
    parts = [_in_matrices(part, called) for part in node.parts]
    if node.kind == "plus":
        return total(parts)
    (body,) = parts
    return body and Factor(body.indices, rf"\mathrm{{relu}}\big({body.text}\big)")


def _summed(node: ShownNode, bound: tuple[str, ...], called: Mapping[str, str]) -> Factor | None:
    """A product summed over indices, in the notation of matrices."""
    parts = node.parts if node.kind == "times" else (node,)
    factors = [_in_matrices(part, called) for part in parts]
    known = [factor for factor in factors if factor is not None]
    return contracted(known, bound) if len(known) == len(factors) else None


def _head(name: str) -> str:
    """The name of a tensor as LaTeX."""
    if not name.startswith("h."):
        return name_latex(name)
    block = name.partition("_")[2]  # of the state of a machine
    return rf"h_{{t-1}}^{{({text_latex(block)})}}" if block else r"h_{t-1}"


def _apart(factor: str) -> str:
    """A factor behind others; in brackets, where it begins with a sign."""
    return rf"\big({factor}\big)" if factor.startswith("-") else factor


def _has_power(node: ShownNode) -> bool:
    """Whether a factor is a number that is written as a power where it comes again."""
    return node.kind in ("entry", "plus", "sum", "positive")


class _Printer:
    """Prints nodes; `names` has a letter for each index in scope, `called` names for tensors.

    `numbers` are symbols that stand in the whole expression: no index of a sum is called so.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        called: Mapping[str, str],
        numbers: frozenset[str] = frozenset(),
    ) -> None:
        self._names, self._called, self._numbers = dict(names), called, numbers

    @classmethod
    def of(cls, node: ShownNode, names: Mapping[str, str], called: Mapping[str, str]) -> "_Printer":
        """The printer of a whole expression."""
        reserved = called.reserved if isinstance(called, Called) else frozenset[str]()
        return cls(names, called, node.numbers | reserved)

    def text(self, node: ShownNode) -> str:
        """A node as LaTeX."""
        return getattr(self, f"_{node.kind.lower()}")(node)

    def _number(self, node: ShownNode) -> str:
        return number_latex(node.value)

    def _entry(self, node: ShownNode) -> str:
        if node.value.endswith(BEFORE) and len(node.names) > 1:  # powers kept as a free array
            t, s, *own = (self._names.get(name, name) for name in node.names)
            base, below = node.value.removesuffix(BEFORE) or "weight", "".join(own)
            power = rf"{name_latex(base)}^{{({t}-1-{s})}}"
            return rf"\big({power}\big)_{{{below}}}" if below else power
        if (head := self._called.get(node.value)) is None:
            head = _head(node.value)
        below = "".join(self._names.get(name, name) for name in node.names)
        return rf"{{{head}}}_{{{below}}}" if below else head

    def _power(self, node: ShownNode) -> str:
        t, s = (self._names.get(name, name) for name in node.names[:2])
        base = self._entry(ShownNode("entry", names=node.names[2:], value=node.value))
        return rf"[{s} \le {t}]\, {base}^{{{t} - {s}}}"

    def _matrixpower(self, node: ShownNode) -> str:
        *ages, i, j = (self._names.get(name, name) for name in node.names)
        base = name_latex(node.value)
        if len(ages) == 1:
            return rf"\big({base}^{{{ages[0]}}}\big)_{{{i}{j}}}"
        t, s = ages
        return rf"[{s} \le {t}]\, \big({base}^{{{t} - {s}}}\big)_{{{i}{j}}}"

    def _overtime(self, node: ShownNode) -> str:
        t, s, *own = (self._names.get(name, name) for name in node.names)
        base, below = name_latex(node.value), "".join(own)
        first, last = (rf"{{{base}}}_{{{r}{below}}}" for r in (rf"({s}+1)", t))
        return rf"[{s} \le {t}]\, {first} \cdots {last}"

    def _delta(self, node: ShownNode) -> str:
        return rf"\delta_{{{''.join(self._names.get(name, name) for name in node.names)}}}"

    def _atmost(self, node: ShownNode) -> str:
        one, other = (self._names.get(name, name) for name in node.names)
        return rf"[{one} \le {other}]"

    def _before(self, node: ShownNode) -> str:
        one, other = (self._names.get(name, name) for name in node.names)
        return f"[{one} < {other}]"

    def _lag(self, node: ShownNode) -> str:
        t, s, j = (self._names.get(name, name) for name in node.names)
        return f"[{t} = 0]" if t == s == j else rf"[{t} = {s} + {j}]"

    def _follows(self, node: ShownNode) -> str:
        i, k = (self._names.get(name, name) for name in node.names)
        return f"[{i} = {k} + 1]"

    def _plus(self, node: ShownNode) -> str:
        return " + ".join(map(self.text, node.parts)).replace("+ -", "- ")

    def _times(self, node: ShownNode) -> str:
        first, *rest = node.parts
        if first.kind == "number" and first.value == -1 and rest:
            return f"-{self._times(replace(node, parts=tuple(rest)))}"
        before, *others = self._powers(node.parts)
        return multiplied([before, *(_apart(text) for text in others)])

    def _powers(self, parts: Sequence[ShownNode]) -> Iterator[str]:
        """The factors, what stands there several times as a power, where it comes first."""
        texts = list(map(self._factor, parts))
        times = Counter(text for node, text in zip(parts, texts, strict=True) if _has_power(node))
        for text in dict.fromkeys(texts):
            count = times.get(text, 0)
            if count > 1:
                inner = rf"\big({text}\big)" if "^" in text and text[-1] != ")" else text
                yield f"{inner}^{{{count}}}"
            else:
                yield from [text] * texts.count(text)

    def _positive(self, node: ShownNode) -> str:
        (body,) = node.parts
        return rf"\mathrm{{relu}}\big({self.text(body)}\big)"

    def _opaque(self, node: ShownNode) -> str:
        (body,) = node.parts
        function, bound = node.value
        if function in _AROUND and not bound:
            before, after = _AROUND[function]
            return before + self.text(body) + after
        over, below = node.names[:bound], "".join(self._names.get(n, n) for n in node.names[bound:])
        letters: dict[str, str] = {}
        for name in over:
            taken = {*self._names.values(), *letters.values()}
            letters[name] = next((x for x in ("k", *_LETTERS) if x not in taken), name)
        inner = _Printer({**self._names, **letters}, self._called, self._numbers).text(body)
        argument = ",".join(letters.values())
        if function == NORM:
            return rf"\max_{{{argument}}} \big|{inner}\big|"
        if function == LARGEST:
            return rf"\max_{{{argument}}} \big({inner}\big)"
        if function == OPERATOR:
            return rf"\big\lVert ({inner})_{{{argument}}} \big\rVert_{{\mathrm{{op}}}}"
        return rf"{name_latex(function)}\big({argument} \mapsto {inner}\big)_{{{below}}}"

    def _factor(self, node: ShownNode) -> str:
        simple = node.kind not in ("plus", "sum")
        if node.kind == "number":
            simple = node.value.is_Atom or node.value.is_Pow
        return self.text(node) if simple else rf"\Big({self.text(node)}\Big)"

    def _sum(self, node: ShownNode) -> str:
        taken = {*self._names.values(), *self._numbers}
        own: dict[str, str] = {}
        for name in node.names:
            wanted = (letter_of(name)[:1], *_LETTERS, letter_of(name))
            own[name] = next((x for x in wanted if x not in taken), name)
            taken.add(own[name])
        sizes = zip(own.values(), node.value, strict=True)
        below = ",\\, ".join(f"{letter} < {number_latex(size)}" for letter, size in sizes)
        (body,) = node.parts
        inner = _Printer({**self._names, **own}, self._called, self._numbers)
        return rf"\sum_{{{below}}} {inner._factor(body)}"
