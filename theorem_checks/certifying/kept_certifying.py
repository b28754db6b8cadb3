"""What `certify` found, kept so that asking the same again exports nothing and runs no compiler.

Beside what every kept run rests on, it rests on the compiler, the library of `.v` files, the files
of results, and what the claims were noticed to read.
"""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from theorem_checks.certifying.compiler import NoRocqError, coqc, rocq_version
from theorem_checks.certifying.kept import Entry, KeptError, read
from theorem_checks.certifying.lines import CertificateLine, State
from theorem_checks.running.kept_runs import KeptRun, stamps
from theorem_checks.running.loading import stamp
from theorem_checks.running.reading import Reading
from theorem_checks.running.validation import UNREADABLE

__all__ = ["KeptCertifying"]


class KeptCertifying(KeptRun):
    """A run of `certify` that may have been made before; see `KeptRun`."""

    def __init__(self, question: Mapping[str, Any]) -> None:
        super().__init__("certified", question)

    def state(self) -> list[Any]:
        """The compiler and its version; nothing where there is none."""
        try:
            return [coqc(), rocq_version(), *stamp(coqc())]
        except NoRocqError:
            return []

    def read(self) -> list[CertificateLine] | None:
        """Return what the run would find, or None if anything is not as it was, or not known."""
        try:
            lines = [CertificateLine.from_json(one) for one in self.found_before()]
        except UNREADABLE:
            return None
        return [
            replace(one, state=State.KEPT) if one.state is State.ACCEPTED else one for one in lines
        ]

    def keep(
        self,
        lines: Sequence[CertificateLine],
        code: Mapping[str, list[int]] | None,
        results: Sequence[Path],
        reading: Reading,
    ) -> None:
        """Keep what came of the run, if nothing is wrong with it.

        **Arguments**: `code`, the stamps of what the claims import, as it was before they were
        imported; `results`, the files of results, as the run left them; the `reading` of what the
        claims read beside.
        """
        if code is None or not reading.is_whole or not self.can_be_kept:
            return
        if not all(one.ok for one in lines):
            return
        files = {**reading.stamps(), **code, **stamps(map(str, results))}
        if _are_kept(lines, results):
            with contextlib.suppress(OSError):
                found = [one.to_json() for one in lines]
                self.write(found, files, reading.so_far()["environment"], self.state())


def _are_kept(lines: Iterable[CertificateLine], results: Iterable[Path]) -> bool:
    """Whether the files of results, looked at again, hold what the run has found."""
    try:
        entries = {name: entry for path in results for name, entry in read(path).items()}
    except KeptError:
        return False
    return all(_is_same(entries.get(one.claim), one.entry) for one in lines)


def _is_same(one: Entry | None, other: Entry | None) -> bool:
    if one is None or other is None:
        return one is other
    return replace(one, seconds=0.0) == replace(other, seconds=0.0)
