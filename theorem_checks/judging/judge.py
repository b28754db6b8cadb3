"""A verdict on a statement about a subject: instances, then a trace that is trusted, then a proof.

A statement is PROVED of a subject if

1. it is true at instances, where the subject itself is run;
2. it can be traced: the subject asks nothing of its symbols that is not decided for all values;
3. the subject's own code goes the same ways in the trace as at an instance;
4. trace and subject agree at instances, small ones and some beyond all that the checks try;
5. the proof, which is handed the traced statement and nothing else, concludes just that statement,
   and every condition of the proof follows from the statement's hypotheses;
6. the proof does not prove a late mutant of the statement, which the toolkit makes (`late`), nor
   what a late mutant of the author's says on the branch that the subject does not have;
7. the statement is another one of each mutant that no proof is to refute, and the proof does not
   prove that (`unnoticed`).

Where 1 fails the statement is REFUTED; where another one fails, nothing is PROVED.
"""

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from theorem_checks.errors import CheckError, TheoremChecksError
from theorem_checks.judging.agreement import disagreement, other_way
from theorem_checks.judging.conditions import discharged
from theorem_checks.judging.counterexamples import refuted_there
from theorem_checks.judging.drawn_worlds import Sizes
from theorem_checks.judging.proofs_of_late_mutants import concludes, proves_late_mutant
from theorem_checks.judging.quantified import quantified
from theorem_checks.judging.rule_arguments import naming_what_rules_lack
from theorem_checks.judging.thresholds import beside_thresholds
from theorem_checks.judging.traces import Says, Trace, case_text, trace_of, traces_of
from theorem_checks.judging.trials import RUN, try_instances
from theorem_checks.judging.unnoticed import unnoticed
from theorem_checks.proving.effort import noting_failures, noting_points, remembering
from theorem_checks.proving.own_hypotheses import with_own_hypotheses
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.changes import changed, kept
from theorem_checks.statements.classes import is_described
from theorem_checks.statements.conclusions import ByCases, Conclusion
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.statements.questions import answered_otherwise
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["at_instances", "judged", "statement_of", "why_not_traced"]

Proof = Callable[[Any], Evidence]
"""A proof: from a conclusion, of the kind that it is about, to sealed evidence."""

_MOST_POINTS = 4  # the last of those that engines have noted, at which a statement is run
_LEAST_SECONDS = 1  # that a proof has for a late mutant, if the statement itself took less


def statement_of(says: Says, subject: Any) -> Conclusion:
    """The statement of a subject as `judged` concludes it, under the ranges of what is in it.

    **Raises** `CheckError` where the subject cannot be traced on symbols.
    """
    trace = trace_of(says, subject, {}, with_ways=False)
    if isinstance(trace, Evidence):
        raise CheckError(trace.reason)
    return trace.conclusion


def why_not_traced(
    says: Says, subject: Any, cases: Mapping[str, int] | None = None
) -> Evidence | None:
    """Why a subject cannot be traced on symbols, so that nothing is PROVED of it; None if it can.

    **Arguments**: `cases`, as for `judged`.
    """
    traces = traces_of(says, subject, cases, with_ways=False)
    return next((trace for trace in traces if isinstance(trace, Evidence)), None)


def at_instances(says: Says, subject: Any, instances: Sequence[Sizes] = ()) -> Evidence:
    """Evidence on what was tried: HOLDS, or REFUTED at the first instance where it is false.

    UNDECIDED for a statement that is true or false of no instance.

    **Arguments**: `instances`, the sizes to try; by default some small ones are drawn.
    """
    found = try_instances(says, subject, instances)
    if found is None:
        return Evidence.undecided(
            "The statement is true or false of no instance by itself, or of none that was tried it"
            " is known which."
        )
    return found


