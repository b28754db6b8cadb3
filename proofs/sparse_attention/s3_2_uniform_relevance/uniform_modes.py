"""The network under uniform attention taken apart along eigenvectors of V, for every size.

What moves with h_t is dh_{T+1} = V D_T, A_{T+1} = A_T + dh_{T+1}, D_T = dh_T + c_T A_T with c_T =
1/T. For V = P diag(lam) Q it is P diag(.) Q of what moves in the networks of one unit, V = lam_k.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import concatenate, ones, outer
from constructions.cells.attentive_rnn import UniformlyAttentiveRNN
from theorem_checks import Conclusion, Equal, Evidence, World, simulation
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = ["Modes", "Perturbed", "by_diagonal_form"]


@dataclass(frozen=True)
class Perturbed:
    """What moves with h_t, as a cell. The tokens are the numbers c_T, any here, and 1/T there.

    `first` is dh_t = A_t, `times` multiplies by V, and `read` says what is put out of D_T. The
    state is dh_T and A_T, one above the other.
    """

    parts: tuple[Any, Any]
    first: Any
    times: Callable[[Any], Any]
    weigh: Callable[[Any, Any], Any]
    read: Callable[[Any], Any]

    def initial_state(self) -> Any:
        """Return dh_t = A_t = 1."""
        return concatenate([self.first, self.first])

    def step(self, state: Any, c: Any) -> tuple[Any, Any]:
        """Return the state at T + 1, and what is put out at T."""
        h, A = (part @ state for part in self.parts)
        D = h + self.weigh(c, A)
        later = self.times(D)
        return concatenate([later, A + later]), self.read(D)


class Modes:
    """The network of V = P diag(lam) Q with n units, and those of one unit for each lam_k."""

    def __init__(self, w: World, n: Any, P: Any, lam: Any, Q: Any) -> None:
        self.w, self.lam = w, lam
        self._one, self._single = ones((n,), like=lam), ones((1,), like=lam)
        self._eye: Any = w.identity(n)
        none = outer(self._one, self._one) * 0
        self._none = none
        self._parts = concatenate([self._eye, none]).T, concatenate([none, self._eye]).T
        self.V: Any = w.entries(lambda _, i, j: P[i, j] * lam[j], n, n) @ Q

    def matrices(self, read: Callable[[Any], Any]) -> Perturbed:
        """What moves in the network of n units; `read` is of the matrix D_T."""
        one, single = self._one, self._single

        def weigh(c: Any, A: Any) -> Any:
            return (outer(one, c) @ outer(single, one)) * A

        return Perturbed(self._parts, self._eye, lambda D: self.V @ D, weigh, read)

    def numbers(self, read: Callable[[Any], Any]) -> Perturbed:
        """What moves in all networks of one unit; `read` is of the numbers D_T(lam_k)."""
        one, single = self._one, self._single

        def weigh(c: Any, A: Any) -> Any:
            return (outer(one, c) @ single) * A

        return Perturbed(self._parts, one, lambda D: self.lam * D, weigh, read)

    def is_the_network(
        self, T: Any, H: Any, A: Any, read: Callable[[Any], Any]
    ) -> tuple[Conclusion, Conclusion]:
        """The cell of matrices does at T what the shipped network does, from any dh_T and A_T."""
        (after, total), D = UniformlyAttentiveRNN(self.V).step(T, (H, A), self._none)
        moved, put_out = self.matrices(read).step(concatenate([H, A]), self._single / T)
        return Equal(moved, concatenate([after, total])), Equal(put_out, read(D))

    def are_networks(
        self, T: Any, h: Any, a: Any, read: Callable[[Any], Any]
    ) -> tuple[Conclusion, Conclusion]:
        """The cell of numbers does at T what the network of V = diag(lam) does to vectors.

        Its units go apart, each as the network of one unit, V = lam_k.
        """
        n = self.lam.shape[0]
        V = self.w.entries(lambda helper, i, j: helper.delta(i, j) * self.lam[j], n, n)
        (after, total), D = UniformlyAttentiveRNN(V).step(T, (h, a), 0 * h)
        moved, put_out = self.numbers(read).step(concatenate([h, a]), self._single / T)
        return Equal(moved, concatenate([after, total])), Equal(put_out, read(D))


def by_diagonal_form(same: Any, P: Any, Q: Any) -> Evidence:
    """Every dh_T and A_T is P diag(.) Q of those for the eigenvalues."""
    state, one = same.other.state, ones(P.axes[:1], like=P)

    def matrix(number: int) -> Any:
        vector = SymbolicArray((state.axes[0][number : number + 1],), {(0,): state.blocks[number,]})
        return (P * outer(one, vector)) @ Q

    return simulation(same, concatenate([matrix(0), matrix(1)]))
