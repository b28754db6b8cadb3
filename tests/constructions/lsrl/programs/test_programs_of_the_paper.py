"""The listings and the programs that repair them, against dictionaries and functions."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.errors import ArgumentError, ExactnessError
from constructions.lsrl import Multi
from constructions.lsrl.programs.hats import hat, hat_program, hat_program_gated
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.programs.prompts import (
    all_sequences,
    cell_query,
    dictionary_prompt,
    function_as_dictionary,
    grid_prompt,
    hat_prompt,
    hat_prompt_gated,
    hat_query,
    streaming_grid_prompt,
    token_query,
)
from constructions.lsrl.programs.token_lookup import token_lookup
from constructions.number_systems.entries import as_fraction

KINDS = (
    "original",
    "optimised",
    "step",
    "step optimised",
    "multiplicative",
    "multiplicative optimised",
)


# Programs are slow to write and run while types are checked: each is written once, and the
# examples are few.
MAJORITY = majority_of_ones()
mended, lookup = cache(listing_2_mended), cache(token_lookup)
plain_hats, gated_hats = cache(hat_program), cache(hat_program_gated)


@settings(max_examples=20)
@given(st.lists(st.sampled_from([0, 1]), min_size=1, max_size=12))
def test_majority(bits):
    ys = MAJORITY([[b] for b in bits])[:, 0].tolist()
    assert ys == [int(2 * sum(bits[: t + 1]) > t + 1) for t in range(len(bits))]


def f_2(point):
    x, y = point
    return [x * y - Fraction(1, 2), 1 - x]


def last(program, query, prompt):
    return [as_fraction(y) for y in program([query, *prompt])[-1]]


def test_listing_1_as_printed():
    program, prompt = listing_1(1, 1), grid_prompt(lambda p: 1 + p[0], 1, 4)
    inside = [(q, 1 + Fraction(2 * int(4 * q) + 1, 8)) for q in (Fraction(1, 10), Fraction(5, 8))]
    for q, value in inside:
        assert last(program, cell_query([q], 1), prompt) == [value]
    # 0 at a zero coordinate; short of the wall between cells by half a strip
    assert last(program, cell_query([0], 1), prompt) == [0]
    assert last(program, cell_query([Fraction(1, 4) + Fraction(1, 2000)], 1), prompt) == [0]


def test_listing_1_at_a_fixed_gain_fails_for_fine_grids():
    # delta <= (1 - 1/(2d))/mu: 0 everywhere; mu = 10, d = 1: 19 cells work, 20 do not
    one, query = (lambda p: 1), cell_query([Fraction(21, 200)], 1)
    assert last(listing_1(1, 1, mu=10), query, grid_prompt(one, 1, 20)) == [0]
    middle = cell_query([Fraction(2, 19) + Fraction(1, 19)], 1)
    assert last(listing_1(1, 1, mu=10), middle, grid_prompt(one, 1, 19)) == [1]


@pytest.mark.parametrize("kind", KINDS)
def test_listing_1_mended_contains_its_walls(kind):
    program = listing_1_mended(2, 2, mu=12, lam=100, ifelse=kind)
    prompt = grid_prompt(f_2, 2, 3)
    for q in product([Fraction(k, 12) for k in (0, 1, 4, 7, 8, 11)], repeat=2):
        centre = tuple(Fraction(2 * int(3 * x) + 1, 6) for x in q)
        assert last(program, cell_query(q, 2), prompt) == f_2(centre)
    assert program.count(Multi) == {"multiplicative": 4, "multiplicative optimised": 2}.get(kind, 0)


def test_streaming_refines():
    prompt = streaming_grid_prompt(f_2, 2, [1, 2, 4])
    assert len(prompt) == 1 + 4 + 16
    q = (Fraction(3, 8), Fraction(5, 8))
    ys = listing_1_mended(2, 2, mu=8)([cell_query(q, 2), *prompt])
    for cells, end in ((1, 1), (2, 5), (4, 21)):
        centre = tuple(Fraction(2 * int(cells * x) + 1, 2 * cells) for x in q)
        assert [as_fraction(y) for y in ys[end]] == f_2(centre)
    with pytest.raises(ArgumentError, match="multiples"):
        streaming_grid_prompt(f_2, 2, [2, 3])


@given(st.integers(1, 3), st.integers(1, 4), st.data())
def test_hats_of_a_grid_add_up(d, n, data):
    q = data.draw(st.lists(st.fractions(0, 1, max_denominator=30), min_size=d, max_size=d))
    nodes = product([Fraction(k, n) for k in range(n + 1)], repeat=d)
    heights = {
        c: hat(Fraction(1, n), tuple(a - b for a, b in zip(q, c, strict=True))) for c in nodes
    }
    assert sum(heights.values()) == Fraction(1, n)
    # the weights of an interpolation: q is the mean of the nodes, for linear functions exactly
    means = [n * sum(h * c[i] for c, h in heights.items()) for i in range(d)]
    assert means == q


@settings(max_examples=12)
@given(st.data())
def test_hat_programs_meet_their_bounds(data):
    d, n = data.draw(st.sampled_from([(1, 2), (1, 4), (2, 2), (2, 4)]))
    slopes = data.draw(st.lists(st.integers(-2, 2), min_size=d, max_size=d))
    kink = data.draw(st.fractions(0, 1, max_denominator=7))

    def f(point):  # Lipschitz with constant at most the norm of the slopes
        return abs(sum(s * x for s, x in zip(slopes, point, strict=True)) - kink)

    q = data.draw(st.lists(st.fractions(0, 1, max_denominator=12), min_size=d, max_size=d))
    bound_squared = Fraction(sum(s * s for s in slopes) * d, 4 * n * n)
    bound = Fraction(isqrt(int(bound_squared * 10**12)) + 1, 10**6)  # its root, rounded up
    gated = last(gated_hats(d, 1), hat_query(q, 1), hat_prompt_gated(f, d, n))
    assert abs(gated[0] - f(q)) <= bound
    levels = [1, 2, 4][: n.bit_length()]
    plain = last(plain_hats(d, 1), hat_query(q, 1), hat_prompt(f, d, levels))
    assert abs(plain[0] - f(q)) <= bound + Fraction(1, 2 * n)


@pytest.mark.parametrize("levels", [[2, 3], [1, 2, 3], [4, 2]])
def test_levels_that_are_not_nested_are_refused(levels):
    """Between the nodes of the finer grid the coarse corrections bend, and the bound is false."""
    with pytest.raises(ArgumentError, match="levels"):
        hat_prompt(lambda p: p[0], 1, levels)


def test_hat_program_is_plain_and_has_small_numbers():
    for d_in, d_out in ((1, 1), (3, 2)):
        program = hat_program(d_in, d_out)
        entries = [e for n in program.nodes for m in n.numbers.values() for *_, e in m.entries()]
        assert set(entries) <= {-1, 1}
        assert program.count(Multi) == 0
        assert len(program.states) == 2
        assert hat_program_gated(d_in, d_out).count(Multi) == 1


def test_hat_prompts_of_several_outputs():
    def f(point):
        return [point[0], -3 * point[0]]

    program, prompt = hat_program(1, 2), hat_prompt(f, 1, [1, 2, 4])
    assert {w for token in prompt for w in token[-2:]} == {-1, 0, 1}
    for k in range(5):
        q = Fraction(k, 4)
        assert last(program, hat_query([q], 2), prompt) == [q, -3 * q]


def looked_up(program, query, dictionary, n):
    """The last n outputs on a query and the pairs of a dictionary."""
    ys = program([*token_query(query), *dictionary_prompt(dictionary)])
    return tuple(int(str(y)) for y in ys[-n:, 0].tolist())


def scrambled(key):
    return 2 - key[1], (key[0] + key[1]) % 3


def test_complete_maps():
    # all 9 queries of a map on three tokens of length 2
    table = function_as_dictionary(scrambled, all_sequences(2, range(3)))
    for key, value in table.items():
        assert looked_up(lookup(2, 2), key, table, 2) == value
        assert looked_up(mended(2), key, table, 2) == value


@pytest.mark.deep
@pytest.mark.parametrize("kind", KINDS)
def test_complete_maps_of_length_3(kind):
    # all 27 queries of a map on three tokens of length 3
    table = function_as_dictionary(lambda k: (*scrambled(k), k[2]), all_sequences(3, range(3)))
    program = listing_2_mended(3, ifelse=kind)
    for key, value in table.items():
        assert looked_up(program, key, table, 3) == value


@settings(max_examples=12)
@given(st.data())
def test_lookup_is_a_dictionary(data):
    n = data.draw(st.sampled_from([1, 2, 3]))
    word = st.tuples(*[st.integers(0, 4)] * n)
    table = data.draw(st.dictionaries(word, word, min_size=1, max_size=4))
    query = data.draw(st.one_of(word, st.sampled_from(list(table))))
    expected = table.get(query, (0,) * n)
    assert looked_up(lookup(n, 4), query, table, n) == expected
    assert looked_up(mended(n), query, table, n) == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 2])
def test_listing_2_in_all_variants(kind, n):
    table = {(1,) * n: tuple(range(5, 5 + n)), tuple(range(n)): (2,) * n}
    program = listing_2(n, mu=100, lam=1000, ifelse=kind, first_index=0)
    for query in [*table, (9,) * n]:
        assert looked_up(program, query, table, n) == table.get(query, (0,) * n)


def test_listing_2_as_printed_finds_nothing():
    table = {(1, 2): (3, 4)}
    assert looked_up(listing_2(2), (1, 2), table, 2) == (0, 0)


def copied(n, mu):
    """Whether Listing 2 with rotating counters returns a value of n tokens that all differ."""
    query = tuple(range(1, n + 1))
    program = listing_2(n, mu=mu, ifelse="optimised", first_index=0)
    return looked_up(program, query, {query: query}, n) == query


def test_listing_2_fails_where_its_counter_does():
    # mu (1 - cos(pi/2n)) >= 1 for the counter modulo 2n; at mu = 10 from n = 4 on it is less
    assert copied(3, 10)
    assert not copied(4, 10)


@pytest.mark.deep
def test_listing_2_at_gain_1000_fails_from_36():
    assert copied(35, 1000)
    assert not copied(36, 1000)


def test_the_first_of_repeated_keys_wins():
    pairs = [*token_query((1, 2)), *token_query((7, 8)), *token_query((1, 2)), *token_query((5, 5))]
    ys = token_lookup(2, 9)([*token_query((1, 2)), *pairs])[:, 0].tolist()
    assert ys[-2:] == [7, 8]
    assert listing_2_mended(2)([*token_query((1, 2)), *pairs])[-2:, 0].tolist() != [7, 8]


def test_inside_listing_2():
    n, table = 2, {(1, 2): (5, 6), (2, 2): (7, 8)}
    program = listing_2_mended(n)
    xs = [*token_query((2, 2)), *dictionary_prompt(table)]
    watched = program.watch("is_prompt", "is_compare_mode", "matching", "started_on")(xs).tolist()
    prompt, compare, matching, started = zip(*watched, strict=True)
    assert list(prompt) == [0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
    assert list(compare) == [0, 0, 1, 1, 0, 0, 1, 1, 0, 0]
    assert list(matching) == [0, 0, 0, 1, 0, 0, 1, 1, 0, 0]
    assert list(started) == [0] * 8 + [8, 8]


def test_bad_prompts():
    with pytest.raises(ArgumentError, match="one length"):
        dictionary_prompt({(1, 2): (3,)})
    with pytest.raises(ExactnessError, match=r"q\[1\]=0\.5"):
        cell_query([0, 0.5], 1)
    with pytest.raises(ExactnessError, match=r"f\(1/2\)\[0\]=0\.1"):
        grid_prompt(lambda p: 0.1, 1, 1)
    with pytest.raises(ArgumentError, match="cells=0"):
        grid_prompt(lambda p: 0, 1, 0)
    with pytest.raises(ArgumentError, match="largest=0"):
        token_lookup(2, 0)
