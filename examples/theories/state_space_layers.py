"""Layers with a state: the delta rule, decay, products of reflections, discretisation."""

from theory import Theory

from theorem_checks import (
    All,
    AtMost,
    Computes,
    Control,
    Equal,
    Implies,
    Verdict,
    outer,
    prove_by_induction,
    unrolling,
)

S4 = "Gu, Goel and Re, Efficiently Modeling Long Sequences with Structured State Spaces (2022)"
claim = Theory(
    "state-space-layers", "Yang et al., Parallelizing Linear Transformers (2024)", __name__
).claim


def delta(S, k, v, beta):
    return S + outer(v - S @ k, k) * beta


def says_householder(step, w):
    d, m, beta = w.size("d"), w.size("m"), w.number("beta")
    S, k, v = w.array("S", m, d), w.array("k", d), w.array("v", m)
    one = w.identity(d)
    return Equal(step(S, k, v, beta), S @ (one - outer(k, k) * beta) + outer(v, k) * beta)


HOUSEHOLDER = claim(
    "delta-rule-is-affine",
    "The delta rule multiplies the state by I - beta k k^T and adds beta v k^T",
    "the delta rule",
    r"S - \beta (S k - v) k^\top = S (I - \beta k k^\top) + \beta v k^\top",
    says_householder,
    delta,
    {
        "no-erasing": lambda S, k, v, b: S + outer(v, k) * b,
        "transposed": lambda S, k, v, b: delta(S, k, v, -b),
    },
)


def says_reflects(product, w):
    d = w.size("d")
    x, u = w.array("x", d), w.array("u", d, known="unit")
    return Equal(product(x, u), x)


def reflected(x, u, beta=2):
    return x - u * (u @ x) * beta


REFLECTION = claim(
    "reflection-twice",
    "With a unit key and beta = 2 a step is a reflection: twice it is nothing",
    "the transition matrix",
    r"(I - 2 u u^\top)^2 = I",
    says_reflects,
    lambda x, u: reflected(reflected(x, u), u),
    {
        "once": reflected,
        "projected": lambda x, u: reflected(reflected(x, u, 1), u, 1),
    },
)


def says_forgets(step, w):
    d = w.size("d")
    x, u = w.array("x", d), w.array("u", d, known="unit")
    return Equal(step(x, u) @ u, 0 * (x @ u))


FORGETS = claim(
    "projection",
    "With a unit key and beta = 1 nothing is left in the direction of the key",
    "the transition matrix",
    r"u^\top (I - u u^\top) x = 0",
    says_forgets,
    lambda x, u: reflected(x, u, 1),
    {"reflects": reflected, "keeps": lambda x, u: x},
)


def says_norm(left, w):
    d, beta = w.size("d"), w.number("beta")
    x, u = w.array("x", d), w.array("u", d, known="unit")
    y = reflected(x, u, beta)
    return Equal(y @ y, left(x @ x, u @ x, beta))


NORM = claim(
    "norm-after-a-step",
    "A step with a unit key takes beta (2 - beta) (u x)^2 from the square of the norm",
    "the transition matrix",
    r"|(I - \beta u u^\top) x|^2 = |x|^2 - \beta (2 - \beta) (u^\top x)^2",
    says_norm,
    lambda square, along, beta: square - along * along * (beta * (2 - beta)),
    {
        "linear": lambda square, along, beta: square - along * along * (2 * beta),
        "adds": lambda square, along, beta: square + along * along * (beta * (2 - beta)),
    },
)


def says_two_steps(product, w):
    d, a, b = w.size("d"), w.number("a"), w.number("b")
    x, k, q = w.array("x", d), w.array("k", d), w.array("q", d)
    return Equal(reflected(reflected(x, k, a), q, b), product(x, k, q, a, b))


WY = claim(
    "product-of-two",
    "The product of two steps is the identity and a matrix of rank two: the WY form of a chunk",
    "the WY form",
    r"(I - b q q^\top)(I - a k k^\top) = I - a k k^\top - b q (q - a (q^\top k) k)^\top",
    says_two_steps,
    lambda x, k, q, a, b: x - k * (k @ x) * a - q * ((q @ x) - (q @ k) * (k @ x) * a) * b,
    {
        "commute": lambda x, k, q, a, b: x - k * (k @ x) * a - q * (q @ x) * b,
        "other-order": lambda x, k, q, a, b: reflected(reflected(x, q, b), k, a),
    },
)


def says_chunk(outputs, w):
    d, m = w.size("d"), w.size("m")
    S, q = w.array("S", m, d), w.array("q", d)
    k, v = w.array("k", d), w.array("v", m)
    after = S + outer(v, k)
    return Equal(after @ q, outputs(S, k, v, q))


CHUNK = claim(
    "state-and-score",
    "What linear attention reads is the old state's answer, and the new value by its score",
    "the chunkwise form",
    r"(S + v k^\top) q = S q + v (k^\top q)",
    says_chunk,
    lambda S, k, v, q: S @ q + v * (k @ q),
    {"no-state": lambda S, k, v, q: v * (k @ q), "no-score": lambda S, k, v, q: S @ q + v},
)


