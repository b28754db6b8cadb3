"""The one back end there is: what a certificate states, as text for Rocq with MathComp."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.operations import in_section
from theorem_checks.certifying.theorems import Random, Tensor, Theorem, parts

__all__ = [
    "Naming",
    "field_of",
    "field_statement",
    "local_functions",
    "random_tensors",
    "statement_of",
    "symmetry_texts",
]

_LETTERS = "ijklabcuvw"


class Naming:
    """Names of the variables for places, none of which is that of anything else."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._names: dict[int, str] = {}
        self._tries = (f"{letter}{n or ''}" for n in range(10**6) for letter in _LETTERS)

    def of(self, index: t.Bound | t.Place) -> str:
        """The name of a variable; the number of a place."""
        if isinstance(index, t.Place):
            return f"{index.value}%N"
        if index.number not in self._names:
            self._names[index.number] = next(x for x in self._tries if x not in self._taken)
        return self._names[index.number]


def statement_of(theorem: Theorem) -> tuple[list[str], list[str], str]:
    """Variables, hypotheses and body of a theorem, in this order."""
    tensors = theorem.tensors.values()
    names = Naming(theorem.names)
    sizes = [f"({encoded_name(name)} : nat)" for name in theorem.sizes]
    numbers = [f"({encoded_name(name)} : F)" for name in theorem.numbers]
    arrays = [f"({encoded_name(x.name)} : {'nat -> ' * x.rank}F)" for x in tensors]
    arrays += [
        f"({encoded_name(name)} : ({'nat -> ' * given}F) -> {'nat -> ' * made}F)"
        for name, (given, made) in theorem.functions.items()
    ]
    known = [
        f"({least} <= {encoded_name(name)})%N" for name, least in theorem.sizes.items() if least
    ]
    known += [proposition(p, names) for said in theorem.numbers.values() for p in said]
    known += local_functions(theorem).values()
    known += [said for x in tensors if x.power_of for said in _powers(x, theorem)]
    known += [said for x in tensors if x.symmetry for said in symmetry_texts(x, theorem)]
    for x in tensors:
        if x.inverse_of:
            assert x.size is not None
            one, other, n = encoded_name(x.name), encoded_name(x.inverse_of), size(x.size)
            i, j, k = (_untaken(letter, theorem.names) for letter in "ijk")
            summed = f"\\sum_({j} < {n}) {one} {i} {j} * {other} {j} {k}"
            both = f"({i} < {n})%N -> ({k} < {n})%N -> {summed} = ({i} == {k})%:R"
            known.append(f"(forall {i} {k} : nat, {both})")
    return [*sizes, *numbers, *dict.fromkeys(arrays)], known, proposition(theorem.body, names)


def symmetry_texts(x: Tensor, theorem: Theorem) -> list[str]:
    """That a tensor is the same, or its negative, with two neighbouring indices exchanged.

    That is said of each two neighbours: any order of the indices is made of such exchanges.
    """
    assert x.size is not None
    one, n = encoded_name(x.name), size(x.size)
    of_matrix = [_untaken(letter, theorem.names) for letter in "ik"]
    own = of_matrix if x.rank == 2 else [f"i{n}'" for n in range(x.rank)]
    sign = "-" if x.symmetry == "antisymmetric" else ""
    within = "".join(f"({i} < {n})%N -> " for i in own)
    said = []
    for k in range(x.rank - 1):
        turned = [*own[:k], own[k + 1], own[k], *own[k + 2 :]]
        both = f"{one} {' '.join(own)} = {sign}{one} {' '.join(turned)}"
        said.append(f"(forall {' '.join(own)} : nat, {within}{both})")
    return said


