"""What was derived of claims, kept beside the ledger, so that the same is not proved again.

Each claim has a file of its own, with a hash of all that its derivations depend on: the keys of its
proofs in the ledger, what these read beside code, and the code of `theorem_checks.deriving` with
all that it imports. What cannot be read, or was changed since it was kept, counts as absent, and
is written anew.
"""

import contextlib
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from theorem_checks.deriving import as_json
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.reporting.standing import Standing, State
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.fingerprint import Fingerprints
from theorem_checks.running.kept_sources import sources_kept
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.validation import UNREADABLE
from theorem_checks.verdicts.kinds import Kind

__all__ = ["KeptDerivations", "keys_of"]

MAKERS = tuple(
    Origin(f"theorem_checks.deriving.{name}", None) for name in ("from_evidence", "as_json")
)
"""The modules whose code, with all that it leads to, makes derivations and reads what is kept."""


def keys_of(
    standings: Iterable[Standing], ledger: Ledger | None, makers: Sequence[Origin] = MAKERS
) -> dict[str, str]:
    """Return by id a hash of all that the derivations of a claim depend on.

    Claims with a proof of which the ledger has no current result are left out: it is not known
    what the proof reads.
    """
    fingerprints, keys = Fingerprints(), dict[str, str]()
    with sources_kept():
        made_by = [fingerprints.key(maker, {}) for maker in makers]
        for standing in standings:
            proofs = list(_proofs(standing, ledger))
            if all(reads is not None for _, reads in proofs):
                name, origin = standing.found.claim.id, standing.found.origin
                question = {"derivations of": name, "proofs": proofs, "made by": made_by}
                keys[name] = fingerprints.key(origin, question)
    return keys


def _proofs(standing: Standing, ledger: Ledger | None) -> Iterator[tuple[str, Any]]:
    """The key of each proof of a claim, with what it read; None where that is not known."""
    for known in standing.known:
        if known.job.kind is Kind.PROOF and known.job.role == "claim":
            key, is_current = known.job.key, known.state is State.CURRENT
            yield key, ledger.reads_of(key) if ledger is not None and is_current else None


@dataclass(frozen=True)
class KeptDerivations:
    """Derivations in a folder, by the ids of claims.

    **Fields**: the `folder`, which is made where it is missing; `keys`, by id, as `keys_of` has
    them: of a claim without one nothing is kept; `fresh`, whether all that is kept is passed over.
    """

    folder: Path
    keys: Mapping[str, str] = field(default_factory=dict)
    fresh: bool = False

    @classmethod
    def beside(cls, ledger: Path, keys: Mapping[str, str], *, fresh: bool) -> "KeptDerivations":
        """Those that are kept beside a ledger."""
        return cls(ledger.with_suffix(".derivations"), keys, fresh)

    def get(self, name: str) -> list[Derivation] | None:
        """The derivations of a claim; None where they are not known for all as it is now."""
        if self.fresh or name not in self.keys:
            return None
        try:
            checksum, _, packed = self._file(name).read_bytes().partition(b"\n")
            if checksum != _checksum(packed):
                return None
            kept = json.loads(zlib.decompress(packed))
            if kept["key"] != self.keys[name]:
                return None
            return [as_json.from_json(one) for one in kept["derivations"]]
        except (OSError, zlib.error, *UNREADABLE):
            return None

    def put(self, name: str, made: Sequence[Derivation]) -> None:
        """Keep the derivations of a claim, in place of those that were kept of it.

        Where the folder cannot be made or written, nothing is kept.
        """
        if name not in self.keys:
            return
        kept = {"key": self.keys[name], "derivations": list(map(as_json.to_json, made))}
        packed = zlib.compress(json.dumps(kept).encode())
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            draft = self._file(name).with_suffix(f".{os.getpid()}")
            draft.write_bytes(_checksum(packed) + b"\n" + packed)
            draft.replace(self._file(name))

    def _file(self, name: str) -> Path:
        return self.folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.json.z"


def _checksum(packed: bytes) -> bytes:
    return hashlib.blake2b(packed, digest_size=16).hexdigest().encode()
