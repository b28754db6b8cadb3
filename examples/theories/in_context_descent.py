"""Linear attention that learns in context by gradient descent."""

from theory import Theory

from theorem_checks import (
    Control,
    Equal,
    Verdict,
)

claim = Theory(
    "in-context-descent",
    "von Oswald et al., Transformers Learn In-Context by Gradient Descent (2023)",
    __name__,
).claim


def data(w):
    """Contexts X, Y of n pairs, a query and a matrix of weights."""
    n, d, m = w.size("n"), w.size("d"), w.size("m")
    return w.array("X", n, d), w.array("Y", n, m), w.array("q", d), w.array("W", m, d)


def says_step(step, w):
    X, Y, _, W = data(w)
    eta = w.number("eta")

    def loss(V):
        error = X @ V.T - Y
        return (error * error).sum() / 2

    return Equal(step(X, Y, W, eta), W - w.derivative(loss, W) * eta)


STEP = claim(
    "one-step",
    "A step on least squares adds the errors by the inputs",
    "the step",
    r"W - \eta \nabla_W \tfrac12 \|X W^\top - Y\|^2 = W - \eta (W X^\top - Y^\top) X",
    says_step,
    lambda X, Y, W, eta: W - (W @ X.T - Y.T) @ X * eta,
    {
        "plus": lambda X, Y, W, eta: W + (W @ X.T - Y.T) @ X * eta,
        "doubled": lambda X, Y, W, eta: W - (W @ X.T - Y.T) @ X * eta * 2,
    },
)


def says_attention(attention, w):
    X, Y, q, W = data(w)
    eta = w.number("eta")
    return Equal((0 * W - (0 * W @ X.T - Y.T) @ X * eta) @ q, attention(X, Y, q, eta))


ATTENTION = claim(
    "first-prediction",
    "After one step from 0 the prediction is linear attention: values Y, keys X, query q",
    "Proposition 1",
    r"W_1 q = \eta \sum_i y_i (x_i^\top q)",
    says_attention,
    lambda X, Y, q, eta: Y.T @ (X @ q) * eta,
    {
        "no-rate": lambda X, Y, q, eta: Y.T @ (X @ q),
        "minus": lambda X, Y, q, eta: Y.T @ (X @ q) * -eta,
    },
)


def says_targets(update, w):
    X, Y, _, W = data(w)
    eta = w.number("eta")
    change = -(W @ X.T - Y.T) @ X * eta
    return Equal(update(X, Y, W, eta).T - W @ X.T, Y.T - (W + change) @ X.T)


TARGETS = claim(
    "targets-in-place-of-weights",
    "To change the weights by a step is to change the targets of the old ones",
    "the change of targets",
    r"Y - (W + \Delta W) X = (Y - \Delta W X) - W X",
    says_targets,
    lambda X, Y, W, eta: Y - X @ (-(W @ X.T - Y.T) @ X * eta).T,
    {
        "unchanged": lambda X, Y, W, eta: Y,
        "plus": lambda X, Y, W, eta: Y + X @ (-(W @ X.T - Y.T) @ X * eta).T,
    },
)


def says_error(after, w):
    X, _, _, W = data(w)
    V, eta = w.array("V", *W.shape), w.number("eta")
    Y = X @ V.T  # what the teacher V says
    stepped = W - (W @ X.T - Y.T) @ X * eta
    return Equal(stepped - V, after(W - V, X.T @ X, eta))


ERROR = claim(
    "error-of-the-weights",
    "With targets of a linear teacher the error is multiplied by I - eta X^T X",
    "several layers",
    r"W_{k+1} - V = (W_k - V)(I - \eta X^\top X)",
    says_error,
    lambda E, G, eta: E - E @ G * eta,
    {"squared": lambda E, G, eta: E - E @ G @ G * eta, "plus": lambda E, G, eta: E + E @ G * eta},
)


def says_two_steps(error, w):
    d, m, eta, rate = w.size("d"), w.size("m"), w.number("eta"), w.number("rate")
    E, G = w.array("E", m, d), w.array("G", d, d)
    once = E - E @ G * eta
    return Equal(once - once @ G * rate, error(E, G, eta, rate))


