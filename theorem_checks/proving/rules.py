r"""The rules of composition: from conclusions of parts, the conclusion of the whole.

All rules stand on this page. Each takes data, a relation, an invariant, a value, in which it
substitutes; none calls an author's function. Each computes which conclusions its parts must have,
asks the engines for those that they decide, refuses what concludes anything else, and returns
evidence that is sealed. What is particular to a theorem is a composition of these, never a rule.

| rule | concludes | from |
|---|---|---|
| `prove` of `All`, `conjunction` | A and B | A, B |
| `given` | A implies B | B |
| `given_each` | A implies B and C | A implies B, A implies C |
| `modus_ponens` | B | A implies B, A |
| `instantiate` | A(c) | A(n) for all n >= n_0, and c >= n_0 |
| `specialise` | A(c) | A(x) for a free symbol x, of whose sort c is, made of arrays or not |
| `induction` | A(n) for all n >= n_0, under hypotheses | A(n_0), and A(n) implies A(n+1) |
| `induction` | A(h) of a state at all times, likewise | A(h_0), and A(h) implies A(h') |
| `induction_from_all_before` | the same | A(n_0), and A(n_0) to A(n) imply A(n+1); `derivations` |
| `for_any` | A(n) for all n >= n_0 | A(n) for a symbol n; see there, too |
| `derivation` | A implies B | instances of A, and what follows from these; see there, too |
| `term_by_term` | sums are equal, or in order | their terms are; `a_term_of`, `linear` likewise |
| `chain` | a = c | a = b, b = c |
| `rewriting` | A | A with b in place of a, a = b; see `proving.rewriting` |
| `replacing` | a = b implies c = d | c is d but for a in place of b; see `proving.replacing` |
| `assuming` | a = b implies B | B with b in place of a; see there, too |
| `called_otherwise` | A | A, in which indices of sums have other names; see there, too |
| `simulation` | two machines have the same outputs | a relation of states that each step keeps |
| `same_runs` | likewise, of fixed sizes | a relation that is found; `proving.same_runs` |
| `invariant` | what is true after each token | formulas that a step keeps; `proving.invariants` |
| `unrolling` | a machine computes a function of the sequence | its state is a sum over tokens |
| `unrolling_delays` | the same | its units move on by one; `proving.delay_lines` |
| `consequence` | equal outputs of machines, and equations, imply a = b | a - b is made of them |
| `inner_dimension` | N <= n | a product through n dimensions, triangular with ones, of N rows |
| `late_response` | T m <= n | X A^j Y is [j = T - 1] I for j < T; `proving.responses` |
| `arithmetic` | what follows by arithmetic of reals | relations; see `proving.arithmetic` |
| `through_layers` | a second moment after L random layers | of one; `proving.layers` |
| `by_eigenvalues` | f <= g | g - f is z^T p(A) z, p >= 0 between bounds; `proving.spectral` |
| `by_normality` | what follows from |W z| <= r |z| | a fact on normal matrices; there, too |
| `vanishing` | W^t x goes to 0 | a fact on the powers, for a spectral radius below 1; there, too |
| `by_chernoff` | an event has a probability | facts on means of exponentials; `proving.tails` |
| `sum_of_squares` | a <= b | b - a is a sum of squares with factors; see there, too |
| `stacking` | every stack of machines keeps sums of sequences at 0 | each machine does |
| `chaining` | every chain of links keeps what is tied | each link does; `proving.chains` |
| `no_stack` | no stack is a machine | every stack keeps sums at 0, and the machine does not |
| `limit` | a term has a limit at infinity | it is within a bound of it, which goes to 0 |
| `eventually` | X_n < c for all large n | X_n -> L almost surely, and L < c; `proving.eventual` |
| `cancelling` | a = b | a - b is a multiple of D (1/D) - 1, and D > 0; see there, too |
| `least` | a mean is least at one place | the mean is a square with a positive factor |
| `apply_fact` | what a fact says of some terms, given the fact | `theorem_checks.facts.applying` |
| `argued` | anything, as ARGUED | words |
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations, product
from typing import Any, NamedTuple, TypeAlias, cast

import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import alternatives
from theorem_checks.statements.always import Always, names_in
from theorem_checks.statements.analysis import Limit, require_reaches_infinity
from theorem_checks.statements.arrays.index_expressions import (
    Entry,
    Index,
    IndexExpression,
    Plus,
    Scalar,
    Sum,
    Tensor,
    Times,
    at_most,
    delta,
    exponential,
    nodes,
    scalar,
)
from theorem_checks.statements.arrays.index_families import masked, parts_of, same_axes
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, ones, zeros
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Least,
    Less,
    Mean,
    SameOutputs,
    symbols_of,
)
from theorem_checks.statements.formulas import decoded, formula_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.stacks import EveryStack, NoStack
from theorem_checks.statements.terms import (
    Replacement,
    components,
    data_of,
    each_component,
    entries_of,
    put,
    replacement,
    same_nesting,
    tensor_names,
    term,
)
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "argued",
    "at_numbers",
    "chain",
    "conjunction",
    "consequence",
    "given",
    "given_each",
    "given_in",
    "induction",
    "inner_dimension",
    "instantiate",
    "least",
    "limit",
    "modus_ponens",
    "no_stack",
    "obligations",
    "only",
    "require_every_integer",
    "required_blocks",
    "simulation",
    "specialise",
    "stacking",
    "unrolling",
]

State: TypeAlias = Any
"""The state of a machine: an array, or a nested tuple of arrays."""

Auxiliary = tuple[SymbolicArray, SymbolicArray, SymbolicArray]
"""A free array that a relation speaks of beside states, its value at first, and after a step."""

Run: TypeAlias = (
    tuple[SymbolicArray, Sequence[SymbolicArray]]
    | tuple[SymbolicArray, Sequence[SymbolicArray], Sequence[Index]]
)
"""Weights of the outputs after a few tokens, the tokens, and indices over which this is summed."""

Weighted = tuple[int, SymbolicArray]
"""The number of an equation among the hypotheses, from 1 on, and weights of its entries."""


def conjunction(conclusion: All, *parts: Evidence) -> Evidence:
    """From A and from B, that A and B; in the order of the conclusion's parts."""
    if len(parts) != len(conclusion.parts):
        raise ArgumentError("parts", len(parts), f"evidence of {len(conclusion.parts)} parts")
    for number, (part, wanted) in enumerate(zip(parts, conclusion.parts, strict=True), 1):
        require_concluded(part, wanted, f"part {number}")
    named = {f"part {number}": part for number, part in enumerate(parts, 1)}
    return concluded(all_of(named, "all parts"), conclusion, "conjunction")


def given(conclusion: Implies, body: Evidence) -> Evidence:
    """From B, that A implies B."""
    require_concluded(body, conclusion.body, "body")
    return concluded(_sufficient({"body": body}, "under the hypothesis"), conclusion, "given")