def judged(
    says: Says,
    proof: Proof,
    subject: Any,
    *,
    instances: Sequence[Sizes] = (),
    cases: Mapping[str, int] | None = None,
    late: Mapping[str, Any] = MappingProxyType({}),
    unkilled: Mapping[str, Any] = MappingProxyType({}),
    whole: bool = False,
) -> Evidence:
    """Evidence for a statement about a subject, by a proof of it for all sizes; see the module.

    **Arguments**

    - `says`: makes the conclusion from subject and world; `proof`: from the conclusion to sealed
      evidence of it.
    - `instances`: sizes at which the subject is tried first; by default some are drawn.
    - `cases`: for one size, by name, the last value that is treated by itself; the size then
      starts beyond. For subjects that do branch on it.
    - `late`: late mutants of the subject, by name, each of which branches where it does not.
    - `unkilled`: mutants of it, by name, that no proof is asked about.
    - `whole`: whether the proof is handed the statement under the ranges of its sizes.
    """
    before = kept(subject)
    found = _judged(says, proof, subject, instances, cases, late, unkilled, whole=whole)
    if found.verdict.passes and (names := changed(subject, before)):
        said = ", ".join(names)
        return Evidence.undecided(f"The subject changes as it is run, and so what it is: {said}.")
    return found


@remembering()
def _judged(
    says: Says,
    proof: Proof,
    subject: Any,
    instances: Sequence[Sizes],
    cases: Mapping[str, int] | None,
    late: Mapping[str, Any],
    unkilled: Mapping[str, Any],
    *,
    whole: bool,
) -> Evidence:
    tried = try_instances(says, subject, instances)
    if tried is not None and not tried.verdict.passes:
        return tried
    traces = traces_of(says, subject, cases)
    for trace in traces:
        if isinstance(trace, Evidence):
            return beside_thresholds(says, subject, trace)
    kept = [replace(one, whole=whole) for one in traces if isinstance(one, Trace)]
    started = time.perf_counter()
    found = [_proved(says, proof, subject, trace, instances, late) for trace in kept]
    worst = next((e for e in found if e.verdict is not Verdict.PROVED), found[0])
    if worst.verdict is Verdict.PROVED:
        seconds = max(_LEAST_SECONDS, time.perf_counter() - started)

        def proves(said: Conclusion) -> bool:
            return concludes(proof, said, seconds) is not None

        def holds(mutant: Any) -> bool:
            tried = None
            with contextlib.suppress(Exception):  # it need not make sense there
                tried = try_instances(says, mutant, instances)
            return tried is not None and tried.verdict.passes

        if unread := unnoticed(says, kept, unkilled, proves, holds):
            return Evidence.undecided(unread)
    if len(found) == 1 or worst.verdict is not Verdict.PROVED:
        return worst
    names = tuple(case_text(trace.world) for trace in kept)
    cased = ByCases(names, tuple(trace.conclusion for trace in kept))
    parts = Evidence(Verdict.PROVED, f"case by case: {'; '.join(names)}", parts=tuple(found))
    return concluded(parts, cased, "cases")


