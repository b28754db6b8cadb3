"""What `closed_under_composition` reads off the form of a step is what its lemma asks for."""

import random
import re

import pytest

from tests.certifying.lemma_files import FOLDER, compile_in, in_order
from tests.certifying.shared import NEEDS_COQC
from theorem_checks.proving.machines import compositions, growth_by_form
from theorem_checks.statements.arrays.index_expressions import (
    Plus,
    Positive,
    Times,
    exponential,
    scalar,
)
from theorem_checks.statements.arrays.tensors import Tensor

_SEED, _TRIED = 7, 400
_STATE, _TOKEN, _WEIGHT = (Tensor(name, 0)[()] for name in ("h", "x", "w"))
_NAMES = frozenset({"h"}), frozenset({"h", "x"})


def drawn(source, depth):
    """An expression, and the same for Rocq; a weight is some number there."""
    kinds = ["plus", "times", "relu", "exp", "inverse"]
    kind = source.choice(kinds) if depth and source.random() < 0.85 else "leaf"
    if kind == "leaf":
        number = source.choice((-1, 0, 1, 2))
        return source.choice(
            [
                (_STATE, "State _ 0"),
                (_TOKEN, "Token _ 0"),
                (_WEIGHT, "Const (- 1)"),
                (scalar(number), f"Const ({number})"),
            ]
        )
    one, text = drawn(source, depth - 1)
    if kind == "relu":
        return Positive(one), f"Relu ({text})"
    if kind == "exp":
        return exponential(one), f"Exp ({text})"
    if kind == "inverse":
        return scalar(1) / one, f"Inverse ({text})"
    other, more = drawn(source, depth - 1)
    joined, name = (Plus, "Plus") if kind == "plus" else (Times, "Times")
    return joined((one, other)), f"{name} ({text}) ({more})"


def read(e):
    """What the rule reads off the form of an expression."""
    state, moving = _NAMES
    return [
        compositions._is_lipschitz(e, moving),
        compositions._is_continuous(e, moving),
        compositions._is_affine(e, state, moving),
        growth_by_form.is_at_most_linear(e, moving),
    ]


@NEEDS_COQC
@pytest.mark.timeout(300)
def test_the_rule_allows_what_the_lemma_allows(tmp_path):
    source = random.Random(_SEED)
    made = [drawn(source, 4) for _ in range(_TRIED)]
    for name in in_order(["Compositions"]):
        compile_in([tmp_path], name, (FOLDER / f"{name}.v").read_text("utf-8"))
    forms = "is_lipschitz e; is_continuous e; is_affine e; is_at_most_linear e"
    lines = [
        "From mathcomp Require Import all_ssreflect all_algebra.",
        "From TheoremChecks Require Import Compositions.",
        "Local Open Scope ring_scope.",
        "Definition F := rat_realFieldType.",
        f"Definition read (e : expr F) : seq bool := [:: {forms}].",
        *(f"Eval vm_compute in read ({text})." for _, text in made),
    ]
    said = "\n".join(compile_in([tmp_path], "Forms", "\n".join(lines)))
    found = [re.findall("true|false", one) for one in re.findall(r"= \[::(.*?)\]", said, re.DOTALL)]
    mine = [[str(value).lower() for value in read(e)] for e, _ in made]
    assert len(found) == _TRIED
    wrong = [text for (_, text), one, own in zip(made, found, mine, strict=True) if one != own]
    assert not wrong
    for place in range(4):  # of each form there are enough on both sides
        assert 20 < sum(one[place] == "true" for one in found) < _TRIED - 20