def given_each(conclusion: Implies, *parts: Evidence) -> Evidence:
    """From that A implies B, and that A implies C, that A implies B and C."""
    body = conclusion.body
    if not isinstance(body, All) or len(parts) != len(body.parts):
        raise ArgumentError("parts", len(parts), "evidence of each part of what is implied")
    for number, (part, wanted) in enumerate(zip(parts, body.parts, strict=True), 1):
        require_concluded(part, Implies(conclusion.hypothesis, wanted), f"part {number}")
    named = {f"part {number}": part for number, part in enumerate(parts, 1)}
    return concluded(all_of(named, "under the hypothesis"), conclusion, "given each")


def modus_ponens(conclusion: Implies, implication: Evidence, hypothesis: Evidence) -> Evidence:
    """From that A implies B, and A, that B; `conclusion` is the implication."""
    require_concluded(implication, conclusion, "implication")
    require_concluded(hypothesis, conclusion.hypothesis, "hypothesis")
    parts = {"implication": implication, "hypothesis": hypothesis}
    return concluded(_sufficient(parts, "the conclusion"), conclusion.body, "modus ponens")


def instantiate(general: ForAll, evidence: Evidence, value: Any) -> Evidence:
    """From A(n) for all n from n_0 on, A at one value, which is an integer from n_0 on."""
    require_concluded(evidence, general, "evidence")
    number = term(value, "value")
    if not number.is_integer:
        raise ArgumentError("value", value, "what is known to be an integer")
    _require_free_of(general.variable, evidence)
    within = prove(AtMost(sp.Integer(general.start), number))
    parts = {"for all": evidence, "within the range": within}
    special = general.body.substituted({general.variable: number})
    return concluded(_sufficient(parts, f"{general.variable} = {number}"), special, "instantiate")


def specialise(general: Conclusion, evidence: Evidence, values: Mapping[Any, Any]) -> Evidence:
    """From A(x) for a free symbol x, A at what is known to be of its sort.

    **Arguments**: `values`, for symbols that are free in `general` what takes their place: numbers
    that are known to be what is assumed of the symbols (real, positive, an integer, ...), or for
    symbols that are real, and no more, numbers made of arrays; polynomials in such symbols and
    exponentials of them become expressions of arrays.
    """
    require_concluded(evidence, general, "evidence")
    numbers = {}
    of_arrays = {s: _real_number(s, v) for s, v in values.items() if isinstance(v, SymbolicArray)}
    if of_arrays:
        for symbol in of_arrays:
            _require_free_of(symbol, evidence)
        special = _of_arrays(general, of_arrays)
        if rest := {s: v for s, v in values.items() if s not in of_arrays}:
            raise ArgumentError("values", rest, "numbers made of arrays only, as some are")
        parts = {"in general": evidence}
        return concluded(_sufficient(parts, "a special case"), special, "specialise")
    for symbol, value in values.items():
        number = numbers[symbol] = term(value, f"values[{symbol}]")
        if symbol not in symbols_of(general):
            raise ArgumentError("values", symbol, "symbols that stand in the conclusion")
        for assumption, is_so in symbol._assumptions_orig.items():
            if getattr(number, f"is_{assumption}", None) is not is_so:
                said = f"what is known to be {'' if is_so else 'not '}{assumption}, as {symbol} is"
                raise ArgumentError(f"values[{symbol}]", number, said)
        _require_free_of(symbol, evidence)
    special = general.substituted(numbers)
    if any(symbol in symbols_of(special) - _symbols_in(numbers) for symbol in numbers):
        raise ArgumentError("values", sorted(map(str, numbers)), "symbols that nothing binds")
    return concluded(_sufficient({"in general": evidence}, "a special case"), special, "specialise")


def at_numbers(
    general: Conclusion, values: Mapping[Any, Any], by: Callable[[Conclusion], Evidence] = prove
) -> tuple[Conclusion, Evidence]:
    """What is proved of all real numbers, at numbers made of arrays: a premise for `arithmetic`.

    **Arguments**: `general` and `values` as for `specialise`; `by`, which proves `general`.

    **Returns** the conclusion, and evidence of it.
    """
    numbers = {symbol: _real_number(symbol, value) for symbol, value in values.items()}
    return _of_arrays(general, numbers), specialise(general, by(general), values)


def _real_number(symbol: sp.Symbol, value: Any) -> IndexExpression:
    """A number made of arrays, in place of a symbol that stands for any real number."""
    if not isinstance(value, SymbolicArray) or value.axes:
        raise ArgumentError(f"values[{symbol}]", value, "an array without axes")
    if symbol._assumptions_orig != {"real": True}:
        raise ArgumentError("values", symbol, "a symbol that is real, and no more")
    number = only(value)
    for part in nodes([number]):
        if isinstance(part, Scalar) and part.value.is_real is not True:
            raise ArgumentError(f"values[{symbol}]", part, "what is known to be real")
    return number


def _of_arrays(said: Conclusion, values: Mapping[Any, IndexExpression]) -> Conclusion:
    """A conclusion about real numbers with numbers made of arrays in place of symbols."""
    if isinstance(said, Implies):
        return Implies(_of_arrays(said.hypothesis, values), _of_arrays(said.body, values))
    if isinstance(said, All):
        return All(tuple(_of_arrays(part, values) for part in said.parts))
    if type(said) not in (Equal, AtMost, Less):
        raise ArgumentError("general", said.latex, "Equal, AtMost, Less, Implies and All of them")
    return said.mapped(lambda side: _number_of_arrays(side, values))


def _number_of_arrays(side: Any, values: Mapping[Any, IndexExpression]) -> Any:
    """A side without these symbols as it is, and else as worlds give numbers made of arrays."""
    if not isinstance(side, sp.Expr):
        raise ArgumentError("general", side, "numbers")
    if not side.free_symbols & values.keys():
        return side
    return SymbolicArray((), {(): _written_with(side, values)})


def _written_with(e: Any, values: Mapping[Any, IndexExpression]) -> IndexExpression:
    if not e.free_symbols & values.keys():
        return scalar(e)
    if e in values:
        return values[e]
    if isinstance(e, sp.Add | sp.Mul):
        parts = tuple(_written_with(part, values) for part in e.args)
        return Plus(parts) if isinstance(e, sp.Add) else Times(parts)
    if isinstance(e, sp.Pow) and e.exp.is_Integer and e.exp.is_positive:
        return _written_with(e.base, values) ** int(e.exp)
    if isinstance(e, sp.exp):
        return exponential(_written_with(e.args[0], values))
    raise ArgumentError("general", e, "polynomials in the symbols and exponentials of them")


def _symbols_in(values: Mapping[Any, sp.Expr]) -> set[Any]:
    return set().union(*(value.free_symbols for value in values.values()))


class Obligations(NamedTuple):
    """What an induction needs, computed from what it concludes."""

    base: Conclusion
    step: Conclusion


