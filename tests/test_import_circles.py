"""No circles among the modules: what one imports, in its functions too, never leads back to it.

Imports for types alone (under `TYPE_CHECKING`) do not count: nothing is loaded by them. Nor does a
package's own file count as needed by what it holds, unless a module imports names from it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("constructions", "theorem_checks")
P = "theorem_checks.proving"
STANDING: dict[frozenset[str], str] = {
    frozenset(
        {
            f"{P}.choosing",
            f"{P}.conclude",
            f"{P}.induction.by_induction",
            f"{P}.probability.moment_tails",
            f"{P}.probability.normal_means",
            f"{P}.probability.normal_units",
            f"{P}.probability.suprema",
            f"{P}.probability.tails",
            f"{P}.rules.arithmetic",
            f"{P}.rules.spectral",
        }
    ): (
        "`prove` tries the rules, and these have their premises proved by `prove`: handed down or"
        " registered, a rule would not be seen by what reads from imports what a result rests on"
    ),
}
"""The circles that still stand, each with its reason. This may only shrink."""


def module_name(file: Path, root: Path) -> str:
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_for_types(test: ast.expr) -> bool:
    """Return whether a condition is `TYPE_CHECKING` or `typing.TYPE_CHECKING`."""
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def import_statements(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif isinstance(child, ast.If) and is_for_types(child.test):
            for other in child.orelse:
                yield from import_statements(ast.Module([other], []))
        else:
            yield from import_statements(child)


def needed(source: str, package: str, modules: set[str]) -> set[str]:
    """Return which of the modules a source in this package imports, wherever it does."""
    found = set[str]()
    for statement in import_statements(ast.parse(source)):
        if isinstance(statement, ast.Import):
            found |= {alias.name for alias in statement.names}
            continue
        level = statement.level
        above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
        base = ".".join([*above, *([statement.module] if statement.module else [])])
        for alias in statement.names:
            inner = f"{base}.{alias.name}"
            found.add(inner if inner in modules else base)
    return found & modules


def import_graph(root: Path, packages: tuple[str, ...] = PACKAGES) -> dict[str, set[str]]:
    files = {
        module_name(file, root): file for name in packages for file in (root / name).rglob("*.py")
    }
    graph = {}
    for module, file in files.items():
        package = module if file.name == "__init__.py" else module.rpartition(".")[0]
        graph[module] = needed(file.read_text(), package, set(files)) - {module}
    return graph


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """Return what a module leads to by one import or more."""
    found, open_ = set[str](), list(graph[start])
    while open_:
        module = open_.pop()
        if module not in found:
            found.add(module)
            open_ += graph[module]
    return found


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """Return the largest sets of modules in which each leads to each."""
    leads = {module: reached(graph, module) for module in graph}
    return {
        frozenset(other for other in leads[module] if module in leads[other])
        for module in graph
        if module in leads[module]
    }


def test_no_modules_import_each_other_in_a_circle_but_those_listed():
    found = circles(import_graph(ROOT))
    new = [sorted(one) for one in found if not any(one <= listed for listed in STANDING)]
    assert not new, f"new circles, or larger ones (untie them, do not list them): {new}"
    gone = [sorted(circle) for circle in set(STANDING) - found]
    assert not gone, f"these circles are untied or smaller: change the list: {gone}"


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ({"a": "import p.b", "b": "from p.a import x"}, {"p.a", "p.b"}),
        (
            {"a": "from p import b", "b": "def f():\n    from .c import y", "c": "from . import a"},
            "abc",
        ),
        ({"a": "from p.b import x", "b": "if TYPE_CHECKING:\n    from p.a import X"}, set()),
        (
            {"a": "import p.b", "b": "if TYPE_CHECKING:\n    pass\nelse:\n    import p.a"},
            {"p.a", "p.b"},
        ),
        ({"a": "import p.b", "b": "from p.c import x", "c": "import ast"}, set()),
        ({"__init__": "from p.a import x", "a": "from p import y"}, {"p", "p.a"}),
        ({"__init__": "from p.a import x", "a": "import ast"}, set()),
    ],
)
def test_a_circle_is_seen_wherever_its_imports_stand(tmp_path, sources, expected):
    (tmp_path / "p").mkdir()
    for name, source in sources.items():
        (tmp_path / "p" / f"{name}.py").write_text(source)
    whole = {f"p.{letter}" for letter in expected} if isinstance(expected, str) else expected
    assert circles(import_graph(tmp_path, ("p",))) == ({frozenset(whole)} if whole else set())
