"""Imports run one way: proofs -> constructions, proofs -> theorem_checks, nothing back."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "theorem_checks": {"theorem_checks"},
    "constructions": {"constructions"},
    "proofs": {"proofs", "constructions", "theorem_checks"},
}
ENGINES = {
    "statements": set(),
    "judging": {"proving", "solving", "statements"},
    "proving": {"facts", "solving", "statements"},
    "solving": {"statements"},
    "searching": {"statements"},
    "sampling": {"statements"},
    "training": {"sampling"},
    "facts": {"statements"},
    "deriving": {"proving", "statements"},
    "running": {"certifying", "facts"},
}
"""What these packages use apart from the words and themselves, as docs/architecture.md says."""
LEAVES = {
    "errors.py": set(),
    "collecting.py": set(),
    "processors.py": set(),
    "verdicts": {"errors", "deriving", "verdicts"},  # a derivation's type
    "checks.py": {"errors", "verdicts"},
    "claims.py": {"checks", "collecting", "errors", "verdicts"},
}


def imported(source: str, package: str) -> set[str]:
    """Return the dotted names that a module imports, relative ones made absolute."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -node.level + 1 or None] if node.level else []
            names.add(".".join([*above, *([node.module] if node.module else [])]))
    return names


def files_of(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def strays(package: str) -> list[str]:
    found = []
    for file in files_of(package):
        dotted = ".".join(file.relative_to(ROOT).parent.parts)
        for name in imported(file.read_text(), dotted):
            if name.split(".")[0] in set(ALLOWED) - ALLOWED[package]:
                found.append(f"{file.relative_to(ROOT)} imports {name}")
    return found


@pytest.mark.parametrize("package", ALLOWED)
def test_no_import_runs_against_the_direction(package):
    assert files_of(package)
    assert strays(package) == []


@pytest.mark.parametrize("package", ["constructions", "proofs"])
def test_names_are_imported_not_whole_packages(package):
    """All of the toolkit would count as needed by the file, and a worker would load it."""
    whole = [
        f"{file.relative_to(ROOT)} imports {alias.name}"
        for file in files_of(package)
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name in ALLOWED
    ]
    assert whole == []


def test_a_stray_import_would_be_seen():
    assert imported("import proofs.a", "constructions") == {"proofs.a"}
    assert imported("def f():\n    from ..proofs import x", "a.b") == {"a.proofs"}


@pytest.mark.parametrize("leaf", LEAVES)
def test_the_words_are_leaves(leaf):
    path = ROOT / "theorem_checks" / leaf
    files = [path] if path.is_file() else files_of(f"theorem_checks/{leaf}")
    names = set[str]().union(*(imported(file.read_text(), "theorem_checks") for file in files))
    ours = {n.split(".")[1] for n in names if n.startswith("theorem_checks.")}
    assert ours == LEAVES[leaf]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_uses_only_what_the_page_on_architecture_says(engine):
    used = set()
    for file in files_of(f"theorem_checks/{engine}"):
        names = imported(file.read_text(), ".".join(file.relative_to(ROOT).parent.parts))
        used |= {name.split(".")[1] for name in names if name.startswith("theorem_checks.")}
    assert used - {path.removesuffix(".py") for path in LEAVES} - {engine} == ENGINES[engine]


def test_importing_the_toolkit_loads_no_engine():
    heavy = ("jax", "sympy", "flint", "z3", "cvc5", "numpy", "scipy", "hypothesis", "rich")
    code = (
        "import sys, theorem_checks; theorem_checks.Claim; theorem_checks.Evidence;"
        f"print([m for m in {heavy!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
