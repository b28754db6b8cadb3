"""Certifying claims: export each, hand what is new to the kernel, keep what it accepts.

Of a claim that is to be PROVED it is asked about the statement, of one that is to be REFUTED about
the negation.
"""

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from theorem_checks.certifying import kept
from theorem_checks.certifying.certificates import (
    LIBRARY,
    Certificate,
    certificate_of,
    file_text,
    files_of_script,
    library_digest,
    library_text,
)
from theorem_checks.certifying.compiler import NoRocqError, rocq_version
from theorem_checks.certifying.compiler_runs import Compilers
from theorem_checks.certifying.kernel_output import Ruling
from theorem_checks.certifying.lines import CertificateLine, State
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.rulings import keep_ruling, ruled_before
from theorem_checks.claims import Claim
from theorem_checks.errors import TheoremChecksError
from theorem_checks.judging.judge import statement_of
from theorem_checks.processors import processors
from theorem_checks.running.catalogue import Found
from theorem_checks.running.loading import claim_here
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "Certified",
    "Watch",
    "accepted_before",
    "certify",
    "entry_of",
    "files_of_results",
    "module_names",
    "text_of",
    "write_files",
]

_AT_A_TIME, _SECONDS_AT_A_TIME = 24, 40.0  # theorems of one file, and about what they take


