"""Random weights: means and variances of what layers and projections make of an input."""

from fractions import Fraction

import sympy as sp
from theory import Theory

from theorem_checks import (
    IID,
    All,
    AtMost,
    Control,
    Equal,
    Gaussian,
    Implies,
    Less,
    Mean,
    Rademacher,
    RandomMatrix,
    RandomVector,
    Verdict,
    WithProbability,
    acos,
    by_chernoff,
    by_gaussian_integrals,
    entry,
    exp,
    heaviside,
    inner,
    quadratic,
    relu,
    sqrt,
    squared_norm,
    trace,
    units_mean,
)

PROJECTIONS = (
    "Dasgupta and Gupta, An Elementary Proof of a Theorem of Johnson and Lindenstrauss (2003)"
)
claim = Theory("initialisation", "He et al., Delving Deep into Rectifiers (2015)", __name__).claim


def sizes(w):
    m, n = w.size("m"), w.size("n")
    return m, n, w.constant("x", n)


def says_square(variance, w):
    m, n, x = sizes(w)
    W = RandomMatrix(
        "W", m, n, IID(variance=w.call(variance, m, n), kurtosis=w.number("k", least=1))
    )
    return Mean(squared_norm(W @ x), inner(x, x))


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
    return Mean(squared_norm(W.T @ g), inner(g, g))


FAN_IN = claim(
    "fan-in",
    "Weights of variance 1 / n keep the square of the norm on the way back",
    "backward propagation",
    r"E |W^\top g|^2 = |g|^2",
    says_backward,
    lambda m, n: 1 / n,
    {"fan-out": lambda m, n: 1 / m, "he": lambda m, n: 2 / n},
)


def says_second(moment, w):
    m, n, x = sizes(w)
    W = RandomMatrix("W", m, n, Gaussian(variance=1 / m))
    return Mean(squared_norm(W @ x) ** 2, inner(x, x) ** 2 * w.call(moment, m))


SECOND = claim(
    "second-moment-of-a-projection",
    "The square of a projected norm has the second moment 1 + 2 / m",
    "the projection",
    r"E |A x|^4 = (1 + 2 / m) |x|^4",
    says_second,
    lambda m: 1 + 2 / m,
    {"one": lambda m: 1 + 0 * m, "three": lambda m: 1 + 3 / m},
    source=PROJECTIONS,
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
    source="Bai and Silverstein, Spectral Analysis of Large Dimensional Random Matrices (2010)",
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
    source="Bai and Silverstein, Spectral Analysis of Large Dimensional Random Matrices (2010)",
)


def says_relu(variance, w):
    m, n, x = sizes(w)
    W = RandomMatrix("W", m, n, Gaussian(variance=w.call(variance, m, n)))
    return units_mean(lambda u: relu(u) ** 2, W @ x, w.value("a", squared_norm(x), positive=True))


HE = claim(
    "he",
    "Behind ReLU normal weights of variance 2 / m keep the square of the norm",
    "forward propagation",
    r"E |\mathrm{relu}(W x)|^2 = |x|^2",
    says_relu,
    lambda m, n: 2 / m,
    {"linear": lambda m, n: 1 / m, "fan-in": lambda m, n: 2 / n},
    by=(by_gaussian_integrals,),
)


def kernel_of(of):
    """What says of a layer of m units what the mean of their products is, for two inputs."""

    def says(kernel, w):
        m, n, x = sizes(w)
        y = w.constant("y", n)
        a, b = (
            w.value("a", squared_norm(x), positive=True),
            w.value("b", squared_norm(y), positive=True),
        )
        W = RandomMatrix("W", m, n)
        mean = w.call(kernel, a, b, w.value("c", inner(x, y)))
        return units_mean(lambda u, v: of(u) * of(v) / m, (W @ x, W @ y), mean)

    return says


