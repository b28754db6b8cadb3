"""Falsehoods about matrices of a spectral radius below a number: not normal, too large, others."""

from functools import partial

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    All,
    AtMost,
    Equal,
    Implies,
    Less,
    PowersVanish,
    RadiusBelow,
    by_normality,
    vanishing,
)
from theorem_checks.judging.judge import judged
from theorem_checks.statements.worlds.symbolic import Symbolic

_normality, _vanishing = partial(Case, "by_normality"), partial(Case, "vanishing")


def _falls(said, *, normal=True, **known):
    """What is said of W, z, y and r > 0, by normality."""

    def says(_, w):
        d, r = w.size("d"), w.number("r", **(known or {"positive": True}))
        W = w.with_radius("W", d, r, normal=normal)
        return said(W, w.array("z", d), w.array("y", d), r)

    def proof(conclusion):
        return by_normality(conclusion, conclusion.array("z"))

    return lambda: judged(says, proof, None)


def _square(x):
    return x @ x


def _normal_beside():
    """Another matrix is normal."""
    w = Symbolic()
    d, r = w.size("d"), w.number("r", positive=True)
    W, V, z = w.array("W", d, d), w.array("V", d, d), w.array("z", d)
    known = All((RadiusBelow(W, r), Equal(V @ V.T, V.T @ V)))
    return by_normality(Implies(known, AtMost(_square(W @ z), _square(z) * r**2)), z)


def _half_of_it():
    """What is known is W W^T = V^T V."""
    w = Symbolic()
    d, r = w.size("d"), w.number("r", positive=True)
    W, V, z = w.array("W", d, d), w.array("V", d, d), w.array("z", d)
    known = All((RadiusBelow(W, r), Equal(W @ W.T, V.T @ V)))
    return by_normality(Implies(known, AtMost(_square(W @ z), _square(z) * r**2)), z)


def _goes(made, most=lambda w: 1, hypothesis=None):
    """Whether the powers of a matrix that is made of W, and of V of radius below 1, go to 0."""

    def says(_, w):
        d, r = w.size("d"), most(w)
        W, V = w.with_radius("W", d, r), w.array("V", d, d)
        said = PowersVanish(made(W, V))
        return Implies(hypothesis(r), said) if hypothesis else said

    return lambda: judged(says, vanishing, None)


def _positive(w):
    return w.number("r", positive=True, small=True)


def _below_the_number_of_the_statement():
    """|W z| <= q |z| for a q of the statement, below r: another q than that of the rule."""

    def says(_, w):
        d, r, q = w.size("d"), w.number("r", positive=True), w.number("q", positive=True)
        W, z = w.with_radius("W", d, r, normal=True), w.array("z", d)
        return Implies(Less(q, r), AtMost(_square(W @ z), _square(z) * q**2))

    return judged(says, lambda said: by_normality(said, said.array("z")), None)


