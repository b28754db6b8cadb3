"""A real number that is written long, as one that is written short, so that sums of it stay short.

A recurrent network puts sigmoids into sigmoids, token by token, and SymPy asks of every sum whether
it is positive, which takes it as long as the number is written. What is known of an `Irrational` is
that it is real, and of exponentials that they are positive; its value is that of what it stands
for, which balls enclose.
"""

from hashlib import blake2b
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError

__all__ = ["Irrational"]


class Irrational(sp.AtomicExpr):
    """A real number by itself; `meant` is the expression that says which one it is."""

    is_commutative = True
    is_real = True
    is_number = False  # else SymPy computes it, wherever a sign is asked for
    __slots__ = ("_name", "meant")

    meant: sp.Expr
    _name: str  # once it was asked for

    def __new__(cls, meant: sp.Expr) -> "Irrational":
        """The number that an expression says, which may be one already."""
        if isinstance(meant, Irrational):
            return meant
        if free := meant.free_symbols:
            hint = f"It depends on {', '.join(sorted(map(str, free)))}."
            raise ArgumentError("meant", meant, "a number", hint)
        made = super().__new__(cls)
        made.meant = meant
        return made

    @property
    def name(self) -> str:
        """What it is called where it is printed, which takes long and is seldom asked for."""
        if not hasattr(self, "_name"):
            self._name = f"number_{blake2b(str(self.meant).encode(), digest_size=4).hexdigest()}"
        return self._name

    def _eval_is_positive(self) -> bool | None:
        """Whether it is an exponential, or one divided by what is positive: by its head alone."""
        return self.meant.is_positive if isinstance(self.meant, sp.exp | sp.Pow) else None

    def _hashable_content(self) -> tuple[Any, ...]:
        return (self.meant,)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.meant,)

    def _sympystr(self, _printer: Any) -> str:
        return self.name
