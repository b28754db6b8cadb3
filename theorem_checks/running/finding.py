"""Which files may declare claims, and how each is imported; nothing is imported here."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeAlias

from theorem_checks.errors import ArgumentError
from theorem_checks.running.catalogue import Origin, Problem
from theorem_checks.running.dependencies import absolute
from theorem_checks.running.loading import search_path
from theorem_checks.running.modules import Modules, is_installed
from theorem_checks.running.sources import Import, read

__all__ = [
    "GROUP",
    "Installed",
    "Target",
    "declares_claims",
    "installed_targets",
    "targets_of_paths",
]

GROUP = "theorem_checks.claims"


Entry: TypeAlias = Any
"""An entry point: of `importlib.metadata`, or of a backport that some library has put before it."""


@dataclass(frozen=True)
class Target:
    """A file that may declare claims, and how it is imported."""

    origin: Origin
    file: Path


Installed: TypeAlias = tuple[Mapping[Path, Target], Sequence[Problem]]
"""The modules that are installed, by file, and what was wrong with their entry points."""


def installed_targets() -> Installed:
    """The modules that the entry points of the group name; of a package, all its modules."""
    modules = Modules(search_path(None))
    targets: dict[Path, Target] = {}
    problems = []
    for entry in sorted(entry_points(group=GROUP), key=lambda e: (e.name, e.value)):
        found = _targets_of_entry(entry, modules)
        if not found:
            problems.append(_nowhere(entry))
        for target in found:
            targets.setdefault(target.file, target)
    return targets, problems


def targets_of_paths(
    paths: Iterable[str | Path], installed: Mapping[Path, Target]
) -> tuple[list[Target], list[Path], list[Problem]]:
    """The files that the paths name, a folder with what declares claims below it.

    Sections come first, by their numbers. A file that an entry point names as well keeps its name
    there, so that it is one module.

    **Returns** the files; those below folders that declare no claims; and what is wrong.

    **Raises** `ArgumentError` for a path that does not exist, or is neither a folder nor a .py
    file.
    """
    targets: dict[Path, Target] = {}
    skipped: dict[Path, None] = {}
    problems = []
    modules: dict[str | None, Modules] = {}
    for path in paths:
        for file in _files_at(Path(path)):
            if file in targets:
                continue
            target = installed.get(file) or _target(file)
            if Path(path).is_dir():
                origin = target.origin if isinstance(target, Target) else Origin(None, str(file))
                known = modules.setdefault(origin.folder, Modules(search_path(origin.folder)))
                if not declares_claims(Target(origin, file), known):
                    skipped[file] = None
                    continue
            if isinstance(target, Problem):
                problems.append(target)
            else:
                targets[file] = target
    return list(targets.values()), [f for f in skipped if f not in targets], problems


def declares_claims(target: Target, modules: Modules | None = None) -> bool:
    """Whether a file makes claims when it is imported, by its text; nothing is imported or run.

    It does if it calls `Claim` then, or a function that does: of its own, or imported from code
    that is no library's. What makes claims in another way has to be named as a file.
    """
    source = read(target.file)
    if "" in source.makers:
        return True
    if not source.calls:
        return False
    modules = modules or Modules(search_path(target.origin.folder))
    package = (target.origin.module or "").rpartition(".")[0]
    if target.file.name == "__init__.py":
        package = target.origin.module or ""
    wanted = set(source.calls)
    imported = [found for found in source.imports if not found.later]
    return any(
        wanted & _makers(modules, found, package)
        for found in imported
        if found.module or found.level
    )


def _makers(modules: Modules, found: Import, package: str) -> set[str]:
    """The names that an import binds, or gives access to, and of which a call makes claims."""
    base = absolute(found, package)
    made: set[str] = set()
    for name in dict.fromkeys([base, *(f"{base}.{name}" for name in found.names)]) if base else ():
        try:
            spec = modules.find(name)
        except (ImportError, ValueError, AttributeError):
            continue
        if spec and spec.origin and spec.has_location and not is_installed(spec.origin):
            made |= set(read(Path(spec.origin)).makers) - {""}
    return made


def _files_at(path: Path) -> list[Path]:
    if path.is_dir():
        return list(_python_files(path.resolve()))
    if not path.is_file() or path.suffix != ".py":
        expected = "a folder or a .py file that exists"
        raise ArgumentError("path", str(path), expected, f"The current folder is {Path.cwd()}.")
    return [path.resolve()]


def _python_files(folder: Path) -> Iterator[Path]:
    """All .py files below a folder, but not those of virtual environments or hidden folders."""
    for inner, folders, files in os.walk(folder):
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        kept = (f for f in folders if not f.startswith(".") and f != "__pycache__")
        folders[:] = sorted(kept, key=_in_the_papers_order)
        for name in sorted(files):
            file = Path(inner, name)
            is_code = name.endswith(".py") and not name.startswith(".") and name != "__main__.py"
            if is_code and file.is_file():  # no pipe, and no link that leads nowhere
                yield file


def _in_the_papers_order(folder: str) -> tuple[bool, list[int], str]:
    """A key by which sections come first, s2 before s10, and then appendices and all others."""
    section = re.match(r"s(\d+(?:_\d+)*)_", folder)
    numbers = [int(number) for number in section[1].split("_")] if section else []
    return section is None, numbers, folder


def _targets_of_entry(entry: Entry, modules: Modules) -> list[Target]:
    spec = None if entry.attr else modules.find(entry.module)
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [Target(Origin(entry.module, None), Path(str(spec.origin)).resolve())]
    targets = []
    for location in spec.submodule_search_locations:
        for file in _python_files(Path(location)):
            parts = [entry.module, *file.relative_to(location).with_suffix("").parts]
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            targets.append(Target(Origin(name, None), file.resolve()))
    return targets


def _nowhere(entry: Entry) -> Problem:
    owner = f" of {entry.dist.name}" if entry.dist else ""
    where = f"entry point {entry.name}{owner}"
    if entry.attr:
        return Problem(where, f"{entry.value!r} names an attribute; a module is expected.")
    return Problem(where, f"The module {entry.value!r} does not exist.")


def _target(file: Path) -> Target | Problem:
    """Say how a file is imported: under its dotted name if it belongs to a package."""
    top = file.parent
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    if not (top / "__init__.py").is_file():
        return Target(Origin(None, str(file)), file)
    parts = file.relative_to(top.parent).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    spec = Modules(search_path(None)).find(top.name)
    places = [Path(place).resolve() for place in (spec and spec.submodule_search_locations) or ()]
    if top in places:
        return Target(Origin(name, None), file)
    if spec is not None:
        elsewhere = spec.origin or ", ".join(str(place) for place in places)
        return Problem(
            str(file),
            f"It belongs to a package {top.name!r}, but that name is taken by {elsewhere}."
            " Rename the folder, or remove its __init__.py.",
        )
    return Target(Origin(name, str(top.parent)), file)
