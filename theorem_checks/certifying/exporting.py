"""From a statement to what a certificate states: all of it, or nothing.

Sizes are natural numbers, numbers and entries are elements of a field of characteristic 0, under
the hypotheses that their sorts say; an array is an equation for each block, at all places of its
indices. Whatever has no exact counterpart here is refused by `NoFormError`, which says what.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.names import encoded_name
from theorem_checks.errors import TheoremChecksError
from theorem_checks.statements import conclusions as c
from theorem_checks.statements import hypotheses as h
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.arrays.index_families import parts_of, same_axes
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.terms import components, data_of, replacement

__all__ = ["Exporter", "NoFormError", "Tensor", "Theorem", "exported", "parts"]


class NoFormError(TheoremChecksError):
    """There is no form of certificate yet for something in a statement."""

    def __init__(self, what: str) -> None:
        super().__init__(f"no certificate form yet: {what}")


@dataclass(frozen=True)
class Tensor:
    """A tensor by name: of how many indices, and of which square matrix it is the inverse."""

    name: str
    rank: int
    inverse_of: str = ""
    size: t.Size | None = None


_TRUE = t.Equals(t.Number(0), t.Number(0))


@dataclass
class Theorem:
    """What a certificate states: the body, for all sizes, numbers and tensors that it names."""

    sizes: dict[str, int] = field(default_factory=dict)  # with the least value
    numbers: dict[str, tuple[t.Proposition, ...]] = field(default_factory=dict)
    tensors: dict[str, Tensor] = field(default_factory=dict)
    body: t.Proposition = _TRUE
    bound: dict[str, Tensor] = field(default_factory=dict)  # of states and tokens of machines
    origins: dict[int, Any] = field(default_factory=dict)  # for proofs: where positive parts stood

    @property
    def names(self) -> list[str]:
        """The identifiers of all that is named."""
        named = [*self.sizes, *self.numbers, *self.tensors, *self.bound]
        return [encoded_name(name) for name in named]

    @property
    def is_ordered(self) -> bool:
        """Whether the field has to be an ordered one."""
        return any(isinstance(part, t.Positive | t.AtMost | t.Less) for part in parts(self.body))


def parts(tree: Any) -> Iterable[Any]:
    """A tree and all that stands in it."""
    yield tree
    for name in getattr(tree, "__dataclass_fields__", ()):
        value = getattr(tree, name)
        for part in value if isinstance(value, tuple) else (value,):
            if hasattr(part, "__dataclass_fields__"):
                yield from parts(part)


def exported(conclusion: c.Conclusion) -> "Exporter":
    """What a certificate of a conclusion states, with what made it.

    **Raises** `NoFormError` for a conclusion that has no exact counterpart yet.
    """
    made = Exporter()
    made.theorem.body = made.proposition(conclusion)
    return made


class Exporter:
    """Makes what a certificate states; also the expressions of which a proof speaks."""

    def __init__(self) -> None:
        self.theorem = Theorem()
        self.machines: dict[int, c.SameOutputs] = {}  # for proofs: of which a proposition is made
        self._bound = 0

    # --- conclusions

    def proposition(self, conclusion: c.Conclusion) -> t.Proposition:
        """What a conclusion says."""
        kind = type(conclusion)
        if isinstance(conclusion, c.All):
            return t.And(tuple(map(self.proposition, conclusion.parts)))
        if isinstance(conclusion, c.Implies):
            hypothesis = self.proposition(conclusion.hypothesis)
            if any(isinstance(part, t.Inverse) for part in parts(hypothesis)):
                raise NoFormError("a hypothesis with a division")
            return t.Under(hypothesis, self.proposition(conclusion.body))
        if isinstance(conclusion, StateSize):
            return self.state_size(conclusion)
        if isinstance(conclusion, c.SameOutputs):
            return self.same_runs(conclusion)
        if kind not in _RELATIONS:
            raise NoFormError(f"{kind.__name__}")
        assert isinstance(conclusion, c.Relation)
        lhs, rhs = conclusion.lhs, conclusion.rhs
        if isinstance(lhs, sp.Expr) and isinstance(rhs, sp.Expr):
            return _RELATIONS[kind](self.scalar(lhs), self.scalar(rhs))
        if kind is c.Equal:
            return self._equal(lhs, rhs)
        raise NoFormError(f"{kind.__name__} of {type(lhs).__name__} and {type(rhs).__name__}")

    def _equal(self, lhs: Any, rhs: Any) -> t.Proposition:
        if isinstance(lhs, ix.IndexExpression) and isinstance(rhs, ix.IndexExpression):
            free = {**lhs.free, **rhs.free}
            return self._at_all_places(tuple(free.values()), lhs, rhs)
        if not isinstance(lhs, SymbolicArray) or not isinstance(rhs, SymbolicArray):
            raise NoFormError(f"Equal of {type(lhs).__name__} and {type(rhs).__name__}")
        if not same_axes(lhs.axes, rhs.axes):
            raise NoFormError("arrays of different axes")
        found = []
        for place in sorted({*lhs.blocks, *rhs.blocks}):
            families = parts_of(lhs.axes, place)
            own = [f.indices(axis) for axis, f in enumerate(families)]
            zero = ix.scalar(0)
            blocks = lhs.blocks.get(place, zero), rhs.blocks.get(place, zero)
            found.append(self._at_all_places(sum(own, ()), *blocks))
        return t.And(tuple(found)) if found else _TRUE

    def _at_all_places(
        self, indices: tuple[ix.Index, ...], lhs: ix.IndexExpression, rhs: ix.IndexExpression
    ) -> t.Proposition:
        bound = {index.name: self.bound(index) for index in indices}
        if len(bound) < len(indices):
            raise NoFormError("two indices of one name")
        body = t.Equals(self.entry(lhs, bound), self.entry(rhs, bound))
        return t.Every(tuple(bound.values()), body) if bound else body

    # --- machines

    def same_runs(self, same: c.SameOutputs) -> t.SameRuns:
        """That two machines have the same outputs."""
        one, other = same.one, same.other
        token = replacement(one.token, one.token)
        if data_of(one.token) != data_of(other.token):
            raise NoFormError("machines of different tokens")
        for machine in (one, other):
            self.bind(replacement(machine.state, machine.state))
        self.bind(token)
        machines = [
            t.Machine(
                self.functions(replacement(machine.state, machine.start)),
                self.functions(replacement(machine.state, machine.after)),
            )
            for machine in (one, other)
        ]
        outputs = zip(components(one.output), components(other.output), strict=True)
        said = t.And(tuple(self._equal(*pair) for pair in outputs))
        found = t.SameRuns(machines[0], machines[1], self.functions(token), said)
        self.machines[id(found)] = same
        return found

    def state_size(self, said: StateSize) -> t.Proposition:
        """How many entries a state has: 1 summed over the places of each array."""
        counted: list[t.Term] = []
        for array in components(said.machine.state):
            for place in sorted(array.blocks):
                one: t.Term = t.Number(1)
                for family in reversed(parts_of(array.axes, place)):
                    if family.increasing:
                        raise NoFormError("how many entries an increasing family has")
                    for size in reversed(family.sizes):
                        self._bound += 1
                        one = t.Sum(t.Bound(self._bound, self.size(size)), one)
                counted.append(one)
        return t.Equals(_joined(t.Plus, counted), self.scalar(said.entries))

    def functions(self, replacing: Any) -> tuple[t.Function, ...]:
        """Tensors by name, each with what is put in its place."""
        found = []
        for name, (own, body) in replacing.items():
            places = {index.name: self.bound(index) for index in own}
            found.append(t.Function(name, tuple(places.values()), self.entry(body, places)))
        return tuple(found)

    def bind(self, replacing: Any) -> None:
        """Note that tensors are bound by the statement of a machine."""
        for name, (own, _) in replacing.items():
            if name in self.theorem.tensors:
                raise NoFormError(f"the array {name} outside of the machine whose it is")
            self.theorem.bound[name] = Tensor(name, len(own))

    def bound(self, index: ix.Index) -> t.Bound:
        """A new variable for an index."""
        self._bound += 1
        return t.Bound(self._bound, self.size(index.range))

    # --- index expressions; `places` says which variable an index stands for

    def entry(self, e: ix.IndexExpression, places: Mapping[str, t.Bound]) -> t.Term:
        """A term of index notation; `places` says for which variable an index stands."""
        if isinstance(e, ix.Scalar):
            return self.scalar(e.value)
        if isinstance(e, ix.Entry):
            indices = tuple(places[index.name] for index in e.indices)
            self._tensor(e.tensor.kind, indices)
            return t.Entry(e.tensor.name, indices)
        if isinstance(e, ix.Delta):
            return t.Delta(places[e.i.name], places[e.j.name])
        if isinstance(e, ix.AtMost):
            return t.Ordered(places[e.i.name], places[e.j.name])
        if isinstance(e, ix.Plus):
            return _joined(t.Plus, [self.entry(part, places) for part in e.terms])
        if isinstance(e, ix.Times):
            return _joined(t.Times, [self.entry(part, places) for part in e.factors])
        if isinstance(e, ix.Renamed):
            inner = {old: places[new.name] for old, new in e.names.items()}
            return self.entry(e.body, {**places, **inner})
        if isinstance(e, ix.Positive):
            found = t.Positive(self.entry(e.body, places))
            self.theorem.origins[id(found)] = found, e, dict(places)
            return found
        if isinstance(e, ix.Summed):
            own = {index.name: self.bound(index) for index in e.indices}
            body = self.entry(e.body, {**places, **own})
            return reduce(lambda inner, b: t.Sum(b, inner), reversed(own.values()), body)
        raise NoFormError(f"{type(e).__name__} in an array")

    def _tensor(self, kind: ix.Kind, indices: tuple[t.Bound, ...]) -> None:
        if kind.symmetry != "none" or kind.power_of:
            raise NoFormError(f"the tensor {kind.name}, {kind.symmetry} {kind.power_of}".strip())
        size = indices[0].size if kind.inverse_of else None
        found = Tensor(kind.name, kind.rank, kind.inverse_of, size)
        if kind.name in self.theorem.bound:
            return
        if kind.inverse_of:
            partner = Tensor(kind.inverse_of, 2, kind.name, size)
            self.theorem.tensors.setdefault(partner.name, partner)
        if self.theorem.tensors.setdefault(kind.name, found) != found:
            raise NoFormError(f"two tensors of the name {kind.name}")

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
        raise NoFormError(f"the size {e}")

    def scalar(self, e: sp.Expr) -> t.Term:
        """A number."""
        if isinstance(e, sp.Rational):
            return t.fraction(Fraction(int(e.p), int(e.q)))
        if isinstance(e, sp.Symbol):
            return self._symbol(e)
        if isinstance(e, sp.Add | sp.Mul):
            kind = t.Plus if isinstance(e, sp.Add) else t.Times
            return _joined(kind, [self.scalar(part) for part in _args(e)])
        if isinstance(e, sp.Pow) and isinstance(e.exp, sp.Integer):
            exponent = int(e.exp)
            base = self.scalar(e.base)
            one = base if exponent > 0 else t.Inverse(base)
            return one if abs(exponent) == 1 else t.Power(one, abs(exponent))
        raise NoFormError(f"{type(e).__name__} in {e}")

    def _symbol(self, symbol: sp.Symbol) -> t.Term:
        name = symbol.name
        given = {k: v for k, v in symbol._assumptions_orig.items() if k != "commutative"}
        if not set(given) <= _SORTS or not all(given.values()):
            raise NoFormError(f"the symbol {name}, {given}")
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
        others = {**self.theorem.sizes, **self.theorem.numbers, **self.theorem.tensors}
        if space.setdefault(name, value) != value or (name in others and name not in space):
            raise NoFormError(f"two things of the name {name}")


_SORTS = {"real", "positive", "nonnegative", "nonzero", "integer", "complex"}

_RELATIONS: dict[type, Callable[..., t.Proposition]] = {
    c.Equal: t.Equals,
    c.AtMost: t.AtMost,
    c.Less: t.Less,
    h.Unequal: t.Unequal,
}


def _args(e: Any) -> list[Any]:
    """The parts of a sum or a product in an order that does not hang on the process."""
    return sorted(e.args, key=sp.default_sort_key)


def _joined(kind: Callable[..., t.Term], found: list[t.Term]) -> t.Term:
    if not found:
        raise NoFormError("a sum or a product of nothing")
    return found[0] if len(found) == 1 else kind(tuple(found))
