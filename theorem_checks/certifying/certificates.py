"""A claim's certificate: the statement for Rocq's kernel, with a proof, as text."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.axioms_asked import Questions, asked, question
from theorem_checks.certifying.chains import several_stated
from theorem_checks.certifying.chains_proof import several_proved
from theorem_checks.certifying.exponential_polynomials import Lemmas
from theorem_checks.certifying.exponentials_proof import relation_steps
from theorem_checks.certifying.exporting import Exporter, exported
from theorem_checks.certifying.field_proof import ByAuthor, statement_and_proof
from theorem_checks.certifying.numbers import Numbers, is_of_numbers
from theorem_checks.certifying.programs import programs_statement
from theorem_checks.certifying.pure_functions import values_statement
from theorem_checks.certifying.real_arrays import is_of_real_arrays, real_arrays_statement
from theorem_checks.certifying.reals import stated
from theorem_checks.certifying.recurrences import is_of_sequences, recurrences_statement
from theorem_checks.certifying.rocq_text import field_statement
from theorem_checks.certifying.runs_proof import runs_proof
from theorem_checks.certifying.several_forms import JOINED, several_texts
from theorem_checks.certifying.theorems import BY_HAND, NoFormError, parts
from theorem_checks.judging.judge import statement_of
from theorem_checks.proving.effort import without_tests
from theorem_checks.proving.machines.recorded import Given, given_in
from theorem_checks.statements.chains import EveryChain, EveryFirstChain
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Implies
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.named_equal import without_names
from theorem_checks.statements.pure.conclusions import SameValues
from theorem_checks.statements.runs import SameRuns
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "LIBRARY",
    "Certificate",
    "certificate_for",
    "certificate_of",
    "file_text",
    "files_digest",
    "files_of_script",
    "files_of_scripts",
    "form_of",
    "library_digest",
    "library_file",
    "library_text",
    "statement_alone",
]

LIBRARY: Mapping[str, tuple[str, ...]] = {
    "index sums": ("IndexSums", "Certificates"),
    "index sums with symmetries": ("IndexSums", "Certificates", "Symmetries"),
    "machines": ("IndexSums", "Certificates", "Machines"),
    "machines with symmetries": ("IndexSums", "Certificates", "Machines", "Symmetries"),
    "machines with orders": ("IndexSums", "Certificates", "Machines", "Orders"),
    "machines with long runs": ("IndexSums", "Certificates", "Machines", "Orders", "Faster"),
    "lower bounds": ("IndexSums", "Certificates", "Machines", "Orders", "Faster", "Ranks"),
    "lower bounds, long runs": (
        *("IndexSums", "Certificates", "Machines", "Orders", "Faster", "Ranks", "LongRuns"),
    ),
    "chains": ("IndexSums", "Certificates", "Machines", "Orders", "Faster", "Chains"),
    "chains on some tokens": (
        *("IndexSums", "Certificates", "Machines", "Orders", "Faster", "Chains", "FirstChains"),
    ),
    "sequences": ("IndexSums", "Certificates", "Sequences"),
    "means": ("IndexSums", "Certificates", "Means"),
    "means of powers": (
        *("IndexSums", "Certificates", "Means", "Words", "Pairings", "Blocks", "NormalMeans"),
        *("WordMeans", "OneMatrix", "PairedOff", "ExactMeans", "WordBounds", "Answers"),
    ),
    "means of outputs": ("IndexSums", "Certificates", "Means", "MeanOutputs"),
    "eigenvalues": ("IndexSums", "Certificates", "Spectra"),
    "states": ("IndexSums", "Certificates"),
    "real numbers": ("RealCases", "ReluSteps"),
    "several forms": (
        *("IndexSums", "Certificates", "Machines", "Orders", "Faster", "Sequences"),
        *("Runs", "RealCases", "ReluSteps", "Numbers", "Exponentials"),
    ),
    "numbers": ("RealCases", "Numbers"),
    "exponentials": ("RealCases", "Numbers", "Exponentials"),
    "arrays of reals": ("RealCases", "Numbers", "RealArrays"),
    "recurrences": ("RealCases", "Numbers"),
    "programs": ("IndexSums", "Runs"),
    "pure functions": ("IndexSums", "Functions"),
}
"""The files of `rocq/` that each form uses, in the order in which they are compiled."""

_FIELDS = (
    "From Coq Require Import ZArith.\n"
    "From mathcomp Require Import all_ssreflect all_algebra.\n"
    "From TheoremChecks Require Import IndexSums Certificates.\n"
    "Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.\n"
    "Import GRing.Theory Num.Theory.\n"
    "Local Open Scope ring_scope.\n"
)
_HEADERS = {
    "index sums": _FIELDS,
    "index sums with symmetries": "From TheoremChecks Require Import Symmetries.\n" + _FIELDS,
    "machines": "From TheoremChecks Require Import Machines.\n" + _FIELDS,
    "machines with symmetries": (
        "From TheoremChecks Require Import Machines Symmetries.\n" + _FIELDS
    ),
    "machines with orders": "From TheoremChecks Require Import Machines Orders.\n" + _FIELDS,
    "machines with long runs": (
        "From TheoremChecks Require Import Machines Orders Faster.\n" + _FIELDS
    ),
    "lower bounds": "From TheoremChecks Require Import Machines Orders Faster Ranks.\n" + _FIELDS,
    "lower bounds, long runs": (
        "From TheoremChecks Require Import Machines Orders Faster Ranks LongRuns.\n" + _FIELDS
    ),
    "chains": (
        "From TheoremChecks Require Import Machines Orders Faster.\n"
        "From TheoremChecks Require Chains.\n" + _FIELDS
    ),
    "chains on some tokens": (
        "From TheoremChecks Require Import Machines Orders Faster.\n"
        "From TheoremChecks Require Chains FirstChains.\n" + _FIELDS
    ),
    "sequences": "From TheoremChecks Require Import Sequences.\n" + _FIELDS,
    "means": (
        "From mathcomp.algebra_tactics Require Import ring.\n"
        "From TheoremChecks Require Import Means.\n" + _FIELDS
    ),
    "means of powers": (
        "From mathcomp.algebra_tactics Require Import ring.\n"
        "From TheoremChecks Require Import Means Words.\n"
        "From TheoremChecks Require Import Pairings Blocks ExactMeans WordBounds Answers.\n"
        + _FIELDS
    ),
    "means of outputs": (
        "From mathcomp.algebra_tactics Require Import ring.\n"
        "From TheoremChecks Require Import Means MeanOutputs.\n" + _FIELDS
    ),
    "eigenvalues": "From TheoremChecks Require Import Spectra.\n" + _FIELDS,
    "states": _FIELDS,
    "programs": (
        "From Coq Require Import ZArith.\n"
        "From mathcomp Require Import all_ssreflect all_algebra.\n"
        "From TheoremChecks Require Import IndexSums Runs.\n"
        "Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.\n"
    ),
    "pure functions": (
        "From Coq Require Import ZArith.\n"
        "From mathcomp Require Import all_ssreflect all_algebra.\n"
        "From TheoremChecks Require Import Functions.\n"
        "Unset Implicit Arguments.\n"
    ),
    "numbers": (
        "From Coq Require Import Reals Lra Lia Psatz.\n"
        "From TheoremChecks Require Import RealCases Numbers.\n"
        "Local Open Scope R_scope.\n"
    ),
    "exponentials": (
        "From Coq Require Import Reals Lra Lia Psatz.\n"
        "From Coquelicot Require Import Coquelicot.\n"
        "From TheoremChecks Require Import RealCases Numbers Exponentials.\n"
        "Local Open Scope R_scope.\n"
    ),
    "arrays of reals": (
        "From Coq Require Import Reals Lra Lia.\n"
        "From TheoremChecks Require Import RealCases Numbers RealArrays.\n"
        "Local Open Scope R_scope.\n"
    ),
    "recurrences": (
        "From Coq Require Import Reals Lra Lia Psatz.\n"
        "From TheoremChecks Require Import RealCases Numbers.\n"
        "Local Open Scope R_scope.\n"
    ),
    "several forms": "",  # each part begins with that of its own
    "real numbers": (
        "From Coq Require Import Reals Lra Psatz.\n"
        "From TheoremChecks Require Import RealCases ReluSteps.\n"
        "Local Open Scope R_scope.\n"
    ),
}


_SECONDS = 60  # for one formula
_SECONDS_OF_STEP = 300  # of a proof, on a machine that is busy


@dataclass(frozen=True)
class Certificate:
    """A statement and a proof of it, to be decided by the kernel.

    **Fields**: `key`, of the conclusion that was exported; `form`; the text of the `statement`, a
    definition, and of the `proof`, which ends in a theorem `proved : statement`, or, if it
    `refutes` the conclusion, `proved : ~ statement`; `by_author`, whether a person wrote that, and
    it is in a file by itself.
    """

    key: str
    form: str
    statement: str
    proof: str
    by_author: bool = False
    refutes: bool = False

    @property
    def digest(self) -> str:
        """A digest of all that the kernel is handed for it."""
        said = "\n".join((_HEADERS[self.form], self.statement, self.proof))
        said += _FINAL if self.by_author else ""
        return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()

    @property
    def lines(self) -> int:
        """How many lines statement and proof have."""
        return f"{self.statement}\n{self.proof}".count("\n") + 1


def certificate_of(
    says: Callable[..., Conclusion],
    subject: Any,
    by: Callable[[Any], Evidence] | None = None,
    script: str = "",
    part: int = 0,
) -> Certificate:
    """The certificate of what a claim says of its subject, for all values.

    **Arguments**: `by`, the claim's own proof; the invariants of machines are taken from it;
    `script`, a proof that the author wrote, in place of one that is generated; `part`, the number
    of the only part of an `All` that the script proves, from 1 on.

    **Raises** `NoFormError` for what cannot be said or proved in a form that there is; `CheckError`
    where the subject cannot be traced.
    """
    return certificate_for(statement_of(says, subject), by, script, part=part)


def certificate_for(
    conclusion: Conclusion,
    by: Callable[[Any], Evidence] | None = None,
    script: str = "",
    *,
    part: int = 0,
    ordered: bool = False,
) -> Certificate:
    """The certificate of a conclusion; see `certificate_of`.

    **Arguments**: `ordered`, for what is said of ordered fields alone, though it has no order.
    """
    conclusion = without_names(conclusion)
    parts = conclusion.parts if isinstance(conclusion, All) else (conclusion,)
    if any(isinstance(one, EveryChain | EveryFirstChain) for one in parts):
        return _of_chains(conclusion, parts, by, script, part)
    if script and part:
        return _of_fields_in_part(conclusion, by, script, part)
    values = [one for one in parts if isinstance(one, SameValues)]
    if values and len(values) == len(parts):
        return _of_pure_functions(conclusion.key, values, script)
    try:
        return _of_one_form(conclusion, parts, by, script, ordered=ordered)
    except NoFormError as error:
        if script or ordered or not isinstance(conclusion, All):
            raise
        return _of_several_forms(conclusion, by, error)


def statement_alone(
    conclusion: Conclusion,
    by: Callable[[Any], Evidence] | None = None,
    script: str = "",
    *,
    part: int = 0,
) -> str:
    """The statement of the certificate of a conclusion, which is told from those of others.

    Of chains no proof is made for that: their statement is written without it.
    """
    parts = conclusion.parts if isinstance(conclusion, All) else (conclusion,)
    if any(isinstance(one, EveryChain | EveryFirstChain) for one in parts):
        return several_stated(parts)
    return certificate_for(conclusion, by, script, part=part).statement


def _of_several_forms(
    whole: All, by: Callable[[Any], Evidence] | None, lacking: NoFormError
) -> Certificate:
    """A theorem for each part, in its own form.

    **Raises** the error that is handed on, which says what one form for all of them is `lacking`,
    where a part has none, or all parts have the same.
    """
    given = None if by is None else (lambda _part: by(whole))
    try:
        made = [certificate_for(part, given) for part in whole.parts]
    except NoFormError:
        raise lacking from None
    forms = {one.form for one in made}
    if len(forms) < 2 or not forms <= JOINED:
        raise lacking
    texts = several_texts([(_HEADERS[one.form], one.statement, one.proof) for one in made])
    return Certificate(whole.key, "several forms", *texts)


def _of_pure_functions(key: str, values: Sequence[SameValues], script: str) -> Certificate:
    if not script:
        raise NoFormError(f"a proof of what pure functions give; {BY_HAND}")
    return Certificate(key, "pure functions", values_statement(values), script, True)


def _of_one_form(
    conclusion: Conclusion,
    parts: Sequence[Conclusion],
    by: Callable[[Any], Evidence] | None,
    script: str,
    *,
    ordered: bool,
) -> Certificate:
    if all(isinstance(one, ForReals) for one in parts):
        said = " /\\\n  ".join(f"({stated(one)})" for one in parts if isinstance(one, ForReals))
        statement = f"Definition statement : Prop :=\n  {said}."
        proof = f"Theorem proved : statement.\nProof. unfold statement; {_split(len(parts))}. Qed."
        return Certificate(conclusion.key, "real numbers", statement, script or proof, bool(script))
    runs = [one for one in parts if isinstance(one, SameRuns)]
    if len(runs) == len(parts):
        proof = script or runs_proof(runs)
        return Certificate(
            conclusion.key, "programs", programs_statement(runs), proof, bool(script)
        )
    try:
        return _of_fields(conclusion, by, script, ordered=ordered)
    except NoFormError:
        if is_of_sequences(conclusion):
            said = recurrences_statement(conclusion)
            if not script:
                raise NoFormError(f"a proof of what is said of sequences; {BY_HAND}") from None
            return Certificate(conclusion.key, "recurrences", said, script, True)
        if not is_of_numbers(conclusion):
            if script and is_of_real_arrays(conclusion):
                statement = real_arrays_statement(conclusion)
                return Certificate(conclusion.key, "arrays of reals", statement, script, True)
            raise
        lemmas = Lemmas()
        numbers = Numbers(conclusion, partial(relation_steps, lemmas=lemmas))
        proof = script or numbers.proof(lemmas.lines)
        form = "exponentials" if numbers.has_functions and not script else "numbers"
        return Certificate(conclusion.key, form, numbers.statement, proof, bool(script))


def _of_chains(
    conclusion: Conclusion,
    parts: Sequence[Conclusion],
    by: Callable[[Any], Evidence] | None,
    script: str,
    part: int,
) -> Certificate:
    """Chains, and what is said beside them; a script is of all of it, or of a part."""
    if part > len(parts):
        raise NoFormError(f"part {part} of what is said")
    given = _given(by, conclusion)
    alone = script if script and not part else ""
    proof = alone or several_proved(parts, given, script, part - 1)
    on_some = any(isinstance(one, EveryFirstChain) for one in parts)
    form = _with_symmetries("chains on some tokens" if on_some else "chains", proof)
    return Certificate(conclusion.key, form, several_stated(parts), proof, bool(script))


def _of_fields(
    conclusion: Conclusion, by: Callable[[Any], Evidence] | None, script: str, *, ordered: bool
) -> Certificate:
    made = exported(conclusion, ordered=ordered)
    form = form_of(made)
    if script:
        return Certificate(conclusion.key, form, field_statement(made.theorem), script, True)
    if made.machines or _assumes_arrays(made):
        given = _given(by, _bare(conclusion))
        texts = statement_and_proof(made, given)
    else:
        texts = statement_and_proof(made)
    if made.has_bounds and "long_enough" in texts[1]:
        form = "lower bounds, long runs"
    elif not made.has_bounds and "decide_fast_sound" in texts[1]:
        form = "machines with long runs"
    elif not made.has_bounds and any(word in texts[1] for word in _OF_ORDERS):
        form = "machines with orders"
    return Certificate(conclusion.key, _with_symmetries(form, texts[1]), *texts)


def _given(by: Callable[[Any], Evidence] | None, conclusion: Conclusion) -> list[Given]:
    """What rules were given in a claim's own proof, whose equations the kernel decides anew."""
    if by is None:
        return []
    with without_tests():
        return list(given_in(by(conclusion)))


