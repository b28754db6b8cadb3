"""Proofs of equations between index sums: what `rocq/IndexSums.v` decides, written as data.

Nothing here is trusted: the kernel compares what is written with the statement.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import term
from theorem_checks.certifying.sums_data import GivenNames, Numbers, Part, atom, free_places
from theorem_checks.certifying.sums_given import SumsGiven

__all__ = ["DEPTH", "SumsProof"]

DEPTH = 8  # rounds in which definitions are put in
_OF_NONE = "exact: (fun _ r' => match Bool.diff_false_true r' with end)"  # what an empty list has


@dataclass
class SumsProof(SumsGiven):
    """What is known of the tensors of one theorem, and the proofs of its equations."""

    inverse_hypotheses: tuple[str, ...] = ()
    all: tuple[Part, ...] = ()
    _holds: dict[tuple[int, ...], int] = field(default_factory=dict)

    def sides(self, free: Sequence[t.Bound], lhs: t.Term, rhs: t.Term) -> tuple[str, str]:
        """Both sides of an equation as the normaliser reads them, for these places."""
        for index in free:
            self.size_number(index.size)
        at = {i: n for n, i in enumerate(free)}
        # small numbers, which the kernel has in unary
        numbers = (Numbers(len(free)) for _ in range(2))
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
            f"refine (@{self._with_tables(decides)} {self.known(self.all, free)} {depth}"
            f" {sides[0]} {sides[1]} (nth 0%N [:: {'; '.join(places)}]) {holds} _ _);"
            " [within_ranges | vm_cast_no_check (erefl true)].\nQed."
        )

    def _with_tables(self, decides: str) -> str:
        """A theorem by which equations hold, of these tables, with what symmetries there are."""
        if not self.symmetries or decides != "decide_sound":
            return f"{decides} F sz' T'"
        return "decide_symmetric_sound F sz' T' syms' symmetric'"

    def definitions(self) -> list[str]:
        """What positive parts are, each by a lemma; to be written after the header."""
        lines: list[str] = []
        signed: list[Part] = []
        all_: list[Part] = []
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
                f"Proof.\ncase=> {split} // _ r'.{ranged}\n{call}\nQed."
            )
            all_.append(part)
            if part.sort != "flip":
                signed.append(part)
        self.all = tuple(all_)
        return lines

    def _value(self, part: Part, body: str, given: Sequence[Part]) -> tuple[str, str]:
        """An expression for a positive part, and the proof that it is one."""
        env = "(nth 0%N [:: {names}])"
        known = "{k} {depth}"
        sound = self._with_tables("decide_sound")
        ends = "{holds} ltac:(within_ranges) ltac:(vm_cast_no_check (erefl true))"
        if part.sort == "given":
            names = "".join(f" p{n}'" for n in range(len(part.params)))
            ranged = "".join(f" r{n}'" for n in range(len(part.params)))
            own = f"refine (@{self.given[part.number]}{names}{ranged})."
            return body, own if part.params else f"all: {own}"  # where it is not seen at once
        if part.sort == "applied":
            return self._value_of_function(part, given)
        if part.sort == "symmetric":
            half, sign, hypothesis = self.halves[part.number]
            one, turned = (atom(0, half, places) for places in ((0, 1), (1, 0)))
            turned = f"({sign} {turned})" if sign else turned
            own = f"refine (half_of_{'opposite' if sign else 'equal'} (@{hypothesis} _ _ r0' r1'))."
            return f"(Mul (Inv 2) (Add {one} {turned}))", own
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
        entry = atom(0, like.number, own)
        if part.sort == "same":
            proof = (
                f"refine (congr1 (fun x : F => Num.max x 0) (@{sound} {known} {body}%N"
                f" {other}%N {env} {ends}))."
            )
            return entry, proof
        apart = self.expr(like.body, at, count(1000))
        proof = (
            f"refine (relu_flip (@{sound} {known} (Add {body} {apart})%N (Num 0) {env} {ends}))."
        )
        return f"(Add {entry} {body})", proof

    def _value_of_function(self, part: Part, given: Sequence[Part]) -> tuple[str, str]:
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
            f"@{self._with_tables('decide_sound')} {k} {DEPTH} {one}%N {other}%N"
            f" (nth 0%N [:: {env}]) {{holds}}"
            " ltac:(within_ranges) ltac:(vm_cast_no_check (erefl true))"
        )
        value = atom(0, self._named(like), [at[i] for i in free_places(like)])
        if isinstance(e, t.Inverse):
            return value, f"refine (congr1 (fun x : F => x^-1) ({equal}))."
        moved = " ".join([*places, *(f"r{place}" for place in places)])
        bodies = (term(f.body, GivenNames(names, self.theorem.names)) for f in (e, like))
        arguments = [f"(fun {' '.join(places)} : nat => {body})" for body in bodies]
        made = " _" * len(e.indices)
        proof = f"refine (@{hypothesis} {' '.join(arguments)} (fun {moved} => {equal}){made})."
        return value, proof

    def nonnegative_parts(self) -> str:
        """The numbers of all positive parts."""
        return f"[:: {'; '.join(str(n) for n in self._positive_numbers())}]%N"

    def _positive_numbers(self) -> list[int]:
        return [
            part.number
            for part in self.parts.values()
            if part.sort not in ("given", "applied", "symmetric")
        ]

    def parts_lemma(self) -> list[str]:
        """That every positive part is nonnegative."""
        if not self._positive_numbers():
            return []
        spaces = self.theorem.sizes, self.theorem.numbers, self.theorem.tensors
        taken = {encoded_name(name) for space in spaces for name in space}
        one = "h'" if "h" in taken | self.tensors.keys() else "h"
        return [
            f"Lemma parts_ge0' t : t \\in {self.nonnegative_parts()} -> forall js, 0 <= T' t js.\n"
            f"Proof. move=> {one} js; move: t {one}; apply/allP; rewrite /all.\n"
            "by repeat (apply/andP; split); try exact: isT; part_ge0. Qed."
        ]

    def holds(self, defs: Sequence[Part]) -> tuple[str, list[str]]:
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
        empty = bool(defs) and not (self._inverses() or inverse or pair)
        shown = (
            f"split; [{_OF_NONE}|{_OF_NONE}|exact: {defined}]."
            if empty
            else "split; rewrite /=.\n"
            f"- one_of ltac:(first [done{inverse}]).\n"
            f"- one_of ltac:(first [done{pair}]).\n"
            f"- exact: {defined}."
        )
        text = f"Lemma {name} fr : holds sz' T' {k}.\nProof.\n{shown}\nQed."
        return f"({name} _)", [text]

    def known(self, defs: Sequence[Part], free: Sequence[t.Bound]) -> str:
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
