"""What the claims of a theory have in common: each is proved for all sizes, and run at some."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theorem_checks import Check, Claim, Mutant, Source, instances_of, proof_of


@dataclass(frozen=True)
class Theory:
    """A theory: how the ids of its claims begin, what it is mostly from, and the module of both."""

    name: str
    source: str
    module: str

    def claim(
        self,
        name: str,
        title: str,
        place: str,
        statement: str,
        says: Callable[..., Any] | None,
        subject: Any,
        mutants: Mapping[str, Any],
        *,
        checks: tuple[Check, ...] = (),
        by: Sequence[Any] = (),
        at: Sequence[Mapping[str, Any]] = (),
        source: str = "",
        **more: Any,
    ) -> Claim:
        """Return a claim that is proved, `by` a composition of rules if need be.

        **Arguments**: `mutants` by name; `at`, the instances to try, by default drawn; `source`
        where it is another one; `checks`, where it is argued, and says nothing as data; `more`, as
        for `Claim`.
        """
        if says is not None:
            checks = proof_of(says, *by, instances=at), instances_of(says, at)
        return Claim(
            id=f"{self.name}/{name}",
            title=title,
            source=Source(source or self.source, place),
            statement=statement,
            says=says,
            subject=subject,
            checks=checks,
            mutants=tuple(Mutant(word, wrong) for word, wrong in mutants.items()),
            module=self.module,
            **more,
        )
