"""The command line starts fast: it imports engines only for claims that need them."""

import re
import subprocess
import sys

import pytest

ENGINES = {"sympy", "jax", "numpy", "flint", "z3", "cvc5", "scipy", "hypothesis", "mpmath"}


def imported(*arguments: str) -> set[str]:
    """Return the top-level modules that a command imports in its own process."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "theorem_checks", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(re.findall(r"^import time:.*\| +([a-z_0-9]+)", done.stderr, re.MULTILINE))


@pytest.mark.parametrize("arguments", [["--help"], ["verify", "--help"], ["--version"]])
def test_help_imports_no_engine(arguments):
    modules = imported(*arguments)
    assert "typer" in modules
    assert not ENGINES & modules


def test_list_imports_no_engine_though_the_claims_do(claims):
    file = claims()
    file.write_text("import mpmath\n" + file.read_text())
    modules = imported("list", "claims.py")
    assert "psutil" in modules
    assert not ENGINES & modules
