"""Read a source file for what a result can depend on: its code, and what it imports.

Nothing is imported or run here; a file is parsed, and parsed again only after an edit. What was
found in a file can be kept for later processes (`kept_sources`).
"""

import ast
import hashlib
import stat
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from theorem_checks.running.loading import Stamp, stamp

__all__ = ["Import", "Source", "by_content", "kept", "read"]


@dataclass(frozen=True)
class Import:
    """One import statement: of a module, or of `names` from it; `level` counts leading dots.

    `later`: whether it stands in a function, or is for a type checker alone, so that the import of
    its file does not come to it.
    """

    module: str
    names: tuple[str, ...] = ()
    level: int = 0
    later: bool = False


@dataclass(frozen=True)
class Source:
    """What matters in a file.

    **Fields**

    - `digest` of the code without comments, docstrings and layout.
    - `imports`, wherever they stand, those inside functions included.
    - `exports`: for each name that a module-level `from ... import` binds, where it is from.
    - `thin`: whether the file does nothing but import and declare `__all__`, as the `__init__`
      of many packages; then a name can be traced through it.
    - `lazy`: whether its names are those of the stub beside it (`lazy_loader.attach_stub`).
    - `calls`: the names of what is called while it is imported, its own functions that are called
      included, and of what is handed to these, as to `map`; `makers`: the functions and classes in
      it whose code makes a claim, '' where that is done at its import. A name that the file itself
      gives to what had another stands for both.
    """

    digest: str
    imports: tuple[Import, ...] = ()
    exports: Mapping[str, Import] = field(default_factory=dict)
    thin: bool = False
    lazy: bool = False
    calls: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()


MOST_BYTES = 2**24  # of a file that is read
CLAIM = "Claim"  # the word of which a call makes a claim
_cache: dict[Path, tuple[Stamp, Source]] = {}
_parsing = threading.Lock()  # Python 3.11 counts the depth of all threads' trees together
by_content: dict[str, Source] = {}
"""What matters in every Python file that was read, by the hash of its content; the last is last."""
kept: dict[str, Callable[[], Source | None]] = {}
"""Tells what an earlier process kept of a file, by the hash of its content; none if it cannot."""


def read(file: Path) -> Source:
    """Return what matters in a file; one that cannot be parsed counts by its bytes alone."""
    now = stamp(file)
    known = _cache.get(file)
    if known is None or known[0] != now:
        known = _cache[file] = (now, _read(file))
    return known[1]


def _read(file: Path) -> Source:
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
            return Source(f"not read: {stamp(file)}")
        content = file.read_bytes()
    except OSError:
        return Source("unreadable")
    name = _hash(content)
    if file.suffix not in (".py", ".pyi"):
        return Source(name)
    known = by_content.pop(name, None)
    if known is None and name in kept:
        known = kept[name]()
    by_content[name] = known or _parse(content)
    return by_content[name]


