"""Certificates over fields of MathComp: each equation by the normaliser of index sums."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import NamedTuple

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.assumed_proof import ADDED_UP, added_up, equations_in
from theorem_checks.certifying.bounds_proof import bound_lines
from theorem_checks.certifying.consequence_proof import consequence_lines
from theorem_checks.certifying.equations_proof import weighted_equations
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machines_proof import invariant_of, opened, simulation_lines
from theorem_checks.certifying.means_proof import mean_lines, sign_lines
from theorem_checks.certifying.operations import operations
from theorem_checks.certifying.replaced_proof import replaced_in, replaced_lines
from theorem_checks.certifying.rocq_text import (
    Naming,
    field_of,
    field_statement,
    proposition,
    random_tensors,
    size,
    statement_of,
)
from theorem_checks.certifying.rocq_text import term as text
from theorem_checks.certifying.sequences_proof import sequence_lines
from theorem_checks.certifying.signs_proof import excess_of_sizes
from theorem_checks.certifying.sums_data import number_of_pairs
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import BY_HAND, NoFormError, Theorem, parts
from theorem_checks.proving.machines.consequences import Followed
from theorem_checks.proving.machines.inner_dimensions import Bounded
from theorem_checks.proving.machines.recorded import Given

__all__ = ["ByAuthor", "statement_and_proof"]


class ByAuthor(NamedTuple):
    """A part of a conjunction that a person proved: its number, from 0 on, by itself, and how."""

    number: int
    theorem: Theorem
    script: str


def statement_and_proof(
    exporter: Exporter, given: Sequence[Given] = (), author: ByAuthor | None = None
) -> tuple[str, str]:
    """A theorem and its proof as text.

    **Arguments**: `given`, the invariants of machines, and the runs from which something follows;
    `author`, a part of the theorem that somebody proved.
    """
    theorem = exporter.theorem
    variables, known, body = statement_of(theorem)
    kind, statement = field_of(theorem), field_statement(theorem)
    drawn: list[str] = []
    independent = ""
    if theorem.random:
        drawn, independent = random_tensors(theorem.random.values(), Naming(theorem.names))
    named = _named_in(theorem)
    proof = _Proof(exporter, given)
    proved = {} if author is None else {author.number: _applied(author.theorem, known)}
    term = proof.term(theorem.body, proved)
    if named != _named_in(theorem):
        raise NoFormError("an invariant that speaks of what the statement does not have")
    sums = proof.sums
    of_inverses = sum(bool(x.inverse_of) for x in theorem.tensors.values())  # they stand last
    inverse = range(len(known) - of_inverses, len(known))
    sums.inverse_hypotheses = tuple(f"h{n}'" for n in inverse)
    before = [*([] if author is None else _module_of(author)), "Section Proof."]
    before.append(f"Variable F : {kind}.")
    lines = [
        *(f"Variable {v[1:-1]}." for v in variables),
        *(f"Hypothesis h{n}' : {h}." for n, h in enumerate(known)),
        *(f"Variable {v[1:-1]}." for v in drawn),
        *([f"Hypothesis drawn' : {independent}."] if drawn else []),
        'Set Default Proof Using "All".',
        *sums.header(),
        *sums.parts_lemma(),
        *sums.definitions(),
        *([ADDED_UP] if proof.adds_up else []),
        *proof.lemmas(),
        *proof.machines,
        *proof.means,
        f"Lemma whole' :\n  {body}.\nProof. exact: {term}. Qed.",
        "End Proof.",
    ]
    listed = ["F", *(v[1:-1].split(" :")[0] for v in variables)]
    listed += [f"h{n}'" for n in range(len(known))]
    listed += [v[1:-1].split(" :")[0] for v in drawn] + ["drawn'"] * bool(drawn)
    names = " ".join(listed)
    lines.append(
        f"Theorem proved : statement.\nProof. exact: (fun {names} => @whole' {names}). Qed."
    )
    told = operations(kind) if _is_long(lines) else []
    return statement, "\n".join([*before, *told, *lines])


_LONG = 100_000  # characters


def _is_long(lines: Sequence[str]) -> bool:
    return sum(map(len, lines)) > _LONG


_MODULE = "Author'"
_BY_AUTHOR: Mapping[type, str] = {
    t.MeanWithin: "a mean of powers",
    t.MeanOutput: "a mean of an output",
    t.Throughout: "what is true throughout runs",
    t.RadiusBelow: "a spectral radius",
    t.PowersVanish: "powers that vanish",
    t.PowersBounded: "a bound of powers",
}


def _module_of(author: ByAuthor) -> list[str]:
    """A module with what is said by a part alone, and the proof of it."""
    return [f"Module {_MODULE}.", field_statement(author.theorem), author.script, f"End {_MODULE}."]


def _applied(alone: Theorem, known: Sequence[str]) -> str:
    """What a part alone says, of the sizes, numbers and arrays of the whole."""
    variables, asked, _ = statement_of(alone)
    if not set(asked) <= set(known):
        raise NoFormError("a part that by itself assumes what the whole does not")
    names = [v[1:-1].split(" :")[0] for v in variables]
    hypotheses = [f"h{known.index(said)}'" for said in asked]
    return f"(@{_MODULE}.proved {' '.join(['F', *names, *hypotheses])})"


def _named_in(theorem: Theorem) -> list[set[str]]:
    spaces = (theorem.sizes, theorem.numbers, theorem.tensors, theorem.functions)
    return [set(space) for space in spaces]


class _Proof:
    """The leaves of a theorem, each with a lemma, and the term that joins these."""

    def __init__(self, exporter: Exporter, given: Sequence[Given]) -> None:
        self.exporter, self.theorem = exporter, exporter.theorem
        self.sums = SumsProof(self.theorem)
        self.machines: list[str] = []
        self.means: list[str] = []
        self._assumed: list[t.Proposition] = []
        self._given = list(given)
        self._orders: list[tuple[t.AtMost, t.Term, str]] = []
        self.adds_up = False  # whether equations that are assumed are added up
        self._weighted: list[str] = []
        self._leaves: list[tuple[t.Proposition, tuple[t.Bound, ...], str, str, str]] = []
        self._names = Naming(self.theorem.names)

    def term(self, p: t.Proposition, proved: Mapping[int, str] = MappingProxyType({})) -> str:
        """The term that proves it; `proved` are those of some of its parts, by their number."""
        if isinstance(p, t.And):
            found = [proved.get(n) or self.term(part) for n, part in enumerate(p.parts)]
            *rest, last = found
            for part in reversed(rest):
                last = f"(conj {part} {last})"
            return last
        if isinstance(p, t.Under):
            return self._implication(p)
        if isinstance(p, t.Computes):
            term, lines = sequence_lines(p, self.exporter, f"s{len(self.machines)}")
            self.machines += lines
            return term
        if type(p) in _BY_AUTHOR:
            raise NoFormError(f"a proof of {_BY_AUTHOR[type(p)]}; {BY_HAND}")
        if isinstance(p, t.MeanIs | t.SameMean | t.LeastAt):
            name, lines = mean_lines(p, self.exporter, self._assumed, len(self.means))
            self.means += lines
            return name
        if isinstance(p, t.SameRuns):
            return self._machines(p)
        if isinstance(p, t.Less) and p.lhs == t.Number(0) and self.theorem.random:
            name, lines = sign_lines(p, self.exporter, self._assumed, len(self.means))
            self.means += lines
            return name
        if isinstance(p, t.AtMost) and id(p) in self.exporter.relations:
            return self._order_of_sizes(p)
        return self._by_assumed(p) or self._leaf(p)

    def _by_assumed(self, p: t.Proposition) -> str:
        """An equation by equations of numbers that are assumed; nothing where it needs none."""
        known = equations_in((f"u{n}'", said) for n, said in enumerate(self._assumed))
        found = added_up(p, known) if known and isinstance(p, t.Equals) else None
        if found is None:
            return ""
        self.adds_up = True
        whole, (first, *more) = found
        steps = reduce(lambda done, step: f"(etrans {done} {step})", more, first)
        return f"(etrans {self._leaf(whole)} {steps})"

    def _order_of_sizes(self, p: t.AtMost) -> str:
        """That a polynomial in sizes is at most another one, which has more of what is not less."""
        _, lhs, rhs = self.exporter.relations[id(p)]
        more = excess_of_sizes(rhs - lhs, self.theorem.sizes)
        name = self._leaf(t.Equals(p.rhs, t.Plus((p.lhs, more))))
        self._orders.append((p, more, name))
        return f"order_{len(self._orders)}'"

    def _leaf(self, p: t.Proposition) -> str:
        free, body = opened(p)
        right, rewritten = _counted(body)
        lhs, rhs = self.sums.sides(free, body.lhs, right)
        self._leaves.append((p, free, lhs, rhs, rewritten))
        return f"leaf_{len(self._leaves)}'"

    def _machines(self, p: t.SameRuns) -> str:
        said = self.exporter.machines[id(p)]
        found = invariant_of(said, self._given)
        if found is None:
            raise NoFormError("two machines without an invariant")
        tag = f"m{len(self.machines)}"
        term, lines = simulation_lines(p, found, self.exporter, tag)
        self.machines += lines
        return term if p.first is None else f"(fun xs' x' _ => {term} xs' x')"

    def _implication(self, p: t.Under) -> str:
        assumed = p.hypothesis.parts if isinstance(p.hypothesis, t.And) else (p.hypothesis,)
        if any(isinstance(part, t.SameRuns) for part in assumed):
            return self._consequence(p)
        if (proof := self._by_replacing(p)) is not None:
            return proof
        if (proof := self._by_equations(p)) is not None:
            return proof
        name = f"u{len(self._assumed)}'"
        self._assumed.append(p.hypothesis)
        body = self.term(p.body)
        self._assumed.pop()
        return f"(fun {name} => {body})"

    def _by_replacing(self, p: t.Under) -> str | None:
        """Equations of arrays under others, by expressions in which these stand."""
        _, implies = self.exporter.implications[id(p)]
        found = replaced_in(implies, self._given)
        if found is None:
            return None
        term, lines = replaced_lines(p, found, self.exporter, f"x{len(self.machines)}")
        self.machines += lines
        return term

    def _by_equations(self, p: t.Under) -> str | None:
        """An equation under equations of arrays, by the weights of the claim's own proof."""
        _, implies = self.exporter.implications[id(p)]
        found = next((g for g in self._given if g.conclusion.key == implies.key), None)
        if not isinstance(found, Followed) or found.runs:
            return None
        tag = f"w{len(self._weighted)}"
        made = weighted_equations(p, found, self.exporter, self._names, tag)
        whole, dropped, lemmas = made
        self._weighted += lemmas
        return f"(fun u{tag}' => (etrans {self._leaf(whole)} {dropped}))"

    def _consequence(self, p: t.Under) -> str:
        _, implies = self.exporter.implications[id(p)]
        found = next((g for g in self._given if g.conclusion.key == implies.key), None)
        if isinstance(found, Bounded):
            tag = f"c{len(self.machines)}"
            term, lines = bound_lines(p, found, self._given, self.exporter, tag)
            self.machines += lines
            return term
        if not isinstance(found, Followed):
            raise NoFormError("what follows from two machines, without the runs")
        term, lines = consequence_lines(p, found, self.exporter, f"c{len(self.machines)}")
        self.machines += lines
        return term

    def lemmas(self) -> list[str]:
        holds, lines = self.sums.holds(self.sums.all)
        for n, (p, free, lhs, rhs, rewritten) in enumerate(self._leaves, 1):
            sides = f"e{n}_l'", f"e{n}_r'"
            proof = self.sums.decided(free, sides, holds, "decide_sound", rewritten)
            lines.append(
                f"Definition {sides[0]} : expr := {lhs}%N.\n"
                f"Definition {sides[1]} : expr := {rhs}%N.\n"
                f"Lemma leaf_{n}' : {proposition(p, self._names)}.\n{proof}"
            )
        for n, (p, more, equal) in enumerate(self._orders, 1):
            lines.append(
                f"Lemma order_{n}' : {proposition(p, self._names)}.\nProof.\n"
                f"have h' : 0 <= {text(more, self._names)} :> F.\n{_NOT_LESS}\n"
                f"by refine (@eq_ind_r F _ (fun u => is_true (_ <= u)) _ _ {equal});"
                " rewrite ler_addl.\nQed."
            )
        return [*lines, *self._weighted]