def _powers(x: Tensor, theorem: Theorem) -> Iterator[str]:
    """What the powers of a matrix are, at all ages, or from each time on; before it they are 0."""
    assert x.size is not None
    one, of, n = encoded_name(x.name), encoded_name(x.power_of), size(x.size)
    a, b, i, k, m = (_untaken(letter, theorem.names) for letter in ("a", "b", "i", "k", "m"))
    within = f"({i} < {n})%N -> ({k} < {n})%N ->"

    def following(at: str) -> str:
        return f"\\sum_({m} < {n}) {of} {i} {m} * {one} {at} {m} {k}"

    if x.rank == 3:
        places = f"forall {a} {i} {k} : nat, {within}"
        yield f"(forall {i} {k} : nat, {within} {one} 0%N {i} {k} = ({i} == {k})%:R)"
        yield f"({places} {one} {a}.+1 {i} {k} = {following(a)})"
        return
    places, at = f"forall {a} {b} {i} {k} : nat, {within}", f"{a} {b}"
    yield f"({places} ({a} < {b})%N -> {one} {at} {i} {k} = 0)"
    yield f"(forall {a} {i} {k} : nat, {within} {one} {a} {a} {i} {k} = ({i} == {k})%:R)"
    yield f"({places} ({b} <= {a})%N -> {one} {a}.+1 {b} {i} {k} = {following(at)})"


def local_functions(theorem: Theorem) -> dict[str, str]:
    """That functions of vectors read these at their places alone, where they stand in machines.

    Two states may be equal at their places, and not beyond: so that this is said of functions that
    are applied to arrays of the same sizes everywhere. Of others no less than of any is said.
    """
    read = _reading_states(theorem.body)
    found: dict[str, set[tuple[t.Size, ...]]] = {}
    for part in parts(theorem.body):
        if isinstance(part, t.Applied) and (read is None or part.name in read):
            found.setdefault(part.name, set()).add(tuple(i.size for i in part.places))
    said = {}
    for name, (sizes, *others) in found.items():
        if sizes and not others:
            given, made = theorem.functions[name]
            own = [f"i{n}'" for n in range(given)]
            within = "".join(f"({i} < {size(n)})%N -> " for i, n in zip(own, sizes, strict=True))
            at = " ".join(own)
            out = " ".join(f"j{n}'" for n in range(made))
            quantified = f"forall {out} : nat, " if out else ""
            function = encoded_name(name)
            said[name] = (
                f"(forall u' v' : {'nat -> ' * given}F,"
                f" (forall {at} : nat, {within}u' {at} = v' {at}) ->"
                f" {quantified}{function} u' {out} = {function} v' {out})"
            )
    return said


def _reading_states(body: t.Proposition) -> set[str] | None:
    """The functions that machines on sequences apply to states; None for all, of two machines."""
    found: set[str] = set()
    for part in parts(body):
        if isinstance(part, t.SameRuns):
            return None
        if isinstance(part, t.Computes):
            states = {f.name for f in part.machine.start}
            for e in parts(part):
                named = {x.name for x in parts(e) if isinstance(x, t.Entry)}
                found |= {e.name} if isinstance(e, t.Applied) and named & states else set()
    return found


def field_statement(theorem: Theorem) -> str:
    """A theorem as text, without a proof."""
    variables, known, body = statement_of(theorem)
    said = "".join(f"\n  {h} ->" for h in known)
    if theorem.random:
        drawn, independent = random_tensors(theorem.random.values(), Naming(theorem.names))
        said += f"\n  forall {' '.join(drawn)},\n  {independent} ->"
        if any(isinstance(part, t.MeanOutput) and part.is_least for part in parts(theorem.body)):
            said += "\n  nonnegative_mean E' ->"
    kind = field_of(theorem)
    if len(said) + len(body) > _LONG_STATEMENT:
        return in_section(kind, f"forall {' '.join(variables)},{said}\n  {body}")
    return (
        f"Definition statement : Prop :=\n  forall (F : {kind})"
        f" {' '.join(variables)},{said}\n  {body}."
    )


_LONG_STATEMENT = 12_000  # characters


