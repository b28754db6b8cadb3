"""A rule that lacks an argument says which one, and what it is."""

import re

import pytest

from theorem_checks import Equal, apply_fact, instantiate, limit, proof_of, simulation, specialise
from theorem_checks.errors import ArgumentError
from theorem_checks.judging.rule_arguments import (
    naming_what_rules_lack,
    require_conclusion_alone,
)


def says_equal(subject, w):
    x = w.number("x")
    return Equal(w.call(subject, x), x)


@pytest.mark.parametrize(("rule", "lacking"), [(simulation, "relation"), (limit, "bound")])
def test_a_proof_that_needs_more_than_the_conclusion_is_refused_when_it_is_declared(rule, lacking):
    with pytest.raises(ArgumentError, match=rf"{rule.__name__} needs besides: `{lacking}`, \S"):
        proof_of(says_equal, rule)


def test_what_is_expected_is_what_the_rule_says():
    with pytest.raises(ArgumentError, match="the first machine's state, in entries of the second"):
        require_conclusion_alone(simulation)


def test_a_rule_that_is_called_without_an_argument_is_named():
    def by(conclusion):
        return specialise(conclusion)  # pyright: ignore[reportCallIssue]

    expected = re.compile(
        r"`specialise` .* without `evidence`, .*`values`.*specialise\(general, evidence"
    )
    with pytest.raises(ArgumentError, match=expected):
        proof_of(says_equal, by)(lambda x: x)


def test_another_type_error_is_left_as_it_is():
    def own(a, b):
        return a + b

    with pytest.raises(TypeError, match="missing 1 required") as found, naming_what_rules_lack():
        own(1)  # pyright: ignore[reportCallIssue]
    assert not isinstance(found.value, ArgumentError)
    with pytest.raises(TypeError, match="unsupported"), naming_what_rules_lack():
        own(1, "b")


@pytest.mark.parametrize("by", [lambda c, *others: c, lambda c, /, more=(): c, instantiate])
def test_only_what_is_required_counts(by):
    if by is instantiate:
        with pytest.raises(ArgumentError):
            require_conclusion_alone(by)
    else:
        require_conclusion_alone(by)


def test_of_what_is_of_another_kind_the_argument_and_both_kinds_are_told():
    def by(conclusion):
        return apply_fact("jensen", {"x": conclusion})  # pyright: ignore[reportArgumentType]

    with pytest.raises(ArgumentError, match=r"fact='jensen' .* the class Fact, not str"):
        proof_of(says_equal, by)(lambda x: x)


def test_an_error_in_the_authors_own_code_is_left_as_it_is():
    with pytest.raises(AttributeError, match="has no attribute 'sides'"):
        proof_of(says_equal, lambda conclusion: conclusion.sides)(lambda x: x)


def test_of_one_of_several_parts_that_is_of_another_kind_the_kinds_are_told():
    def rule(conclusion: str, *parts: tuple[str, int] | float) -> None:
        for part in parts:
            _, _ = part  # pyright: ignore[reportGeneralTypeIssues]

    rule.__module__ = "theorem_checks.proving.rules.own"
    globals()["rule"] = rule  # where a rule is looked up
    expected = "parts='x' .* the class tuple.* or float, not str"
    with pytest.raises(ArgumentError, match=expected), naming_what_rules_lack():
        rule("c", ("a", 1), "x")  # pyright: ignore[reportArgumentType]
