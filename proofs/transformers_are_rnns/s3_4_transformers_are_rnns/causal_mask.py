r"""'Any transformer layer with causal masking' as a recurrent network that stores its tokens.

The sums over the tokens that token i sees, of values and of similarities, are what they were
however later tokens change, for every number of tokens. The mask is the subject.
"""

from types import SimpleNamespace

import numpy as np

from proofs.transformers_are_rnns import PAPER
from theorem_checks import All, Claim, Equal, Mutant, Source, check, equal_maps, proof_of


def causal(of, i, j):
    """The mask of causal attention: 1 where token i sees token j, and 0 where it does not."""
    return of.at_most(j, i)


def says_sums_so_far(mask, w):
    """Token i sums over the tokens so far, and that stays so however later ones change.

    Of these the similarities A_ij and the values v_j are others, by any B_ij and U_ij.
    """
    N, M = w.size("N"), w.size("M")
    A, v = w.array("A", N, N), w.array("v", N, M)
    B, U = w.array("B", N, N), w.array("U", N, N, M)

    def weight(of, i, j, changes):
        later = 1 - of.at_most(j, i)
        return mask(of, i, j) * (A[i, j] + changes * later * B[i, j])

    def value(of, i, j, c, changes):
        return v[j, c] + changes * (1 - of.at_most(j, i)) * U[i, j, c]

    def numerators(changes):
        def entry(of, i, c):
            return of.sum(lambda j: weight(of, i, j, changes) * value(of, i, j, c, changes), N)

        return w.entries(entry, N, M)

    def normalisers(changes):
        return w.entries(lambda of, i: of.sum(lambda j: weight(of, i, j, changes), N), N)

    read = w.entries(lambda of, i, c: _so_far(of, N, i, lambda j: A[i, j] * v[j, c]), N, M)
    weighed = w.entries(lambda of, i: _so_far(of, N, i, lambda j: A[i, j]), N)
    return All(
        (
            *(Equal(numerators(changes), read) for changes in (0, 1)),
            *(Equal(normalisers(changes), weighed) for changes in (0, 1)),
        )
    )


def _so_far(of, N, i, summand):
    """The sum of what is so of each token j <= i."""
    return of.sum(lambda j: of.at_most(j, i) * summand(j), N)


@check("exact")
def check_run_with_a_cache(mask):
    """Numerators and denominators of any weights, run with all tokens so far as the state.

    The entries of A stand for any similarity of query and key.
    """

    def at_once(A, v):
        return _masked(_rows(mask, range(len(v)), len(v)), A, v)

    def with_a_cache(A, v):
        rows, cache = [], []
        for t in range(len(v)):
            cache.append(v[t])
            seen = _rows(mask, [t], t + 1)
            rows.append(_masked(seen, A[t : t + 1, : t + 1], np.stack(cache))[0])
        return np.stack(rows)

    sizes = [{"A": (T, T), "v": (T, M)} for T, M in ((1, 1), (2, 1), (3, 2), (4, 1))]
    return equal_maps(at_once, with_a_cache, sizes=sizes)


_OF_NUMBERS = SimpleNamespace(
    at_most=lambda i, j: int(i <= j),
    delta=lambda i, j: int(i == j),
    follows=lambda j, i: int(j == i + 1),
)


def _rows(mask, of_tokens, number):
    """Some rows of a mask, for so many tokens that may be seen."""
    return np.array([[mask(_OF_NUMBERS, i, j) for j in range(number)] for i in of_tokens])


def _masked(mask, A, v):
    weights = mask * A
    return np.concatenate([weights @ v, weights.sum(axis=1)[:, None]], axis=1)


MASKS = {
    "both-ways": (lambda of, i, j: of.at_most(j, i) + 1 - of.at_most(j, i), "no mask"),
    "one-ahead": (
        lambda of, i, j: of.at_most(j, i) + of.follows(j, i),
        "the next token is seen",
    ),
    "nothing": (lambda of, i, j: 0 * of.at_most(j, i), "no token is seen"),
    "strict": (lambda of, i, j: of.at_most(j, i) - of.delta(i, j), "not the token itself"),
    "reversed": (lambda of, i, j: of.at_most(i, j), "the transposed mask"),
}

causal_is_rnn = Claim(
    id="trf-rnn/causal-is-rnn",
    title="A causally masked layer sums over the tokens so far, and over no later one",
    source=Source(PAPER, "Sec. 3.4, 'any transformer layer with causal masking'"),
    statement=r"\sum_j M_{ij} A(x_i, x_j)\, v_j = \sum_{j \le i} A(x_i, x_j)\, v_j,\quad"
    r" \sum_j M_{ij} A(x_i, x_j) = \sum_{j \le i} A(x_i, x_j) \quad\text{for all } x_{i+1}, \dots",
    assumptions=(
        "$A$ is any similarity; what the layer makes of token, sum and normaliser is the same at"
        " each token, and so it is a recurrent network with the state $h_i = (h_{i-1}, x_i)$, which"
        " grows with the tokens",
    ),
    subject=causal,
    says=says_sums_so_far,
    checks=(
        proof_of(says_sums_so_far),
        check_run_with_a_cache.killing("both-ways", "one-ahead", "reversed"),
    ),
    mutants=tuple(Mutant(name, mask, words) for name, (mask, words) in MASKS.items()),
)