_NOT_LESS = (
    "  do ? [rewrite subr_ge0 | apply: addr_ge0 | apply: mulr_ge0 | apply: exprn_ge0];\n"
    "  by rewrite ?invr_ge0 ?ler0n ?ler01 ?ler1n ?ler_nat."
)


def _counted(p: t.Equals) -> tuple[t.Term, str]:
    """The right side, with what vanishes as n (n + 1) / 2 pairs i <= j are below n; how it does."""
    pairs = [part for part in parts(p.lhs) if _is_of_pairs(part)]
    if len(pairs) != 1:
        return p.rhs, ""
    (found,) = pairs
    n = found.index.size
    summed = t.Sum(found.index, t.Sum(found.body.index, t.Ordered(found.index, found.body.index)))
    right = t.Plus((p.rhs, t.Plus((summed, t.Negative(number_of_pairs(n))))))
    return right, f"refine (etrans _ (less_equal _ (pairs_below F {size(n)}))).\n"


def _is_of_pairs(e: t.Term) -> bool:
    return (
        isinstance(e, t.Sum)
        and isinstance(e.body, t.Sum)
        and e.index.size == e.body.index.size
        and set(_factors(e.body.body)) - {t.Number(1)} == {t.Ordered(e.index, e.body.index)}
    )


def _factors(e: t.Term) -> Iterator[t.Term]:
    """The factors of a product of products."""
    if isinstance(e, t.Times):
        for part in e.parts:
            yield from _factors(part)
    else:
        yield e