def _of_fields_in_part(
    conclusion: Conclusion, by: Callable[[Any], Evidence] | None, script: str, part: int
) -> Certificate:
    """One part is proved by a script, and the others as they are without one."""
    bare = _bare(conclusion)
    if not isinstance(conclusion, All) or not 1 <= part <= len(conclusion.parts):
        raise NoFormError(f"part {part} of what is said")
    made = exported(conclusion)
    alone = exported(conclusion.parts[part - 1], ordered=made.theorem.is_ordered)
    given = _given(by, bare)
    author = ByAuthor(part - 1, alone.theorem, script)
    statement, proof = statement_and_proof(made, given, author)
    form = "lower bounds" if made.theorem.is_ordered and made.machines else form_of(made)
    return Certificate(conclusion.key, _with_symmetries(form, proof), statement, proof, True)


def _with_symmetries(form: str, proof: str) -> str:
    """The form, where a proof uses that tensors of more than two indices are symmetric."""
    if "decide_symmetric_sound" not in proof:
        return form
    if f"{form} with symmetries" not in LIBRARY:
        raise NoFormError(f"symmetric tensors of more than two indices, in {form}")
    return f"{form} with symmetries"


_OF_ORDERS = ("decide_orders_sound", "pairs_below")


_OF_EIGENVALUES = (t.RadiusBelow, t.PowersVanish, t.PowersBounded)


