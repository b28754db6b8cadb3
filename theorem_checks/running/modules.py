"""Find the file of a module by its name, without importing anything."""

import functools
import importlib.util
import sysconfig
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

__all__ = ["Modules", "is_installed"]


class Modules:
    """Finds modules along a search path, as an import would, and remembers what it found."""

    def __init__(self, path: Sequence[str]) -> None:
        self._path = list(path)
        self._specs: dict[str, ModuleSpec | None] = {}

    def find(self, name: str) -> ModuleSpec | None:
        """Return where a module is, by its dotted name, or None if there is none."""
        if name not in self._specs:
            self._specs[name] = self._look(name)
        return self._specs[name]

    def _look(self, name: str) -> ModuleSpec | None:
        parent = name.rpartition(".")[0]
        if parent:
            above = self.find(parent)
            locations = above.submodule_search_locations if above else None
            return PathFinder.find_spec(name, list(locations)) if locations else None
        if found := PathFinder.find_spec(name, self._path):
            return found
        try:  # an editable installation may have a finder of its own
            return importlib.util.find_spec(name)
        except (ImportError, ValueError):
            return None


@functools.cache
def is_installed(place: str) -> bool:
    """Whether a file or folder belongs to the standard library or to site-packages."""
    parts = Path(place).parts
    return (
        "site-packages" in parts
        or "dist-packages" in parts
        or any(Path(place).is_relative_to(folder) for folder in _STDLIB)
    )


_STDLIB = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
