"""Which code is followed: the author's, wherever it is called from, and nothing else."""

import statistics
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from theorem_checks.statements.control_flow import other_ways, ways_of


def small(n: int) -> int:
    return 0 if n < 3 else 1


@pytest.mark.parametrize(
    "run",
    [
        pytest.param(small, id="by itself"),
        pytest.param(lambda n: sorted([n], key=small), id="by the interpreter"),
        pytest.param(lambda n: statistics.median(map(small, [n])), id="by the standard library"),
    ],
)
def test_a_branch_of_the_author_is_seen_whoever_calls_it(run: Callable[[int], Any]) -> None:
    _, low = ways_of(lambda: run(1))
    _, high = ways_of(lambda: run(5))
    assert any("small" in said for said in other_ways(low, high))


def test_a_branch_of_a_library_is_not_followed() -> None:
    _, odd = ways_of(lambda: statistics.median([1]))
    _, even = ways_of(lambda: statistics.median([1, 2]))
    assert not any("median" in said for said in other_ways(odd, even))


def test_what_is_typed_into_a_program_of_a_library_is_followed() -> None:
    space: dict[str, Any] = {"__name__": "__main__", "__file__": statistics.__file__}
    exec(compile("def typed(n): return 0 if n < 3 else 1", "<stdin>", "exec"), space)
    _, low = ways_of(lambda: space["typed"](1))
    _, high = ways_of(lambda: space["typed"](5))
    assert any("typed" in said for said in other_ways(low, high))


def test_installed_packages_of_an_environment_below_are_not_followed(tmp_path):
    below = tmp_path / "below" / "site-packages"
    engine, own = below / "sympy" / "core.py", below / "paper" / "claims.py"
    asked = f"import sys; sys.path.append({str(below)!r})\n"
    asked += "from theorem_checks.statements.control_flow import is_authors\n"
    asked += f"print(is_authors({str(engine)!r}), is_authors({str(own)!r}))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
