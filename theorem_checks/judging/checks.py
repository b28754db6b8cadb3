"""Checks that are made from a statement, by a line each."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from theorem_checks.checks import DEFAULT_MEMORY_MB, DEFAULT_SECONDS, Check, Tier
from theorem_checks.judging.judge import at_instances, judged, why_not_traced
from theorem_checks.judging.rule_arguments import require_conclusion_alone
from theorem_checks.judging.traces import Says
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.words import argued
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind

__all__ = ["instances_of", "proof_of"]


def proof_of(
    says: Says,
    by: Callable[[Any], Evidence] = prove,
    *,
    name: str = "check_statement",
    instances: Sequence[Mapping[str, int | Fraction]] = (),
    cases: Mapping[str, int] | None = None,
    tier: Tier | str = Tier.QUICK,
    seconds: int | float = DEFAULT_SECONDS,
    memory_mb: int = DEFAULT_MEMORY_MB,
    words: str = "",
) -> Check:
    """A check that proves a claim's statement of its subject, for all sizes.

    **Arguments**

    - `says`: the claim's statement, a function of the subject and a world.
    - `by`: the proof, a function from the conclusion to what `prove` or a rule of composition
      returns. It is handed the statement as traced, and not the subject, so that it cannot be
      about anything else.
    - `instances`: sizes at which the subject is run first; by default some small ones are drawn.
    - `cases`: for a subject that branches on a size, the last value of it that is treated by
      itself, `{"n": 12}`.
    - `words`: how the claim follows from the statement, where it says more; then it is ARGUED.

    **Returns** a check of kind 'proof' that runs on every mutant, and on late ones.

    **Raises** `ArgumentError` where `by` cannot be called with a conclusion alone, as a rule that
    needs a relation of states besides.
    """
    require_conclusion_alone(by)

    def in_words(conclusion: Conclusion) -> Evidence:
        return argued(conclusion, words, by(conclusion))

    def check_statement(
        subject: object,
        late: Mapping[str, Any] = MappingProxyType({}),
        unkilled: Mapping[str, Any] = MappingProxyType({}),
        is_late: bool = False,
    ) -> Evidence:
        if is_late and (why := why_not_traced(says, subject, cases)) is not None:
            return why  # it is true at instances, as a late one is
        return judged(
            says,
            in_words if words else by,
            subject,
            instances=instances,
            cases=cases,
            late=late,
            unkilled=unkilled,
        )

    check_statement.concludes = says  # pyright: ignore[reportFunctionMemberAccess]
    check_statement.by = by  # pyright: ignore[reportFunctionMemberAccess]
    return Check(check_statement, Kind.PROOF, name, None, Tier(tier), seconds, memory_mb, says=says)


def instances_of(
    says: Says,
    instances: Sequence[Mapping[str, int | Fraction]] = (),
    *,
    name: str = "check_instances",
    kills: tuple[str, ...] | None = None,
    tier: Tier | str = Tier.QUICK,
    seconds: int | float = DEFAULT_SECONDS,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> Check:
    """A check of kind 'exact' that runs the subject at instances of a claim's statement.

    **Arguments**: `instances`, the sizes to try, by name; by default some small ones are drawn.
    """

    def check_instances(subject: object) -> Evidence:
        return at_instances(says, subject, instances)

    return Check(check_instances, Kind.EXACT, name, kills, Tier(tier), seconds, memory_mb)
