"""The versions of the installed distributions on which an imported module rests."""

import functools
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from theorem_checks.running.loading import stamp

__all__ = ["required_versions", "versions_of"]


def versions_of(modules: Iterable[str]) -> dict[str, str]:
    """Return the versions of the distributions that provide these top-level modules.

    A module that no distribution provides is listed under its own name as 'unknown'.
    """
    providers = _providers(_installed())
    versions: dict[str, str] = {}
    for module in sorted(modules):
        for name in providers.get(module, ()):
            versions[canonicalize_name(name)] = _version(name)
        if module not in providers:
            versions[module] = "unknown"
    return versions


def required_versions(modules: Iterable[str]) -> dict[str, str]:
    """Return the versions as `versions_of`, with those of all that is required by them."""
    versions = versions_of(modules)
    waiting = [(name, frozenset[str]()) for name in versions]
    seen = set(waiting)
    while waiting:
        name, extras = waiting.pop()
        versions[name] = _version(name)
        needed = [need for need in _requirements(name, extras, _installed()) if need not in seen]
        seen.update(needed)
        waiting += needed
    return dict(sorted(versions.items()))


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "absent"


def _installed() -> tuple[object, ...]:
    """What changes when anything is installed, upgraded or removed: the folders' stamps."""
    return tuple((entry, stamp(entry)) for entry in sys.path if Path(entry).is_dir())


@functools.lru_cache(maxsize=4)
def _providers(installed: tuple[object, ...]) -> dict[str, list[str]]:  # noqa: ARG001 (cache key)
    return {module: list(names) for module, names in metadata.packages_distributions().items()}


@functools.lru_cache(maxsize=1024)
def _requirements(
    name: str,
    extras: frozenset[str],
    installed: tuple[object, ...],  # noqa: ARG001 (cache key)
) -> tuple[tuple[str, frozenset[str]], ...]:
    try:
        lines = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return ()
    needed = []
    for line in lines:
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": e}) for e in extras or ("",)):
            needed.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return tuple(needed)
