"""Keep the helper modules that lie beside lone files of claims apart.

Two folders may each have a `helpers.py`, and one interpreter can hold only one module of that
name. What is imported must then be the one beside the file, or nothing.
"""

import os
import sys
from pathlib import Path

from theorem_checks.running.catalogue import Origin, Problem
from theorem_checks.running.loading import search_path
from theorem_checks.running.modules import Modules, is_installed
from theorem_checks.running.sources import read

__all__ = ["usurped", "usurped_in"]


def usurped(origin: Origin) -> Problem | None:
    """The problem, if any, that an import of a lone file would not find the module beside it.

    Modules that it imports from beside it are looked through as well.
    """
    if origin.module is not None:
        return None
    start = Path(str(origin.path))
    modules = Modules(search_path(origin.folder))
    waiting, seen = [start], {start}
    while waiting:
        file = waiting.pop()
        for name in _absolute_imports(file):
            beside = _beside(start.parent, name)
            if beside is None or beside == file:
                continue
            found = _file_of_loaded(name) or _file_found(modules, name)
            if found != beside and not _declares_claims(beside):
                return Problem(
                    str(file),
                    f"It imports {name!r}, which is {found or 'built in'}, though {beside} lies"
                    f" beside it. Rename one of them, or make the folder a package by an"
                    " __init__.py and import it with a leading dot.",
                )
            if beside not in seen:
                seen.add(beside)
                waiting.append(beside)
    return None


def usurped_in(origin: Origin) -> bool:
    """Whether this process has own code from elsewhere under a name that lies beside the file."""
    if origin.module is not None:
        return False
    folder = Path(str(origin.folder))
    beside_it = {name.removesuffix(".py") for name in os.listdir(folder)}
    for name in beside_it.intersection(sys.modules):
        beside, found = _beside(folder, name), _file_of_loaded(name)
        if beside and found and found != beside and not is_installed(str(found)):
            return True
    return False


def _declares_claims(file: Path) -> bool:
    """Whether a file looks like one of claims; such a one is not there to be imported."""
    return "theorem_checks" in _absolute_imports(file)


def _absolute_imports(file: Path) -> list[str]:
    found = [i.module.partition(".")[0] for i in read(file).imports if i.level == 0]
    return list(dict.fromkeys(found))


def _beside(folder: Path, name: str) -> Path | None:
    for candidate in (folder / name / "__init__.py", folder / f"{name}.py"):
        if candidate.is_file():
            return candidate.resolve()
    return None


def _file_of_loaded(name: str) -> Path | None:
    file = getattr(sys.modules.get(name), "__dict__", {}).get("__file__")  # never a lazy one
    return Path(file).resolve() if file else None


def _file_found(modules: Modules, name: str) -> Path | None:
    spec = modules.find(name)
    return Path(spec.origin).resolve() if spec and spec.origin and spec.has_location else None
