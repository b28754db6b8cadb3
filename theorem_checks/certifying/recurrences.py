"""Statements about sequences of numbers, over the reals of Rocq's library.

A sequence or a table is any function of natural numbers, under the hypotheses that its sort says;
what defines it, a recurrence say, stands among the hypotheses of the statement itself. A bound
variable is a natural number; where one is less than another by a number, it is so only if the
range says that this is natural. That no divisor is 0 stands beside a relation, as in `numbers`,
unless the sorts say it. Proofs are written by authors: see `certificate(proof=...)`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.certifying.large_integers import bounded_below_text, proportional_text
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.real_text import (
    RELATIONS,
    definition_text,
    is_positive,
    known_of,
    plain_text,
    require_known_sorts,
)
from theorem_checks.certifying.reals import stated
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements import conclusions as c
from theorem_checks.statements import hypotheses as h
from theorem_checks.statements.analysis import BoundedBelow, Proportional
from theorem_checks.statements.for_reals import ForReals

__all__ = ["is_of_sequences", "recurrences_statement"]

_RELATIONS: dict[type, str] = {**RELATIONS, h.Unequal: "<>"}
_FUNCTIONS: dict[type, str] = {
    sp.Abs: "Rabs",
    sp.tanh: "tanh",
    sp.exp: "exp",
    sp.cos: "cos",
    sp.sin: "sin",
}
_OF_NATURALS = (sp.binomial, sp.factorial)
_OF_TWO: dict[type, str] = {sp.Max: "Rmax", sp.Min: "Rmin"}
_OF_SEQUENCES = ("integer", "nonnegative", "positive")


def is_of_sequences(conclusion: c.Conclusion) -> bool:
    """Whether a statement is of numbers alone, and of some sequence, or for all integers.

    Or has a rounding, which no other form has.
    """
    parts = list(_parts(conclusion))
    numbers = all(
        isinstance(side, sp.Expr)
        for part in parts
        if isinstance(part, c.Relation)
        for side in (part.lhs, part.rhs)
    )
    joins = {c.All, c.Implies, c.ForAll, h.Either, ForReals, BoundedBelow, Proportional}
    known = all(type(part) in {*_RELATIONS, *joins} for part in parts)
    return numbers and known and any(_has_sequence(part) for part in parts)


def _parts(conclusion: c.Conclusion) -> Iterator[c.Conclusion]:
    yield conclusion
    inner: Sequence[Any] = ()
    if isinstance(conclusion, c.All | h.Either):
        inner = conclusion.parts
    elif isinstance(conclusion, c.Implies):
        inner = conclusion.hypothesis, conclusion.body
    elif isinstance(conclusion, c.ForAll):
        inner = (conclusion.body,)
    for part in inner:
        yield from _parts(part)


def _has_sequence(part: c.Conclusion) -> bool:
    if isinstance(part, c.ForAll):
        return True
    sides = (part.lhs, part.rhs) if isinstance(part, c.Relation) else ()
    sides = (part.term,) if isinstance(part, BoundedBelow) else sides
    sides = (*part.sequence, *part.other) if isinstance(part, Proportional) else sides
    return any(isinstance(side, sp.Basic) and side.has(AppliedUndef, sp.floor) for side in sides)


def recurrences_statement(conclusion: c.Conclusion) -> str:
    """What a certificate states.

    **Raises** `NoFormError` for what has no exact counterpart here.
    """
    return _Recurrences(conclusion).statement


class _Recurrences:
    """The text of a statement, and what it names."""

    def __init__(self, conclusion: c.Conclusion) -> None:
        self._symbols: dict[str, Any] = {}
        self._sequences: dict[str, tuple[int, tuple[str, ...]]] = {}  # places, and sorts
        self._bound: dict[Any, tuple[str, int]] = {}  # an identifier, and the least value
        self._count = 0
        self._divisors: dict[str, None] = {}
        self.body = self._proposition(conclusion)

    @property
    def statement(self) -> str:
        """The statement, a definition."""
        if both := self._symbols.keys() & self._sequences.keys():
            raise NoFormError(f"two things of the name {min(both)}")
        variables = [
            f"({encoded_name(name)} : {'nat' if symbol.is_integer else 'R'})"
            for name, symbol in self._symbols.items()
        ]
        variables += [
            f"({encoded_name(name)} : {'nat -> ' * places}R)"
            for name, (places, _) in self._sequences.items()
        ]
        known = [known_of(symbol) for symbol in self._symbols.values()]
        for name, (places, sorts) in self._sequences.items():
            known += self._known_sequence(encoded_name(name), places, sorts)
        return definition_text(variables, known, self.body)

    def _known_sequence(self, name: str, places: int, sorts: Sequence[str]) -> Iterator[str]:
        own = " ".join(f"k{n}'" for n in range(places))
        if "integer" in sorts:
            kind, number = ("nat", "INR") if "nonnegative" in sorts else ("Z", "IZR")
            yield f"(forall {own} : nat, exists n' : {kind}, {name} {own} = {number} n')"
        if "positive" in sorts:
            yield f"(forall {own} : nat, 0 < {name} {own})"
        elif "nonnegative" in sorts and "integer" not in sorts:
            yield f"(forall {own} : nat, 0 <= {name} {own})"

    # --- propositions

    def _proposition(self, conclusion: c.Conclusion) -> str:
        if isinstance(conclusion, c.All):
            return "(" + " /\\\n  ".join(map(self._proposition, conclusion.parts)) + ")"
        if isinstance(conclusion, h.Either):
            return "(" + " \\/\n  ".join(map(self._proposition, conclusion.parts)) + ")"
        if isinstance(conclusion, ForReals):
            return f"({stated(conclusion)})"
        if isinstance(conclusion, c.Implies):
            hypothesis = self._proposition(conclusion.hypothesis)
            return f"({hypothesis} ->\n  {self._proposition(conclusion.body)})"
        if isinstance(conclusion, c.ForAll):
            if conclusion.start < 0:
                raise NoFormError(f"all integers from {conclusion.start} on")
            with self._binding(conclusion.variable, conclusion.start) as own:
                body = self._proposition(conclusion.body)
            least = f"({conclusion.start} <= {own})%nat -> " if conclusion.start else ""
            return f"(forall {own} : nat, {least}{body})"
        if isinstance(conclusion, BoundedBelow):
            return self._bounded_below(conclusion)
        if isinstance(conclusion, Proportional):
            return self._proportional(conclusion)
        assert isinstance(conclusion, c.Relation)
        self._divisors = {}
        sides = [self._number(side) for side in (conclusion.lhs, conclusion.rhs)]
        said = f" {_RELATIONS[type(conclusion)]} ".join(sides)
        return "(" + " /\\ ".join([*(f"{d} <> 0" for d in self._divisors), said]) + ")"

    def _bounded_below(self, conclusion: BoundedBelow) -> str:
        """That a term is at least a positive number for all large integers."""
        with self._binding(conclusion.variable, 0) as own:
            self._divisors = {}
            term = self._number(conclusion.term)
        return bounded_below_text(own, term, self._divisors, self._count)

    def _proportional(self, conclusion: Proportional) -> str:
        """That a sequence is asymptotically a number that is not 0 times another one."""
        with self._binding(conclusion.variable, 0) as own:
            self._divisors = {}
            sides = (conclusion.sequence, conclusion.other)
            one, other = ([self._number(part) for part in parts] for parts in sides)
        return proportional_text(own, one, other, self._divisors, self._count)

    @contextmanager
    def _binding(self, variable: Any, least: int) -> Iterator[str]:
        """Within, a variable is a natural number that is at least so much."""
        if variable.is_integer is not True:
            raise NoFormError(f"the variable {variable}, which is no integer")
        before, own = self._bound.get(variable), f"{encoded_name(variable.name)}'{self._count}"
        self._count += 1
        self._bound[variable] = own, least
        yield own
        del self._bound[variable]
        if before is not None:
            self._bound[variable] = before

    # --- numbers

    def _number(self, e: Any) -> str:
        if (plain := plain_text(e, self._number, self._number_of_symbol)) is not None:
            return plain
        if e is sp.pi:
            return "PI"
        if isinstance(e, sp.Pow):
            return self._power(e.base, e.exp)
        if isinstance(e, sp.Sum | sp.Product):
            word = "total" if isinstance(e, sp.Sum) else "product"
            return self._over_ranges(word, e.function, list(e.limits))
        if isinstance(e, AppliedUndef):
            return self._value(e)
        return self._function(e)

    def _function(self, e: Any) -> str:
        """A function of the library at numbers, or a rounding or a count as such."""
        if isinstance(e, sp.floor):
            return f"(IZR (R_Ifp.Int_part {self._number(e.args[0])}))"
        if isinstance(e, sp.log):
            return self._logarithm(e.args[0])
        if isinstance(e, _OF_NATURALS):
            return self._counted(e, *map(self._natural, e.args))
        if type(e) in _FUNCTIONS:
            return f"({_FUNCTIONS[type(e)]} {self._number(e.args[0])})"
        if type(e) in _OF_TWO:
            first, *rest = map(self._number, sorted(e.args, key=sp.default_sort_key))
            for one in rest:
                first = f"({_OF_TWO[type(e)]} {first} {one})"
            return first
        raise NoFormError(f"{type(e).__name__} in {e}")

    def _value(self, e: Any) -> str:
        """A sequence or a table at places."""
        name, known = e.func.__name__, e.func._kwargs
        sorts = tuple(sort for sort in _OF_SEQUENCES if known.get(sort) is True)
        plain = sp.Symbol("x", real=True, **dict.fromkeys(sorts, True)).assumptions0
        if {**known, "commutative": True} != {**plain, "commutative": True}:
            raise NoFormError(f"the sequence {name}, of that sort")
        if self._sequences.setdefault(name, (len(e.args), sorts)) != (len(e.args), sorts):
            raise NoFormError(f"two things of the name {name}")
        return f"({' '.join([encoded_name(name), *map(self._natural, e.args)])})"

    def _logarithm(self, e: Any) -> str:
        """The logarithm of a natural number that is at least 1, seen by the ranges in it."""
        if self._least(e) < 1:
            raise NoFormError(f"the logarithm of {e}, which may not be positive")
        return f"(ln (INR {self._natural(e)}))"

    def _counted(self, e: Any, n: str, k: str = "") -> str:
        """A factorial, or how many subsets of k of n things have: 0 where k is more than n."""
        if isinstance(e, sp.factorial):
            return f"(INR (Factorial.fact {n}))"
        return f"(if Nat.leb {k} {n} then Binomial.C {n} {k} else 0)"

    def _power(self, base: Any, exponent: Any) -> str:
        """A power; a negative one is 1 divided by another.

        Of a positive number so is a part of the exponent that may be more than the rest of it.
        """
        if exponent == sp.Rational(1, 2) and base.is_Rational and base > 0:
            return f"(sqrt {self._number(base)})"
        more, less = self._apart(sp.expand(exponent))
        if less and more and self._is_positive(base):
            return f"({self._power(base, more)} * {self._power(base, -less)})"
        own = self._number(base)
        with_sign = sp.expand(exponent)
        turned = with_sign.could_extract_minus_sign() or with_sign.is_negative
        natural = self._natural(-with_sign if turned else with_sign)
        text = own if natural == "1%nat" else f"({own} ^ {natural})"
        if not turned:
            return text
        if not self._is_positive(base):
            self._divisors[text] = None
        return f"(/ {text})"

    def _apart(self, exponent: Any) -> tuple[Any, Any]:
        """What is added in an exponent, and what is taken away where more may be than there is."""
        terms = [term.as_coeff_Mul() for term in sp.Add.make_args(exponent)]
        more, less = (
            sum((abs(n) * rest for n, rest in terms if n * sign > 0), sp.Integer(0))
            for sign in (1, -1)
        )
        fits = less.is_Integer and self._least(more) >= less
        swapped = more.is_Integer and self._least(less) >= more
        return (exponent, sp.Integer(0)) if fits or swapped else (more, less)

    def _over_ranges(self, word: str, body: Any, limits: list[Any]) -> str:
        """A sum or product over ranges, which may be empty; the last one is the outermost."""
        if not limits:
            return self._number(body)
        variable, first, last = limits.pop()
        start, count = self._natural(first), self._natural(sp.expand(last - first + 1))
        before = dict(self._divisors)
        with self._binding(variable, self._least(sp.expand(first))) as own:
            inner = self._over_ranges(word, body, limits)
            text = f"({word} (fun {own} : nat => {inner}) {start} {count})"
        if any(own in divisor for divisor in self._divisors.keys() - before.keys()):
            over = "summed" if word == "total" else "multiplied"
            raise NoFormError(f"a division by what is {over} over in {body}")
        return text

    # --- natural numbers

    def _natural(self, e: Any) -> str:
        """A natural number, of which it is certain that it is one."""
        terms = [term.as_coeff_Mul() for term in sp.Add.make_args(sp.expand(e))]
        taken = -sum(int(count) for count, rest in terms if rest == 1 and count < 0)
        if any(not count.is_Integer or (count < 0 and rest != 1) for count, rest in terms):
            raise NoFormError(f"the natural number {e}")
        parts = sorted(
            ((n, rest) for n, rest in terms if n > 0), key=lambda p: sp.default_sort_key(p[1])
        )
        if taken and self._least(sum((n * rest for n, rest in parts), sp.Integer(0))) < taken:
            raise NoFormError(f"the natural number {e}, which may be negative")
        texts = [self._of_naturals(n, rest) for n, rest in parts] or ["0"]
        if len(texts) == 1 and texts[0].isdigit() and not taken:
            return f"{texts[0]}%nat"
        text = texts[0] if len(texts) == 1 else f"({' + '.join(texts)})%nat"
        return f"({text} - {taken})%nat" if taken else text

    def _of_naturals(self, count: Any, rest: Any) -> str:
        factors = [] if count == 1 and rest != 1 else [str(count)]
        for factor in sp.Mul.make_args(rest) if rest != 1 else ():
            base, power = factor.as_base_exp()
            if not (base.is_Symbol and power.is_Integer and power > 0):
                raise NoFormError(f"the natural number {rest}")
            if not base.is_integer:
                raise NoFormError(f"the number {base}, which is no integer")
            factors += [self._symbol(base)] * int(power)
        return factors[0] if len(factors) == 1 else f"({' * '.join(factors)})%nat"

    def _least(self, e: Any) -> int:
        """A number than which a sum of products of natural numbers is not less."""
        found = 0
        for count, rest in (term.as_coeff_Mul() for term in sp.Add.make_args(sp.expand(e))):
            least = int(count) if count.is_Integer else 0
            for symbol in rest.free_symbols:
                known = self._bound.get(symbol, ("", 1 if symbol.is_positive else 0))[1]
                least = least * known if rest.is_Symbol or least == 0 else min(least, known)
            found += least
        return max(found, 0)

    def _number_of_symbol(self, symbol: Any) -> str:
        own = self._symbol(symbol)
        return f"(INR {own})" if symbol.is_integer else own

    def _symbol(self, symbol: Any) -> str:
        if symbol in self._bound:
            return self._bound[symbol][0]
        require_known_sorts(symbol)
        name = symbol.name
        if self._symbols.setdefault(name, symbol) != symbol:
            raise NoFormError(f"two things of the name {name}")
        return encoded_name(name)

    def _is_positive(self, e: Any) -> bool:
        return is_positive(e, lambda symbol: self._bound.get(symbol, ("", 1))[1] < 1)
