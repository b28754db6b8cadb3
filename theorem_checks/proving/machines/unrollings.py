"""A machine computes a function of the sequence, as its state is a sum over the tokens."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import alternatives
from theorem_checks.proving.machines.steps import (
    Unrolled,
    added_by_a_token,
    length_of,
    outputs_at,
    row_at,
)
from theorem_checks.proving.rules.entries import entries_in
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.statements.arrays.index_expressions import Scalar, Sum, scalar
from theorem_checks.statements.arrays.index_families import indices_of, masked, parts_of
from theorem_checks.statements.arrays.index_relations import at_most, delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, ones, zeros
from theorem_checks.statements.arrays.tensors import Entry, Tensor
from theorem_checks.statements.conclusions import (
    Computes,
    Equal,
)
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import (
    components,
    put,
    replacement,
    tensor_names,
)
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "unrolling",
]


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
        own = indices_of(read.axes, place)
        row = outputs.blocks.get((0, *place), scalar(0))
        names = zip(indices_of(outputs.axes, (0, *place)), (t, *own), strict=True)
        parts[outputs_at(place, read)] = prove(Equal(block, put(row.renamed(names), powers)))
    if missing := {place[1:] for place in outputs.blocks} - set(read.blocks):
        raise ArgumentError("outputs", missing, "blocks that the machine has")
    whole = sufficient(parts, "all sequences, of all lengths")
    return concluded(whole, conclusion, "unrolling", given=Unrolled(machine.state, summed))


def _factors_in_tokens(machine: Machine, tokens: Any, outputs: SymbolicArray) -> dict[str, Tensor]:
    """The tensors of a token, by name, whose products over time stand in the outputs.

    With each the tensor of whose rows the tokens are made, entry by entry.
    """
    of = {e.tensor.power_of for e in entries_in(outputs) if e.tensor.over_time}
    found = {}
    for rows, one in zip(components(tokens), components(machine.token), strict=True):
        for place, block in one.blocks.items():
            row = rows.blocks.get((0, *place))
            if not isinstance(row, Entry) or row.tensor.name not in of:
                continue
            own = indices_of(rows.axes, (0, *place))
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
    powers = {e.tensor.power_of for e in entries_in(outputs)} - {""}
    powers |= given.keys()
    bases = {e.tensor.name: e for e in entries_in(machine.after) if e.tensor.name in powers}
    blocks = {}
    for place in machine.after.blocks:
        parts = parts_of(machine.state.axes, place)
        own = indices_of(machine.after.axes, place)
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
        said = [e.tensor for e in entries_in(outputs) if e.tensor.power_of == name]
        found = {tensor.name for tensor in said if tensor.over_time is (whole is not None)}
        powers |= dict.fromkeys(found, ((*ages, *own), later))
    return weights, powers


def _matrix(machine: Machine, outputs: SymbolicArray) -> Tensor | None:
    """The matrix whose powers stand in the outputs, if there is one."""
    of = {e.tensor.power_of for e in entries_in(outputs) if e.tensor.matrix}
    if not of:
        return None
    found = {e.tensor.name: e.tensor for e in entries_in(machine.after) if e.tensor.name in of}
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
    (own,) = indices_of(vector.axes, place)
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
        (own,) = indices_of(added.axes, place)
        column = Index("k", own.range)
        one = before[t, s, own, column] * block.renamed([(own, column)])
        summed = SymbolicArray(added.axes, {place: Sum(one, s, column)})
    powered = [e for e in entries_in(outputs) if e.tensor.matrix and e.tensor.rank == 4]
    (size,) = {e.indices[2].range for e in powered}
    ages, own = (Index("t0", t.range), Index("s0", t.range)), (Index("i0", size), Index("j0", size))
    column = Index("k", size)
    product = Sum(matrix[own[0], column] * before[*ages, column, own[1]], column)
    turned = product + delta(*ages) * delta(*own)
    found = {e.tensor.name for e in powered}
    return summed, dict.fromkeys(found, ((*ages, *own), turned))


def _by_age(outputs: SymbolicArray) -> Tensor | None:
    """The powers of the matrix by age, if they stand in the outputs."""
    of = (e.tensor for e in entries_in(outputs) if e.tensor.matrix and e.tensor.rank == 3)
    return next(of, None)


def _times_at(powers: Tensor, t: Index, vector: SymbolicArray) -> SymbolicArray:
    """The power t of a matrix times a vector."""
    found = {}
    for place, block in vector.blocks.items():
        (own,) = indices_of(vector.axes, place)
        column = Index("k", own.range)
        found[place] = Sum(powers[t, own, column] * block.renamed([(own, column)]), column)
    return SymbolicArray(vector.axes, found)