def field_of(theorem: Theorem) -> str:
    """Of which kind the fields are that a theorem is about."""
    if any(isinstance(part, t.Root) for part in parts(theorem.body)):
        return "rcfType"
    return "realFieldType" if theorem.is_ordered else "numFieldType"


def _untaken(letter: str, taken: Iterable[str]) -> str:
    """A variable that is not the name of anything else."""
    return f"{letter}'" if letter in taken else letter


def size(n: t.Size, names: Naming | None = None) -> str:
    """A natural number; `names` are those of places in it."""
    if n.kind == "name":
        return encoded_name(str(n.parts[0]))
    if n.kind == "number":
        return str(n.parts[0])
    if n.kind == "place":
        (place,) = n.parts
        assert names is not None
        assert isinstance(place, t.Bound)
        return f"({names.of(place)} : nat)"
    inner = f" {n.kind} ".join(size(p, names) for p in n.parts if isinstance(p, t.Size))
    return f"({inner})%N"


def proposition(p: t.Proposition, names: Naming) -> str:
    """A proposition."""
    if isinstance(p, t.And):
        return " /\\\n  ".join(f"({proposition(part, names)})" for part in p.parts)
    if isinstance(p, t.Under):
        return f"({proposition(p.hypothesis, names)}) -> {proposition(p.body, names)}"
    if isinstance(p, t.Every):
        bound = " ".join(map(names.of, p.indices))
        within = "".join(f"({names.of(i)} < {size(i.size)})%N -> " for i in p.indices)
        return f"forall {bound} : nat, {within}\n    {proposition(p.body, names)}"
    if type(p) in _LONG:
        return _LONG[type(p)](p, names)
    if isinstance(p, t.Largest):
        return f"({p.least} <= {size(p.size)})%N"
    if isinstance(p, t.MeanIs):
        return f"has_mean E' {statistic(p.statistic, names)} ({term(p.value, names)})"
    if isinstance(p, t.SameMean):
        return f"same_mean E' {statistic(p.one, names)} {statistic(p.other, names)}"
    if isinstance(p, t.LeastAt):
        own = encoded_name(p.variable.name)
        return f"least E' (fun {own} : F => {statistic(p.statistic, names)}) ({term(p.at, names)})"
    assert isinstance(p, t.Equals | t.Unequal | t.AtMost | t.Less)
    untyped = not any(isinstance(part, t.Variable | t.Entry) for part in parts(p))
    of = " :> F" if isinstance(p, t.Equals) or untyped else ""
    return f"{term(p.lhs, names)} {_SIGNS[type(p)]} {term(p.rhs, names)}{of}"


def statistic(e: t.Term, names: Naming) -> str:
    """A polynomial in random entries, as a function of what is drawn."""
    return f"(fun w' : W' => {term(e, names)})"


def mean_within(p: t.MeanWithin, names: Naming) -> str:
    """That the mean of a polynomial in traces is near a number, for all that is so distributed."""
    variances = "; ".join(term(v, names) for v in p.variances)
    sizes = "; ".join(f"[:: {size(m)}; {size(n)}]" for m, n in p.sizes)
    ends = f"({term(p.about, names)})\n    ({term(p.within, names)})"
    said = f"(fun tr' => {term(p.statistic, names)})"
    return f"mean_within ([:: {variances}] : seq F) [:: {sizes}]%N\n    {said}\n    {ends}"


def radius_below(p: t.RadiusBelow, names: Naming) -> str:
    """That all eigenvalues of a matrix are less than a number in absolute value."""
    return f"radius_below {_square(p.matrix, names)} ({term(p.most, names)})"


def powers_vanish(p: t.PowersVanish, names: Naming) -> str:
    """That what the powers of a matrix make of any vector goes to 0."""
    return f"powers_vanish {_square(p.matrix, names)}"


def powers_bounded(p: t.PowersBounded, names: Naming) -> str:
    """That the powers of a matrix are at most those of a number that is less than the ratio."""
    return f"powers_bounded {_square(p.matrix, names)} ({term(p.ratio, names)})"


