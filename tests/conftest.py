"""Settings of the whole suite: reproducible examples, 64-bit JAX, types checked as they run."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

import pytest
from beartype import BeartypeConf, BeartypeDecorPlace
from beartype.claw import beartype_packages
from hypothesis import HealthCheck, settings
from jaxtyping import TypeCheckError, install_import_hook

from tests.checked_directly import hand_arguments_on_by_name
from tests.checked_once import check_inner_functions_once

os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("SYMPY_CACHE_SIZE", "10000")  # of each function, as in workers
# What is compiled is kept, for the other worker, for the processes that tests start, and for the
# next run: otherwise most of the time of sampling and training goes there.
os.environ.setdefault(
    "JAX_COMPILATION_CACHE_DIR", str(Path(__file__).parent.parent / ".pytest_cache" / "jax")
)
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")

# Both hooks stay installed for the session: the types of these are checked whenever they run.
# The words check their own arguments, with better messages; pytest loads the plugin before this
# file.
CHECKED = (
    "constructions",
    "theorem_checks.statements",
    "theorem_checks.judging",
    "theorem_checks.proving",
    "theorem_checks.solving",
    "theorem_checks.searching",
    "theorem_checks.sampling",
    "theorem_checks.running",
    "theorem_checks.reporting",
    "theorem_checks.targets",
    "theorem_checks.training",
)
# These name types that only a type checker sees: jaxtyping lets them be, beartype does not.
UNRESOLVED = (
    "constructions.lsrl.language.operators",
    "theorem_checks.reporting.pages.grounds",
    "theorem_checks.running.grounds",
    "theorem_checks.sampling.runs",
)


def with_shapes() -> list[str]:
    """The modules that name shapes of arrays.

    Only they are given to jaxtyping, which binds the arguments of every call anew.
    """
    root = Path(__file__).parent.parent
    return [
        ".".join(file.relative_to(root).with_suffix("").parts)
        for package in ("constructions", "theorem_checks")
        for file in (root / package).rglob("*.py")
        if "from jaxtyping import" in file.read_text(encoding="utf-8")
    ]


class Ours(MetaPathFinder):
    """Finds the project's packages where Python does.

    To pytest they are a plugin's, whose assertions it would rewrite with a loader of its own.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in {"constructions", "theorem_checks", "proofs"}:
            return PathFinder.find_spec(fullname, path, target)
        return None


sys.meta_path.insert(0, Ours())
hand_arguments_on_by_name()
check_inner_functions_once()
beartype_packages(
    CHECKED,
    conf=BeartypeConf(
        claw_decor_place_func=BeartypeDecorPlace.FIRST,  # within `custom_vjp` and its like
        claw_is_pep526=False,
        # their functions are read from their source, and what wraps one is refused
        claw_skip_package_names=(
            "constructions.lsrl.listed",
            "constructions.lsrl.programs.hats",
            "constructions.weights.partial_realisation",
        ),
        violation_type=TypeCheckError,
    ),
)
install_import_hook([*with_shapes(), *UNRESOLVED], "beartype.beartype")

settings.register_profile(
    "ordinary",
    derandomize=True,
    deadline=None,  # the machines are shared: a time limit per example would be noise
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", settings.get_profile("ordinary"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ordinary"))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[object]:
    """Collect without the garbage collector: next to nothing of what is made then is garbage.

    It is never looked through again: modules and items stay to the end, and to go through them at
    each full collection would take a seventh of the time of the tests. What comes later is looked
    at less often, for the same reason.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)
        gc.enable()


def _with_room(function: Callable[[], None]) -> None:
    function()


# Python keeps the frames of what is called in chunks of 16 KB, of which it asks the system for a
# new one, and gives it back, at each call across its end. It takes a larger one for a frame that
# needs much, and what is called from there has the rest: another half.
_with_room.__code__ = _with_room.__code__.replace(co_stacksize=2**17)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[object]:
    """Give tests room for the frames of what they call."""
    run = item.runtest
    item.runtest = lambda: _with_room(run)
    try:
        return (yield)
    finally:
        del item.runtest
