"""Questions that a symbolic value does not answer.

A Python function that is handed a symbol runs once, for all values of the symbol. If it asks
whether the symbol equals 3 and is told no, it goes on as if that were so for every value, and what
is then proved is about another function. The rule, for every value in the toolkit that stands for
many: a question is answered only where the answer is the same for all of them; any other raises
`UndecidedQuestionError`, which names the question and the way out, and stays on record, so that a
function that swallows the error is found out by `tracing.traced`.

What looks at the memory of a process (`gc.get_referents`, `ctypes.string_at`) would see inside of
such a value, and is refused as well while a function is traced, however it got hold of it; and
neither a thread of its own nor an empty context (`contextvars`) helps it to ask unheard.

`SymbolicValue` refuses all questions; a class that can decide some answers these and hands the
rest to `refuse`. `repr` gives a name, for messages, and never the digits of a value.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, ClassVar, NoReturn

import sympy as sp

from theorem_checks.collecting import collected_in
from theorem_checks.errors import NoSuchOperationError, UndecidedQuestionError

__all__ = [
    "SymbolicCollection",
    "SymbolicNumber",
    "SymbolicValue",
    "answered_otherwise",
    "are_answered_otherwise",
    "being_asked",
    "decided_or_refused",
    "questions_recorded",
    "refuse",
    "refuse_no_polynomial",
    "refuse_operation",
    "refused_operation",
    "thresholds_noted",
]

_asked: ContextVar[list[UndecidedQuestionError] | None] = ContextVar("asked", default=None)
_otherwise: ContextVar[list[str] | None] = ContextVar("otherwise", default=None)
_as_small: ContextVar[bool] = ContextVar("as_small", default=False)
_zeros: ContextVar[list[sp.Expr] | None] = ContextVar("zeros", default=None)
_open: list[list[UndecidedQuestionError]] = []  # the records of all threads, the last one innermost
_MOST = 100  # questions of one run that are answered otherwise, as a loop may never end


@contextmanager
def answered_otherwise(*, as_small: bool = False) -> Iterator[list[str]]:
    """Answer what is not decided as it is not at small values, and collect these questions.

    Or `as_small`, as it is there. For late mutants alone, which branch where the claim's own
    subject does not: what such a one says on its other branch is handed to the proof, and is never
    a statement about a claim.
    """
    token = _as_small.set(as_small)
    try:
        with collected_in(_otherwise) as answered:
            yield answered
    finally:
        _as_small.reset(token)


@contextmanager
def thresholds_noted() -> Iterator[list[sp.Expr]]:
    """Collect the expressions of whose signs questions are that are not decided, asked inside.

    The answers change where such a one is 0, so that statements are to be tried there.
    """
    with collected_in(_zeros) as zeros:
        yield zeros


def are_answered_otherwise() -> bool:
    """Whether questions that are not decided get an answer now; see `answered_otherwise`."""
    return _otherwise.get() is not None


def decided_or_refused(
    question: str,
    at_small: Callable[[], bool | None],
    value: object,
    way_out: str,
    zero: sp.Expr | None = None,
) -> bool:
    """Refuse a question; or give an answer, as `answered_otherwise` has it, by that `at_small`.

    **Arguments**: `zero`, what is 0 where the answer changes, if there is such an expression.
    """
    noted = _zeros.get()
    if noted is not None and zero is not None:
        noted.append(zero)
    answered = _otherwise.get()
    small = None if answered is None or len(answered) >= _MOST else at_small()
    if answered is None or small is None:
        refuse(question, value, way_out)
    answered.append(question)
    return small if _as_small.get() else not small


def being_asked() -> bool:
    """Whether questions are put on record now, as a function is traced."""
    return bool(_open)


def refuse(question: str, value: object, way_out: str) -> NoReturn:
    """Put a question on record, and raise `UndecidedQuestionError`."""
    _raise_on_record(UndecidedQuestionError(question, repr(value), way_out))


def refuse_operation(name: str, value: object, way_out: str) -> NoReturn:
    """The same for an operation that there is not, of whatever values: `NoSuchOperationError`."""
    _raise_on_record(NoSuchOperationError(name, repr(value), way_out))


def _raise_on_record(error: UndecidedQuestionError) -> NoReturn:
    record = _asked.get()
    if record is None and _open:
        record = _open[-1]  # in a thread, or in a context, that was made since
    if record is not None:
        record.append(error)
    raise error


class questions_recorded:  # noqa: N801  # of use in `with` alone, and quicker than a generator
    """Collect the questions that are refused inside, those that a function swallows too."""

    __slots__ = ("_outer", "_record", "_token")

    def __enter__(self) -> list[UndecidedQuestionError]:
        self._outer = _asked.get()
        self._record: list[UndecidedQuestionError] = []
        self._token = _asked.set(self._record)
        _open.append(self._record)
        return self._record

    def __exit__(self, *_error: object) -> None:
        _asked.reset(self._token)
        _close(self._record)
        if self._outer is not None:
            self._outer.extend(self._record)


def _close(record: list[UndecidedQuestionError]) -> None:
    """Take a record, and not one that is equal to it, from those that are open."""
    if _open[-1] is record:  # as it nearly always is
        _open.pop()
        return
    place = next(n for n in reversed(range(len(_open))) if _open[n] is record)
    del _open[place]


_LOOKING_INSIDE = frozenset(
    {"gc.get_referents", "gc.get_referrers", "gc.get_objects", "ctypes.cdata", "ctypes.string_at"}
)
"""What Python tells of to those that listen (PEP 578), whoever calls it by whatever name."""


class _Inside:
    def __repr__(self) -> str:
        return "what a symbolic value is made of"


# Without types, as Python calls it at all that it tells of, imports and files and calls of `exec`:
# to have them checked while tests run would take longer than the tests of many a file.
def _refuse_to_look(event, _arguments):
    """Refuse what shows the inside of values, as a function is traced."""
    if event in _LOOKING_INSIDE and being_asked():
        refuse(event, _Inside(), "Compute with the value, and look at nothing in it.")


sys.addaudithook(_refuse_to_look)


def _comparison(sign: str) -> Callable[[Any, object], Any]:
    def compare(self: Any, other: object) -> Any:
        refuse(f"{self!r} {sign} {other!r}", self, self._way_out)

    return compare


def _conversion(name: str) -> Callable[..., Any]:
    def convert(self: Any, *_options: object) -> Any:
        refuse(f"{name}({self!r})", self, self._way_out)

    return convert


class SymbolicValue:
    """A value that stands for many: it answers no question that Python may ask of it.

    Refused are `==`, `!=`, `<`, `<=`, `>`, `>=`, the truth value, `hash` (and so a place in a set
    or a dictionary, and a look-up there), conversion to `int`, `float`, `complex`, an index or
    text, rounding, and, as it is traced, pickling. A subclass says in `_way_out` what to write
    instead.
    """

    __slots__ = ()

    _way_out: ClassVar[str] = "Prove each case by itself."

    __eq__ = _comparison("==")
    __ne__ = _comparison("!=")
    __lt__ = _comparison("<")
    __le__ = _comparison("<=")
    __gt__ = _comparison(">")
    __ge__ = _comparison(">=")
    __bool__ = _conversion("bool")
    __hash__ = _conversion("hash")
    __int__ = _conversion("int")
    __index__ = _conversion("index")
    __float__ = _conversion("float")
    __complex__ = _conversion("complex")
    __round__ = _conversion("round")
    __trunc__ = _conversion("trunc")
    __floor__ = _conversion("floor")
    __ceil__ = _conversion("ceil")
    __str__ = _conversion("str")
    __format__ = _conversion("format")

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Refuse to be written down as a function is traced: what is written is compared."""
        if being_asked():
            refuse(f"pickle({self!r})", self, self._way_out)
        return super().__reduce_ex__(protocol)

    def __sizeof__(self) -> int:
        if being_asked():
            refuse(f"sizeof({self!r})", self, self._way_out)
        return super().__sizeof__()

    def __copy__(self) -> Any:
        return self  # which nothing changes

    def __deepcopy__(self, _memory: Any) -> Any:
        return self


