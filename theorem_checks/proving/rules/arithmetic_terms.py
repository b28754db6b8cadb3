"""Numbers as terms of the solvers, with what is known of each by what it is.

What is no sum, product or quotient of its parts is taken for any real number: `rules.arithmetic`
says of which more is known.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import add, and_, mul, or_
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.index_notation.entries import EntryTerms, at_places
from theorem_checks.proving.logarithms import logarithm_apart
from theorem_checks.proving.rules.divisors import divisors_that_may_be_zero, words_of_divisors
from theorem_checks.proving.rules.entries import only
from theorem_checks.statements.arrays.index_expressions import IndexExpression, scalar
from theorem_checks.statements.arrays.index_positivity import is_real
from theorem_checks.statements.arrays.indices import Index, joined
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Less,
    Relation,
)
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.range_signs import is_never_negative
from theorem_checks.statements.reals.sorts import sign_by_sort
from theorem_checks.statements.reals.terms import Formula, Term, constant, implies, reals

__all__ = ["Numbers", "free_in"]

_MANY_LOGARITHMS = 6  # that are compared with each other
_MANY_ZEROS = 8  # of a product, which is then that of a late mutant


class Numbers:
    """Terms of the solvers for expressions, and what is known of them."""

    def __init__(self, places: Mapping[str, Index]) -> None:
        self._places = places
        self._terms: dict[sp.Expr, Term] = {}
        self._entries = EntryTerms(places, self._term)
        self._integers: list[tuple[Term, Term]] = []  # the sides of relations of integers
        self._zeros: dict[sp.Symbol, set[int]] = {}  # the last zeros of products such as n (n - 1)
        self._signs: list[Formula] = []
        self.defined: list[Formula] = []  # what has to follow, as parts have no value elsewhere

    @property
    def known(self) -> list[Formula]:
        """What is known of the numbers by what they are."""
        return [*self._signs, *self._entries.known]

    @property
    def names(self) -> list[str]:
        """The variables of the solvers."""
        made = (*self._terms.values(), *self._entries.terms.values())
        return [term.args[0] for term in made]

    @property
    def meant(self) -> dict[str, sp.Expr]:
        """What the variables of the solvers stand for, entries of arrays left out."""
        return {term.args[0]: e for e, term in self._terms.items()}

    def of(self, side: Any) -> Term:
        """The term of a number, or of a side of a relation of numbers."""
        return self._side(sp.sympify(side) if isinstance(side, int) else side)

    def claim(self, conclusion: Conclusion) -> Formula:
        """What is to be proved, at the places, as a formula of the solvers."""
        if isinstance(conclusion, All):
            return reduce(and_, map(self.claim, conclusion.parts))
        if isinstance(conclusion, Relation) and _is_of_entries(conclusion):
            return self._relation(conclusion, *map(_entry_of, (conclusion.lhs, conclusion.rhs)))
        return self._formula(conclusion)

    def given(self, conclusion: Conclusion) -> list[Formula]:
        """What is known: of arrays at all places, and so at each of these."""
        if isinstance(conclusion, All):
            return [formula for part in conclusion.parts for formula in self.given(part)]
        if not isinstance(conclusion, Relation) or not _is_of_entries(conclusion):
            return [self._formula(conclusion)]
        if not (free := free_in(conclusion)) and not _has_places(conclusion):
            return []  # of an array without entries nothing is said
        sides = [_entry_of(side) for side in (conclusion.lhs, conclusion.rhs)]
        return [
            self._relation(conclusion, *(side.renamed(names) for side in sides))
            for names in at_places(free, self._places)
        ]

    def _relation(self, said: Relation, *sides: IndexExpression) -> Formula:
        """A relation of entries at one place."""
        if isinstance(said, Unequal) or not all(map(is_real, sides)):
            hint = words_of_divisors(divisors_that_may_be_zero(sides), assumed=False)
            expected = "Equal, AtMost, Less of real entries"
            raise ArgumentError("conclusion", said.latex, expected, hint)
        return _relation(said, *map(self._entries.of, sides))

    def _formula(self, conclusion: Conclusion) -> Formula:
        """A conclusion of numbers as a formula of the solvers."""
        if isinstance(conclusion, Relation):
            sides = conclusion.lhs, conclusion.rhs
            if any(map(_is_of_arrays, sides)):  # where logarithms of numbers are entries as well
                sides = [scalar(s) if isinstance(s, sp.Expr) else s for s in sides]
            left, right = map(self._side, sides)
            if all(isinstance(side, sp.Expr) and side.is_integer for side in sides):
                self._integers.append((left, right))
            return _relation(conclusion, left, right)
        if isinstance(conclusion, All | Either):
            connective = and_ if isinstance(conclusion, All) else or_
            return reduce(connective, map(self._formula, conclusion.parts))
        if isinstance(conclusion, Implies):
            return implies(self._formula(conclusion.hypothesis), self._formula(conclusion.body))
        hint = "Relations of real numbers, joined by All, Either and Implies."
        raise ArgumentError("conclusion", type(conclusion).__name__, hint)

    def further(self) -> list[Formula]:
        """What is known of integers, and of the values of sequences, by what they are.

        Two integers are equal, or differ by 1 at least; a sequence has one value at one integer.
        """
        apart = [(a == b) | (a <= b - 1) | (a >= b + 1) for a, b in self._integers]
        values = [e for e in self._terms if isinstance(e, AppliedUndef)]
        pairs = [(e, f) for e, f in combinations(values, 2) if e.func == f.func]
        apart += [implies(self._same(e.args, f.args), self._equal(e, f)) for e, f in pairs]
        logarithms = [e for e in list(self._terms) if isinstance(e, sp.log)][:_MANY_LOGARITHMS]
        return apart + [self._in_order(e, f) for e, f in combinations(logarithms, 2)]

    def _in_order(self, e: Any, f: Any) -> Formula:
        """Of two logarithms that is less which is that of less."""
        a, b, u, v = (self._term(x) for x in (e.args[0], f.args[0], e, f))
        less, more = (a < b) & (u < v), (a > b) & (u > v)
        return (a <= 0) | (b <= 0) | less | more | (a == b) & (u == v)

    def beginnings(self) -> list[Formula]:
        """Where late mutants begin to differ: the product that makes one is 0 before."""
        return [self._any(n) == min(last) + 1 for n, last in self._zeros.items()]

    def _same(self, one: Sequence[Any], other: Sequence[Any]) -> Formula:
        return reduce(and_, map(self._equal, one, other))

    def _equal(self, a: Any, b: Any) -> Formula:
        return self._term(a) == self._term(b)

    def _side(self, side: Any) -> Term:
        if isinstance(side, sp.Expr):
            return self._term(side)
        number = only(side) if isinstance(side, SymbolicArray | IndexExpression) else None
        if number is None or number.free or not is_real(number):
            hint = words_of_divisors(divisors_that_may_be_zero([number]), assumed=False)
            raise ArgumentError("conclusion", side, "relations of real numbers", hint)
        return self._entries.of(number)

    def _term(self, e: sp.Expr) -> Term:
        if isinstance(e, sp.Rational):
            return constant(f"{e.p}/{e.q}")
        if isinstance(e, sp.Add | sp.Mul):
            return self._joined(e)
        if isinstance(e, sp.Pow):
            whole, rest = _split(e.exp)
            if rest == 0:
                return self._term(e.base) ** whole
            if whole and (whole < 0 or not rest.is_nonnegative) and not e.base.is_positive:
                return self._any(e)  # where b = 0 the power is no such product
            if e.base.is_positive and rest.could_extract_minus_sign():
                return self._term(e.base) ** whole / self._any(sp.Pow(e.base, -rest))
            if whole:
                return self._term(e.base) ** whole * self._any(sp.Pow(e.base, rest))
        known = {
            sp.log: self._logarithm,
            sp.Min: self._extreme,
            sp.Max: self._extreme,
            sp.floor: self._floor,
            sp.Piecewise: self._chosen,
        }
        for function, made in {**known, sp.Abs: self._absolute}.items():
            if isinstance(e, function):
                return made(e)
        return self._any(e)

    def _joined(self, e: sp.Add | sp.Mul) -> Term:
        if isinstance(e, sp.Mul):
            self._note_zeros(e)
        terms = [self._term(part) for part in e.args]  # pyright: ignore[reportArgumentType]
        return reduce(add if isinstance(e, sp.Add) else mul, terms)

    def _note_zeros(self, product: sp.Mul) -> None:
        """Take note of the last zero of a product of many factors n - i, i an integer."""
        zeros: dict[Any, list[int]] = {}
        for factor in product.args:
            number, rest = factor.as_coeff_Add()
            if isinstance(rest, sp.Symbol) and isinstance(number, sp.Integer):
                zeros.setdefault(rest, []).append(-int(number))
        for symbol, found in zeros.items():
            if len(found) >= _MANY_ZEROS:
                self._zeros.setdefault(symbol, set()).add(max(found))

    def _logarithm(self, e: Any) -> Term:
        """The number that stands for the logarithm of a real one, which has to be positive."""
        if e in self._terms:
            return self._terms[e]
        (argument,) = e.args
        apart = logarithm_apart(argument)
        if apart != e and not apart.has(sp.I):
            return self._term(apart)
        if argument.is_real is not True or argument.is_negative or argument.atoms(sp.Float):
            return self._any(e)  # which refuses it
        body = self._term(argument)
        value = self._terms[e] = reals(f"v{len(self._terms)}")
        if argument.is_positive is not True:
            self.defined.append(body > 0)
        signs = (body > 1) & (value > 0) | (body < 1) & (value < 0) | (body == 1) & (value == 0)
        self._signs.append((body <= 0) | signs & (value <= body - 1))
        return value

    def _floor(self, e: Any) -> Term:
        """The number that stands for the largest integer that is no more than another one."""
        if e not in self._terms:
            found, whole = self._any(e), self._term(e.args[0])
            self._signs += [found <= whole, whole < found + 1]
        return self._terms[e]

    def _absolute(self, e: Any) -> Term:
        """The number that stands for the absolute value of a real number."""
        if e not in self._terms:
            found, body = self._any(e), self._term(e.args[0])
            self._signs += [found >= 0, (found == body) | (found == -body)]
        return self._terms[e]

    def _chosen(self, e: Any) -> Term:
        """The number that stands for one of two, by which of two real numbers is larger."""
        if e in self._terms:
            return self._terms[e]
        expected = "one of two numbers, by which of two is larger, and all of them have values"
        if len(e.args) != 2 or e.args[1][1] != sp.true:
            raise ArgumentError("conclusion", e, expected)
        pairs: Any = e.args
        (one, said), (other, _) = pairs
        strict = isinstance(said, sp.StrictGreaterThan | sp.StrictLessThan)
        larger: Any = said.gts if strict else None
        smaller: Any = said.lts if strict else None
        if not strict or divisors_that_may_be_zero([larger, smaller, one, other]):
            raise ArgumentError("conclusion", e, expected)
        more, less = self._term(larger), self._term(smaller)
        if larger.is_integer and smaller.is_integer:
            self._integers.append((more, less))
        found, first, second = self._any(e), self._term(one), self._term(other)
        self._signs.append((more > less) & (found == first) | (more <= less) & (found == second))
        return found

    def _extreme(self, e: Any) -> Term:
        """The number that stands for the least, or the largest, of some."""
        if e not in self._terms:
            found, parts = self._any(e), list(map(self._term, e.args))
            beyond = [found <= p if isinstance(e, sp.Min) else found >= p for p in parts]
            self._signs += [*beyond, reduce(or_, [found == p for p in parts])]
        return self._terms[e]

    def _any(self, e: sp.Expr) -> Term:
        """The number that stands for what is no sum, product or quotient."""
        if isinstance(e, sp.Pow):
            e = sp.Pow(sp.expand(e.base), e.exp)
        if e.atoms(sp.Float) or e.is_real is not True:
            powers = any(part.exp.free_symbols for part in e.atoms(sp.Pow))
            hint = "Powers are real of a base that is positive, w.number('b', positive=True)."
            expected = "what is known to be real, and exact"
            divisors = words_of_divisors(divisors_that_may_be_zero([e]), assumed=False)
            raise ArgumentError("conclusion", e, expected, hint if powers else divisors)
        if e not in self._terms:
            made = reals(f"v{len(self._terms)}")
            self._terms[e] = made
            self._signs += _signs(e, made)
            if isinstance(e, sp.Pow) and isinstance(e.exp, sp.Rational):  # a root, and no integer
                power = self._term(e.base) ** abs(e.exp.p)
                root = made**e.exp.q
                self._signs.append(root == power if e.exp.p > 0 else root * power == 1)
        return self._terms[e]


def free_in(said: Relation) -> Mapping[str, Index]:
    """The free indices of the entries of which a relation is."""
    sides = (_entry_of(side) for side in (said.lhs, said.rhs) if _is_of_arrays(side))
    return joined(index for side in sides for index in side.free.values())


def _is_of_entries(said: Relation) -> bool:
    """Whether a relation is one of entries, of which there may be one only, such as 0."""
    sides = (said.lhs, said.rhs)
    return bool(free_in(said)) or any(getattr(side, "axes", ()) for side in sides)


def _has_places(said: Relation) -> bool:
    """Whether the arrays of a relation have entries for certain."""
    axes = (axis for side in (said.lhs, said.rhs) for axis in getattr(side, "axes", ()))
    return all(size.is_positive for axis in axes for family in axis for size in family.sizes)


def _is_of_arrays(side: Any) -> bool:
    return isinstance(side, SymbolicArray | IndexExpression)


def _entry_of(side: Any) -> IndexExpression:
    """The entry of an array of one family on each axis, at the indices of its axes."""
    if not isinstance(side, SymbolicArray):
        return scalar(side)
    if any(len(axis) != 1 or axis[0].increasing for axis in side.axes):
        raise ArgumentError("conclusion", side, "arrays of one family on each axis")
    return side.blocks.get((0,) * len(side.axes), scalar(0))


def _relation(said: Relation, left: Term, right: Term) -> Formula:
    if isinstance(said, Equal):
        return left == right
    if isinstance(said, Unequal):
        return left != right
    if isinstance(said, AtMost):
        return left <= right
    if isinstance(said, Less):
        return left < right
    raise ArgumentError("conclusion", type(said).__name__, "Equal, Unequal, AtMost or Less")


def _split(exponent: sp.Expr) -> tuple[int, sp.Expr]:
    """The whole number that is added in an exponent, and the rest."""
    number, rest = sp.expand(exponent).as_coeff_Add()
    if number.is_Integer:
        return int(number), rest
    return 0, exponent


def _signs(e: sp.Expr, v: Term) -> list[Formula]:
    """What is known of a symbol or a value of a sequence by its sort, and of powers."""
    if isinstance(e, sp.Symbol | AppliedUndef):
        return sign_by_sort(e, v) or ([v != 0] if e.is_nonzero else [])
    if isinstance(e, sp.exp):
        return [v > 0]
    if isinstance(e, sp.Sum):
        return [v >= 0] if is_never_negative(e) else []
    if isinstance(e, sp.Pow) and e.base.is_positive and (e.base.is_Symbol or e.base.is_Rational):
        return [v > 0]
    if isinstance(e, sp.Pow) and e.exp.is_nonnegative:
        even = e.exp.is_even and e.base.is_real
        return [v >= 0] if e.base.is_nonnegative or even else []
    return []
