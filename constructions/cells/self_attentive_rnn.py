r"""The recurrent network with self-attention, all of its parts free to choose (MemRNN).

$$h_{t+1} = \phi(V s_t + U x_{t+1} + b), \quad s_t = f(h_t, c_t), \quad
c_t = \sum_{i \le t} \alpha_{i,t} h_i, \quad
\alpha_{i,t} = \frac{w(s_{t-1}, h_i)}{\sum_{j \le t} w(s_{t-1}, h_j)}$$

with a positive weight $w$: $w = e^a$ is the softmax of an alignment function $a$, and a positive
rational $w$ keeps the network within exact numbers. All states are kept, so this is no `Cell`:
memory grows with t.

Source: Kerg et al., Untangling tradeoffs between recurrence and self-attention, eqs (1)-(2);
`AdditiveAlignment` is that of Bahdanau et al. as it stands there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from constructions.arrays import Array, concatenate, exp, tanh
from constructions.errors import ArgumentError

__all__ = ["AdditiveAlignment", "SelfAttentiveRNN", "concatenated", "softmax_of", "summed"]


def summed(h: Any, c: Any) -> Any:
    """Return f(h, c) = h + c."""
    return h + c


def concatenated(h: Any, c: Any) -> Any:
    """Return (h; c), which has 2n entries: V is then n x 2n."""
    return concatenate([h, c])


@dataclass(frozen=True)
class AdditiveAlignment:
    r"""The alignment $a(s, h) = v_a^\top \tanh(W_a s + U_a h)$, a number.

    **Fields**: `v_a` (n), `W_a` (n x n, or n x 2n where outputs are concatenated), `U_a` (n x n);
    `phi`, tanh, or what stands in for it in exact numbers.
    """

    v_a: Array
    W_a: Array
    U_a: Array
    phi: Callable[[Any], Any] = tanh

    def __call__(self, s: Any, h: Any) -> Any:
        """Return the score of the state `h` as seen from the output `s` before."""
        return self.v_a @ self.phi(self.W_a @ s + self.U_a @ h)


def softmax_of(alignment: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the weight exp(a(s, h)) of an alignment function."""
    return lambda s, h: exp(alignment(s, h))


@dataclass(frozen=True)
class SelfAttentiveRNN:
    r"""The network on any number system.

    **Fields**: `V` (n x n, or n x 2n with `concatenated`), `U` (n x m), `b` (n); `weight(s, h)`, a
    positive number; `phi`; `combine`, the function f.
    """

    V: Array
    U: Array
    b: Array
    weight: Callable[[Any, Any], Any]
    phi: Callable[[Any], Any] = tanh
    combine: Callable[[Any, Any], Any] = summed

    def recur(self, s: Any, x: Any) -> Any:
        """Return h_{t+1} from s_t and x_{t+1}."""
        return self.phi(self.V @ s + self.U @ x + self.b)

    def weights(self, s_before: Any, states: Sequence[Any]) -> list[Any]:
        r"""Return $\alpha_{1,t}, \dots, \alpha_{t,t}$ from $s_{t-1}$ and $h_1, \dots, h_t$.

        At t = 1 the weight is 1, and there is no $s_0$: give None.
        """
        if not states:
            raise ArgumentError("states", states, "at least one state")
        if len(states) == 1:
            return [1]
        found = [self.weight(s_before, h) for h in states]
        total = sum(found[1:], start=found[0])
        return [one / total for one in found]

    def read(self, s_before: Any, states: Sequence[Any]) -> Any:
        """Return s_t from s_{t-1} and h_1, ..., h_t."""
        parts = [h * w for w, h in zip(self.weights(s_before, states), states, strict=True)]
        return self.combine(states[-1], sum(parts[1:], start=parts[0]))

    def run(self, first: Any, inputs: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Return the states h_1, ..., h_T and the outputs s_1, ..., s_T.

        **Arguments**: h_1 itself, and the inputs x_2, ..., x_T.
        """
        states, outputs = [first], [self.read(None, [first])]
        for x in inputs:
            states.append(self.recur(outputs[-1], x))
            outputs.append(self.read(outputs[-1], states))
        return states, outputs
