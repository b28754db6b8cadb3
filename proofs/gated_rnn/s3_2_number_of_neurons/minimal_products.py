r"""The least number of products (rows of the output gate) with which class (2) computes attention.

**Lower bound.** What tokens of the past leave in the state is read in products with what the token
now leaves, and in no products with each other. So of the N squares of tokens that attention tells
apart each costs a product: zero a factor that depends on one of them, by choosing that one as a
form of the others and of the token now; a product is gone, and the others are still told apart.
`products_needed.py` proves it for all sizes, and that N may be ab - c(c-1)/2; in Rocq it is
`least_products.v`.

**Upper bound.** s q = sum over pairs of s_ij (q_j - q_i), and row sums times q_i: the network of
`constructions.weights.minimal_attention`, with one product for each unit with lambda = 1.
"""

from dataclasses import replace
from typing import Any

from constructions.arrays import EXACT, ones
from constructions.cells.linear_attention import LinearAttention
from constructions.rational_spaces import rank
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.minimal_attention import minimal_attention, minimal_weights
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import patterns
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks_proof import by_stored_products
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import (
    SIZES,
    Minimum,
    difference_from_attention,
    least_hidden,
    network_of,
    units_by_ranks,
    vars_of,
)
from proofs.gated_rnn.s3_2_number_of_neurons.products_needed import (
    Squares,
    by_independent_squares,
    said_to_multiply,
)
from proofs.gated_rnn.s3_2_number_of_neurons.products_needed_proof import by_columns
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    World,
    certificate,
    check,
    conjunction,
    instances_of,
    proof_of,
    prove,
)
from theorem_checks.certifying.lemmas import lemmas


def says_products(minimum: Minimum, w: World) -> Conclusion:
    """Attention takes N products; N is count(a, b, c) at least; and so many products do.

    In this order: no network of class (2) with fewer than `needed(N)` products has the outputs of
    attention, where the squares of N tokens have independent images under S -> V S M. Of
    V = P [E; F] and M = [E; H]^T R, with c, a - c and b - c rows in E, F and H, all independent,
    there are such tokens, as many as the network has products, which are count(a, b, c). And the
    network has the outputs of attention.
    """
    factored = Squares(w)
    c, f, h = factored.numbers
    network = factored.network(minimum.weights)
    products = w.count(ones((network.D.shape[1],), like=network.D))
    count = w.call(minimum.count, c + f, c + h, c)
    return All(
        (
            said_to_multiply(w, minimum.needed),
            factored.says_independent(),
            Equal(factored.number_of_products(), count),
            SameOutputs(factored.attention, factored.machine(network)),
            Equal(products, count),
        )
    )


def by_products(whole: Any) -> Evidence:
    """Prove that fewer products do not do, that squares are independent, and that these do."""
    fewer, independent, number, same, products = whole.parts
    return conjunction(
        whole, by_columns(fewer), by_independent_squares(independent), prove(number),
        by_stored_products(same), prove(products),
    )  # fmt: skip


check_products_for_all_sizes = proof_of(
    says_products,
    by_products,
    instances=SIZES,
    name="check_products_for_all_sizes",
    seconds=240,
)


@check("exact")
def check_products_of_networks(minimum: Minimum) -> Evidence:
    """The count is the rank of what is remembered and the size of the network, up to d = 6.

    For d <= 3 the network is built, and run against attention.
    """
    listed = patterns(6)
    for pattern in listed:
        claimed, bound = minimum.at(pattern), pattern.memory_rank
        if not claimed == minimum.needed(bound) == bound:
            said = f"{claimed} products, {minimum.needed(bound)} of which are needed"
            found = f"{bound} are needed and enough"
            return Evidence.refuted(Counterexample(vars_of(pattern), said, found))
        if pattern.d <= 3:
            if failure := difference_from_attention(minimum, pattern):
                return Evidence.refuted(failure)
            if network_of(minimum, pattern).D.shape[1] != bound:
                return Evidence.undecided(f"The network for {pattern} has another size.")
    return Evidence.holds(f"all {len(listed)} rank patterns up to d = 6")


