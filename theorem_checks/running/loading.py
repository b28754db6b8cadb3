"""Load the file that declares a claim: the same way in the main process and in a worker."""

import contextlib
import hashlib
import importlib
import importlib.util
import os
import sys
import types
from collections.abc import Iterable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from theorem_checks.claims import Claim, Faulty, faulty_kept
from theorem_checks.errors import ClaimError
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.modules import Modules, is_installed

__all__ = [
    "Stamp",
    "base_path",
    "claim_here",
    "claims_of",
    "current_folder",
    "file_of",
    "get_new_data",
    "is_loaded",
    "load",
    "refuse_old_bytecode",
    "reset_path",
    "search_path",
    "stamp",
]

Stamp = tuple[int, int, int]

_added: set[str] = set()  # the folders that this module has put on sys.path
_loaded: dict[Origin, Stamp] = {}


def load(origin: Origin) -> ModuleType:
    """Import the module of an origin, or return it if it is loaded and its file is unchanged.

    A lone file gets a module name of its own, made from its path, so that it cannot stand in the
    way of any other module; its folder is on `sys.path`, behind everything installed.
    """
    if origin.folder and origin.folder not in base_path():
        _added.add(origin.folder)
    sys.path[:] = search_path(origin.folder)
    name = origin.module or _lone_name(str(origin.path))
    if not is_loaded(origin):
        if origin in _loaded:  # the file was edited since
            sys.modules.pop(name, None)
        module = (
            importlib.import_module(name) if origin.module else _load_lone(str(origin.path), name)
        )
        _loaded[origin] = stamp(module.__file__)
    module = sys.modules[name]
    _loaded.setdefault(origin, stamp(module.__file__))  # where someone else has imported it
    return module


def is_loaded(origin: Origin) -> bool:
    """Whether `load` would have nothing to do."""
    module = sys.modules.get(origin.module or _lone_name(str(origin.path)))
    if module is None or getattr(module, "__spec__", None) is None:
        return False
    if origin.module and origin not in _loaded:  # imported by someone else
        return not getattr(module.__spec__, "_initializing", False)
    return _loaded.get(origin) == stamp(module.__file__)


def file_of(origin: Origin) -> Path:
    """The file of an origin, whether or not it was loaded."""
    if origin.module is None:
        return Path(str(origin.path))
    module = sys.modules.get(origin.module)
    spec = Modules(search_path(origin.folder)).find(origin.module)
    return Path(getattr(module, "__file__", None) or (spec and spec.origin) or origin.module)


def claims_of(module: ModuleType, faulty: Iterable[Faulty] = ()) -> list[Claim]:
    """The claims that a module declares, each once, in their order; the `faulty` left out.

    They are its global values, or members of a list or tuple that is one. Claims that it has
    imported belong to the module that declares them.

    **Raises** `ClaimError` for a claim that says it belongs to another module, which does not
    have it: one that was made by a function elsewhere, or by `dataclasses.replace`.
    """
    found: dict[int, Claim] = {}  # each once: equal claims are still two
    for value in list(vars(module).values()):
        for claim in value if isinstance(value, list | tuple) else (value,):
            if isinstance(claim, Claim):
                found[id(claim)] = claim
    for one in faulty:
        found.pop(id(one.claim), None)
    claims = list(found.values())
    for claim in claims:
        if claim.module != module.__name__ and not _declared_elsewhere(claim):
            raise ClaimError(
                f"The claim {claim.id} stands in {module.__name__}, but says that it was declared"
                f" in {claim.module or 'no module'}. Give Claim(..., module=__name__)."
            )
    return [claim for claim in claims if claim.module == module.__name__]


def claim_here(origin: Origin, name: str) -> Claim:
    """Import a file in this process, and return a claim of it with its subject and functions.

    For what computes with these here, after what was found without; it is not for judging.
    """
    with contextlib.redirect_stdout(sys.stderr), faulty_kept() as faulty:  # ours may be an input
        found = {claim.id: claim for claim in claims_of(load(origin), faulty)}
    if name not in found:
        raise ClaimError(f"{origin} has no claim {name} any more.")
    return found[name]


def current_folder() -> str | None:
    """The current folder, or None if it was removed."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return None


def base_path() -> list[str]:
    """`sys.path` without the folders that were put on it here; '' becomes the current folder."""
    here = current_folder() or ""
    return [entry or here for entry in map(str, sys.path) if entry not in _added]


def reset_path(path: list[str]) -> None:
    """Make `path` the `sys.path` to which nothing was added."""
    _added.clear()
    sys.path[:] = path


def search_path(folder: str | None) -> list[str]:
    """Where the imports of a file are looked up: what is installed, then its own folder."""
    base = base_path()
    own = [folder] if folder and folder not in base else []
    return [*base, *own, *sorted(_added.difference(own, base))]


def stamp(file: str | Path | None) -> Stamp:
    """What tells that a file was edited: its times of change and its size; zeros if missing.

    The first time can be set by anybody, the second is the system's.
    """
    try:
        status = os.stat(file or "")
    except (OSError, ValueError):
        return (0, 0, 0)
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size)


def refuse_old_bytecode() -> None:
    """Let this process import no code that was compiled before its file was last changed.

    Python compares sizes and whole seconds of a time that can be set by anybody, and so can run
    what a file said before. It cannot be undone.
    """
    SourceFileLoader.get_data = get_new_data


_get_data = SourceFileLoader.get_data


def get_new_data(self: SourceFileLoader, path: str) -> bytes:
    """Read a file for the import of code, but none that was compiled from earlier code."""
    if (
        path.endswith(".pyc")
        and not is_installed(self.path)
        and os.stat(path).st_mtime_ns <= os.stat(self.path).st_ctime_ns
    ):
        raise FileNotFoundError(path)
    return _get_data(self, path)


class _UncachedLoader(SourceFileLoader):
    """Compiles what the file says now: a cached .pyc can miss an edit within the same second."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        return self.source_to_code(self.get_data(self.path), self.path)


def _load_lone(path: str, name: str) -> ModuleType:
    loader = _UncachedLoader(name, path)
    module = types.ModuleType(name)
    module.__file__, module.__loader__ = path, loader
    module.__spec__ = importlib.util.spec_from_file_location(name, path, loader=loader)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _lone_name(path: str) -> str:
    stem = "".join(c if c.isalnum() else "_" for c in Path(path).stem)
    return f"claims_{hashlib.sha256(path.encode()).hexdigest()[:12]}_{stem}"


def _declared_elsewhere(claim: Claim) -> bool:
    home = sys.modules.get(claim.module)
    if home is None:
        return False
    values = list(vars(home).values())
    nested = [v for value in values if isinstance(value, list | tuple) for v in value]
    return any(isinstance(v, Claim) and v.id == claim.id for v in (*values, *nested))
