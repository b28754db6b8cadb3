"""The ledger: every result, kept under a hash of all that it depends on.

One SQLite file, in write-ahead mode: each result is committed when it is there, so that a run
that is killed loses nothing, and two runs may share a ledger, and the work: each takes the jobs
that the other is not at.

A result that is not finished, of a check that crashed or ran out of time, is kept to be shown, and
answers no later run. Results are in the order in which they were put, whatever the clock says.
"""

import contextlib
import hashlib
import json
import os
import platform
import secrets
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

import psutil

from theorem_checks.errors import TheoremChecksError
from theorem_checks.running.job import Job
from theorem_checks.running.loading import Stamp
from theorem_checks.running.reading import Reads, unchanged
from theorem_checks.running.validation import UNREADABLE, validated
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["SCHEMA_VERSION", "Kept", "Ledger", "LedgerError", "default_path", "hidden_from_git"]

SCHEMA_VERSION = 1
BUSY_SECONDS = 10.0
DEAD_SECONDS = 60.0  # without a sign of life, for a run on another machine

_SCHEMA = (
    """
    CREATE TABLE results (
        key TEXT PRIMARY KEY,
        claim TEXT NOT NULL,
        check_name TEXT NOT NULL,
        variant TEXT NOT NULL,
        evidence TEXT NOT NULL,
        finished_at REAL NOT NULL
    )
    """,
    "CREATE INDEX results_by_claim ON results (claim, finished_at)",
)
_RUNNING = """
    CREATE TABLE IF NOT EXISTS running (
        key TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        host TEXT NOT NULL,
        pid INTEGER NOT NULL,
        began REAL NOT NULL,
        beat REAL NOT NULL
    )
    """
""" Which run is at a job: the process `pid` that `began` at a time, and was alive at its `beat`."""
_ROWS = "SELECT key, claim, check_name, variant, evidence FROM results "
NOTHING: Reads = {}
UNFINISHED = "unfinished:"  # before the key of a result that is not


class LedgerError(TheoremChecksError):
    """The ledger cannot be opened, read or written."""


@dataclass(frozen=True)
class Kept:
    """One result in the ledger; `finished_at` in seconds since 1970, UTC.

    `finished`: whether the check itself came to it; if not, `key` is the one under which it would
    be kept, and it is run again. `stands`: whether the files and variables that it rests on are
    as they were.
    """

    claim: str
    check: str
    variant: str
    evidence: Evidence
    key: str
    finished_at: float
    finished: bool = True
    stands: bool = True


def default_path() -> Path:
    """`$THEOREM_CHECKS_LEDGER`, or '.theorem-checks/ledger.sqlite' in the current folder."""
    chosen = os.environ.get("THEOREM_CHECKS_LEDGER")
    return Path(chosen) if chosen else Path.cwd() / ".theorem-checks" / "ledger.sqlite"


def hidden_from_git(folder: Path) -> None:
    """Have git pass over the folder of the ledger, if it has the usual name."""
    if folder.name == ".theorem-checks" and not (folder / ".gitignore").exists():
        (folder / ".gitignore").write_text("*\n")


