r"""The kernel of softmax attention, $e^{q \cdot k}$: its weights before they are normalised.

Source: Katharopoulos et al., Transformers are RNNs, eqs (2) and (3), without the scale $1/\sqrt D$.
"""

from typing import Any

from constructions.arrays import exp

__all__ = ["softmax_kernel"]


def softmax_kernel(queries: Any, keys: Any) -> Any:
    r"""Return $e^{q_i \cdot k_j}$ for each query and each key, shape (n, m).

    **Arguments**: arrays of one number system of shapes (n, d) and (m, d), a query or a key in
    each row. **Raises** `NotInSystemError` on rationals and polynomials.
    """
    return exp(queries @ keys.T)
