"""What a file imports, by dotted names."""

import pytest

from theorem_checks.running.dependencies import absolute
from theorem_checks.running.sources import Import


@pytest.mark.parametrize(
    ("module", "level", "package", "wanted"),
    [
        ("x.y", 0, "a.b", "x.y"),
        ("x", 1, "a.b", "a.b.x"),
        ("x", 2, "a.b", "a.x"),
        ("", 1, "a.b", "a.b"),
        ("", 2, "a.b", "a"),
        ("x", 3, "a.b", None),
        ("x", 1, "", None),
    ],
)
def test_an_import_from_dots_begins_so_many_packages_above(module, level, package, wanted):
    assert absolute(Import(module, level=level), package) == wanted
