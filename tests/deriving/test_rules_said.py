"""Every rule and engine by which something is concluded is told in a sentence."""

import ast
from functools import cache
from pathlib import Path

import pytest

import theorem_checks
from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.deriving.rules_said import rule_of, said_of
from theorem_checks.verdicts.kinds import Verdict


@cache
def names_of_rules() -> frozenset[str]:
    """The third argument of each call of `concluded` in the package, where it is a text."""
    texts = (path.read_text() for path in Path(theorem_checks.__file__).parent.rglob("*.py"))
    nodes = (node for text in texts if "concluded(" in text for node in ast.walk(ast.parse(text)))
    found = []
    for node in nodes:
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and isinstance(called, ast.Name) and called.id == "concluded":
            found += [*node.args[2:3], *(k.value for k in node.keywords if k.arg == "rule")]
    return frozenset(str(one.value) for one in found if isinstance(one, ast.Constant))


def test_there_are_rules():
    assert {"for any", "simulation", "prove_index_identity"} <= names_of_rules()


@pytest.mark.parametrize("rule", sorted(names_of_rules()))
def test_a_rule_is_told_in_a_sentence(rule):
    assert said_of(rule) != f"by {rule}"


@pytest.mark.parametrize("rule", ["unrolling", "unrolling delays"])
def test_powers_are_explained_where_they_stand(rule):
    power = r"\big(A^{(t-1-s)}\big)_{i}"
    without = ProvedStatement("y = z", rule, Verdict.PROVED, lines=(Line("y"), Line("A^{2}")))
    deep = ProvedStatement("a = b", "prove", Verdict.PROVED, lines=(Line(power),))
    whole = ProvedStatement("y = z", rule, Verdict.PROVED, parts=(without, deep))
    assert rule_of(whole) == said_of(rule)
    assert "power" not in rule_of(without)
    assert said_of(rule).startswith(f"{rule_of(without)} (")
    assert rule_of(whole, again=True) == said_of(rule, again=True)


def test_what_stands_in_brackets():
    with_brackets = {rule for rule in names_of_rules() if " (" in said_of(rule)}
    assert with_brackets == {"unrolling", "unrolling delays", "cancelling"}
