"""How much is tried is said by name."""

import inspect

import pytest

import theorem_checks

EFFORT = {"boxes", "depth", "precision", "seconds"}
ENGINES = sorted(
    name
    for name in dir(theorem_checks)
    if inspect.isfunction(one := getattr(theorem_checks, name))
    and one.__module__.startswith("theorem_checks.solving")
    and EFFORT & set(inspect.signature(one).parameters)
)


@pytest.mark.parametrize("name", ENGINES)
def test_effort_is_said_by_name_and_the_rest_may_be(name: str):
    parameters = inspect.signature(getattr(theorem_checks, name)).parameters
    for own in EFFORT & set(parameters):
        assert parameters[own].kind is inspect.Parameter.KEYWORD_ONLY
    kinds = {parameter.kind for parameter in parameters.values()}
    assert inspect.Parameter.POSITIONAL_ONLY not in kinds


def test_there_are_such_engines():
    assert {"best_constant", "prove_for_all", "prove_inequality"} <= set(ENGINES)
