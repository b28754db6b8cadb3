"""The claims that are shipped, read once for all tests of a process."""

from functools import cache

from theorem_checks import Claim, discover
from theorem_checks.running.catalogue import Catalogue

__all__ = ["catalogue", "claims"]


@cache
def catalogue() -> Catalogue:
    """All that is found of what is installed."""
    return discover()


def claims() -> tuple[Claim, ...]:
    """All of them, as they are declared, in the order in which they are found."""
    return tuple(catalogue().claims)
