"""Certifying claims: export each, hand what is new to the kernel, keep what it accepts.

Of a claim that is to be PROVED it is asked about the statement, of one that is to be REFUTED about
the negation.
"""

import json
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
from theorem_checks.certifying.lines import CertificateLine, State
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.certifying.rocq import Compilers, Ruling, rule_on
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

_AT_A_TIME, _SECONDS_AT_A_TIME = 12, 40.0  # theorems of one file, and about what they take
_TRIED = "not_accepted.json"


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
    claims = [one.claim for one in found]
    paths = {claim.id: kept.where_kept(claim.module, folder) for claim in claims}
    entries = {path: kept.read(path) for path in set(paths.values())}
    tried = _tried(folder)
    states: dict[str, Certified] = {}
    waiting: dict[str, tuple[Claim, Certificate]] = {}
    seconds = {n: own.seconds for kept_of in entries.values() for n, own in kept_of.items()}

    def written() -> Iterator[tuple[str, Certificate]]:
        """What is to be decided, as it is exported; what took long comes first."""
        by_cost = sorted(found, key=lambda one: -seconds.get(one.claim.id, 0.0))
        for number, one in enumerate(by_cost):
            watch("writing statements", number, len(claims))
            claim, made = one.claim, _exported(one)
            if isinstance(made, Certified):
                states[claim.id] = made
                if entries[paths[claim.id]].pop(claim.id, None) is not None:
                    kept.write(paths[claim.id], entries[paths[claim.id]])
                continue
            entry = entries[paths[claim.id]].get(claim.id)
            if not fresh and (known := _known(claim, made, entry, tried)) is not None:
                states[claim.id] = known
                continue
            waiting[claim.id] = claim, made
            yield claim.id, made

    names = module_names(claim.id for claim in claims)
    for name, ruling in _ruled(written(), names, seconds, folder, watch):
        claim, made = waiting[name]
        own = entries[paths[name]]
        before = name in own and own[name].statement == made.key
        states[name] = _state(claim, made, ruling, before)
        if (entry := states[name].entry) is not None:
            if name not in own or _without_time(own[name]) != _without_time(entry):
                own[name] = entry
        elif isinstance(ruling, Ruling):
            own.pop(name, None)
            tried[_attempt(made)] = ruling.said
            _keep_tried(folder, tried)
        kept.write(paths[name], own)
    return [states[claim.id] for claim in claims]


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


def _known(
    claim: Claim, made: Certificate, entry: kept.Entry | None, tried: Mapping[str, str]
) -> Certified | None:
    """What is known of a certificate that was handed to the kernel before, else None."""
    if entry is not None and _stands(entry, made):
        return Certified(claim, State.KEPT, made, entry)
    said = tried.get(_attempt(made))
    return None if said is None else Certified(claim, State.UNPROVED, made, said=said)


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
    seconds: Mapping[str, float],
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
            for batch in _batches(written, seconds):
                asked = {names[name]: made for name, made in batch.items()}
                through = threads.submit(rule_on, asked, folder, progress.seen, compilers)
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
    """Certificates of one form each, in their order; few of what took long in one file."""
    last: dict[str, dict[str, Certificate]] = {}  # the batch of each form that is not full
    for name, made in written:
        batch = last.setdefault(made.form, {})
        batch[name] = made
        costs = sum(seconds.get(one, 0.0) for one in batch)
        if len(batch) == _AT_A_TIME or costs > _SECONDS_AT_A_TIME:
            yield last.pop(made.form)
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


def _attempt(made: Certificate) -> str:
    try:
        here = rocq_version()
    except NoRocqError:
        here = ""
    return f"{made.digest} {library_digest(made.form)} {here}".strip()


def _tried(folder: Path) -> dict[str, str]:
    """What was not accepted on this machine, with what the kernel said."""
    try:
        return dict(json.loads((folder / _TRIED).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _keep_tried(folder: Path, tried: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _TRIED).write_text(json.dumps(tried, indent=1), encoding="utf-8")


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