class Ledger:
    """Finished results by key. Use it as a context manager, or `close` it.

    **Arguments**: `path` of the file, `default_path()` if None; the folder is made where it is
    missing. `writable=False` opens a ledger that has to exist, and changes nothing.

    **Raises** `LedgerError` if the file is no ledger, has another version, is locked for longer
    than ten seconds, or cannot be made.
    """

    def __init__(self, path: str | Path | None = None, *, writable: bool = True) -> None:
        self.path = Path(path) if path is not None else default_path()
        self.writable = writable
        self.damaged: list[str] = []
        self._digests: dict[str, tuple[Stamp, str]] = {}
        self._rests_on: dict[str, dict[str, str]] = {"files": {}, "environment": {}}
        self._owner = secrets.token_hex(16)
        self._db = self._open()

    def get(self, key: str) -> Evidence | None:
        """Return the evidence kept under a key, or None.

        What cannot be read, or has been changed since it was kept, counts as absent; its key is
        noted in `damaged`. So does what rests on a file or a variable that is not as it was.
        """
        with self._explained("read"):
            row = self._db.execute(_ROWS + "WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        if (content := _content(*row)) is None:
            self._note_damaged(key)
            return None
        evidence, reads = content
        if not self._stands(reads):
            return None
        self._note_reads(reads)
        return evidence

    def put(
        self, job: Job, evidence: Evidence, *, finished: bool = True, reads: Reads = NOTHING
    ) -> None:
        """Keep a result under the job's key; from then on, it survives a kill.

        **Arguments**: `reads`, what the check has read beside code; `finished`: a result that is
        not takes the place of one that is, and `get` does not find it.
        """
        key, other = (job.key, UNFINISHED + job.key)[:: 1 if finished else -1]
        noted = {"reads": reads} if any(reads.values()) else {}
        text = json.dumps(evidence.to_json() | noted)
        place = (key, job.claim, job.check, job.variant)
        row = (*place, f"{_checksum(*place, text)} {text}", time.time())
        with self._explained("written"), self._at_once():
            self._db.execute("DELETE FROM results WHERE key IN (?, ?)", (key, other))
            self._db.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)", row)
            self._db.execute("DELETE FROM running WHERE key = ?", (job.key,))
        self._note_reads(reads)

    def reads_of(self, key: str) -> Reads | None:
        """Return what the result under a key rests on beside code; None if there is none."""
        with self._explained("read"):
            row = self._db.execute(_ROWS + "WHERE key = ?", (key,)).fetchone()
        content = None if row is None else _content(*row)
        return None if content is None else content[1]

    def latest(self, claim_id: str) -> tuple[Kept, ...]:
        """Return the newest result of each check and variant of a claim, oldest first."""
        with self._explained("read"):
            rows = self._db.execute(
                "SELECT key, claim, check_name, variant, evidence, finished_at FROM results"
                " WHERE claim = ? ORDER BY rowid",
                (claim_id,),
            ).fetchall()
        newest: dict[tuple[str, str], Kept] = {}
        for *row, when in rows:
            key, _, check, variant, _ = row
            content = _content(*row)
            if content is None or not isinstance(when, int | float):
                self._note_damaged(str(key))
                continue
            evidence, reads = content
            newest.pop((check, variant), None)
            bare = key.removeprefix(UNFINISHED)
            kept = Kept(claim_id, check, variant, evidence, bare, when, key == bare)
            newest[check, variant] = replace(kept, stands=self._stands(reads))
        return tuple(newest.values())

    def take(self, key: str) -> bool:
        """Take a job on; False if another run that is alive is at it."""
        now, this = time.time(), psutil.Process()
        row = (key, self._owner, platform.node(), this.pid, this.create_time(), now)
        with self._explained("written"), self._at_once():
            taken = self._db.execute("SELECT * FROM running WHERE key = ?", (key,)).fetchone()
            if taken is not None and taken[1] != self._owner and _is_alive(taken[2:], now):
                return False
            self._db.execute("INSERT OR REPLACE INTO running VALUES (?, ?, ?, ?, ?, ?)", row)
        return True

    def give_back(self, key: str = "") -> None:
        """Let others take on a job, or with no key all that were taken on here."""
        if not self.writable:
            return
        with self._explained("written"):
            self._db.execute(
                "DELETE FROM running WHERE owner = ? AND (key = ? OR ? = '')",
                (self._owner, key, key),
            )

    def beat(self) -> None:
        """Give a sign of life to runs on other machines."""
        with self._explained("written"):
            now = time.time()
            self._db.execute("UPDATE running SET beat = ? WHERE owner = ?", (now, self._owner))

    def claims(self) -> tuple[str, ...]:
        """Return the ids of the claims of which something is kept, in order of the first result."""
        with self._explained("read"):
            rows = self._db.execute(
                "SELECT claim FROM results GROUP BY claim ORDER BY min(rowid)"
            ).fetchall()
        return tuple(name for (name,) in rows if isinstance(name, str))

    def has(self, key: str) -> bool:
        """Whether anything is kept under a key."""
        with self._explained("read"):
            found = self._db.execute("SELECT 1 FROM results WHERE key = ?", (key,)).fetchone()
        return found is not None

    def reads(self) -> dict[str, dict[str, str]]:
        """Return the digests of all that the results rest on beside code, got and kept so far."""
        return {kind: dict(digests) for kind, digests in self._rests_on.items()}

    def state(self) -> str:
        """Return a hash that changes with any of the results, by whatever way."""
        digest = hashlib.blake2b()
        with self._explained("read"):
            for row in self._db.execute("SELECT * FROM results ORDER BY rowid"):
                for value in row:
                    digest.update(str(value).encode("utf-8", "backslashreplace") + b"\0")
        return digest.hexdigest()

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        self._db.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _note_damaged(self, key: str) -> None:
        if key not in self.damaged:
            self.damaged.append(key)

    def _note_reads(self, reads: Reads) -> None:
        for kind, digests in reads.items():
            self._rests_on[kind] |= digests

    def _stands(self, reads: Reads) -> bool:
        return not reads or unchanged(reads, self._digests)

    def _open(self) -> sqlite3.Connection:
        if self.path.is_dir():
            raise LedgerError(
                f"{self.path} is a folder, and a ledger is a file. Name one in it, such as"
                f" {self.path / 'ledger.sqlite'}."
            )
        if self.writable:
            self._make_folder()
        elif not self.path.is_file():
            raise LedgerError(f"There is no ledger at {self.path}. Run the claims once to make it.")
        with self._explained("opened"):
            try:
                return self._connected("mode=rwc" if self.writable else "mode=ro")
            except sqlite3.OperationalError:
                if self.writable or self.path.with_name(f"{self.path.name}-wal").exists():
                    raise
                return self._connected("mode=ro&immutable=1")  # read-only media hold no lock

    def _connected(self, how: str) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?{how}"
        db = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        db.text_factory = _text
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    @contextlib.contextmanager
    def _at_once(self) -> Iterator[None]:
        """Do all or nothing of what is inside."""
        if not self.writable:
            raise LedgerError(f"{self.path} is open for reading only: nothing can be kept in it.")
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def _make_folder(self) -> None:
        folder = self.path.absolute().parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            hidden_from_git(folder)
        except OSError as error:
            in_the_way = isinstance(error, FileExistsError | NotADirectoryError)
            why = "a file is in the way" if in_the_way else error.strerror or error
            raise LedgerError(
                f"The folder {folder} for the ledger cannot be made: {why}."
                " Choose another place with THEOREM_CHECKS_LEDGER."
            ) from error

    def _prepare(self, db: sqlite3.Connection) -> None:
        if self.writable and _is_blank(db):
            _create(db)
        version = db.execute("PRAGMA user_version").fetchone()[0]
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        if version == 0 or (version == SCHEMA_VERSION and "results" not in tables):
            raise LedgerError(
                f"{self.path} is an SQLite file, but no ledger. Choose another place with"
                " THEOREM_CHECKS_LEDGER."
            )
        if version != SCHEMA_VERSION:
            raise LedgerError(
                f"{self.path} is a ledger of version {version}; this toolkit writes version"
                f" {SCHEMA_VERSION}. Delete the file to start a new one (every check runs again),"
                " or choose another place with THEOREM_CHECKS_LEDGER."
            )
        if self.writable:
            db.execute("PRAGMA synchronous = NORMAL")
            with contextlib.suppress(sqlite3.OperationalError):  # busy: then it is done next time
                db.execute("PRAGMA journal_mode = WAL")
            db.execute(_RUNNING)

    @contextlib.contextmanager
    def _explained(self, done: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, OverflowError) as error:
            raise LedgerError(_explanation(self.path, done, error)) from error


