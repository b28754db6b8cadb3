"""From a statement to what a certificate states: all of it, or nothing.

Sizes are natural numbers, numbers and entries are elements of a field of characteristic 0, under
the hypotheses that their sorts say; an array is an equation for each block, at all places of its
indices. Whatever has no exact counterpart here is refused by `NoFormError`, which says what.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from itertools import chain, product
from types import MappingProxyType
from typing import Any

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.mean_outputs import mean_output
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.power_means import power_mean
from theorem_checks.certifying.random_tensors import Statistics
from theorem_checks.certifying.ranged_numbers import RangedNumbers
from theorem_checks.certifying.real_text import relations_in
from theorem_checks.certifying.spectra import powers_bounded, powers_vanish, radius_below
from theorem_checks.certifying.theorems import (
    TRUE,
    NoFormError,
    Random,
    Tensor,
    Theorem,
    joined,
    parts,
)
from theorem_checks.certifying.throughout import always
from theorem_checks.proving.machines.steps import length_of, row_at
from theorem_checks.statements import conclusions as c
from theorem_checks.statements import hypotheses as h
from theorem_checks.statements.always import Always
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.arrays.index_families import indices_of, parts_of, same_axes
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.known_functions import KNOWN_FUNCTIONS, RECIPROCAL
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry, Kind
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.mean_outputs import MeanOutput, MeanOutputAtLeast
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.spectra import PowersBounded, PowersVanish, RadiusBelow
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.terms import components, data_of, replacement, tensor_names

__all__ = ["Exporter", "exported"]


def exported(conclusion: c.Conclusion, *, ordered: bool = False) -> "Exporter":
    """What a certificate of a conclusion states, with what made it.

    **Arguments**: `ordered`, for a statement that is of ordered fields alone.

    **Raises** `NoFormError` for a conclusion that has no exact counterpart yet.
    """
    ranged = any(isinstance(part, Always) for part in relations_in(conclusion))
    made = Exporter(ranged=ranged)
    body = made.proposition(conclusion)
    if made.twofold:
        made = Exporter(made.twofold, ranged=ranged)
        body = made.proposition(conclusion)
    made.theorem.body, made.theorem.ordered = body, ordered
    made.statistics.note_laws()
    return made


class Exporter:
    """Makes what a certificate states; also the expressions of which a proof speaks.

    **Arguments**: `twofold`, see below; `ranged`, whether numbers may have powers with sizes for
    exponents and sums over ranges, and what is said may be so for all natural numbers. Statements
    that have these and no machine are of other forms.
    """

    def __init__(self, twofold: Iterable[str] = (), *, ranged: bool = False) -> None:
        self.theorem = Theorem()
        self.twofold = set(twofold)  # names of arrays of machines, and of others beside these
        self._ranged = ranged
        self._ranging: set[str] = set()  # variables of what is said for all natural numbers
        self._is_outside = False  # whether what is read stands outside of all machines
        self.machines: dict[
            int, c.SameOutputs | SameFirstOutputs
        ] = {}  # for proofs: of which a proposition is made
        self.sequences: dict[int, c.Computes] = {}
        self.implications: dict[int, tuple[t.Proposition, c.Implies]] = {}
        self.relations: dict[int, tuple[t.Proposition, sp.Expr, sp.Expr]] = {}
        self.statistics = Statistics(self)
        self.has_bounds = False  # whether a state is to have so many numbers at least
        self._bound = 0
        self._symbols: dict[str, sp.Symbol] = {}
        self._shapes: dict[str, tuple[tuple[t.Size, ...], ...]] = {}  # of functions of vectors
        self._kinds: dict[type, Callable[[Any], t.Proposition]] = {
            StateSize: self.state_size,
            c.SameOutputs: self.same_runs,
            SameFirstOutputs: self.same_runs,
            c.Computes: self.computes,
            c.Mean: self.statistics.proposition,
            c.UniqueMinimum: self.statistics.proposition,
            MeanWithin: lambda said: power_mean(said, self),
            MeanOutput: self._mean_output,
            MeanOutputAtLeast: self._mean_output,
            Always: lambda said: always(said, self),
            RadiusBelow: lambda said: radius_below(said, self),
            PowersVanish: lambda said: powers_vanish(said, self),
            PowersBounded: lambda said: powers_bounded(said, self),
        }
        if ranged:
            self._kinds[c.ForAll] = self._for_all

    # --- conclusions

    def proposition(self, conclusion: c.Conclusion) -> t.Proposition:
        """What a conclusion says."""
        kind = type(conclusion)
        if isinstance(conclusion, c.All):
            return t.And(tuple(map(self.proposition, conclusion.parts)))
        if isinstance(conclusion, c.Implies):
            if any(isinstance(part, c.ForAll) for part in relations_in(conclusion.hypothesis)):
                raise NoFormError("a hypothesis for all natural numbers")
            hypothesis = self.proposition(conclusion.hypothesis)
            divisors = (part.body for part in parts(hypothesis) if isinstance(part, t.Inverse))
            if not _is_of_relations(hypothesis) and not all(map(self._is_not_zero, divisors)):
                raise NoFormError("a hypothesis with a division by what may be 0")
            under = t.Under(hypothesis, self.proposition(conclusion.body))
            assumed = hypothesis.parts if isinstance(hypothesis, t.And) else (hypothesis,)
            of_machines = any(isinstance(part, t.SameRuns) for part in assumed)
            self.has_bounds |= of_machines and isinstance(under.body, t.AtMost)
            self.implications[id(under)] = under, conclusion
            return under
        if kind in self._kinds:
            return self._kinds[kind](conclusion)
        if kind not in _RELATIONS:
            raise NoFormError(f"{kind.__name__}")
        assert isinstance(conclusion, c.Relation)
        with self.outside():
            return self.relation(conclusion)

    def relation(self, conclusion: c.Relation) -> t.Proposition:
        """A relation of numbers or arrays; where it stands says what its names mean."""
        kind, lhs, rhs = type(conclusion), conclusion.lhs, conclusion.rhs
        if isinstance(lhs, sp.Expr) and isinstance(rhs, sp.Expr):
            found = _RELATIONS[kind](self.scalar(lhs), self.scalar(rhs))
            self.relations[id(found)] = found, lhs, rhs
            return found
        if kind is c.Equal:
            return self._equal(lhs, rhs)
        return self._entrywise(kind, lhs, rhs)

    def _for_all(self, said: c.ForAll) -> t.Proposition:
        """What is so for all natural numbers from one on: the theorem is for all of these.

        That is the same, as it is in no hypothesis, and the variable stands nowhere else.
        """
        variable, start = said.variable, int(said.start)
        if encoded_name(variable.name) in self.theorem.names:
            raise NoFormError(f"two things of the name {variable}")
        if start < int(bool(variable.is_positive)):
            raise NoFormError(f"all integers {variable} from {start} on")
        least = t.Largest(self.size(variable), start)
        body = self.proposition(said.body)
        self._ranging.add(variable.name)
        return t.Under(least, body)

    def _entrywise(self, kind: type, lhs: Any, rhs: Any) -> t.Proposition:
        """An order of two arrays, or of an array and a number, entry by entry."""
        axes = next((side.axes for side in (lhs, rhs) if isinstance(side, SymbolicArray)), ())
        if any(family.increasing for axis in axes for family in axis):
            raise NoFormError("an order of arrays with increasing axes")
        found = []
        for place in product(*(range(len(axis)) for axis in axes)):
            own = indices_of(axes, place)
            left, right = (self._block(side, axes, place) for side in (lhs, rhs))
            free = _free(own, left.free.values(), right.free.values())
            found.append(self._at_all_places(free, left, right, _RELATIONS[kind]))
        return t.And(tuple(found)) if len(found) > 1 else found[0]

    def _block(self, side: Any, axes: Any, place: tuple[int, ...]) -> ix.IndexExpression:
        """A block of one side; of a number, the number."""
        if isinstance(side, sp.Expr):
            return ix.scalar(side)
        if isinstance(side, ix.IndexExpression):
            return side
        if not isinstance(side, SymbolicArray) or not same_axes(side.axes, axes):
            raise NoFormError(f"an order with {type(side).__name__} of other axes")
        return side.blocks.get(place, ix.scalar(0))

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Within, arrays of the names of those of machines are other arrays."""
        before, self._is_outside = self._is_outside, True
        try:
            yield
        finally:
            self._is_outside = before

    def _is_not_zero(self, e: t.Term) -> bool:
        """Whether a divisor is not 0 by what the statement says of names."""
        if isinstance(e, t.Number):
            return e.value != 0
        if isinstance(e, t.OfSize):
            return self.theorem.sizes.get(str(e.size.parts[0]), 0) > 0
        if isinstance(e, t.Variable):
            said = self.theorem.numbers[e.name]
            return any(isinstance(p, t.Less | t.Unequal) for p in said)
        if isinstance(e, t.Power | t.Negative):
            return self._is_not_zero(e.body)
        return isinstance(e, t.Times) and all(map(self._is_not_zero, e.parts))

    def _equal(self, lhs: Any, rhs: Any) -> t.Proposition:
        if isinstance(lhs, ix.IndexExpression) and isinstance(rhs, sp.Expr):
            rhs = ix.scalar(rhs)
        if isinstance(lhs, ix.IndexExpression) and isinstance(rhs, ix.IndexExpression):
            return self._at_all_places(_free(lhs.free.values(), rhs.free.values()), lhs, rhs)
        if not isinstance(lhs, SymbolicArray) or not isinstance(rhs, SymbolicArray):
            raise NoFormError(f"Equal of {type(lhs).__name__} and {type(rhs).__name__}")
        if not same_axes(lhs.axes, rhs.axes):
            raise NoFormError("arrays of different axes")
        found = []
        for place in sorted({*lhs.blocks, *rhs.blocks}):
            zero = ix.scalar(0)
            blocks = lhs.blocks.get(place, zero), rhs.blocks.get(place, zero)
            found.append(self._at_all_places(indices_of(lhs.axes, place), *blocks))
        return t.And(tuple(found)) if found else TRUE

    def _at_all_places(
        self,
        indices: tuple[Index, ...],
        lhs: ix.IndexExpression,
        rhs: ix.IndexExpression,
        relation: Callable[..., t.Proposition] = t.Equals,
    ) -> t.Proposition:
        bound = {index.name: self.bound(index) for index in indices}
        if len(bound) < len(indices):
            raise NoFormError("two indices of one name")
        body = relation(self.entry(lhs, bound), self.entry(rhs, bound))
        return t.Every(tuple(bound.values()), body) if bound else body

    # --- machines

    def same_runs(self, same: c.SameOutputs | SameFirstOutputs) -> t.SameRuns:
        """That two machines have the same outputs, all of them or the first ones."""
        one, other = same.one, same.other
        token = replacement(one.token, one.token)
        if data_of(one.token) != data_of(other.token):
            raise NoFormError("machines of different tokens")
        states = [replacement(machine.state, machine.state) for machine in (one, other)]
        if states[0].keys() & states[1].keys():
            raise NoFormError("two machines whose states have one name")
        for state in (*states, token):
            self.bind(state)
        machines = [
            t.Machine(
                self.functions(replacement(machine.state, machine.start)),
                self.functions(replacement(machine.state, machine.after)),
            )
            for machine in (one, other)
        ]
        outputs = zip(components(one.output), components(other.output), strict=True)
        said = t.And(tuple(self._equal(*pair) for pair in outputs))
        first = self.size(same.tokens) if isinstance(same, SameFirstOutputs) else None
        found = t.SameRuns(machines[0], machines[1], self.functions(token), said, first)
        self.machines[id(found)] = same
        return found

    def computes(self, said: c.Computes) -> t.Computes:
        """That a machine's outputs on a sequence are as said."""
        machine = said.machine
        if tensor_names(machine.start):
            raise NoFormError("a machine that computes a sequence from another first state than 0")
        token = replacement(machine.token, machine.token)
        self.bind(replacement(machine.state, machine.state))
        self.bind(token)
        length = length_of(said.tokens, machine.token)
        at, time = Index("sequence at", length), Index("sequence time", length)
        own_at, own_time = self.bound(at), self.bound(time)
        row = self.functions(row_at(machine.token, said.tokens, at), {at.name: own_at})
        made = t.Machine(
            self.functions(replacement(machine.state, machine.start)),
            self.functions(replacement(machine.state, machine.after)),
        )
        equal: list[t.Proposition] = []
        for output, rows in zip(components(machine.output), components(said.outputs), strict=True):
            equal += self._rows(output, rows, own_time)
        found = t.Computes(made, self.functions(token), own_at, row, own_time, t.And(tuple(equal)))
        self.sequences[id(found)] = said
        return found

    def _mean_output(self, said: MeanOutput) -> t.MeanOutput:
        return mean_output(said, self)

    def _rows(self, output: Any, rows: Any, time: t.Bound) -> Iterable[t.Proposition]:
        """That an output is the row of an array at a time, block by block."""
        for place in sorted({*output.blocks, *(p[1:] for p in rows.blocks)}):
            own, whole = indices_of(output.axes, place), indices_of(rows.axes, (0, *place))
            bound = [self.bound(index) for index in own]
            left = {index.name: b for index, b in zip(own, bound, strict=True)}
            right = {index.name: b for index, b in zip(whole, (time, *bound), strict=True)}
            zero = ix.scalar(0)
            body = t.Equals(
                self.entry(output.blocks.get(place, zero), left),
                self.entry(rows.blocks.get((0, *place), zero), right),
            )
            yield t.Every(tuple(bound), body) if bound else body

    def state_size(self, said: StateSize) -> t.Proposition:
        """How many entries a state has: 1 summed over the places of each array."""
        counted: list[t.Term] = []
        for array in components(said.machine.state):
            for place in sorted(array.blocks):
                one: t.Term = t.Number(1)
                for family in reversed(parts_of(array.axes, place)):
                    if family.increasing:
                        one = self._pairs(family.sizes, one)
                        continue
                    for size in reversed(family.sizes):
                        one = t.Sum(self.bound_below(self.size(size)), one)
                counted.append(one)
        return t.Equals(joined(t.Plus, counted), self.scalar(said.entries))

    def _pairs(self, sizes: Sequence[sp.Expr], one: t.Term) -> t.Term:
        """What each pair has, over all pairs i <= j of places."""
        if len(sizes) != 2 or sizes[0] != sizes[1] or one != t.Number(1):
            raise NoFormError("how many entries an increasing family has, but of pairs")
        i, j = (self.bound_below(self.size(size)) for size in sizes)
        return t.Sum(i, t.Sum(j, t.Ordered(i, j)))

    def functions(
        self, replacing: Any, known: Mapping[str, t.Bound] = MappingProxyType({})
    ) -> tuple[t.Function, ...]:
        """Tensors by name, each with what is put in its place; `known` are variables outside."""
        found = []
        for name, (own, body) in replacing.items():
            places = {index.name: self.bound(index) for index in own}
            entry = self.entry(body, {**known, **places})
            found.append(t.Function(name, tuple(places.values()), entry))
        return tuple(found)

    def bind(self, replacing: Any) -> None:
        """Note that tensors are bound by the statement of a machine."""
        for name, (own, _) in replacing.items():
            if name in self.theorem.tensors:
                self.twofold.add(name)
            self._named(self.theorem.bound, name, Tensor(name, len(own)))

    def bound(self, index: Index) -> t.Bound:
        """A new variable for an index."""
        return self.bound_below(self.size(index.range))

    def bound_below(self, size: t.Size) -> t.Bound:
        """A new variable for places below a size."""
        self._bound += 1
        return t.Bound(self._bound, size)

    # --- index expressions; `places` says which variable an index stands for

    def entry(self, e: ix.IndexExpression, places: Mapping[str, t.Bound]) -> t.Term:
        """A term of index notation; `places` says for which variable an index stands."""
        if isinstance(e, ix.Scalar):
            return self.scalar(e.value)
        if isinstance(e, Entry):
            return self._entry(e.tensor.kind, tuple(places[index.name] for index in e.indices))
        if isinstance(e, Delta | AtMost | Lag):
            return _OF_PLACES[type(e)](*(places[index.name] for index in e.indices))
        if isinstance(e, ix.Plus):
            return joined(t.Plus, [self.entry(part, places) for part in e.terms])
        if isinstance(e, ix.Times):
            return joined(t.Times, [self.entry(part, places) for part in e.factors])
        if isinstance(e, ix.Renamed):
            inner = {old: places[new.name] for old, new in e.names.items()}
            return self.entry(e.body, {**places, **inner})
        if isinstance(e, ix.Positive):
            found = t.Positive(self.entry(e.body, places))
            self.theorem.origins[id(found)] = found, e, dict(places)
            return found
        if isinstance(e, ix.Opaque) and e.name not in KNOWN_FUNCTIONS - {RECIPROCAL}:
            return self._function(e, places)
        if isinstance(e, ix.Summed):
            own = {index.name: self.bound(index) for index in e.indices}
            body = self.entry(e.body, {**places, **own})
            return reduce(lambda inner, b: t.Sum(b, inner), reversed(own.values()), body)
        said = f"the function {e.name}" if isinstance(e, ix.Opaque) else type(e).__name__
        raise NoFormError(f"{said} in an array")

    def _entry(self, kind: Kind, indices: tuple[t.Bound, ...]) -> t.Term:
        """An entry of an array, which may be a random one."""
        if kind.name in self.theorem.random:
            return t.Drawn(kind.name, indices)
        return t.Entry(self._tensor(kind, indices), indices)

    def _function(self, e: ix.Opaque, places: Mapping[str, t.Bound]) -> t.Term:
        """A component of a function of a vector; 1/x, which is 0 at 0 on both sides."""
        if e.name == RECIPROCAL:
            return t.Inverse(self.entry(e.body, places))
        own = {index.name: self.bound(index) for index in e.bound}
        self._named(self.theorem.functions, e.name, (len(e.bound), len(e.own)))
        body = self.entry(e.body, {**places, **own})
        indices = tuple(places[index.name] for index in e.own)
        shape = tuple(tuple(b.size for b in found) for found in (own.values(), indices))
        if self._shapes.setdefault(e.name, shape) != shape:
            raise NoFormError(f"two functions of the name {e.name}")
        return t.Applied(e.name, tuple(own.values()), body, indices)

    def _tensor(self, kind: Kind, indices: tuple[t.Bound, ...]) -> str:
        """The name of a tensor, which is noted."""
        symmetry = kind.symmetry if kind.symmetry != "none" and kind.rank > 1 else ""
        known = kind.known if kind.known != symmetry else ""
        of_machine = bool(symmetry) and kind.name in self.theorem.bound
        if of_machine or (kind.power_of and not kind.matrix) or known:
            said = " ".join(filter(None, (symmetry, kind.power_of, known)))
            raise NoFormError(f"the tensor {kind.name}, {said}")
        size = indices[-1].size if kind.inverse_of or kind.power_of or symmetry else None
        name = kind.name
        if self._is_outside:
            self.twofold |= {name} & self.theorem.bound.keys()
            name += " outside" if name in self.twofold else ""
        elif name in self.theorem.bound:
            return name
        found = Tensor(name, kind.rank, kind.inverse_of, size, kind.power_of, symmetry)
        related = {kind.inverse_of, kind.power_of} - {""}
        if related and (name != kind.name or related & (self.twofold | self.theorem.bound.keys())):
            raise NoFormError(f"the inverse or power {kind.name}, in a machine and outside of it")
        if kind.power_of:
            self._named(self.theorem.tensors, kind.power_of, Tensor(kind.power_of, 2))
        if kind.inverse_of:
            partner = Tensor(kind.inverse_of, 2, kind.name, size)
            self._named(self.theorem.tensors, partner.name, partner)
        self._named(self.theorem.tensors, name, found)
        return name

    def draw(self, random: Random) -> None:
        """Note an array of independent entries."""
        self._named(self.theorem.random, random.name, random)

    def constant(self, name: str, rank: int) -> None:
        """Note a tensor that is not random, in a statistic."""
        if name in self.theorem.bound:
            raise NoFormError(f"two tensors of the name {name}")
        self._named(self.theorem.tensors, name, Tensor(name, rank))

    # --- sizes and numbers

    def size(self, e: sp.Expr) -> t.Size:
        """A natural number."""
        if isinstance(e, sp.Integer) and e >= 0:
            return t.Size("number", (int(e),))
        if isinstance(e, sp.Symbol) and e.is_integer and e.is_nonnegative:
            self._symbol(e)
            return t.Size("name", (e.name,))
        if isinstance(e, sp.Add | sp.Mul):
            return t.Size("+" if isinstance(e, sp.Add) else "*", tuple(map(self.size, _args(e))))
        raise NoFormError(f"{e} in a size, which is to be made of sizes and integers from 0 on")

    def scalar(self, e: sp.Expr) -> t.Term:
        """A number."""
        if isinstance(e, sp.Rational):
            return t.fraction(Fraction(int(e.p), int(e.q)))
        if isinstance(e, sp.Symbol):
            return self._symbol(e)
        if isinstance(e, sp.Add | sp.Mul):
            kind = t.Plus if isinstance(e, sp.Add) else t.Times
            return joined(kind, [self.scalar(part) for part in _args(e)])
        if isinstance(e, sp.Pow) and isinstance(e.exp, sp.Integer):
            exponent = int(e.exp)
            base = self.scalar(e.base)
            one = base if exponent > 0 else t.Inverse(base)
            return one if abs(exponent) == 1 else t.Power(one, abs(exponent))
        if isinstance(e, sp.Min) and len(e.args) == 2 and all(a.is_integer for a in e.args):
            return t.Smaller(*map(self.size, _args(e)))
        if self._ranged and isinstance(e, sp.Pow | sp.Sum):
            return RangedNumbers(self).number(e)
        raise NoFormError(f"{type(e).__name__} in {e}")

    def _symbol(self, symbol: sp.Symbol) -> t.Term:
        name = symbol.name
        if name in self._ranging:
            raise NoFormError(f"two things of the name {name}")
        given = {k: v for k, v in symbol._assumptions_orig.items() if k != "commutative"}
        if not set(given) <= _SORTS or not all(given.values()):
            raise NoFormError(f"the symbol {name}, {given}")
        if self._symbols.setdefault(name, symbol) != symbol:
            raise NoFormError(f"two things of the name {name}")
        if symbol.is_integer:
            if not symbol.is_nonnegative:
                raise NoFormError(f"the integer {name}, which may be negative")
            self._named(self.theorem.sizes, name, 1 if symbol.is_positive else 0)
            return t.OfSize(t.Size("name", (name,)))
        variable, zero = t.Variable(name), t.Number(0)
        known: list[t.Proposition] = []
        if symbol.is_positive:
            known.append(t.Less(zero, variable))
        elif symbol.is_nonnegative:
            known.append(t.AtMost(zero, variable))
        elif symbol.is_nonzero:
            known.append(t.Unequal(variable, zero))
        self._named(self.theorem.numbers, name, tuple(known))
        return variable

    def _named(self, space: dict[str, Any], name: str, value: Any) -> None:
        own = self.theorem
        spaces = (own.sizes, own.numbers, own.tensors, own.random, own.bound, own.functions)
        if space is own.tensors or space is own.bound:  # of these two `twofold` tells
            spaces = (own.sizes, own.numbers, own.random, own.functions)
        others = [other for other in spaces if other is not space]
        if any(name in other for other in others) or space.setdefault(name, value) != value:
            raise NoFormError(f"two things of the name {name}")


