"""What a module needs directly: other modules of own code, foreign modules, missing ones.

Own code is what lies outside the standard library and site-packages, and the toolkit itself
wherever it lies. A name that comes through the `__init__` of a package, or through its stub for
lazy loading, is traced to the module that defines it; an `__init__` that does more than hand
names on is a module like any other.
"""

import sys
from dataclasses import dataclass, field, replace
from importlib.machinery import ModuleSpec
from pathlib import Path

from theorem_checks.running.loading import Stamp, stamp
from theorem_checks.running.modules import Modules, is_installed
from theorem_checks.running.sources import Import, Source, read

__all__ = ["Dependencies", "Needs", "absolute"]

OWN_PACKAGES = frozenset({"theorem_checks", "constructions", "proofs"})


@dataclass
class Needs:
    """What one file needs.

    `digest` of its code; `modules` of own code that it leads to at once; top-level modules that
    are `foreign`, provided by a distribution; and `missing`, which nobody has. `files` are those
    that were read to find this out, with their stamps. `at_import` are those of the modules, own
    and foreign, to which the import of the file itself comes.
    """

    digest: str = ""
    modules: set[str] = field(default_factory=set)
    foreign: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    files: dict[Path, Stamp] = field(default_factory=dict)
    at_import: set[str] = field(default_factory=set)


_File = tuple[Source, dict[Path, Stamp]]
"""What matters in a file, with the stamp of each that was read to find it out."""


class Dependencies:
    """The needs of modules along one search path, each found out once."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._known: dict[str, Needs] = {}
        self._files: dict[Path, _File] = {}

    def of_module(self, name: str) -> Needs:
        """Return what a module needs; nothing if it has no file."""
        if name not in self._known:
            spec = self._modules.find(name)
            if spec and spec.origin and spec.has_location:
                is_package = spec.submodule_search_locations is not None
                package = name if is_package else name.rpartition(".")[0]
                self._known[name] = self.of_file(Path(spec.origin), package)
            else:
                self._known[name] = Needs()
        return self._known[name]

    def of_file(self, file: Path, package: str) -> Needs:
        """Return what a file needs that belongs to a package, '' for none."""
        search = _Search(self._modules, self._files)
        source = search.read(file)
        search.needs.digest = source.digest
        for found in source.imports:
            if not found.later:
                search.follow(found, package)
        search.needs.at_import = search.needs.modules | search.needs.foreign
        for found in source.imports:
            if found.later:
                search.follow(found, package)
        return search.needs


class _Search:
    """Follows the imports of one file to the modules that define what is imported.

    `files` that were read are not read again: many lead to the `__init__` of the same packages.
    """

    def __init__(self, modules: Modules, files: dict[Path, _File]) -> None:
        self.needs = Needs()
        self._modules = modules
        self._files = files
        self._traced: set[tuple[str, str]] = set()
        self._around: set[str] = set()

    def read(self, file: Path) -> Source:
        if file not in self._files:
            self._files[file] = _read(file)
        source, stamps = self._files[file]
        self.needs.files |= stamps
        return source

    def follow(self, found: Import, package: str) -> None:
        base = absolute(found, package)
        if base is None:
            self.needs.missing.add("." * found.level + found.module)
        elif not found.names:
            self._module(base)
        else:
            for name in found.names:
                self._name(base, name)

    def _module(self, name: str) -> None:
        """Need a whole module; of a package, all that its `__init__` imports."""
        if name not in self.needs.modules and self._own(name):
            self.needs.modules.add(name)
            self._parents(name)

    def _parents(self, name: str) -> None:
        """Need the packages around a module, unless they only hand names on."""
        while (name := name.rpartition(".")[0]) and name not in self._around:
            self._around.add(name)
            spec = self._modules.find(name)
            if spec and spec.origin and spec.has_location and not self.read(Path(spec.origin)).thin:
                self._module(name)

    def _name(self, base: str, name: str) -> None:
        """Need the module that defines a name which is imported from `base`."""
        spec = self._own(base)
        if spec is None or (base, name) in self._traced:
            return
        self._traced.add((base, name))
        if spec.submodule_search_locations is None:
            self._module(base)
            return
        has_file = spec.origin and spec.has_location
        source = self.read(Path(str(spec.origin))) if has_file else Source("", thin=True)
        self._parents(f"{base}.{name}")
        is_submodule = self._modules.find(f"{base}.{name}") is not None
        if is_submodule:
            self._module(f"{base}.{name}")
        if source.thin and name in source.exports:
            self.follow(source.exports[name], base)
        elif source.thin and not is_submodule:  # by a star or by some trick: need all there is
            self._module(base)

    def _own(self, name: str) -> ModuleSpec | None:
        """The place of a module of own code; None, and a note, for one that is not."""
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names:
            return None
        spec = self._modules.find(top)
        if spec is not None and not _is_own(top, spec):
            self.needs.foreign.add(top)
            return None
        spec = self._modules.find(name)
        if spec is None:
            self.needs.missing.add(name)
        return spec


def _read(file: Path) -> _File:
    """Read a file, and where its names are those of the stub beside it, that."""
    stamps = {file: stamp(file)}
    source = read(file)
    stub = file.with_suffix(".pyi")
    if not (source.lazy and stub.is_file()):
        return source, stamps
    names, more = _read(stub)
    lazy = replace(source, imports=names.imports, exports=names.exports, thin=True)
    return lazy, stamps | more


def absolute(found: Import, package: str) -> str | None:
    """The dotted name of the module of an import in a package; None beyond the top of it."""
    if found.level == 0:
        return found.module
    parts = package.split(".") if package else []
    if found.level > len(parts):
        return None
    base = parts[: len(parts) - found.level + 1]
    return ".".join([*base, found.module] if found.module else base)


def _is_own(top: str, spec: ModuleSpec) -> bool:
    if top in OWN_PACKAGES:
        return True
    places = [spec.origin] if spec.has_location else list(spec.submodule_search_locations or ())
    return bool(places) and not any(is_installed(str(place)) for place in places)
