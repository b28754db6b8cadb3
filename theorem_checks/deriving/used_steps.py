"""A derivation without what nobody has to read: steps that nothing needs, and a step on its own.

A proof that is found by trying draws from its hypotheses what might be of use. A reader wants what
was of use; and where one step is all there is, its rule, in place of the statement once more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from theorem_checks.deriving.labels import is_the_same, says_nothing
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.rules_said import GIVES
from theorem_checks.statements.plain_text import conjuncts
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["STEPS", "with_used_steps"]

Proved = TypeVar("Proved", bound=ProvedStatement)

STEPS = "derivation"
"""The rule of which each part is a step that adds to what is known."""

TO_THE_SAME = ("assuming", "linear")
"""Rules of which a part says what is left, and need not where that is 0 = 0."""

SUM = r"\sum"
"""What stands in most steps that look at sums, and in few premises."""

_IMPLIES = r" \implies "
_OF_USE_OTHERWISE = (r"\forall", r"\text{for all}", r"\implies")
"""What a later step may take an instance of, or apply, so that it does not name it as it is."""


def with_used_steps(one: Proved) -> Proved:
    """Return a derivation with those steps alone that a later one names, or that end it.

    Of what says nothing, such as 0 <= 0, no steps are told.

    How many were left out is in `unused`. Where one is left that needs no parts, its rule stands in
    its place, with what it takes in `using`.
    """
    if says_nothing(one) and all(part.verdict is Verdict.PROVED for part in one.walk()):
        return replace(one, parts=())
    told = [part for part in one.parts if not (one.rule in TO_THE_SAME and is_the_same(part))]
    one = replace(one, parts=tuple(map(with_used_steps, told)))
    if one.rule != STEPS or not one.parts:
        return replace(one, parts=tuple(map(_as_given, one.parts)))
    used = _used(one)
    one = replace(one, parts=used, unused=len(one.parts) - len(used))
    return _joined(one, used[0]) if len(used) == 1 else one


def _as_given(one: Proved) -> Proved:
    """A part as it is; of one that follows from itself that the hypotheses give it."""
    aim = _said(one)
    is_one = one.hypotheses and aim <= _flat(one.hypotheses) and one.verdict is Verdict.PROVED
    if not is_one or r"\implies" in _consequence(one) or one.words or one.rests_on:
        return one
    alone = replace(one, hypotheses=(), instances=(), lines=(), entries=(), parts=())
    return replace(alone, rule=GIVES)


def _joined(one: Proved, step: ProvedStatement) -> Proved:
    """A statement with the rule of its only step, where that needs no parts, and what it takes."""
    assumed, aim = _aim(one)
    using = tuple(latex for latex in step.hypotheses if latex not in assumed)
    needs = step.parts or step.words or step.rests_on or step.conditions
    if needs or _said(step) != aim or step.verdict is not one.verdict:
        return one
    if _flat(using) == aim:  # an instance, or what an implication gives, of the hypotheses alone
        return replace(one, rule=GIVES, parts=())
    return replace(
        one, rule=step.rule, using=using, lines=step.lines, entries=step.entries, parts=()
    )


def _used(one: Proved) -> tuple[Proved, ...]:
    """The steps that say something new, and that the end or one of those behind them needs.

    Where one takes what no step says, an instance or what an implication gives, which are no steps
    here, it may need any of those before it that an implication may take.
    """
    assumed, needed = _aim(one)
    if not needed <= _flat(map(_consequence, one.parts)):
        return one.parts  # it ends with what is no part: an instance, or what an implication gives
    seen: set[str] = set()
    new: list[Proved] = []
    for part in one.parts:
        if not _said(part) <= seen:
            new.append(part)
        seen |= _said(part)
    used: list[Proved] = []
    for part in reversed(new):
        if _said(part) & needed or any(sign in _consequence(part) for sign in _OF_USE_OTHERWISE):
            used.append(part)
            needed = needed | _flat(part.hypotheses)
    known = _flat(one.hypotheses) | assumed
    for part in reversed(used):
        if not _flat(part.hypotheses) <= known:
            return _used_or_taken(one, used)
        known |= _said(part)
    return tuple(reversed(used))


def _used_or_taken(one: Proved, used: Sequence[ProvedStatement]) -> tuple[Proved, ...]:
    """The steps that are used, and those that a hypothesis may take before it implies something.

    What is said of sums is taken by none of which the premises have no sums.
    """
    assumed = (latex for part in (one, *one.parts) for latex in part.hypotheses)
    if any(SUM in latex.rpartition(_IMPLIES)[0] for latex in assumed):
        return one.parts
    kept = {id(part) for part in used}
    return tuple(p for p in one.parts if id(p) in kept or SUM not in _consequence(p))


def _aim(one: ProvedStatement) -> tuple[set[str], set[str]]:
    """What is to be derived, and what is assumed for it alone: of A => B, that is A, and this B."""
    assumed, sign, aim = _consequence(one).rpartition(_IMPLIES)
    if not sign or aim.count("(") != aim.count(")"):
        return set(), _said(one)
    return _flat(assumed.split(_IMPLIES)), _flat([aim])


def _said(one: ProvedStatement) -> set[str]:
    return _flat([_consequence(one)])


def _consequence(one: ProvedStatement) -> str:
    return one.consequence or one.statement


def _flat(formulas: Iterable[str]) -> set[str]:
    """What formulas say, each statement by itself."""
    return {part.strip() for latex in formulas for part in conjuncts(latex)}