@dataclass(frozen=True)
class Certified:
    """A claim, with its certificate where it has one, and what is known of that.

    **Fields**: `entry`, what is kept of a certificate that was accepted; `said`, why there is none.
    """

    claim: Claim
    state: State
    certificate: Certificate | None = None
    entry: kept.Entry | None = None
    said: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong; that there is no form or no proof yet is not wrong."""
        return self.line.ok

    @property
    def line(self) -> CertificateLine:
        """What the table says of it."""
        line = CertificateLine(self.claim.id, self.state, entry=self.entry, said=self.said)
        if (made := self.certificate) is None:
            return line
        return replace(line, form=made.form, refutes=made.refutes, lines=made.lines)

    def to_json(self) -> dict[str, Any]:
        """What is known as JSON-ready data."""
        one, entry = self.certificate, self.entry
        return {
            "claim": self.claim.id,
            "state": self.state.value,
            "form": one.form if one else None,
            "refutes": one.refutes if one else None,
            "statement": one.statement if one else None,
            "version": entry.version if entry else None,
            "axioms": list(entry.axioms) if entry else None,
            "seconds": entry.seconds if entry else None,
            "lines": one.lines if one else None,
            "said": self.said,
        }


Watch = Callable[[str, int, int], None]
"""Told what is done now, how much of it is through, and how much there is."""


def certify(
    found: Iterable[Found],
    folder: Path,
    *,
    fresh: bool = False,
    watch: Watch = lambda _what, _done, _total: None,
) -> list[Certified]:
    """Certify claims, those that say something as data.

    **Arguments**: `folder`, where the library is compiled and results of lone files are kept;
    `fresh`, to run again what was accepted before; `watch` is told how far it is.

    **Raises** `KeptError` where a file of kept results was edited.
    """
    found = list(found)
    results = _Results([one.claim for one in found], folder)
    seconds = results.seconds()
    waiting: dict[str, tuple[Claim, Certificate]] = {}

    def written() -> Iterator[tuple[str, Certificate]]:
        """What is to be decided, as it is exported; what took long comes first."""
        by_cost = sorted(found, key=lambda one: -seconds.get(one.claim.id, 0.0))
        for number, one in enumerate(by_cost):
            watch("writing statements", number, len(found))
            claim, made = one.claim, _exported(one)
            if isinstance(made, Certified):
                results.without(claim, made)
            elif fresh or not results.known(claim, made):
                waiting[claim.id] = claim, made
                yield claim.id, made

    names = module_names(one.claim.id for one in found)
    for name, ruling in _ruled(written(), names, results, folder, watch):
        results.settle(*waiting[name], ruling)
    return [results.states[one.claim.id] for one in found]


class _Results:
    """What is kept of claims, and what is found out of each now; it is written as it comes."""

    def __init__(self, claims: Iterable[Claim], folder: Path) -> None:
        self.states: dict[str, Certified] = {}
        self._folder = folder
        self._paths = {claim.id: kept.where_kept(claim.module, folder) for claim in claims}
        self._entries = {path: kept.read(path) for path in set(self._paths.values())}

    def seconds(self) -> dict[str, float]:
        """What each took when it was accepted, by id."""
        return {n: own.seconds for all_of in self._entries.values() for n, own in all_of.items()}

    def axioms(self, asked: Mapping[str, Certificate]) -> dict[str, tuple[str, ...]]:
        """On which axioms those rested that were accepted, as far as it says what is to be asked.

        Of one that is another text now that is only where there were none.
        """
        entries = {n: own for all_of in self._entries.values() for n, own in all_of.items()}
        return {
            name: entries[name].axioms
            for name, made in asked.items()
            if name in entries and (not entries[name].axioms or _is_of(entries[name], made))
        }

    def without(self, claim: Claim, why: Certified) -> None:
        """Take note of a claim that has no certificate."""
        self.states[claim.id] = why
        path = self._paths[claim.id]
        if self._entries[path].pop(claim.id, None) is not None:
            kept.write(path, self._entries[path])

    def known(self, claim: Claim, made: Certificate) -> bool:
        """Whether the kernel has decided on just this certificate; take note of it if so."""
        entry = self._entries[self._paths[claim.id]].get(claim.id)
        if entry is not None and _stands(entry, made):
            self.states[claim.id] = Certified(claim, State.KEPT, made, entry)
        elif (ruling := ruled_before(self._folder, made)) is not None:
            self._take(claim, made, ruling)
        return claim.id in self.states

    def settle(self, claim: Claim, made: Certificate, ruling: "Ruling | NoRocqError") -> None:
        """Take note of what the kernel has said now."""
        if isinstance(ruling, Ruling):
            keep_ruling(self._folder, made, ruling)
        self._take(claim, made, ruling)

    def _take(self, claim: Claim, made: Certificate, ruling: "Ruling | NoRocqError") -> None:
        path = self._paths[claim.id]
        own = self._entries[path]
        known = own.get(claim.id)
        before = known is not None and known.statement == made.key
        state = self.states[claim.id] = _state(claim, made, ruling, before)
        if state.entry is not None:
            if known is None or _without_time(known) != _without_time(state.entry):
                own[claim.id] = state.entry
        elif isinstance(ruling, Ruling):
            own.pop(claim.id, None)
        kept.write(path, own)


def accepted_before(found: Iterable[Found], folder: Path) -> list[Found]:
    """The claims of which a certificate is kept, whether or not it is still of what they say."""
    paths = [(one, kept.where_kept(one.claim.module, folder)) for one in found]
    entries = {path: kept.read(path) for path in {path for _, path in paths}}
    return [one for one, path in paths if one.claim.id in entries[path]]


def files_of_results(found: Iterable[Found], folder: Path) -> list[Path]:
    """Where it is kept what was accepted of claims."""
    return list(dict.fromkeys(kept.where_kept(one.claim.module, folder) for one in found))


def _without_time(entry: kept.Entry) -> kept.Entry:
    return replace(entry, seconds=0.0)


def _stands(entry: kept.Entry, certificate: Certificate) -> bool:
    """Whether an entry is of a certificate, and of the compiler that there is, if any."""
    try:
        here = rocq_version()
    except NoRocqError:
        here = entry.version
    return _is_of(entry, certificate) and entry.version == here


def _is_of(entry: kept.Entry, certificate: Certificate) -> bool:
    """Whether the kernel accepted just this certificate, with the library as it is."""
    mine = certificate.key, certificate.digest, library_digest(certificate.form)
    return (entry.statement, entry.text, entry.library) == mine


def _exported(found: Found) -> "Certificate | Certified":
    """The certificate of a claim, for which its file is loaded in this process."""
    claim = found.claim
    if claim.says is None or claim.expect not in (Verdict.PROVED, Verdict.REFUTED):
        return Certified(claim, State.NO_FORM, said="nothing is to be PROVED or REFUTED of it")
    try:
        own = claim_here(found.origin, claim.id)
        assert own.says is not None
        if claim.expect is Verdict.REFUTED:
            return refutation_for(statement_of(own.says, own.subject))
        made = {
            name: [v for c in own.checks if c.concludes and (v := getattr(c.function, name, None))]
            for name in ("by", "script", "part")
        }
        by, script, part = (next(iter(found), None) for found in made.values())
        return certificate_of(own.says, own.subject, by, script or "", part or 0)
    except TheoremChecksError as error:
        return Certified(claim, State.NO_FORM, said=str(error))


def _ruled(
    written: Iterable[tuple[str, Certificate]],
    names: Mapping[str, str],
    results: "_Results",
    folder: Path,
    watch: Watch,
) -> "Iterator[tuple[str, Ruling | NoRocqError]]":
    """What the kernel makes of each, some files at a time, while others are still written.

    **Arguments**: certificates by id as they are `written`, and the `names` of their modules.
    """
    progress = _Progress(watch, {module: name for name, module in names.items()})
    compilers = Compilers()
    with ThreadPoolExecutor(processors()) as threads:
        running = {}
        try:
            for batch in _batches(written, results.seconds()):
                asked = {names[name]: made for name, made in batch.items()}
                before = {names[name]: axioms for name, axioms in results.axioms(batch).items()}
                through = threads.submit(rule_on, asked, folder, progress.seen, compilers, before)
                running[through] = list(batch)
            progress.of(sum(map(len, running.values())))
            for through in as_completed(running):
                batch = running[through]
                try:
                    rulings = through.result()
                except NoRocqError as error:
                    yield from ((name, error) for name in batch)
                else:
                    yield from ((name, rulings[names[name]]) for name in batch)
        except BaseException:  # Ctrl-C, for one
            threads.shutdown(wait=False, cancel_futures=True)
            compilers.end()
            raise


def _batches(
    written: Iterable[tuple[str, Certificate]], seconds: Mapping[str, float]
) -> Iterator[dict[str, Certificate]]:
    """Certificates of one form each, in their order; few of what took long in one file.

    Those whose proofs people wrote are apart, as they share other files.
    """
    last: dict[tuple[str, bool], dict[str, Certificate]] = {}  # batches that are not full
    for name, made in written:
        sort = made.form, made.by_author
        batch = last.setdefault(sort, {})
        batch[name] = made
        costs = sum(seconds.get(one, 0.0) for one in batch)
        if len(batch) == _AT_A_TIME or costs > _SECONDS_AT_A_TIME:
            yield last.pop(sort)
    yield from last.values()


class _Progress:
    """Tells how many are through, once it is known of how many."""

    def __init__(self, watch: Watch, names: Mapping[str, str]) -> None:
        self._watch, self._done, self._lock = watch, 0, threading.Lock()
        self._names = names  # of claims, by those of modules
        self._total = 0

    def of(self, total: int) -> None:
        """All are written, so many."""
        self._total = total

    def seen(self, module: str) -> None:
        with self._lock:
            self._done += 1
            if self._total:
                self._watch(self._names[module], self._done, self._total)


def _state(
    claim: Claim, made: Certificate, ruling: "Ruling | NoRocqError", before: bool
) -> Certified:
    if isinstance(ruling, NoRocqError):
        return Certified(claim, State.MISSING, made, said=str(ruling))
    if not ruling.accepted:
        state = State.REJECTED if before else State.UNPROVED
        return Certified(claim, state, made, said=ruling.said)
    return Certified(claim, State.ACCEPTED, made, entry_of(made, ruling))


def entry_of(made: Certificate, ruling: Ruling) -> kept.Entry:
    """What is kept of a certificate that was accepted."""
    return kept.Entry(
        made.key,
        made.digest,
        library_digest(made.form),
        made.form,
        ruling.version,
        ruling.axioms,
        ruling.seconds,
        made.lines,
        made.refutes,
    )


def text_of(found: Found, entry: kept.Entry) -> str:
    """What the kernel accepted, as text; '' where that is not what would be exported now."""
    made = _exported(found)
    if isinstance(made, Certified) or not _is_of(entry, made):
        return ""
    name = module_names([found.claim.id])[found.claim.id]
    if made.by_author:
        return "\n".join(files_of_script(name, made).values())
    return file_text([(name, made)])


def module_names(ids: Iterable[str]) -> dict[str, str]:
    """A name of a module for each id of a claim, no two the same."""
    names: dict[str, str] = {}
    for one in ids:
        plain = "C_" + re.sub(r"[^A-Za-z0-9]", "_", one)
        while plain in names.values():
            plain += "_"
        names[one] = plain
    return names


def write_files(folder: Path, certified: Iterable[Certified]) -> list[Path]:
    """Write each certificate as a file by itself, and the library that they use beside them."""
    with_text = {c.claim.id: c.certificate for c in certified if c.certificate is not None}
    names = module_names(with_text)
    texts: dict[str, str] = {}
    for n, one in with_text.items():
        by_toolkit = {} if one.by_author else {f"{names[n]}.v": file_text([(names[n], one)])}
        texts |= by_toolkit or files_of_script(names[n], one)
    certificates = list(texts)
    library = dict.fromkeys(name for names in LIBRARY.values() for name in names)
    texts |= {f"{name}.v": library_text(name) for name in library}
    texts["_CoqProject"] = "-R . TheoremChecks\n-arg -w -arg none\n"
    texts["compile.sh"] = _COMPILE.format(
        files=" ".join([*(f"{name}.v" for name in library), *certificates])
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise TheoremChecksError(
            f"{folder}: {error.strerror}. Give --out another folder."
        ) from error
    return [folder / f"{name}.v" for name in names.values()]


_COMPILE = """#!/bin/sh
# Has Coq decide all of it anew: the library first, then each certificate.
set -e
cd "$(dirname "$0")"
for file in {files}; do
  coqc -w none -R . TheoremChecks "$file"
done
"""