def obligations(conclusion: Conclusion) -> Obligations:
    """Base and step of an induction, by substitution.

    **Arguments**: `conclusion`, A(n) for all n from n_0 on, a `ForAll`; or `Implies(H, ForAll)`
    under hypotheses H: such as are free of n, and such as are for all m from an m_0 on, a `ForAll`,
    of which base and step have the instances from m_0, or from n on, up to the next integer. The
    step is for n >= n_0, which it says where the symbol does not. Or an `Always`, also under
    hypotheses, which have to be free of the machine's state and token.

    **Raises** `ArgumentError` for another conclusion, a hypothesis in which the symbol of the
    induction stands free, and symbols that cannot stand for every integer from the start on.
    """
    hypotheses: list[Conclusion] = []
    whole = conclusion
    while isinstance(whole, Implies):
        hypotheses += _joined_in(whole.hypothesis)
        whole = whole.body
    if isinstance(whole, Always):
        return _over_tokens(whole, hypotheses)
    if not isinstance(whole, ForAll):
        expected = "a ForAll or an Always, or Implies(..., one of these)"
        raise ArgumentError("conclusion", type(whole).__name__, expected)
    n, n0, body = whole.variable, whole.start, whole.body
    require_every_integer(n, n0)
    at_first: list[Conclusion] = []
    at_any: list[Conclusion] = [] if (n - n0).is_nonnegative else [AtMost(sp.Integer(n0), n)]
    for said in hypotheses:
        if not isinstance(said, ForAll):
            if n in symbols_of(said):
                raise ArgumentError("conclusion", said, f"hypotheses free of {n}, which is bound")
            at_first.append(said)
            at_any.append(said)
            continue
        m, m0 = said.variable, said.start
        require_every_integer(m, m0)
        if n != m and n in symbols_of(said.body):
            raise ArgumentError("conclusion", said, f"hypotheses free of {n}, which is bound")
        first = range(max(m0, n0 - _MOST_BEFORE), n0 + 2)
        at_first += [said.body.substituted({m: sp.Integer(k)}) for k in first]
        at_any += [said.body.substituted({m: n + k}) for k in (0, 1) if n0 + k >= m0]
        if isinstance(body, ForAll):  # what is said of the other integer is needed as it stands
            at_first.append(said)
            at_any.append(said)
    if not isinstance(body, ForAll):
        at_first, at_any = _of_numbers(at_first), _of_numbers(at_any)
    later = Implies(body, body.substituted({n: n + 1}))
    start = body.substituted({n: sp.Integer(n0)})
    base, step = (
        Implies(All(tuple(known)), said) if known else said
        for known, said in ((at_first, start), (at_any, later))
    )
    return Obligations(base, step)


def _over_tokens(always: Always, hypotheses: Sequence[Conclusion]) -> Obligations:
    """What is to be shown of the first state, and of that after any token."""
    machine = always.machine
    free = (machine.state, machine.token)
    for part in free:
        replacement(part, part)  # both may be anything
    names = [name for part in components(free) for name in tensor_names(part)]
    if len(set(names)) < len(names):
        raise ArgumentError("conclusion", sorted(names), "a state and a token of other names")
    if taken := set(names) & set().union(*map(names_in, hypotheses)):
        expected = "hypotheses free of the machine's state and token, which are any"
        raise ArgumentError("conclusion", sorted(taken), expected)
    base, step = always.at(machine.start), Implies(always.said, always.at(machine.after))
    known = All(tuple(hypotheses)) if hypotheses else None
    return Obligations(*(said if known is None else Implies(known, said) for said in (base, step)))


def _of_numbers(hypotheses: list[Conclusion]) -> list[Conclusion]:
    """Hypotheses without those for all integers that stand in them: fewer are enough."""
    if not any(isinstance(part, ForAll) for said in hypotheses for part in _joined_in(said)):
        return hypotheses
    parts = (part for said in hypotheses for part in _joined_in(said))
    return [part for part in parts if not isinstance(part, ForAll)]


_MOST_BEFORE = 8  # instances of a hypothesis before the start


def _joined_in(said: Conclusion) -> list[Conclusion]:
    """The hypotheses that `All` joins."""
    if not isinstance(said, All):
        return [said]
    return [inner for part in said.parts for inner in _joined_in(part)]


def require_every_integer(n: Any, start: int) -> None:
    """Raise `ArgumentError` for a symbol that is known to be more than an integer from `start`."""
    least = 1 if n.is_positive else 0 if n.is_nonnegative else None
    sign = {1: {"positive": True}, 0: {"nonnegative": True}, None: {}}[least]
    plain = sp.Symbol(n.name, integer=True, **sign)  # odd, or not 0, is more than that
    if n != plain or (least is not None and start < least):
        raise ArgumentError("variable", n, f"a symbol for every integer from {start} on")


def induction(conclusion: Conclusion, base: Evidence, step: Evidence) -> Evidence:
    """From A(n_0), and from that A(n) implies A(n+1) for a symbol n, A(n) for all n from n_0 on.

    Of what is true of a machine's state at all times, `Always`, the base is about the first state,
    and the step about the state after any token. Under hypotheses as well; `obligations` says what
    base and step have to conclude.

    **Raises** `CheckError` where base or step conclude anything else; `ArgumentError` as
    `obligations` does.
    """
    needed = obligations(conclusion)
    whole = conclusion
    while isinstance(whole, Implies):
        whole = whole.body
    require_concluded(base, needed.base, "base")
    scope = "all sequences, of all lengths"
    if isinstance(whole, ForAll):
        scope = f"every {whole.variable} from {whole.start} on"
        _require_free_of(whole.variable, base, step)
    require_concluded(step, needed.step, "step")
    parts = {"base": base, "step": step}
    necessary = base.verdict is Verdict.REFUTED and whole is conclusion
    found = all_of(parts, scope) if necessary else _sufficient(parts, scope)
    return concluded(found, conclusion, "induction")


def chain(first: Equal, one: Evidence, second: Equal, other: Evidence) -> Evidence:
    """From a = b and b = c, that a = c."""
    require_concluded(one, first, "one")
    require_concluded(other, second, "other")
    if data_of(first.rhs) != data_of(second.lhs):
        raise CheckError("The second equation does not begin with what the first one ends with.")
    whole = _sufficient({"first": one, "second": other}, "both equations")
    return concluded(whole, Equal(first.lhs, second.rhs), "chain")


