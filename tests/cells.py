"""Cells without a paper, for tests of machines."""

__all__ = ["Affine"]


class Affine:
    """A map without a state: a function of W x."""

    def __init__(self, W, of=lambda v: v):
        self.W, self.of = W, of

    def initial_state(self):
        return ()

    def step(self, state, x):
        return state, self.of(self.W @ x)
