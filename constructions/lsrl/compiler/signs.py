r"""Which forms cannot be negative, as far as their terms show it."""

from typing import Any, NamedTuple, TypeAlias

from constructions.lsrl.compiler.forms import Atoms, Form, combined

__all__ = ["Reasons", "Signs"]

Term: TypeAlias = tuple[int, Any]


class Reasons(NamedTuple):
    """Why a form is not negative: terms that are not, and differences of ReLUs that are not."""

    terms: list[Term]
    pairs: list[tuple[Term, Term]]


class Signs:
    r"""Signs of the atoms of a program.

    Not negative are: ReLUs; products of factors that are not, and squares; states that start and
    are fed without negative numbers; and forms of such atoms with coefficients $\ge 0$. Beside
    them $\alpha\,\mathrm{relu}(g) - \beta\,\mathrm{relu}(h)$ with $\alpha, \beta \ge 0$ is not
    negative where $\alpha g - \beta h$ is not, such as a step
    $\mathrm{relu}(\mu x) - \mu\,\mathrm{relu}(x - 1/\mu)$.
    """

    def __init__(self, program: Atoms) -> None:
        self._program = program
        self._atoms: dict[int, bool] = {}
        for number in range(len(program.atoms)):
            self._atoms[number] = self._of_atom(number)

    def _of_atom(self, number: int) -> bool:
        atom = self._program.atoms[number]
        if atom.kind == "Multi":
            a, b = atom.operands
            return a == b or (self.nonnegative(a) and self.nonnegative(b))
        if atom.block is not None:
            block = self._program.blocks[atom.block]
            forms = [self._program.atoms[k].operands[0] for k in block.atoms]
            numbers = [e for m in (block.A, block.init_state) for _, _, e in m.entries()]
            # the atoms of the block itself are in no operand of the block
            return all(e > 0 for e in numbers) and all(map(self.nonnegative, forms))
        return atom.kind == "ReLU"

    def of_atom(self, number: int) -> bool:
        """Whether an atom cannot be negative, as far as it is shown."""
        return self._atoms[number]

    def nonnegative(self, form: Form) -> bool:
        """Whether a form cannot be negative; False if its terms do not show it."""
        return self.reasons(form) is not None

    def reasons(self, form: Form) -> Reasons | None:
        """Why a form cannot be negative; None if its terms do not show it."""
        if form.constant < 0:
            return None
        negative = [(k, c) for k, c in form.terms if c < 0 or not self._atoms[k]]
        positive = [(k, c) for k, c in form.terms if c > 0 and self._is_relu(k)]
        pairs = []
        for term in negative:
            match = next(
                (p for p in positive if self._is_relu(term[0]) and self._above(p, term)), None
            )
            if match is None:
                return None
            positive.remove(match)
            pairs.append((match, term))
        paired = {k for pair in pairs for k, _ in pair}
        return Reasons([term for term in form.terms if term[0] not in paired], pairs)

    def _is_relu(self, number: int) -> bool:
        return self._program.atoms[number].kind == "ReLU"

    def _above(self, larger: tuple[int, Any], smaller: tuple[int, Any]) -> bool:
        g, h = (self._program.atoms[k].operands[0] for k, _ in (larger, smaller))
        difference = combined([(0, larger[1]), (1, smaller[1])], [g, h])
        return not difference.terms and difference.constant >= 0