def simulation(
    conclusion: SameOutputs,
    relation: State,
    auxiliary: Sequence[Auxiliary] = (),
    *,
    other: State = None,
) -> Evidence:
    """Two machines give the same outputs, as a relation of their states is kept by each step.

    **Arguments**

    - `relation`: the first machine's state, in entries of the second one's, of the auxiliary
      arrays, and of its own: the blocks that `relation` leaves as they are may be anything.
    - `auxiliary`: arrays that the relation speaks of besides, each with its value before the first
      token and after any one, in entries of both states, of the auxiliary arrays and of the token.
      Both are proved to be symmetric where the array is.
    - `other`: the second machine's state likewise; by default it may be anything itself.

    **Returns** Evidence in parts: the relation holds at first; a step of both keeps it, whatever
    all that is free may be; where it holds, the outputs are equal.
    """
    one, two = conclusion.one, conclusion.other
    _require_one_token(conclusion)
    _require_fresh(conclusion, auxiliary)
    sides = [(one, relation), (two, two.state if other is None else other)]
    tied = {
        name: value
        for machine, said in sides
        for name, value in replacement(machine.state, said).items()
        if not _is_left(name, machine.state, value)
    }
    free = set().union(*(tensor_names(array) for array, _, _ in auxiliary))
    free |= (tensor_names(one.state) | tensor_names(two.state)) - tied.keys()
    for name, (_, said) in zip(("relation", "other"), sides, strict=True):
        if strange := tensor_names(said) & (tied.keys() | tensor_names(one.token)):
            raise ArgumentError(name, sorted(strange), f"entries of {sorted(free)}")
    at_first, later = {}, {}
    for machine, _ in sides:
        at_first |= replacement(machine.state, machine.start)
        later |= replacement(machine.state, put(machine.after, tied))
    parts = {}
    for array, start, after in auxiliary:
        now = put(after, tied)
        at_first |= replacement(array, start, symmetric=True)
        later |= replacement(array, now, symmetric=True)
        if any(entry.tensor.symmetry != "none" for entry in entries_of(array).values()):
            name = min(tensor_names(array))
            parts[f"{name} is symmetric at first"] = prove(Equal(start, start.T))
            parts[f"{name} is symmetric after a step"] = prove(Equal(now, now.T))
    related = [
        (start, put(after, tied), said)
        for machine, whole in sides
        for state, start, after, said in zip(
            *map(components, (machine.state, machine.start, machine.after, whole)), strict=True
        )
        if tensor_names(state) & tied.keys()
    ]
    for number, (start, after, said) in enumerate(related, 1):
        of = f", part {number}" if len(related) > 1 else ""
        parts[f"at first{of}"] = prove(Equal(start, put(said, at_first)))
        parts[f"after a step{of}"] = prove(Equal(after, put(said, later)))
    outputs = [list(components(put(machine.output, tied))) for machine in (one, two)]
    for number, (output, wanted) in enumerate(zip(*outputs, strict=True), 1):
        of = f", part {number}" if len(outputs[0]) > 1 else ""
        parts[f"the outputs{of}"] = prove(Equal(output, wanted))
    given = Simulated(conclusion, tied, at_first, later, tuple(auxiliary))
    whole = _sufficient(parts, "all sequences, of all lengths")
    return concluded(whole, conclusion, "simulation", given=given)


class Simulated(NamedTuple):
    """What a simulation was given, for whoever proves it again: the invariant as data.

    **Fields**: its `conclusion`; `tied`, what tensors of the states are; `at_first` and `later`,
    what stands in place of states and auxiliary arrays before the first token, and after one.
    """

    conclusion: SameOutputs
    tied: Replacement
    at_first: Replacement
    later: Replacement
    auxiliary: tuple[Auxiliary, ...]


class Followed(NamedTuple):
    """What a consequence was given: its `conclusion`, the `runs`, and weights of `equations`."""

    conclusion: Implies
    runs: tuple[Run, ...]
    equations: tuple[Weighted, ...] = ()


class Bounded(NamedTuple):
    """What a bound by an inner dimension was given: its `conclusion`, and the two matrices."""

    conclusion: Implies
    left: SymbolicArray
    right: SymbolicArray


Given: TypeAlias = Simulated | Followed | Bounded
"""What one of the rules that speak of machines was given."""


def given_in(evidence: Evidence) -> Iterator[Given]:
    """What the rules that speak of machines were given in a proof, parts before the whole."""
    for part in evidence.parts:
        yield from given_in(part)
    statement = evidence.statement
    if statement is not None and isinstance(statement.given, Given):
        yield statement.given


def unrolling(conclusion: Computes) -> Evidence:
    r"""A machine computes a function of the sequence, as its state is a sum over the tokens.

    If the first state is 0 and the token x turns a state h into :math:`d \odot h + g(x)`, then the
    state before the token t is :math:`\sum_{s < t} d^{t - 1 - s} \odot g(x_s)`, and what is read
    there has to be row t of the outputs. Each d is 0, 1, or an entry of an array that changes with
    no token, and whose powers (`World.powers`) stand in the outputs. Where d is an entry of the
    token, d_t, whose products over time (`World.running_products`) stand there, the state before
    the token t is :math:`\sum_{s < t} d_{t-1} \cdots d_{s+1} \odot g(x_s)`.

    If the powers of a matrix A stand there (`World.matrix_powers`), the token x has to turn h into
    :math:`A h + g(x)`, and the state before the token t is
    :math:`\sum_{s < t} A^{t - 1 - s} g(x_s)`. Where the powers by age (`World.by_age`) stand there,
    too, the first state :math:`h_0` may be any: :math:`A^t h_0` comes to that.
    """
    machine = conclusion.machine
    tokens, outputs = conclusion.tokens, conclusion.outputs
    length = length_of(tokens, machine.token)
    nothing, added = zeros(machine.state.axes), added_by_a_token(machine)
    matrix, given = _matrix(machine, outputs), _factors_in_tokens(machine, tokens, outputs)
    age = _by_age(outputs)
    with alternatives():
        kept = _kept(machine, added, outputs, given) if matrix is None else machine.state
    moving = set().union(*map(tensor_names, (machine.state, machine.token, tokens)))
    fixed = tensor_names(kept) - given.keys() if matrix is None else {matrix.name}
    if bad := fixed & moving:
        raise ArgumentError("conclusion", sorted(bad), "factors that do not change over time")
    s, t = Index("s", length), Index("t", length)
    added_before = put(added, row_at(machine.token, tokens, s))
    if matrix is None:
        weights, powers = _weights_before(kept, outputs, s, t, given)
        later = kept * machine.state
        summed = SymbolicArray(
            machine.state.axes,
            {place: Sum(weights[place] * b, s) for place, b in added_before.blocks.items()},
        )
    else:
        later = _times(matrix, machine.state)
        summed, powers = _matrix_before(matrix, added_before, outputs, s, t)
        if age is not None:
            summed = summed + _times_at(age, t, machine.start)
    here = dict(replacement(machine.state, summed)) | row_at(machine.token, tokens, t)
    read = put(machine.output, here)
    parts: dict[str, Evidence] = {}
    if age is None:
        parts["the first state is 0"] = prove(Equal(machine.start, nothing))
    parts["what a token does to a state"] = prove(Equal(machine.after, later + added))
    for place, block in read.blocks.items():
        own = _own_indices(read, place)
        row = outputs.blocks.get((0, *place), scalar(0))
        names = zip(_own_indices(outputs, (0, *place)), (t, *own), strict=True)
        parts[f"the outputs {place}"] = prove(Equal(block, put(row.renamed(names), powers)))
    if missing := {place[1:] for place in outputs.blocks} - set(read.blocks):
        raise ArgumentError("outputs", missing, "blocks that the machine has")
    return concluded(_sufficient(parts, "all sequences, of all lengths"), conclusion, "unrolling")