def _square(matrix: t.Function, names: Naming) -> str:
    """How many rows a matrix has, and its entries."""
    return f"{size(matrix.places[0].size)} {functions([matrix], names)}"


def random_tensors(tensors: Iterable[Random], names: Naming) -> tuple[list[str], str]:
    """The variables for an expectation and its random tensors, and what is known of these."""
    listed = list(tensors)
    variables = ["(W' : Type)", "(E' : expectation F W')"]
    variables += [f"({encoded_name(x.name)} : {'nat -> ' * len(x.sizes)}W' -> F)" for x in listed]
    rows = []
    for number, x in enumerate(listed):
        places = [f"a{n}'" for n in range(len(x.sizes))]
        text = " ".join([encoded_name(x.name), *places, "w'"])
        rows.append(f"| {number}%N, [:: {'; '.join(places)}] => {text}")
    entries = "\n      ".join([*rows, "| _, _ => 0 end)"])
    laws = "; ".join(f"[:: {'; '.join(term(m, names) for m in x.moments)}]" for x in listed)
    dims = "; ".join(f"[:: {'; '.join(map(size, x.sizes))}]" for x in listed)
    said = f"independent E' (fun p' w' => match p'.1, p'.2 with\n      {entries}"
    return variables, f"{said}\n    [:: {laws}]\n    [:: {dims}]%N"


def same_runs(p: t.SameRuns, names: Naming) -> str:
    """That two machines have the same outputs."""
    lines, token = [], type_of(p.token)
    for number, machine in ((1, p.one), (2, p.other)):
        state = type_of(machine.start)
        lines += [
            f"let start{number}' : {state} := {functions(machine.start, names)} in",
            f"let after{number}' : {state} -> {token} -> {state} :=",
            f"  {step(machine, p.token, names)} in",
        ]
    states = [f"(foldl after{number}' start{number}' xs')" for number in (1, 2)]
    length = "" if p.first is None else f"(seq.size xs' < {size(p.first)})%N -> "
    said = f"{length}{outputs(p, states, names)}"
    lines.append(f"forall (xs' : seq {token}) (x' : {token}), {said}")
    return "\n  ".join(lines)


def computes(p: t.Computes, names: Naming) -> str:
    """That the outputs of a machine on a sequence are as said."""
    state, token = type_of(p.machine.start), type_of(p.token)
    time = names.of(p.time)
    before = f"(foldl after' start' [seq row' s' | s' <- iota 0 {time}])"
    return "\n  ".join(
        [
            f"let start' : {state} := {functions(p.machine.start, names)} in",
            f"let after' : {state} -> {token} -> {state} :=",
            f"  {step(p.machine, p.token, names)} in",
            f"let row' : nat -> {token} := {row(p, names)} in",
            f"forall {time} : nat, ({time} < {size(p.time.size)})%N ->",
            f"  {read(p, before, f'(row{chr(39)} {time})')}({proposition(p.outputs, names)})",
        ]
    )


def throughout(p: t.Throughout, names: Naming) -> str:
    """That something is true of all states that a machine reaches."""
    state, token = type_of(p.machine.start), type_of(p.token)
    lines = [
        f"let start' : {state} := {functions(p.machine.start, names)} in",
        f"let after' : {state} -> {token} -> {state} :=",
        f"  {step(p.machine, p.token, names)} in",
        f"forall xs' : seq {token},",
        f"  {opening(p.machine.start, _REACHED)}({proposition(p.said, names)})",
    ]
    return "\n  ".join(lines)


_REACHED = "(foldl after' start' xs')"