def says_basis(system, w):
    n, d, m = w.size("n"), w.size("d"), w.size("m")
    A, B, C = w.array("A", n, n), w.array("B", n, d), w.array("C", m, n)
    P, inverse = w.invertible("P", n)
    changed = system(A, B, C, P, inverse)
    return Equal(changed[2] @ (changed[0] @ changed[1]), C @ (A @ B))


BASIS = claim(
    "change-of-basis",
    "Another basis of the state leaves what the layer computes as it is",
    "Lemma 3.1",
    r"(C P^{-1})(P A P^{-1})(P B) = C A B",
    says_basis,
    lambda A, B, C, P, Q: (P @ A @ Q, P @ B, C @ Q),
    {
        "not-c": lambda A, B, C, P, Q: (P @ A @ Q, P @ B, C),
        "not-a": lambda A, B, C, P, Q: (A, P @ B, C @ Q),
    },
    source=S4,
)


def says_bounded(step, w):
    a = w.number("a", small=True, positive=True)
    z = w.sequence("z", lambda z, t: All((AtMost(-1, z[t]), AtMost(z[t], 1))))
    h = w.recurrence("h", 0, lambda h, t: w.call(step, a, h[t], z[t]))
    bounded = w.for_all("n", lambda n: All((AtMost(-1, h[n]), AtMost(h[n], 1))))
    return Implies(AtMost(a, 1), bounded)


BOUNDED = claim(
    "gated-average",
    "A state that starts at 0 and averages inputs within [-1, 1] stays there for ever",
    "the recurrence",
    r"h_{t+1} = a h_t + (1 - a) z_t,\ 0 < a \le 1,\ |z_t| \le 1,\ h_0 = 0 \implies |h_n| \le 1",
    says_bounded,
    lambda a, h, z: a * h + (1 - a) * z,
    {"adds": lambda a, h, z: a * h + z, "forgets-half": lambda a, h, z: h + (1 - a) * z},
    by=(prove_by_induction,),
    source="Orvieto et al., Resurrecting Recurrent Neural Networks for Long Sequences (2023)",
)


def says_stable(factor, w):
    a, dt = w.number("a", positive=True), w.number("dt", positive=True)
    q = w.call(factor, a, dt)
    return All((AtMost(-1, q), AtMost(q, 1)))


EULER = claim(
    "euler",
    "A decaying state is stable when it is discretised by Euler's rule",
    "discretisation",
    r"a, \Delta > 0 \implies |1 - a \Delta| \le 1",
    says_stable,
    lambda a, dt: 1 - a * dt,
    {},
    controls=(Control("bilinear", lambda a, dt: (1 - a * dt / 2) / (1 + a * dt / 2)),),
    expect=Verdict.REFUTED,
    repaired_by="state-space-layers/bilinear",
    source=S4,
)

BILINEAR = claim(
    "bilinear",
    "A decaying state is stable when it is discretised by the bilinear rule, whatever the step",
    "discretisation",
    r"a, \Delta > 0 \implies \left|\frac{1 - a \Delta / 2}{1 + a \Delta / 2}\right| \le 1",
    says_stable,
    lambda a, dt: (1 - a * dt / 2) / (1 + a * dt / 2),
    {"upside-down": lambda a, dt: (1 + a * dt / 2) / (1 - a * dt / 2)},
    repairs=("state-space-layers/euler",),
    source=S4,
)


class StateSpace:
    """A state of N rows and P columns, which decays by a number that the token says."""

    def __init__(self, none):
        self.initial_state = lambda: none

    def step(self, h, token):
        """Return the state after a token, and what is read of it."""
        a, B, C, x = token
        h = a * h + outer(B, x)
        return h, h.T @ C


def says_dual(masked_attention, w):
    T, N, P = w.size("T"), w.size("N"), w.size("P")
    a, B, C, X = rows = [w.array(*of) for of in (("a", T), ("B", T, N), ("C", T, N), ("X", T, P))]
    token = w.array("alpha"), w.array("b", N), w.array("c", N), w.array("x", P)
    between = w.running_products("between", a)
    L = w.entries(lambda helper, i, j: between[i, j], T, T)  # a_i ... a_{j+1}, 0 for j > i
    cell = StateSpace(w.entries(lambda helper, n, p: 0, N, P))
    return Computes(w.machine(cell, token), tuple(rows), masked_attention(L, B, C, X))


DUALITY = claim(
    "duality",
    "A state space model with scalar decay is masked attention, for sequences of any length",
    "the duality for scalar decay",
    r"h_t = a_t h_{t-1} + B_t x_t^\top,\ y_t = h_t^\top C_t:\ Y = (L \circ C B^\top) X",
    says_dual,
    lambda L, B, C, X: (L * (C @ B.T)) @ X,
    {
        "without-decay": lambda L, B, C, X: (C @ B.T) @ X,
        "backwards": lambda L, B, C, X: (L.T * (C @ B.T)) @ X,
    },
    by=(unrolling,),
    source="Dao and Gu, Transformers are SSMs (2024)",
)
