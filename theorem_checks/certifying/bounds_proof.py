"""Proofs that what has the outputs of a machine has at least so many numbers in its state.

A product of two matrices through the state is triangular with ones, block by block, each of which
follows from runs that the claim's own proof names (`rocq/Ranks.v`). Nothing here is trusted.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import product

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.consequence_proof import following_lines
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machine_runs import NamedPlaces
from theorem_checks.certifying.machines_proof import Equations
from theorem_checks.certifying.rocq_text import Naming, proposition, size, term
from theorem_checks.certifying.sums_data import number_of_pairs
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import NoFormError, joined
from theorem_checks.proving.machines.consequences import Followed
from theorem_checks.proving.machines.inner_dimensions import Bounded, required_blocks
from theorem_checks.proving.machines.recorded import Given
from theorem_checks.statements.arrays.index_expressions import IndexExpression, scalar
from theorem_checks.statements.arrays.index_families import Family
from theorem_checks.statements.conclusions import Implies

__all__ = ["bound_lines"]


def bound_lines(
    p: t.Under, bounded: Bounded, given: Sequence[Given], exporter: Exporter, tag: str
) -> tuple[str, list[str]]:
    """The term that proves a bound under the hypothesis, and the lines before it.

    **Arguments**: `bounded`, the two matrices; `given`, runs among other things; `exporter`, which
    made the statement; `tag`, for names of its own.
    """
    with exporter.outside():
        return _Bound(p, bounded, exporter, tag).lines(given)


class _Bound:
    """The rows of a matrix as a type, and the blocks of the product of two matrices."""

    def __init__(self, p: t.Under, bounded: Bounded, exporter: Exporter, tag: str) -> None:
        self._p, self._bounded, self._exporter, self._tag = p, bounded, exporter, tag
        self._families, units = bounded.left.axes
        if len(units) != 1 or len(units[0].sizes) != 1 or len(self._families) > 2:
            raise NoFormError("a bound by the size of a state in several parts")
        if any(len(f.sizes) not in (1, 2) for f in self._families):
            raise NoFormError("a bound by rows of other than 1 or 2 indices")
        self._units = units[0]
        self._size = exporter.size(units[0].sizes[0])

    def lines(self, given: Sequence[Given]) -> tuple[str, list[str]]:
        tag, names = self._tag, Naming(self._exporter.theorem.names)
        followed = {g.conclusion.key: g for g in given if isinstance(g, Followed)}
        lines: list[str] = []
        follows: dict[tuple[int, int], str] = {}
        for (r, c), block in zip(
            ((r, c) for r, c in product(range(len(self._families)), repeat=2) if r >= c),
            required_blocks(self._bounded.left, self._bounded.right),
            strict=True,
        ):
            key = Implies(self._bounded.conclusion.hypothesis, block.equal).key
            if key not in followed:
                raise NoFormError("a bound without runs from which its blocks follow")
            rows, columns = (self._places(self._families[n]) for n in (r, c))
            said = t.Every((*rows, *columns), self._block(r, c, rows, columns))
            pairs = zip((*block.rows, *block.columns), (*rows, *columns), strict=True)
            known = {index.name: bound for index, bound in pairs}
            follows[r, c], more = following_lines(
                self._p.hypothesis, said, followed[key], self._exporter, f"{tag}b{r}{c}", known
            )
            lines += more
        assert isinstance(self._p.body, t.AtMost)
        equations = Equations(SumsProof(self._exporter.theorem), names, f"{tag}n", [])
        listed, counted = self._counted()
        equations.add(f"count{tag}'", t.Equals(self._p.body.lhs, counted))
        lines += [*equations.lines(), *self._definitions()]
        same = f"same{tag}b00'"
        unit = f"\\sum_(v' < {size(self._size)}) left{tag}' x v' * right{tag}' v' y"
        inside = f"inside{tag}' x -> inside{tag}' y ->"
        lines += [
            f"Lemma one{tag}' (s' : {same}) x y : {inside} level{tag}' x = level{tag}' y ->\n"
            f"  {unit} = (x == y)%:R.\nProof.\n{self._by_blocks(follows, diagonal=True)}\nQed.",
            f"Lemma none{tag}' (s' : {same}) x y : {inside}"
            f" (level{tag}' y < level{tag}' x)%N ->\n"
            f"  {unit} = 0.\nProof.\n{self._by_blocks(follows, diagonal=False)}\nQed.",
            f"Lemma bound{tag}' (s' : {same}) :\n  {proposition(self._p.body, names)}.\nProof.\n"
            f"have h' := inner_dimension (one{tag}' s') (none{tag}' s').\n"
            f"move: h'; rewrite -(ler_nat F) count_inside ?count_sum ?count_pair => h'.\n"
            f"rewrite count{tag}'.\n"
            f"have {{}}h' : {term(listed, names)} <= {size(self._size)}%:R := h'.\n"
            "by move: h'; rewrite ?pairs_below.\n"
            "Qed.",
        ]
        return f"bound{tag}'", lines

    def _places(self, family: Family) -> tuple[t.Bound, ...]:
        bound = self._exporter.bound_below
        return tuple(bound(self._exporter.size(n)) for n in family.sizes)

    def _block(
        self, r: int, c: int, rows: tuple[t.Bound, ...], columns: tuple[t.Bound, ...]
    ) -> t.Proposition:
        """A block of the product: an identity, or 0; where rows are ordered, times their orders."""
        unit = self._exporter.bound_below(self._size)
        lhs = t.Sum(unit, t.Times((self._left(r, rows, unit), self._right(c, unit, columns))))
        deltas: list[t.Term] = [t.Delta(i, j) for i, j in zip(rows, columns, strict=False)]
        rhs = joined(t.Times, deltas) if r == c else t.Number(0)
        if not self._is_ordered(r, c):
            return t.Equals(lhs, rhs)
        inside = t.Times((self._order(r, rows), self._order(c, columns)))
        return t.Equals(t.Times((lhs, inside)), t.Times((rhs, inside)))

    def _order(self, number: int, places: tuple[t.Bound, ...]) -> t.Term:
        """1 where rows are; 0 where places are not in order."""
        return t.Ordered(*places) if self._families[number].increasing else t.Number(1)

    def _is_ordered(self, *numbers: int) -> bool:
        return any(self._families[n].increasing for n in numbers)

    def _left(self, r: int, rows: Sequence[t.Bound], unit: t.Bound) -> t.Term:
        own = (*self._families[r].indices(0), *self._units.indices(1))
        return self._entry(self._bounded.left.blocks.get((r, 0)), own, (*rows, unit))

    def _right(self, c: int, unit: t.Bound, columns: Sequence[t.Bound]) -> t.Term:
        own = (*self._units.indices(0), *self._families[c].indices(1))
        return self._entry(self._bounded.right.blocks.get((0, c)), own, (unit, *columns))

    def _entry(self, block: IndexExpression | None, own: Sequence, at: Sequence) -> t.Term:
        places = {index.name: bound for index, bound in zip(own, at, strict=True)}
        return self._exporter.entry(scalar(0) if block is None else block, places)

    def _counted(self) -> tuple[t.Term, t.Term]:
        """How many rows there are, as a sum; and with how many ordered pairs there are."""
        summed: list[t.Term] = []
        counted: list[t.Term] = []
        for number, family in enumerate(self._families):
            own = self._places(family)
            one = self._order(number, own)
            summed.append(reduce(lambda inner, b: t.Sum(b, inner), reversed(own), one))
            counted.append(number_of_pairs(own[0].size) if family.increasing else summed[-1])
        return joined(t.Plus, summed), joined(t.Plus, counted)

    # --- text

    def _definitions(self) -> list[str]:
        """The type of rows, both matrices, which rows there are, and their blocks."""
        tag, lefts, rights, insides = self._tag, [], [], []
        types = []
        for n, family in enumerate(self._families):
            rows, unit = self._places(family), self._exporter.bound_below(self._size)
            own = [f"p{k}'" for k in range(len(rows))]
            at = NamedPlaces(Naming(self._exporter.theorem.names), rows, {unit.number: "v'"})
            given = "x'" if len(rows) == 1 else "x'.1 x'.2"
            case = ("x'", ("inl x'", "inr x'")[n])[len(self._families) - 1]
            names = " ".join(own)
            left, right = self._left(n, rows, unit), self._right(n, unit, rows)
            lefts.append(f"| {case} => (fun {names} : nat => {term(left, at)}) {given}")
            rights.append(f"| {case} => (fun {names} : nat => {term(right, at)}) {given}")
            within = _INSIDE.format(x="x'") if family.increasing else "true"
            insides.append(f"| {case} => {within}")
            types.append(" * ".join(f"'I_{_atomic(b.size)}" for b in rows))
        kind = " + ".join(f"({one})" for one in types)
        levels = ["| _ => 0%N"] if len(types) == 1 else ["| inl _ => 0%N", "| inr _ => 1%N"]

        def match(cases: Sequence[str]) -> str:
            return "match r' with " + "\n  ".join(cases) + " end"

        return [
            f"Definition rows{tag}' := ({kind})%type.",
            f"Definition left{tag}' (r' : rows{tag}') (v' : nat) : F :=\n  {match(lefts)}.",
            f"Definition right{tag}' (v' : nat) (r' : rows{tag}') : F :=\n  {match(rights)}.",
            f"Definition inside{tag}' : pred [finType of rows{tag}'] :=\n"
            f"  fun r' => {match(insides)}.",
            f"Definition level{tag}' (r' : rows{tag}') : nat := {match(levels)}.",
        ]

    def _by_blocks(self, follows: dict[tuple[int, int], str], *, diagonal: bool) -> str:
        """Steps of a proof, block by block."""
        count = len(self._families)
        steps = []
        for r, c in product(range(count), repeat=2):
            if r == c if diagonal else r > c:
                given = "".join(
                    f" {name}" if len(self._families[n].sizes) == 1 else f" {name}.1 {name}.2"
                    for name, n in (("x", r), ("y", c))
                )
                ranges = " (ltn_ord _)" * sum(len(self._families[n].sizes) for n in (r, c))
                proof = f"(@{follows[r, c]} s'{given}{ranges})"
                if self._is_ordered(r, c):
                    proof = f"({self._unmasked(r, c)} {proof})"
                step = f"refine (etrans {proof} _)"
                last = "done"
                if diagonal:
                    kind = "row" if len(self._families[r].sizes) == 1 else "pair"
                    last = f"exact: same_{kind}"
                steps.append(f"move=> hx hy _; {step}; {last}.")
            else:
                steps.append("by [].")
        cases = "case: x => x; case: y => y" if count == 2 else "idtac"
        return "\n".join([f"{cases}; rewrite /inside{self._tag}' /level{self._tag}'.", *steps])

    def _unmasked(self, r: int, c: int) -> str:
        """The lemma that an equation times orders is one where these are as they should be."""
        said, known = [], []
        for name, n in (("x", r), ("y", c)):
            increasing = self._families[n].increasing
            said.append(_INSIDE.format(x=name) if increasing else "true")
            known.append(f"h{name}" if increasing else "isT")
        return " ".join(["@times_orders F", *said, "_ _", *known])


_INSIDE = "({x}.1 <= {x}.2)%N"


def _atomic(n: t.Size) -> str:
    text = size(n)
    return text if n.kind in ("name", "number") else f"({text})"
