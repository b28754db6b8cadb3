"""The files of lemmas in the library: their order, and what the compiler says of one."""

import re
from pathlib import Path

import theorem_checks.certifying
from theorem_checks.certifying.compiler_runs import Compilers, run_compiler

FOLDER = Path(theorem_checks.certifying.__file__).parent / "rocq"
_REQUIRES = re.compile(r"^From TheoremChecks Require Import ([\w ]+)\.", re.MULTILINE)


def in_order(names):
    """Files of the library, each after those that it requires."""
    found: dict[str, None] = {}

    def add(name):
        for line in _REQUIRES.findall((FOLDER / f"{name}.v").read_text("utf-8")):
            for needed in line.split():
                if needed not in found:
                    add(needed)
        found[name] = None

    for name in names:
        if name not in found:
            add(name)
    return list(found)


def compile_in(folders, name, text):
    """Compile a file in the last of some folders: what was said on the way."""
    told: list[str] = []
    file = folders[-1] / f"{name}.v"
    file.write_text(text, encoding="utf-8")
    code, said = run_compiler(folders, file, 300, told.append, Compilers())
    assert code == 0, said
    return [line.rstrip() for line in told]