TWO = claim(
    "two-layers",
    "Two layers, each with its own rate, make two steps",
    "several layers",
    r"E (I - \eta G)(I - \rho G) = E - (\eta + \rho) E G + \eta \rho E G^2",
    says_two_steps,
    lambda E, G, a, b: E - E @ G * (a + b) + E @ G @ G * (a * b),
    {
        "no-square": lambda E, G, a, b: E - E @ G * (a + b),
        "one-rate": lambda E, G, a, b: E - E @ G * (2 * a) + E @ G @ G * (a * a),
    },
)


def says_preconditioned(attention, w):
    X, Y, q, _ = data(w)
    P = w.array("P", *X.shape[1:], *X.shape[1:])
    return Equal(Y.T @ (X @ P) @ q, attention(X, Y, q, P))


PRECONDITIONED = claim(
    "preconditioned",
    "A matrix between key and query preconditions the step",
    "preconditioning",
    r"Y^\top (X P) q = Y^\top X (P q)",
    says_preconditioned,
    lambda X, Y, q, P: Y.T @ (X @ (P @ q)),
    {
        "transposed": lambda X, Y, q, P: Y.T @ (X @ (P.T @ q)),
        "none": lambda X, Y, q, P: Y.T @ (X @ q),
    },
    source="Ahn et al., Transformers Learn to Implement Preconditioned Gradient Descent (2023)",
)


def says_order(predict, w):
    n, d, m = w.size("n"), w.size("d"), w.size("m")
    A, B = w.array("A", n, d), w.array("B", m, d)
    a, b, q = w.array("a", n), w.array("b", m), w.array("q", d)
    return Equal(predict((A, a), (B, b), q), predict((B, b), (A, a), q))


ORDER = claim(
    "order-of-the-context",
    "The order of the examples does not change what one layer predicts",
    "linear attention",
    r"\sum_{i \in A} a_i (x_i^\top q) + \sum_{i \in B} b_i (x_i^\top q) = \sum_{B} + \sum_{A}",
    says_order,
    lambda one, two, q: one[1] @ (one[0] @ q) + two[1] @ (two[0] @ q),
    {"decays": lambda one, two, q: one[1] @ (one[0] @ q) + 2 * (two[1] @ (two[0] @ q))},
)


def says_no_bias(predict, w):
    n, d = w.size("n"), w.size("d")
    X, Y, q = w.array("X", n, d), w.array("Y", n, w.size("m")), w.array("q", d)
    c = w.array("c", *Y.shape[1:])
    share = 1 / n
    return Equal(predict(X, Y + c, q, share), predict(X, Y, q, share) + c)


PRINTED = claim(
    "shifted-targets",
    "If all targets are shifted, the prediction after one step is shifted alike",
    "often assumed",
    r"\eta (Y + 1 c^\top)^\top X q = \eta Y^\top X q + c",
    says_no_bias,
    lambda X, Y, q, share: Y.T @ (X @ q),
    {},
    controls=(Control("mean", lambda X, Y, q, share: Y.T @ (X @ q * 0 + share)),),
    expect=Verdict.REFUTED,
    repaired_by="in-context-descent/shifted-targets-repaired",
)


def says_by_scores(shift, w):
    X, Y, q, _ = data(w)
    c = w.array("c", *Y.shape[1:])
    return Equal((Y + c).T @ (X @ q), Y.T @ (X @ q) + shift(X, q, c))


REPAIRED = claim(
    "shifted-targets-repaired",
    "If all targets are shifted, the prediction is shifted by the sum of the scores",
    "follows",
    r"(Y + 1 c^\top)^\top X q = Y^\top X q + c \sum_i x_i^\top q",
    says_by_scores,
    lambda X, q, c: c * (X @ q).sum(),
    {"as-printed": lambda X, q, c: c, "squared": lambda X, q, c: c * ((X @ q) @ (X @ q))},
    repairs=("in-context-descent/shifted-targets",),
)
