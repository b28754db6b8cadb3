"""The plugin costs a project that has no claims next to nothing."""

HEAVY = """\
import sys

def test_nothing_heavy_is_loaded():
    heavy = {"sympy", "jax", "numpy", "flint", "z3", "cvc5", "scipy", "rich", "typer", "psutil"}
    heavy |= {"theorem_checks.running", "theorem_checks.reporting", "theorem_checks.verdicts"}
    assert "theorem_checks.pytest_plugin" in sys.modules
    assert not heavy & set(sys.modules)
"""


def test_without_claims_nothing_heavy_is_loaded(run, project):
    (project / "test_ordinary.py").write_text(HEAVY)
    assert run("test_ordinary.py").counts == "1 passed"


def test_with_claims_the_same_test_would_fail(run, project):
    (project / "test_ordinary.py").write_text(HEAVY)
    assert run("--claims", "proofs", "test_ordinary.py").counts == "1 failed, 4 passed"
