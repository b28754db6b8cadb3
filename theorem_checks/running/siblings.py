"""Find helper modules beside lone files of claims that an import would not come to.

What is installed goes first: a `colorsys.py` beside a file is never imported.
"""

from pathlib import Path

from theorem_checks.running.catalogue import Origin, Problem
from theorem_checks.running.loading import search_path
from theorem_checks.running.modules import Modules
from theorem_checks.running.sources import read

__all__ = ["usurped"]


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
            found = _file_found(modules, name)
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


def _file_found(modules: Modules, name: str) -> Path | None:
    spec = modules.find(name)
    return Path(spec.origin).resolve() if spec and spec.origin and spec.has_location else None
