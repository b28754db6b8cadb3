"""Certificates of machines of fixed sizes: simulations that the kernel checks."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.certifying.shared import NEEDS_COQC
from tests.proving.machines.test_same_runs import DIFFERENT, EQUAL, Machine, relu, same
from theorem_checks import maximum
from theorem_checks.certifying.certificates import Certificate, certificate_for
from theorem_checks.certifying.programs import number, programs_statement
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.conclusions import All

MANY = Machine(
    (1, Fraction(-1, 2)),
    lambda s, x: (
        [relu(s[0] * x - s[1]), maximum(s[1] + x, s[0] * Fraction(2, 3))],
        [relu(x) * relu(-x), s[0] * s[1] - x, maximum(s[0], s[1] * x)],
    ),
)
SOON = {  # where small tokens, and few, tell them apart: numbers of the kernel's are unary there
    name: pair
    for name, pair in DIFFERENT.items()
    if name not in ("late", "far", "nonnegative so far")
}
TOKENS = [[Fraction(n, d)] for n, d in ((1, 2), (-3, 1), (2, 3), (0, 1), (-1, 1), (3, 2))]


def named(pairs):
    return {f"C_{name.replace(' ', '_')}": same(*pair) for name, pair in pairs.items()}


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_is_equal_is_accepted_and_of_what_is_not_the_negation(rocq_folder):
    equal = {name: certificate_for(one) for name, one in named(EQUAL).items()}
    differ = {f"{n}_not": refutation_for(one) for n, one in named(SOON).items()}
    together = All((*named(EQUAL).values(), next(iter(named(SOON).values()))))
    whole = {"whole": certificate_for(All(together.parts[:2])), "no": refutation_for(together)}
    wrong = next(iter(differ.values()))
    lie = Certificate(wrong.key, "programs", wrong.statement, next(iter(equal.values())).proof)
    found = rule_on(equal | differ | whole | {"lie": lie}, rocq_folder)
    said = {name: ruling.said for name, ruling in found.items() if not ruling.accepted}
    assert list(said) == ["lie"]
    assert not any(ruling.axioms for ruling in found.values())


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_programs_give_in_rocq_what_they_give_in_python(rocq_folder):
    said = same(MANY, MANY)
    lines = []
    for n in range(1, len(TOKENS)):
        outputs = said.one.run(TOKENS[:n])[-1]
        *before, last = (
            f"(nth (cv rat_realFieldType (Z0, 1%positive)) [:: cv _ {number(x)}])"
            for (x,) in TOKENS[:n]
        )
        values = "; ".join(f"cv _ {number(value)}" for value in outputs)
        run = f"state one0' [:: {'; '.join(before)}]"
        lines.append(
            f"Goal output one0' ({run}) {last} = [:: {values}].\n"
            "Proof. by apply/eqP; vm_compute. Qed."
        )
    proof = certificate_for(said).proof
    made = Certificate(said.key, "programs", programs_statement([said]), "\n".join([*lines, proof]))
    ruling = rule_on({"values": made}, rocq_folder)["values"]
    assert ruling.accepted, ruling.said


def test_what_differs_has_no_proof():
    for pair in DIFFERENT.values():
        with pytest.raises(NoFormError, match="no relation of states"):
            certificate_for(same(*pair))


def test_what_a_program_cannot_say_is_refused():
    said = same(MANY, MANY)
    for operation, why in ((("/", "0", "0"), "/ in a"), (("variable", "z[0]"), "variable z")):
        program = (said.one.program[0], operation, *said.one.program[1:])
        with pytest.raises(NoFormError, match=why):
            programs_statement([replace(said, one=replace(said.one, program=program))])
