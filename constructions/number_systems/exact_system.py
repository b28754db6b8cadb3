"""What exact number systems share: exp and its like lead out of them."""

from typing import Any, ClassVar, NoReturn

from constructions.errors import NotInSystemError
from constructions.number_systems.number_array import EntrywiseSystem

__all__ = ["ExactSystem"]


class ExactSystem(EntrywiseSystem):
    """A system of exact numbers, which has no exponentials.

    **Fields**: `leaves`, why a function has no value here, for the error.
    """

    leaves: ClassVar[str]

    def exp(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`."""
        self.refuse("exp", x)

    def sigmoid(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`."""
        self.refuse("sigmoid", x)

    def tanh(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`."""
        self.refuse("tanh", x)

    def relu(self, x: Any) -> Any:
        r"""Return $\max(x, 0)$, entry by entry."""
        zero = self.entry(0)
        return self.map(lambda value: max(value, zero), x)

    def refuse(self, function: str, x: Any) -> NoReturn:
        """Raise `NotInSystemError` for a function of an array."""
        enclosures = "Use certified enclosures: balls(prec).array(values)."
        raise NotInSystemError(function, x, self.leaves, enclosures)
