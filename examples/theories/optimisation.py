"""Rates of first-order methods: what one step does, and which steps are too long."""

from theory import Theory

from theorem_checks import (
    AtMost,
    Control,
    Equal,
    ForReals,
    Implies,
    Verdict,
    arithmetic,
)

claim = Theory(
    "optimisation", "Nesterov, Introductory Lectures on Convex Optimization (2004)", __name__
).claim


def says_gradient(gradient, w):
    n, d = w.size("n"), w.size("d")
    X, y, v = w.array("X", n, d), w.array("y", n), w.array("v", d)
    loss = lambda v: (X @ v - y) @ (X @ v - y) / 2  # noqa: E731
    return Equal(w.derivative(loss, v), gradient(X, y, v))


GRADIENT = claim(
    "least-squares-gradient",
    "The gradient of least squares is X^T (X w - y)",
    "least squares",
    r"\nabla \tfrac12 |X w - y|^2 = X^\top (X w - y)",
    says_gradient,
    lambda X, y, v: X.T @ (X @ v - y),
    {
        "doubled": lambda X, y, v: X.T @ (X @ v - y) * 2,
        "other-sign": lambda X, y, v: X.T @ (y - X @ v),
    },
)


def says_descent(after, w):
    n, d, eta = w.size("n"), w.size("d"), w.number("eta")
    X, v = w.array("X", n, d), w.array("v", d)
    g = X.T @ (X @ v)
    moved = X @ (v - g * eta)
    return Equal(moved @ moved, after((X @ v) @ (X @ v), g @ g, (X @ g) @ (X @ g), eta))


DESCENT = claim(
    "one-step-on-a-quadratic",
    "A step on |X w|^2 / 2 changes it by the gradient and its image",
    "the descent of a step",
    r"|X(w - \eta g)|^2 = |X w|^2 - 2 \eta |g|^2 + \eta^2 |X g|^2,\ g = X^\top X w",
    says_descent,
    lambda f, g, h, eta: f - g * (2 * eta) + h * eta**2,
    {
        "first-order": lambda f, g, h, eta: f - g * (2 * eta),
        "once": lambda f, g, h, eta: f - g * eta + h * eta**2,
    },
)


def says_rate(allowed, w):
    eta, lam, L = w.reals("eta lam L")
    w.assume((lam >= 0) & (lam <= L) & (L > 0) & allowed(eta, L))
    return ForReals((1 - eta * lam) ** 2 <= 1)


RATE = claim(
    "steps-that-do-not-diverge",
    "With a step from 0 to 2 / L no eigenvalue up to L makes an error grow",
    "Theorem 2.1.14",
    r"0 \le \eta \le 2 / L,\ 0 \le \lambda \le L \implies (1 - \eta \lambda)^2 \le 1",
    says_rate,
    lambda eta, L: (eta >= 0) & (eta * L <= 2),
    {"thirty": lambda eta, L: (eta >= 0) & (eta * L <= 30), "ascent": lambda eta, L: eta * L <= 2},
)


def says_best(step, w):
    mu, L = w.number("mu", positive=True), w.number("L", positive=True)
    eta = w.call(step, mu, L)
    return Equal(1 - eta * mu, -(1 - eta * L))


BEST = claim(
    "best-step",
    "At the step 2 / (mu + L) both ends of the spectrum contract alike",
    "Theorem 2.1.15",
    r"\eta = 2 / (\mu + L) \implies 1 - \eta \mu = -(1 - \eta L)",
    says_best,
    lambda mu, L: 2 / (mu + L),
    {"inverse": lambda mu, L: 1 / L, "half": lambda mu, L: 1 / (mu + L)},
)


def says_heavy_ball(momentum, w):
    mu, L, lam = w.number("m", positive=True), w.number("M", positive=True), w.number("lam")
    a, b = w.call(momentum, mu, L)  # mu^2 and L^2 are the ends of the spectrum
    trace = 1 + b - a * lam
    ends = (L**2 - lam) * (lam - mu**2)
    return Equal(4 * b - trace**2, 16 * ends / (L + mu) ** 4)


HEAVY_BALL = claim(
    "heavy-ball",
    "With Polyak's step and momentum the discriminant falls to 0 at both ends of the spectrum",
    "the heavy ball",
    r"4 b - (1 + b - a \lambda)^2 = 16 (L - \lambda)(\lambda - \mu) / (\sqrt L + \sqrt \mu)^4",
    says_heavy_ball,
    lambda m, M: (4 / (M + m) ** 2, ((M - m) / (M + m)) ** 2),
    {
        "no-square": lambda m, M: (4 / (M + m) ** 2, (M - m) / (M + m)),
        "gradient": lambda m, M: (2 / (M**2 + m**2), 0),
    },
    source="Polyak, Introduction to Optimization (1987)",
)


