"""Listing 2, mended, as a list of nodes is what its lines write."""

from fractions import Fraction

import pytest

from constructions.errors import ArgumentError, ExactnessError
from constructions.lsrl import ForEach
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended


def by_lines(n: int, **gains) -> ForEach:
    """Write the program line by line."""
    return listing_2(n, ifelse="optimised", counters="shift", first_index=0, **gains)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("gains", [{"mu": 2, "lam": 10**4}, {"mu": Fraction(7, 2), "lam": "31/3"}])
def test_it_is_what_the_lines_write(n: int, gains) -> None:
    found, wanted = listing_2_mended(n, **gains), by_lines(n, **gains)
    assert found == wanted
    assert found.names == wanted.names


@pytest.mark.parametrize("gains", [{"mu": 0}, {"lam": -1}])
def test_gains_are_positive(gains) -> None:
    with pytest.raises(ArgumentError, match=next(iter(gains))):
        listing_2_mended(2, **gains)


def test_gains_are_exact() -> None:
    with pytest.raises(ExactnessError, match="mu"):
        listing_2_mended(2, mu=2.5)


def test_keys_have_a_token() -> None:
    with pytest.raises(ArgumentError, match="n"):
        listing_2_mended(0)
