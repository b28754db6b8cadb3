"""Claims and reports as JSON documents for other programs."""

import json
from collections.abc import Iterable
from typing import Any

from theorem_checks.running.catalogue import Found

__all__ = ["claim_entry", "document"]


def document(data: Any) -> str:
    """Return JSON-ready data as text, in ASCII so that every stream can take it."""
    return json.dumps(data, indent=2, allow_nan=False)


def claim_entry(found: Found) -> dict[str, Any]:
    """Return what is declared of a claim, without any result, as JSON-ready data."""
    claim = found.claim
    return {
        "id": claim.id,
        "covers": list(claim.covers),
        "title": claim.title,
        "source": {"paper": claim.source.paper, "place": claim.source.place},
        "statement": claim.statement,
        "assumptions": list(claim.assumptions),
        "kinds": [kind.value for kind in claim.kinds],
        "tiers": list(dict.fromkeys(check.tier.value for check in claim.checks)),
        "expect": claim.expect.value,
        "checks": [
            {
                "name": check.name,
                "kind": check.kind.value,
                "tier": check.tier.value,
                "kills": list(check.kills or ()),
            }
            for check in claim.checks
        ],
        "mutants": _variants(claim.mutants),
        "late": _variants(claim.late),
        "controls": _variants(claim.controls),
        "repairs": list(claim.repairs),
        "repaired_by": claim.repaired_by,
        "new": claim.new,
        "notes": claim.notes,
        "file": str(found.file),
        "module": claim.module,
    }


def _variants(variants: Iterable[Any]) -> list[dict[str, str]]:
    return [{"name": variant.name, "says": variant.says} for variant in variants]
