"""Cells run on arrays that bring their own number system and offer only the vocabulary."""

from fractions import Fraction

import pytest

from constructions.arrays import EXACT, system_of
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.errors import MixedSystemsError
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn


class Size:
    """A size that cannot be computed with: two are the same or not, and that is all."""

    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return isinstance(other, Size) and self.n == other.n

    def __hash__(self):
        return hash(self.n)


class Shadow:
    """An array without indexing, iteration, dtype or known sizes; exact numbers lie behind it."""

    __array_ufunc__ = None

    def __init__(self, behind):
        self.behind = behind

    @property
    def __number_system__(self):
        return SHADOWS

    @property
    def shape(self):
        return tuple(Size(n) for n in self.behind.shape)

    def __add__(self, other):
        return Shadow(self.behind + other.behind)

    def __sub__(self, other):
        return Shadow(self.behind - other.behind)

    def __mul__(self, other):
        return Shadow(self.behind * other.behind)

    def __matmul__(self, other):
        return Shadow(self.behind @ other.behind)

    def __neg__(self):
        return Shadow(-self.behind)


class Shadows:
    """The least that a number system from outside has to offer to the cells here."""

    def admits(self, other):
        return False

    def zeros(self, shape):
        return Shadow(EXACT.zeros(self._sizes(shape)))

    def ones(self, shape):
        return Shadow(EXACT.ones(self._sizes(shape)))

    def _sizes(self, shape):
        return tuple(size.n if isinstance(size, Size) else size for size in shape)

    def concatenate(self, parts):
        return Shadow(EXACT.concatenate([part.behind for part in parts]))

    def outer(self, u, v):
        return Shadow(EXACT.outer(u.behind, v.behind))

    def scan(self, step, state, xs):
        outputs = []
        for x in xs.behind:
            state, y = step(state, Shadow(x))
            outputs.append(y.behind)
        return state, Shadow(EXACT.stack(outputs))


SHADOWS = Shadows()
WEIGHTS = (
    EXACT.array([[1, "-1/2", 3], [0, 2, 1]]),
    EXACT.array([["1/3", 1, 0], [2, 0, -1]]),
    EXACT.array([[1, 1, 1], ["1/5", 0, 4]]),
)
XS = EXACT.array([[1, 2, 3], [0, -1, "1/7"], [5, 0, 0]])


@pytest.mark.parametrize("cell", [LinearAttention(*WEIGHTS), "gated", "late"])
def test_a_cell_needs_no_more_than_the_vocabulary(cell):
    if isinstance(cell, str):
        reads = "after" if cell == "gated" else "before"
        cell = attention_as_gated_rnn(LinearAttention(*WEIGHTS), reads=reads)
    names = [
        name for name in type(cell).__dataclass_fields__ if name not in ("reads", "append_one")
    ]
    behind = {name: Shadow(getattr(cell, name)) for name in names}
    choices = {"reads": cell.reads, "append_one": True} if isinstance(cell, GatedRNN) else {}
    assert (type(cell)(**behind, **choices)(Shadow(XS)).behind == cell(XS)).all()


def test_strange_arrays_do_not_mix_unawares():
    shadow = Shadow(XS)
    assert system_of(shadow, 3, Fraction(1, 2)) is SHADOWS
    with pytest.raises(MixedSystemsError, match="exact rationals"):
        system_of(shadow, XS)
    with pytest.raises(TypeError):
        _ = XS @ shadow
