"""The versions of the installed distributions on which an imported module rests.

What was found is remembered until something is installed or removed.
"""

import functools
from importlib import metadata

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from theorem_checks.running.loading import Stamp, base_path, stamp
from theorem_checks.running.modules import is_installed

__all__ = ["installed_folders", "required_versions", "versions_of"]

Installed = tuple[tuple[str, Stamp], ...]


def versions_of(modules: frozenset[str]) -> dict[str, str]:
    """Return the versions of the distributions that provide these top-level modules.

    A module that no distribution provides is listed under its own name as 'unknown'.
    """
    return dict(_versions_of(modules, installed_folders()))


def required_versions(modules: frozenset[str]) -> dict[str, str]:
    """Return the versions as `versions_of`, with those of all that is required by them."""
    return dict(_required_versions(modules, installed_folders()))


def installed_folders() -> Installed:
    """Return what changes when anything is installed, upgraded or removed: folders' stamps."""
    return tuple(
        (entry, stamp(entry) if is_installed(entry) else (0, 0, 0)) for entry in base_path()
    )


@functools.lru_cache(maxsize=256)
def _versions_of(modules: frozenset[str], installed: Installed) -> dict[str, str]:
    providers = _providers(installed)
    versions: dict[str, str] = {}
    for module in sorted(modules):
        for name in providers.get(module, ()):
            versions[canonicalize_name(name)] = _version(name)
        if module not in providers:
            versions[module] = "unknown"
    return versions


@functools.lru_cache(maxsize=256)
def _required_versions(modules: frozenset[str], installed: Installed) -> dict[str, str]:
    versions = dict(_versions_of(modules, installed))
    waiting = [(name, frozenset[str]()) for name in versions]
    seen = set(waiting)
    while waiting:
        name, extras = waiting.pop()
        versions[name] = _version(name)
        needed = [need for need in _requirements(name, extras, installed) if need not in seen]
        seen.update(needed)
        waiting += needed
    return dict(sorted(versions.items()))


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "absent"


@functools.lru_cache(maxsize=4)
def _providers(installed: Installed) -> dict[str, list[str]]:  # noqa: ARG001 (cache key)
    return {module: list(names) for module, names in metadata.packages_distributions().items()}


@functools.lru_cache(maxsize=1024)
def _requirements(
    name: str,
    extras: frozenset[str],
    installed: Installed,  # noqa: ARG001 (cache key)
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
