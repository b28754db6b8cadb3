"""The ledger: every finished result, kept under a hash of all that it depends on.

One SQLite file, in write-ahead mode: each result is committed when it is there, so that a run
that is killed loses nothing that was finished, and two runs may share a ledger.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from theorem_checks.errors import TheoremChecksError
from theorem_checks.running.job import Job
from theorem_checks.running.taking import taken
from theorem_checks.verdicts import Evidence

__all__ = ["SCHEMA_VERSION", "Kept", "Ledger", "LedgerError", "default_path"]

SCHEMA_VERSION = 1
BUSY_SECONDS = 10.0

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


class LedgerError(TheoremChecksError):
    """The ledger cannot be opened, read or written."""


@dataclass(frozen=True)
class Kept:
    """One result in the ledger; `finished_at` in seconds since 1970, UTC."""

    claim: str
    check: str
    variant: str
    evidence: Evidence
    key: str
    finished_at: float


def default_path() -> Path:
    """`$THEOREM_CHECKS_LEDGER`, or '.theorem-checks/ledger.sqlite' in the current folder."""
    chosen = os.environ.get("THEOREM_CHECKS_LEDGER")
    return Path(chosen) if chosen else Path.cwd() / ".theorem-checks" / "ledger.sqlite"


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
        self._db = self._open()

    def get(self, key: str) -> Evidence | None:
        """Return the evidence kept under a key, or None.

        What cannot be read, or has been changed since it was kept, counts as absent; its key is
        noted in `damaged`.
        """
        with self._explained("read"):
            row = self._db.execute("SELECT evidence FROM results WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        evidence = _evidence(key, row[0])
        if evidence is None:
            self.damaged.append(key)
        return evidence

    def put(self, job: Job, evidence: Evidence) -> None:
        """Keep a finished result under the job's key; from then on, it survives a kill."""
        if not self.writable:
            raise LedgerError(f"{self.path} is open for reading only: nothing can be kept in it.")
        text = json.dumps(evidence.to_json())
        text = f"{_checksum(job.key, text)} {text}"
        row = (job.key, job.claim, job.check, job.variant, text, time.time())
        with self._explained("written"):
            self._db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", row)

    def latest(self, claim_id: str) -> tuple[Kept, ...]:
        """Return the newest result of each check and variant of a claim, oldest first."""
        with self._explained("read"):
            rows = self._db.execute(
                "SELECT check_name, variant, evidence, key, finished_at FROM results"
                " WHERE claim = ? ORDER BY finished_at",
                (claim_id,),
            ).fetchall()
        newest: dict[tuple[str, str], Kept] = {}
        for check, variant, text, key, finished_at in rows:
            if (evidence := _evidence(key, text)) is not None:
                newest.pop((check, variant), None)
                kept = Kept(claim_id, check, variant, evidence, key, finished_at)
                newest[check, variant] = kept
        return tuple(newest.values())

    def claims(self) -> tuple[str, ...]:
        """Return the ids of the claims of which something is kept, in order of the first result."""
        with self._explained("read"):
            rows = self._db.execute(
                "SELECT claim FROM results GROUP BY claim ORDER BY min(finished_at), claim"
            ).fetchall()
        return tuple(name for (name,) in rows)

    def has(self, key: str) -> bool:
        """Whether anything is kept under a key."""
        with self._explained("read"):
            found = self._db.execute("SELECT 1 FROM results WHERE key = ?", (key,)).fetchone()
        return found is not None

    def state(self) -> str:
        """Return a hash that changes when a result is kept, replaced or removed; it reads none."""
        digest = hashlib.sha256()
        with self._explained("read"):
            for row in self._db.execute(
                "SELECT claim, finished_at FROM results ORDER BY claim, finished_at"
            ):
                digest.update(repr(row).encode())
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
            uri = f"{self.path.absolute().as_uri()}?mode={'rwc' if self.writable else 'ro'}"
            db = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            with self._explained("opened"):
                self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _make_folder(self) -> None:
        folder = self.path.absolute().parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if folder.name == ".theorem-checks" and not (folder / ".gitignore").exists():
                (folder / ".gitignore").write_text("*\n")
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
        if version == 0:
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

    @contextlib.contextmanager
    def _explained(self, done: str):
        try:
            yield
        except sqlite3.DatabaseError as error:
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


def _explanation(path: Path, done: str, error: sqlite3.DatabaseError) -> str:
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
    return f"The ledger {path} cannot be {done}: {said}."


def _checksum(key: str, text: str) -> str:
    """A digest of a result and of what it is kept under."""
    return hashlib.blake2b(f"{key}\0{text}".encode(), digest_size=16).hexdigest()


def _evidence(key: str, row: str) -> Evidence | None:
    """The evidence of a row; None where checksum or seal does not fit, or nothing can be read."""
    checksum, _, text = row.partition(" ")
    if checksum != _checksum(key, text):
        return None
    try:
        return taken(json.loads(text))
    except (TheoremChecksError, ValueError, TypeError, KeyError):
        return None