def form_of(made: Exporter) -> str:
    """The form of what is exported."""
    if any(isinstance(part, t.MeanWithin) for part in parts(made.theorem.body)):
        return "means of powers"
    if any(isinstance(part, t.MeanOutput) for part in parts(made.theorem.body)):
        return "means of outputs"
    if any(isinstance(part, _OF_EIGENVALUES) for part in parts(made.theorem.body)):
        return "eigenvalues"
    if any(isinstance(part, t.Throughout) for part in parts(made.theorem.body)):
        return "states"
    if made.theorem.random:
        return "means"
    if made.has_bounds:
        return "lower bounds"
    if made.machines:
        return "machines"
    return "sequences" if made.sequences else "index sums"


def _assumes_arrays(made: Exporter) -> bool:
    """Whether something is said under equations of arrays."""
    found = (under for under, _ in made.implications.values() if isinstance(under, t.Under))
    return any(
        isinstance(part, t.Every) and isinstance(part.body, t.Equals)
        for under in found
        for part in parts(under.hypothesis)
    )


def _bare(conclusion: Conclusion) -> Conclusion:
    """A statement without the ranges of its sizes, as a proof is handed it."""
    while isinstance(conclusion, Implies) and isinstance(conclusion.hypothesis, AtMost):
        conclusion = conclusion.body
    return conclusion


