"""One job: a check on one subject, in a form that any process can read."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from theorem_checks.checks import Tier
from theorem_checks.running.catalogue import Origin
from theorem_checks.verdicts.kinds import Kind

__all__ = ["Job"]


@dataclass(frozen=True)
class Job:
    """One check on one subject, with all that a worker needs to run it.

    **Fields**: `claim` (its id), `check` (its name), `variant` ('claim', 'mutant:NAME',
    'late:NAME' or 'control:NAME'), `kind`, `tier`, the limits `seconds` and `memory_mb`, `seed`
    (None for kinds that draw nothing), `origin`, `key`, under which the ledger keeps the result,
    the `versions` of the distributions that the claim's own code imports, and the `argument` of a
    proof written by hand.
    """

    claim: str
    check: str
    variant: str
    kind: Kind
    tier: Tier
    seconds: float
    memory_mb: int
    seed: int | None
    origin: Origin
    key: str = ""
    versions: tuple[tuple[str, str], ...] = ()
    argument: str = ""

    @property
    def role(self) -> str:
        """'claim', 'mutant' or 'control'."""
        return self.variant.partition(":")[0]

    @property
    def subject_name(self) -> str:
        """The name of the mutant or the control; '' for the claim's own subject."""
        return self.variant.partition(":")[2]

    @property
    def question(self) -> dict[str, Any]:
        """What the result depends on beside code, without its docstrings, and versions."""
        names = ("claim", "check", "variant", "seconds", "memory_mb", "seed")
        said = {"argument": self.argument} if self.argument else {}
        return {**{name: getattr(self, name) for name in names}, **said}

    def to_json(self) -> dict[str, Any]:
        """Return the job as JSON-ready data; `from_json` is its inverse."""
        return {**asdict(self), "kind": self.kind.value, "tier": self.tier.value}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Job":
        """Rebuild a job from `to_json`."""
        return cls(
            **{
                **data,
                "kind": Kind(data["kind"]),
                "tier": Tier(data["tier"]),
                "origin": Origin.from_json(data["origin"]),
                "versions": tuple((name, version) for name, version in data["versions"]),
            }
        )

    def __str__(self) -> str:
        on = "" if self.role == "claim" else f" on {self.role} {self.subject_name}"
        return f"{self.claim}: {self.check}{on}"
