"""Slices of arrays of symbolic size, at a size at which families end."""

import pytest

from constructions.arrays import concatenate
from theorem_checks import prove_equal_arrays
from theorem_checks.errors import UndecidedQuestionError
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.verdicts.kinds import Verdict


def arrays():
    w = Symbolic()
    n, m = w.size("n"), w.size("m")
    return w.array("a", n), w.array("b", n), w.array("c", m), w.array("W", m, n)


def equal(one, other):
    return prove_equal_arrays(one, other).verdict is Verdict.PROVED


def test_halves_are_halves():
    a, b, *_ = arrays()
    x = concatenate([a, b])
    half = x.shape[-1] // 2
    assert equal(x[..., :half], a)
    assert equal(x[..., half:], b)
    assert not equal(x[..., :half], b)


def test_halves_of_two_parts_each_and_of_matrices():
    a, b, c, W = arrays()
    x = concatenate([a, c, b, c])
    half = x.shape[-1] // 2
    assert equal(x[..., half:], concatenate([b, c]))
    wide = concatenate([W.T, 2 * W.T]).T
    assert equal(wide[..., wide.shape[-1] // 2 :], 2 * W)


def test_a_part_that_is_0_stays_so():
    a, *_ = arrays()
    x = concatenate([0 * a, a])
    half = x.shape[-1] // 2
    assert equal(x[..., :half], 0 * a)


def test_what_ends_nowhere_is_refused():
    a, _, c, _ = arrays()
    x = concatenate([a, c])
    with pytest.raises(UndecidedQuestionError):
        _ = x.shape[-1] // 2  # n and m are no halves
    with pytest.raises(UndecidedQuestionError):
        _ = a.shape[-1] // 2  # of any number of entries
    with pytest.raises(UndecidedQuestionError):
        _ = concatenate([a, a]).shape[-1] // 3
    whole = concatenate([a, a]).shape[-1]
    for part in (slice(None, c.shape[-1]), slice(whole, None), slice(1, None), slice(None, 2)):
        with pytest.raises(UndecidedQuestionError):
            _ = x[..., part]
    with pytest.raises(UndecidedQuestionError):
        _ = x[..., : a.shape[-1] : 2]