def consequence(
    conclusion: Implies, runs: Sequence[Run], equations: Sequence[Weighted] = ()
) -> Evidence:
    """What follows from two machines having the same outputs, on a few sequences.

    **Arguments**

    - `conclusion`: that a hypothesis implies an `Equal` of numbers, or of arrays of no axes. The
      hypothesis is `SameOutputs`, an `Equal` of arrays, or `All` of such, with one `SameOutputs` at
      most: that one-sided inverses are such, say.
    - `runs`: weights of the outputs after a sequence, and the tokens of that; a third part are
      indices, of which both may speak, and over which is summed.
    - `equations`: weights of the entries of an equation among the hypotheses, which has the number
      that is given, from 1 on.

    Summed over outputs and runs, and over the entries of the equations, the differences have to be
    the difference of the two sides, whatever the machines and the arrays.
    """
    same, assumed = hypotheses_in(conclusion)
    equal = conclusion.body
    if not isinstance(equal, Equal) or (runs and same is None):
        raise ArgumentError("conclusion", conclusion, "that SameOutputs implies an Equal")
    total = scalar(0)
    if same is not None:
        _require_one_token(same)
        for weights, tokens, *over in runs:
            differ = _run(same.one, tokens) - _run(same.other, tokens)
            for place in (weights @ differ).blocks.values():
                total = total + (Sum(place, *over[0]) if over else place)
    for number, weights in equations:
        if isinstance(number, bool) or number not in range(1, len(assumed) + 1):
            raise ArgumentError("equations", number, f"1 to {len(assumed)}, one of the hypotheses")
        said = assumed[number - 1]
        total = total + entries_summed(weights, said.lhs - said.rhs)
    sides = only(equal.lhs) - only(equal.rhs)
    parts = {"the difference": prove(Equal(sides, total))}
    whole = _sufficient(parts, "under the hypothesis")
    given = Followed(conclusion, tuple(runs), tuple(equations))
    return concluded(whole, conclusion, "consequence", given=given)


def hypotheses_in(conclusion: Implies) -> tuple[SameOutputs | None, list[Equal]]:
    """The machines of a hypothesis, if there are any, and its equations of arrays, in order."""
    hypothesis = conclusion.hypothesis
    found = hypothesis.parts if isinstance(hypothesis, All) else (hypothesis,)
    same = [part for part in found if isinstance(part, SameOutputs)]
    equations = [part for part in found if isinstance(part, Equal) and _is_of_arrays(part)]
    if len(same) > 1 or len(same) + len(equations) < len(found):
        expected = "SameOutputs, once at most, and equations of arrays"
        raise ArgumentError("conclusion", hypothesis, expected)
    return (same[0] if same else None), equations


def _is_of_arrays(said: Equal) -> bool:
    """Whether an equation is of two arrays of the same axes."""
    sides = said.lhs, said.rhs
    return all(isinstance(side, SymbolicArray) for side in sides) and same_axes(
        said.lhs.axes, said.rhs.axes
    )


def entries_summed(weights: SymbolicArray, array: SymbolicArray) -> IndexExpression:
    """The sum over all entries of an array, each with its weight."""
    if not isinstance(weights, SymbolicArray) or not same_axes(weights.axes, array.axes):
        raise ArgumentError("equations", weights, "weights for each entry of the equation")
    total = scalar(0)
    for place, block in (weights * array).blocks.items():
        own = _own_indices(array, place)
        bound = [Index.bound(index) for index in own]
        inside = masked(block, parts_of(array.axes, place))
        named = inside.renamed(list(zip(own, bound, strict=True)))
        total = total + (Sum(named, *bound) if bound else named)
    return total


def stacking(conclusion: EveryStack) -> Evidence:
    r"""Every stack keeps :math:`\sum_i c_i x^i_t = 0`, as each machine does: structural induction.

    A machine does if, run on such sequences from its first state, its states add up to 0 so, and
    its outputs; for which any states and tokens that add up so are looked at, in one step.
    """
    weights, parts = conclusion.weights, {}
    for number, machine in enumerate(conclusion.layers, 1):
        _require_free_step(machine)
        states, tokens = (
            _adding_up(part, weights, machine) for part in (machine.state, machine.token)
        )
        runs = [
            dict(replacement(machine.state, s)) | dict(replacement(machine.token, x))
            for s, x in zip(states, tokens, strict=True)
        ]
        said = {"at first": machine.start, "after a step": machine.after, "output": machine.output}
        for what, value in said.items():
            each = [put(value, run) for run in runs]
            for place, copies in enumerate(zip(*map(components, each), strict=True), 1):
                total = _combined(weights, copies)
                name = f"kind {number}, {what}, part {place}"
                parts[name] = prove(Equal(total, zeros(total.axes)))
    scope = "all stacks, all sequences of all lengths"
    return concluded(_sufficient(parts, scope), conclusion, "stacking")


def no_stack(
    conclusion: NoStack,
    every: EveryStack,
    kept: Evidence,
    tokens: Sequence[SymbolicArray],
    reads: SymbolicArray,
) -> Evidence:
    """No stack has the outputs of a machine, as it does not keep a sum at 0 that stacks keep.

    **Arguments**: what `every` stack of the same layers keeps, and evidence of it, `kept`; a token
    for each weight, which add up to 0, each a sequence by itself; `reads`, what the machine's
    outputs at these are multiplied with, so that they add up to 1.
    """
    require_concluded(kept, every, "kept")
    target, weights = conclusion.target, every.weights
    if EveryStack(conclusion.layers, weights).key != every.key:
        raise CheckError("What stacks keep is said of other layers.")
    if len(tokens) != len(weights) or isinstance(target.output, tuple):
        raise ArgumentError("tokens", tokens, f"{len(weights)} tokens, for outputs of one array")
    _require_free_step(target)
    bound = tensor_names(target.state) | tensor_names(target.token)
    if strange := bound & tensor_names((*tokens, reads)):
        raise ArgumentError("tokens", sorted(strange), "arrays that do not depend on the run")
    none = _combined(weights, tokens)
    outputs = _combined(weights, [_run(target, [token]) for token in tokens])
    parts = {
        "what every stack keeps": kept,
        "the tokens add up to 0": prove(Equal(none, zeros(none.axes))),
        "the outputs do not": prove(Equal(only(reads @ outputs), 1)),
    }
    return concluded(_sufficient(parts, "all stacks"), conclusion, "no stack")


def _require_free_step(machine: Machine) -> None:
    """Raise `ArgumentError` unless nothing is known of a machine's state and token."""
    names = [n for part in components((machine.state, machine.token)) for n in tensor_names(part)]
    if len(set(names)) < len(names) or tensor_names(machine.start) & set(names):
        raise ArgumentError("machine", sorted(names), "a free state and a free token, once each")
    for part in (machine.state, machine.token):
        replacement(part, part)
    for entry in entries_of((machine.start, machine.after, machine.output)).values():
        if {entry.tensor.inverse_of, entry.tensor.power_of} & set(names):
            raise ArgumentError("machine", entry, "a state and a token of which nothing is known")


