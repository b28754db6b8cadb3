"""Proofs of means: cumulants of entries as data, for what `rocq/Means.v` decides.

Nothing here is trusted: the kernel compares what is written with the statement.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import Naming, proposition, statistic, term
from theorem_checks.certifying.signs_proof import positive_lines
from theorem_checks.certifying.sums_data import Numbers
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import NoFormError, Random, parts
from theorem_checks.proving.moments.expectations import expectation

__all__ = ["mean_lines", "sign_lines"]

_OWN = re.compile(r"\b(sz|T|(?:holds_|pair_)\d+|quad|lex|kex|lhs|rhs)'(?![0-9a-f']*')")


def mean_lines(
    p: t.MeanIs | t.SameMean | t.LeastAt,
    exporter: Exporter,
    assumed: Sequence[t.Proposition],
    number: int,
) -> tuple[str, list[str]]:
    """The term that proves what is said of a mean, and the lines before it.

    **Arguments**: `assumed`, the hypotheses under which it is said, with names u0', u1', ...;
    `number`, for names of its own.
    """
    made = _Mean(exporter, assumed, f"m{number}")
    lines = made.least(p) if isinstance(p, t.LeastAt) else made.plain(p)
    own = rf"\g<1>_m{number}'"
    names = " ".join(f"u{n}'" for n in range(len(assumed)))
    return f"(@mean_m{number}' {names})", [_OWN.sub(own, line) for line in lines]


def sign_lines(
    p: t.Less, exporter: Exporter, assumed: Sequence[t.Proposition], number: int
) -> tuple[str, list[str]]:
    """The term that proves that something is positive, and the lines before it."""
    made = _Mean(exporter, assumed, f"m{number}")
    names = " ".join(f"u{n}'" for n in range(len(assumed)))
    return f"(@mean_m{number}' {names})", made.positive(p)


class _Mean:
    def __init__(self, exporter: Exporter, assumed: Sequence[t.Proposition], tag: str) -> None:
        self.exporter, self.theorem, self.tag = exporter, exporter.theorem, tag
        self.assumed = assumed
        self.names = Naming(self.theorem.names)
        self._moved = " ".join(f"u{n}'" for n in range(len(assumed)))

    def _lemma(self, name: str, said: str, proof: Iterable[str]) -> list[str]:
        under = "".join(f"{proposition(h, self.names)} -> " for h in self.assumed)
        moved = [f"move=> {self._moved}."] if self.assumed else []
        return [f"Lemma {name} : {under}{said}.", "Proof.", *moved, *proof, "Qed."]

    def plain(self, p: t.MeanIs | t.SameMean) -> list[str]:
        """The proof of a mean."""
        said = proposition(p, self.names)
        if isinstance(p, t.SameMean):
            made = _Reduced(self, (p.one, p.other))
            return [*made.before, *self._lemma(f"mean_{self.tag}'", said, made.proof("same"))]
        if not any(map(_is_composite, [*parts(p.statistic), *parts(p.value)])):
            made = _Reduced(self, (p.statistic, p.value))
            return [*made.before, *self._lemma(f"mean_{self.tag}'", said, made.proof("mean"))]
        value, divided = self._value(p.statistic)
        made = _Reduced(self, (p.statistic, value))
        equation = f"{term(p.value, self.names)} = {term(value, self.names)} :> F"
        signs = positive_lines(divided, self.exporter, self.assumed, self.names)
        proof = [
            *signs,
            f"rewrite (_ : {equation}); last by field_of_numbers.",
            *made.proof("mean"),
        ]
        return [*made.before, *self._lemma(f"mean_{self.tag}'", said, proof)]

    def positive(self, p: t.Less) -> list[str]:
        """The proof that a number is positive."""
        _, _, value = self.exporter.relations[id(p)]
        signs = positive_lines([value], self.exporter, self.assumed, self.names)
        said = proposition(p, self.names)
        return self._lemma(f"mean_{self.tag}'", said, [*signs, "positive."])

    def _value(self, statistic: t.Term) -> tuple[t.Term, list[sp.Expr]]:
        """The mean of a statistic, with its coefficients as they stand; and their divisors."""
        origin = self.exporter.statistics.statistics[id(statistic)][1]
        summands: list[t.Term] = []
        divisors: list[sp.Expr] = []
        for monomial, coefficient in origin.terms.items():
            mean: Any = sp.factor(expectation(type(origin)({monomial: sp.S.One}, origin.sizes)))
            factors = (self.exporter.scalar(coefficient), self.exporter.scalar(mean))
            summands.append(t.Times(factors))
            divisors += _divisors(coefficient)
        return t.Plus((t.Number(0), *summands)), divisors

    def least(self, p: t.LeastAt) -> list[str]:
        """The proof of where a mean is least: it is a polynomial of degree 2."""
        origin = self.exporter.statistics.statistics[id(p.statistic)][1]
        mean = expectation(origin)
        variable: Any = next(s for s in mean.free_symbols if str(s) == p.variable.name)
        poly: Any = sp.Poly(mean, variable)
        if poly.degree() != 2:
            raise NoFormError(f"where a mean is least that is of degree {poly.degree()}")
        a, b, c = poly.coeff_monomial(variable**2), poly.coeff_monomial(variable) / -2, poly.eval(0)
        factored: list[Any] = [sp.factor(x) for x in (a, b, c)]
        leading, linear, rest = map(self.exporter.scalar, factored)
        y = p.variable
        value = t.Plus(
            (
                t.Times((leading, t.Times((y, y)))),
                t.Negative(t.Times((t.Number(2), linear, y))),
                rest,
            )
        )
        self.theorem.numbers[y.name] = ()
        made = _Reduced(self, (p.statistic, value))
        del self.theorem.numbers[y.name]
        said = f"has_mean E' {statistic(p.statistic, self.names)} ({term(value, self.names)})"
        own = encoded_name(y.name)
        texts = [f"({term(x, self.names)})" for x in (leading, linear, rest, p.at)]
        at = self.exporter.statistics.at[id(p)][1]
        signs = positive_lines([a, *_divisors(at)], self.exporter, self.assumed, self.names)
        proof = [
            *signs,
            f"refine (@least_of_quadratic F W' E' _ {' '.join(texts)}"
            f" (fun {own} => @quad' {own} {self._moved}) _ _).",
            "  positive.",
            "field_of_numbers.",
        ]
        return [
            f"Section Least_{self.tag}'.",
            f"Variable {own} : F.",
            *made.before,
            *self._lemma("quad'", said, made.proof("mean")),
            f"End Least_{self.tag}'.",
            *self._lemma(f"mean_{self.tag}'", proposition(p, self.names), proof),
        ]


class _Reduced:
    """A mean as data for the normaliser."""

    def __init__(self, mean: _Mean, sides: tuple[t.Term, t.Term]) -> None:
        theorem = mean.theorem
        self._sums = sums = _Sums(theorem)
        randoms = list(theorem.random.values())
        for x in randoms:
            sums.random_number(x)
        places = list(
            dict.fromkeys(e for side in sides for e in parts(side) if isinstance(e, t.Place))
        )
        at: dict[Any, int] = {place: n for n, place in enumerate(places)}
        self._places = places
        for place in places:
            sums.size_number(place.size)
        lhs, rhs = (sums.expr(side, at, Numbers(len(places))) for side in sides)
        fresh = count(len(places))
        lists = [
            "; ".join(f"[:: {'; '.join(sums.expr(e, at, fresh) for e in row)}]" for row in table)
            for table in ([x.moments for x in randoms], [x.cumulants for x in randoms])
        ]
        ranges = "; ".join(
            f"[:: {'; '.join(str(sums.size_number(size)) for size in x.sizes)}]" for x in randoms
        )
        self._rng = f"[:: {ranges}]%N"
        holds, lemma = sums.holds(())
        self._holds = holds
        self.before = [
            *sums.header(),
            *lemma,
            f"Definition lex' : seq (seq expr) := [:: {lists[0]}]%N.",
            f"Definition kex' : seq (seq expr) := [:: {lists[1]}]%N.",
            f"Definition lhs' : expr := {lhs}%N.",
            f"Definition rhs' : expr := {rhs}%N.",
        ]

    def proof(self, kind: str) -> list[str]:
        """The proof that one side is the mean of the other, or has the same."""
        values = "; ".join(str(place.value) for place in self._places)
        env = f"[:: {values}]%N"
        known = self._sums.known((), self._places)  # pyright: ignore
        return [
            f"refine (@decide_{kind}_sound F sz' T' W' E' _ lex' kex' {self._rng}"
            f" (zip (iota 0 {len(self._places)}) {env}) {known} {self._holds} _ _ _ _ drawn'"
            f" (nth 0%N {env}) lhs' rhs' _ _ _).",
            "- by move=> ?.",
            "- by [].",
            f"- exact: (@consts_nth {env}).",
            "- places_in_ranges.",
            "- vm_cast_no_check (erefl true).",
        ]


class _Sums(SumsProof):
    """The tables of one mean: random tensors have the first numbers."""

    def random_number(self, x: Random) -> None:
        self.tensors[f"{x.name} drawn"] = len(self.tensors)

    def _leaf(self, e: t.Term, at: Mapping[Any, int]) -> str:
        if isinstance(e, t.Drawn):
            number = self.tensors[f"{e.name} drawn"]
            return f"(Atm (0, {number}, [:: {'; '.join(str(at[i]) for i in e.indices)}]))"
        return super()._leaf(e, at)


def _is_composite(e: Any) -> bool:
    """Whether this is a division by what is neither a number nor a size nor a variable."""
    return isinstance(e, t.Inverse) and not isinstance(e.body, t.Number | t.OfSize | t.Variable)


def _divisors(e: sp.Expr) -> list[sp.Expr]:
    """What an expression divides by, where that is no number."""
    return [
        power.base
        for power in sorted(e.atoms(sp.Pow), key=sp.default_sort_key)
        if power.exp.is_negative and not power.base.is_number
    ]
