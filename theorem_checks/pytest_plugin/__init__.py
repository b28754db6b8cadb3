"""The pytest plugin: each check and each mutant of each claim is an item.

`pytest --claims proofs/`, or `claims = proofs` in the configuration. What needs an engine, or
the runner, is imported only when there are claims to collect.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

__all__ = ["pytest_addoption", "pytest_configure"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and the setting."""
    group = parser.getgroup("claims", "claims of theorem-checks")
    group.addoption(
        "--claims",
        metavar="PATH",
        action="append",
        default=[],
        help="Collect the claims in a file or folder: each check, mutant and control is an item."
        " Repeatable. Without other arguments, nothing else is collected.",
    )
    group.addoption(
        "--claims-tier",
        choices=("quick", "deep"),
        default="quick",
        help="'deep' also collects the checks that take long (default: quick).",
    )
    group.addoption(
        "--claims-ledger",
        metavar="PATH",
        default=None,
        help="Keep results in this ledger, and use those that are there (default: no ledger).",
    )
    parser.addini(
        "claims", type="paths", default=[], help="Files or folders of claims, collected like tests."
    )


def pytest_configure(config: pytest.Config) -> None:
    """Take up the claims that were asked for, if any were."""
    here = config.invocation_params.dir
    asked = _paths(here, config.getoption("claims"))
    settled = _paths(here, config.getini("claims"))
    for path in (*asked, *settled):
        if not path.exists():
            raise pytest.UsageError(f"claims: there is no file or folder {path}")
    if not asked and not settled:
        return
    from theorem_checks.pytest_plugin.collection import ClaimsCollection

    _add_arguments(config, asked, settled)
    plugin = ClaimsCollection(config, (*asked, *settled))
    config.pluginmanager.register(plugin, "theorem-checks-collection")
    config.add_cleanup(plugin.close)


def _add_arguments(
    config: pytest.Config, asked: tuple[Path, ...], settled: tuple[Path, ...]
) -> None:
    """Add the claims to the arguments of the session.

    Those of the option come beside the user's arguments, or instead of none; those of the
    setting where the user gave no argument at all. What lies within claims selects from them,
    and stands for them.
    """
    by_hand = config.args_source is config.ArgsSource.ARGS
    arguments = list(config.args) if by_hand or not asked else []
    places = [_place(config, argument) for argument in arguments]
    for path in asked or (() if by_hand else settled):
        related = any(p.is_relative_to(path) or path.is_relative_to(p) for p in places)
        if not related:
            arguments.append(str(path))
    config.args[:] = arguments


def _paths(folder: Path, given: Iterable[str | Path] | None) -> tuple[Path, ...]:
    return tuple(dict.fromkeys((folder / path).absolute() for path in given or ()))


def _place(config: pytest.Config, argument: str) -> Path:
    """The file or folder of an argument such as 'proofs/a.py::paper/lemma::check[claim]'."""
    path = argument.partition("[")[0].partition("::")[0]
    return (config.invocation_params.dir / path).absolute()