ARC_COSINE = claim(
    "arc-cosine-kernel",
    "The products of a layer of ReLUs at two inputs have the arc-cosine kernel for their mean",
    "the kernel of degree 1",
    r"\frac1m E\, \mathrm{relu}(W x)^\top \mathrm{relu}(W y)"
    r" = \frac{|x| |y|}{2 \pi} (\sin \theta + (\pi - \theta) \cos \theta)",
    kernel_of(relu),
    lambda a, b, c: (sqrt(a * b - c**2) + c * (sp.pi - acos(c / sqrt(a * b)))) / (2 * sp.pi),
    {
        "over-pi": lambda a, b, c: (
            (sqrt(a * b - c**2) + c * (sp.pi - acos(c / sqrt(a * b)))) / sp.pi
        ),
        "angle": lambda a, b, c: (sqrt(a * b - c**2) + c * acos(c / sqrt(a * b))) / (2 * sp.pi),
    },
    by=(by_gaussian_integrals,),
    source="Cho and Saul, Kernel Methods for Deep Learning (2009)",
)

SLOPES = claim(
    "arc-cosine-kernel-of-slopes",
    "The slopes of a layer of ReLUs have the arc-cosine kernel of degree 0 for their mean",
    "the kernel of degree 0",
    r"\frac1m E \sum_i [w_i \cdot x > 0] [w_i \cdot y > 0] = \frac{\pi - \theta}{2 \pi}",
    kernel_of(heaviside),
    lambda a, b, c: (sp.pi - acos(c / sqrt(a * b))) / (2 * sp.pi),
    {
        "angle": lambda a, b, c: acos(c / sqrt(a * b)) / (2 * sp.pi),
        "unscaled": lambda a, b, c: (sp.pi - acos(c)) / (2 * sp.pi),
    },
    by=(by_gaussian_integrals,),
    source="Cho and Saul, Kernel Methods for Deep Learning (2009)",
)


def says_stein(slope, w):
    i, more = w.size("i", least=0), w.size("n")
    n = i + more
    A, x = w.constant("A", n, n), w.constant("x", n)
    z, S = A @ RandomVector("g", n), A @ A.T
    w.value("a", entry(S, i, i), positive=True)
    w.value("b", quadratic(x, S), positive=True)
    c = w.value("c", entry(S @ x, i))
    return units_mean(
        lambda u, v: u * relu(v) - c * w.call(slope, v), (entry(z, i), inner(x, z)), 0
    )


STEIN = claim(
    "stein-for-a-relu",
    "A coordinate times a ReLU has the covariance times the mean slope for its mean",
    "Lemma 2",
    r"E\, z_i\, \mathrm{relu}(x \cdot z) = (\Sigma x)_i\, P(x \cdot z > 0)",
    says_stein,
    heaviside,
    {"relu": relu, "twice": lambda v: 2 * heaviside(v)},
    by=(by_gaussian_integrals,),
    source="Stein, Estimation of the Mean of a Multivariate Normal Distribution (1981)",
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
    source="Glorot and Bengio, Understanding the Difficulty of Training Deep Networks (2010)",
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
    source="Glorot and Bengio, Understanding the Difficulty of Training Deep Networks (2010)",
)


def failing(m, e):
    return 2 * exp((e**3 - e**2) * m / 4)


def says_tail(often, w):
    m, d, e = w.size("m"), w.size("d"), w.number("e", positive=True)
    A, x = RandomMatrix("A", m, d, Gaussian(1 / m)), w.constant("x", d, known="unit")
    kept = All((AtMost(1 - e, squared_norm(A @ x)), AtMost(squared_norm(A @ x), 1 + e)))
    return Implies(Less(e, 1), WithProbability(kept, 1 - w.call(often, m, e)))


TAIL = claim(
    "tail-of-a-projection",
    "A normal projection changes a squared length by more than e at most 2 exp(-(e^2 - e^3) m / 4)"
    " often",
    "the tail of a projection",
    r"P(||A x|^2 - 1| > e) \le 2 e^{-(e^2 - e^3) m / 4},\ |x| = 1,\ 0 < e < 1",
    says_tail,
    failing,
    {"squared": lambda m, e: failing(m**2, e), "no-fourth": lambda m, e: 2 * exp(-(e**2) * m)},
    by=(by_chernoff,),
    at=[{"m": 40, "d": d, "e": Fraction(1, 2)} for d in (1, 3)],
    source=PROJECTIONS,
)
