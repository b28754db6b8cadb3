r"""Induction from all integers before, of statements in which sums over such integers stand.

The step to :math:`n + 1` has :math:`A(m)` for all :math:`m \le n`, and what is assumed of sequences
and tables for all integers. Of these it takes the instances that match the values in question; of a
sum it looks at each term, in which values are replaced by what is known of them. The rules of
`derivations` conclude, from what `arithmetic` decides.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import (
    alternatives,
    are_counterexamples_wanted,
    once,
    seconds_left,
)
from theorem_checks.proving.induction.by_induction import prove_by_induction, steps_in
from theorem_checks.proving.induction.clauses import (
    Clause,
    all_sides_of,
    captures,
    clauses_of,
    match,
    said_in,
    sides_of,
    values_in,
    values_in_sums,
)
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.proving.rules.connectives import conjunction, given_each
from theorem_checks.proving.rules.derivations import (
    Applied,
    Derived,
    Instance,
    Step,
    a_term_of,
    at_any,
    derivation,
    for_any,
    index_of,
    induction_from_all_before,
    linear,
    names_in,
    obligations_from_all_before,
    term_by_term,
    terms_of_sums,
)
from theorem_checks.proving.rules.rewriting import (
    conjuncts_of,
    hypotheses_of,
    renaming_indices,
    under_hypotheses,
    with_common_indices,
)
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    ForAll,
    Implies,
)
from theorem_checks.statements.range_signs import is_never_negative
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.texts import text_of
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["prove_by_strong_induction"]

_ROUNDS = 3  # in which values that an instance speaks of ask for further instances
_MOST_INSTANCES = 60
_LEAST_SECONDS = 0.1
_SECONDS_UNWANTED = 2  # where a statement is known to be false, and nobody asks why


def prove_by_strong_induction(conclusion: Conclusion, *, seconds: float | int = 10) -> Evidence:
    """Decide a statement for all integers from a start on, by induction from all integers before.

    **Arguments**: as for `prove_by_induction`; equations and inequalities may have sums in them
    over integers before, so that a recurrence may read all values, with a weight for each.

    **Returns** Evidence of the conclusion in two parts, base and step; UNDECIDED where the step
    does not follow from the instances that match, by looking at sums term by term.
    """
    return once(lambda said: _proved(said, seconds), conclusion)


def _proved(conclusion: Conclusion, seconds: float | int) -> Evidence:
    hypotheses, body = hypotheses_of(conclusion)
    if isinstance(body, All):
        each = (under_hypotheses(hypotheses, part) for part in body.parts)
        found = [prove_by_strong_induction(part, seconds=seconds) for part in each]
        joined = under_hypotheses(hypotheses, body)
        rule: Any = given_each if hypotheses else conjunction
        return derivation(conclusion, Derived(joined, rule(joined, *found)))
    if not isinstance(body, ForAll):
        return _Leaf(conclusion, seconds).found()
    if not _needs_induction(hypotheses, body):
        evidence = prove_by_strong_induction(at_any(conclusion), seconds=seconds)
        return for_any(conclusion, evidence)
    base, step = (
        prove_by_strong_induction(part, seconds=seconds)
        for part in obligations_from_all_before(conclusion)
    )
    return induction_from_all_before(conclusion, base, step)


def _needs_induction(hypotheses: list[Conclusion], body: ForAll) -> bool:
    """Whether a value at n, in what is said, is determined by values at other integers."""
    general = [h for h in hypotheses if isinstance(h, ForAll)]
    determined = [c.relation for g in general for c in clauses_of(g)]
    left = [said.lhs for said in determined if isinstance(said, Equal)]
    left += [said.lhs for said in hypotheses if isinstance(said, Equal)]
    values = {v for said in said_in(body) for side in all_sides_of(said) for v in values_in(side)}
    for value in values:
        for place, argument in enumerate(value.args):
            if body.variable not in argument.free_symbols:
                continue
            alike = [wanted for wanted in left if getattr(wanted, "func", None) == value.func]
            if not all(wanted.args[place].is_Symbol for wanted in alike):
                return True
    return not values


class _Leaf:
    """A statement about numbers, under hypotheses for all integers."""

    def __init__(self, said: Conclusion, seconds: float | int, depth: int = 0) -> None:
        self.said, self.seconds, self.depth = said, seconds, depth
        self.hypotheses, self.body = hypotheses_of(said)
        general = [h for h in self.hypotheses if isinstance(h, ForAll)]
        self.clauses = [clause for g in general for clause in clauses_of(g)]
        self.facts = [h for h in self.hypotheses if not isinstance(h, ForAll)]
        self.steps: list[Step] = []
        self.taken: set[Any] = set()
        sums = {s for e in self._known() for s in e.atoms(sp.Sum)}
        for clause in self.clauses:
            sums |= {s for side in all_sides_of(clause.said) for s in side.atoms(sp.Sum)}
        self.indices = {v for ranged in sums for v in ranged.variables}

    def found(self) -> Evidence:
        """Evidence of the statement."""
        sums = [side for side in sides_of(self.body) if isinstance(side, sp.Sum)]
        if len(sums) == 2 and isinstance(self.body, Equal | AtMost) and _alike(*sums):
            index = index_of(sums[0], self._name())
            each = _Leaf(terms_of_sums(self.said, index), self.seconds, self.depth + 1).found()
            return term_by_term(self.said, index, each)
        self._take_instances()
        self._look_at_sums()
        self._take_instances()
        return self._by_arithmetic(under_hypotheses(self.facts, self.body))

    def _by_arithmetic(self, last: Conclusion) -> Evidence:
        """What follows by arithmetic, also where no numbers meet the hypotheses.

        As a case of an induction may be of none.
        """
        whole = All((last,)) if isinstance(last, Implies) else last
        common = with_common_indices(whole)
        wanted = are_counterexamples_wanted()
        most = self.seconds if wanted else min(self.seconds, _SECONDS_UNWANTED)
        seconds = max(_LEAST_SECONDS, min(most, seconds_left()))
        with alternatives():
            shown = arithmetic(common, seconds=seconds)
            if shown.verdict is not Verdict.PROVED and (apart := steps_in(common)):
                shown = arithmetic(common, *apart, seconds=seconds)
        if shown.verdict is not Verdict.PROVED:
            reason = f"It does not follow from the instances that match: {shown.reason}"
            return concluded(Evidence.undecided(reason), self.said, "derivation")
        if not common.is_same(whole):
            shown = renaming_indices(whole, shown)
        steps = [*self.steps, Derived(whole, shown)]
        if isinstance(last, Implies):
            steps.append(Applied(last))
        return derivation(self.said, *steps)

    def _name(self) -> str:
        taken, number = names_in(self.said), 0
        while (name := f"i_{number}") in taken:
            number += 1
        return name

    def _known(self) -> list[Any]:
        """All numbers of which something is known or to be shown."""
        return [side for said in (*self.facts, self.body) for side in all_sides_of(said)]

    def _take_instances(self) -> None:
        for _ in range(_ROUNDS):
            values = self._values()
            before = len(self.facts)
            for clause in self.clauses:
                for pattern in clause.patterns:
                    for value in values:
                        at = match(pattern, value, clause.variables)
                        if at is not None and self._is_within(clause, at):
                            if any(n.free_symbols & self.indices for n in at.values()):
                                continue
                            self._take(clause, at)
            if len(self.facts) == before:
                return

    def _values(self) -> list[Any]:
        """Values of which something is known or to be shown, and those at equal integers."""
        known = self._known()
        found = {v for e in known for v in values_in(e)}
        at_indices = {v for e in known for v in values_in_sums(e)}
        integers = {
            fact.lhs: fact.rhs
            for fact in self.facts
            if isinstance(fact, Equal) and fact.lhs in found and fact.lhs.is_integer
        }
        moved = {v.func(*(a.xreplace(integers) for a in v.args)) for v in found}
        return sorted(found | moved | at_indices, key=text_of)

    def _is_within(self, clause: Clause, at: Mapping[Any, Any]) -> bool:
        said: Any = clause.general
        for place in clause.places:
            value = at[said.variable]
            if not value.is_integer or not (value - said.start).is_nonnegative:
                return False
            said = conjuncts_of(said.body)[place]
        return True

    def _take(self, clause: Clause, at: Mapping[Any, Any]) -> None:
        key = (id(clause.general), clause.places, tuple(at[v] for v in clause.variables))
        if key in self.taken or len(self.taken) >= _MOST_INSTANCES:
            return
        self.taken.add(key)
        made, fact = clause.steps(at)
        if not _is_of_none(fact):
            self.steps += made
            self.facts.append(fact)

    def _look_at_sums(self) -> None:
        if self.depth > 2:
            return
        sums = {s for e in self._known() for s in _outer_sums(e)}
        for ranged in sorted(sums, key=text_of):
            self._be_linear(ranged)
            for said in self._replacements(ranged):
                shown = _Leaf(
                    under_hypotheses(self.hypotheses, said), self.seconds, self.depth + 1
                ).found()
                if shown.verdict is Verdict.PROVED:
                    self._derive(under_hypotheses(self.hypotheses, said), shown, said)
                    for side in (said.lhs, said.rhs):
                        if side != ranged:
                            self._be_linear(side)
            if isinstance(self.body, AtMost):
                self._take_terms(ranged)

    def _derive(self, whole: Conclusion, shown: Evidence, said: Conclusion) -> None:
        self.steps.append(Derived(whole, shown))
        self.facts.append(said)

    def _replacements(self, ranged: Any) -> Iterator[Any]:
        """What a sum is, or is at most or at least, with other values in its terms."""
        equal: dict[Any, Any] = {}
        for value, relation in self._said_of_terms(ranged):
            one, other = sides_of(relation)
            if isinstance(relation, Equal) and one == value:
                equal[value] = other
            elif isinstance(relation, AtMost) and one == value:
                yield AtMost(ranged, ranged.xreplace({value: other}))
            elif isinstance(relation, AtMost) and other == value:
                yield AtMost(ranged.xreplace({value: one}), ranged)
        if equal and (new := ranged.xreplace(equal)) != ranged:
            yield Equal(ranged, new)

    def _said_of_terms(self, ranged: Any) -> Iterator[tuple[Any, Conclusion]]:
        """Values in the terms of a sum, and what is known of them."""
        inside = {v for inner in ranged.atoms(sp.Sum) for v in inner.variables}
        for value in sorted(ranged.atoms(AppliedUndef), key=text_of):
            if not value.free_symbols & inside:
                continue
            for clause in self.clauses:
                for pattern in clause.patterns:
                    at = match(pattern, value, clause.variables)
                    if at is None or not self._is_within(clause, at):
                        continue
                    if not captures(clause.relation, at):
                        yield value, clause.relation.substituted(at)

    def _be_linear(self, ranged: Any) -> None:
        """Say of a sum which factors can be taken out of it."""
        if not isinstance(ranged, sp.Sum):
            return
        limits, indices = ranged.limits, set(ranged.variables)
        apart: Any = sp.Integer(0)
        body: Any = sp.expand_mul(ranged.function)
        for part in sp.Add.make_args(body):
            outer, inner = part.as_independent(*indices, as_Add=False)
            if any(indices & set(s.variables) for s in outer.atoms(sp.Sum)):
                return
            apart += outer * sp.Sum(inner, *limits)
        if apart == ranged:
            return
        said = Equal(ranged, apart)
        try:
            shown = linear(said)
        except ArgumentError:
            return
        if shown.verdict is Verdict.PROVED:
            self._derive(said, shown, said)
            if len(limits) == 1 and (ones := sp.Sum(1, *limits)) in apart.atoms(sp.Sum):
                self._count(ones)

    def _count(self, ones: Any) -> None:
        """Say of a sum of 1 how many terms there are, by induction over their number."""
        ((index, first, last),) = ones.limits
        number: Any = sp.expand(last - first + 1)
        if not number.is_nonnegative:
            return
        m: Any = sp.Symbol(self._name(), integer=True, nonnegative=True)
        general = ForAll(m, 0, Equal(sp.Sum(1, (index, first, first + m - 1)), m))
        shown = prove_by_induction(general)
        if shown.verdict is Verdict.PROVED:
            self.steps += [Derived(general, shown), Instance(general, number)]
            self.facts.append(general.body.substituted({m: number}))

    def _take_terms(self, ranged: Any) -> None:
        """Say that a sum of what is not negative is at least each term that is spoken of."""
        if not is_never_negative(ranged) or len(ranged.limits) != 1:
            return
        ((index, first, last),) = ranged.limits
        inside = [v for v in ranged.function.atoms(AppliedUndef) if v.has(index)]
        found = [match(one, v, (index,)) for one in inside for v in self._values()]
        places = {at[index] for at in found if at is not None}
        known = sorted((p for p in places if not p.free_symbols & self.indices), key=text_of)
        for place in known:
            at = ranged.function.xreplace({index: place})
            within = All((AtMost(first, place), AtMost(place, last)))
            said = Implies(within, AtMost(at, ranged))
            if not _is_of_none(said):
                self._derive(said, a_term_of(said), said)


def _is_of_none(said: Conclusion) -> bool:
    """Whether what it is said under is seen to be false."""
    hypotheses, _ = hypotheses_of(said)
    return any(isinstance(h, AtMost) and (h.lhs - h.rhs).is_positive for h in hypotheses)


def _alike(one: Any, other: Any) -> bool:
    return one.limits[-1][1:] == other.limits[-1][1:]


def _outer_sums(e: Any) -> set[Any]:
    """The sums that stand in a number, but for those inside of sums."""
    if not isinstance(e, sp.Basic):
        return set()
    if isinstance(e, sp.Sum):
        return {e}
    return set().union(*map(_outer_sums, e.args)) if e.args else set()