@check("exact", kills=("no-sharing", "one-more", "pairs-only"))
def check_the_argument_on_networks(minimum: Minimum) -> Evidence:
    """In three networks for attention the z_i are as the lower bound has them.

    Figure 1, the smallest network, and Figure 1 with unequal scales: Q vanishes on all z_i, their
    pairing with current tokens has rank N, and there are at least N products.
    """
    for pattern in patterns(2):
        for network in _networks(pattern.attention):
            z, now = _second_order(network), _all_at_zero(network)
            if any(value != 0 for u in z for v in z for value in _bilinear(network, u, v)):
                return Evidence.undecided(f"Products of two memories are read at {pattern}.")
            pairing = [[v for u in now for v in _bilinear(network, u, one)] for one in z]
            found = rank(EXACT.array(pairing))
            if minimum.at(pattern) != found or found > network.D.shape[1]:
                claimed = f"{minimum.at(pattern)} products"
                return Evidence.refuted(
                    Counterexample(vars_of(pattern), claimed, f"a pairing of rank {found}")
                )
    return Evidence.holds("three networks for each rank pattern up to d = 2")


def _networks(attention: LinearAttention) -> list[Any]:
    figure = attention_as_gated_rnn(attention)
    scales = EXACT.array([[i + 2] for i in range(figure.D.shape[1])])
    scaled = replace(figure, W_out_m=figure.W_out_m * scales, D=figure.D / scales.T)
    return [figure, scaled, minimal_attention(attention)]


def _second_order(network: Any) -> list[Any]:
    """The z_i for the tokens e_i and e_i + e_j, each at a lag of its own."""
    unit = EXACT.eye(network.W_in_m.shape[1] - 1)
    tokens = [*unit, *(unit[i] + unit[j] for i in range(len(unit)) for j in range(i))]
    found = []
    for lag, token in enumerate(tokens, start=1):
        twice, once = (network.step(network.initial_state(), c * token)[0] for c in (2, 1))
        z = (twice - 2 * once) / 2
        for _ in range(lag):
            z = network.lam * z
        found.append(z)
    return found


def _all_at_zero(network: Any) -> list[Any]:
    """What each of the tokens e_i leaves in the state when it is the current one."""
    unit = EXACT.eye(network.W_in_m.shape[1] - 1)
    return [network.step(network.initial_state(), token)[0] for token in unit]


def _bilinear(network: Any, u: Any, v: Any) -> Any:
    """Twice Q(u, v), for the quadratic map Q of the outputs."""
    forms = network.W_out_m, network.W_out_x
    (m_u, n_u), (m_v, n_v) = ([form @ state for form in forms] for state in (u, v))
    return network.D @ (m_u * n_v + m_v * n_u)


def least_products(a: Any, b: Any, c: Any) -> Any:
    """Return ab - c(c-1)/2."""
    return least_hidden(a, b, c) - b


def products_by_ranks(a: Any, b: Any, c: Any) -> Any:
    """Return ab - c(c-1)/2, of numbers and symbols of all sorts."""
    return units_by_ranks(a, b, c) - b


def _each_one(N: Any) -> Any:
    return N


REFUTED_AT_SIZES = ("no-sharing", "one-more", "pairs-only", "diagonal-twice", "forgetful")
SMALLEST = Minimum(products_by_ranks, minimal_weights(), needed=_each_one)
FORGETFUL, FAR = (
    minimal_weights().lam.replace(("ee",), entry)
    for entry in (None, lambda _w, _i, j: (j < 40) * 1)
)


def _read_twice(w: Any, i: Any, j: Any, k: Any, m: Any) -> Any:
    return w.delta(i, k) * w.delta(j, m) + w.delta(i, j) * (w.delta(i, k) + w.delta(i, m))


