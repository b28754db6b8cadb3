"""Making the derivation of evidence that has its statements at hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from theorem_checks.deriving.conditions_said import condition_latex, with_conditions_once
from theorem_checks.deriving.definitions import Names, invariant_of
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.each_of_these import OF_THESE, each_of_these
from theorem_checks.deriving.from_the_first import in_the_variable, with_the_first
from theorem_checks.deriving.implications import Implication
from theorem_checks.deriving.in_short import (
    assumed,
    in_short,
    is_impossible,
    is_plain,
    premises_and_body,
)
from theorem_checks.deriving.index_steps import BOTH, CANONICAL, lines_between
from theorem_checks.deriving.inductions import INDUCTION, Predicate
from theorem_checks.deriving.labels import is_the_same
from theorem_checks.deriving.letters_told import with_its_letters
from theorem_checks.deriving.named_equations import by_its_engine
from theorem_checks.deriving.needed_hypotheses import attempts_counted, needed_of
from theorem_checks.deriving.number_steps import lines_of_mean, lines_of_numbers
from theorem_checks.deriving.order_steps import lines_of_order
from theorem_checks.deriving.pairings_said import with_pairings
from theorem_checks.deriving.proved_statement import ON_BOTH_SIDES, Line
from theorem_checks.deriving.random_arrays import laws_told
from theorem_checks.deriving.rules_said import THE_SAME_TERM
from theorem_checks.deriving.used_steps import STEPS
from theorem_checks.errors import CheckError
from theorem_checks.proving.index_notation.graphs import TooManySymmetriesError
from theorem_checks.proving.own_hypotheses import without_own_hypotheses
from theorem_checks.proving.rules.rewriting import under_hypotheses
from theorem_checks.statements.arrays.index_expressions import IndexExpression, scalar
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import Conclusion, Equal, Mean, symbols_of
from theorem_checks.statements.named_equal import NamedEqual
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["conclusion_in", "derivation_of", "scope_of"]


NOTHING = "0 = 0"
"""What needs no more words, block by block."""

IMPOSSIBLE = "an impossible hypothesis"
"""In place of the rule that concluded what assumes something that is never so."""

EQUALS = " = "

LONG = 30
"""Of how many letters a side is written once, where both are written alike."""

BOUND_INDICES = "bound indices"
"""The rule that gives indices of sums other names."""

_OF_THE_SAME = ("prove_equal_arrays", BOUND_INDICES)
"""Rules whose only part says the same: of one block, with other names of indices or of sides."""


def derivation_of(evidence: Evidence) -> Derivation:
    """The derivation of what evidence concludes; see `Evidence.derivation`."""
    if evidence.statement is None or not evidence.is_sealed:
        raise CheckError(
            "There is no derivation of what no engine or rule concluded. Ask evidence of a proof,"
            " as prove or a check made by proof_of returns it."
        )
    said = conclusion_in(evidence)
    if said is None:
        raise CheckError(
            "The evidence was read from a ledger or a file, which keep a statement's text and not"
            " its terms. Run the check again, or theorem-checks show --derivation CLAIM."
        )
    with attempts_counted():
        made = _made(evidence, said, Names.of(said), "", "")
    return with_its_letters(with_conditions_once(made), said)


def conclusion_in(evidence: Evidence) -> Conclusion | None:
    """What evidence concludes, if it is at hand and is what the evidence says."""
    statement = evidence.statement
    if statement is None or not isinstance(statement.conclusion, Conclusion):
        return None
    if statement.conclusion.key != statement.key:
        raise CheckError(f"Evidence of {statement.latex} was given another conclusion.")
    return statement.conclusion


def _made(evidence: Evidence, said: Conclusion, names: Names, name: str, within: str) -> Derivation:
    """The derivation of sealed evidence; `within` is the key of the whole that it is part of."""
    evidence = by_its_engine(evidence, said)
    assert evidence.statement is not None
    said = in_the_variable(said)
    lines, entries = _lines(evidence, said, names.called)
    own = lines if evidence.rule == BOUND_INDICES else ()  # which have its letters
    predicate = Predicate.of(said, names) if evidence.rule == INDUCTION else None
    parts = tuple(_parts(evidence, names, evidence.statement.key))
    parts = with_the_first(evidence.rule, said, evidence.scope, parts)
    parts = with_pairings(evidence.rule, said, parts)
    if evidence.rule == "arithmetic":
        parts = (*parts, *each_of_these(said, evidence, [*_premises(evidence)], names))
    if predicate is not None:
        parts = tuple(_parts_of_induction(evidence, parts, predicate, names))
    statement, rule = in_short(said, names), evidence.rule
    invariant, seen = invariant_of(evidence.statement.given, names), 0
    if statement == NOTHING:
        parts = ()
    if len(parts) == 1 and (parts[0].statement == statement or rule in _OF_THE_SAME):
        (only,) = parts  # the same by another rule, or an array of one block
        lines, entries, parts = own or only.lines, only.entries, only.parts
        invariant = invariant or only.invariant
        rule, seen = only.rule, only.seen
    if evidence.verdict is Verdict.PROVED and is_impossible(said):
        rule, lines, entries, parts = IMPOSSIBLE, (), (), ()
    if isinstance(said, NamedEqual) and said.is_alike(names.called):
        rule, lines, entries, parts = THE_SAME_TERM, (), (), ()
    elif (side := _on_both_sides(said, statement)) is not None:
        statement = f"{side} {ON_BOTH_SIDES}" if len(side) > LONG else statement
        parts = () if all(map(is_the_same, parts)) else parts
    if rule == "conjunction" and any(map(is_the_same, parts)):
        told = tuple(part for part in parts if not is_the_same(part))
        rule, seen, parts = rule if told else THE_SAME_TERM, len(parts) - len(told), told
    if rule == "prove_index_identity" and lines and not isinstance(said, NamedEqual):
        sides = [lines[0].latex, lines[-1].latex]
        same = lines[0].why == BOTH and sides[0] == sides[1]
        statement = f"{sides[0]} {ON_BOTH_SIDES}" if same else " = ".join(sides)
    hypotheses, body = premises_and_body(said)
    return Derivation(
        statement=statement,
        rule=rule,
        verdict=evidence.verdict,
        hypotheses=tuple(assumed(one, names) for one in hypotheses),
        consequence=in_short(body, names) if hypotheses else statement,
        name=name,
        scope=scope_of(evidence, name),
        conditions=tuple(map(condition_latex, evidence.conditions)),
        definitions=() if within else (*names.definitions(), *laws_told(said)),
        invariant=invariant,
        lines=lines,
        entries=entries,
        predicate=predicate.named if predicate is not None else None,
        parts=parts,
        seen=seen,
        words=evidence.words,
        rests_on=evidence.rests_on,
        routes=tuple(map(str, evidence.routes)),
    )


def scope_of(evidence: Evidence, name: str = "") -> str:
    """For which sizes and values evidence is, without the name of what it is part of."""
    return without_own_hypotheses(evidence.scope.removeprefix(name).removeprefix(": "))


def _on_both_sides(said: Conclusion, statement: str) -> str | None:
    """The side of an equation whose sides are written alike."""
    half = (len(statement) - len(EQUALS)) // 2
    side = statement[:half]
    alike = isinstance(said, Equal) and statement == f"{side}{EQUALS}{side}"
    return side if alike else None


def _parts(evidence: Evidence, names: Names, within: str) -> Iterator[Derivation]:
    """The parts that conclude something; in place of one that does not, what it is made of."""
    for part in evidence.parts:
        said = conclusion_in(part) if part.is_sealed else None
        if said is None:
            yield from _parts(part, names, within)
            continue
        name = part.scope.partition(": ")[0]
        if not _is_seen_at_once(said, name):
            made = _made(part, said, names, name, within)
            yield _with_what_it_needs(made, part, names) if evidence.rule == STEPS else made


def _with_what_it_needs(made: Derivation, evidence: Evidence, names: Names) -> Derivation:
    """A step with those alone that it needs of the hypotheses that were drawn for it."""
    said = conclusion_in(evidence)
    if said is None or evidence.verdict is not Verdict.PROVED:
        return made
    hypotheses, body = premises_and_body(said)
    needed = needed_of(hypotheses, (), body, evidence.rule)
    if len(needed) == len(hypotheses):
        return made
    told = Implication(tuple(assumed(one, names) for one in needed), in_short(body, names))
    made = _by_what_is_needed(made, evidence, under_hypotheses(needed, body), names)
    statement = told.latex if needed else told.consequence
    return replace(
        made, statement=statement, hypotheses=told.hypotheses, consequence=told.consequence
    )


def _is_seen_at_once(said: Conclusion, name: str) -> bool:
    """Whether it is of a factor that is a number which is not negative, 0 <= 1/2."""
    return name.startswith("factor ") and is_plain(said) and not symbols_of(said)


def _parts_of_induction(
    evidence: Evidence, made: Sequence[Derivation], predicate: Predicate, names: Names
) -> Iterator[Derivation]:
    """Base and step, the step as one implication; where they are long, by a name as well."""
    whole = conclusion_in(evidence)
    given = premises_and_body(whole)[0] if whole is not None else []
    own = {assumed(hypothesis, names) for hypothesis in given}
    for part, one in zip(evidence.parts, made, strict=True):
        said = conclusion_in(part)
        if said is None or one.name not in ("base", "step"):
            yield one
            continue
        told = predicate.part(one.name, said, names, part.rule)
        written = told.written
        if told.spared:
            one = _by_what_is_needed(one, part, told.said, names)  # noqa: PLW2901
        yield replace(
            one,
            statement=written.latex if written.hypotheses else one.consequence or one.statement,
            hypotheses=written.hypotheses,
            consequence=written.consequence if written.hypotheses else one.consequence,
            by_name=told.by_name if predicate.letter else None,
            spared=told.spared,
            instances=tuple(said for said in told.known if said not in own),
            instances_at=predicate.integers(one.name),
        )


def _by_what_is_needed(
    made: Derivation, evidence: Evidence, said: Conclusion, names: Names
) -> Derivation:
    """A base or a step with lines that take nothing of hypotheses which it does not need."""
    inner = _with_common_indices(evidence)
    if inner.rule != "arithmetic":
        return made
    lines, entries = _lines(evidence, said, names.called)
    others = (part for part in made.parts if part.name != OF_THESE)
    parts = (*others, *each_of_these(said, inner, [*_premises(inner)], names))
    return replace(made, lines=lines, entries=entries, parts=parts)


def _with_common_indices(evidence: Evidence) -> Evidence:
    """Evidence, or that of the same with other names for indices of sums, which it was made of."""
    return evidence.parts[0] if evidence.rule == BOUND_INDICES else evidence


def _lines(
    evidence: Evidence, said: Conclusion, called: Mapping[str, str]
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The steps from side to side, where the engine that decided has some to tell."""
    if isinstance(said, Mean) and evidence.rule == "prove_moment":
        return lines_of_mean(said.statistic, said.formula), ()
    if (inner := _with_common_indices(evidence)).rule == "arithmetic":
        hypotheses, body = premises_and_body(said)
        return lines_of_order(body, (*hypotheses, *_premises(inner))), ()
    if not isinstance(said, Equal) or isinstance(said.lhs, SymbolicArray):
        return (), ()
    if any(isinstance(side, IndexExpression) for side in (said.lhs, said.rhs)):
        try:
            steps = lines_between(scalar(said.lhs), scalar(said.rhs), called)
        except TooManySymmetriesError:
            return (), ()
        return steps.lines, steps.entries
    if evidence.rule in ("prove_identity", "prove_ranges"):
        lines = lines_of_numbers(said.lhs, said.rhs)
        is_as_said = evidence.rule == "prove_ranges" and lines[1:] and lines[1].why == CANONICAL
        return () if is_as_said else lines, ()
    return (), ()


def _premises(evidence: Evidence) -> Iterator[Conclusion]:
    """What a rule was told besides the hypotheses of what it concluded."""
    yield from (said for part in evidence.parts if (said := conclusion_in(part)) is not None)
