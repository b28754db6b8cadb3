"""A claim as data: all that its file declares of it but subjects and functions.

The process that plans and reports imports no file of claims, so that nothing in one can reach
it. What it has of a claim is made again from these data.
"""

import inspect
from collections.abc import Mapping
from functools import partial
from typing import Any, NoReturn

from theorem_checks.checks import Check, Tier
from theorem_checks.claims import Claim, Control, Mutant, Source
from theorem_checks.errors import ClaimError
from theorem_checks.verdicts.kinds import Kind, Verdict

__all__ = ["Elsewhere", "claim_from", "declared", "place_of"]

TEXTS = ("id", "title", "statement", "notes", "module")
VARIANTS: dict[str, type[Mutant] | type[Control]] = {
    "mutants": Mutant,
    "late": Mutant,
    "controls": Control,
}


class Elsewhere:
    """Stands for a subject or a function that only the process of its file has."""

    def __init__(
        self,
        what: str,
        concludes: "Elsewhere | None" = None,
        place: tuple[str, int] | None = None,
        doc: str = "",
    ) -> None:
        self.what = what
        self.concludes = concludes
        self.place = place  # the file of a function, and the line where it begins
        self.__doc__ = doc

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Raise `ClaimError`: what it stands for is not here."""
        raise ClaimError(
            f"{self.what} is known to the process of its file alone. To call it, import the module"
            " that declares it."
        )

    def __repr__(self) -> str:
        return f"<{self.what}, elsewhere>"


def declared(claim: Claim) -> dict[str, Any]:
    """Return what is declared of a claim as JSON-ready data; `claim_from` takes it."""
    data: dict[str, Any] = {name: getattr(claim, name) for name in TEXTS}
    data |= {name: list(getattr(claim, name)) for name in ("assumptions", "covers", "repairs")}
    for name in VARIANTS:
        data[name] = [[variant.name, variant.says] for variant in getattr(claim, name)]
    return {
        **data,
        "source": [claim.source.paper, claim.source.place],
        "subject": place_of(claim.subject),
        "says": claim.says is not None,
        "checks": [_of_check(check) for check in claim.checks],
        "expect": claim.expect.value,
        "repaired_by": claim.repaired_by,
        "new": claim.new,
    }


def place_of(subject: object) -> tuple[str, int] | None:
    """File and line of the code that a subject is, or is an object of; None for plain data."""
    if isinstance(subject, Elsewhere):
        return subject.place
    while isinstance(subject, partial):
        subject = subject.func
    code = subject if inspect.isroutine(subject) or inspect.isclass(subject) else type(subject)
    try:
        file, (_, number) = inspect.getsourcefile(code), inspect.getsourcelines(code)
    except (OSError, TypeError):
        return None
    return (file, number) if file else None


def _of_check(check: Check) -> dict[str, Any]:
    code = getattr(inspect.unwrap(check.function), "__code__", None)
    return {
        "name": check.name,
        "kind": check.kind.value,
        "kills": list(check.kills or ()),
        "tier": check.tier.value,
        "seconds": float(check.seconds),
        "memory_mb": float(check.memory_mb),
        "concludes": check.concludes,
        "place": [code.co_filename, code.co_firstlineno] if code else None,
        "argument": check.argument,
    }


def claim_from(data: Mapping[str, Any]) -> Claim:
    """Return a claim whose subjects and functions are `Elsewhere`."""
    says = Elsewhere("what the claim says") if data["says"] else None
    variants: dict[str, Any] = {
        name: tuple(kind(word, Elsewhere(word), text) for word, text in data[name])
        for name, kind in VARIANTS.items()
    }
    texts = {name: data[name] for name in TEXTS}
    return Claim(
        **texts,
        **variants,
        source=Source(*data["source"]),
        subject=Elsewhere("the subject", place=data["subject"] and tuple(data["subject"])),
        checks=tuple(_check_from(check, says) for check in data["checks"]),
        says=says,
        assumptions=tuple(data["assumptions"]),
        covers=tuple(data["covers"]),
        repairs=tuple(data["repairs"]),
        repaired_by=data["repaired_by"],
        expect=Verdict(data["expect"]),
        new=data["new"],
    )


def _check_from(data: Mapping[str, Any], says: Elsewhere | None) -> Check:
    concluded = says if data["concludes"] else None
    place = data["place"]
    begins = (place[0], place[1]) if place else None
    return Check(
        Elsewhere(data["name"], concluded, begins, data["argument"]),
        Kind(data["kind"]),
        data["name"],
        tuple(data["kills"]),
        Tier(data["tier"]),
        data["seconds"],
        data["memory_mb"],
        says=concluded,
    )
