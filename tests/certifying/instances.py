"""What is exported, evaluated by Rocq at rational numbers, against the subject run in Python."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import Naming, size, term
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import All, Equal
from theorem_checks.statements.worlds import RATIONALS, Concrete

HEADER = r"""
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Ltac by_value := rewrite ?big_ord_recl ?big_ord0; apply/eqP; vm_compute; reflexivity.
"""
DRAWN = [Fraction(n) for n in (-2, -1, 1, 2)] + [Fraction(1, 2), Fraction(-1, 3)]


class Small(Concrete):
    """A world of small numbers, as Rocq's rationals are unary."""

    def _any(self, assumptions, least):
        if assumptions.get("integer"):
            return Fraction((least or 0) + self._source.randint(0, self.spread))
        value = self._source.choice(DRAWN)
        return abs(value) if assumptions.get("positive") or least is not None else value

    def fresh(self, shape):
        values = np.empty(shape, dtype=object)
        for place in np.ndindex(shape):
            values[place] = self._source.choice(DRAWN)
        return RATIONALS.array(values)


def number(value):
    """A rational number in Rocq."""
    value = Fraction(value)
    top = f"{abs(value.numerator)}%:R"
    whole = top if value.denominator == 1 else f"({top} / {value.denominator}%:R)"
    return f"(- {whole})" if value < 0 else whole


def nested(values):
    """A list of lists of numbers in Rocq."""
    if isinstance(values, list):
        return f"[:: {'; '.join(map(nested, values))}]"
    return number(values)


def definitions(theorem, world):
    """The sizes, numbers and arrays of a world as definitions; None for arrays in several parts."""
    lines = [f"Definition {encoded_name(n)} := {int(world.numbers[n])}%N." for n in theorem.sizes]
    for name in theorem.numbers:
        lines.append(f"Definition {encoded_name(name)} : rat := {number(world.numbers[name])}.")
    for name, tensor in theorem.tensors.items():
        if name not in world.arrays:
            return None
        values = np.array(elements_of(world.arrays[name]))
        if tensor.rank == values.ndim - 1 and values.shape[0] == 1:
            values = values[0]
        if tensor.rank == values.ndim - 1 and values.shape[-1] == 1:
            values = values[..., 0]
        if tensor.rank != values.ndim or tensor.rank > 2:
            return None
        places = " ".join(f"(n{k} : nat)" for k in range(tensor.rank))
        text = nested(values.tolist())
        for k in range(tensor.rank):
            default = "0" if k == tensor.rank - 1 else "[::]"
            text = f"(nth {default} {text} n{k})"
        lines.append(f"Definition {encoded_name(name)} {places} : rat := {text}.")
    return lines


def equations(theorem, conclusion):
    """Each exported equation with the conclusion's own equation that it is of, and its place."""
    parts = conclusion.parts if isinstance(conclusion, All) else (conclusion,)
    bodies = theorem.body.parts if isinstance(conclusion, All) else (theorem.body,)
    for part, body in zip(parts, bodies, strict=True):
        if not isinstance(part, Equal):
            return
        if isinstance(part.lhs, SymbolicArray):
            places = sorted({*part.lhs.blocks, *part.rhs.blocks})
            for place, block in zip(places, getattr(body, "parts", ()), strict=False):
                yield part, place, block
        elif isinstance(part.lhs, sp.Expr):
            yield part, None, body


def goals(claim, seed, most):
    """Goals about a claim's subject at an instance: texts of Rocq that are to be provable."""
    while True:
        symbolic = statement_of(claim.says, claim.subject)
        theorem = exported(symbolic)
        world = Small({}, seed, spread=1)
        concrete = claim.says(claim.subject, world)
        lines = definitions(theorem, world)
        break
    if lines is None or isinstance(concrete, All) != isinstance(symbolic, All):
        return [], []
    theirs = concrete.parts if isinstance(concrete, All) else (concrete,)
    mine = symbolic.parts if isinstance(symbolic, All) else (symbolic,)
    own = dict(zip(map(id, mine), theirs, strict=True))
    source, found = random.Random(seed), []
    for part, place, block in equations(theorem, symbolic):
        sides = [own[id(part)].lhs, own[id(part)].rhs]
        for side, tree in zip(sides, _sides(block), strict=True):
            found += list(_goals_of(side, tree, part, place, block, theorem, world))
    source.shuffle(found)
    return lines, found[:most]


def _sides(block):
    body = block.body if isinstance(block, t.Every) else block
    return body.lhs, body.rhs


def _goals_of(side, tree, part, place, block, theorem, world):
    names = Naming(theorem.names)
    text = term(tree, names)
    bound = block.indices if isinstance(block, t.Every) else ()
    values = elements_of(side) if place is not None else None
    ranges = [range(_number_of(i.size, world)) for i in bound]
    for at in product(*ranges):
        if place is None:
            value = Fraction(str(sp.nsimplify(side)))
        else:
            value = values[_absolute(part, place, at, world)]
        given = "".join(f"let {names.of(i)} := {n}%N in " for i, n in zip(bound, at, strict=True))
        yield f"({given}{text}) = {number(value)} :> rat"


def _number_of(n, world):
    if n.kind == "name":
        return int(world.numbers[n.parts[0]])
    if n.kind == "number":
        return n.parts[0]
    values = [_number_of(p, world) for p in n.parts]
    return sum(values) if n.kind == "+" else int(np.prod(values))


def _absolute(part, place, at, world):
    """Where a place of a block stands in the whole array of numbers."""
    found, rest = [], list(at)
    for axis, number_of_family in zip(part.lhs.axes, place, strict=True):
        values = {s: int(world.numbers[s.name]) for f in axis for z in f.sizes for s in z.free_symbols}
        before = sum(_members(f, values) for f in axis[:number_of_family])
        family = axis[number_of_family]
        own = [rest.pop(0) for _ in family.sizes]
        if family.increasing:
            raise NotImplementedError
        inner = 0
        for n, z in zip(own, family.sizes, strict=True):
            inner = inner * int(z.subs(values)) + n
        found.append(before + inner)
    return tuple(found)


def _members(family, values):
    return int(sp.sympify(family.members).subs(values))


__all__ = ["HEADER", "goals", "size"]
