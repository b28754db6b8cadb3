"""On which axioms several theorems rest, asked at once.

To answer that for one theorem, Rocq goes through all of the library that its proof uses, and again
for the next one. Theorems that rested on the same axioms before are therefore asked about together:
where all of them rest on just these, none rests on another one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from theorem_checks.certifying.kernel_output import Told

__all__ = ["Questions", "asked", "question"]


@dataclass(frozen=True)
class Questions:
    """Theorems by name, those that are asked about together.

    **Fields**: `groups`, each with the axioms on which its theorems rested before; `alone`, the
    names of the others, each of which is asked about by itself.
    """

    groups: Mapping[tuple[str, ...], tuple[str, ...]]
    alone: frozenset[str]

    def lines(self, theorem: Callable[[str], str]) -> Iterator[str]:
        """The questions about the groups, to come after all theorems.

        **Arguments**: how a `theorem` is called, by its name.
        """
        for number, names in enumerate(self.groups.values()):
            *rest, last = map(theorem, names)
            together = "".join(f"(conj {one} " for one in rest) + last + ")" * len(rest)
            yield f"Definition {_group(number)} := {together}."
            yield from question(_group(number), _group(number))

    def answered(self, told: Told) -> dict[str, tuple[str, ...]]:
        """The axioms of each theorem of which they are known; other ones are to be asked anew."""
        found = {name: told.axioms_of(name) for name in self.alone if name in told.axioms}
        for number, (axioms, names) in enumerate(self.groups.items()):
            group = _group(number)
            if group in told.axioms and set(told.axioms_of(group)) == set(axioms):
                found |= dict.fromkeys(names, axioms)
        return found


def asked(
    names: Iterable[str], before: Mapping[str, tuple[str, ...]] = MappingProxyType({})
) -> Questions:
    """What to ask about theorems, of some of which it is known on which axioms they rested."""
    listed = list(names)
    groups: dict[tuple[str, ...], tuple[str, ...]] = {}
    for name in listed:
        if name in before:
            groups[before[name]] = (*groups.get(before[name], ()), name)
    return Questions(groups, frozenset(listed) - before.keys())


def question(name: str, theorem: str) -> list[str]:
    """The question about a theorem, which is answered under a name."""
    return [
        f'Goal True. idtac "== axioms {name}". Abort.',
        f"Print Assumptions {theorem}.",
        'Goal True. idtac "== end". Abort.',
    ]


def _group(number: int) -> str:
    return f"group_{number}'"
