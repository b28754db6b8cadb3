r"""Statements about machines of fixed sizes: a step as a straight-line program, whatever is in it.

A `Machine` is a step on arrays of symbolic sizes, where each entry of an array is computed in the
same way. Of a network with weights that are numbers each entry is computed in a way of its own:
its step is a program of additions, products and maxima, in the entries s[0], s[1], ... of the
state and x[0], x[1], ... of the token.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any, TypeAlias

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.instructions import Instructions
from theorem_checks.statements.names_in_latex import text_latex
from theorem_checks.statements.printed_programs import printed
from theorem_checks.statements.programs import Program
from theorem_checks.statements.reals.evaluation import evaluate, variables
from theorem_checks.statements.reals.exactness import exact_rational
from theorem_checks.statements.reals.terms import (
    Term,
    constant,
    entries_named,
    nodes_of,
    program_of,
)
from theorem_checks.statements.terms import components

__all__ = ["SameRuns", "Steps", "Throughout", "state_named", "steps_of"]

Numbers: TypeAlias = Sequence[Any]
FlatStep: TypeAlias = Callable[[Numbers, Numbers], tuple[list[Any], list[Any]]]
"""From the entries of a state and of a token to those of the next state, and of the output."""

_RUNS, _TOKENS = 3, 3  # at which the trace of a step is held against the step itself


@dataclass(frozen=True, eq=False)
class Steps:
    """A machine of fixed sizes, as its first state and one step of it.

    **Fields**: `start`, the entries of the first state; `token`, how many entries a token has;
    `program`, whose results are the entries of the next state, and then those of the output;
    `step`, what was traced, `cell`, what it is called in the code, and `tokens`, which draws tokens
    to try where few are allowed, which are no data.
    """

    start: tuple[Fraction, ...]
    token: int
    program: Program
    step: FlatStep = field(repr=False)
    cell: str = ""
    tokens: Callable[[Numbers, random.Random], list[Any]] | None = field(default=None, repr=False)

    @property
    def data(self) -> Any:
        """Nested tuples of strings that say all of it."""
        return ("Steps", ("start", *map(str, self.start)), str(self.token), self.program)

    @property
    def outputs(self) -> int:
        """How many entries an output has."""
        return len(self.program[-1]) - 1 - len(self.start)

    def run(self, tokens: Sequence[Numbers]) -> list[list[Any]]:
        """The outputs on tokens, by the program."""
        state, outputs = list(self.start), []
        for x in tokens:
            state, y = self.stepped(state, x)
            outputs.append(y)
        return outputs

    def stepped(self, state: Numbers, x: Numbers) -> tuple[list[Any], list[Any]]:
        """The next state and the output, by the program."""
        point = {f"s[{i}]": value for i, value in enumerate(state)}
        point |= {f"x[{i}]": value for i, value in enumerate(x)}
        results = self._instructions.results(point)
        return results[: len(self.start)], results[len(self.start) :]

    @cached_property
    def _instructions(self) -> Instructions:
        return Instructions.of(self.program)

    def run_itself(self, tokens: Sequence[Numbers]) -> list[list[Any]]:
        """The outputs on tokens, by what was traced, on numbers."""
        state, outputs = list(self.start), []
        for x in tokens:
            state, y = self.step(state, x)
            outputs.append(y)
        return outputs

    def drawn(self, seed: int) -> Iterator[list[list[Fraction]]]:
        """Sequences of tokens of every sort: small numbers, equal ones, fractions, far ones."""
        source = random.Random(seed)  # noqa: S311  # no secret hangs on it
        for number in range(_RUNS):
            most = (2, 9, 1000)[number]
            yield [
                [Fraction(source.randint(-most, most), source.choice((1, 1, 2, 3))) for _ in x]
                for x in [range(self.token)] * _TOKENS
            ]

    def token_to_try(self, state: Numbers, source: random.Random) -> list[Any]:
        """A token that may be allowed after a state."""
        if self.tokens is not None:
            return self.tokens(state, source)
        return [_any_number(source) for _ in range(self.token)]

    @property
    def latex(self) -> str:
        """How large the step is, for a reader; all of it, where it is short."""
        said = printed(self.program)
        shown = ",\\; ".join(said.results)
        first = ", ".join(map(str, self.start[:8])) + (r", \dots" if len(self.start) > 8 else "")
        name = rf"{text_latex(self.cell)}:\; " if self.cell else ""
        return rf"{name}s_0 = ({first}),\; (s_t, y_t) = ({shown}){said.where}"


@dataclass(frozen=True, eq=False)
class SameRuns(Conclusion):
    """Two machines of fixed sizes give the same outputs on all sequences, of all lengths."""

    one: Steps
    other: Steps

    def __post_init__(self) -> None:
        sizes = [(steps.token, steps.outputs) for steps in (self.one, self.other)]
        if sizes[0] != sizes[1]:
            said = "two machines of one size of tokens, and of outputs"
            raise ArgumentError("SameRuns", sizes, said)

    @property
    def data(self) -> Any:  # noqa: D102
        return ("SameRuns", self.one.data, self.other.data)

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: ARG002, D102
        return self

    @property
    def latex(self) -> str:  # noqa: D102
        said = r"y_t = y'_t \;\text{for all } t \text{ and } x_1, x_2, \dots"
        return rf"{said}:\; {self.one.latex};\; {self.other.latex}"


@dataclass(frozen=True, eq=False)
class Throughout(Conclusion):
    """Something is true after each token, on all sequences of tokens that are allowed.

    **Fields**: `steps`, the machine; `formulas`, a program of two results: what is `allowed`, a
    formula in the entries s[i] of the state before a token and x[i] of the token; and what is
    `said`, one in those s[i] of the state after it, x[i], and y[i] of the output.
    """

    steps: Steps
    formulas: Program

    def __post_init__(self) -> None:
        sizes = {"s": len(self.steps.start), "x": self.steps.token, "y": self.steps.outputs}
        known = {f"{name}[{i}]" for name, size in sizes.items() for i in range(size)}
        before = {name for name in known if not name.startswith("y")}
        allowed, said = map(variables, nodes_of(self.formulas))
        if bad := {*allowed} - before | {*said} - known:
            expected = "entries of the state, of the token, and of the output where it is there"
            raise ArgumentError("formulas", sorted(bad), expected)

    @property
    def allowed(self) -> Any:
        """The formula about a token and the state before it."""
        return nodes_of(self.formulas)[0]

    @property
    def said(self) -> Any:
        """The formula about the state and the output after it."""
        return nodes_of(self.formulas)[1]

    @property
    def data(self) -> Any:  # noqa: D102
        return ("Throughout", self.steps.data, self.formulas)

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: ARG002, D102
        return self

    def fails_on(self, seed: int) -> str:
        """A sequence of allowed tokens on which it is not so, by the step itself; '' for none."""
        source = random.Random(seed)  # noqa: S311  # no secret hangs on it
        allowed, said = self.allowed, self.said
        for _ in range(_RUNS):
            state, read = list(self.steps.start), []
            while len(read) < _MOST_ALLOWED:
                token = self._drawn(allowed, state, source)
                if token is None:
                    break
                read.append(token)
                state, y = self.steps.step(state, token)
                point = _entries_at("s", state) | _entries_at("x", token) | _entries_at("y", y)
                if not evaluate(said, point):
                    return ", ".join(str(list(map(str, x))) for x in read)
        return ""

    def _drawn(self, allowed: Any, state: Numbers, source: random.Random) -> list[Fraction] | None:
        """A token that is allowed after a state, if one is found."""
        for _ in range(_TRIED_TOKENS):
            token = self.steps.token_to_try(state, source)
            if evaluate(allowed, _entries_at("s", state) | _entries_at("x", token)):
                return token
        return None

    @property
    def latex(self) -> str:  # noqa: D102
        both = (printed(program_of(part), names=False) for part in nodes_of(self.formulas))
        (allowed,), (said,) = (one.results for one in both)
        over = r"\text{on all sequences of tokens with }"
        return rf"{over} {allowed}:\; {said} \text{{ after each token}}:\; {self.steps.latex}"


_MOST_ALLOWED, _TRIED_TOKENS = 12, 400


def _entries_at(name: str, values: Numbers) -> dict[str, Any]:
    return {f"{name}[{i}]": value for i, value in enumerate(values)}


def _any_number(source: random.Random) -> Fraction:
    """A small number, more often 0 or 1, or a fraction."""
    if source.random() < 0.7:
        return Fraction(source.choice((0, 0, 1, 1, -1, 2)))
    return Fraction(source.randint(-12, 12), source.choice((1, 2, 4, 13)))


def steps_of(cell: Any, size: int, call: Callable[..., Any] = lambda f, *x: f(*x)) -> Steps:
    """A cell's step on a token of `size` numbers, traced on real terms by `call`.

    **Raises** `ArgumentError` for another operation than +, -, *, max and min.
    """
    start, step = call(_flat, cell)
    state = list(entries_named("s", (len(start),)))
    x = list(entries_named("x", (size,)))
    after, output = call(step, state, x)
    if len(after) != len(start):
        raise ArgumentError("cell", len(after), f"a step to a state of {len(start)} numbers")
    results = [r if isinstance(r, Term) else constant(r) for r in (*after, *output)]
    made = Steps(start, size, program_of(*results), step, type(cell).__name__)
    made.stepped(start, [Fraction(0)] * size)
    return made


def _flat(cell: Any) -> tuple[tuple[Fraction, ...], FlatStep]:
    """The first state of a cell, entry by entry, and its step from entries to entries."""
    start = cell.initial_state()
    like = _Layout(start)

    def step(state: Numbers, x: Numbers) -> tuple[list[Any], list[Any]]:
        after, output = cell.step(like.nested(state), like.array(x, (len(x),)))
        return _entries(after), _entries(output)

    return tuple(exact_rational(entry, "the first state") for entry in _entries(start)), step


class _Layout:
    """The shapes of a state, and the number system of its arrays."""

    def __init__(self, start: Any) -> None:
        parts = list(components(start))
        found = (getattr(part, "__number_system__", None) for part in parts)
        self._start, self._system = start, next(found, None)

    def nested(self, entries: Numbers) -> Any:
        """A state of these entries."""
        return self._nested(self._start, iter(entries))

    def _nested(self, like: Any, entries: Iterator[Any]) -> Any:
        if isinstance(like, tuple):
            return tuple(self._nested(part, entries) for part in like)
        shape = tuple(like.shape)
        return self.array([next(entries) for _ in range(prod(shape))], shape)

    def array(self, entries: Numbers, shape: tuple[int, ...]) -> Any:
        """An array of these entries."""
        values = np.empty(len(entries), dtype=object)
        values[:] = entries
        values = values.reshape(shape)
        return values if self._system is None else self._system.array(values)


def state_named(start: Any, name: str = "s") -> Any:
    """A state like the first one, of variables: s[0], s[1], ..."""
    return _Layout(start).nested(list(entries_named(name, (len(_entries(start)),))))


def _entries(value: Any) -> list[Any]:
    return [entry for part in components(value) for entry in np.asarray(part, dtype=object).flat]
