"""Files that survive a kill: arrays by name, replaced at once, for one configuration only.

A checkpoint is an uncompressed NumPy archive without pickled objects. It holds the state, all
records so far, and the fingerprint of the experiment: a hash of the compiled programs' text and of
all seeds and settings, so that no code, constant or number can change unseen.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from theorem_checks.errors import TheoremChecksError

try:
    import fcntl
except ImportError:  # no POSIX: two processes that train the same must not run at once
    fcntl = None

__all__ = ["CheckpointError", "default_folder", "fingerprint_of", "held", "read", "write"]

SCHEME = 2


class CheckpointError(TheoremChecksError):
    """A checkpoint cannot be read, or belongs to another configuration."""


def default_folder() -> Path:
    """`$THEOREM_CHECKS_TRAINING`, or '.theorem-checks/training' in the current folder."""
    chosen = os.environ.get("THEOREM_CHECKS_TRAINING")
    return Path(chosen) if chosen else Path.cwd() / ".theorem-checks" / "training"


def fingerprint_of(texts: Iterable[str], arrays: Iterable[Any], numbers: Any) -> str:
    """Return a hash of programs, arrays (with their types and shapes) and JSON-ready numbers."""
    found = hashlib.sha256(json.dumps([SCHEME, numbers]).encode())
    for text in texts:
        found.update(hashlib.sha256(text.encode()).digest())
    for array in map(np.asarray, arrays):
        found.update(f"{array.dtype}{array.shape}".encode())
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def write(path: Path, arrays: Mapping[str, np.ndarray], about: Mapping[str, Any]) -> None:
    """Replace a checkpoint at once: whoever is killed leaves the old one or the new one.

    **Raises** `CheckpointError` if it cannot be written; the old one is there then, too.
    """
    draft = path.with_name(f"{path.name}.part")
    try:
        with draft.open("wb") as file:
            np.savez(file, allow_pickle=False, about=np.array(json.dumps(about)), **arrays)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise CheckpointError(f"{path} cannot be written: {error}.") from error


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a checkpoint alone; who comes second waits. The system lets go of it after a kill."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def read(path: Path, fingerprint: str) -> tuple[dict[str, np.ndarray], dict[str, Any]] | None:
    """Return arrays and remarks of a checkpoint, or None if there is none.

    **Raises** `CheckpointError` for a file that is no checkpoint, or one of another configuration.
    Which arrays there are is for the caller to see: names are all that no checksum guards.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: np.asarray(archive[name]) for name in archive.files}
        about = json.loads(str(arrays.pop("about")[()]))
        found = about["fingerprint"]
    except FileNotFoundError:
        return None
    except Exception as error:  # zipfile and NumPy raise a dozen kinds, if bits have changed
        raise CheckpointError(
            f"{path} is no checkpoint, or a damaged one: {error}. Delete it, or move it."
        ) from error
    if found != fingerprint:
        raise CheckpointError(
            f"{path} belongs to another configuration ({found[:12]}, and now it is"
            f" {fingerprint[:12]}): code, settings, seeds, steps, JAX or the kind of device have"
            " changed. Delete it to begin anew, or give another file."
        )
    return arrays, about
