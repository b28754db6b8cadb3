"""Checks that are said to conclude a statement, for tests of what is shown and kept of them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from theorem_checks import Check

__all__ = ["concluding"]


def concluding(check_: Check, says: Callable[..., Any]) -> Check:
    """The check as if `proof_of(says, ...)` had made it."""
    check_.function.concludes = says  # pyright: ignore[reportFunctionMemberAccess]
    return replace(check_, says=says)
