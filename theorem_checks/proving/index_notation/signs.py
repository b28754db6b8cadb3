"""What is seen of canonical forms to be positive, or not negative, by coefficients and kinds."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.proving.index_notation.graphs import Component
from theorem_checks.proving.index_notation.known_entries import (
    DOWN,
    UP,
    is_never_negative,
    is_not_negative,
)
from theorem_checks.proving.index_notation.products import (
    Terms,
)
from theorem_checks.proving.index_notation.terms import (
    rational,
)
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Scalar,
    nodes,
)
from theorem_checks.statements.arrays.known_functions import (
    RECIPROCAL,
    ROOT,
)

__all__ = ["Signs", "is_nonnegative"]

_ARE_POSITIVE = (UP, DOWN, f"{RECIPROCAL}!+#", f"{ROOT}!+#")  # entries of forms


class Signs:
    """What is known to be positive where some expressions stand: their sizes and symbols."""

    def __init__(self, expressions: Iterable[IndexExpression]) -> None:
        known: set[Any] = set()
        for part in nodes(expressions):
            known |= {index.range for index in part.within}
            known |= part.value.free_symbols if isinstance(part, Scalar) else set()
        self._sizes = {repr(rational(size)) for size in known if size.is_positive}
        self._names = {str(s) for size in known for s in size.free_symbols if s.is_positive}

    def is_positive(self, component: Component) -> bool:
        """Whether what hangs together is positive: exponentials and such, over some places."""
        sizes, factors = component
        return all(size.text in self._sizes for size in sizes) and all(
            tensor.name.startswith(_ARE_POSITIVE) for tensor, _ in factors
        )

    def is_never_negative(self, component: Component) -> bool:
        """Whether what hangs together is not negative, wherever it stands."""
        return is_not_negative(component)

    def are_positive(self, terms: Terms) -> bool:
        """Whether a form is positive: no term is negative, and one is positive."""
        return self.are_never_negative(terms) and any(
            all(map(self.is_positive, product)) for product in terms
        )

    def are_never_negative(self, terms: Terms) -> bool:
        """Whether no term is negative."""
        return all(
            self.is_positive_number(coefficient)
            and all(
                times % 2 == 0 or is_not_negative(component)
                for component, times in Counter(product).items()
            )
            for product, coefficient in terms.items()
        )

    def is_positive_number(self, coefficient: RationalFunction) -> bool:
        """Whether a coefficient has positive numbers and positive symbols only."""
        return all(
            number > 0 and all(name in self._names for name, _ in powers)
            for terms in coefficient.key
            for powers, number in terms
        )


def is_nonnegative(terms: Terms) -> bool:
    """Whether every term is a positive number times what is never negative."""
    return all(
        (constant := coefficient.as_constant) is not None
        and constant > 0
        and all(is_never_negative(tensor) for _, factors in product for tensor, _ in factors)
        for product, coefficient in terms.items()
    )
