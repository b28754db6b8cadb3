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

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import are_counterexamples_wanted, note_point, once
from theorem_checks.proving.rules.arithmetic_terms import Numbers, free_in
from theorem_checks.proving.rules.divisors import divisors_that_may_be_zero, words_of_divisors
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.rewriting import conjuncts_of
from theorem_checks.proving.rules.what_is_missing import what_is_missing
from theorem_checks.solving.points import at_points
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.arrays.index_expressions import Opaque, Scalar, Sum, nodes, scalar
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
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.terms import Formula, reals
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import term
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence, all_of, witnessed
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["arithmetic", "cancelling", "sum_of_squares"]

_ALONE = "Arithmetic alone does not show it"
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
    numbers = Numbers(_places_beside(_places_of(body), hypotheses))
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
        found = witnessed(found, at_points(claim, assumed, [_NUMBER.args[0], *numbers.names]))
    if found.verdict is not Verdict.PROVED:
        found = _undecided(found, list(_relations_of(body)), hypotheses, numbers, assumed)
    whole = all_of({**parts, "arithmetic": found}, "all values of the symbols")
    return concluded(whole, conclusion, "arithmetic")


def _undecided(
    found: Evidence,
    relations: Sequence[Relation],
    hypotheses: Sequence[Conclusion],
    numbers: Numbers,
    assumed: Sequence[Formula],
) -> Evidence:
    """UNDECIDED, with what is missing and where it fails, in the names of the statement."""
    sides = [side for said in relations for side in (said.lhs, said.rhs)]
    divisors = words_of_divisors(divisors_that_may_be_zero(sides), assumed=True)
    point = found.counterexample
    by_zero = point is not None and point.found == "a division by zero"
    named = _named(point, numbers.meant)
    said = f"{_ALONE}: {named or found}"
    said = f"{said}. {divisors}" if by_zero and divisors else said
    if named is not None:
        note_point(named)
    if point is not None and not by_zero and are_counterexamples_wanted():
        single = [one for hypothesis in hypotheses for one in conjuncts_of(hypothesis)]
        if lacks := what_is_missing(relations, single, numbers, assumed, point.values):
            said = f"{_ALONE}. {lacks}. Where it fails, as far as is known: {named}"
    return Evidence.undecided(said)


def _named(found: Counterexample | None, meant: Mapping[str, sp.Expr]) -> Counterexample | None:
    """Where the solvers find it false, in the names of the statement.

    It need not be false there, as they know little of a power: for what it was taken is said.
    """
    if found is None:
        return None
    symbols = {v: e.name for v, e in meant.items() if isinstance(e, sp.Symbol)}
    others = {v: plain_text(latex_of(e)) for v, e in meant.items() if v not in symbols}
    taken = (f"{e} is taken for {found.values[v]}" for v, e in others.items() if v in found.values)

    def name(variable: re.Match[str]) -> str:
        v = f"v{variable[1]}"
        is_one_sign = isinstance(meant.get(v), AppliedUndef)
        other = others[v] if is_one_sign else f"[{others[v]}]" if v in others else variable[0]
        return symbols.get(v, other)

    entries = {v: x for v, x in found.values.items() if v not in meant}
    values = entries | {symbols[v]: x for v, x in found.values.items() if v in symbols}
    claimed = re.sub(r"\bv_?(\d+)(?![a-zA-Z_0-9])", name, found.claimed)  # ² would be of the word
    return Counterexample(values, claimed, found.found, ", ".join(taken))


def _decided(
    claim: Formula, given: Sequence[Formula], numbers: Numbers, seconds: float | int
) -> tuple[Evidence, Sequence[Formula]]:
    """What the solvers say of a claim, and what they were told; all that is known if need be."""
    assumed = [*numbers.known, *given]
    found = prove_for_all(claim, assume=assumed, seconds=seconds)
    if found.verdict is not Verdict.PROVED and (further := numbers.further()):
        assumed = [*numbers.known, *given, *further]
        found = prove_for_all(claim, assume=assumed, seconds=seconds)
    return found, assumed


def _not_refuted(
    claim: Formula, given: Sequence[Formula], numbers: Numbers, seconds: float | int
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


def _places_of(body: Conclusion) -> Mapping[str, Index]:
    """The free indices of what is to be proved.

    **Raises** `ArgumentError` where one of them may have no value at which another part is proved.
    """
    relations = list(_relations_of(body))
    places = joined(i for said in relations for i in free_in(said).values())
    for said in relations:
        for name in places.keys() - free_in(said).keys():
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
        for index in free_in(said).values():
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