def _split(parts: int) -> str:
    one = f"timeout {_SECONDS} by_cases"
    return f"(split; [{one}|{_split(parts - 1)}])" if parts > 1 else one


def file_text(
    certificates: Iterable[tuple[str, Certificate]], questions: Questions | None = None
) -> str:
    """A file with certificates of one form, each in a module of the name that is given.

    **Arguments**: `questions`, how their axioms are asked; by default of each by itself.
    """
    listed = list(certificates)
    questions = questions or asked([name for name, _ in listed])
    lines = [_HEADERS[listed[0][1].form], f"Set Default Timeout {_SECONDS_OF_STEP}."]
    for name, one in listed:
        lines += [
            f"Module {name}.",
            one.statement,
            one.proof,
            f"End {name}.",
            f'Goal True. idtac "== {name}". Abort.',
            f"Check ({name}.proved : {'~ ' * one.refutes}{name}.statement).",
            *(question(name, f"{name}.proved") if name in questions.alone else []),
            "",
        ]
    return "\n".join([*lines, *questions.lines(lambda name: f"{name}.proved")])


def files_of_script(name: str, certificate: Certificate) -> dict[str, str]:
    """The files of a certificate whose proof a person wrote, in the order of compilation.

    Statement, script, and the theorem: so that nothing in the script can change what is said.
    """
    header, statement, script = _HEADERS[certificate.form], f"{name}_statement", f"{name}_script"
    said = f"From TheoremChecks Require Import {statement}.\n"
    return {
        f"{statement}.v": f"{header}\n{certificate.statement}\n",
        f"{script}.v": f"{header}{said}\n{certificate.proof}\n",
        f"{name}.v": _FINAL.format(statement=statement, script=script, name=name),
    }


