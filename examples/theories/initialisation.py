"""Random weights: means and variances of what layers and projections make of an input."""

from theory import Theory

from theorem_checks import (
    IID,
    Control,
    Equal,
    Gaussian,
    Mean,
    Rademacher,
    RandomMatrix,
    Verdict,
    inner,
    norm2,
    trace,
)

claim = Theory("initialisation", "He et al., Delving Deep into Rectifiers", __name__).claim


def sizes(w):
    m, n = w.size("m"), w.size("n")
    return m, n, w.constant("x", n)


def says_square(variance, w):
    m, n, x = sizes(w)
    W = RandomMatrix(
        "W", m, n, IID(variance=w.call(variance, m, n), kurtosis=w.number("k", least=1))
    )
    return Mean(norm2(W @ x), inner(x, x))


FAN_OUT = claim(
    "fan-out",
    "Weights of variance 1 / m keep the square of the norm, whatever their law",
    "forward propagation",
    r"E |W x|^2 = |x|^2",
    says_square,
    lambda m, n: 1 / m,
    {"fan-in": lambda m, n: 1 / n, "glorot": lambda m, n: 2 / (m + n)},
)


def says_backward(variance, w):
    m, n = w.size("m"), w.size("n")
    g = w.constant("g", m)
    W = RandomMatrix("W", m, n, IID(variance=w.call(variance, m, n), kurtosis=3))
    return Mean(norm2(W.T @ g), inner(g, g))


FAN_IN = claim(
    "fan-in",
    "Weights of variance 1 / n keep the square of the norm on the way back",
    "backward propagation",
    r"E |W^\top g|^2 = |g|^2",
    says_backward,
    lambda m, n: 1 / n,
    {"fan-out": lambda m, n: 1 / m, "he": lambda m, n: 2 / n},
)


def says_inner(law, w):
    m, n, x = sizes(w)
    y = w.constant("y", n)
    W = RandomMatrix("W", m, n, law(1 / m))
    return Mean(inner(W @ x, W @ y), inner(x, y))


ANGLES = claim(
    "inner-products",
    "A random projection keeps inner products in the mean",
    "the projection",
    r"E \langle A x, A y \rangle = \langle x, y \rangle",
    says_inner,
    lambda variance: Gaussian(variance=variance),
    {
        "unscaled": lambda variance: Gaussian(variance=1),
        "half": lambda variance: Gaussian(variance=variance / 2),
    },
    source="Dasgupta and Gupta, An Elementary Proof of a Theorem of Johnson and Lindenstrauss",
)


def says_second(moment, w):
    m, n, x = sizes(w)
    W = RandomMatrix("W", m, n, Gaussian(variance=1 / m))
    return Mean(norm2(W @ x) ** 2, inner(x, x) ** 2 * w.call(moment, m))


SECOND = claim(
    "second-moment-of-a-projection",
    "The square of a projected norm has the second moment 1 + 2 / m",
    "the projection",
    r"E |A x|^4 = (1 + 2 / m) |x|^4",
    says_second,
    lambda m: 1 + 2 / m,
    {"one": lambda m: 1 + 0 * m, "three": lambda m: 1 + 3 / m},
    source="Dasgupta and Gupta, An Elementary Proof of a Theorem of Johnson and Lindenstrauss",
)


def says_trace(moment, w):
    m, n = w.size("m"), w.size("n")
    W = RandomMatrix("W", m, n, Gaussian(variance=1 / n))
    return Mean(trace(W @ W.T @ W @ W.T) / m, w.call(moment, m, n))


TRACE = claim(
    "second-spectral-moment",
    "The second moment of the spectrum of W W^T is 1 + (m + 1) / n",
    "moments",
    r"E\, \tfrac1m \mathrm{tr} (W W^\top)^2 = 1 + (m + 1) / n",
    says_trace,
    lambda m, n: 1 + (m + 1) / n,
    {"limit-only": lambda m, n: 1 + m / n, "transposed": lambda m, n: 1 + (n + 1) / m},
    source="Bai and Silverstein, Spectral Analysis of Large Dimensional Random Matrices",
)


def says_kernel(law, w):
    m, n = w.size("m"), w.size("n")
    W = RandomMatrix("W", m, n, law(1 / n))
    return Mean(trace(W @ W.T @ W @ W.T) / m, 1 + (m - 1) / n)


SIGNS = claim(
    "second-spectral-moment-of-signs",
    "For random signs the second moment of the spectrum is 1 + (m - 1) / n",
    "moments",
    r"E\, \tfrac1m \mathrm{tr} (W W^\top)^2 = 1 + (m - 1) / n",
    says_kernel,
    lambda variance: Rademacher(variance=variance),
    {
        "gaussian": lambda variance: Gaussian(variance=variance),
        "doubled": lambda variance: Rademacher(variance=2 * variance),
    },
    source="Bai and Silverstein, Spectral Analysis of Large Dimensional Random Matrices",
)


def says_two_layers(variances, w):
    m, n, x = sizes(w)
    p = w.size("p")
    one, two = w.call(variances, m, n, p)
    W = RandomMatrix("W", m, n, Gaussian(variance=one))
    V = RandomMatrix("V", p, m, Gaussian(variance=two))
    return Mean(norm2(V @ (W @ x)), inner(x, x))


TWO = claim(
    "two-layers",
    "Two linear layers keep the square of the norm if each has variance 1 over its outputs",
    "forward propagation",
    r"E |V W x|^2 = |x|^2",
    says_two_layers,
    lambda m, n, p: (1 / m, 1 / p),
    {"fan-in": lambda m, n, p: (1 / n, 1 / m), "he": lambda m, n, p: (2 / m, 2 / p)},
)


def says_glorot(variance, w):
    m, n = w.size("m"), w.size("n")
    v = w.call(variance, m, n)
    return Equal(m * v + n * v, 2)


GLOROT = claim(
    "glorot",
    "Glorot's variance keeps forward and backward squares in the mean of both",
    "the compromise",
    r"m v + n v = 2 \iff v = 2 / (m + n)",
    says_glorot,
    lambda m, n: 2 / (m + n),
    {"fan-out": lambda m, n: 1 / m, "harmonic": lambda m, n: (1 / m + 1 / n) / 2},
    repairs=("initialisation/glorot-keeps-both",),
    source="Glorot and Bengio, Understanding the Difficulty of Training Deep Networks",
)

PRINTED = claim(
    "glorot-keeps-both",
    "Glorot's variance keeps the square of the norm forwards",
    "often said",
    r"E |W x|^2 = |x|^2, \ v = 2 / (m + n)",
    says_square,
    lambda m, n: 2 / (m + n),
    {},
    controls=(Control("fan-out", lambda m, n: 1 / m),),
    expect=Verdict.REFUTED,
    repaired_by="initialisation/glorot",
    source="Glorot and Bengio, Understanding the Difficulty of Training Deep Networks",
)