def says_newton_schulz(step, w):
    x = w.number("x")
    return Equal(1 - x * w.call(step, x), (1 - x) ** 2)


NEWTON = claim(
    "newton-for-an-inverse",
    "Newton's step y (2 - x y) for 1 / x from y = 1 squares the error",
    "the iteration",
    r"1 - x (2 - x) = (1 - x)^2",
    says_newton_schulz,
    lambda x: 2 - x,
    {"first-order": lambda x: 1 - x, "cubic": lambda x: 3 - 3 * x + x**2},
    source="Schulz, Iterative Berechnung der reziproken Matrix (1933)",
)


def says_residual(step, w):
    d = w.size("d")
    A, X = w.array("A", d, d), w.array("X", d, d)
    one = w.identity(d)
    residual = one - A @ X
    return Equal(one - A @ step(A, X), residual @ residual)


SCHULZ = claim(
    "newton-schulz",
    "The Newton-Schulz step X (2 I - A X) squares the residual, for matrices of all sizes",
    "the iteration",
    r"I - A X (2 I - A X) = (I - A X)^2",
    says_residual,
    lambda A, X: X * 2 - X @ (A @ X),
    {"once": lambda A, X: X - X @ (A @ X), "swapped": lambda A, X: X * 2 - A @ (X @ X)},
    source="Schulz, Iterative Berechnung der reziproken Matrix (1933)",
)


def says_sign(step, w):
    s = w.number("s")
    return Equal(1 - w.call(step, s) ** 2, (1 - s**2) ** 2 * (4 - s**2) / 4)


MUON = claim(
    "newton-schulz-for-the-polar-factor",
    "The cubic step s (3 - s^2) / 2 squares what is missing to singular value 1",
    "the iteration",
    r"1 - (\tfrac32 s - \tfrac12 s^3)^2 = (1 - s^2)^2 (4 - s^2) / 4",
    says_sign,
    lambda s: s * (3 - s**2) / 2,
    {"printed-without-half": lambda s: s * (3 - s**2), "linear": lambda s: s * (3 - s) / 2},
    source="Kovarik, Some Iterative Methods for Improving Orthonormality (1970)",
)


def says_any_step(allowed, w):
    eta, lam = w.reals("eta lam")
    w.assume((lam > 0) & allowed(eta, lam))
    return ForReals((1 - eta * lam) ** 2 < 1)


PRINTED = claim(
    "small-steps",
    "A step below 1 lowers every quadratic",
    "often said",
    r"0 < \eta < 1 \implies (1 - \eta \lambda)^2 < 1",
    says_any_step,
    lambda eta, lam: (eta > 0) & (eta < 1),
    {},
    controls=(Control("repaired", lambda eta, lam: (eta > 0) & (eta * lam < 2)),),
    expect=Verdict.REFUTED,
    repaired_by="optimisation/small-steps-repaired",
)

REPAIRED = claim(
    "small-steps-repaired",
    "A step below 2 / lambda lowers the quadratic of curvature lambda",
    "Theorem 2.1.14",
    r"0 < \eta < 2 / \lambda \implies (1 - \eta \lambda)^2 < 1",
    says_any_step,
    lambda eta, lam: (eta > 0) & (eta * lam < 2),
    {"closed": lambda eta, lam: (eta > 0) & (eta * lam <= 2), "any": lambda eta, lam: eta < 1},
    repairs=("optimisation/small-steps",),
)


def says_smooth(bound, w):
    d, L, share = w.size("d"), w.number("L", positive=True), w.number("share", least=0, most=2)
    x, g = w.array("x", d), w.array("g", d)  # from where the least is, and the gradient there
    after = x - g * (share / L)
    return Implies(AtMost(g @ g, (x @ g) * L), AtMost(after @ after, w.call(bound, x @ x)))


SMOOTH = claim(
    "smooth-convex-step",
    "A step of at most 2 / L on a convex function of smoothness L leads no further from where it is"
    " least",
    "Theorem 2.1.5 and the gradient method",
    r"\tfrac1L |g|^2 \le g \cdot x,\ 0 \le \eta \le \tfrac2L \implies |x - \eta g|^2 \le |x|^2",
    says_smooth,
    lambda before: before,
    {"half": lambda before: before / 2, "nothing": lambda before: before * 0},
    by=(arithmetic,),
    assumptions=("of the function the co-coercivity of its gradient is used, at these two points",),
)
