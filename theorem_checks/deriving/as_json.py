"""A derivation as JSON-ready data, and back."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.implications import Implication
from theorem_checks.deriving.long_sides import Named
from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["from_json", "to_json"]


def to_json(derivation: ProvedStatement) -> dict[str, Any]:
    """Return a derivation as JSON-ready data; `from_json` is its inverse."""
    return asdict(derivation)


def from_json(data: Mapping[str, Any]) -> Derivation:
    """Rebuild a derivation from `to_json`.

    **Raises** `KeyError`, `TypeError`, `ValueError` or `ArgumentError` for what is none.
    """
    made: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in data.items()
    }
    by_name = data["by_name"]
    return Derivation(
        **made
        | {
            "verdict": Verdict(data["verdict"]),
            "predicate": Named(**data["predicate"]) if data["predicate"] is not None else None,
            "by_name": _implication(by_name) if by_name is not None else None,
            "instead": tuple(map(tuple, data["instead"])),
            "named": tuple(Named(**one) for one in data["named"]),
            "lines": tuple(Line(**one) for one in data["lines"]),
            "entries": tuple(Line(**one) for one in data["entries"]),
            "parts": tuple(map(from_json, data["parts"])),
            "rests_on": tuple(Ground(**one) for one in data["rests_on"]),
        }
    )


def _implication(data: Mapping[str, Any]) -> Implication:
    return Implication(tuple(data["hypotheses"]), data["consequence"])