_ALL_CHECKS = "Set Universe Checking. Set Guard Checking. Set Positivity Checking.\n"
_FINAL = f"""From TheoremChecks Require {{statement}} {{script}}.
{_ALL_CHECKS}Goal True. idtac "== {{name}}". Abort.
Definition proved : TheoremChecks.{{statement}}.statement := TheoremChecks.{{script}}.proved.
Goal True. idtac "== axioms". Abort.
Print Assumptions proved.
Goal True. idtac "== end". Abort.
"""


def files_of_scripts(
    certificates: Mapping[str, Certificate], questions: Questions, *, together: bool
) -> dict[str, str]:
    """The same of several of one form: all statements in the first file, all theorems in the last.

    So that the library is loaded for all statements and for all theorems at once.

    **Arguments**: `questions`, how the axioms are asked; whether all scripts are in one file
    `together`, each in a module, so that the library is loaded once for them as well, or apart.
    """
    header = _HEADERS[next(iter(certificates.values())).form]
    statements, scripts, theorems = "C_statements", "C_scripts", "C_theorems"
    said = [f"Module {n}.\n{one.statement}\nEnd {n}.\n" for n, one in certificates.items()]
    files = {f"{statements}.v": "\n".join((header, *said))}
    opened = f"From TheoremChecks Require {statements}.\n"
    texts = {n: f"Import {statements}.{n}.\n\n{one.proof}\n" for n, one in certificates.items()}
    if together:
        modules = [_SCRIPT.format(name=name, text=text) for name, text in texts.items()]
        files[f"{scripts}.v"] = "\n".join((header + opened, *modules))
    else:
        files |= {f"{name}_script.v": header + opened + text for name, text in texts.items()}
    required = scripts if together else " ".join(f"{name}_script" for name in certificates)
    last = [f"From TheoremChecks Require {statements} {required}.\n{_ALL_CHECKS}"]
    for name in certificates:
        proved = f"{scripts}.{name}_script" if together else f"{name}_script"
        last += [
            f'Goal True. idtac "== {name}". Abort.',
            f"Definition {name} : TheoremChecks.{statements}.{name}.statement :=",
            f"  TheoremChecks.{proved}.proved.",
            *(question(name, name) if name in questions.alone else []),
        ]
    return files | {f"{theorems}.v": "\n".join([*last, *questions.lines(str)])}


_SCRIPT = """Module {name}_script.
{text}
End {name}_script.
Goal True. idtac "== {name}". Abort.
"""


@cache
def library_digest(form: str) -> str:
    """A digest of the library that the proofs of a form use."""
    return files_digest(LIBRARY[form])


def files_digest(names: Sequence[str]) -> str:
    """A digest of some files of the library, in their order."""
    said = "\n".join(map(library_text, names))
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def library_text(name: str) -> str:
    """What is in a file of the library."""
    return library_file(name).read_text("utf-8")


def library_file(name: str) -> Path:
    """A file of the library."""
    return Path(__file__).with_name("rocq") / f"{name}.v"
