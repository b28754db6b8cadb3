"""Functions that are loaded: put changed code into them, and note which of them are called.

A process that has collected the tests forks for each slip; the child gives the functions of one
file the code of the changed text and runs the tests that call them. Nothing is imported anew.
"""

import ast
import functools
import gc
import importlib
import mmap
import pkgutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

__all__ = ["Calls", "Loaded"]

CALLED = "__called__"


class Loaded:
    """All functions of some packages, by the file that they stand in."""

    def __init__(self, root: Path, packages: Sequence[str]) -> None:
        for package in packages:
            _import_all(package)
        gc.unfreeze()  # else the collector does not tell of what was made before
        self.root = root
        folders = tuple(f"{root}/{package}/" for package in packages)
        self.functions: dict[str, list[FunctionType]] = defaultdict(list)
        self._caches: list[Any] = []
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                path = one.__code__.co_filename
                if path.startswith(folders):
                    self.functions[path.removeprefix(f"{root}/")].append(one)
            elif isinstance(one, functools._lru_cache_wrapper) and (
                str(one.__module__).partition(".")[0] in {*packages, "proofs", "tests"}
            ):
                self._caches.append(one)
        gc.freeze()

    def forget(self) -> None:
        """Empty the caches of functions: what stands there was computed without the change."""
        for cache in self._caches:
            cache.cache_clear()

    def put(self, file: str, code: CodeType, only: set[str] | None = None) -> int:
        """Give the functions of a file the code in a module's; how many were there.

        Those of these qualified names `only`, if some are given: a function within another one is
        changed with that one as well.
        """
        new: dict[str, list[CodeType]] = defaultdict(list)
        for one in _within(code):
            new[one.co_qualname].append(one)
        count = 0
        for function in self.functions[file]:
            old = function.__code__
            fitting = [
                one
                for one in new[old.co_qualname]
                if len(one.co_freevars) == len(old.co_freevars)
                and (only is None or old.co_qualname in only)
            ]
            if fitting:
                line = old.co_firstlineno
                function.__code__ = min(fitting, key=lambda c: abs(c.co_firstlineno - line))
                count += 1
        return count


def _import_all(package: str) -> None:
    module = importlib.import_module(package)
    for found in pkgutil.walk_packages(module.__path__, f"{package}."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)


def _within(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _within(constant)


class Calls:
    """Which functions have been called, by this process or one that it has forked."""

    def __init__(self, loaded: Loaded) -> None:
        self.names: list[str] = []
        self._codes = {}
        for file in loaded.functions:
            text = (loaded.root / file).read_text(encoding="utf-8")
            self._codes[file] = self._noting(file, text, str(loaded.root / file))
        self._loaded = loaded

    def _noting(self, file: str, text: str, path: str) -> CodeType:
        tree = _Noting(file, self.names).visit(ast.parse(text))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def begin(self) -> None:
        """From now on note what is called."""
        self._flags = mmap.mmap(-1, max(1, len(self.names)))  # shared with what is forked from here
        for file, code in self._codes.items():
            for function in self._loaded.functions[file]:
                function.__globals__[CALLED] = self._flags
            self._loaded.put(file, code)

    def taken(self) -> list[str]:
        """The functions called since the last time, as `file::qualified name`."""
        found = [self.names[k] for k, flag in enumerate(self._flags[:]) if flag]
        self._flags[:] = bytes(len(self._flags))
        return found


class _Noting(ast.NodeTransformer):
    """Sets a flag at the start of each function."""

    def __init__(self, file: str, names: list[str]) -> None:
        self._prefix = f"{file}::"
        self._names = names

    def _below(self, node: ast.AST, prefix: str) -> None:
        before, self._prefix = self._prefix, prefix
        self.generic_visit(node)
        self._prefix = before

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self._below(node, f"{self._prefix}{node.name}.")
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        name = f"{self._prefix}{node.name}"
        self._below(node, f"{name}.<locals>.")
        flag = ast.parse(f"{CALLED}[{len(self._names)}] = 1").body
        self._names.append(name)
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body[first:first] = [ast.copy_location(one, node.body[0]) for one in flag]
        return node
