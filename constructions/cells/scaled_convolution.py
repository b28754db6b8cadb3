r"""The linear convolution whose coefficients are scaled.

$$y_t = \sum_{j=0}^{t} L_j x_{t-j}, \qquad L_j = \sqrt{\rho_j}\,\theta_j.$$

Source: Emami et al., Implicit bias of linear RNNs, eqs (5)-(8).
"""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import as_array, convolve
from constructions.errors import ShapeError
from constructions.trees import PyTree

__all__ = ["ScaledConvolution"]


@dataclass(frozen=True, eq=False)
class ScaledConvolution(PyTree):
    r"""A one-dimensional convolution over sequences of at most $T$ tokens.

    **Fields**: `theta` ($T \times n_y \times n_x$); `root_rho` ($T$), the factors
    $\sqrt{\rho_j} > 0$, which are given because not every number system has the roots.
    """

    theta: Any
    root_rho: Any

    def __post_init__(self) -> None:
        arrays = [part for part in (self.theta, self.root_rho) if hasattr(part, "shape")]
        for name in ("theta", "root_rho"):
            object.__setattr__(self, name, as_array(getattr(self, name), *arrays))
        theta, rho = (getattr(part, "shape", None) for part in (self.theta, self.root_rho))
        if theta and rho is not None and (len(theta) != 3 or tuple(rho) != theta[:1]):
            raise ShapeError(
                f"ScaledConvolution: theta has shape {tuple(theta)}, root_rho {tuple(rho)};"
                " expected (T, n_y, n_x) and (T,)."
            )

    def __call__(self, xs: Any) -> Any:
        """Return the outputs on a sequence of inputs, both with time as the first axis.

        **Raises** `ShapeError` for inputs of the wrong width, or more of them than coefficients.
        """
        lags, _, width = self.theta.shape
        xs = as_array(xs, self.theta, self.root_rho)
        if len(xs.shape) != 2 or xs.shape[1] != width:
            raise ShapeError(
                f"ScaledConvolution: the sequence has shape {tuple(xs.shape)}, expected"
                f" (T, {width}) as (tokens, inputs)."
            )
        length = xs.shape[0]
        if length > lags:
            raise ShapeError(
                f"ScaledConvolution: {length} tokens, but coefficients for {lags} lags only."
            )
        return convolve(self.root_rho, self.theta, xs)

    def coefficient(self, j: int) -> Any:
        r"""Return $L_j = \sqrt{\rho_j}\,\theta_j$."""
        return self.root_rho[j] * self.theta[j]
