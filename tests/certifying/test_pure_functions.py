"""Exported functions give in Rocq what they give in Python: each construct, on random arguments."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import flint
import pytest

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.layers import layers_of
from constructions.lsrl.listed.outputs import program_outputs, stack_outputs
from constructions.lsrl.programs.hats import hat
from constructions.weights.partial_realisation import smallest_network
from proofs.lsrl.s3_language import layer_by_layer
from proofs.lsrl.s3_language.layer_by_layer import late_in_nodes, late_in_states, says_same
from tests.certifying.shared import NEEDS_COQC, compiled
from theorem_checks.certifying.certificates import _HEADERS, certificate_for, library_text
from theorem_checks.certifying.programs import number
from theorem_checks.certifying.pure_functions import definitions_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.scripts import script_of
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.errors import ArgumentError
from theorem_checks.statements.pure.conclusions import SameValues, pure, side_of
from theorem_checks.verdicts.seals import Stated

HERE = Path(layer_by_layer.__file__).parent
NAMES = "program_runs.v", "stack_runs.v", "layers.v", "layer_by_layer.v"
SCRIPT = script_of(*(HERE / name for name in NAMES))


class Dot(NamedTuple):
    at: int
    size: Number


class Bar(NamedTuple):
    parts: tuple[tuple[int, Number], ...]
    up: bool


def told(shape: Dot | Bar, n: int) -> tuple[Number, ...]:
    match shape:
        case Dot(at, size):
            return (size * size, -size) if at < n else (ONE, size - ONE)
        case Bar(parts, up):
            if (up and n != 2) or n > 3:
                return tuple(c for i, c in parts if i >= n if c != 0)
            return (sum((c * c for _, c in parts), ONE), ZERO)


def counted(xs: tuple[int, ...], ys: tuple[Number, ...]) -> tuple[tuple[int, ...], Number]:
    total, kept = 0, ys[1:]
    best = ZERO
    found: tuple[int, ...] = ()
    for i, (x, y) in enumerate(zip(xs, ys, strict=False)):
        total = total + x * i
        best = y if y > best else best
        found = (*found, total // 2, total % 3)
        for z in kept[:x]:
            best = best + z if z <= best else best
    return (len(found), *found, max((x for x in xs), default=0), xs[-1] if xs else 7), best


def shaped(s: tuple[Dot | Bar, ...], n: int) -> tuple[tuple[Number, ...], ...]:
    every = all(len(told(one, n)) == 2 for one in s) or any(n != 1 for _ in range(1, n))
    made = tuple(told(one, i) for one in s for i in range(n) if i > 0)
    longer = (ZERO,) * n
    return (*made, longer) if every else (*made, longer, (longer[n] if n < len(longer) else ONE,))


def inverted(ys: tuple[flint.fmpq, ...]) -> tuple[flint.fmpq, ...]:
    return tuple(ONE / (y + y) if y + y != 0 else y - ONE for y in ys)


def text(value: Any, kind: tuple, types) -> str:
    """A value as a term of Rocq, with rational numbers."""
    name, *parts = kind
    if name == "nat":
        return f"{value}%N"
    if name == "bool":
        return str(value).lower()
    if name == "num":
        return number(Fraction(str(value)))
    if name == "seq":
        return f"[:: {'; '.join(text(v, parts[0], types) for v in value)}]"
    if name == "pair":
        return f"({', '.join(map(text, value, parts, [types] * len(parts)))})"
    record = type(value).__name__ if name == "union" else parts[0]
    fields = (text(v, t, types) for v, (_, t) in zip(value, types.records[record], strict=True))
    made = f"(make_{record} rationals {' '.join(fields)})"
    return f"(of_{parts[0]}_{record} rationals {made})" if name == "union" else made


def goals(call, seeds, slip=False):
    """The definitions of a call, and that it gives in Rocq what it gives in Python."""
    side = side_of(call)
    lines = [definitions_of(side.reader.data)]
    types, name = side.reader.types, side.reader.functions[-1].name
    for seed in seeds:
        for given in side.drawn(seed):
            value = call.run(given)
            if slip and isinstance(value, tuple) and value:
                value = value[1:]
            kinds = dict(side.arguments)
            handed = " ".join(text(given[one], kinds[one], types) for one in call.arguments)
            result = text(value, side.result, types)
            lines.append(f"Goal f_{name} rationals {handed} = {result}. Proof. by []. Qed.")
    return lines


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rocq")
    for name in ("IndexSums", "Functions"):
        code, said = compiled(folder / f"{name}.v", [library_text(name)], 120)
        assert not code, said
    return folder


CALLS = [
    pure(told, "shape", "n"),
    pure(counted, "xs", "ys"),
    pure(shaped, "s", "n"),
    pure(inverted, "ys"),
    pure(smallest_network, "shape", "scale", "filters"),
    pure(program_outputs, "program", "tokens"),
    pure(layers_of, "program"),
    pure(stack_outputs, "layers", "tokens"),
    pure(hat, "delta", "x"),
]


@NEEDS_COQC
@pytest.mark.deep
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.function.__name__)
def test_rocq_computes_what_python_does(place, call):
    lines = [_HEADERS["pure functions"], *goals(call, range(3))]
    code, said = compiled(place / "Agree.v", lines, 300)
    assert not code, said


@NEEDS_COQC
@pytest.mark.deep
def test_a_slip_is_noticed(place):
    lines = [_HEADERS["pure functions"], *goals(pure(told, "shape", "n"), [0], slip=True)]
    code, said = compiled(place / "Slip.v", lines, 300)
    assert code
    assert "No applicable tactic" in said or "Unable to unify" in said


def given(ys: tuple[int, ...]) -> tuple[int, ...]:
    return ys


def test_a_certificate_is_of_a_proof_by_its_author():
    said = SameValues(pure(given, "ys"), pure(given, "ys"))
    with pytest.raises(NoFormError, match="its author can write it"):
        certificate_for(said)
    made = certificate_for(said, script="Theorem proved : statement.\nProof. by []. Qed.")
    assert made.form == "pure functions"
    assert "(f_given N v_ys) = (f_given N v_ys)" in made.statement


def none() -> tuple[int, ...]:
    return ()


@NEEDS_COQC
def test_what_is_handed_nothing_is_said_of_nothing(tmp_path):
    said = SameValues(pure(given, pure(none)), pure(none))
    made = certificate_for(said, script="Theorem proved : statement.\nProof. by []. Qed.")
    assert "forall ," not in made.statement
    assert rule_on({"C_none": made}, tmp_path)["C_none"].accepted


def drawn_twice(seed):
    return list(side_of(CALLS[5]).drawn(random.Random(seed).randint(0, 9)))


def test_arguments_are_the_same_for_the_same_seed():
    assert drawn_twice(1) == drawn_twice(1)


LATE = [late_in_nodes, late_in_states]


@pytest.mark.parametrize("late", LATE, ids=lambda late: late.__name__)
def test_a_pass_that_is_wrong_late_is_exported_otherwise(late):
    own, other = (certificate_for(says_same(one, None), script=SCRIPT) for one in (layers_of, late))
    assert own.statement != other.statement
    assert own.key != other.key


@NEEDS_COQC
@pytest.mark.deep
@pytest.mark.parametrize("late", LATE, ids=lambda late: late.__name__)
def test_the_proof_of_the_compiler_is_none_of_one_that_is_wrong_late(late, tmp_path):
    made = certificate_for(says_same(late, None), script=SCRIPT)
    ruling = rule_on({"C_late": made}, tmp_path)["C_late"]
    assert not ruling.accepted


def test_what_is_said_of_numbers_alone_is_data_too():
    said = SameValues(pure(given, "ys"), pure(given, "ys"))
    assert said.one.reader.types.data == ()
    assert Stated("", said.data).data == said.data
    with pytest.raises(ArgumentError, match=r"nested tuples of strings"):
        Stated("", ())
