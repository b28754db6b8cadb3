"""The words for how a claim is checked: check, tier.

This module is a leaf: it imports nothing of the toolkit but its other words, and no engine.
"""

import dataclasses
import inspect
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal

from theorem_checks.errors import ArgumentError, CheckError, ClaimError, nearest
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.for_readers import read_by_nobody
from theorem_checks.verdicts.kinds import Kind, Verdict

__all__ = ["DEFAULT_MEMORY_MB", "DEFAULT_SECONDS", "Check", "Tier", "check"]

DEFAULT_SECONDS = 60.0
DEFAULT_MEMORY_MB = 4096


class Tier(StrEnum):
    """How long a check may take: `quick` runs always, `deep` when asked for."""

    QUICK = "quick"
    DEEP = "deep"


@dataclass(frozen=True)
class Check:
    """A function from a subject to Evidence, with its kind, limits and the mutants it kills.

    Call it like the function: `check_name(subject)`. The Evidence comes back with the kind and
    the seconds filled in; a verdict that the kind does not allow raises `CheckError`. Made by
    the decorator `check`, or from a claim's statement by `proof_of`, `certificate` and
    `instances_of`: the first two conclude the statement `says` itself, and they alone come back as
    PROVED. What a
    function written by hand returns as PROVED comes back as ARGUED: that it gives the claim is
    told by the words of the evidence, and by the first paragraph of the function's docstring.
    """

    function: Callable[..., Evidence]
    kind: Kind
    name: str
    kills: tuple[str, ...] | None = None
    tier: Tier = Tier.QUICK
    seconds: float = DEFAULT_SECONDS
    memory_mb: int = DEFAULT_MEMORY_MB
    says: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        if self.says is not None and getattr(self.function, "concludes", None) is not self.says:
            raise ClaimError(
                f"{self.name} was not made from the statement that it is to conclude. Write"
                " proof_of(says, ...)."
            )

    def __call__(
        self,
        subject: Any,
        *,
        seed: int = 0,
        late: Mapping[str, Any] = MappingProxyType({}),
        unkilled: Mapping[str, Any] = MappingProxyType({}),
        mutates: tuple[Any, ...] = (),
        is_late: bool = False,
    ) -> Evidence:
        """Run the check. `seed` reaches the function only if its kind draws samples.

        `late`, the late mutants of the subject by name, reach it if it concludes a statement: a
        proof of the subject is asked about them as well. So do mutants that no such check is to
        kill, `unkilled`: the statement is to be another one of each, and not proved. `mutates`, the
        claim's own subject where this one is a mutant of it, reaches certificates, and `is_late`,
        whether it is a late one, all that conclude; what helps readers of a counterexample alone is
        left out.
        """
        started = time.perf_counter()
        more: dict[str, Any] = {"seed": seed} if self.kind.draws else {}
        if self.concludes:
            beside = {"late": late, "unkilled": unkilled}
            more |= {name: mutants for name, mutants in beside.items() if mutants}
            more |= {"is_late": True} if is_late else {}
        if self.kind is Kind.CERTIFICATE and mutates:
            more["mutates"] = mutates
        with read_by_nobody() if mutates else nullcontext():
            evidence = self.function(subject, **more)
        self._accept(evidence)
        return dataclasses.replace(
            evidence if self.concludes else self._as_argued(evidence),
            kind=self.kind,
            seed=seed if self.kind.draws else None,
            seconds=time.perf_counter() - started,
        )

    @property
    def concludes(self) -> bool:
        """Whether it concludes a statement about the subject, and can prove a claim by that."""
        return self.says is not None

    @property
    def argument(self) -> str:
        """What is told of a proof written by hand: the first paragraph of its docstring."""
        if self.concludes or not self.kind.can_prove:
            return ""
        paragraph, _, _ = (inspect.getdoc(self.function) or "").partition("\n\n")
        return " ".join(paragraph.split())

    def _as_argued(self, evidence: Evidence) -> Evidence:
        """Evidence of a function written by hand, whose last step is an argument in words.

        What an engine or a rule concluded is kept as a part, with its seal.
        """
        if evidence.verdict not in (Verdict.PROVED, Verdict.ARGUED):
            return evidence
        said = (*evidence.words, self.argument)
        words = tuple(dict.fromkeys(sentence for sentence in said if sentence))
        return dataclasses.replace(
            evidence,
            verdict=Verdict.ARGUED,
            words=words,
            parts=(evidence,) if evidence.is_sealed else evidence.parts,
            statement=None,
            rule="",
            seal="",
        )

    def _accept(self, evidence: object) -> None:
        if not isinstance(evidence, Evidence):
            raise CheckError(
                f"{self.name} returned {type(evidence).__name__} {evidence!r}: expected Evidence."
                " Return what an engine returned, or Evidence.argued(...), .holds(...),"
                " .refuted(...), .undecided(...) or .vacuous(...)."
            )
        if evidence.verdict not in (Verdict.PROVED, Verdict.ARGUED):
            return
        if not self.kind.can_prove:
            raise CheckError(
                f"{self.name} is of kind {self.kind} and said {evidence.verdict}: agreement on what"
                " was tried is no proof. Return Evidence.holds(...)."
            )
        if evidence.verdict is Verdict.ARGUED:
            return
        if self.concludes and not evidence.is_sealed:
            raise CheckError(
                f"{self.name} said PROVED of evidence that no engine or rule concluded, or that was"
                " changed since."
            )
        if self.kind is Kind.PROOF and not evidence.corroborated:
            raise CheckError(
                f"{self.name} said PROVED by {', '.join(sorted(evidence.engines)) or 'no route'}"
                " alone: a proof stands on two routes, of which one decides and the other tests or"
                " has other engines. Join a second one with witnessed(...)."
            )

    def killing(self, *mutants: str) -> "Check":
        """Return this check as it must kill just these mutants (for use in another claim)."""
        return dataclasses.replace(self, kills=mutants)