def _proved(
    says: Says,
    proof: Proof,
    subject: Any,
    trace: Trace,
    instances: Sequence[Sizes],
    late: Mapping[str, Any],
) -> Evidence:
    words = is_described(trace.conclusion)  # and so never PROVED, whatever the subject does
    doubt = (
        ""
        if words
        else other_way(says, subject, trace) or disagreement(says, subject, trace, instances)
    )
    if doubt:
        return Evidence.undecided(doubt)
    wanted, handed = trace.conclusion, trace.handed
    key = handed.key  # before a proof has it in its hands, which could change what arrays hold
    started = time.perf_counter()
    with noting_failures() as failures, noting_points() as points, naming_what_rules_lack():
        found = proof(handed)
    seconds = max(_LEAST_SECONDS, time.perf_counter() - started)
    if found.verdict is Verdict.REFUTED or not found.verdict.passes:
        there = refuted_there(says, subject, trace, found, points[-_MOST_POINTS:])
        if there is None or there.verdict is not Verdict.REFUTED:
            under = _under_ranges(says, proof, subject, trace, instances, late, found)
            there = there if under is None else under
        return found if there is None else there
    if not found.is_sealed:
        raise CheckError(
            "proof: expected evidence that an engine or a rule concluded. Return what `prove` or a"
            " rule returned, as it is; or `argued(conclusion, words, *parts)`."
        )
    assert found.statement is not None
    if found.statement.key != key:
        return Evidence.undecided(
            f"The proof concludes {found.statement.latex}, and the claim says {handed.latex}."
        )
    divisors = (condition(nonzero(b), f"{b} is not 0") for b in trace.world.divisors)
    needed = dict.fromkeys([*found.conditions, *divisors])
    known = [*trace.world.hypotheses, *hypotheses_of(trace.bare)[0]]
    met = {c.text: discharged(c, known) for c in needed}
    if unmet := [text for text, evidence in met.items() if evidence is None]:
        said = "; ".join(unmet)
        return Evidence.undecided(
            f"The proof holds only where {said}, which nothing says. Say so of the numbers, as in"
            ' w.number("x", nonzero=True) or positive=True, or assume it in the statement.'
        )
    if found.verdict is Verdict.PROVED:
        far = bool(failures)  # else what an engine does not prove is the end of a false one
        again = partial(concludes, proof, seconds=seconds, to_the_end=far)
        unread = proves_late_mutant(proof, handed, trace.world, seconds, to_the_end=far)
        if unread := unread or _proves_other_branch(says, again, trace, late):
            return Evidence.undecided(unread)
    parts = (found, *(evidence for evidence in met.values() if evidence is not None))
    scope = with_own_hypotheses(quantified(trace.said, trace.world), trace.said)
    whole = Evidence(found.verdict, scope, parts=parts, routes=(RUN,))
    return concluded(whole, wanted, "of the subject")


def _under_ranges(
    says: Says,
    proof: Proof,
    subject: Any,
    trace: Trace,
    instances: Sequence[Sizes],
    late: Mapping[str, Any],
    first: Evidence,
) -> Evidence | None:
    """A proof that is handed the ranges of sizes and numbers as well, such as n >= 2; or None.

    Where it was made for the statement alone, and fails, what it raises is told behind the reason
    for which it did not prove that, the `first`.
    """
    if trace.whole or not trace.world.hypotheses:
        return None
    whole, raised = replace(trace, whole=True), ""
    for again in (proof, arithmetic):
        try:
            found = _proved(says, again, subject, whole, instances, late)
        except TheoremChecksError:
            continue
        except Exception as error:
            if again is arithmetic:
                raise
            said = f"{type(error).__name__}: {error}"
            raised = f" Handed {whole.handed.latex} as well, it raised {said}."
            continue
        if found.verdict.passes:
            return found
    return Evidence.undecided(first.reason + raised) if raised and first.reason else None


def _proves_other_branch(
    says: Says,
    again: Callable[[Conclusion], Evidence | None],
    trace: Trace,
    late: Mapping[str, Any],
) -> str:
    """What is wrong with a proof that proves what a late mutant says where it is wrong; or ''.

    A late mutant that asks `n < 40` cannot be traced as it is. It is traced with the answer that
    small values do not have, and so with its slip at all values; that is handed to the proof.
    """
    for name, subject in late.items():
        asked, other = _on_a_branch(says, subject, trace)
        if other is not None and other.bare.is_same(trace.bare):
            asked, other = _on_a_branch(says, subject, trace, as_small=True)
            if other is not None and other.bare.is_same(trace.bare):
                return (
                    f"The statement is the same of late mutant {name}, whatever the answer to"
                    f" {asked}, and so does not speak of what that changes."
                )
        if other is not None and again(other.handed) is not None:
            return (
                f"The proof proves late mutant {name}, too, traced with the other answer to"
                f" {asked}: {other.handed.latex}. It does not read the subject."
            )
    return ""


def _on_a_branch(
    says: Says, subject: Any, trace: Trace, *, as_small: bool = False
) -> tuple[str, Trace | None]:
    """What a mutant asks first, and its trace with the answer that small values have or have not.

    None if it asks nothing, or has no trace then, as it need not make sense there.
    """
    with answered_otherwise(as_small=as_small) as answered, contextlib.suppress(Exception):
        other = trace_of(says, subject, trace.world.case, with_ways=False)
        if isinstance(other, Trace) and answered:
            return answered[0], replace(other, whole=trace.whole)
    return "", None
