"""Proofs of equations between index sums: what `rocq/IndexSums.v` decides, written as data.

Nothing here is trusted: the kernel compares what is written with the statement.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from typing import Any, NamedTuple

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import (
    at_places_of,
    calls,
    is_inverse_at_places,
    is_of_function,
    mapped,
    moved_to,
    without_delta,
)
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import (
    Naming,
    local_functions,
    size,
    statement_of,
    term,
)
from theorem_checks.certifying.theorems import Theorem, parts
from theorem_checks.proving.index_notation.canonical import positive_class
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.terms import put

__all__ = ["DEPTH", "Numbers", "SumsProof", "number_of_pairs"]

DEPTH = 8  # rounds in which definitions are put in
_FRESH = count(10**6)  # numbers of variables that a proof makes


def number_of_pairs(n: t.Size) -> t.Term:
    """How many pairs i <= j there are of places below n: n (n + 1) / 2."""
    return t.Times((t.OfSize(n), t.Plus((t.OfSize(n), t.Number(1))), t.Inverse(t.Number(2))))


class _Part(NamedTuple):
    """A positive part as a tensor of its parameters, with what is known of it."""

    number: int
    params: tuple[t.Bound, ...]
    body: t.Term
    sort: str  # "given", "free", "same", "flip", "nonnegative", "nonpositive"
    like: "tuple[_Part, tuple[int, ...]] | None"  # of which one, at which of its own parameters


@dataclass
class SumsProof:
    """The tables of one theorem: its sizes, tensors, positive parts, by number."""

    theorem: Theorem
    tied: Mapping[str, Any] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    tensors: dict[str, int] = field(default_factory=dict)
    rows: list[str] = field(default_factory=list)  # of the match that says what tensors are
    pairs: list[tuple[str, str, str]] = field(default_factory=list)  # atoms, proof
    inverse_hypotheses: tuple[str, ...] = ()
    all: "tuple[_Part, ...]" = ()
    _holds: dict[tuple[int, ...], int] = field(default_factory=dict)
    parts: dict[Any, _Part] = field(default_factory=dict)
    given: dict[int, str] = field(default_factory=dict)  # the hypotheses on given tensors
    classes: dict[str, tuple[_Part, tuple[str, ...], bool]] = field(default_factory=dict)
    _applied: dict[int, tuple[Any, Any, str]] = field(default_factory=dict)
    _likes: dict[Any, tuple[Any, dict[t.Bound, int]]] = field(default_factory=dict)

    # --- tables

    def size_number(self, n: t.Size) -> int:
        """The number of a size in the environment."""
        number = self.sizes.setdefault(size(n), len(self.sizes))
        if number == len(self.sizes) - 1 and n == t.Size("number", (1,)):
            unit = f"((2, {number}, [::]), None)"
            if all(pair != unit for pair, *_ in self.pairs):
                self.pairs.append((unit, "by []", "1%:R"))
        return number

    def tensor_number(self, name: str, rank: int, text: str) -> int:
        """The number of a tensor; `text` is what it is of its indices, a0, a1, ..."""
        if name not in self.tensors:
            self.tensors[name] = len(self.tensors)
            pattern = "; ".join(f"a{n}'" for n in range(rank))
            self.rows.append(f"| {self.tensors[name]}%N, [:: {pattern}] => {text}")
        return self.tensors[name]

    # --- expressions as data

    def expr(self, e: t.Term, at: Mapping[Any, int], fresh: Any) -> str:
        """A term as data; `at` numbers the places that are free in it."""

        def inner(part: t.Term) -> str:
            return self.expr(part, at, fresh)

        if isinstance(e, t.Plus) and isinstance(fresh, Numbers):
            return reduce(lambda one, other: f"(Add {one} {other})", fresh.apart(inner, e.parts))
        if isinstance(e, t.Plus | t.Times):
            word = "Add" if isinstance(e, t.Plus) else "Mul"
            return reduce(lambda one, other: f"({word} {one} {other})", map(inner, e.parts))
        if isinstance(e, t.Negative):
            return f"(Opp {inner(e.body)})"
        if isinstance(e, t.Power):
            *rest, last = (inner(e.body) for _ in range(e.exponent))
            return reduce(lambda one, other: f"(Mul {other} {one})", rest, last)
        if isinstance(e, t.Sum):
            own = next(fresh)
            body = self.expr(e.body, {**at, e.index: own}, fresh)
            return f"(Sum {own} {self.size_number(e.index.size)} {body})"
        if isinstance(e, t.Positive):
            return _atom(0, self._part(e).number, [at[i] for i in _free(e)])
        if isinstance(e, t.Named | t.Applied) or is_inverse_at_places(e):
            own = e.body if isinstance(e, t.Named) else e
            return _atom(0, self._named(own), [at[i] for i in _free(own)])
        return self._inverse(e) if isinstance(e, t.Inverse) else self._leaf(e, at)

    def sides(self, free: Sequence[t.Bound], lhs: t.Term, rhs: t.Term) -> tuple[str, str]:
        """Both sides of an equation as the normaliser reads them, for these places."""
        for index in free:
            self.size_number(index.size)
        at = {i: n for n, i in enumerate(free)}
        numbers = (
            Numbers(len(free)) for _ in range(2)
        )  # small ones, which the kernel has in unary
        return self.expr(lhs, at, next(numbers)), self.expr(rhs, at, next(numbers))

    def decided(
        self, free: Sequence[t.Bound], sides: tuple[str, str], holds: str, decides: str, first: str
    ) -> str:
        """The proof of an equation by the normaliser, down to `Qed`.

        **Arguments**: the places that it is for; its sides; what is known, as `holds` has it; the
        theorem that decides; a step that comes before that, or none.
        """
        places = [f"p{k}'" for k in range(len(free))]
        named = " ".join([*places, *(f"r{place}" for place in places)])
        moved = f"move=> {named}.\n" if free else ""
        depth = DEPTH if self.all else 0
        return (
            f"Proof.\n{moved}{first}"
            f"refine (@{decides} F sz' T' {self.known(self.all, free)} {depth}"
            f" {sides[0]} {sides[1]} (nth 0%N [:: {'; '.join(places)}]) {holds} _ _);"
            " [within_ranges | vm_cast_no_check (erefl true)].\nQed."
        )

    def _leaf(self, e: t.Term, at: Mapping[Any, int]) -> str:
        if isinstance(e, t.Number):
            return f"(Num {e.value})"
        if isinstance(e, t.OfSize):
            return f"(Atm (2, {self.size_number(e.size)}, [::]))"
        if isinstance(e, t.Variable):
            return f"(Atm (0, {self._scalar(e)}, [::]))"
        if isinstance(e, t.Smaller):  # of which nothing is used
            text = term(e, Naming(()))
            return f"(Atm (0, {self.tensor_number(text, 0, text)}, [::]))"
        if isinstance(e, t.Entry):
            name = encoded_name(e.name)
            text = " ".join([name, *(f"a{n}'" for n in range(len(e.indices)))])
            number = self.tensor_number(name, len(e.indices), text)
            return _atom(0, number, [at[i] for i in e.indices])
        if isinstance(e, t.Lag):
            number = self.tensor_number("+", 3, "(a0' == (a1' + a2')%N :> nat)%:R")
            return _atom(0, number, [at[i] for i in (e.sum, e.one, e.other)])
        assert isinstance(e, t.Delta | t.Ordered)
        if isinstance(e.other, t.Place):
            text = f"(a0' == {e.other.value}%N :> nat)%:R"
            return _atom(0, self.tensor_number(f"= {e.other.value}", 1, text), [at[e.one]])
        return _atom(1 if isinstance(e, t.Delta) else 3, 0, [at[e.one], at[e.other]])

    def _scalar(self, e: t.Variable) -> int:
        name = encoded_name(e.name)
        return self.tensor_number(name, 0, name)

    def _inverse(self, e: t.Inverse) -> str:
        if isinstance(e.body, t.Number) and e.body.value:
            return f"(Inv {e.body.value})"
        text = term(e, Naming(()))
        known = text in self.tensors
        number = self.tensor_number(text, 0, text)
        mine = f"(0, {number}, [::])"
        proof = self._pair_proof(e.body)
        if proof and not known:
            other = self.expr(e.body, {}, count()).removeprefix("(Atm ").removesuffix(")")
            texts = term(e.body, Naming(())), text
            self.pairs.append((f"({other}, Some {mine})", proof, " * ".join(texts)))
        return f"(Atm {mine})"

    def _pair_proof(self, e: t.Term) -> str:
        if isinstance(e, t.OfSize) and self.theorem.sizes.get(str(e.size.parts[0])):
            return "exact: size_pair"
        if isinstance(e, t.Variable):
            known = self.theorem.numbers[e.name]
            if any(isinstance(p, t.Less) for p in known):
                return "exact: positive_pair"
            if any(isinstance(p, t.Unequal) for p in known):
                return "exact: nonzero_pair"
        return ""

    def _named(self, e: t.Term) -> int:
        """The number of a tensor of its free places: one for all that differ in these alone."""
        params = _free(e)
        key = f"named {_shape(e, {i: n for n, i in enumerate(params)})}"
        naming = _Given({i: f"a{n}'" for n, i in enumerate(params)}, self.theorem.names)
        if key in self.tensors:
            return self.tensors[key]
        number = self.tensor_number(key, len(params), term(e, naming))
        if isinstance(e, t.Applied | t.Inverse) and self.given:
            self._with_given(e, number, params)
        return number

    def take_for(self, one: t.Term, other: t.Term) -> None:
        """Note that functions and divisions of given tensors may be those on the other side.

        Each for the only one there that is of the same function, at the same places.
        """
        listed = list(calls(other))
        for e in calls(one):
            if not self._has_given(e):
                continue
            at = {place: n for n, place in enumerate(_free(e))}
            alike = (at_places_of(x, e) for x in listed if is_of_function(x, e))
            found = {_shape(x, dict(at)): x for x in alike if set(_free(x)) == set(at)}
            if len(found) == 1:
                (like,) = found.values()
                self._likes[_shape(e, dict(at))] = like, at
                self.take_for(e.body, like.body)

    def _has_given(self, e: t.Term) -> bool:
        return any(isinstance(x, t.Entry) and ("given", x.name) in self.parts for x in parts(e))

    def _with_given(
        self, e: t.Applied | t.Inverse, number: int, params: tuple[t.Bound, ...]
    ) -> None:
        """Note that a function of a vector is that of another, by what given tensors are."""
        local = local_functions(self.theorem)
        if isinstance(e, t.Applied) and e.name not in local:
            return
        like = self._like(e, params)
        if like is None or self._named(like) == number:
            return
        own = e.places if isinstance(e, t.Applied) else ()
        at = {i: n for n, i in enumerate((*params, *own))}
        self.expr(e.body, at, count(len(at)))  # inner ones first
        self.expr(like.body, at, count(len(at)))
        for place in (*params, *own):
            self.size_number(place.size)
        hypothesis = ""
        if isinstance(e, t.Applied):
            _, known, _ = statement_of(self.theorem)
            hypothesis = f"h{known.index(local[e.name])}'"
        self._applied[number] = e, like, hypothesis
        self.parts[("applied", number)] = _Part(number, params, e, "applied", None)

    def _like(
        self, e: t.Applied | t.Inverse, params: tuple[t.Bound, ...]
    ) -> t.Applied | t.Inverse | None:
        """The function of another vector, or division by another number, that is the same."""
        noted = self._likes.get(_shape(e, {i: n for n, i in enumerate(params)}))
        if noted is not None:
            like, at = noted
            back = {place: params[n] for place, n in at.items()}
            return at_places_of(moved_to(like, back), e)
        if isinstance(e, t.Inverse):
            return None
        argument = mapped(self._put_given(e.body, {}), without_delta)
        return t.Applied(e.name, e.places, argument, e.indices)

    def _put_given(self, e: Any, at: Mapping[t.Bound, t.Bound | t.Place]) -> Any:
        """A term with what given tensors are in their place; all that it sums over is renamed."""
        if isinstance(e, t.Bound):
            return at.get(e, e)
        if isinstance(e, t.Entry) and ("given", e.name) in self.parts:
            part = self.parts["given", e.name]
            own = (at.get(i, i) if isinstance(i, t.Bound) else i for i in e.indices)
            return self._put_given(part.body, dict(zip(part.params, own, strict=True)))
        if isinstance(e, t.Sum | t.Applied):
            bound = (e.index,) if isinstance(e, t.Sum) else e.places
            at = {**at, **{i: t.Bound(next(_FRESH), i.size) for i in bound}}
        if isinstance(e, tuple):
            return tuple(self._put_given(part, at) for part in e)
        if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
            fields = (getattr(e, name) for name in e.__dataclass_fields__)
            return type(e)(*(self._put_given(part, at) for part in fields))
        return e

    # --- positive parts

    def _part(self, e: t.Positive) -> _Part:
        params = _free(e)
        key = _shape(e, {i: n for n, i in enumerate(params)})
        if key in self.parts:
            return self.parts[key]
        self.expr(e.body, {i: n for n, i in enumerate(params)}, count(len(params)))  # inner first
        names = {i: f"a{n}'" for n, i in enumerate(params)}
        naming = _Given(names, self.theorem.names)
        number = self.tensor_number(f"part {len(self.parts)}", len(params), term(e, naming))
        _, node, places = self.theorem.origins[id(e)]
        sort, digest, order = positive_class(ix.Positive(put(node.body, self.tied)))
        at = tuple(params.index(places[name]) for name in order if name in places)
        found = _Part(number, params, e.body, "free", None)
        if sort in ("nonnegative", "nonpositive"):
            found = found._replace(sort=sort)
        elif digest in self.classes:
            like, places_of_it, flipped = self.classes[digest]
            if len(at) == len(places_of_it) == len(params) == len(like.params):
                own = [0] * len(at)
                for mine, other in zip(at, places_of_it, strict=True):
                    own[int(other)] = mine
                sort = "same" if flipped == (sort == "flipped") else "flip"
                found = found._replace(sort=sort, like=(like, tuple(own)))
        else:
            self.classes[digest] = found, tuple(map(str, at)), sort == "flipped"
        self.parts[key] = found
        return found

    def give(self, f: t.Function, hypothesis: str) -> None:
        """Note that a tensor is what is said, by a hypothesis of that name."""
        name = encoded_name(f.name)
        text = " ".join([name, *(f"a{n}'" for n in range(len(f.places)))])
        number = self.tensor_number(name, len(f.places), text)
        for place in f.places:
            self.size_number(place.size)
        self.expr(f.body, {i: n for n, i in enumerate(f.places)}, count(len(f.places)))
        self.parts[("given", f.name)] = _Part(number, f.places, f.body, "given", None)
        self.given[number] = hypothesis

    # --- text

    def header(self) -> list[str]:
        """The environments: sizes and tensors by number. To be written after all is read."""
        sizes = "; ".join(sorted(self.sizes, key=lambda text: self.sizes[text]))
        rows = "\n  ".join(self.rows)
        t_, js = (n if n not in self.theorem.names else f"{n}'" for n in ("t", "js"))
        return [
            f"Definition sz' : nat -> nat := nth 0%N [:: {sizes}]%N.",
            f"Definition T' ({t_} : nat) ({js} : seq nat) : F :=\n  match {t_}, {js} with\n"
            f"  {rows}\n  | _, _ => 0 end.",
            *(
                f"Lemma pair_{n}' : {text} = 1 :> F. Proof. {proof}. Qed."
                for n, (_, proof, text) in enumerate(self.pairs)
            ),
        ]

    def definitions(self) -> list[str]:
        """What positive parts are, each by a lemma; to be written after the header."""
        lines: list[str] = []
        signed: list[_Part] = []
        all_: list[_Part] = []
        for part in self.parts.values():
            if part.sort == "free":
                continue
            free = part.params
            at = {i: n for n, i in enumerate(free)}
            body = self.expr(part.body, at, count(len(free)))
            given = signed if part.sort.startswith("non") else all_
            value, proof = self._value(part, body, given)
            ranges = "; ".join(f"({n}, {self.size_number(i.size)})" for n, i in enumerate(free))
            names = " ".join(f"p{n}'" for n in range(len(free)))
            holds, text = self.holds(given)
            lines += text
            k = self.known(given, free)
            split = "".join(f"[|p{n}' " for n in range(len(free))) + "[|? ?]" + "]" * len(free)
            ranged = "".join(f" move: (r' {n}%N isT) => /= r{n}'." for n in range(len(free)))
            call = proof.format(
                k=k, depth=DEPTH if given else 0, names="; ".join(names.split()), holds=holds
            )
            lines.append(
                f"Definition d{part.number}' : def :="
                f" ({part.number}, ([:: {ranges}], {value}))%N.\n"
                f"Lemma def_{part.number}' : is_def sz' T' d{part.number}'.\n"
                f"Proof.\ncase=> {split} //= _ r'.{ranged}\n{call}\nQed."
            )
            all_.append(part)
            if part.sort != "flip":
                signed.append(part)
        self.all = tuple(all_)
        return lines

    def _value(self, part: _Part, body: str, given: Sequence[_Part]) -> tuple[str, str]:
        """An expression for a positive part, and the proof that it is one."""
        env = "(nth 0%N [:: {names}])"
        known = "F sz' T' {k} {depth}"
        ends = "{holds} ltac:(within_ranges) ltac:(vm_cast_no_check (erefl true))"
        if part.sort == "given":
            names = "".join(f" p{n}'" for n in range(len(part.params)))
            ranged = "".join(f" r{n}'" for n in range(len(part.params)))
            own = f"refine (@{self.given[part.number]}{names}{ranged})."
            return body, own if part.params else f"all: {own}"  # where it is not seen at once
        if part.sort == "applied":
            return self._value_of_function(part, given)
        if part.sort == "nonnegative":
            positive = self.nonnegative_parts()
            proof = (
                f"refine (relu_pos (@decide_ge0_sound F sz' T' {{k}} {positive} {{depth}} {body}%N"
                f" {env} parts_ge0' {ends}))."
            )
            return body, proof
        if part.sort == "nonpositive":
            positive = self.nonnegative_parts()
            proof = (
                f"refine (relu_neg (@decide_ge0_sound F sz' T' {{k}} {positive} {{depth}}"
                f" (Opp {body})%N {env} parts_ge0' {ends}))."
            )
            return "(Num 0)", proof
        assert part.like is not None
        like, own = part.like
        at = {i: own[n] for n, i in enumerate(like.params)}
        other = self.expr(like.body, at, count(len(own)))
        entry = _atom(0, like.number, own)
        if part.sort == "same":
            proof = (
                f"refine (congr1 (fun x : F => Num.max x 0) (@decide_sound {known} {body}%N"
                f" {other}%N {env} {ends}))."
            )
            return entry, proof
        apart = self.expr(like.body, at, count(1000))
        proof = (
            f"refine (relu_flip (@decide_sound {known} (Add {body} {apart})%N (Num 0)"
            f" {env} {ends}))."
        )
        return f"(Add {entry} {body})", proof

    def _value_of_function(self, part: _Part, given: Sequence[_Part]) -> tuple[str, str]:
        """The function of the other vector, and the proof that it has the same value."""
        e, like, hypothesis = self._applied[part.number]
        free = part.params
        own = e.places if isinstance(e, t.Applied) else ()
        at = {i: n for n, i in enumerate((*free, *own))}
        one, other = (self.expr(f.body, at, count(len(at))) for f in (e, like))
        places = [f"i{n}'" for n in range(len(own))]
        names = {i: f"p{n}'" for n, i in enumerate(free)}
        names |= dict(zip(own, places, strict=True))
        k = self.known(given, (*free, *own))
        env = "; ".join([*(f"p{n}'" for n in range(len(free))), *places])
        equal = (
            f"@decide_sound F sz' T' {k} {DEPTH} {one}%N {other}%N (nth 0%N [:: {env}]) {{holds}}"
            " ltac:(within_ranges) ltac:(vm_cast_no_check (erefl true))"
        )
        value = _atom(0, self._named(like), [at[i] for i in _free(like)])
        if isinstance(e, t.Inverse):
            return value, f"refine (congr1 (fun x : F => x^-1) ({equal}))."
        moved = " ".join([*places, *(f"r{place}" for place in places)])
        arguments = [
            f"(fun {' '.join(places)} : nat => {term(f.body, _Given(names, self.theorem.names))})"
            for f in (e, like)
        ]
        made = " _" * len(e.indices)
        proof = f"refine (@{hypothesis} {' '.join(arguments)} (fun {moved} => {equal}){made})."
        return value, proof

    def nonnegative_parts(self) -> str:
        """The numbers of all positive parts."""
        return f"[:: {'; '.join(str(n) for n in self._positive_numbers())}]%N"

    def _positive_numbers(self) -> list[int]:
        return [
            part.number for part in self.parts.values() if part.sort not in ("given", "applied")
        ]

    def parts_lemma(self) -> list[str]:
        """That every positive part is nonnegative."""
        if not self._positive_numbers():
            return []
        return [
            f"Lemma parts_ge0' t : t \\in {self.nonnegative_parts()} -> forall js, 0 <= T' t js.\n"
            "Proof. rewrite !inE; do ? [case/orP]; move/eqP=> -> js; part_ge0. Qed."
        ]

    def holds(self, defs: Sequence[_Part]) -> tuple[str, list[str]]:
        """What the normaliser may use holds: the term, and the lemma where it is new."""
        key = tuple(part.number for part in defs)
        if key in self._holds:
            return f"(holds_{self._holds[key]}' _)", []
        name = f"holds_{len(self._holds)}'"
        self._holds[key] = len(self._holds)
        k = self.known(defs, ()).replace("(Known [::  ]%N", "(Known fr")
        k = k.replace("(Known [:: ]%N", "(Known fr")
        defined = "I"
        for part in reversed(defs):
            defined = f"(conj def_{part.number}' {defined})"
        inverse = "".join(f" | exact: {h}" for h in self.inverse_hypotheses)
        pair = "".join(f" | move=> ? /=; exact: pair_{n}'" for n in range(len(self.pairs)))
        text = (
            f"Lemma {name} fr : holds sz' T' {k}.\nProof.\nsplit; rewrite /=.\n"
            f"- one_of ltac:(first [done{inverse}]).\n"
            f"- one_of ltac:(first [done{pair}]).\n"
            f"- exact: {defined}.\nQed."
        )
        return f"({name} _)", [text]

    def known(self, defs: Sequence[_Part], free: Sequence[t.Bound]) -> str:
        """What the normaliser may use, for places in these ranges."""
        ranges = "; ".join(f"({n}, {self.size_number(i.size)})" for n, i in enumerate(free))
        inverse = "; ".join(
            f"({self.tensors[a]}, {self.tensors[b]}, {n})" for a, b, n in self._inverses()
        )
        pairs = "; ".join(pair for pair, *_ in self.pairs)
        named = "; ".join(f"d{part.number}'" for part in defs)
        return f"(Known [:: {ranges}]%N [:: {inverse}]%N [:: {pairs}]%N [:: {named}])"

    def _inverses(self) -> list[tuple[str, str, int]]:
        found = []
        for x in self.theorem.tensors.values():
            one, other = encoded_name(x.name), encoded_name(x.inverse_of)
            if x.inverse_of and one in self.tensors and other in self.tensors:
                assert x.size is not None
                found.append((one, other, self.size_number(x.size)))
        return found


class Numbers:
    """Numbers of variables, small ones: those of one summand are those of another one, too."""

    def __init__(self, start: int) -> None:
        self._next = start

    def __iter__(self) -> "Numbers":
        return self

    def __next__(self) -> int:
        self._next += 1
        return self._next - 1

    def apart(self, written: Callable[[t.Term], str], parts_of: Iterable[t.Term]) -> list[str]:
        """The texts of summands, each with numbers from the same one on."""
        start = last = self._next
        texts = []
        for part in parts_of:
            self._next = start
            texts.append(written(part))
            last = max(last, self._next)
        self._next = last
        return texts


class _Given(Naming):
    """Names that are given for some variables; others are found."""

    def __init__(self, names: Mapping[t.Bound, str], taken: Iterable[str]) -> None:
        super().__init__(taken)
        self._names = {index.number: name for index, name in names.items()}


def _atom(kind: int, number: int, indices: Iterable[int]) -> str:
    return f"(Atm ({kind}, {number}, [:: {'; '.join(map(str, indices))}]))"


def _free(e: t.Term) -> tuple[t.Bound, ...]:
    bound = {part.index for part in parts(e) if isinstance(part, t.Sum)}
    bound |= {i for part in parts(e) if isinstance(part, t.Applied) for i in part.places}
    found = (part for part in parts(e) if isinstance(part, t.Bound) and part not in bound)
    return tuple(dict.fromkeys(found))


def _shape(e: Any, at: dict[t.Bound, int]) -> Any:
    """A tree with numbers for its variables: equal for equal trees."""
    if isinstance(e, t.Bound):
        return ("#", at.setdefault(e, len(at)), e.size)
    if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
        return (type(e).__name__, *(_shape(getattr(e, n), at) for n in e.__dataclass_fields__))
    if isinstance(e, tuple):
        return tuple(_shape(part, at) for part in e)
    return e
