"""Certificates of what is false: the negation of a statement, by values at which it fails.

The statement is written as for a proof, and what is proved is that it is not so: the kernel is told
a field, sizes, numbers and arrays, and computes there. The values are looked for here, small ones
first, as numbers of the kernel's are written in unary. That none are found shows nothing.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.certificates import Certificate, certificate_for, form_of
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.programs import number as written
from theorem_checks.certifying.programs import programs_statement
from theorem_checks.certifying.rocq_text import field_of, field_statement
from theorem_checks.certifying.theorems import NoFormError, Theorem
from theorem_checks.certifying.values import Instance, TooLargeError, Value
from theorem_checks.statements.conclusions import All, Conclusion
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.named_equal import without_names
from theorem_checks.statements.reals.evaluation import UndefinedError, evaluate, variables
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.runs import SameRuns

__all__ = ["refutation_for"]

_TRIES = 400
_TOKENS = 2  # of a sequence on which machines differ
_NUMBERS = tuple(map(Fraction, (1, 0, -1, 2, "1/2", 3, -2)))
_FEW = 80  # tries with 0 and 1 and -1 alone
_POINTS = tuple(map(Fraction, (0, 1, -1, 2, "1/2", 3, -2, 4, "-1/2", 5, -3)))

_TACTICS = """\
Fixpoint places' n : seq 'I_n :=
  if n is m.+1 then ord0 :: map (lift ord0) (places' m) else [::].
Lemma all_places' n : index_enum (ordinal_finType n) = places' n.
Proof.
elim: n => [|n all_n] /=.
  by rewrite [index_enum _]unlock; apply/nilP; rewrite /nilp -enumT size_enum_ord.
by rewrite -all_n ![index_enum _]unlock -!enumT enum_ordSl.
Qed.
Ltac computed' := rewrite ?BigOp.bigopE ?all_places'; vm_compute. (* all sums at once *)
Ltac met' := match goal with all' : ?h -> _ |- _ =>
    let m := fresh in
    assert (m : h) by (do ?split; first [by computed' | apply/eqP; by computed']);
    specialize (all' m); clear m
  end."""
_REAL_TACTICS = """\
Ltac met' := match goal with all' : ?h -> _ |- _ =>
    let m := fresh in assert (m : h) by by_cases; specialize (all' m); clear m end.
Ltac absurd' := exfalso; hypotheses; cases_within; hypotheses; first [lra | nra]."""


def refutation_for(conclusion: Conclusion) -> Certificate:
    """The certificate that a conclusion is false.

    **Raises** `NoFormError` for what cannot be said, or where no values are found.
    """
    conclusion = without_names(conclusion)
    parts = conclusion.parts if isinstance(conclusion, All) else (conclusion,)
    if all(isinstance(part, ForReals) for part in parts):
        said = certificate_for(conclusion)
        proof = _false_formula([part for part in parts if isinstance(part, ForReals)])
        return Certificate(conclusion.key, said.form, said.statement, proof, refutes=True)
    runs = [part for part in parts if isinstance(part, SameRuns)]
    if len(runs) == len(parts):
        proof = _different_runs(runs)
        statement = programs_statement(runs)
        return Certificate(conclusion.key, "programs", statement, proof, refutes=True)
    made = exported(conclusion)
    theorem = made.theorem
    if theorem.random or form_of(made) == "means of powers":
        raise NoFormError("a refutation of what is said of means")
    if any(tensor.inverse_of or tensor.power_of for tensor in theorem.tensors.values()):
        raise NoFormError("a refutation with an inverse matrix, or with powers of a matrix")
    if any(tensor.symmetry for tensor in theorem.tensors.values()):
        raise NoFormError("a refutation with a symmetric matrix")
    if theorem.functions:
        raise NoFormError("a refutation with functions")
    proof = _false_at_values(theorem)
    return Certificate(conclusion.key, form_of(made), field_statement(theorem), proof, refutes=True)


# --- over fields


def _false_at_values(theorem: Theorem) -> str:
    for number in range(_TRIES):
        tables, at = _drawn(theorem, number)
        known = [p for said in theorem.numbers.values() for p in said]
        try:
            met = all(map(at.holds, known))
            lines = _Search(number).failing(theorem.body, at) if met else None
        except (TooLargeError, UndefinedError):
            continue
        if lines is None:
            continue
        values = [f"{at.sizes[name]}%N" for name in theorem.sizes]
        values += [_number(at.numbers[name]) for name in theorem.numbers]
        values += [_table(tables[name], tensor.rank) for name, tensor in theorem.tensors.items()]
        given = sum(1 for least in theorem.sizes.values() if least) + len(known)
        field = f"rat_{field_of(theorem)}"
        return "\n".join(
            [
                _TACTICS,
                "Theorem proved : ~ statement.\nProof.\nmove=> all'.",
                f"specialize (all' {' '.join([field, *values])}).",
                *["met'."] * given,
                *lines,
                "Qed.",
            ]
        )
    raise NoFormError("values at which the statement is false")


Table = Mapping[tuple[int, ...], Fraction]


def _drawn(theorem: Theorem, number: int) -> tuple[dict[str, Table], Instance]:
    """Values for all that a theorem names; the sizes are the least ones in the first tries."""
    source = random.Random(number)  # noqa: S311  # no secret hangs on it
    spread, numbers_of = (number // 40) % 3, _numbers(number)
    sizes = {n: max(least, 1) + source.randint(0, spread) for n, least in theorem.sizes.items()}
    numbers = {name: source.choice(numbers_of) for name in theorem.numbers}
    most = max(sizes.values(), default=1)
    tables: dict[str, Table] = {
        name: {at: source.choice(numbers_of) for at in product(range(most), repeat=tensor.rank)}
        for name, tensor in theorem.tensors.items()
    }
    arrays = {name: _function(table) for name, table in tables.items()}
    return tables, Instance(sizes, numbers, arrays)


def _numbers(number: int) -> Sequence[Fraction]:
    return _NUMBERS[: 2 + number // (_FEW // 2)] if number < _FEW else _NUMBERS


def _function(table: Table) -> Value:
    return lambda *at: table.get(at, Fraction(0))


class _Search:
    """Looks where a proposition fails; finds the steps that lead there."""

    def __init__(self, number: int) -> None:
        self._source, self._numbers = random.Random(-number), _numbers(number)  # noqa: S311

    def failing(self, p: t.Proposition, at: Instance) -> list[str] | None:
        """The lines of a proof of False; None where the proposition holds."""
        if isinstance(p, t.And):
            return self._part(p, at)
        if isinstance(p, t.Every):
            return self._place(p, at)
        if isinstance(p, t.Under):
            rest = self.failing(p.body, at) if at.holds(p.hypothesis) else None
            return None if rest is None else ["met'.", *rest]
        if isinstance(p, t.SameRuns) and p.first is None:
            return self._sequence(p, at)
        if at.holds(p):
            return None
        view = "move/eqP: all'" if isinstance(p, t.Equals) else "move: all'"
        return [f"{view}; cbv beta iota zeta delta [foldl]; computed'; by []."]

    def _part(self, p: t.And, at: Instance) -> list[str] | None:
        for number, part in enumerate(p.parts):
            if (rest := self.failing(part, at)) is None:
                continue
            steps = ["move: (proj2 all') => {}all'."] * number
            if number < len(p.parts) - 1:
                steps.append("move: (proj1 all') => {}all'.")
            return [*steps, *rest]
        return None

    def _place(self, p: t.Every, at: Instance) -> list[str] | None:
        for places in product(*(range(at.size(index.size)) for index in p.indices)):
            if (rest := self.failing(p.body, at.at(p.indices, places))) is not None:
                given = " ".join(f"{place}%N" for place in places)
                return [f"specialize (all' {given}).", *["met'."] * len(places), *rest]
        return None

    def _sequence(self, p: t.SameRuns, at: Instance) -> list[str] | None:
        for length in range(_TOKENS + 1):
            tokens = [self._token(p, at) for _ in range(length + 1)]
            here = at.having(_functions(tokens[-1]))
            for machine in (p.one, p.other):
                state = at.functions(machine.start)
                for token in tokens[:-1]:
                    state = at.having({**state, **_functions(token)}).functions(machine.after)
                here = here.having(state)
            if (rest := self.failing(p.outputs, here)) is not None:
                *before, last = (_token_text(p.token, token) for token in tokens)
                return [f"specialize (all' [:: {'; '.join(before)}] {last}).", *rest]
        return None

    def _token(self, p: t.SameRuns, at: Instance) -> dict[str, Table]:
        most = max(at.sizes.values(), default=1)
        return {
            one.name: {
                place: self._source.choice(self._numbers)
                for place in product(range(most), repeat=len(one.places))
            }
            for one in p.token
        }


def _functions(token: Mapping[str, Table]) -> dict[str, Value]:
    return {name: _function(table) for name, table in token.items()}


def _token_text(parts: Sequence[t.Function], token: Mapping[str, Table]) -> str:
    made = [_table(token[one.name], len(one.places)) for one in parts]
    return made[0] if len(made) == 1 else f"({', '.join(made)})"


def _table(table: Table, rank: int) -> str:
    """An array as a function of its places: of a rational number at each, and 0 elsewhere."""
    if not rank:
        return _number(table[()])
    values = list(table.values())
    names = [f"p{n}'" for n in range(rank)]
    if len(set(values)) == 1:
        body = f"({_number(values[0])} : rat)"
    else:
        cases = "".join(
            f"| {', '.join(f'{n}%N' for n in at)} => {_number(value)} "
            for at, value in table.items()
        )
        other = ", ".join("_" for _ in names)
        body = f"(match {', '.join(names)} with {cases}| {other} => 0 end : rat)"
    return f"(fun {' '.join(names)} : nat => {body})"


def _number(value: Fraction) -> str:
    text = f"{abs(value.numerator)}%:R"
    if value.denominator != 1:
        text = f"({text} / {value.denominator}%:R)"
    return f"(- {text})" if value < 0 else text


# --- machines of fixed sizes


def _different_runs(parts: Sequence[SameRuns]) -> str:
    source = random.Random(0)  # noqa: S311  # no secret hangs on it
    for number, part in enumerate(parts):
        for _ in range(_TRIES):
            tokens = [
                [source.choice(_NUMBERS) for _ in range(part.one.token)]
                for _ in range(source.randint(1, _TOKENS + 1))
            ]
            if part.one.run(tokens)[-1] == part.other.run(tokens)[-1]:
                continue
            *before, last = map(_entries_text, tokens)
            steps = ["move: (proj2 all') => {}all'."] * number
            if number < len(parts) - 1:
                steps.append("move: (proj1 all') => {}all'.")
            return "\n".join(
                [
                    "Theorem proved : ~ statement.\nProof.\nmove=> all'.",
                    "specialize (all' rat_realFieldType).",
                    *steps,
                    f"move: (all' [:: {'; '.join(before)}] {last}) => /eqP; by vm_compute.",
                    "Qed.",
                ]
            )
    raise NoFormError("tokens on which the machines differ")


def _entries_text(token: Sequence[Fraction]) -> str:
    """A token as a function of its places."""
    listed = "; ".join(f"cv _ {written(value)}" for value in token)
    return f"(nth (cv rat_realFieldType (Z0, 1%positive)) [:: {listed}])"


# --- over the reals


def _false_formula(parts: Sequence[ForReals]) -> str:
    for number, part in enumerate(parts):
        point = next(filter(lambda one: _fails(part, one), _points(part)), None)
        if point is None:
            continue
        steps = ["destruct all' as [_ all']."] * number
        if number < len(parts) - 1:
            steps.append("destruct all' as [all' _].")
        values = " ".join(_real(value) for value in point.values())
        steps += [f"specialize (all' {values})."] if point else []
        steps += ["met'."] * len(part.assumed)
        said = "Theorem proved : ~ statement.\nProof.\nunfold statement; intro all'."
        return "\n".join([_REAL_TACTICS, said, *steps, "absurd'.", "Qed."])
    raise NoFormError("values at which the statement is false")


def _points(part: ForReals) -> Iterator[dict[str, Fraction]]:
    """Values of the variables, in their order; first some that are equal."""
    names = variables(*part.assumed, part.formula)
    source = random.Random(0)  # noqa: S311  # no secret hangs on it
    for value in _POINTS:
        yield dict.fromkeys(names, value)
    for _ in range(50 * _TRIES):
        yield {name: source.choice(_POINTS) for name in names}


def _fails(part: ForReals, point: Mapping[str, Fraction]) -> bool:
    try:
        met = all(_value(formula, point) for formula in part.assumed)
        return met and not _value(part.formula, point)
    except UndefinedError:
        return False


def _value(formula: Formula, point: Mapping[str, Any]) -> bool:
    return bool(evaluate(formula, point))


def _real(value: Fraction) -> str:
    text = f"{abs(value.numerator)}"
    text = text if value.denominator == 1 else f"({text} / {value.denominator})"
    return f"(- {text})" if value < 0 else text
