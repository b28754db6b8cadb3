r"""The rule that draws inequalities from others, by the arithmetic of real numbers alone.

What is no sum, product or quotient of its parts, such as a power :math:`b^n` or an exponential, or
a sum over the entries of arrays, is taken for any real number, of which no more is known than its
sign; so what is true of all numbers is true of these. Of logarithms it is known that they turn
products into sums, their sign, their order, and log x <= x - 1; that x is positive has to follow.
Where that is not enough, it is known that two integers of which the statement has a relation are
equal or differ by 1 at least, and that a sequence has one value at one integer. What else has to be
known of them is what the premises say.

A relation of arrays is proved of their entries at one place, which is any (`entry_terms`); of
premises, which are of all places, it is used what they say there.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import add, and_, mul, or_
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import are_counterexamples_wanted, once
from theorem_checks.proving.index_notation.entries import EntryTerms, at_places
from theorem_checks.proving.logarithms import logarithm_apart
from theorem_checks.proving.rules.divisors import divisors_that_may_be_zero, words_of_divisors
from theorem_checks.proving.rules.entries import only
from theorem_checks.solving.points import at_points
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Scalar,
    Sum,
    nodes,
    scalar,
)
from theorem_checks.statements.arrays.index_positivity import is_real
from theorem_checks.statements.arrays.indices import Index, joined
from theorem_checks.statements.arrays.known_functions import RECIPROCAL
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
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.sorts import sign_by_sort
from theorem_checks.statements.reals.terms import Formula, Term, constant, implies, reals
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import term
from theorem_checks.verdicts.evidence import Evidence, all_of, witnessed
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["arithmetic", "cancelling", "sum_of_squares"]

_MANY_LOGARITHMS = 6  # that are compared with each other
_MANY_ZEROS = 8  # of a product, which is then that of a late mutant

_NUMBER = reals("v")  # one of which nothing is said, as a claim of the solvers has to have one

Premise = tuple[Conclusion, Evidence]
"""A conclusion, and evidence of it."""


def arithmetic(
    conclusion: Conclusion, *premises: Premise | Evidence, seconds: float | int = 10
) -> Evidence:
    """What follows from equations and inequalities of real numbers by arithmetic.

    **Arguments**: `conclusion`, relations of real numbers, joined by `All`, `Either` and `Implies`,
    or `Equal`, `AtMost` and `Less` of arrays, entry by entry, joined by `All` and `Implies`;
    `premises`, such conclusions of the same symbols with evidence of each, or evidence that says
    by itself what it concludes; `seconds` for each of the solvers.

    **Returns** Evidence: PROVED where the solvers find it true of all real numbers that are what
    the symbols are known to be (positive, at least 1, ...) and meet the premises; UNDECIDED where
    they do not, for a power is not any number.

    **Raises** `ArgumentError` for what is not known to be real, and for other conclusions.
    """
    known = [_premise(one, number) for number, one in enumerate(premises, 1)]
    return once(lambda said: _by_arithmetic(said, known, seconds), conclusion)


def _premise(given: Premise | Evidence, number: int) -> Premise:
    """A premise with what it says."""
    if not isinstance(given, Evidence):
        return given
    if given.statement is None:
        expected = "evidence that concludes a statement, or a conclusion with evidence of it"
        raise ArgumentError(f"premise {number}", str(given), expected)
    return given.statement.conclusion, given


def _by_arithmetic(
    conclusion: Conclusion, premises: Sequence[Premise], seconds: float | int
) -> Evidence:
    parts: dict[str, Evidence] = {}
    for number, (said, evidence) in enumerate(premises, 1):
        require_concluded(evidence, said, f"premise {number}")
        parts[f"premise {number}"] = evidence
        if not evidence.verdict.passes:
            return concluded(
                Evidence.undecided(f"Premise {number} was not shown: {evidence}"),
                conclusion,
                "arithmetic",
            )
    hypotheses = [said for said, _ in premises]
    body = conclusion
    while isinstance(body, Implies):  # where no hypothesis is met, nothing need be defined
        hypotheses.append(body.hypothesis)
        body = body.body
    numbers = _Numbers(_places_beside(_places_of(body), hypotheses))
    given = [formula for said in hypotheses for formula in numbers.given(said)]
    claim = numbers.claim(body)
    claim = reduce(and_, numbers.defined, claim)
    if not variables(claim):
        claim = claim & (_NUMBER - _NUMBER == 0)
    if are_counterexamples_wanted():
        found, assumed = _decided(claim, given, numbers, seconds)
    else:
        found, assumed = _not_refuted(claim, given, numbers, seconds)
    if found.verdict is Verdict.PROVED:
        found = witnessed(found, at_points(claim, assumed, numbers.names))
    if found.verdict is not Verdict.PROVED:
        sides = [side for said in _relations_of(body) for side in (said.lhs, said.rhs)]
        divisors = words_of_divisors(divisors_that_may_be_zero(sides), assumed=True)
        by_zero = found.counterexample and found.counterexample.found == "a division by zero"
        said = f"Arithmetic alone does not show it: {found}"
        found = Evidence.undecided(f"{said}. {divisors}" if by_zero and divisors else said)
    whole = all_of({**parts, "arithmetic": found}, "all values of the symbols")
    return concluded(whole, conclusion, "arithmetic")


def _decided(
    claim: Formula, given: Sequence[Formula], numbers: "_Numbers", seconds: float | int
) -> tuple[Evidence, Sequence[Formula]]:
    """What the solvers say of a claim, and what they were told; all that is known if need be."""
    assumed = [*numbers.known, *given]
    found = prove_for_all(claim, assume=assumed, seconds=seconds)
    if found.verdict is not Verdict.PROVED and (further := numbers.further()):
        assumed = [*numbers.known, *given, *further]
        found = prove_for_all(claim, assume=assumed, seconds=seconds)
    return found, assumed


def _not_refuted(
    claim: Formula, given: Sequence[Formula], numbers: "_Numbers", seconds: float | int
) -> tuple[Evidence, Sequence[Formula]]:
    """The same, of a claim that is expected to be false, such as a late mutant.

    A point is looked for first: where a late mutant begins to differ, and where all is met that
    is known. One that is found refutes the claim, however much less is assumed.
    """
    further = numbers.further()
    assumed = [*numbers.known, *given]
    whole = [*assumed, *further]
    for place in numbers.beginnings():
        found = prove_for_all(claim, assume=[*whole, place], seconds=seconds, one=True)
        if found.verdict is Verdict.REFUTED:
            return found, whole
    found = prove_for_all(claim, assume=whole, seconds=seconds, one=True)
    if found.verdict in (Verdict.PROVED, Verdict.REFUTED) or not further:
        return found, whole
    return prove_for_all(claim, assume=assumed, seconds=seconds, one=True), assumed


def sum_of_squares(conclusion: AtMost, *squares: tuple[Any, SymbolicArray]) -> Evidence:
    """One number is at most another, as what it lacks is a sum of squares, with factors.

    **Arguments**: `conclusion`, about numbers, or arrays of no axes; `squares`, a factor that is
    not negative, and an array of real numbers of whose entries the squares are added.

    **Raises** `ArgumentError` for a factor or an entry that is not known to be real.
    """
    total = scalar(0)
    parts: dict[str, Evidence] = {}
    for number, (given, array) in enumerate(squares, 1):
        factor = term(given, f"factor {number}")
        scalars = [part.value for part in nodes(array.blocks.values()) if isinstance(part, Scalar)]
        if any(value.is_real is not True for value in [factor, *scalars]):
            raise ArgumentError(f"square {number}", (given, array), "what is known to be real")
        parts[f"factor {number} is not negative"] = prove(AtMost(0, factor))
        for block in array.blocks.values():
            squared = block * block
            total = total + factor * (Sum(squared, *block.free.values()) if block.free else squared)
    for side in (conclusion.lhs, conclusion.rhs):
        if not is_real(only(side)):
            raise ArgumentError("conclusion", side, "what is known to be real")
    excess = prove(Equal(only(conclusion.rhs) - only(conclusion.lhs), total))
    whole = all_of({**parts, "the difference": excess}, "all values")
    if whole.verdict is Verdict.REFUTED:  # it may be another sum of squares
        whole = Evidence.undecided(f"The difference is not that sum of squares: {excess}")
    return concluded(whole, conclusion, "sum of squares")


def cancelling(conclusion: Equal, factor: Any, least: AtMost, positive: Evidence) -> Evidence:
    """Two numbers are equal, as a divisor in them cancels: D times 1/D is 1, for D > 0.

    **Arguments**: `conclusion`, about numbers, or arrays of no axes; `least`, that D is at least a
    number, which has to be positive, with evidence `positive` of it; `factor`, that of D (1/D) - 1
    in the difference of the two sides.
    """
    require_concluded(positive, least, "positive")
    divisor = only(least.rhs)
    one = divisor * Opaque(RECIPROCAL, (), (), divisor) - 1
    difference = only(conclusion.lhs) - only(conclusion.rhs)
    parts = {
        "the divisor is at least a number": positive,
        "which is positive": prove(Less(0, least.lhs)),
        "the difference": prove(Equal(difference, only(factor) * one)),
    }
    whole = all_of(parts, "all values")
    if whole.verdict is Verdict.REFUTED:  # the sides may be equal for another reason
        whole = Evidence.undecided(f"The divisor does not cancel so: {whole}")
    return concluded(whole, conclusion, "cancelling")


class _Numbers:
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
        return [_NUMBER.args[0], *(term.args[0] for term in made)]

    def claim(self, conclusion: Conclusion) -> Formula:
        """What is to be proved, at the places, as a formula of the solvers."""
        if isinstance(conclusion, All):
            return reduce(and_, map(self.claim, conclusion.parts))
        if isinstance(conclusion, Relation) and _free_in(conclusion):
            return self._relation(conclusion, *map(_entry_of, (conclusion.lhs, conclusion.rhs)))
        return self._formula(conclusion)

    def given(self, conclusion: Conclusion) -> list[Formula]:
        """What is known: of arrays at all places, and so at each of these."""
        if isinstance(conclusion, All):
            return [formula for part in conclusion.parts for formula in self.given(part)]
        if not isinstance(conclusion, Relation) or not (free := _free_in(conclusion)):
            return [self._formula(conclusion)]
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


def _free_in(said: Relation) -> Mapping[str, Index]:
    """The free indices of the entries of which a relation is."""
    sides = (_entry_of(side) for side in (said.lhs, said.rhs) if _is_of_arrays(side))
    return joined(index for side in sides for index in side.free.values())


def _is_of_arrays(side: Any) -> bool:
    return isinstance(side, SymbolicArray | IndexExpression)


def _entry_of(side: Any) -> IndexExpression:
    """The entry of an array of one family on each axis, at the indices of its axes."""
    if not isinstance(side, SymbolicArray):
        return scalar(side)
    if any(len(axis) != 1 or axis[0].increasing for axis in side.axes):
        raise ArgumentError("conclusion", side, "arrays of one family on each axis")
    return side.blocks.get((0,) * len(side.axes), scalar(0))


def _places_of(body: Conclusion) -> Mapping[str, Index]:
    """The free indices of what is to be proved.

    **Raises** `ArgumentError` where one of them may have no value at which another part is proved.
    """
    relations = list(_relations_of(body))
    places = joined(i for said in relations for i in _free_in(said).values())
    for said in relations:
        for name in places.keys() - _free_in(said).keys():
            if not places[name].range.is_positive:
                expected = "arrays of the same axes, or of sizes that are positive"
                raise ArgumentError("conclusion", said.latex, expected)
    return places


def _places_beside(
    places: Mapping[str, Index], hypotheses: Sequence[Conclusion]
) -> Mapping[str, Index]:
    """The places, and one more of each size that hypotheses have, where there is one for certain.

    What is said of all entries of an array, which has some, is so said of one.
    """
    found = dict(places)
    for said in (relation for hypothesis in hypotheses for relation in _relations_of(hypothesis)):
        for index in _free_in(said).values():
            new = all(place.range != index.range for place in found.values())
            if new and index.range.is_positive:
                place = Index.bound(index)
                found[place.name] = place
    return found


def _relations_of(body: Conclusion) -> Iterator[Relation]:
    if isinstance(body, All):
        for part in body.parts:
            yield from _relations_of(part)
    if isinstance(body, Relation):
        yield body


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
