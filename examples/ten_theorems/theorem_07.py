"""A layer of linear self-attention with stated weights takes a step of gradient descent."""

from theorem_checks import All, Claim, Equal, Mutant, Source, instances_of, proof_of


def stated(I_x, I_y, W, rate):
    """Keys and queries read x, values are W x - y, and the projection is the rate."""
    join = W.__number_system__.concatenate
    reads = join([join([I_x, 0 * W]).T, join([0 * W.T, 0 * I_y]).T])
    return reads, reads, join([0 * join([I_x, W]).T, join([W.T, -I_y]).T]), rate


def says(weights, w):
    N, d, p, eta = w.size("N"), w.size("d"), w.size("p"), w.number("eta")
    W, X, Y, q = w.array("W", p, d), w.array("X", d, N), w.array("Y", p, N), w.array("q", d)
    I_x, I_y = (w.identity(n) for n in (d, p))
    keys, queries, values, scale = weights(I_x, I_y, W, eta / N)
    of_x, of_y = (w.ones(n) for n in (N, p))
    join = W.__number_system__.concatenate

    def layer(tokens):
        return tokens + (values @ data) @ ((keys @ data).T @ (queries @ tokens)) * scale

    data = join([X, Y])
    step = -w.derivative(lambda V: of_y @ ((V @ X - Y) ** 2 @ of_x) / (2 * N), W) * eta
    query = Equal(layer(join([q, -(W @ q)])), join([q, -((W + step) @ q)]))
    return All((query, Equal(layer(data), join([X, Y - step @ X]))))


STEP = Claim(
    id="ten-theorems/attention-is-a-gradient-step",
    title="Linear self-attention takes one step of gradient descent on regression in context",
    source=Source("von Oswald et al., Transformers learn in-context (2023)", "Proposition 1"),
    statement=r"e_j \mapsto e_j + P W_V E (W_K E)^\top W_Q e_j: (x_j, y_j - \Delta W x_j)",
    says=says,
    subject=stated,
    checks=(proof_of(says), instances_of(says)),
    mutants=(Mutant("ascends", lambda *of: (*stated(*of)[:3], -of[3]), "the wrong sign"),),
)