def mean_output(p: t.MeanOutput, names: Naming) -> str:
    """That the last output of a machine on a random sequence has a mean; all of it is in that."""
    state, token, at = type_of(p.machine.start), type_of(p.token), names.of(p.at)
    run = f"(foldl after' start' [seq row' s' | s' <- iota 0 {size(p.at.size)}])"
    lines = [
        f"let start' : {state} := {functions(p.machine.start, names)} in",
        f"let after' : {state} -> {token} -> {state} :=",
        f"  {step(p.machine, p.token, names)} in",
        f"let row' : nat -> {token} := (fun {at} : nat => {functions(p.row, names)}) in",
        f"let last' : {token} := {functions(p.last, names)} in",
        f"{opening(p.machine.start, run)}{opening(p.token, _LAST)}{term(p.output, names)}",
    ]
    said, body = "mean_at_least" if p.is_least else "has_mean", "\n    ".join(lines)
    return f"{said} E' (fun w' : W' =>\n    {body})\n    ({term(p.value, names)})"


_LAST = "last'"


def row(p: t.Computes, names: Naming) -> str:
    """The tokens of a sequence, as a function of their places."""
    return f"(fun {names.of(p.at)} : nat => {functions(p.row, names)})"


def read(p: t.Computes, state: str, token: str) -> str:
    """What gives the parts of a state and of a token the names of tensors, by projections."""
    pairs = [*projected(p.machine.start, state), *projected(p.token, token)]
    return "".join(f"let {name} := {value} in " for name, value in pairs)


def projected(tensors: Sequence[t.Function], value: str) -> list[tuple[str, str]]:
    """The tensors of a value by name, each with its projection."""
    last = len(tensors) - 1
    found = []
    for number, x in enumerate(tensors):
        path = ".1" * (last - number) + (".2" if number else "")
        found.append((encoded_name(x.name), f"{value}{path}"))
    return found


def step(machine: t.Machine, token: tuple[t.Function, ...], names: Naming) -> str:
    """The state of a machine after a token, as a function."""
    types = f"(h' : {type_of(machine.start)}) (x' : {type_of(token)})"
    opened = opening(machine.start, "h'") + opening(token, "x'")
    return f"(fun {types} => {opened}{functions(machine.after, names)})"


def outputs(p: t.SameRuns, states: Sequence[str], names: Naming) -> str:
    """That the outputs are equal in states, of which the texts are given, at a token x'."""
    opened = opening(p.one.start, states[0]) + opening(p.other.start, states[1])
    token = opening(p.token, "x'")
    return f"{opened}{token}({proposition(p.outputs, names)})"


def type_of(tensors: Sequence[t.Function]) -> str:
    """The type of some tensors together."""
    types = [f"({'nat -> ' * len(x.places)}F)" for x in tensors]
    return f"({' * '.join(types)})%type" if len(types) > 1 else "".join(types) or "unit"


def functions(tensors: Sequence[t.Function], names: Naming) -> str:
    """Some tensors together."""
    texts = []
    for x in tensors:
        places = " ".join(map(names.of, x.places))
        body = term(x.body, names)
        texts.append(f"(fun {places} : nat => {body})" if places else f"({body})")
    return f"({', '.join(texts)})" if texts else "tt"


def opening(tensors: Sequence[t.Function], value: str) -> str:
    """What gives the parts of a value the names of tensors."""
    listed = [encoded_name(x.name) for x in tensors]
    if len(listed) < 2:
        return "".join(f"let {name} := {value} in " for name in listed)
    return f"let: ({', '.join(listed)}) := {value} in "


_LONG: Mapping[type, Callable[[Any, Naming], str]] = {
    t.SameRuns: same_runs,
    t.Computes: computes,
    t.MeanWithin: mean_within,
    t.MeanOutput: mean_output,
    t.Throughout: throughout,
    t.RadiusBelow: radius_below,
    t.PowersVanish: powers_vanish,
    t.PowersBounded: powers_bounded,
}

_SIGNS: Mapping[type, str] = {t.Equals: "=", t.Unequal: "!=", t.AtMost: "<=", t.Less: "<"}

_SUM, _PRODUCT, _APPLIED, _TIGHT = range(4)  # how tightly a text has to hold together


