"""The import hooks of conftest.py are in force: types are checked as the tests run."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from jaxtyping import TypeCheckError

from theorem_checks.sampling.eprocesses import BoundedBets
from theorem_checks.solving.problem import Problem

ROOT = Path(__file__).parent.parent
CHECKED = {"proving", "solving", "searching", "sampling", "running", "reporting", "training"}
HOOKS = {"BeartypeSourceFileLoader", "_JaxtypingLoader"}


def modules():
    for file in (ROOT / "constructions").rglob("*.py"):
        yield ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for file in (ROOT / "theorem_checks").rglob("*.py"):
        parts = file.relative_to(ROOT).with_suffix("").parts
        if parts[1] in {*CHECKED, "targets"}:
            yield ".".join(parts)


def test_every_module_is_loaded_by_a_hook():
    names = [name.removesuffix(".__init__") for name in modules()]
    assert {name.split(".")[1] for name in names if name.startswith("theorem_checks")} > CHECKED
    plain = [
        name
        for name in names
        if (spec := find_spec(name)) is None or type(spec.loader).__name__ not in HOOKS
    ]
    assert plain == []


def test_a_wrong_type_is_an_error():
    with pytest.raises(TypeCheckError, match="claim"):
        Problem(5, ())  # pyright: ignore[reportArgumentType]


def test_a_wrong_shape_is_an_error():
    bets = BoundedBets(1, 0.0, (0.1, 0.2), (0.5, 0.5), reach=0.5, room=0.5)
    assert bets.log_wealth(np.zeros((4, 2)), 1, np.zeros(2)).shape == (4,)
    with pytest.raises(TypeCheckError):  # though NumPy would repeat the one price
        bets.log_wealth(np.zeros((4, 2)), 1, np.zeros(1))