def _free(*found: Iterable[Index]) -> tuple[Index, ...]:
    """The indices of two sides, each once; two of one name would be made one."""
    by_name: dict[str, Index] = {}
    for index in chain.from_iterable(found):
        if not by_name.setdefault(index.name, index).same(index):
            raise NoFormError("two indices of one name")
    return tuple(by_name.values())


def _is_of_relations(p: t.Proposition) -> bool:
    """Whether a hypothesis is of relations alone.

    Where one divides by 0, it is not met; with 0 for the quotient it may be, so that more is said.
    """
    if isinstance(p, t.And):
        return all(map(_is_of_relations, p.parts))
    if isinstance(p, t.Every):
        return _is_of_relations(p.body)
    return isinstance(p, t.Equals | t.AtMost | t.Less)


_SORTS = {"real", "positive", "nonnegative", "nonzero", "integer", "complex"}

_OF_PLACES: Mapping[Any, Any] = {Delta: t.Delta, AtMost: t.Ordered, Lag: t.Lag}

_RELATIONS: dict[type, Callable[..., t.Proposition]] = {
    c.Equal: t.Equals,
    c.AtMost: t.AtMost,
    c.Less: t.Less,
    h.Unequal: t.Unequal,
}


def _args(e: Any) -> list[Any]:
    """The parts of a sum or a product in an order that does not hang on the process."""
    return sorted(e.args, key=sp.default_sort_key)