def term(e: t.Term, names: Naming, tight: int = _SUM) -> str:
    """An element of the field."""
    text, own = _term(e, names)
    return text if own >= tight else f"({text})"


def _term(e: t.Term, names: Naming) -> tuple[str, int]:
    """The text of a term, and how tightly it holds together."""
    if isinstance(e, t.Named):
        return _term(e.body, names)
    if isinstance(e, t.Plus):
        return " + ".join(term(part, names, _PRODUCT) for part in e.parts), _SUM
    if isinstance(e, t.Times):
        return " * ".join(term(part, names, _APPLIED) for part in e.parts), _PRODUCT
    if isinstance(e, t.Sum):
        place = f"({names.of(e.index)} < {size(e.index.size)})"
        return f"(\\sum_{place} {term(e.body, names, _PRODUCT)})", _TIGHT
    if isinstance(e, t.Negative | t.Inverse | t.Power | t.PowerOf | t.Root | t.Positive):
        return _OF_ONE[type(e)](e, term(e.body, names, _TIGHT), names), _TIGHT
    if isinstance(e, t.Applied):
        bound = " ".join(map(names.of, e.places))
        body = term(e.body, names)
        argument = f"(fun {bound} : nat => {body})" if bound else f"({body})"
        return " ".join([encoded_name(e.name), argument, *map(names.of, e.indices)]), _APPLIED
    return _leaf(e, names)


_OF_ONE: Mapping[type, Callable[[Any, str, Naming], str]] = {
    t.Negative: lambda _e, body, _names: f"(- {body})",
    t.Positive: lambda _e, body, _names: f"(Num.max {body} 0)",
    t.Inverse: lambda _e, body, _names: f"({body}^-1)",
    t.Root: lambda _e, body, _names: f"(Num.sqrt {body})",
    t.Power: lambda e, body, _names: f"({body} ^+ {e.exponent})",
    t.PowerOf: lambda e, body, names: f"({body} ^+ {size(e.exponent, names)})",
}
"""How a term is written that is made of one other, whose text is given."""


def trace(e: t.Trace, names: Naming) -> str:
    """The trace of a product of powers."""
    factors = "; ".join(
        f"({f.matrix}, {'true' if f.transposed else 'false'}, {size(f.exponent, names)})"
        for f in e.factors
    )
    return f"(tr' {size(e.rows)}%N [:: {factors}]%N)"


def _leaf(e: t.Term, names: Naming) -> tuple[str, int]:
    if isinstance(e, t.Number):
        return (str(e.value) if e.value < 2 else f"{e.value}%:R"), _TIGHT
    if isinstance(e, t.OfSize):
        return f"{size(e.size, names)}%:R", _TIGHT
    if isinstance(e, t.Trace):
        return trace(e, names), _TIGHT
    if isinstance(e, t.OddFactorial):
        return f"(odd_factorial {size(e.count, names)})%:R", _TIGHT
    if isinstance(e, t.Smaller):
        return f"(minn {size(e.one)} {size(e.other)})%:R", _TIGHT
    if isinstance(e, t.Variable):
        return encoded_name(e.name), _TIGHT
    if isinstance(e, t.Entry | t.Drawn):
        drawn = ["w'"] if isinstance(e, t.Drawn) else []
        text = " ".join([encoded_name(e.name), *map(names.of, e.indices), *drawn])
        return text, _APPLIED if e.indices or drawn else _TIGHT
    if isinstance(e, t.Delta):
        return f"({names.of(e.one)} == {names.of(e.other)} :> nat)%:R", _TIGHT
    if isinstance(e, t.Lag):
        total, one, other = map(names.of, (e.sum, e.one, e.other))
        return f"({total} == ({one} + {other})%N :> nat)%:R", _TIGHT
    assert isinstance(e, t.Ordered)
    return f"({names.of(e.one)} <= {names.of(e.other)})%N%:R", _TIGHT
