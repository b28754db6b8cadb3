r"""Section 3.1: the linear model that the tangent kernel makes, eqs (11) to (14).

With J(x) the Jacobian of the outputs by the parameters, K(x, x') = J(x) J(x')^T. A step in the
span of the training gradients, sum_j J(x^j)^T alpha_j, changes the linearised output at x by
sum_j K(x, x^j) alpha_j, with alpha_j in R^{m_y}. In print the arguments of K are exchanged, and
alpha_j has as many entries as an input.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from constructions.arrays import EXACT, ones, polynomials
from constructions.cells.scaled_convolution import ScaledConvolution
from constructions.tangent_kernel import contracted, exact_tangent_kernel
from proofs.linear_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    instances_of,
    proof_of,
)

# Eq. (13)


def says_contraction(kernel, w):
    """Entry (i, j) is the inner product of row i of one Jacobian with row j of the other.

    For m outputs on x and l on x', whose Jacobians have a column for each of p parameters; and for
    parameters in three groups, of p, q and r numbers, as W, F and C are, with Jacobians side by
    side. Then for the shipped convolution at every theta, with the derivatives by theta for
    Jacobians: of its outputs on x with any weights v, and of those on x' with any weights u.
    """
    m, l = w.size("m"), w.size("l")
    sizes = [w.size(name) for name in "pqr"]
    left = [w.array(f"J_{name}", m, size) for name, size in zip("WFC", sizes, strict=True)]
    right = [w.array(f"G_{name}", l, size) for name, size in zip("WFC", sizes, strict=True)]

    def contracted_by(groups):
        def inner(at, i, j):
            products = (
                at.sum(lambda k, a=a, b=b: a[i, k] * b[j, k], size)
                for a, b, size in list(zip(left, right, sizes, strict=True))[:groups]
            )
            return sum(products, start=0)

        return Equal(kernel(left[:groups], right[:groups]), w.entries(inner, m, l))

    T, n_x, n_y = (w.size(name) for name in ("T", "n_x", "n_y"))
    theta, root = w.array("theta", T, n_y, n_x), w.array("root", T)

    def gradient(x, v):
        def weighed(by):
            outputs = v * ScaledConvolution(by, root)(x)
            return ones(v.shape[:1], like=v) @ (outputs @ ones(v.shape[1:], like=v))

        return w.derivative(weighed, theta)

    of_x = gradient(w.array("x", T, n_x), w.array("v", T, n_y))
    of_other = gradient(w.array("z", T, n_x), w.array("u", T, n_y))
    rows = [
        w.entries(lambda _, _row, j, a, b, of=of: of[j, a, b], 1, (T, n_y, n_x))
        for of in (of_x, of_other)
    ]

    def derived(at, _row, _column):
        return at.sum(lambda *by: of_x[by] * of_other[by], T, n_y, n_x)

    whole = w.entries(derived, 1, 1)
    return All((contracted_by(1), contracted_by(3), Equal(kernel(*([row] for row in rows)), whole)))


@check("exact", kills=("transposed", "parameters"))
def check_contraction(kernel):
    """The kernel of constructions.tangent_kernel is this contraction of Jacobians.

    For f_i = sum_k x_ik theta_k^2, whose Jacobian is 2 x_ik theta_k, at integers.
    """
    theta = EXACT.array([2, 3, 11])
    x, y = EXACT.array([[1, 4, 2], [0, 5, 7]]), EXACT.array([[3, 1, 5], [2, 2, 9]])

    def function(inputs, theta):
        return inputs @ (theta * theta)

    found = exact_tangent_kernel(function, {"theta": theta}, x, y)
    claimed = kernel(*([2 * inputs * theta] for inputs in (x, y)))
    for i, k in np.ndindex(2, 2):
        if claimed.shape != (2, 2) or claimed[i, k] != found[i, k]:
            return Evidence.refuted(
                Counterexample({"i": i, "j": k}, str(claimed[i % len(claimed)]), str(found[i, k]))
            )
    return Evidence.holds("two quadratic outputs of three parameters, at an integer point")


EQUAL_SIZES = [
    dict.fromkeys(("m", "l", "p", "q", "r"), size) | {"T": T, "n_x": 1, "n_y": n_y}
    for size, T, n_y in ((2, 1, 1), (1, 2, 1), (3, 1, 2))
]

kernel = Claim(
    id="linear-rnn/eq-13",
    title="The tangent kernel is J(x) J(x')^T, of parameters in one group or in three: W, F and C",
    source=Source(PAPER, "Sec. 3.1, eq. (13)"),
    statement=r"[K(x, x')]_{ij} = \langle \partial_\theta f_i(x), \partial_\theta f_j(x') \rangle",
    subject=contracted,
    says=says_contraction,
    checks=(
        proof_of(says_contraction, instances=EQUAL_SIZES),
        check_contraction,
    ),
    mutants=(
        Mutant("transposed", lambda left, right: contracted(right, left), "K(x', x)"),
        Mutant(
            "parameters",
            lambda left, right: contracted([a.T for a in left], [b.T for b in right]),
            "contracted over the outputs",
        ),
        Mutant(
            "first-group",
            lambda left, right: contracted(left[:1], right[:1]),
            "of the first group of parameters alone",
        ),
    ),
    late=(
        Mutant(
            "many-outputs",
            lambda left, right: contracted(left, right) * (1 if left[0].shape[0] < 999 else 2),
            "twice as much from 999 outputs on",
        ),
    ),
    notes="`tangent_kernel` contracts the Jacobians that JAX takes by this function, and"
    " `exact_tangent_kernel` those of polynomials. Of parameters in one group, in one row, it is"
    " eq. (13) for every function.",
)


# Eqs (12) and (14)


@dataclass(frozen=True)
class TangentModel:
    """What stands before alpha_j, from the Jacobians at x and at x^j; the entries of alpha_j."""

    factor: Callable
    entries: Callable = lambda T, n_x, n_y: T * n_y


def printed_factor(at_x, at_data):
    """Return K(x^j, x), as printed."""
    return at_data @ at_x.T


def right_factor(at_x, at_data):
    """Return K(x, x^j)."""
    return at_x @ at_data.T


def says_step(model, w):
    """The step sum_j J(x^j)^T alpha_j adds J(x) of it to the output at x, sum_j K(x, x^j) alpha_j.

    What it adds is linear in alpha.

    For D training sequences of T tokens, with any Jacobians J(x^j), which stand one below another
    in G, as the alpha_j do in alpha; each has one entry for every output.
    """
    T, n_x, n_y, D, p = (w.size(name) for name in ("T", "n_x", "n_y", "D", "p"))
    at_x, at_data = w.array("J", T * n_y, p), w.array("G", D * T * n_y, p)
    alpha, beta = (w.array(name, D * T * n_y) for name in ("alpha", "beta"))
    entries, t = w.call(model.entries, T, n_x, n_y), w.number("t")
    factor = model.factor(at_x, at_data)
    return All(
        (
            Equal(at_x @ (at_data.T @ alpha), factor @ alpha),
            Equal(factor @ (alpha + t * beta), factor @ alpha + t * (factor @ beta)),
            Equal(D * entries, w.count(alpha)),
        )
    )


ONE_SEQUENCE = [{"D": 1, "T": 1, "n_y": 2}, {"D": 1, "T": 2, "n_x": 1, "n_y": 2, "p": 3}, {"D": 3}]

INSTANCES = (
    (1, 1, 1, [[1]]),
    (1, 2, 1, [[1, 0]]),
    (2, 1, 1, [[1], [0]]),
    (2, 1, 2, [[1], [2]]),
)


@check("exact")
def check_on_the_convolution(model):
    """The same for the scaled convolution, which is linear, so that nothing is lost.

    The smallest sizes come first; the sequences are (1, 1) and (1, 0) at T = 2.
    """
    for T, n_x, n_y, data in INSTANCES:
        x = EXACT.array([[1] * n_x] * T)
        jacobians = [_jacobian(inputs, T, n_x, n_y) for inputs in (x, EXACT.array(data))]
        entries = model.entries(T, n_x, n_y)
        factor = model.factor(*jacobians)
        if factor.shape[1] != entries:
            return Evidence.refuted(
                Counterexample(
                    {"T": T, "n_x": n_x, "n_y": n_y},
                    claimed=f"alpha has {entries} entries",
                    found=f"K is {factor.shape[0]} x {factor.shape[1]}",
                )
            )
        for place in range(entries):
            alpha = EXACT.array([int(k == place) for k in range(entries)])
            found = jacobians[0] @ (jacobians[1].T @ alpha)
            claimed = factor @ alpha
            if list(claimed) != list(found):
                at_x, at_data = (jacobian.tolist() for jacobian in jacobians)
                sizes = {"T": T, "n_x": n_x, "n_y": n_y, "rho": [1] * T}
                points = {"x": x, "x^1": data, "J(x)": at_x, "J(x^1)": at_data, "alpha_1": alpha}
                return Evidence.refuted(
                    Counterexample(
                        sizes | points,
                        claimed=f"what stands before alpha_1 is {_numbers(factor)},"
                        f" and adds {_numbers(claimed)}",
                        found=f"J(x) J(x^1)^T alpha_1 = {_numbers(found)}",
                    )
                )
    return Evidence.holds("T <= 2, n_x <= 2, n_y <= 2; alpha a unit vector")


def _numbers(array):
    """The entries of an array as one writes them."""
    return str([list(row) if array.ndim > 1 else row for row in array.tolist()])


def _jacobian(inputs, T, n_x, n_y):
    """The Jacobian of the convolution with rho = 1, outputs by parameters."""
    ring = polynomials(theta=(T, n_y, n_x))
    every = EXACT.array([1] * T)
    outputs = ScaledConvolution(ring.symbols("theta"), every)(inputs).ravel()
    count = len(ring.context.gens())
    zero = [0] * count
    return EXACT.array([[o.derivative(k)(*zero) for k in range(count)] for o in outputs])


AS_PRINTED = TangentModel(printed_factor)
MENDED = TangentModel(right_factor)

model_as_printed = Claim(
    id="linear-rnn/eq-12",
    title="The tangent model adds K(x^j, x) alpha_j to the output at x",
    source=Source(PAPER, "Sec. 3.1, eq. (12)"),
    statement=r"f^{lin}(x, \alpha) = f(x, \theta^0) + \sum_j K(x^j, x)\,\alpha_j",
    assumptions=(r"K as in eq. (13)",),
    subject=AS_PRINTED,
    says=says_step,
    checks=(check_on_the_convolution, instances_of(says_step, ONE_SEQUENCE)),
    controls=(Control("exchanged", MENDED, "K(x, x^j)"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-tangent-model",
    notes="Rows of K(x^j, x) belong to the outputs at x^j, so that the sum is no output at x.",
)

dual_size_as_printed = Claim(
    id="linear-rnn/eq-14",
    title="The dual coefficients alpha_j have m_x = T n_x entries",
    source=Source(PAPER, "Sec. 3.1, eq. (14)"),
    statement=r"\alpha_j \in \mathbb R^{m_x},\quad m_x = n_x T",
    subject=TangentModel(right_factor, entries=lambda T, n_x, n_y: T * n_x),
    checks=(check_on_the_convolution,),
    controls=(Control("outputs", MENDED, "m_y = T n_y entries"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-tangent-model",
    notes="K is m_y x m_y: it takes m_y entries, one for each output.",
)

tangent_model = Claim(
    id="linear-rnn/new-tangent-model",
    title="A step along the training gradients adds K(x, x^j) alpha_j, alpha_j in R^{m_y}",
    source=Source(PAPER, "Sec. 3.1, eqs (12), (14), corrected"),
    statement=r"J(x) \sum_j J(x^j)^\top \alpha_j = \sum_j K(x, x^j)\,\alpha_j,"
    r"\quad \alpha_j \in \mathbb R^{n_y T}",
    covers=("linear-rnn/flin-linear", "linear-rnn/dims-mx-my"),
    subject=MENDED,
    says=says_step,
    checks=(
        proof_of(says_step, instances=ONE_SEQUENCE),
        check_on_the_convolution,
    ),
    mutants=(
        Mutant("exchanged", AS_PRINTED, "K(x^j, x), as printed"),
        Mutant(
            "inputs", TangentModel(right_factor, lambda T, n_x, n_y: T * n_x), "m_x, as printed"
        ),
    ),
    late=(
        Mutant(
            "many-parameters",
            TangentModel(
                lambda at_x, at_data: (
                    right_factor(at_x, at_data) * (1 if at_x.shape[1] < 999 else 2)
                )
            ),
            "twice the step from 999 parameters on",
        ),
    ),
    repairs=("linear-rnn/eq-12", "linear-rnn/eq-14"),
    new=True,
)
