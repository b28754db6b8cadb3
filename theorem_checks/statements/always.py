"""What is true of the state of a machine at all times, whatever tokens it reads."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import All, Conclusion, Implies, Relation, in_scope
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.terms import (
    each_component,
    entries_of,
    put,
    replacement,
    tensor_names,
)

__all__ = ["Always", "Watched", "names_in"]


@dataclass(frozen=True, eq=False)
class Always(Conclusion):
    """Something is true of a machine's state before the first token, and after each one.

    On all sequences of tokens, of all lengths. For machines of symbolic sizes; of those of a fixed
    size, and of tokens that are allowed, `Throughout` speaks.

    **Fields**: the `machine`; what is `said`, equations, inequalities and orders of symmetric
    matrices, joined by `All` and `Implies`, in entries of the machine's free state, and of what
    else the statement has; what is `allowed` of each token and of the state before it, such
    conclusions as well: on sequences of which that is not so for each token nothing is said.
    """

    machine: Machine
    said: Conclusion
    allowed: tuple[Conclusion, ...] = ()

    def __post_init__(self) -> None:
        for name, one in (("said", self.said), *(("allowed", part) for part in self.allowed)):
            if not _is_of_relations(one):
                expected = "equations, inequalities and orders, joined by All and Implies"
                raise ArgumentError(name, type(one).__name__, expected)
        if read := names_in(self.said) & tensor_names(self.machine.token):
            hint = "It is said of the state alone: let the state keep what is said of the token."
            raise ArgumentError("said", sorted(read), "nothing of the token", hint)

    def at(self, state: Any) -> Conclusion:
        """What is said, of another state."""
        values = replacement(self.machine.state, state)
        return self.said.mapped(lambda part: put(part, values))

    @property
    def latex(self) -> str:  # noqa: D102
        over = ""
        if self.allowed:
            called = dict.fromkeys(entries_of(self.machine.token), "x_t")
            met = (_latex_called(part, called) for part in self.allowed)
            over = rf"\text{{ and tokens with }} {', '.join(met)}"
        said = in_scope(self.said, self.said.latex)
        return rf"{said} \;\text{{for all }} t \ge 1{over}:\; {self.machine.latex}"


class Watched(Always):
    """An `Always` of a concrete world: what is said of one state, and by `of` of any other."""

    of: Callable[[Any], Conclusion]
    allows: Callable[[Any, Any], tuple[Conclusion, ...]]

    @classmethod
    def made(
        cls,
        machine: Machine,
        of: Callable[[Any], Conclusion],
        allows: Callable[[Any, Any], tuple[Conclusion, ...]],
    ) -> "Watched":
        """One with what is said of the state that was drawn."""
        found = cls(machine, of(machine.state), allows(machine.state, machine.token))
        object.__setattr__(found, "of", of)
        object.__setattr__(found, "allows", allows)
        return found

    def along(
        self, tokens: Sequence[Any], is_met: Callable[[Conclusion], bool]
    ) -> Iterator[Conclusion]:
        """What is said of the first state, and of that after each token, as the cell runs.

        A token that is not allowed is halved until it is, and where it is never, the run ends.
        """
        state = self.machine.start
        yield self.of(state)
        for token in tokens:
            read = self._allowed(state, token, is_met)
            if read is None:
                return
            state, _ = self.machine.step(state, read)
            yield self.of(state)

    def _allowed(self, state: Any, token: Any, is_met: Callable[[Conclusion], bool]) -> Any:
        """The token, or the first of its halves that is allowed after a state; None for none."""
        for power in range(_MOST_HALVES):
            read = each_component(lambda part, p=power: part * Fraction(1, 2**p), token)
            if all(map(is_met, self.allows(state, read))):
                return read
        return None


_MOST_HALVES = 24


def _latex_called(said: Conclusion, called: Mapping[str, str]) -> str:
    """What is said, with other names for arrays in relations."""
    if isinstance(said, All):
        return ", ".join(_latex_called(part, called) for part in said.parts)
    return said.latex_called(called) if isinstance(said, Relation) else said.latex


def _is_of_relations(said: Conclusion) -> bool:
    if isinstance(said, All | Implies):
        inner = said.parts if isinstance(said, All) else (said.hypothesis, said.body)
        return all(map(_is_of_relations, inner))
    return isinstance(said, Relation | LoewnerAtMost)


def names_in(
    conclusion: Conclusion, names: Callable[[Any], Iterable[str]] = tensor_names
) -> set[str]:
    """The names of the arrays that stand in a conclusion, states and tokens of machines as well.

    **Arguments**: `names`, those that are meant of what stands in a term; of arrays by default.
    """
    found: set[str] = set()
    for field in fields(conclusion):  # pyright: ignore[reportArgumentType]
        value = getattr(conclusion, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Conclusion):
                found |= names_in(part, names)
            elif isinstance(part, Machine):
                every = (part.start, part.state, part.token, part.after, part.output)
                found |= set().union(*map(names, every))
            elif not isinstance(part, str | int):
                found |= set(names(part))
    return found
