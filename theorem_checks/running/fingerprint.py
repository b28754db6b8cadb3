"""The key of a result: a hash of everything that the result depends on.

That is the question (claim, check, variant, limits, seed), the version of Python, the project's
own code that the claim's module imports, directly or not, and the versions of the distributions
that this code imports and of all that they require. Own code is what lies outside the standard
library and site-packages, and the toolkit itself wherever it lies.

A dependency is a module: an edit of any of its code, though of no comment or docstring, changes
the key of every claim whose imports lead there. A name that comes through the `__init__` of a
package is traced to the module that defines it. Data files, and modules that are imported under
a name computed while running, are not seen: run with `fresh=True` after changing one.
"""

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.machinery import ModuleSpec
from pathlib import Path

from theorem_checks.running.catalogue import Origin
from theorem_checks.running.distributions import required_versions, versions_of
from theorem_checks.running.loading import Stamp, search_path, stamp
from theorem_checks.running.modules import Modules, is_installed
from theorem_checks.running.sources import Import, Source, read

__all__ = ["Closure", "Fingerprints"]

OWN_PACKAGES = frozenset({"theorem_checks", "constructions", "proofs"})
SCHEME = 1  # of the key; another number makes every kept result a stranger


@dataclass
class Closure:
    """All that one claims file leads to: own modules, and the names of foreign ones.

    `digests` by module name ('' for the claims file); `files` with their stamps when read;
    `foreign`: top-level modules of distributions; `missing`: modules that nobody has.
    """

    digests: dict[str, str] = field(default_factory=dict)
    files: dict[Path, Stamp] = field(default_factory=dict)
    foreign: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)

    @property
    def unchanged(self) -> bool:
        """Whether no file has been edited since it was read."""
        return all(stamp(file) == then for file, then in self.files.items())


class Fingerprints:
    """The keys of the jobs of one run. Make a new one to see later edits."""

    def __init__(self) -> None:
        self._closures: dict[Origin, Closure] = {}
        self._modules: dict[str | None, Modules] = {}
        self._required: dict[frozenset[str], dict[str, str]] = {}

    def closure(self, origin: Origin) -> Closure:
        """Return all that the module of an origin leads to."""
        if origin not in self._closures:
            if origin.folder not in self._modules:
                self._modules[origin.folder] = Modules(search_path(origin.folder))
            self._closures[origin] = _Walk(origin, self._modules[origin.folder]).closure
        return self._closures[origin]

    def key(self, origin: Origin, question: Mapping[str, object]) -> str:
        """Return the key of a question (claim, check, variant, limits, seed) put to a claim."""
        closure = self.closure(origin)
        depends_on = {
            "scheme": SCHEME,
            "question": dict(question),
            "python": sys.version_info[:2],
            "sources": closure.digests,
            "missing": sorted(closure.missing),
            "distributions": self._versions_required(frozenset(closure.foreign)),
        }
        text = json.dumps(depends_on, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def versions(self, origin: Origin) -> dict[str, str]:
        """Return the versions of the distributions that the claim's own code imports."""
        return versions_of(self.closure(origin).foreign)

    def _versions_required(self, modules: frozenset[str]) -> dict[str, str]:
        if modules not in self._required:
            self._required[modules] = required_versions(modules)
        return self._required[modules]


class _Walk:
    """Follows imports from one claims file, by name and without running anything."""

    def __init__(self, origin: Origin, modules: Modules) -> None:
        self.closure = Closure()
        self._modules = modules
        self._seen: set[tuple[str, str]] = set()
        if origin.module:
            self._module(origin.module)
        else:
            self._take("", Path(str(origin.path)), package="")

    def _take(self, name: str, file: Path, package: str) -> None:
        """Count a file, and follow all its imports."""
        if name in self.closure.digests:
            return
        source = self._read(file)
        self.closure.digests[name] = source.digest
        for found in source.imports:
            self._follow(found, package)

    def _read(self, file: Path) -> Source:
        self.closure.files[file] = stamp(file)
        source = read(file)
        stub = file.with_suffix(".pyi")
        if not (source.lazy and stub.is_file()):
            return source
        names = self._read(stub)
        return replace(source, imports=names.imports, exports=names.exports, thin=True)

    def _follow(self, found: Import, package: str) -> None:
        base = _absolute(found, package)
        if base is None:
            self.closure.missing.add("." * found.level + found.module)
        elif not found.names:
            self._module(base)
        for name in found.names if base else ():
            self._name(str(base), name)

    def _module(self, name: str) -> None:
        """Depend on a whole module; of a package, on all that its `__init__` imports."""
        spec = self._own_spec(name)
        if spec is None or ("module", name) in self._seen:
            return
        self._seen.add(("module", name))
        self._parents(name)
        if spec.origin and spec.has_location:
            is_package = spec.submodule_search_locations is not None
            package = name if is_package else name.rpartition(".")[0]
            self._take(name, Path(spec.origin), package)

    def _parents(self, name: str) -> None:
        """Depend on the packages around a module, unless they only hand names on."""
        parent = name.rpartition(".")[0]
        spec = self._own_spec(parent) if parent else None
        if spec is None:
            return
        if spec.origin and spec.has_location and not self._read(Path(spec.origin)).thin:
            self._module(parent)
        else:
            self._parents(parent)

    def _name(self, base: str, name: str) -> None:
        """Depend on the module that defines a name which is imported from `base`."""
        spec = self._own_spec(base)
        if spec is None or (base, name) in self._seen:
            return
        self._seen.add((base, name))
        self._parents(base)
        locations = spec.submodule_search_locations
        initial = Path(spec.origin) if spec.origin and spec.has_location else None
        source = self._read(initial) if initial else Source("", thin=True)
        if locations is None or not source.thin:
            self._module(base)
        if locations is None:
            return
        if source.thin and name in source.exports:
            self._follow(source.exports[name], base)
        elif self._modules.find(f"{base}.{name}"):
            self._module(f"{base}.{name}")
        elif source.thin:  # it comes by a star or by some trick: depend on all there is
            self._module(base)

    def _own_spec(self, name: str) -> ModuleSpec | None:
        """The place of a module of own code; None, and a note, for one that is not."""
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or top in sys.builtin_module_names:
            return None
        spec = self._modules.find(top)
        if spec is None:
            self.closure.missing.add(top)
            return None
        if not _is_own(top, spec):
            self.closure.foreign.add(top)
            return None
        spec = self._modules.find(name)
        if spec is None:
            self.closure.missing.add(name)
        return spec


def _absolute(found: Import, package: str) -> str | None:
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
