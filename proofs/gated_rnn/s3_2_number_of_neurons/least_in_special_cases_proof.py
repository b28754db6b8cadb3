"""The proofs of the least numbers of units and of products in special cases."""

from typing import Any

from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import MixedDifferences, apart
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks_proof import (
    by_independence,
    by_mixed_differences,
    by_stored_products,
)
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_invertible_values import (
    by_stored_pairs,
)
from theorem_checks import (
    Evidence,
    Implies,
    Index,
    Sum,
    array_of,
    conjunction,
    family,
    inner_dimension,
    linear_combination,
    prove,
    required_blocks,
)
from theorem_checks.proving.effort import lemma
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, matrix_unit, outer
from theorem_checks.statements.arrays.symbolic_arrays import ones as ones_over

__all__ = ["by_cases", "by_differences_with_skip", "by_pairs_read_by_the_token"]


def by_cases(whole: Any) -> Evidence:
    """Prove each bound by mixed differences, what the networks are by what they store."""
    fewer, ranks, number, same, *rest = whole.parts
    *counted, skipping, reads, size = rest
    return conjunction(
        whole,
        by_mixed_differences(fewer),
        by_independence(ranks),
        prove(number),
        by_stored_products(same),
        *map(prove, counted),
        by_differences_with_skip(skipping),
        by_pairs_read_by_the_token(reads),
        prove(size),
    )


@lemma
def by_pairs_read_by_the_token(same: Any) -> Evidence:
    """Prove equal outputs: the network stores the sums of x_i x_j, i <= j."""
    return by_stored_pairs(same, same.array("V_i"))


class _Skipping(MixedDifferences):
    """Mixed differences of outputs that read the token, too."""

    def __init__(self, fewer: Implies) -> None:
        hypothesis: Any = fewer.hypothesis
        same, self.equation = hypothesis.parts
        names = (f"{name}_s" for name in "ADOUPSXY")
        self.A, self.D, self.O, self.U, self.P, self.S, self.X, self.Y = map(
            hypothesis.array, names
        )
        self.read_from(same)
        ((N,),) = self.X.axes[:1]
        self.named = family("pair", *N.sizes)
        self.j, self.a, self.z = (Index(name, *self.x.sizes) for name in ("now", "one", "two"))

    def given_now(self) -> SymbolicArray:
        """Return the bilinear form of the outputs in the token e_j now and a state."""
        every, x = ones_over((self.y,)), self.unit(self.j)
        state = self.part(x)
        left, right = (
            self.D * outer(every, of_state @ state + of_token @ x)
            for of_state, of_token in ((self.O, self.P), (self.U, self.S))
        )
        return left @ self.U + right @ self.O

    def past(self) -> Any:
        """Return e_a + e_z, less e_a and e_z, and nothing."""
        return self.two(self.unit(self.a), self.unit(self.z))

    def factors(self) -> tuple[SymbolicArray, SymbolicArray]:
        """Return the two factors: tokens now, weighted by X, and two steps before, by Y."""
        y = Index("y", *self.y.sizes)

        def of_row(k: Index, u: Index) -> Any:
            return Sum(self.X[k, y, self.j] * self.given_now()[y, u], y, self.j)

        def of_column(u: Index, m: Index) -> Any:
            moved = self.A @ (self.A @ self.parts(self.past()))
            return Sum(self.Y[self.a, self.z, m] * moved[u], self.a, self.z)

        left = array_of(apart({("pair", self.units.name): of_row}), self.named, self.units)
        right = array_of(apart({(self.units.name, "pair"): of_column}), self.units, self.named)
        return left, right


@lemma
def by_differences_with_skip(fewer: Any) -> Evidence:
    """Prove that N units are needed: X A Y is a product through the units."""
    at = _Skipping(fewer)
    left, right = at.factors()
    (block,) = required_blocks(left, right)
    (k,), (m,) = block.rows, block.columns
    weights = at.vector(lambda y: at.X[k, y, at.j] * at.Y[at.a, at.z, m], axis=at.y)
    now, over = at.less_nothing(at.unit(at.j)), (at.j, at.a, at.z)
    runs = at.mixed(weights, at.past(), [(1, at.none)], now, over=over)
    entry = matrix_unit(at.equation.lhs.axes, k, m)
    part = linear_combination(Implies(fewer.hypothesis, block.equal), runs, [(1, entry)])
    return inner_dimension(fewer, left, right, part)
