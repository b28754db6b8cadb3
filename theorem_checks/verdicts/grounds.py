"""What evidence rests on: facts, claims and certificates."""

import re
from dataclasses import dataclass

from theorem_checks.errors import ArgumentError

__all__ = ["Ground", "as_ground"]


@dataclass(frozen=True)
class Ground:
    """What evidence takes from elsewhere: a fact, another claim, or a certificate that is kept.

    `of` says which of these, `name` is the fact's name, the claim's id, or the digest of what the
    kernel was handed where it was run. Use the constructors `Ground.fact`, `Ground.claim` and
    `Ground.certificate`; `Ground.read` takes 'fact:NAME' or 'claim:PAPER/PLACE'.
    """

    of: str
    name: str

    def __post_init__(self) -> None:
        if self.of not in _GROUNDS:
            raise ArgumentError("Ground.of", self.of, f"one of {', '.join(_GROUNDS)}")
        pattern, expected = _GROUNDS[self.of]
        if not isinstance(self.name, str) or not re.fullmatch(pattern, self.name):
            raise ArgumentError("Ground.name", self.name, expected)

    @classmethod
    def claim(cls, name: str) -> "Ground":
        """Another claim, by its id, or by one that it covers."""
        return cls("claim", name)

    @classmethod
    def fact(cls, name: str) -> "Ground":
        """A fact of `theorem_checks.facts`, by its name."""
        return cls("fact", name)

    @classmethod
    def certificate(cls, digest: str) -> "Ground":
        """A certificate that a kernel accepted elsewhere, by the digest of what it was handed."""
        return cls("certificate", digest)

    @classmethod
    def read(cls, text: str) -> "Ground":
        """What `str` of a ground says, read back."""
        of, _, name = text.partition(":")
        return cls(of, name)

    def __str__(self) -> str:
        return f"{self.of}:{self.name}"


_GROUNDS = {
    "claim": (r"[a-z][a-z0-9-]*/[A-Za-z0-9.+-]+", "an id such as 'paper/theorem-1'"),
    "fact": (r"[a-z][a-z0-9-]*", "a fact's name"),
    "certificate": (r"[0-9a-f]{32}", "a digest in 32 digits of base 16"),
}


def as_ground(value: object) -> Ground:
    """A ground, or that of a fact."""
    ground = getattr(value, "ground", value)
    if not isinstance(ground, Ground):
        raise ArgumentError(
            "Evidence.rests_on",
            value,
            "a fact of theorem_checks.facts, or Ground.claim('paper/theorem-1')",
            "A sentence belongs to words=.",
        )
    return ground
