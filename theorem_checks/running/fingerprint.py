"""The key of a result: a hash of everything that the result depends on.

That is the question (claim, check, variant, limits, seed), the version of Python, the project's
own code that the claim's module imports, directly or not, and the versions of the distributions
that this code imports and of all that they require.

A dependency is a module: an edit of any of its code, though of no comment or docstring, changes
the key of every claim whose imports lead there. What the docstring of a proof written by hand
argues is a part of the question. Data files, environment variables, and modules
that are imported under a name computed while running are no part of it: what a check was noticed to
read is kept beside its result (`reading`), and looked at when that is asked for.
"""

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from theorem_checks.running.catalogue import Origin
from theorem_checks.running.dependencies import Dependencies, Needs
from theorem_checks.running.distributions import required_versions, versions_of
from theorem_checks.running.loading import Stamp, base_path, search_path, stamp
from theorem_checks.running.modules import Modules

__all__ = ["Closure", "Fingerprints", "closure_seen", "key_now"]

SCHEME = 2  # of the key; another number makes every kept result a stranger


@dataclass
class Closure:
    """All that one file of claims leads to, directly or not.

    `digests` of own code by module name, '' for a lone file itself; `foreign` and `missing`
    modules, `files` read, and what is loaded `at_import`, as in `Needs`.
    """

    digests: dict[str, str] = field(default_factory=dict)
    foreign: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    files: dict[Path, Stamp] = field(default_factory=dict)
    at_import: set[str] = field(default_factory=set)

    @property
    def unchanged(self) -> bool:
        """Whether no file was edited since it was read."""
        return all(stamp(file) == then for file, then in self.files.items())

    def add(self, name: str, needs: Needs) -> None:
        """Count a module with what it needs."""
        self.digests[name] = needs.digest
        self.foreign |= needs.foreign
        self.missing |= needs.missing
        self.files |= needs.files


class Fingerprints:
    """The keys of the jobs of one run. Make a new one to see later edits."""

    def __init__(self) -> None:
        self._closures: dict[Origin, Closure] = {}
        self._codes: dict[Origin, str] = {}
        self._dependencies: dict[str | None, Dependencies] = {}

    def closure(self, origin: Origin) -> Closure:
        """Return all that the module of an origin leads to."""
        if origin not in self._closures:
            self._closures[origin] = self._follow(origin)
        return self._closures[origin]

    def key(self, origin: Origin, question: Mapping[str, object]) -> str:
        """Return the key of a question (claim, check, variant, limits, seed) put to a claim."""
        depends_on = {
            "scheme": SCHEME,
            "question": dict(question),
            "python": sys.version_info[:2],
            "code": self._code(origin),
        }
        return _hash(depends_on)

    def versions(self, origin: Origin) -> dict[str, str]:
        """Return the versions of the distributions that the claim's own code imports."""
        return versions_of(frozenset(self.closure(origin).foreign))

    def _code(self, origin: Origin) -> str:
        """Return a hash of the code that an origin leads to, which all its questions share."""
        if origin not in self._codes:
            closure = self.closure(origin)
            code = {
                "sources": closure.digests,
                "missing": sorted(closure.missing),
                "distributions": required_versions(frozenset(closure.foreign)),
            }
            self._codes[origin] = _hash(code)
        return self._codes[origin]

    def _follow(self, origin: Origin) -> Closure:
        if origin.folder not in self._dependencies:
            modules = Modules(search_path(origin.folder))
            self._dependencies[origin.folder] = Dependencies(modules)
        dependencies = self._dependencies[origin.folder]
        closure = Closure()
        if origin.module is None:
            needs = dependencies.of_file(Path(str(origin.path)), package="")
            closure.add("", needs)
            waiting, loading = sorted(needs.modules), sorted(needs.at_import)
        else:
            waiting, loading = [origin.module], [origin.module]
        while waiting:
            name = waiting.pop()
            if name not in closure.digests:
                needs = dependencies.of_module(name)
                closure.add(name, needs)
                waiting += needs.modules
        while loading:
            name = loading.pop()
            if name not in closure.at_import:
                closure.at_import.add(name)
                if name in closure.digests:
                    loading += dependencies.of_module(name).at_import
        return closure


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


_latest: dict[tuple[str, ...], Fingerprints] = {}


def key_now(origin: Origin, question: Mapping[str, object]) -> str:
    """Return the key as of now. It is quick if nothing was edited since the last call."""
    return _now(origin).key(origin, question)


def closure_seen(origin: Origin) -> Closure:
    """Return all that the module of an origin led to when that was last asked, by `key_now`, say.

    No file is looked at again, so it is for what an edit in between may make out of date.
    """
    known = _latest.get(tuple(base_path()))
    return (known or _now(origin)).closure(origin)


def _now(origin: Origin) -> Fingerprints:
    path = tuple(base_path())
    known = _latest.get(path)
    if known is None or not _holds(known.closure(origin), origin):
        known = _latest[path] = Fingerprints()
    return known


def _holds(closure: Closure, origin: Origin) -> bool:
    """Whether no file was edited, and none of the modules that were missing has come."""
    modules = Modules(search_path(origin.folder))
    came = any(name[0] != "." and modules.find(name) for name in closure.missing)
    return closure.unchanged and not came
