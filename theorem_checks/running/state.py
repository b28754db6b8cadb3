"""Global state that a check may change, and that the next check must not see changed."""

import os
import random
import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Snapshot", "current_folder"]


class Snapshot:
    """The global state of this process at one moment: take it, and `restore` it later.

    It holds the environment, the current folder, filters of warnings, limits of the interpreter,
    precision of mpmath and FLINT, JAX's configuration, and the standard streams. Generators of
    random numbers are not remembered but set to a fixed seed. Only libraries that are imported
    already are looked at.
    """

    def __init__(self) -> None:
        self._environ = dict(os.environ)
        self._folder = current_folder()
        self._filters = list(warnings.filters)
        self._streams = sys.stdin, sys.stdout, sys.stderr
        self._limits = sys.getrecursionlimit(), sys.get_int_max_str_digits()
        self._libraries = {
            name: library.read(sys.modules[name]) if name in sys.modules else library.defaults
            for name, library in _LIBRARIES.items()
        }

    def restore(self) -> None:
        """Put everything back, and seed the global generators of random numbers with 0."""
        _restore_environment(self._environ)
        if self._folder is not None and self._folder != current_folder():
            os.chdir(self._folder)
        warnings.resetwarnings()  # tells the warnings module that its filters have changed
        warnings.filters[:] = self._filters  # pyright: ignore[reportIndexIssue]
        sys.stdin, sys.stdout, sys.stderr = self._streams
        sys.setrecursionlimit(self._limits[0])
        sys.set_int_max_str_digits(self._limits[1])
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for name, kept in self._libraries.items():
            if name in sys.modules:
                _LIBRARIES[name].write(sys.modules[name], kept)
        random.seed(0)
        if numpy := sys.modules.get("numpy"):
            numpy.random.seed(0)


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


@dataclass(frozen=True)
class _Library:
    """How to read and write the settings of a library; `defaults` if it was not loaded then."""

    read: Callable[[Any], dict[str, Any]]
    write: Callable[[Any, dict[str, Any]], None]
    defaults: dict[str, Any]


_FLINT = {"prec": 53, "cap": 10, "pretty": True, "unicode": False, "threads": 1}


def _write_mpmath(mpmath: Any, kept: dict[str, Any]) -> None:
    mpmath.mp.prec, mpmath.iv.prec = kept["mp"], kept["iv"]


def _write_flint(flint: Any, kept: dict[str, Any]) -> None:
    for name, value in kept.items():
        setattr(flint.ctx, name, value)


def _write_jax(jax: Any, kept: dict[str, Any]) -> None:
    now = jax.config.values
    for name, value in kept.items():
        if now[name] != value:
            jax.config.update(name, value)


_LIBRARIES = {
    "mpmath": _Library(
        lambda mpmath: {"mp": mpmath.mp.prec, "iv": mpmath.iv.prec},
        _write_mpmath,
        {"mp": 53, "iv": 53},
    ),
    "flint": _Library(
        lambda flint: {name: getattr(flint.ctx, name) for name in _FLINT}, _write_flint, _FLINT
    ),
    "jax": _Library(lambda jax: dict(jax.config.values), _write_jax, {}),
}
