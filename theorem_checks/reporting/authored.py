"""What authors tell beside statements and proofs, which no engine reads: docstrings and scripts."""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from theorem_checks.claims import Claim
from theorem_checks.deriving.by_kernel import BY_SCRIPTS, alone_by, scripts_of
from theorem_checks.deriving.definitions import Names
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.in_short import assumed, in_short, premises_and_body
from theorem_checks.deriving.rules_said import AS_SAID
from theorem_checks.judging.quantified import quantified
from theorem_checks.judging.traces import Trace, trace_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["Authored", "Words"]

_NO_SUBJECTS = ("theorem_checks", "sympy", "numpy", "functools", "builtins")
"""Packages whose classes say nothing of a claim."""


@dataclass(frozen=True)
class Words:
    """The docstring of what has a `name` in a claim's file."""

    name: str
    text: str


@dataclass(frozen=True)
class Authored:
    """What authors tell.

    **Fields**: the `words` of subject, statement and proofs; the `scripts` for the kernel of Rocq,
    where it alone proves the claim, each after those that it takes from; what is `stated` then, and
    where the claim is to be REFUTED.
    """

    words: tuple[Words, ...] = ()
    scripts: tuple[Path, ...] = ()
    stated: Derivation | None = None

    @classmethod
    def of(cls, claim: Claim) -> "Authored":
        """What is told beside a claim, which was loaded from its file."""
        certificate = alone_by(claim)
        words = (*_of_the_subject(claim.subject), *_of_functions(claim))
        if certificate is not None:
            return cls(words, scripts_of(certificate), _stated(claim, BY_SCRIPTS))
        return cls(
            words, stated=_stated(claim, AS_SAID) if claim.expect is Verdict.REFUTED else None
        )


def _of_functions(claim: Claim) -> Iterator[Words]:
    proofs = [getattr(check.function, "by", None) for check in claim.checks]
    for told in (claim.says, *proofs):
        module = getattr(told, "__module__", "") or ""
        is_own = inspect.isroutine(told) and not module.startswith("theorem_checks.")
        if is_own and (text := inspect.getdoc(told)):
            yield Words(getattr(told, "__name__", claim.id), text)


def _of_the_subject(subject: object) -> Iterator[Words]:
    """The docstring of a subject that is a function or a class, or of its class."""
    told = subject if inspect.isroutine(subject) or inspect.isclass(subject) else type(subject)
    name, module = getattr(told, "__name__", ""), getattr(told, "__module__", "") or ""
    text = inspect.cleandoc(told.__doc__ or "")
    is_made = text.startswith(f"{name}(")  # by dataclass, of the names of fields
    if text and not is_made and module.partition(".")[0] not in _NO_SUBJECTS:
        yield Words(f"the subject, {name}", text)


def _stated(claim: Claim, rule: str) -> Derivation | None:
    """What a claim says, of which letters, without a step; None where its subject has no trace."""
    trace = None if claim.says is None else trace_of(claim.says, claim.subject, {}, with_ways=False)
    if not isinstance(trace, Trace):
        return None
    said = trace.bare
    names, (hypotheses, body) = Names.of(said), premises_and_body(said)
    statement = in_short(said, names)
    return Derivation(
        statement=statement,
        rule=rule,
        verdict=claim.expect,
        hypotheses=tuple(assumed(one, names) for one in hypotheses),
        consequence=in_short(body, names) if hypotheses else statement,
        scope=quantified(trace.said, trace.world),
        definitions=tuple(names.definitions()),
    )
