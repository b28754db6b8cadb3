"""Every rule and engine by which something is concluded is told in a sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import theorem_checks
from theorem_checks.deriving.rules_said import said_of


def names_of_rules() -> Iterator[str]:
    """The third argument of each call of `concluded` in the package, where it is a text."""
    for path in sorted(Path(theorem_checks.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "concluded":
                named = [*node.args[2:3], *(k.value for k in node.keywords if k.arg == "rule")]
                yield from (str(n.value) for n in named if isinstance(n, ast.Constant))


def test_there_are_rules():
    assert {"for any", "simulation", "prove_index_identity"} <= set(names_of_rules())


@pytest.mark.parametrize("rule", sorted(set(names_of_rules())))
def test_a_rule_is_told_in_a_sentence(rule):
    assert said_of(rule) != f"by {rule}"
