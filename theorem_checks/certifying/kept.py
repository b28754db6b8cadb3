"""What the kernel accepted, as it is kept beside the claims: no machine needs Rocq to show it.

An entry is by a claim's id, and says of which statement and which text it is; it counts as long as
these are the claim's. A digest of the entry is in it, so that one that was edited is noticed.
"""

import hashlib
import importlib.util
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from theorem_checks.errors import TheoremChecksError
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "FILE",
    "Entry",
    "KeptError",
    "grounds_of",
    "kept_of",
    "marks",
    "read",
    "where_kept",
    "write",
]

FILE = "certificates.json"


class KeptError(TheoremChecksError):
    """A file of kept certificates was edited by hand, or is no such file."""


@dataclass(frozen=True)
class Entry:
    """A certificate that was accepted.

    **Fields**: `statement`, the key of the conclusion; `text`, the digest of what the kernel was
    handed, and `library` that of the library; the `form`; the `version` that accepted it; `axioms`
    on which it rests; `seconds` and `lines`; whether it `refutes` the statement.
    """

    statement: str
    text: str
    library: str
    form: str
    version: str
    axioms: tuple[str, ...]
    seconds: float
    lines: int
    refutes: bool = False

    @property
    def data(self) -> dict[str, Any]:
        """All fields; that it refutes is said where it does."""
        return {name: value for name, value in asdict(self).items() if value is not False}

    @property
    def digest(self) -> str:
        """A digest of all fields."""
        said = json.dumps(self.data, sort_keys=True)
        return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()

    @property
    def words(self) -> str:
        """What a reader is told where nothing was run again."""
        what = "refutation certified" if self.refutes else "certified"
        return f"{what} by Coq {self.version}"

    @property
    def named_form(self) -> str:
        """The form as it is counted: of refutations apart."""
        return f"{self.form}, refuted" if self.refutes else self.form

    @property
    def grounds(self) -> str:
        """On which axioms it rests."""
        return grounds_of(self.axioms)


def grounds_of(axioms: tuple[str, ...]) -> str:
    """On which axioms a certificate rests, in words; it is accepted on no others than these."""
    return "on the axioms of the classical reals" if axioms else "without axioms"


def where_kept(module: str, folder: Path | None = None) -> Path:
    """The file for the claims of a module: in its package, or for a lone file below a folder."""
    package = importlib.util.find_spec(module.partition(".")[0]) if "." in module else None
    if package is not None and package.submodule_search_locations:
        return Path(package.submodule_search_locations[0]) / FILE
    return (folder or Path.cwd() / ".theorem-checks" / "rocq") / FILE


def read(path: Path) -> dict[str, Entry]:
    """The entries of a file by id of the claim; none where there is no file.

    **Raises** `KeptError` for an entry that was changed by hand.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        entries = {}
        for name, one in data.items():
            digest = one.pop("digest")
            entry = Entry(**one | {"axioms": tuple(one["axioms"])})
            if entry.digest != digest:
                raise KeptError(
                    f"{path}: the entry of {name} is not as it was written. Run `theorem-checks"
                    f" certify --fresh {name}` again."
                )
            entries[name] = entry
    except FileNotFoundError:
        return {}
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise KeptError(f"{path} is no file of certificates ({error}). Delete it.") from error
    return entries


def marks(known: Mapping[str, tuple[str, Verdict | None, str]]) -> dict[str, Entry]:
    """Which claims are certified: those of whose PROVED statement a certificate was accepted.

    Also those that are REFUTED, if the negation of just the statement that was refuted was
    accepted.

    **Arguments**: by id of a claim, its module, its verdict, and the key of the statement that was
    proved or refuted.
    """
    decided = (n for n, found in known.items() if found[1] in (Verdict.PROVED, Verdict.REFUTED))
    files = {name: where_kept(known[name][0]) for name in decided}
    found = {path: read(path) for path in set(files.values())}
    entries = ((name, found[path].get(name)) for name, path in files.items())
    return {
        name: entry
        for name, entry in entries
        if entry is not None and _is_of(entry, known[name][1], known[name][2])
    }


def kept_of(expected: Mapping[str, tuple[str, str]]) -> dict[str, Entry]:
    """What is kept of claims of which nothing was run: accepted of what they said at that time.

    **Arguments**: by id of a claim, its module, and the verdict that is expected of it.
    """
    files = {name: where_kept(module) for name, (module, _) in expected.items()}
    found = {path: read(path) for path in set(files.values())}
    entries = ((name, found[path].get(name)) for name, path in files.items())
    verdicts = {True: Verdict.REFUTED, False: Verdict.PROVED}
    return {
        name: entry
        for name, entry in entries
        if entry is not None and expected[name][1] == verdicts[entry.refutes]
    }


def _is_of(entry: Entry, verdict: Verdict | None, statement: str) -> bool:
    is_of_verdict = entry.refutes == (verdict is Verdict.REFUTED)
    return is_of_verdict and entry.statement == statement


def write(path: Path, entries: Mapping[str, Entry]) -> None:
    """Write the entries, in the order of their ids."""
    data = {name: one.data | {"digest": one.digest} for name, one in sorted(entries.items())}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
