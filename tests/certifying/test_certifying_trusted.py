"""What has to be trusted to read a certificate, as the page on certificates tells it."""

import ast
import io
import re
import tokenize
from pathlib import Path

import theorem_checks.certifying

FOLDER = Path(theorem_checks.certifying.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
EXPORT = (
    [
        *("exporting", "random_tensors", "terms", "theorems", "rocq_text", "reals", "numbers"),
        *("real_arrays", "real_text", "programs", "names", "recurrences", "chains"),
        *("mean_outputs", "power_means", "ranged_numbers", "throughout", "spectra"),
        *("several_forms", "operations"),
    ],
    "The export is about ([0-9,]+) lines",
)
ANSWER = (
    [
        *("certificates", "rocq", "authored", "compiler_runs", "compiler", "kernel_output"),
        *("scripts", "rulings", "kept", "axioms_asked"),
    ],
    "script that an author wrote: about (\\d+) lines",
)
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def lines_of_code(name):
    """How many lines a module has, without comments, docstrings and empty ones."""
    source = (FOLDER / f"{name}.py").read_text()
    documented = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            documented |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    written = (range(t.start[0], t.end[0] + 1) for t in tokens if t.type not in LAYOUT)
    return len({line for lines in written for line in lines} - documented)


def test_the_page_tells_how_many_lines_are_trusted():
    text = " ".join(PAGE.read_text().split())
    for modules, words in (EXPORT, ANSWER):
        (told,) = re.findall(words, text)
        assert abs(sum(map(lines_of_code, modules)) / int(told.replace(",", "")) - 1) < 0.1
        assert all(f"{name}.py`" in text for name in modules)


def test_what_writes_statements_uses_nothing_that_writes_proofs():
    for name in EXPORT[0]:
        tree = ast.parse((FOLDER / f"{name}.py").read_text())
        used = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        own = {m.removeprefix("theorem_checks.certifying.") for m in used if m}
        assert not [m for m in own if m.endswith("_proof")]
