"""The import hooks of conftest.py are in force: types are checked as the tests run."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from beartype import BeartypeConf
from beartype.claw._ast import _clawaststar
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


def of_number(number: Any, kind: Any) -> Any:
    """Make a function as the hooks would: what it is, and what it takes, differ each time."""

    @_clawaststar.__beartype__(conf=BeartypeConf(violation_type=TypeCheckError))
    def added(value: kind, *, more: kind = number) -> kind:  # pyright: ignore[reportInvalidTypeForm]
        """Add."""
        return value + more if value else str(value)

    return added


def test_a_function_in_a_function_is_checked_each_time_that_it_is_made():
    made = [of_number(number, kind) for kind in (int, float, int) for number in map(kind, (1, 2))]
    assert [added(added.__annotations__["more"](2)) for added in made] == [3, 4] * 3
    for added in made:
        kind = added.__annotations__["value"]
        with pytest.raises(TypeCheckError, match="more"):
            added(kind(1), more="2")
        with pytest.raises(TypeCheckError, match="value"):
            added("1")
        with pytest.raises(TypeCheckError, match="return"):
            added(kind(0))
    assert made[0].__code__ is made[1].__code__ is not made[2].__code__


def test_a_function_in_a_function_is_like_the_one_that_was_written():
    first, second = of_number(1, int), of_number(2, int)
    for added in (first, second):
        assert (added.__name__, added.__doc__) == ("added", "Add.")
        assert added.__wrapped__.__kwdefaults__ == {"more": added(1) - 1}
    assert vars(first).keys() == vars(second).keys()


def of_all_kinds(default: Any, later: Any) -> Any:
    """Make a function that takes arguments in every way, as the hooks would."""

    @_clawaststar.__beartype__(conf=BeartypeConf(violation_type=TypeCheckError))
    def told(a: int, /, b: int, c: int = default, *, d: int, e: int = later) -> list[int]:
        return [a, b, c, d, e]

    return told


def test_arguments_by_place_by_name_and_by_default_are_checked_and_arrive():
    for default, later in ((30, 50), (31, 51)):
        told = of_all_kinds(default, later)
        assert told(1, 2, d=4) == [1, 2, default, 4, later]
        assert told(1, 2, 3, d=4, e=5) == [1, 2, 3, 4, 5]
        assert told(1, d=4, b=2, e=5, c=3) == [1, 2, 3, 4, 5]
        with pytest.raises(TypeCheckError, match="parameter a='1'"):
            told("1", b=2, d=4)
        for place in (1, 2):
            with pytest.raises(TypeCheckError, match=r"parameter [bc]='2'"):
                told(*[1, 2, 3][:place], "2", d=4)
        for name in "bcde":
            with pytest.raises(TypeCheckError, match=f"parameter {name}='2'"):
                told(1, **{"b": 2, "d": 4, name: "2"})
        for wrong in ({"b": 2}, {"d": 4}, {"b": 2, "d": 4, "f": 6}):
            with pytest.raises(TypeError, match="told"):
                told(1, **wrong)
        with pytest.raises(TypeError, match="positional"):
            told(1, 2, 3, 4, d=4)


def of_names_in_use() -> Any:
    """Make a function with arguments that have names of what checks use."""

    @_clawaststar.__beartype__(conf=BeartypeConf(violation_type=TypeCheckError))
    def told(len: int, args: str = "", *more: int, **others: str) -> Any:  # noqa: A002
        return len, args, more, others

    return told


def test_arguments_of_names_that_checks_use_are_checked():
    told = of_names_in_use()
    assert told(1, "a", 2, x="b") == (1, "a", (2,), {"x": "b"})
    for given, named in ((("1",), {}), ((1, 2), {}), ((1, "", "a"), {}), ((1,), {"x": 1})):
        with pytest.raises(TypeCheckError):
            told(*given, **named)


def test_most_functions_take_their_arguments_by_name():
    checks = vars(Problem)["__init__"].__code__
    assert checks.co_varnames[: checks.co_argcount][0] == "self"


def test_a_wrong_shape_is_an_error():
    bets = BoundedBets(1, 0.0, (0.1, 0.2), (0.5, 0.5), reach=0.5, room=0.5)
    assert bets.log_wealth(np.zeros((4, 2)), 1, np.zeros(2)).shape == (4,)
    with pytest.raises(TypeCheckError):  # though NumPy would repeat the one price
        bets.log_wealth(np.zeros((4, 2)), 1, np.zeros(1))
