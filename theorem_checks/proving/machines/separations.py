"""What no stack of machines of a kind computes: where it is steep, jumps, or grows too fast."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.machines.stacks import require_free_step
from theorem_checks.proving.machines.steps import output_after
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Scalar,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Equal, Implies, Less
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.stacks import EveryStackIs, NoStack, NoStackThrough
from theorem_checks.statements.terms import (
    components,
    entries_of,
    free_symbols,
    put,
    replacement,
    tensor_names,
)
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "Jump",
    "Ray",
    "UnboundedSlope",
    "not_continuous",
    "not_lipschitz",
    "superexponential",
    "superlinear",
]


Values = Sequence[tuple[SymbolicArray, SymbolicArray]]
"""Free arrays that a statement binds, and what is put in their places."""


@dataclass(frozen=True)
class UnboundedSlope:
    """Two runs whose tokens differ by what does not hang on r, and whose outputs do.

    **Fields**: the numbers of two `runs`, from 0; what is put in the places of bound arrays in
    `one` and in the `other`, in which r may stand; how far their tokens are `apart`, one array for
    each; what the difference of outputs is read with, and the `slope` and the `rest` of what is
    read, slope r + rest.
    """

    runs: tuple[int, int]
    one: Values
    other: Values
    apart: Sequence[SymbolicArray]
    reads: SymbolicArray
    slope: Any
    rest: Any = 0


def not_lipschitz(
    conclusion: Conclusion, kept: Evidence, choices: Sequence[UnboundedSlope], r: sp.Symbol
) -> Evidence:
    """No stack goes through runs, as stacks are Lipschitz, and these are not.

    **Arguments**: a `NoStackThrough`, under hypotheses or not; evidence that every stack of its
    layers is 'Lipschitz', `kept`; pairs of runs, of which one at least has a slope other than 0; a
    real symbol r that stands nowhere in the statement.
    """
    hypotheses, body = _through(conclusion, kept, "Lipschitz")
    _require_real(r, "r")
    _require_apart({r}, body, hypotheses)
    if not choices:
        raise ArgumentError("choices", choices, "at least one pair of runs")
    parts, squares = {"every stack is Lipschitz": kept}, []
    for number, choice in enumerate(choices, 1):
        _require_without(r, choice.apart, choice.reads, choice.slope, choice.rest)
        runs = (
            _put_in_run(body, place, values)
            for place, values in zip(choice.runs, (choice.one, choice.other), strict=True)
        )
        (tokens, output), (others, wanted) = runs
        if not len(tokens) == len(others) == len(choice.apart):
            raise ArgumentError("runs", choice.runs, "two runs of one length, apart at each token")
        pairs = zip(tokens, others, choice.apart, strict=True)
        for time, (token, other, apart) in enumerate(pairs, 1):
            parts[f"choice {number}, token {time}"] = prove(Equal(token - other, apart))
        read = Equal(only(choice.reads @ (output - wanted)), r * choice.slope + choice.rest)
        parts[f"choice {number}, outputs"] = prove(read)
        squares.append(choice.slope**2)
    steep = Less(0, sum(squares[1:], start=squares[0]))
    parts["a slope is not 0"] = _under(hypotheses, steep)
    return concluded(sufficient(parts, "all stacks"), conclusion, "not Lipschitz")


@dataclass(frozen=True)
class Ray:
    """A run whose tokens are multiplied with r, and its output with a higher power of r.

    **Fields**: the number of the `run`, from 0; what is put in the places of bound arrays, in which
    r may stand; the tokens at r = 1, one array for each; what the output `reads`, what is read at
    r = 1, `value`, and the `power` of r, 2 at least.
    """

    run: int
    values: Values
    tokens: Sequence[SymbolicArray]
    reads: SymbolicArray
    value: Any
    power: int


def superlinear(conclusion: Conclusion, kept: Evidence, ray: Ray, r: sp.Symbol) -> Evidence:
    """No stack goes through a run, as stacks are at most linear, and this is not.

    **Arguments**: a `NoStackThrough`, under hypotheses or not; evidence that every stack of its
    layers is 'at most linear', `kept`; a ray along which what is wanted grows, of a value that is
    positive under the hypotheses; a real symbol r that stands nowhere in the statement.
    """
    hypotheses, body = _through(conclusion, kept, "at most linear")
    _require_real(r, "r")
    _require_apart({r}, body, hypotheses)
    _require_without(r, ray.tokens, ray.reads, ray.value)
    if type(ray.power) is not int or ray.power < 2:
        raise ArgumentError("power", ray.power, "an integer, 2 or more")
    tokens, wanted = _put_in_run(body, ray.run, ray.values)
    if len(tokens) != len(ray.tokens):
        raise ArgumentError("tokens", len(ray.tokens), f"{len(tokens)}, as many as the run has")
    parts = {"every stack is at most linear": kept}
    for time, (token, at_one) in enumerate(zip(tokens, ray.tokens, strict=True), 1):
        parts[f"token {time}"] = prove(Equal(token, at_one * r))
    read = Equal(only(ray.reads @ wanted), only(ray.value) * r**ray.power)
    parts["output"] = prove(read)
    parts["the value is positive"] = _under(hypotheses, Less(0, ray.value))
    return concluded(sufficient(parts, "all stacks"), conclusion, "superlinear")


@dataclass(frozen=True)
class Jump:
    """Two runs, the first of which goes to the second as a positive r goes to 0, but its output.

    **Fields**: the numbers of two `runs`, from 0; what is put in the places of bound arrays in
    `one` and in the `other`; the `steps` with which the tokens of the one are those of the other,
    and r times the step; the output of the one as `limit` + r times `slope`; what is read of the
    limit, less the output of the other, and the `gap` that is read.
    """

    runs: tuple[int, int]
    one: Values
    other: Values
    steps: Sequence[SymbolicArray]
    limit: SymbolicArray
    slope: SymbolicArray
    reads: SymbolicArray
    gap: Any


def not_continuous(conclusion: Conclusion, kept: Evidence, jump: Jump, r: sp.Symbol) -> Evidence:
    """No stack goes through runs, as stacks are continuous, and these jump as r goes to 0.

    **Arguments**: a `NoStackThrough`, under hypotheses or not; evidence that every stack of its
    layers is 'continuous', `kept`; the jump; the symbol of a positive number that it binds.
    """
    hypotheses, body = _through(conclusion, kept, "continuous")
    positive = sp.Symbol(getattr(r, "name", "r"), positive=True).assumptions0
    if type(r) is not sp.Symbol or r.assumptions0 != positive or r not in body.over:
        raise ArgumentError("r", r, "the symbol of a positive number for all of whose values it is")
    _require_apart(set(), body, hypotheses)
    _require_without(r, jump.steps, jump.limit, jump.slope, jump.reads, jump.gap)
    (tokens, output), (others, wanted) = (
        _put_in_run(body, place, values)
        for place, values in zip(jump.runs, (jump.one, jump.other), strict=True)
    )
    _require_without(r, others, wanted)
    if not len(tokens) == len(others) == len(jump.steps):
        raise ArgumentError("runs", jump.runs, "two runs of one length, with a step at each token")
    parts = {"every stack is continuous": kept}
    for time, (token, other, step) in enumerate(zip(tokens, others, jump.steps, strict=True), 1):
        parts[f"token {time}"] = prove(Equal(token, other + step * r))
    parts["output"] = prove(Equal(output, jump.limit + jump.slope * r))
    parts["gap"] = prove(Equal(only(jump.reads @ (jump.limit - wanted)), jump.gap))
    parts["the gap is not 0"] = _under(hypotheses, Less(0, jump.gap**2))
    return concluded(sufficient(parts, "all stacks"), conclusion, "not continuous")


def superexponential(
    conclusion: NoStack,
    kept: Evidence,
    token: SymbolicArray,
    start: tuple[int, Any],
    step: tuple[sp.Symbol, Any],
) -> Evidence:
    r"""No stack is a machine of one number that is squared at least, on a token again and again.

    From 2 on it is then at least :math:`2^{2^j}` after j more tokens, which is more than
    exponential.

    **Arguments**: the conclusion; evidence that every stack of its layers is 'exponential', `kept`;
    a token; after how many of them the machine's number is at least 2, and what it is then, for all
    values of what its start is made of; a real symbol s, and what becomes of a number s at such a
    token.
    """
    target, layers = conclusion.target, conclusion.layers
    require_concluded(kept, EveryStackIs(layers, "exponential"), "kept")
    require_free_step(target)
    count, first = start
    state = next(components(target.state))
    if len(list(components(target.state))) != 1 or not _is_of_one_number(state):
        raise ArgumentError("conclusion", target.state, "a target whose state is one number")
    if type(count) is not int or count < 1:
        raise ArgumentError("start", start, "a number of tokens, 1 or more, and what is then held")
    moving = tensor_names(state) | tensor_names(target.token)
    if strange := moving & tensor_names(token):
        raise ArgumentError("token", sorted(strange), "an array that does not depend on the run")
    s, become = step[0], sp.sympify(step[1])
    _require_real(s, "step")
    _require_without(s, target.start, target.after, target.output, token, first)
    held = _of_number(state, s)
    here = {**replacement(state, held), **replacement(target.token, token)}
    (after,) = components(target.after)
    two = sp.Integer(2)
    parts = {
        "every stack is exponential": kept,
        "the number is put out": prove(Equal(target.output, after)),
        "after the first tokens": prove(
            Equal(output_after(target, [token] * count), _of_number(state, first))
        ),
        "from 2 on": prove(AtMost(two, first)),
        "a step": prove(Equal(put(after, here), _of_number(state, become))),
        "squares": prove(Implies(AtMost(two, s), AtMost(s**2, become))),
    }
    return concluded(sufficient(parts, "all stacks"), conclusion, "superexponential")


def _is_of_one_number(array: SymbolicArray) -> bool:
    return all(len(axis) == 1 and set(axis[0].sizes) <= {sp.Integer(1)} for axis in array.axes)


def _of_number(like: SymbolicArray, value: Any) -> SymbolicArray:
    """An array of one entry, with a value."""
    return SymbolicArray(like.axes, {(0,) * len(like.axes): Scalar(sp.sympify(value))})


def _through(
    conclusion: Conclusion, kept: Evidence, how: str
) -> tuple[list[Conclusion], NoStackThrough]:
    """The hypotheses and what is said, of layers of which something is known."""
    hypotheses, body = hypotheses_of(conclusion)
    if not isinstance(body, NoStackThrough):
        raise ArgumentError("conclusion", body, "a NoStackThrough, under hypotheses or not")
    require_concluded(kept, EveryStackIs(body.layers, how), "kept")
    return hypotheses, body


def _require_apart(
    symbols: set[Any], body: NoStackThrough, hypotheses: Sequence[Conclusion]
) -> None:
    """Raise `CheckError` where hypotheses speak of what is bound, or anything of the symbols."""
    bound_symbols = {one for one in body.over if isinstance(one, sp.Basic)}
    bound = {n for one in body.over if isinstance(one, SymbolicArray) for n in tensor_names(one)}
    _require_free(body)
    held = ((m.start, m.token, m.after, m.output) for m in body.layers)
    for part in (part for layer in held for part in components(layer)):
        if (tensor_names(part) | _related(part)) & bound or free_symbols(part) & bound_symbols:
            raise CheckError("A layer has weights of a name that the statement binds.")
    flat = [part for tokens, output in body.runs for part in (*tokens, output)]
    taken = {symbol.name for part in (*flat, *body.over) for symbol in free_symbols(part)}

    def seen(part: Any) -> Any:
        taken.update(symbol.name for symbol in free_symbols(part))
        if (tensor_names(part) | _related(part)) & bound or free_symbols(part) & bound_symbols:
            raise CheckError("A hypothesis speaks of what the statement binds.")
        return part

    for hypothesis in hypotheses:
        hypothesis.mapped(seen)
    if strange := {symbol.name for symbol in symbols} & taken:
        raise ArgumentError("r", sorted(strange), "a symbol that stands nowhere in the statement")


def _related(value: Any) -> set[str]:
    """The names of the arrays whose inverses or powers stand in a term."""
    tensors = (entry.tensor for entry in entries_of(value).values())
    return {name for t in tensors for name in (t.inverse_of, t.power_of) if name}


def _require_free(body: NoStackThrough) -> None:
    """Raise `ArgumentError` unless what is bound is arrays of independent entries, and symbols.

    An array that has an inverse has not all values; and what is put in the place of an array is put
    into no inverse of it, nor into its powers.
    """
    said = _related(body.runs)
    for one in body.over:
        if isinstance(one, SymbolicArray):
            replacement(one, one)
            if _related(one) or said & tensor_names(one):
                raise ArgumentError("over", one, "arrays of which no inverse and no power is")
        elif not isinstance(one, sp.Symbol):
            raise ArgumentError("over", one, "free arrays, and symbols")


def _require_real(r: object, name: str) -> None:
    """Raise `ArgumentError` unless a symbol stands for all real numbers."""
    real = sp.Symbol(getattr(r, "name", "r"), real=True).assumptions0
    if type(r) is not sp.Symbol or r.assumptions0 != real:
        raise ArgumentError(name, r, "a real symbol, sp.Symbol('r', real=True)")


def _require_without(r: sp.Symbol, *values: Any) -> None:
    for value in values:
        for part in value if isinstance(value, Sequence) else [value]:
            if isinstance(part, IndexExpression) and part.free:
                raise ArgumentError("value", part, "a number, or an expression without indices")
            if r in free_symbols(part):
                raise ArgumentError("r", part, f"what does not depend on {r}")


def _put_in_run(body: NoStackThrough, place: int, values: Values) -> tuple[list[Any], Any]:
    """The tokens and the wanted output of a run at values of bound arrays."""
    if type(place) is not int or not 0 <= place < len(body.runs):
        raise ArgumentError("runs", place, f"numbers of runs, below {len(body.runs)}")
    bound = {n for one in body.over if isinstance(one, SymbolicArray) for n in tensor_names(one)}
    replacing: dict[str, Any] = {}
    for free, value in values:
        found = replacement(free, value)
        if strange := set(found) - bound:
            raise ArgumentError("values", sorted(strange), "arrays for all of whose values it is")
        replacing |= found
    tokens, output = body.runs[place]
    return [put(token, replacing) for token in tokens], put(output, replacing)


def _under(hypotheses: Sequence[Conclusion], said: Conclusion) -> Evidence:
    if not hypotheses:
        return prove(said)
    return prove(Implies(All(tuple(hypotheses)), said))