def refused_operation(sign: str, *, reverse: bool = False) -> Callable[[Any, object], Any]:
    """A method that refuses an operator, written as its sign."""

    def operate(self: Any, other: object) -> Any:
        left, right = (other, self) if reverse else (self, other)
        refuse(f"{left!r} {sign} {right!r}", self, self._way_out)

    return operate


def refuse_no_polynomial(self: Any, *others: object) -> NoReturn:
    """A method that refuses what is no sum, product or power of values with entries."""
    operands = " and ".join(map(repr, (self, *others)))
    refuse(f"an operation that is no polynomial, of {operands},", self, self._way_out)


class SymbolicNumber(SymbolicValue):
    """A symbolic value in place of a number.

    Refused are also `//`, `%`, `divmod`, what Python does to bits, and what the numbers have whose
    place it takes and its class does not define, such as `is_even` or `numerator`. What no number
    has, it has not either: that is the same answer for all values.
    """

    __slots__ = ()

    _in_place_of: ClassVar[tuple[type, ...]] = (int, float, Fraction, sp.Integer)
    _op_priority: ClassVar[float] = 1e9  # SymPy leaves operators to this class

    __floordiv__ = refused_operation("//")
    __mod__ = refused_operation("%")
    __divmod__ = refused_operation("divmod")
    __rfloordiv__ = refused_operation("//", reverse=True)
    __rmod__ = refused_operation("%", reverse=True)
    __rdivmod__ = refused_operation("divmod", reverse=True)
    __and__ = refused_operation("&")
    __or__ = refused_operation("|")
    __xor__ = refused_operation("^")
    __lshift__ = refused_operation("<<")
    __rshift__ = refused_operation(">>")
    __rand__ = refused_operation("&", reverse=True)
    __ror__ = refused_operation("|", reverse=True)
    __rxor__ = refused_operation("^", reverse=True)
    __rlshift__ = refused_operation("<<", reverse=True)
    __rrshift__ = refused_operation(">>", reverse=True)
    __invert__ = _conversion("~")

    @property
    def _sympy_(self) -> Any:
        """Refuse to become an expression: SymPy's functions and `==` would answer silently."""
        refuse(f"SymPy's view of {self!r}", self, self._way_out)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not any(hasattr(kind, name) for kind in self._in_place_of):
            raise AttributeError(name)
        refuse(f"{self!r}.{name}", self, self._way_out)


class SymbolicCollection(SymbolicValue):
    """A symbolic value with entries, whose number is not known: no length, no iteration, no `in`.

    A scalar is none of these: to NumPy, what has a length is a sequence.
    """

    __slots__ = ()

    __len__ = _conversion("len")
    __iter__ = _conversion("iter")
    __reversed__ = _conversion("reversed")

    def __contains__(self, value: object) -> bool:
        refuse(f"{value!r} in {self!r}", self, self._way_out)
