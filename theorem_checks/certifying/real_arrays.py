"""Statements about entries of arrays of real numbers, with functions of entries, in Rocq's reals.

An array is a function of natural numbers, of which those below its sizes are places. Each relation
is for all places of its own indices. The functions have a value everywhere, in Rocq as here: the
logarithm of what is not positive is 0, and so is the root of what is negative; `greatest` of
`RealArrays.v`, which is part of the statement, is 0 of no numbers. A relation of two indices is 1
or 0. That no divisor is 0 stands beside a relation, for all places of a sum in which it stands;
hypotheses may not divide.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import sympy as sp

from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.real_text import (
    RELATIONS,
    definition_text,
    known_of,
    plain_text,
    relations_in,
    require_known_sorts,
)
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements import conclusions as c
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.arrays.index_relations import AtMost, Delta
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    LARGEST,
    LOGARITHM,
    NORM,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry

_Number = ix.IndexExpression | sp.Expr

__all__ = ["is_of_real_arrays", "real_arrays_statement"]

_OF_ENTRIES: Mapping[str, str] = MappingProxyType(
    {EXPONENTIAL: "exp", LOGARITHM: "ln", ROOT: "sqrt", NORM: "Rabs"}
)
_OF_INDICES: Mapping[type, str] = MappingProxyType({AtMost: "<=?", Delta: "=?"})
_LARGEST: Mapping[str, str] = MappingProxyType(
    {
        LARGEST: "greatest (fun {i} : nat => {body}) {n}",
        NORM: "greatest (fun {i} : nat => Rabs {body}) {n}",
    }
)


def is_of_real_arrays(conclusion: c.Conclusion) -> bool:
    """Whether a statement is of relations between entries of arrays and numbers alone."""
    return all(
        isinstance(one, c.Equal | c.AtMost | c.Less)
        and all(isinstance(_held(side), _Number) for side in (one.lhs, one.rhs))
        for one in relations_in(conclusion)
    )


def _held(side: Any) -> Any:
    """The entry of an array at its own indices, one on each axis; anything else as it is."""
    if not isinstance(side, SymbolicArray):
        return side
    if all(len(a) == 1 and len(a[0].sizes) == 1 and not a[0].increasing for a in side.axes):
        return side.blocks.get((0,) * len(side.axes), ix.scalar(0))
    raise NoFormError("an array of several blocks among arrays of real numbers")


def real_arrays_statement(conclusion: c.Conclusion) -> str:
    """What a certificate states.

    **Raises** `NoFormError` for what cannot be said.
    """
    made = _Statement()
    body = made.proposition(conclusion)
    variables = [f"({encoded_name(name)} : {kind})" for name, kind in made.names.items()]
    return definition_text(variables, made.known, body)


class _Statement:
    def __init__(self) -> None:
        self.names: dict[str, str] = {}  # with types
        self._things: dict[str, Any] = {}  # what each name is of: a symbol, or the rank of a tensor
        self.known: list[str] = []
        self._count = 0
        self._defined: dict[str, None] = {}  # that no divisor is 0, in what is being written
        self._assuming = False

    def proposition(self, conclusion: c.Conclusion) -> str:
        if isinstance(conclusion, c.All):
            return "(" + " /\\\n  ".join(map(self.proposition, conclusion.parts)) + ")"
        if isinstance(conclusion, c.Implies):
            before, self._assuming = self._assuming, True
            hypothesis = self.proposition(conclusion.hypothesis)
            self._assuming = before
            return f"({hypothesis} ->\n  {self.proposition(conclusion.body)})"
        assert isinstance(conclusion, c.Relation)
        sides = [ix.scalar(_held(side)) for side in (conclusion.lhs, conclusion.rhs)]
        free = {name: index for side in sides for name, index in side.free.items()}
        if any(sides[1].free.get(name, index) != index for name, index in sides[0].free.items()):
            raise NoFormError("two indices of one name")
        places = {name: self._place() for name in free}
        ranged = "".join(
            f"({places[name]} < {self._size(index.range)})%nat -> " for name, index in free.items()
        )
        self._defined = {}
        said = f" {RELATIONS[type(conclusion)]} ".join(self._entry(s, places) for s in sides)
        said = " /\\ ".join([*self._defined, said])
        bound = f"forall {' '.join(places.values())} : nat, " if places else ""
        return f"({bound}{ranged}{said})"

    def _place(self) -> str:
        self._count += 1
        return f"p{self._count}'"

    def _entry(self, e: ix.IndexExpression, places: Mapping[str, str]) -> str:
        if isinstance(e, ix.Scalar):
            return self._number(e.value)
        if isinstance(e, Entry):
            return self._entry_of_tensor(e, [places[i.name] for i in e.indices])
        if isinstance(e, ix.Plus | ix.Times):
            parts = e.terms if isinstance(e, ix.Plus) else e.factors
            sign = " + " if isinstance(e, ix.Plus) else " * "
            return "(" + sign.join(self._entry(part, places) for part in parts) + ")"
        if isinstance(e, AtMost | Delta):
            related = f" {_OF_INDICES[type(e)]} ".join(places[i.name] for i in e.indices)
            return f"(if ({related})%nat then 1 else 0)"
        if isinstance(e, ix.Renamed):
            inner = {old: places[new.name] for old, new in e.names.items()}
            return self._entry(e.body, {**places, **inner})
        if isinstance(e, ix.Positive):
            return f"(Rmax {self._entry(e.body, places)} 0)"
        if isinstance(e, ix.Summed):
            return self._over(e.indices, e.body, places, "total (fun {i} : nat => {body}) 0 {n}")
        if isinstance(e, ix.Opaque):
            return self._of_function(e, places)
        raise NoFormError(f"{type(e).__name__} in an array of real numbers")

    def _of_function(self, e: ix.Opaque, places: Mapping[str, str]) -> str:
        if e.name in _OF_ENTRIES and not e.bound:
            return f"({_OF_ENTRIES[e.name]} {self._entry(e.body, places)})"
        if e.name == RECIPROCAL and not e.bound:
            return self._inverse(self._entry(e.body, places))
        if e.name in _LARGEST and len(e.bound) == 1:
            return self._over(e.bound, e.body, places, _LARGEST[e.name])
        raise NoFormError(f"{e.name} in an array of real numbers")

    def _entry_of_tensor(self, e: Entry, places: list[str]) -> str:
        kind = e.tensor.kind
        if kind.symmetry != "none" or kind.power_of or kind.known or kind.inverse_of:
            raise NoFormError(f"the tensor {kind.name}, of which something is known")
        self._named(kind.name, kind.rank, "nat -> " * kind.rank + "R")
        own = " ".join([encoded_name(kind.name), *places])
        return f"({own})" if places else own

    def _over(self, indices: Any, body: Any, places: Mapping[str, str], form: str) -> str:
        own = {index.name: self._place() for index in indices}
        before, self._defined = self._defined, {}
        text = self._entry(body, {**places, **own})
        for index in reversed(indices):
            i, n = own[index.name], self._size(index.range)
            ranged = f"forall {i} : nat, ({i} < {n})%nat -> "
            self._defined = {f"({ranged}{said})": None for said in self._defined}
            text = f"({form.format(i=i, body=text, n=n)})"
        self._defined = before | self._defined
        return text

    def _inverse(self, divisor: str) -> str:
        if self._assuming:
            raise NoFormError("a division in a hypothesis on arrays of real numbers")
        self._defined[f"{divisor} <> 0"] = None
        return f"(/ {divisor})"

    def _size(self, e: Any) -> str:
        if isinstance(e, sp.Integer) and e >= 0:
            return str(e)
        if isinstance(e, sp.Symbol) and e.is_integer and e.is_nonnegative:
            self._symbol(e)
            return encoded_name(e.name)
        if isinstance(e, sp.Add):
            return f"({' + '.join(self._size(part) for part in e.as_ordered_terms())})"
        raise NoFormError(f"{e} in a size, which is to be made of sizes and integers from 0 on")

    def _number(self, e: Any) -> str:
        if (plain := plain_text(e, self._number, self._symbol)) is not None:
            return plain
        if isinstance(e, sp.Pow) and e.exp.is_Integer:
            base = self._number(e.base)
            text = base if abs(e.exp) == 1 else f"({base} ^ {abs(e.exp)})"
            return text if e.exp > 0 else self._inverse(text)
        raise NoFormError(f"{type(e).__name__} in {e}")

    def _symbol(self, symbol: Any) -> str:
        require_known_sorts(symbol)
        own = encoded_name(symbol.name)
        if symbol.is_integer:
            self._named(symbol.name, symbol, "nat", known_of(symbol))
            return f"(INR {own})"
        self._named(symbol.name, symbol, "R", known_of(symbol))
        return own

    def _named(self, name: str, thing: Any, kind: str, known: str = "") -> None:
        if self._things.setdefault(name, thing) != thing:
            raise NoFormError(f"two things of the name {name}")
        self.names[name] = kind
        if known and known not in self.known:
            self.known.append(known)
