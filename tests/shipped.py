"""The claims that are shipped, read once for all tests of a process."""

from functools import cache

from theorem_checks import Claim, discover

__all__ = ["claims"]


@cache
def claims() -> tuple[Claim, ...]:
    """All of them, as they are declared, in the order in which they are found."""
    return tuple(discover().claims)