def _is_blank(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0


def _create(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    if _is_blank(db):  # nobody else was faster
        for statement in _SCHEMA:
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("COMMIT")


def _explanation(path: Path, done: str, error: Exception) -> str:
    said = str(error)
    if "not a database" in said or "malformed" in said:
        return (
            f"{path} is not a ledger, or it is damaged ({said}). Delete it to start a new one, or"
            " choose another place with THEOREM_CHECKS_LEDGER."
        )
    if "locked" in said:
        return (
            f"{path} has been locked by another process for {BUSY_SECONDS:g} seconds. Wait for"
            " the other run to end, or choose another place with THEOREM_CHECKS_LEDGER."
        )
    hint = "Choose another place with --ledger or THEOREM_CHECKS_LEDGER."
    return f"The ledger {path} cannot be {done}: {said}. {hint}"


def _checksum(*row: str) -> str:
    """A digest of key, claim, check and variant of a row, and of what is kept there."""
    content = "\0".join(row).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _content(*row: object) -> tuple[Evidence, Reads] | None:
    """What is in a row; None where checksum or seal does not fit, or nothing can be read."""
    *place, kept = texts = [value for value in row if isinstance(value, str)]
    if len(texts) < len(row):
        return None
    checksum, _, text = kept.partition(" ")
    if checksum != _checksum(*place, text):
        return None
    try:
        from theorem_checks.running.large_json import read_json  # a list of claims reads none

        data = read_json(text)
        reads = {name: dict(found) for name, found in data.pop("reads", {}).items()}
        return validated(data), reads
    except UNREADABLE:
        return None


def _text(content: bytes) -> str:
    """A text of the database; where bytes are damaged, one that fits no checksum."""
    return content.decode("utf-8", "backslashreplace")


def _is_alive(run: tuple[Any, ...], now: float) -> bool:
    """Whether a run that was at a job still is, as far as it can be known."""
    host, pid, began, beat = run
    if not isinstance(pid, int) or not isinstance(beat, int | float):
        return False
    if host != platform.node():
        return now - beat < DEAD_SECONDS
    try:
        return psutil.Process(pid).create_time() == began
    except (psutil.Error, ValueError, OverflowError):
        return False
