r"""The rules of composition: from conclusions of parts, the conclusion of the whole.

All rules stand on this page. Each takes data, a relation, an invariant, a value, in which it
substitutes; none calls an author's function. Each computes which conclusions its parts must have,
asks the engines for those that they decide, refuses what concludes anything else, and returns
evidence that is sealed. What is particular to a theorem is a composition of these, never a rule.

| rule | concludes | from |
|---|---|---|
| `prove` of `All`, `conjunction` | A and B | A, B |
| `given` | A implies B | B |
| `modus_ponens` | B | A implies B, A |
| `instantiate` | A(c) | A(n) for all n >= n_0, and c >= n_0 |
| `induction` | A(n) for all n >= n_0 | A(n_0), and A(n) implies A(n+1) |
| `chain` | a = c | a = b, b = c |
| `simulation` | two machines have the same outputs | a relation of states that steps keep |
| `unrolling` | a machine computes a function of the sequence | its state is a sum over tokens |
| `least` | a mean is least at one place | the mean is a square with a positive factor |
| `argued` | anything, as ARGUED | words |
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.conclude import prove
from theorem_checks.statements.arrays.index_expressions import Index, Sum, at_most, delta, scalar
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, zeros
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
)
from theorem_checks.statements.formulas import decoded, formula_of
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import data_of, put, replacement, tensor_names, term
from theorem_checks.verdicts import Evidence, Verdict, all_of

__all__ = [
    "argued",
    "chain",
    "conjunction",
    "given",
    "induction",
    "instantiate",
    "least",
    "modus_ponens",
    "simulation",
    "unrolling",
]

Auxiliary = tuple[SymbolicArray, SymbolicArray, SymbolicArray]
"""A free array that a relation speaks of beside the state, its value at first, and after a step."""


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
    return concluded(all_of({"body": body}, "under the hypothesis"), conclusion, "given")


def modus_ponens(conclusion: Implies, implication: Evidence, hypothesis: Evidence) -> Evidence:
    """From that A implies B, and A, that B; `conclusion` is the implication."""
    require_concluded(implication, conclusion, "implication")
    require_concluded(hypothesis, conclusion.hypothesis, "hypothesis")
    parts = {"implication": implication, "hypothesis": hypothesis}
    return concluded(all_of(parts, "the conclusion"), conclusion.body, "modus ponens")


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
    return concluded(all_of(parts, f"{general.variable} = {number}"), special, "instantiate")


def induction(conclusion: ForAll, base: Evidence, step: Evidence) -> Evidence:
    """From A(n_0), and from that A(n) implies A(n+1) for a symbol n, A(n) for all n from n_0 on.

    **Raises** `CheckError` where base or step conclude anything else; `ArgumentError` for a
    symbol that cannot stand for every integer from n_0 on.
    """
    n, n0 = conclusion.variable, conclusion.start
    least = 1 if n.is_positive else 0 if n.is_nonnegative else None
    known = set(n.assumptions0) - set(sp.Symbol("n", integer=True, positive=True).assumptions0)
    if not n.is_integer or known or (least is not None and n0 < least):
        raise ArgumentError("variable", n, f"a symbol for every integer from {n0} on")
    require_concluded(base, conclusion.body.substituted({n: sp.Integer(n0)}), "base")
    _require_free_of(n, base, step)
    onward = Implies(conclusion.body, conclusion.body.substituted({n: n + 1}))
    require_concluded(step, onward, "step")
    whole = all_of({"base": base, "step": step}, f"every {n} from {n0} on")
    return concluded(whole, conclusion, "induction")


def chain(first: Equal, one: Evidence, second: Equal, other: Evidence) -> Evidence:
    """From a = b and b = c, that a = c."""
    require_concluded(one, first, "one")
    require_concluded(other, second, "other")
    if data_of(first.rhs) != data_of(second.lhs):
        raise CheckError("The second equation does not begin with what the first one ends with.")
    whole = all_of({"first": one, "second": other}, "both equations")
    return concluded(whole, Equal(first.lhs, second.rhs), "chain")


def simulation(
    conclusion: SameOutputs, relation: SymbolicArray, auxiliary: Sequence[Auxiliary] = ()
) -> Evidence:
    """Two machines give the same outputs, as one stores the state of the other.

    **Arguments**

    - `relation`: an array in the axes of the first machine's state: what it is when the second
      machine's state is the free one of the `conclusion`, and the auxiliary arrays have free
      entries.
    - `auxiliary`: arrays that the first machine remembers besides, each with its value before
      the first token and after any one, in the entries of the second machine's state, of the
      auxiliary arrays and of the token.

    **Returns** Evidence with three parts: the relation holds at first; a step of both keeps it;
    where it holds, the outputs are equal.
    """
    one, other = conclusion.one, conclusion.other
    _require_one_token(conclusion)
    free = [array for array, _, _ in auxiliary]
    _require_fresh(conclusion, free)
    known = set().union(*map(tensor_names, (other.state, *free)))
    if strange := tensor_names(relation) & tensor_names(one.state):
        raise ArgumentError("relation", sorted(strange), f"entries of {sorted(known)}")
    at_first = dict(replacement(other.state, other.start))
    later = dict(replacement(other.state, other.after))
    for array, start, after in auxiliary:
        at_first |= replacement(array, start)
        later |= replacement(array, after)
    held = replacement(one.state, relation)
    parts = {
        "at first": prove(Equal(one.start, put(relation, at_first))),
        "after a step": prove(Equal(put(one.after, held), put(relation, later))),
        "the outputs": prove(Equal(put(one.output, held), other.output)),
    }
    return concluded(all_of(parts, "all sequences, of all lengths"), conclusion, "simulation")


def unrolling(conclusion: Computes) -> Evidence:
    r"""A machine computes a function of the sequence, as its state is a sum over the tokens.

    If the first state is 0 and each token x adds g(x) to the state, then the state before the
    token t is :math:`\sum_{s < t} g(x_s)`, and what is read there has to be row t of the outputs.
    """
    machine = conclusion.machine
    tokens, outputs = conclusion.tokens, conclusion.outputs
    nothing = zeros(machine.state.axes)
    added = put(machine.after, replacement(machine.state, nothing))
    length = _length(tokens, machine.token)
    s, t = Index("s", length), Index("t", length)
    summed = SymbolicArray(
        machine.state.axes,
        {
            place: Sum((at_most(s, t) - delta(s, t)) * block, s)
            for place, block in put(added, _row(machine.token, tokens, s)).blocks.items()
        },
    )
    here = dict(replacement(machine.state, summed)) | _row(machine.token, tokens, t)
    read = put(machine.output, here)
    parts = {
        "the first state is 0": prove(Equal(machine.start, nothing)),
        "a token adds to the state": prove(Equal(machine.after, machine.state + added)),
    }
    for place, block in read.blocks.items():
        own = _own_indices(read, place)
        row = outputs.blocks.get((0, *place), scalar(0))
        names = zip(_own_indices(outputs, (0, *place)), (t, *own), strict=True)
        parts[f"the outputs {place}"] = prove(Equal(block, row.renamed(names)))
    if missing := {place[1:] for place in outputs.blocks} - set(read.blocks):
        raise ArgumentError("outputs", missing, "blocks that the machine has")
    return concluded(all_of(parts, "all sequences, of all lengths"), conclusion, "unrolling")


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
    return concluded(all_of(parts, f"all real {x}"), conclusion, "least")


def argued(conclusion: Conclusion, words: str, *parts: Evidence) -> Evidence:
    """ARGUED: the parts were decided; that they give the conclusion is said in `words`.

    The worst of the parts where one of them does not pass, and HOLDS where one only HOLDS.
    """
    if not isinstance(words, str) or len(words.split()) < 3:
        raise ArgumentError("words", words, "the argument, in a sentence")
    named = {f"part {n}": part for n, part in enumerate(parts, 1)}
    whole = all_of(named, "as argued") if parts else Evidence(Verdict.ARGUED, "as argued")
    if whole.verdict is Verdict.PROVED:
        whole = Evidence(Verdict.ARGUED, "as argued", parts=whole.parts)
    said = Evidence(
        whole.verdict,
        whole.scope,
        whole.reason,
        counterexample=whole.counterexample,
        parts=whole.parts,
        conditions=whole.conditions,
        rests_on=(words,),
    )
    return concluded(said, conclusion, "argued")


def _require_free_of(variable: sp.Symbol, *parts: Evidence) -> None:
    """Raise `CheckError` for a condition on a variable that the conclusion binds."""
    for part in parts:
        for condition in part.conditions:
            if variable in formula_of(condition).free_symbols:
                raise CheckError(
                    f"A part holds only where {condition.text}, and the conclusion is for every"
                    f" {variable}. Prove the values apart at which that fails."
                )


def _require_one_token(conclusion: SameOutputs) -> None:
    tokens = data_of(conclusion.one.token), data_of(conclusion.other.token)
    if tokens[0] != tokens[1]:
        raise ArgumentError("conclusion", tokens, "two machines that read the same token")


def _require_fresh(conclusion: SameOutputs, auxiliary: Sequence[SymbolicArray]) -> None:
    """Free arrays must be free: no name stands for two things."""
    one, other = conclusion.one, conclusion.other
    free = [one.state, other.state, one.token, *auxiliary]
    names = [name for array in free for name in tensor_names(array)]
    if len(set(names)) < len(names):
        raise ArgumentError("auxiliary", sorted(names), "arrays of names that nothing else has")
    own = set().union(*map(tensor_names, auxiliary), tensor_names(other.state))
    bound = (one.start, one.after, one.output)
    fixed = (other.start,)
    taken = set().union(*map(tensor_names, bound)) & own
    taken |= set().union(*map(tensor_names, fixed)) & set(names)
    taken |= set().union(*map(tensor_names, (other.after, other.output))) & (
        set(names) - tensor_names(other.state) - tensor_names(other.token)
    )
    if taken:
        raise ArgumentError("auxiliary", sorted(taken), "arrays that the machines do not have")


def _length(tokens: SymbolicArray, token: SymbolicArray) -> sp.Expr:
    axes = data_of(tokens)[1][1:]
    if len(tokens.axes) != 2 or axes[1:] != data_of(token)[1][1:] or len(tokens.axes[0]) != 1:
        raise ArgumentError("tokens", tokens, "an array of tokens, one in each row")
    (size,) = tokens.axes[0][0].sizes
    return size


def _own_indices(array: SymbolicArray, place: tuple[int, ...]) -> list[Index]:
    """The indices in which a block of an array is written."""
    parts = [axis[number] for axis, number in zip(array.axes, place, strict=True)]
    return [index for number, part in enumerate(parts) for index in part.indices(number)]


def _row(token: SymbolicArray, tokens: SymbolicArray, time: Index) -> dict[str, Any]:
    """What puts the token at a time in place of the free one."""
    row = {}
    for (place,), _ in token.blocks.items():
        block = tokens.blocks.get((0, place), scalar(0))
        first, *rest = _own_indices(tokens, (0, place))
        names = [(first, time), *zip(rest, _own_indices(token, (place,)), strict=True)]
        row[(place,)] = block.renamed(names)
    return dict(replacement(token, SymbolicArray(token.axes, row)))


def _formula_of(conclusion: Least, mean: Evidence) -> sp.Expr:
    said = mean.statement
    if said is None or said.data[0] != "Mean":
        raise CheckError("mean: expected evidence of a Mean, as `prove(Mean(...))` returns it.")
    formula = decoded(said.data[2])
    require_concluded(mean, Mean(conclusion.statistic, formula), "mean")
    return formula
