"""The ways by which something was decided, and the engines that they rest on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from theorem_checks.errors import ArgumentError, nearest

__all__ = ["Engine", "Route"]


class Engine(StrEnum):
    """What did the arithmetic of a route: a library, or a module of the toolkit with its own."""

    FLINT = "python-flint"
    SYMPY = "sympy"
    FRACTIONS = "fractions"
    INTEGERS = "integers"
    INDEX_TERMS = "index terms"
    MOMENT_RECURSION = "moment recursion"
    PLACEMENTS = "placements"
    ENUMERATION = "enumeration"
    MULTIDEGREES = "multidegrees"
    PIECEWISE = "piecewise-linear forms"
    CYCLOTOMIC = "cyclotomic numbers"
    ROUNDING = "running error analysis"
    Z3 = "z3"
    CVC5 = "cvc5"
    HYPOTHESIS = "hypothesis"
    NUMPY = "numpy"
    MPMATH = "mpmath"
    JAX = "jax"
    ROCQ = "rocq"


@dataclass(frozen=True)
class Route:
    """One way by which a verdict was reached.

    `name` says what was done, in a phrase; `engines`, by what; `decides`, whether it is a decision
    for all that the statement is about (a canonical form, a solver, a recursion, an enclosure), or
    a test of it (values at points and small sizes).

    Use the constructors `Route.deciding` and `Route.testing`.
    """

    name: str
    engines: tuple[Engine, ...]
    decides: bool

    def __post_init__(self) -> None:
        engines = self.engines
        if isinstance(engines, str) or not engines:
            raise ArgumentError("Route.engines", engines, "a tuple of engines, at least one")
        for engine in engines:
            if engine not in list(Engine):
                known = f"one of {', '.join(Engine)}.{nearest(str(engine), Engine)}"
                raise ArgumentError("Route.engines", engine, known)
        object.__setattr__(self, "engines", tuple(map(Engine, engines)))
        if not isinstance(self.decides, bool):
            raise ArgumentError("Route.decides", self.decides, "True or False")

    @classmethod
    def deciding(cls, name: str, *engines: Engine) -> "Route":
        """A route that decides the whole statement."""
        return cls(name, engines, decides=True)

    @classmethod
    def testing(cls, name: str, *engines: Engine) -> "Route":
        """A route that tries the statement, and can only refute it."""
        return cls(name, engines, decides=False)

    def to_json(self) -> dict[str, Any]:
        """Return the route as JSON-ready data."""
        engines = [engine.value for engine in self.engines]
        return {"name": self.name, "engines": engines, "decides": self.decides}

    def __str__(self) -> str:
        return f"{self.name} ({'decides' if self.decides else 'tests'}; {', '.join(self.engines)})"
