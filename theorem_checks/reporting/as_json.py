"""Claims and reports as JSON documents for other programs."""

import json
from collections.abc import Iterable
from typing import Any

from theorem_checks.running.catalogue import Found

__all__ = ["claim_entry", "document"]


_INDENTED = 6
"""Down to a result of a claim: the trees of a proof are deep, and blanks would be most of them."""


def document(data: Any) -> str:
    """Return JSON-ready data as text, in ASCII so that every stream can take it.

    The outer levels, down to the results of a claim, have a line for each entry; what is deeper,
    such as the tree of a proof, has one line.
    """
    return _text(data, 0)


def _text(data: Any, depth: int) -> str:
    if depth == _INDENTED or not data or not isinstance(data, dict | list | tuple):
        return json.dumps(data, allow_nan=False)
    if isinstance(data, dict):
        entries = [f"{json.dumps(name)}: {_text(it, depth + 1)}" for name, it in data.items()]
        return _lines("{", entries, "}", depth)
    return _lines("[", [_text(it, depth + 1) for it in data], "]", depth)


def _lines(start: str, entries: list[str], end: str, depth: int) -> str:
    blanks = "\n" + "  " * depth
    return start + ",".join(f"{blanks}  {entry}" for entry in entries) + blanks + end


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