min_products = Claim(
    id="gated-rnn/x2-min-products",
    title="The least number of products for attention is ab - c(c-1)/2",
    source=Source(PAPER, "Sec. 3.2, beyond the text"),
    statement=r"p_{\min} = ab - \tfrac{c(c-1)}2 = \mathrm{rank}(S \mapsto VSM|_{\mathrm{Sym}}),"
    r"\quad a = \mathrm{rank}\,V,\; b = \mathrm{rank}\,M,\;"
    r" c = \dim(\mathrm{row}\,V \cap \mathrm{col}\,M),\; M = K^\top Q",
    assumptions=(
        "a network of class (2) of any width, with biases, and a dense or diagonal recurrence",
        "equality with attention at all lengths",
        "$V = P [E; F]$ and $M = [E; H]^\\top R$ with $c$, $a - c$ and $b - c$ rows in $E$, $F$ and"
        " $H$, which are independent together, $P$ of full column rank, $R$ of full row rank",
    ),
    subject=SMALLEST,
    says=says_products,
    checks=(
        check_products_for_all_sizes.killing(*REFUTED_AT_SIZES),
        instances_of(says_products, instances=SIZES, kills=REFUTED_AT_SIZES),
        check_products_of_networks,
        check_the_argument_on_networks,
        certificate(
            says_products,
            proof=(lemmas("products_by_columns"), "least_products.v"),
            part=1,
            by=by_products,
            instances=SIZES,
            tier="deep",
            seconds=900,
        ).killing(*REFUTED_AT_SIZES),
    ),
    mutants=(
        Mutant("no-sharing", replace(SMALLEST, count=lambda a, b, c: a * b), "d^2, as in Fig. 1"),
        Mutant("one-more", replace(SMALLEST, count=lambda a, b, c: products_by_ranks(a, b, c) + 1)),
        Mutant(
            "pairs-only",
            replace(SMALLEST, count=lambda a, b, c: products_by_ranks(a, b, c) - c),
            "i < j without the row sums",
        ),
        Mutant(
            "diagonal-twice",
            replace(
                SMALLEST,
                weights=replace(
                    SMALLEST.weights,
                    W_out_m=SMALLEST.weights.W_out_m.replace(("ee", "ee"), _read_twice),
                ),
            ),
            "the row sums count the diagonal more than once",
        ),
        Mutant("one-more-needed", replace(SMALLEST, needed=lambda N: N + 1), "a product too many"),
        Mutant(
            "forgetful",
            replace(SMALLEST, weights=replace(SMALLEST.weights, lam=FORGETFUL)),
            "lambda = 0 for the shared products",
        ),
    ),
    late=(
        Mutant(
            "more-from-1000-on",
            replace(SMALLEST, needed=lambda N: N if N < 1000 else N + 1),
            "a product too many where 1,000 squares are told apart",
        ),
        Mutant(
            "shares-nothing-late",
            replace(
                SMALLEST, count=lambda a, b, c: products_by_ranks(a, b, c) if c < 1000 else a * b
            ),
            "nothing is shared from c = 1,000 on",
        ),
        Mutant(
            "far-products",
            replace(SMALLEST, weights=replace(SMALLEST.weights, lam=FAR)),
            "products with forms beyond the fortieth are forgotten",
        ),
    ),
    notes="One network has the least number of hidden units and of products at once. For d = 4 this"
    " is 10; training in Sec. 4.1 ended at 13, or 11 after merging. The lower bound is of networks"
    " that read the state and nothing else, as class (2) does. Proved are its steps, all for every"
    " size: p is N at least where N squares have independent images; ab - c(c-1)/2 squares have"
    " these; so many products do. That the squares of the second are those of the first, numbered"
    " from 1 to N, is read, as no rule puts arrays in the place of free ones.",
    new=True,
)