def check(
    kind: Kind | str | Callable[..., Any],
    *,
    kills: tuple[str, ...] | list[str] | None = None,
    tier: Tier | Literal["quick", "deep"] = Tier.QUICK,
    seconds: float = DEFAULT_SECONDS,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> Callable[[Callable[..., Evidence]], Check]:
    """Declare a function `subject -> Evidence` as a check of the given kind.

    **Arguments**

    - `kind`: one of 'proof', 'exact', 'solver', 'bound', 'search', 'sample', 'experiment'. The
      last two need a keyword-only argument `seed`, which the runner fills in.
    - `kills`: names of the mutants that it must refute; by default all of its claim.
    - `tier`: 'quick', or 'deep' for what takes long. `seconds`, `memory_mb`: its limits for
      each subject; a check that exceeds one ends UNDECIDED.

    **Raises** `ArgumentError` for an unknown kind or tier, a limit that is not positive, a
    missing or a superfluous `seed`.
    """
    by_hand = [str(one) for one in Kind if one is not Kind.CERTIFICATE]
    if callable(kind):
        name = getattr(kind, "__name__", "check")
        hint = f"Write @check('proof') above def {name}, or another kind, and not @check alone."
        raise ArgumentError("kind", name, f"one of {', '.join(by_hand)}", hint)
    if kind not in by_hand:
        hint = "`certificate(says)` makes such a check." if kind == Kind.CERTIFICATE else ""
        known = f"one of {', '.join(by_hand)}.{nearest(kind, by_hand)}"
        raise ArgumentError("kind", kind, known, hint)
    if tier not in list(Tier):
        raise ArgumentError("tier", tier, f"one of {', '.join(Tier)}")
    for name, value in (("seconds", seconds), ("memory_mb", memory_mb)):
        if not value > 0:
            raise ArgumentError(name, value, "a positive number")
    if isinstance(kills, str):
        raise ArgumentError("kills", kills, "a tuple of mutant names", f"Write ({kills!r},).")
    kind, tier = Kind(kind), Tier(tier)
    names = None if kills is None else tuple(kills)

    def declare(function: Callable[..., Evidence]) -> Check:
        has_seed = "seed" in inspect.signature(function).parameters
        if has_seed != kind.draws:
            raise ArgumentError(
                "function",
                function.__name__,
                f"{'a' if kind.draws else 'no'} keyword-only argument 'seed' for kind {kind}",
                "Seeds belong to the runner, and only to kinds that draw samples.",
            )
        return Check(function, kind, function.__name__, names, tier, seconds, memory_mb)

    return declare