def _adding_up(free: Any, weights: Sequence[sp.Expr], machine: Machine) -> list[Any]:
    """Copies of nested free arrays, all free but for the last one, with which they add up to 0."""
    taken = tensor_names((machine.start, machine.after, machine.output, machine.token))

    def copy(number: int, part: SymbolicArray) -> SymbolicArray:
        name = f"{min(tensor_names(part), default='')}.copy{number}"
        if any(other.startswith(name) for other in taken):
            raise ArgumentError("machine", name, "an array of a name that nothing else has")
        return symbol_array(name, *part.axes)

    *others, last = weights
    copies = [each_component(partial(copy, n), free) for n in range(1, len(weights))]
    rest = each_component(lambda *parts: _combined([-c / last for c in others], parts), *copies)
    return [*copies, rest if copies else ()]


def _combined(weights: Sequence[sp.Expr], arrays: Sequence[SymbolicArray]) -> SymbolicArray:
    total, *others = (array * c for c, array in zip(weights, arrays, strict=True))
    for array in others:
        total = total + array
    return total


def inner_dimension(
    conclusion: Implies, left: SymbolicArray, right: SymbolicArray, *parts: Evidence
) -> Evidence:
    """A product through n dimensions that has an inverse has at most n rows.

    **Arguments**

    - `conclusion`: that a hypothesis implies N <= n.
    - `left`, `right`: matrices whose rows, and columns, are of the same families, N in all; between
      them stand the n dimensions.
    - `parts`: evidence of what `required_blocks` gives, under the hypothesis and in that order: the
      blocks of the product on the diagonal are identities, those below it 0.
    """
    bound = conclusion.body
    wanted = required_blocks(left, right)
    if not isinstance(bound, AtMost) or len(parts) != len(wanted):
        raise ArgumentError("parts", len(parts), f"evidence of {len(wanted)} blocks, for N <= n")
    for part, block in zip(parts, wanted, strict=True):
        require_concluded(part, Implies(conclusion.hypothesis, block.equal), "a block")
    counts = {
        "the number of rows": prove(Equal(bound.lhs, left.shape[0])),
        "the dimensions between": prove(Equal(bound.rhs, left.shape[1])),
    }
    named = {f"block {number}": part for number, part in enumerate(parts, 1)}
    whole = _sufficient(counts | named, "under the hypothesis")
    return concluded(whole, conclusion, "inner dimension", given=Bounded(conclusion, left, right))


class ProductBlock(NamedTuple):
    """A block that `inner_dimension` asks about, and the indices in which it is written."""

    equal: Equal
    rows: tuple[Index, ...]
    columns: tuple[Index, ...]


def required_blocks(left: SymbolicArray, right: SymbolicArray) -> list[ProductBlock]:
    """The blocks of a product that `inner_dimension` needs, row by row: identities and zeros."""
    whole = left @ right
    families, columns = whole.axes
    if not same_axes([families], [columns]):
        raise ArgumentError("right", right, f"columns of the families of the rows of {left!r}")
    found = []
    for r, c in product(range(len(families)), repeat=2):
        if r < c:
            continue
        own = families[r].indices(0), families[c].indices(1)
        named = [
            tuple(Index(f"{name}{n}", index.range) for n, index in enumerate(indices))
            for name, indices in zip(("row", "column"), own, strict=True)
        ]
        one = Times(tuple(delta(i, j) for i, j in zip(*named, strict=True))) if r == c else None
        names = list(zip((*own[0], *own[1]), (*named[0], *named[1]), strict=True))
        inside = masked(scalar(1), (families[r], families[c])).renamed(names)
        block = whole.blocks.get((r, c), scalar(0)).renamed(names)
        found.append(ProductBlock(Equal(block, scalar(0) if one is None else one * inside), *named))
    return found


def least(conclusion: Least, mean: Evidence) -> Evidence:
    """A mean is least at one place, as it is there a positive multiple of a square more.

    **Arguments**: `mean`, evidence of a `Mean` of the same statistic, whose formula is a
    polynomial of degree 2 in the variable.
    """
    x, at = conclusion.variable, conclusion.at
    formula = _formula_of(conclusion, mean)
    if not x.is_real or x in at.free_symbols:
        raise ArgumentError("variable", x, "a real symbol that the place does not depend on")
    factor = sp.Poly(sp.expand(formula), x).coeff_monomial(x**2)
    excess = Equal(formula - formula.subs(x, at), factor * (x - at) ** 2)
    parts = {
        "the mean": mean,
        "what it is more": prove(excess),
        "the factor": prove(Less(0, factor)),
    }
    _require_free_of(x, *parts.values())
    joined = all_of if mean.verdict.passes else _sufficient  # a parabola has one least place
    return concluded(joined(parts, f"all real {x}"), conclusion, "least")


def limit(conclusion: Limit, bound: Any, below: Evidence, above: Evidence) -> Evidence:
    r"""A term has a limit at infinity, as it is within a bound of it that goes to 0.

    **Arguments**: `bound`, :math:`C x^{-p}` or :math:`C e^{-k x}` with numbers p, k > 0 and any
    real C that is free of the variable x; evidence that value - bound <= term, and that
    term <= value + bound, for every value of the variable.
    """
    x, value = conclusion.variable, conclusion.value
    error = term(bound, "bound")
    if conclusion.to != "oo":
        raise ArgumentError("conclusion", conclusion.to, "a limit at infinity, to='oo'")
    require_reaches_infinity(x)
    factor, rest = error.as_independent(x, as_Add=False)
    if x in value.free_symbols or not factor.is_real or not _is_null(rest, x):
        raise ArgumentError("bound", bound, f"C {x}^-p or C exp(-k {x}), and a value without {x}")
    require_concluded(below, AtMost(value - error, conclusion.term), "below")
    require_concluded(above, AtMost(conclusion.term, value + error), "above")
    _require_free_of(x, below, above)
    parts = {"from below": below, "from above": above}
    return concluded(_sufficient(parts, f"{x} to infinity"), conclusion, "limit")


def _is_null(rest: sp.Expr, x: sp.Symbol) -> bool:
    """Whether a function of x is x^-p, for x > 0, or e^(-k x), with a positive number in it."""
    if isinstance(rest, sp.exp):
        (power,) = cast(Any, rest.args)
        rate = sp.expand(-power / x)
        return bool(rate.is_Rational and rate > 0)
    base, exponent = rest.as_base_exp()
    if base == 1 / x:
        base, exponent = x, -exponent
    return bool(base == x and x.is_positive and exponent.is_Rational and exponent < 0)


def argued(
    conclusion: Conclusion, words: str, *parts: Evidence, rests_on: Sequence[Ground] = ()
) -> Evidence:
    """ARGUED: the parts were decided; that they give the conclusion is said in `words`.

    The worst of the parts where one of them does not pass, and HOLDS where one only HOLDS.

    **Arguments**: `rests_on`, the claims and facts that the words name.
    """
    named = {f"part {n}": part for n, part in enumerate(parts, 1)}
    whole = Evidence.argued(words, scope="as argued", parts=named, rests_on=tuple(rests_on))
    return concluded(whole, conclusion, "argued")


