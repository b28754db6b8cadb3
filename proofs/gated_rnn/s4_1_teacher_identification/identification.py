r"""Whether two gated RNNs, or a gated RNN and a layer of attention, are one function of sequences.

The output of class (2) is y_t = sum_{j,k<t} phi(x_{t-j})^T B_jk phi(x_{t-k}), where phi(x) has the
monomials of degree up to 2, and B_jk = sum_{a,b} a^j b^k K_ab over the values a, b of lambda. The
difference of two networks is of this kind, with r values in all. **It vanishes at all lengths if
and only if** the entries of K_ab other than that of 1 x 1 vanish for (a, b) != (0, 0), and what is
left, phi(x)^T K_00 phi(x) + sum mu_ab s_a(t) s_b(t) with s_a(t) = 1 + a + ... + a^{t-1}, vanishes.

Necessity: let x stand at lag j, x' at lag k, and a fixed z elsewhere. The mixed difference is
2 sum a^j b^k (mixed difference of K_ab). It is seen for j < r <= k < 2r, and the matrices of the
powers a^j and b^k over b != 0 are Vandermonde's; so K_ab, (a, b) != (0, 0), is a sum of a function
of x and one of x'. How y_{t+1} - y_t depends on x at lag j < r, for t = r, ..., 2r - 1, gives in
the same way that K_ab does not depend on x unless b = 0; then y_t with x at lag j = 1, ..., r - 1
gives that K_a0 does not either. So 2r tokens decide, or 2r - 1 if 0 is among the values, up to
constants; and these vanish if no gate has a bias.

For lambda in {0, 1} three tokens decide, with or without biases: see `three_tokens.py`.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import flint
import numpy as np

from constructions.arrays import EXACT, FRACTIONS, polynomials
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from theorem_checks import ArgumentError, Counterexample, Engine, Evidence, Route, witnessed

__all__ = ["polynomial_distances", "prove_same_function"]

Network = GatedRNN | LinearAttention
Kernels = dict[tuple[Fraction, Fraction], np.ndarray]

_FEW = 6  # tokens on which outputs are compared before the kernels are

NOW = (Fraction(0), Fraction(0))  # the pair of values that sees the current token alone


def prove_same_function(network: Network, teacher: Network) -> Evidence:
    """Decide whether two networks give the same outputs on all sequences, of all lengths.

    **Arguments**: gated RNNs of class (2) with any diagonal lambda, that read after they absorb,
    or layers of linear attention; of any widths, with equal sizes of inputs and of outputs. Exact
    weights are taken as they are, and floats at the binary value that they are: a trained network
    will differ from its teacher a little; `polynomial_distances` says by how much. The work
    grows with the square of the number of different values of lambda.

    **Returns** Evidence: PROVED, by the kernels of the module's docstring in FLINT and by outputs
    on random sequences in fractions; or REFUTED with a short sequence of integers.

    **Raises** `ArgumentError` for networks that do not go together, or that read before.
    """
    one, other = _as_exact(network, "network"), _as_exact(teacher, "teacher")
    sizes = [(_width(net), net.D.shape[0]) for net in (one, other)]
    if sizes[0] != sizes[1]:
        raise ArgumentError("teacher", sizes[1], f"the sizes (inputs, outputs) {sizes[0]}")
    values = sorted({value for net in (one, other) for value in _lambdas(net)})
    tokens = max(3, 2 * len(values) - (0 in values))
    by_outputs = _by_outputs(one, other, range(1, min(tokens, _FEW) + 1))
    if not by_outputs.verdict.passes:
        return by_outputs
    by_kernels = _by_kernels(one, other, values)
    if not by_kernels.verdict.passes:
        longer = _by_outputs(one, other, range(_FEW + 1, tokens + 1))
        if not longer.verdict.passes:
            return longer
    return witnessed(by_kernels, by_outputs)


def polynomial_distances(network: Network, teacher: Network, tokens: int = 3) -> list[float]:
    """Return how far the outputs after 1, 2, ... tokens are apart, as polynomials.

    For each length, the Euclidean norm of the coefficients of the difference of the last outputs,
    over that of the teacher's (of all outputs together; 0 only if they are equal). For lambda in
    {0, 1} three tokens tell all. Arguments and errors are those of `prove_same_function`.
    """
    one, other = _as_exact(network, "network"), _as_exact(teacher, "teacher")
    found = []
    for length in range(1, tokens + 1):
        xs = polynomials(x=(length, _width(one))).symbols("x")
        mine, theirs = (net(xs)[-1] for net in (one, other))
        size = _norm(theirs)
        found.append(_norm(mine - theirs) / size if size else _norm(mine - theirs))
    return found


def _norm(outputs: Any) -> float:
    squares = (float(Fraction(int(c.p), int(c.q))) ** 2 for p in outputs for c in p.coeffs())
    return sum(squares) ** 0.5


def _as_exact(network: Network, name: str) -> GatedRNN:
    """The network as a gated RNN with FLINT's rationals for weights."""
    if isinstance(network, LinearAttention):
        values = (EXACT.array(_fractions(w), name) for w in network.weights().values())
        return attention_as_gated_rnn(LinearAttention(*values))
    if not isinstance(network, GatedRNN) or network.reads != "after":
        raise ArgumentError(name, network, "a GatedRNN that reads 'after', or a LinearAttention")
    exact = {key: EXACT.array(_fractions(w), key) for key, w in network.weights().items()}
    return replace(network, **exact)


def _fractions(weights: Any) -> Any:
    """Floats as the fractions that they are; exact numbers unchanged."""
    array = np.asarray(weights)
    if array.dtype.kind != "f":
        return weights
    entries = [Fraction(float(value)) for value in array.flat]
    return np.array(entries, dtype=object).reshape(array.shape)