CASES = (
    _normality(
        Slip.NAME, "|W z| <= q |z| for any q < r: at W = 3/4 r, q = r / 2", Truth.FALSE,
        _below_the_number_of_the_statement,
    ),
    _normality(
        Slip.EDGE_SIZE, "|W z| < r |z| for all z: not for z = 0", Truth.FALSE,
        _falls(lambda W, z, y, r: Less(_square(W @ z), _square(z) * r**2)), NOT_PROVED,
    ),
    _normality(
        Slip.HIDDEN_ASSUMPTION, "|W z| < r |z| for any W and z != 0: not for W = [[0, 9], [0, 0]]",
        Truth.FALSE,
        _falls(
            lambda W, z, y, r: Implies(
                Less(0, _square(z)), Less(_square(W @ z), _square(z) * r**2)
            ),
            normal=False,
        ),
    ),
    _normality(
        Slip.CONSTANT, "|W z| <= 9/10 r |z|: at W = 99/100 r", Truth.FALSE,
        _falls(lambda W, z, y, r: AtMost(_square(W @ z) * 100, _square(z) * 81 * r**2)), NOT_PROVED,
    ),
    _normality(
        Slip.CONSTANT, "|W z| < r |z| for z != 0: so it is", Truth.TRUE,
        _falls(
            lambda W, z, y, r: Implies(
                Less(0, _square(z)), Less(_square(W @ z), _square(z) * r**2)
            )
        ),
    ),
    _normality(
        Slip.HIDDEN_ASSUMPTION, "|W z| <= r |z| for any W: not for W = [[0, 9], [0, 0]]",
        Truth.FALSE,
        _falls(lambda W, z, y, r: AtMost(_square(W @ z), _square(z) * r**2), normal=False),
    ),
    _normality(
        Slip.CONSTANT, "|W z| <= r |z| / 2: at W = 3 r / 4", Truth.FALSE,
        _falls(lambda W, z, y, r: AtMost(_square(W @ z), _square(z) * r**2 / 4)),
    ),
    _normality(
        Slip.EDGE_SIZE, "|W z| < |z| for r < 1 and all z: not for z = 0", Truth.FALSE,
        _falls(lambda W, z, y, r: Implies(Less(r, 1), Less(_square(W @ z), _square(z)))),
        NOT_PROVED,
    ),
    _normality(
        Slip.HIDDEN_ASSUMPTION, "|W z| <= |z|, whatever r is: at W = 2, r = 3", Truth.FALSE,
        _falls(lambda W, z, y, r: AtMost(_square(W @ z), _square(z))),
    ),
    _normality(
        Slip.NAME, "|W z| <= r |y|: at y = 0", Truth.FALSE,
        _falls(lambda W, z, y, r: AtMost(_square(W @ z), _square(y) * r**2)),
    ),
    _normality(
        Slip.ORDER_OF_FACTORS, "|W W z| <= r |z|: at W = 3, r = 4", Truth.FALSE,
        _falls(lambda W, z, y, r: AtMost(_square(W @ (W @ z)), _square(z) * r**2)),
    ),
    _normality(
        Slip.CONSTANT, "|W z| >= r |z|: at W = 0", Truth.FALSE,
        _falls(lambda W, z, y, r: AtMost(_square(z) * r**2, _square(W @ z))),
    ),
    _normality(
        Slip.HIDDEN_ASSUMPTION, "r is any complex number", Truth.NO_STATEMENT,
        lambda: by_normality(
            Implies(
                All((RadiusBelow((W := (w := Symbolic()).array("W", d := w.size("d"), d)),
                     r := w.number("r", complex=True)), Equal(W @ W.T, W.T @ W))),
                AtMost(_square(W @ (z := w.array("z", d))), _square(z) * r**2),
            ),
            z,
        ),
    ),
    _normality(
        Slip.NAME, "V is normal, and W is not known to be: W = [[0, 9], [0, 0]]", Truth.FALSE,
        _normal_beside,
    ),
    _normality(
        Slip.TRANSPOSE, "W W^T = V^T V: W = [[0, 9], [0, 0]], V = W^T", Truth.FALSE, _half_of_it,
    ),
    _normality(
        Slip.CONSTANT, "|W z| <= r |z|: so it is", Truth.TRUE,
        _falls(lambda W, z, y, r: AtMost(_square(W @ z), _square(z) * r**2)),
    ),
    _vanishing(
        Slip.CONSTANT, "the powers of 2 W: at W = 3/4", Truth.FALSE, _goes(lambda W, V: W * 2),
    ),
    _vanishing(
        Slip.NAME, "the powers of V, of which nothing is known: at V = 1", Truth.FALSE,
        _goes(lambda W, V: V),
    ),
    _vanishing(
        Slip.TRANSPOSE, "the powers of W + W^T: at W = 3/4", Truth.FALSE,
        _goes(lambda W, V: W + W.T),
    ),
    _vanishing(
        Slip.HIDDEN_ASSUMPTION, "a radius below any r > 0: at W = 1, r = 2", Truth.FALSE,
        _goes(lambda W, V: W, _positive),
    ),
    _vanishing(
        Slip.HIDDEN_ASSUMPTION, "a radius below r <= 2: at W = 1, r = 2", Truth.FALSE,
        _goes(lambda W, V: W, _positive, lambda r: AtMost(r, 2)),
    ),
    _vanishing(
        Slip.EMPTY, "a radius below 0, of which there is no matrix", Truth.EMPTY,
        _goes(lambda W, V: W, lambda w: 0),
    ),
    _vanishing(
        Slip.CONSTANT, "a radius below r <= 1: so they do", Truth.TRUE,
        _goes(lambda W, V: W, _positive, lambda r: AtMost(r, 1)),
    ),
    _vanishing(
        Slip.TRANSPOSE, "the powers of W^T: they do as well", Truth.TRUE, _goes(lambda W, V: W.T),
        NOT_PROVED,
    ),
)  # fmt: skip