def _parse(content: bytes) -> Source:
    try:
        with _parsing:
            tree = ast.parse(content)
        statements = list(_statements(tree))
        for statement in (tree, *(node for node, _ in statements)):
            _drop_docstring(statement)
        below, text = _below(tree)
        digest = _hash(text.encode())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        perhaps = ("",) if CLAIM.encode() in content else ()  # its import will tell what is wrong
        return Source(_hash(content), makers=perhaps)
    others = _others(below)
    defined = _defined(below, others)
    calls = _reached(_calls(tree.body, others), defined)
    return Source(
        digest,
        imports=tuple(found for node, later in statements for found in _imports(node, later)),
        exports=_exports(tree),
        thin=all(_only_imports(node) for node in tree.body),
        lazy=any(_attaches_stub(node) for node in tree.body),
        calls=tuple(sorted(calls)),
        makers=tuple(sorted(_makers(defined, calls))) if CLAIM.encode() in content else (),
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _statements(node: ast.AST, later: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """All statements below a node, and whether the import of the file does not come to each."""
    later = later or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _is_for_types(node)
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, name, ())
        for child in inner if isinstance(inner, list) else ():
            if isinstance(child, ast.stmt):
                yield child, later
            yield from _statements(child, later)


def _is_for_types(node: ast.AST) -> bool:
    test = node.test if isinstance(node, ast.If) else None
    return "TYPE_CHECKING" in (getattr(test, "id", ""), getattr(test, "attr", ""))


def _drop_docstring(node: ast.AST) -> None:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if node.body and _is_text(node.body[0]):
        del node.body[0]


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _imports(node: ast.stmt, later: bool) -> list[Import]:
    if isinstance(node, ast.Import):
        return [Import(alias.name, later=later) for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        names = tuple(alias.name for alias in node.names)
        return [Import(node.module or "", names, node.level, later)]
    return []


def _exports(tree: ast.Module) -> dict[str, Import]:
    return {
        alias.asname or alias.name: Import(node.module or "", (alias.name,), node.level)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _only_imports(node: ast.stmt) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [t.id for t in targets if isinstance(t, ast.Name)] == ["__all__"]


def _attaches_stub(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Assign) else None
    function = call.func if isinstance(call, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name == "attach_stub"


def _calls(body: Iterable[ast.AST], others: Mapping[str, str]) -> set[str]:
    """The last names of what is called in statements, but not in functions that they define."""
    found: set[str] = set()
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.update(*(_names(one, others) for one in node.decorator_list))
            waiting += node.decorator_list
            continue
        found |= _called(node, others)
        waiting += ast.iter_child_nodes(node)
    return found


def _called(node: ast.AST, others: Mapping[str, str]) -> set[str]:
    """The last names of what a call calls or is handed; none for what is no call."""
    if not isinstance(node, ast.Call):
        return set()
    handed = (*node.args, *(keyword.value for keyword in node.keywords))
    return set[str]().union(*(_names(one, others) for one in (node.func, *handed)))


def _names(node: ast.AST, others: Mapping[str, str]) -> set[str]:
    """The last name of what is named, and the one that it had before; none for what is no name."""
    name = _name(node)
    return {name, others.get(name, name)} - {""}


def _name(node: ast.AST) -> str:
    return getattr(node, "attr", "") or getattr(node, "id", "")


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_ASKED_FOR = frozenset(
    {ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Call, ast.ImportFrom, ast.Assign}
)
_IMPLIED = frozenset({ast.Load, ast.Store, ast.Del})  # by where a name stands
_Below = list[tuple[ast.AST, tuple[_Definition, ...]]]


def _below(tree: ast.Module) -> tuple[_Below, str]:
    """The nodes of a file that are asked for, and a text that no other tree has.

    The nodes come in the order of `ast.walk`, with the definitions in which each stands. The text
    has the class of each node in this order, and of each of its fields what it is, or that it is a
    node or so many of them. To go through all nodes takes long, so it is done once for both.
    """
    found: _Below = []
    text: list[str] = []
    waiting: _Below = [(tree, ())]
    for node, inside in waiting:  # which grows
        kind = node.__class__
        text.append(kind.__name__)
        within = inside
        if kind in _ASKED_FOR:
            found.append((node, inside))
            within = (*inside, node) if isinstance(node, _Definition) else inside
        for name in node._fields:
            parts: Any = getattr(node, name, None)
            if parts.__class__ is list:
                text.append(f"[{len(parts)}")
            else:
                parts = (parts,)
            for one in parts:
                if not isinstance(one, ast.AST):
                    text.append(repr(one))
                elif one.__class__ not in _IMPLIED:
                    text.append("@")
                    waiting.append((one, within))
    return found, " ".join(text)


def _others(below: _Below) -> dict[str, str]:
    """The names that imports and assignments give to what had another, with that one."""
    found: dict[str, str] = {}
    for node, _ in below:
        if isinstance(node, ast.ImportFrom):
            found |= {one.asname: one.name for one in node.names if one.asname}
        elif isinstance(node, ast.Assign) and (name := _name(node.value)):
            name = found.get(name, name)
            found |= {one.id: name for one in node.targets if isinstance(one, ast.Name)}
    return found


def _defined(below: _Below, others: Mapping[str, str]) -> dict[str, set[str]]:
    """The functions and classes of a file, with the last names of what is called in each."""
    called: dict[_Definition, set[str]] = {}
    for node, inside in below:
        if isinstance(node, _Definition):
            called[node] = set()
        elif isinstance(node, ast.Call):
            names = _called(node, others)
            for one in inside:
                called[one] |= names
    return {node.name: names for node, names in called.items()}


def _reached(calls: set[str], defined: Mapping[str, set[str]]) -> set[str]:
    """What is called, with what is called in functions of the file that are."""
    found: set[str] = set()
    waiting = set(calls)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= defined.get(name, set()) - found
    return found


def _makers(defined: Mapping[str, set[str]], calls: set[str]) -> set[str]:
    """The functions and classes that make a claim, by themselves or by each other; '' at import."""
    makers = {CLAIM}
    while new := {name for name, inner in defined.items() if inner & makers} - makers:
        makers |= new
    return {*makers - {CLAIM}, *([""] if calls & makers else [])}