def _sufficient(parts: Mapping[str, Evidence], scope: str) -> Evidence:
    """Evidence by obligations that are enough: one that is false says nothing of the conclusion."""
    whole = all_of(parts, scope)
    if whole.verdict is not Verdict.REFUTED:
        return whole
    reason = f"An obligation is false, which does not refute the conclusion: {whole.reason}"
    return dataclasses.replace(whole, verdict=Verdict.UNDECIDED, reason=reason)


def _require_free_of(variable: sp.Symbol, *parts: Evidence) -> None:
    """Raise `CheckError` for a condition on a variable that the conclusion binds."""
    for part in parts:
        for condition in part.conditions:
            if variable in formula_of(condition).free_symbols:
                raise CheckError(
                    f"A part holds only where {condition.text}, and the conclusion is for every"
                    f" {variable}. Prove the values apart at which that fails."
                )


def _is_left(name: str, state: State, value: Any) -> bool:
    """Whether what is put in place of a part of a state is that part itself."""
    return data_of(value[1]) == data_of(replacement(state, state)[name][1])


def _require_one_token(conclusion: SameOutputs) -> None:
    """Raise `ArgumentError` unless both machines read the same token, and put out like arrays."""
    one, other = conclusion.one, conclusion.other
    tokens = data_of(one.token), data_of(other.token)
    if tokens[0] != tokens[1]:
        raise ArgumentError("conclusion", tokens, "two machines that read the same token")
    if not same_nesting(one.output, other.output):
        said = one.output, other.output
        raise ArgumentError("conclusion", said, "two machines with as many outputs")


def _require_fresh(conclusion: SameOutputs, auxiliary: Sequence[Auxiliary]) -> None:
    """Free arrays must be free: no name stands for two things, and nothing is known of them."""
    one, other = conclusion.one, conclusion.other
    extra = {name for array, _, _ in auxiliary for name in tensor_names(array)}
    own = [tensor_names(machine.state) for machine in (one, other)]
    free = [*components((one.state, other.state, one.token)), *(array for array, _, _ in auxiliary)]
    names = [name for array in free for name in tensor_names(array)]
    if len(set(names)) < len(names):
        raise ArgumentError("auxiliary", sorted(names), "arrays of names that nothing else has")
    starts = (one.start, other.start, *(start for _, start, _ in auxiliary))
    taken = set(names) & tensor_names(starts)
    for machine, others in ((one, own[1]), (other, own[0])):
        taken |= tensor_names((machine.after, machine.output)) & (others | extra)
    every = (*free, *starts, one.after, one.output, other.after, other.output)
    for entry in entries_of((*every, *(after for _, _, after in auxiliary))).values():
        known = {entry.tensor.inverse_of, entry.tensor.power_of} - {""}
        taken |= {entry.tensor.name} & set(names) if known else set()
        taken |= known & set(names)
    if taken:
        raise ArgumentError("auxiliary", sorted(taken), "arrays that the machines do not have")
    replacement(one.token, one.token)


def _run(machine: Machine, tokens: Sequence[SymbolicArray]) -> SymbolicArray:
    """What a machine puts out at the last of a few tokens."""
    state, output = machine.start, None
    for token in tokens:
        here = {**replacement(machine.state, state), **replacement(machine.token, token)}
        state, output = put(machine.after, here), put(machine.output, here)
    if output is None:
        raise ArgumentError("runs", tokens, "at least one token")
    return output


def only(side: Any) -> IndexExpression:
    """A number, or the only entry of an array of no axes."""
    if isinstance(side, SymbolicArray):
        if side.axes:
            raise ArgumentError("conclusion", side, "an Equal of numbers")
        return side.blocks.get((), scalar(0))
    return scalar(side)


def added_by_a_token(machine: Machine) -> SymbolicArray:
    """What a step adds to a state, of one array, where it adds what the token gives."""
    return put(machine.after, replacement(machine.state, zeros(machine.state.axes)))


def length_of(tokens: Any, token: Any) -> sp.Expr:
    """How many tokens arrays have, one in each row; a token may be a nested tuple of arrays."""
    if not same_nesting(tokens, token):
        raise ArgumentError("tokens", tokens, f"as many arrays as {token!r} has, nested so")
    sizes = set()
    for rows, one in zip(components(tokens), components(token), strict=True):
        first, *rest = rows.axes
        if data_of(rows)[1][2:] != data_of(one)[1][1:] or len(rest) != len(one.axes):
            raise ArgumentError("tokens", rows, "an array of tokens, one in each row")
        if len(first) != 1 or len(first[0].sizes) != 1:
            raise ArgumentError("tokens", rows, "an array whose rows are counted by one size")
        sizes |= set(first[0].sizes)
    if len(sizes) != 1:
        raise ArgumentError("tokens", sorted(map(str, sizes)), "as many rows in each array")
    return sizes.pop()


def _own_indices(array: SymbolicArray, place: tuple[int, ...]) -> list[Index]:
    """The indices in which a block of an array is written."""
    parts = [axis[number] for axis, number in zip(array.axes, place, strict=True)]
    return [index for number, part in enumerate(parts) for index in part.indices(number)]


def _factors_in_tokens(machine: Machine, tokens: Any, outputs: SymbolicArray) -> dict[str, Tensor]:
    """The tensors of a token, by name, whose products over time stand in the outputs.

    With each the tensor of whose rows the tokens are made, entry by entry.
    """
    of = {e.tensor.power_of for e in _entries(outputs) if e.tensor.over_time}
    found = {}
    for rows, one in zip(components(tokens), components(machine.token), strict=True):
        for place, block in one.blocks.items():
            row = rows.blocks.get((0, *place))
            if not isinstance(row, Entry) or row.tensor.name not in of:
                continue
            own = _own_indices(rows, (0, *place))
            if isinstance(block, Entry) and all(map(Index.same, row.indices, own)):
                found[block.tensor.name] = row.tensor
    return found


def _kept(
    machine: Machine, added: SymbolicArray, outputs: SymbolicArray, given: Mapping[str, Tensor]
) -> SymbolicArray:
    """By which factors a step multiplies the entries of a state.

    For each block 0, 1, or the entries whose powers stand in the outputs, whichever is proved.
    """
    unit = put(machine.after, replacement(machine.state, ones(machine.state.axes)))
    powers = {e.tensor.power_of for e in _entries(outputs)} - {""}
    powers |= given.keys()
    bases = {e.tensor.name: e for e in _entries(machine.after) if e.tensor.name in powers}
    blocks = {}
    for place in machine.after.blocks:
        parts = parts_of(machine.state.axes, place)
        own = _own_indices(machine.after, place)
        tried = [scalar(0), scalar(1)]
        for base in bases.values():
            sizes = [index.range for index in base.indices]
            for chosen in permutations(own, len(sizes)):
                if [index.range for index in chosen] == sizes:
                    tried.append(base.tensor[chosen])
        factor = unit.blocks[place] - added.blocks.get(place, scalar(0))
        for one in tried:
            if prove(Equal(factor, masked(one, parts))).verdict is Verdict.PROVED:
                blocks[place] = one
                break
        else:
            raise ArgumentError(
                "conclusion",
                machine.latex,
                "a machine that multiplies each entry of its state"
                " by 0, by 1, or by an entry whose powers (`World.powers`) stand in the outputs, or"
                " by one of the token whose products (`World.running_products`) stand there",
            )
    return SymbolicArray(machine.state.axes, blocks)


