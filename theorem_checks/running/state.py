"""Global state that a check may change, and that the next check must not see changed."""

import os
import random
import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

__all__ = ["Snapshot", "current_folder", "note_newcomers"]


class Snapshot:
    """The global state of this process at one moment: take it, and `restore` it later.

    It holds the environment, filters of warnings, limits of the interpreter, the standard
    streams, and the settings of mpmath, FLINT and JAX; a library that is imported
    later is put back to how it was just after its import, if `note_newcomers` was called. The
    global generators of random numbers are not remembered, but set to a fixed seed.
    """

    def __init__(self) -> None:
        self._environ = dict(os.environ)
        self._filters = list(warnings.filters)
        self._streams = sys.stdin, sys.stdout, sys.stderr
        self._limits = sys.getrecursionlimit(), sys.get_int_max_str_digits()
        self._settings = {
            name: library.read(sys.modules[name])
            for name, library in _LIBRARIES.items()
            if name in sys.modules
        }

    def restore(self) -> None:
        """Put everything back, and seed the global generators of random numbers with 0."""
        _restore_environment(self._environ)
        warnings.resetwarnings()  # tells the warnings module that its filters have changed
        warnings.filters[:] = self._filters  # pyright: ignore[reportIndexIssue]
        sys.stdin, sys.stdout, sys.stderr = self._streams
        sys.setrecursionlimit(self._limits[0])
        sys.set_int_max_str_digits(self._limits[1])
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for name, kept in {**_just_imported, **self._settings}.items():
            if name in sys.modules:
                _LIBRARIES[name].write(sys.modules[name], kept)
        random.seed(0)


def current_folder() -> str | None:
    """The current folder, or None if it was removed."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return None


def _restore_environment(wanted: dict[str, str]) -> None:
    for name in set(os.environ) - set(wanted):
        del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


def note_newcomers() -> None:
    """From now on, note the settings of each library just after its first import."""
    sys.meta_path.insert(0, _Newcomers())


class _Newcomers(MetaPathFinder):
    """Finds nothing of its own, but is there when a library is imported."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in _LIBRARIES:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_note(module: Any) -> None:
            execute(module)
            _just_imported[name] = _LIBRARIES[name].read(module)

        spec.loader.exec_module = execute_and_note
        return spec


_just_imported: dict[str, dict[str, Any]] = {}


@dataclass(frozen=True)
class _Library:
    """How to read the settings of a library, and how to write them."""

    read: Callable[[Any], dict[str, Any]]
    write: Callable[[Any, dict[str, Any]], None]


def _seed(numpy_random: Any) -> dict[str, Any]:
    numpy_random.seed(0)
    return {}


def _read_mpmath(mpmath: Any) -> dict[str, Any]:
    return {"mp": mpmath.mp.prec, "iv": mpmath.iv.prec}


def _write_mpmath(mpmath: Any, kept: dict[str, Any]) -> None:
    mpmath.mp.prec, mpmath.iv.prec = kept["mp"], kept["iv"]


def _read_flint(flint: Any) -> dict[str, Any]:
    names = ("prec", "cap", "pretty", "unicode", "threads")
    return {name: getattr(flint.ctx, name) for name in names}


def _write_flint(flint: Any, kept: dict[str, Any]) -> None:
    for name, value in kept.items():
        setattr(flint.ctx, name, value)


def _read_jax(jax: Any) -> dict[str, Any]:
    return dict(jax.config.values)


def _write_jax(jax: Any, kept: dict[str, Any]) -> None:
    now = jax.config.values
    for name, value in kept.items():
        if now[name] != value:
            jax.config.update(name, value)


_LIBRARIES = {
    "flint": _Library(_read_flint, _write_flint),
    "jax": _Library(_read_jax, _write_jax),
    "mpmath": _Library(_read_mpmath, _write_mpmath),
    "numpy.random": _Library(_seed, lambda module, _: module.seed(0)),
}
