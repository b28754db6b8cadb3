"""Listing 2 as data puts out what the program does, whatever the prompt, and looks up keys."""

from functools import cache

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.lsrl.listed.lookup import (
    Gains,
    before_turning,
    first_lookup_state,
    lookup_outputs,
    turned,
)
from constructions.lsrl.programs.listing_2 import listing_2_mended
from constructions.lsrl.programs.lookup_lines import Steps
from theorem_checks import to_fraction

HALF = flint.fmpq(1, 2)
written = cache(listing_2_mended)


def gains(mu: int, lam: int) -> Gains:
    """The constants for a gain."""
    return Gains(Steps(flint.fmpq(mu), flint.fmpq(1, mu), HALF), flint.fmpq(lam))


@given(
    n=st.integers(1, 3),
    mu=st.sampled_from([1, 2, 7]),
    lam=st.sampled_from([1, 12, 100]),
    tokens=st.lists(st.integers(0, 9), min_size=1, max_size=20),
)
def test_it_is_the_program_on_all_tokens(n: int, mu: int, lam: int, tokens: list[int]) -> None:
    """Also where gains are too small, and on prompts that are no dictionaries."""
    put_out = written(n, mu=mu, lam=lam)([[token] for token in tokens])[:, 0]
    found = lookup_outputs(n, gains(mu, lam), tuple(map(flint.fmpq, tokens)))
    assert [to_fraction(y) for y in put_out] == [to_fraction(y) for y in found]


@given(data=st.data(), n=st.integers(1, 4))
def test_it_is_a_dictionary(data: st.DataObject, n: int) -> None:
    word = st.tuples(*[st.integers(0, 2)] * n)
    pairs = data.draw(st.dictionaries(word, word, max_size=4))
    query = data.draw(st.one_of(word, *([st.sampled_from([*pairs])] if pairs else [])))
    tokens = [*query, *(a for key, value in pairs.items() for a in (*key, *value))]
    found = lookup_outputs(n, gains(2, max(2, len(tokens))), tuple(map(flint.fmpq, tokens)))
    assert list(found[-n:]) == [*pairs.get(query, (0,) * n)]


@pytest.mark.parametrize("n", [1, 2, 5])
def test_what_turns_is_back_after_n_tokens(n: int) -> None:
    turn = before_turning(n)
    for _ in range(n):
        turn = turned(turn)
    assert turn == before_turning(n)
    assert turned(()) == ()
    assert len(first_lookup_state(n).turn_2n) == 2 * n