def _weights_before(
    kept: SymbolicArray,
    outputs: SymbolicArray,
    s: Index,
    t: Index,
    given: Mapping[str, Tensor],
) -> tuple[dict[Any, Any], dict[str, Any]]:
    r"""What the part of token s weighs in the state before token t, and what turns its powers on.

    Of a factor d the weight is :math:`d^{t - 1 - s}` for s < t, and 0 else, which is kept as it is,
    a free array w: powers of d in the outputs become :math:`d w_{ts} + \delta_{st}`. Of a factor
    d_t of the token, which is `given` with the tensor of all of them, it is
    :math:`d_{t-1} \cdots d_{s+1}`, and products become :math:`d_t w_{ts} + \delta_{st}`.
    """
    weights: dict[Any, Any] = {}
    powers: dict[str, Any] = {}
    made: dict[str, Tensor] = {}
    for place, base in kept.blocks.items():
        if not isinstance(base, Entry):
            last = made.setdefault("", Tensor(".before", 2))
            is_one = isinstance(base, Scalar) and base.value == 1
            weights[place] = at_most(s, t) - delta(s, t) if is_one else last[t, s]
            continue
        whole = given.get(base.tensor.name)
        name = base.tensor.name if whole is None else whole.name
        own = tuple(Index(f"i{n}", index.range) for n, index in enumerate(base.indices))
        before = made.setdefault(name, Tensor(f"{name}.before", base.tensor.rank + 2))
        ages = Index("t0", t.range), Index("s0", t.range)
        weights[place] = before[t, s, *base.indices]
        factor = base.tensor[own] if whole is None else whole[ages[0], *own]
        later = factor * before[*ages, *own] + delta(*ages)
        said = [e.tensor for e in _entries(outputs) if e.tensor.power_of == name]
        found = {tensor.name for tensor in said if tensor.over_time is (whole is not None)}
        powers |= dict.fromkeys(found, ((*ages, *own), later))
    return weights, powers


def _matrix(machine: Machine, outputs: SymbolicArray) -> Tensor | None:
    """The matrix whose powers stand in the outputs, if there is one."""
    of = {e.tensor.power_of for e in _entries(outputs) if e.tensor.matrix}
    if not of:
        return None
    found = {e.tensor.name: e.tensor for e in _entries(machine.after) if e.tensor.name in of}
    if len(of) > 1 or not found:
        raise ArgumentError("outputs", sorted(of), "powers of the one matrix that a step applies")
    (tensor,) = found.values()
    axes = machine.state.axes
    if len(axes) != 1 or len(axes[0]) != 1 or len(axes[0][0].sizes) != 1:
        raise ArgumentError("conclusion", machine.latex, "a machine whose state is one vector")
    return tensor


def _times(matrix: Tensor, vector: SymbolicArray) -> SymbolicArray:
    """A matrix times a vector, which is written in its own index."""
    if not vector.blocks:
        return vector
    (place,) = vector.blocks
    (own,) = _own_indices(vector, place)
    column = Index("k", own.range)
    block = vector.blocks[place].renamed([(own, column)])
    return SymbolicArray(vector.axes, {place: Sum(matrix[own, column] * block, column)})


def _matrix_before(
    matrix: Tensor, added: SymbolicArray, outputs: SymbolicArray, s: Index, t: Index
) -> tuple[SymbolicArray, dict[str, Any]]:
    r"""The state before token t, and what turns the powers of the matrix on to those before.

    :math:`A^{t - 1 - s}` for s < t, and 0 else, is kept as a free array B: powers of A in the
    outputs become :math:`A B_{ts} + \delta_{st} I`.
    """
    before = Tensor(f"{matrix.name}.before", 4)
    summed = added
    for place, block in added.blocks.items():
        (own,) = _own_indices(added, place)
        column = Index("k", own.range)
        one = before[t, s, own, column] * block.renamed([(own, column)])
        summed = SymbolicArray(added.axes, {place: Sum(one, s, column)})
    powered = [e for e in _entries(outputs) if e.tensor.matrix and e.tensor.rank == 4]
    (size,) = {e.indices[2].range for e in powered}
    ages, own = (Index("t0", t.range), Index("s0", t.range)), (Index("i0", size), Index("j0", size))
    column = Index("k", size)
    product = Sum(matrix[own[0], column] * before[*ages, column, own[1]], column)
    turned = product + delta(*ages) * delta(*own)
    found = {e.tensor.name for e in powered}
    return summed, dict.fromkeys(found, ((*ages, *own), turned))


def _by_age(outputs: SymbolicArray) -> Tensor | None:
    """The powers of the matrix by age, if they stand in the outputs."""
    of = (e.tensor for e in _entries(outputs) if e.tensor.matrix and e.tensor.rank == 3)
    return next(of, None)


def _times_at(powers: Tensor, t: Index, vector: SymbolicArray) -> SymbolicArray:
    """The power t of a matrix times a vector."""
    found = {}
    for place, block in vector.blocks.items():
        (own,) = _own_indices(vector, place)
        column = Index("k", own.range)
        found[place] = Sum(powers[t, own, column] * block.renamed([(own, column)]), column)
    return SymbolicArray(vector.axes, found)


def _entries(array: SymbolicArray) -> list[Entry]:
    return [part for part in nodes(array.blocks.values()) if isinstance(part, Entry)]


def row_at(token: Any, tokens: Any, time: Index) -> dict[str, Any]:
    """What puts the token at a time in place of the free one; of nested tuples, each array."""
    row: dict[Any, Any] = {}
    if isinstance(token, tuple):
        pairs = zip(components(token), components(tokens), strict=True)
        return {name: at for pair in pairs for name, at in row_at(*pair, time).items()}
    for place in token.blocks:
        block = tokens.blocks.get((0, *place), scalar(0))
        first, *rest = _own_indices(tokens, (0, *place))
        names = [(first, time), *zip(rest, _own_indices(token, place), strict=True)]
        row[place] = block.renamed(names)
    return dict(replacement(token, SymbolicArray(token.axes, row)))


def _formula_of(conclusion: Least, mean: Evidence) -> sp.Expr:
    said = mean.statement
    if said is None or said.data[0] != "Mean":
        raise CheckError("mean: expected evidence of a Mean, as `prove(Mean(...))` returns it.")
    formula = decoded(said.data[2])
    require_concluded(mean, Mean(conclusion.statistic, formula), "mean")
    return formula
