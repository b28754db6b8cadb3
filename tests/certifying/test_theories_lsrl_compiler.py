"""The levelised compiler and its model in Rocq: on random programs they make the same stages.

The model is `levelised` of `proofs/lsrl/a_debranching_rules/compiler_model`, of which the theorems
there speak. Programs are exported after equal nodes were merged, as the compiler does first. The
model's stages of each are compared with the compiler's, atom by atom; and what both the program
and the model's path put out, in Rocq, with what program and path put out in Python; and depths.
"""

import random
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Node, ReLU
from constructions.lsrl.compiler.forms import atoms_of
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.stages import stages_of
from constructions.lsrl.listed.depths import depth
from constructions.lsrl.listed.programs import listed_program
from proofs.lsrl.drawn_programs import drawn
from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.theories import compiled_theory, rule_on_theory, run_in_theory

THEORY = Path(__file__).parents[2] / "proofs/lsrl/a_debranching_rules/compiler_model"
KINDS = {"LinState": 0, "ReLU": 1, "Multi": 2}

COMPARISON = """
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From TheoremChecks Require Import IndexSums LsrlPrograms Levelised LevelisedRuns.
Definition q (n : Z) (d : positive) : rationals := (n, d).
Definition found (p : program rationals) :=
  let (s, fss) := read_program p in let b := needed s (last [::] fss) in
  let kept := [seq k <- iota 0 (size s) | nth false b k || is_token (at_ s k)] in
  [seq (code t.1, map (fun k => index k kept) t.2) | t <- stages_of s b].
Definition equal (a b : rationals) := cis0 (cadd a (copp b)).
Definition all_equal (a b : seq rationals) :=
  (size a == size b) && all (fun p => equal p.1 p.2) (zip a b).
Definition right (p : program rationals) d ss (xs : seq (seq rationals)) x y :=
  let run p := coutput p (map (@centry rationals) xs) (centry x) in
  [&& depth p == d, stages (levelised p) == size ss, found p == ss, all_equal (run p) y
    & all_equal (run (levelised p)) y].
Definition compared : seq bool := [:: %s].
Eval vm_compute in (size compared, [seq i <- iota 0 (size compared) | ~~ nth true compared i]).
"""


def listed(texts: Iterable[str]) -> str:
    return f"[:: {'; '.join(texts)}]"


def number(value: Any) -> str:
    exact = Fraction(str(value))
    return f"q ({exact.numerator}) {exact.denominator}"


def row(entries: Sequence[tuple[int, Any]]) -> str:
    return listed(f"({j}, {number(c)})" for j, c in entries)


def node_text(node: Node, inputs: Sequence[int]) -> str:
    """A node as a term; 0 is the token, which comes first."""
    if isinstance(node, Concat):
        return f"Concat {listed(map(str, inputs))}"
    if isinstance(node, Lin):
        forms = (f"({row(A)}, {number(node.b[i, 0])})" for i, A in enumerate(node.A.rows))
        return f"Lin {inputs[0]} {listed(forms)}"
    if isinstance(node, LinState):
        entries = (
            f"({row(node.A.rows[i])}, ({row(node.B.rows[i])}, {number(node.b[i, 0])}),"
            f" {number(node.init_state[i, 0])})"
            for i in range(node.dim)
        )
        return f"LinState {inputs[0]} {listed(entries)}"
    return f"{node.kind} {inputs[0]}"


def program_text(program: ForEach) -> str:
    graph = program.merged().graph
    pairs = zip(graph.nodes[1:], graph.inputs[1:], strict=True)
    return f"(Program {program.input.dim} {listed(node_text(*pair) for pair in pairs)})"


def case(program: ForEach, source: random.Random, slip: str = "") -> str:
    """What is compared of a program, on three tokens; with a slip where one is to be noticed."""
    size = program.input.dim
    xs = [_token(source, size) for _ in range(3)]
    wanted, path = program(xs)[-1], levelised(program)(xs)[-1]
    assert (wanted == path).all()
    stages = [
        (KINDS[stage.kind], list(stage.atoms)) for stage in stages_of(atoms_of(program.merged()))
    ]
    if slip == "stages":
        stages = stages[:-1]
    if slip == "outputs":
        wanted = wanted + 1
    told = listed(f"({kind}, {listed(map(str, atoms))})" for kind, atoms in stages)
    *before, last = (listed(map(number, x)) for x in xs)
    tokens = f"{listed(before)} {last}"
    told = f"{depth(listed_program(program)) + (slip == 'depth')} {told}"
    return f"right {program_text(program)}\n {told} {tokens} {listed(map(number, wanted))}"


def _token(source: random.Random, size: int) -> list[Fraction]:
    return [Fraction(source.randint(-6, 6), source.randint(1, 3)) for _ in range(size)]


def differing(cases: Sequence[str], folder: Path) -> list[int]:
    """Hand cases to Rocq in one process: the places of those in which something differs."""
    place = compiled_theory(THEORY, folder, last="LevelisedRuns")
    said = " ".join(run_in_theory(place, COMPARISON % ";\n".join(cases)))
    found = re.search(r"= \((\d+),\s*\[::([^\]]*)\]\)", said)
    assert found is not None, said
    assert int(found[1]) == len(cases)
    return [int(place) for place in re.findall(r"\d+", found[2])]


CHAIN = Input(1)
SLIPS = ForEach(ReLU(LinState(ReLU(CHAIN - 1), 1, 1) - CHAIN))


@NEEDS_COQC
def test_the_model_makes_the_stages_of_the_compiler(rocq_folder: Path) -> None:
    source = random.Random(26)
    cases = [case(drawn(source), source) for _ in range(50)]
    cases += [case(SLIPS, source, slip) for slip in ("", "stages", "outputs", "depth")]
    assert differing(cases, rocq_folder) == [51, 52, 53]


@NEEDS_COQC
@pytest.mark.deep
@pytest.mark.timeout(7200)
def test_the_model_makes_the_stages_of_the_compiler_of_ten_thousand_programs(
    rocq_folder: Path,
) -> None:
    source = random.Random(27)
    for _ in range(20):
        cases = [case(drawn(source), source) for _ in range(500)]
        assert differing(cases, rocq_folder) == []


@NEEDS_COQC
@pytest.mark.deep
@pytest.mark.timeout(1200)
def test_the_theorems_are_accepted_on_no_axioms(rocq_folder: Path) -> None:
    rulings = rule_on_theory(THEORY, rocq_folder)
    assert set(rulings) == {"computed", "levelised_is_path", "levelised_same", "levelised_stages"}
    assert all(one.accepted and not one.axioms for one in rulings.values())
