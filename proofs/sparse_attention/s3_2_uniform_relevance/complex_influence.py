"""The network of one unit with a complex eigenvalue, by real and imaginary parts.

What moves with h_t is a state of the network itself, fed with nothing: dh_T and A_T, the sum of
dh_i/dh_t over i <= T. Both begin at 1. At T the network puts out D_T = ds_T/dh_t.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from theorem_checks import World

__all__ = ["Complex", "Influence"]


@dataclass(frozen=True)
class Complex:
    """The complex number `real` + i `imaginary`, of numbers of any kind."""

    real: Any
    imaginary: Any

    def __add__(self, other: Any) -> "Complex":
        other = _complex(other)
        return Complex(self.real + other.real, self.imaginary + other.imaginary)

    def __sub__(self, other: Any) -> "Complex":
        return self + _complex(other) * -1

    def __mul__(self, other: Any) -> "Complex":
        other = _complex(other)
        return Complex(
            self.real * other.real - self.imaginary * other.imaginary,
            self.real * other.imaginary + self.imaginary * other.real,
        )

    def __truediv__(self, number: Any) -> "Complex":
        return Complex(self.real / number, self.imaginary / number)

    @property
    def parts(self) -> tuple[Any, Any]:
        """Real and imaginary part."""
        return self.real, self.imaginary

    def squared_modulus(self) -> Any:
        """Return |z|^2."""
        return self.real**2 + self.imaginary**2


def _complex(number: Any) -> Complex:
    return number if isinstance(number, Complex) else Complex(number, 0 * number)


class Influence:
    """What moves with h_t for V = lam, at T = t + k, k = 0, 1, ..., in a world.

    **Arguments**: `network(V)`, the network; lam = `x` + i `y`, and the start `t`. The sequences
    are called h + i g, for dh_T, and A + i B.
    """

    def __init__(self, w: World, network: Callable[[Any], Any], x: Any, y: Any, t: Any) -> None:
        self._network, self._t = network(Complex(x, y)), t
        self._sequences = w.recurrence("h g A B", (1, 0, 1, 0), self._after)

    def _after(self, h: Any, g: Any, A: Any, B: Any, k: Any) -> tuple[Any, ...]:
        (moved, total), _ = self._step(h, g, A, B, k)
        return moved.real, moved.imaginary, total.real, total.imaginary

    def _step(self, h: Any, g: Any, A: Any, B: Any, k: Any) -> Any:
        return self._network.step(self._t + k, (Complex(h[k], g[k]), Complex(A[k], B[k])), 0)

    def gradient(self, k: Any) -> Complex:
        """Return D_T, T = t + k."""
        h, g, A, B = self._sequences
        return self._step(h, g, A, B, k)[1]

    def total(self, k: Any) -> Complex:
        """Return A_T, T = t + k."""
        _, _, A, B = self._sequences
        return Complex(A[k], B[k])
