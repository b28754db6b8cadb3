"""What was found in source files, kept beside the ledger for later processes, which parse less.

A file is known by the hash of its content. What was kept by another Python or another parser of
ours is not used, nor is what cannot be read. What was not read for longest is forgotten first.
"""

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

from theorem_checks.running import sources
from theorem_checks.running.ledger import default_path
from theorem_checks.running.loading import Stamp, stamp
from theorem_checks.running.sources import Import, Source, by_content, kept

__all__ = ["sources_kept"]

MOST = 5000  # files, some kilobytes each

_within: ContextVar[bool] = ContextVar("_within", default=False)
_read_before: dict[Path, tuple[Stamp, Mapping[str, Any]]] = {}
"""What files of this kind held when this process last read or wrote them.

To use it of a file that others changed meanwhile does no harm: it is by the hash of content.
"""


@contextmanager
def sources_kept() -> Iterator[None]:
    """Know what was kept of source files, and keep what is read of others.

    Where there is no folder for the ledger yet, or it cannot be written, nothing is kept. Within
    another such block this does nothing: who plans file by file, opens one round them all.
    """
    if _within.get():
        yield
        return
    known = _load()
    outermost = _within.set(True)
    try:
        yield
    finally:
        _within.reset(outermost)
    if by_content.keys() - known.keys():
        _save()


def _load() -> Mapping[str, Any]:
    """What is kept, as it is written; a file that this process read or wrote is not read again."""
    path = _path()
    now = stamp(path)
    before, known = _read_before.get(path, (None, {}))
    if before == now:
        return known
    found = _read(path)
    _read_before[path] = (now, found)
    kept.update({name: partial(_source, data) for name, data in found.items()})
    return found


def _read(path: Path) -> dict[str, Any]:
    try:
        checksum, _, text = path.read_text(encoding="utf-8").partition("\n")
        if checksum != _checksum(text):
            return {}
        found = json.loads(text)
        return dict(found["sources"]) if found["made_by"] == _maker() else {}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


def _save() -> None:
    path = _path()
    if not path.parent.is_dir():
        return
    _, known = _read_before.get(path, (None, {}))
    unread = {name: data for name, data in known.items() if name not in by_content}
    # a copy, as other threads may read
    read = {name: known.get(name) or _data(source) for name, source in list(by_content.items())}
    data = dict(list({**unread, **read}.items())[-MOST:])
    draft = path.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        text = json.dumps({"made_by": _maker(), "sources": data})
        draft.write_text(f"{_checksum(text)}\n{text}", encoding="utf-8")
        draft.replace(path)
        _read_before[path] = (stamp(path), data)


def _checksum(text: str) -> str:
    """A digest of what is kept: an edit of it must not be taken for what stands in a file."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _path() -> Path:
    return default_path().with_name("sources.json")


def _maker() -> list[str]:
    parser = Path(sources.__file__).read_bytes()
    return [sys.version, hashlib.sha256(parser).hexdigest()]


def _data(source: Source) -> dict[str, Any]:
    return {
        "digest": source.digest,
        "imports": [_listed(found) for found in source.imports],
        "exports": {name: _listed(found) for name, found in source.exports.items()},
        "thin": source.thin,
        "lazy": source.lazy,
        "calls": source.calls,
        "makers": source.makers,
    }


def _source(data: Any) -> Source | None:
    """What was kept of one file; none if it is not as it would be written."""
    try:
        return Source(
            data["digest"],
            imports=tuple(_import(listed) for listed in data["imports"]),
            exports={name: _import(listed) for name, listed in data["exports"].items()},
            thin=data["thin"],
            lazy=data["lazy"],
            calls=tuple(data["calls"]),
            makers=tuple(data["makers"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _listed(found: Import) -> list[Any]:
    return [found.module, found.names, found.level, found.later]


def _import(listed: list[Any]) -> Import:
    module, names, level, later = listed
    return Import(module, tuple(names), level, later)