def _width(network: GatedRNN) -> int:
    return network.W_in_m.shape[1] - network.append_one


def _lambdas(network: GatedRNN) -> list[Fraction]:
    return [Fraction(int(value.p), int(value.q)) for value in np.asarray(network.lam)]


def _by_outputs(one: GatedRNN, other: GatedRNN, lengths: range) -> Evidence:
    """Run both on integer sequences, the shorter and smaller ones first."""
    generator = np.random.default_rng(0)
    for length in lengths:
        for size in (1, 1, 2, 3):
            xs = generator.integers(-size, size + 1, (length, _width(one)))
            claimed, found = (_in_fractions(net)(xs)[-1] for net in (one, other))
            if (np.asarray(claimed) != np.asarray(found)).any():
                return Evidence.refuted(
                    Counterexample({"x": xs}, _text(claimed), _text(found)),
                    routes=[Route.testing("outputs on a sequence of integers", Engine.FRACTIONS)],
                )
    route = Route.testing(
        f"outputs on integer sequences of {lengths.stop - 1} tokens at most", Engine.FRACTIONS
    )
    return Evidence.holds("random sequences", routes=[route])


def _text(outputs: Any) -> str:
    return f"({', '.join(map(str, outputs))})"


def _in_fractions(network: GatedRNN) -> GatedRNN:
    weights = {}
    for key, weight in network.weights().items():
        entries = np.empty(weight.size, dtype=object)
        entries[:] = [Fraction(int(value.p), int(value.q)) for value in weight.flat]
        weights[key] = FRACTIONS.array(entries.reshape(weight.shape))
    return replace(network, **weights)


def _by_kernels(one: GatedRNN, other: GatedRNN, values: list[Fraction]) -> Evidence:
    """Compare the kernels K_ab of both, and what is left of constants at the first lengths."""
    kernels = zip(_kernels(one, values), _kernels(other, values), strict=True)
    lengths = (len(values) + 1) * (len(values) + 2) // 2  # t -> s_a(t) s_b(t) span no more
    for output, (mine, theirs) in enumerate(kernels):
        gaps = {pair: mine[pair] - theirs[pair] for pair in mine}
        left = {pair: gap.flat[-1] for pair, gap in gaps.items() if gap.flat[-1] != 0}
        alike = gaps.pop(NOW, None)
        if any(entry != 0 for gap in gaps.values() for entry in gap.flat[:-1]):
            return Evidence.undecided(f"The kernels of output {output} differ.")
        if alike is not None and not _is_constant(alike):
            return Evidence.undecided(f"Output {output} differs at a single token.")
        if left and any(_constant(left, t) != 0 for t in range(1, lengths + 1)):
            return Evidence.undecided(f"Output {output} differs by constants.")
    route = Route.deciding("the kernels of pairs of tokens, by values of lambda", Engine.FLINT)
    return Evidence.argued(
        "The kernels of pairs of tokens, one for each value of lambda, decide the outputs.",
        scope="all sequences, of all lengths",
        routes=[route],
    )


def _constant(left: dict, t: int) -> Any:
    """The sum over a, b of mu_ab s_a(t) s_b(t)."""
    sums = {a: sum(a**k for k in range(t)) for pair in left for a in pair}
    return sum(mu * EXACT.entry(sums[a] * sums[b]) for (a, b), mu in left.items())


def _is_constant(kernel: np.ndarray) -> bool:
    """Whether phi(x)^T K phi(x) is constant: monomials that are equal are added up."""
    width = int((2 * len(kernel)) ** 0.5)
    pairs = list(combinations_with_replacement(range(width), 2))
    total: dict[tuple[int, ...], Any] = {}
    for (i, first), (j, second) in product(enumerate(pairs), repeat=2):
        monomial = tuple(sorted(first + second))
        total[monomial] = total.get(monomial, 0) + kernel[i, j]
    total.pop((width - 1,) * 4)
    return all(value == 0 for value in total.values())


def _kernels(network: GatedRNN, values: list[Fraction]) -> Iterator[Kernels]:
    """For each output the matrices K_ab over the monomials of degree 2 in (x, 1)."""
    gates, lam = _coefficients(network), np.array(_lambdas(network))
    first, second = (np.asarray(form) for form in (network.W_out_m, network.W_out_x))
    for row in np.asarray(network.D):
        read = _dot((first * row[:, None]).T, second)
        form = (read + read.T) / 2
        yield {
            (a, b): _dot(_dot(gates[lam == a].T, form[np.ix_(lam == a, lam == b)]), gates[lam == b])
            for a, b in product(values, repeat=2)
        }


def _coefficients(network: GatedRNN) -> np.ndarray:
    """The input gate of each unit as coefficients of the products of entries of (x, 1)."""
    rows = []
    for m, x in zip(np.asarray(network.W_in_m), np.asarray(network.W_in_x), strict=True):
        u, v = ((*form, *([] if network.append_one else [EXACT.entry(0)])) for form in (m, x))
        pairs = combinations_with_replacement(range(len(u)), 2)
        rows.append([u[i] * v[j] + (u[j] * v[i] if i != j else 0) for i, j in pairs])
    width = _width(network)
    return np.array(rows, dtype=object).reshape(len(rows), (width + 1) * (width + 2) // 2)


def _dot(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The product of matrices of FLINT's rationals; zeros for no common index."""
    if 0 in left.shape or 0 in right.shape:
        return np.full((left.shape[0], right.shape[1]), EXACT.entry(0), dtype=object)
    a, b = (flint.fmpq_mat(len(m), m.shape[1], list(m.flat)) for m in (left, right))
    return np.array((a * b).tolist(), dtype=object)
