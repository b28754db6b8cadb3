"""What stands at the top level, grouped by task: the pages of the reference, and one page of all.

The documents are built from it, and `theorem-checks docs` writes it where only the wheel is.
"""

import ast
import inspect
from collections import defaultdict
from html import escape
from pathlib import Path

__all__ = ["GROUPS", "TITLES", "public_names", "reference_page"]

GROUPS = {
    "words": (
        "checks",
        "claims",
        "errors",
        "verdicts",
        "reporting",
        "running",
        "targets",
        "tables",
    ),
    "statements": (
        "statements",
        "judging",
        "facts",
        "proving.conclude",
        "proving.rules",
        "proving.machines",
        "proving.induction.by_induction",
        "proving.induction.by_strong_induction",
        "proving.probability.moment_tails",
        "proving.probability.tails",
        "certifying.checks",
    ),
    "identities": ("proving", "statements.arrays"),
    "moments": (
        "proving.moments",
        "proving.probability.layers",
        "proving.probability.normal_units",
        "proving.probability.suprema",
        "statements.moments",
        "statements.layers",
        "statements.normal_means",
        "statements.power_means",
        "statements.suprema",
    ),
    "growth": ("proving.growth", "proving.probability.eventual"),
    "solving": ("solving", "statements.reals"),
    "searching": ("searching",),
    "sampling": ("sampling",),
    "training": ("training",),
}
"""The pages of the reference, and the modules whose public names stand on them."""

TITLES = {
    "words": "Claims, checks, evidence",
    "statements": "Statements, proofs of them, and symbolic scalars",
    "identities": "Identities, sums, induction, degrees",
    "moments": "Moments of random tensors",
    "growth": "Growth and rates",
    "solving": "Solvers, balls, piecewise-linear functions",
    "searching": "Searching",
    "sampling": "Sampling",
    "training": "Training",
}

_STYLE = (
    "body{max-width:60em;margin:2em auto;padding:0 1em;font-family:sans-serif;line-height:1.4}"
    "pre{white-space:pre-wrap;margin-left:2em}code{font-size:1.05em}li{display:inline-block;"
    "min-width:16em}ul{padding:0}"
)


def public_names() -> dict[str, list[str]]:
    """Return the public names of `theorem_checks` by page of the reference."""
    stub = ast.parse(Path(__file__).with_name("__init__.pyi").read_text(encoding="utf-8"))
    pages: dict[str, list[str]] = defaultdict(list)
    for node in ast.walk(stub):
        if isinstance(node, ast.ImportFrom) and node.module:
            pages[_page_of(node.module)] += [alias.name for alias in node.names]
    return pages


def _page_of(module: str) -> str:
    homes = [(home, page) for page, homes in GROUPS.items() for home in homes]
    for home, page in sorted(homes, key=lambda pair: -len(pair[0])):
        if module == home or module.startswith(f"{home}."):
            return page
    said = "no page of the reference is for"
    raise ValueError(f"theorem_checks/reference.py: {said} {module}; add it to GROUPS")


def reference_page() -> str:
    """Return all public names on one page of HTML: first by task, then each as `help` has it."""
    found = public_names()
    pages = {page: sorted(found[page], key=str.lower) for page in GROUPS}
    lists = (f"<h2>{TITLES[page]}</h2><ul>{_links(names)}</ul>" for page, names in pages.items())
    told = (_told(name) for names in pages.values() for name in names)
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>theorem-checks</title>"
        f"<style>{_STYLE}</style><h1>theorem_checks, by task</h1>{''.join(lists)}{''.join(told)}"
    )


def _links(names: list[str]) -> str:
    return "".join(f'<li><a href="#{name}"><code>{name}</code></a></li>' for name in names)


def _told(name: str) -> str:
    import theorem_checks

    value = getattr(theorem_checks, name)
    parts = [f'<h3 id="{name}"><code>{escape(name + _signature(value))}</code></h3>']
    parts.append(f"<pre>{escape(inspect.getdoc(value) or '')}</pre>")
    for member in sorted(vars(value)) if inspect.isclass(value) else ():
        one = getattr(value, member)  # a class method can be called as it is got, not as it is kept
        said = inspect.getdoc(one) if callable(one) or isinstance(one, property) else None
        if said and not member.startswith("_"):
            title = f".{member}{_signature(one)}"
            parts.append(f"<p><code>{escape(title)}</code></p><pre>{escape(said)}</pre>")
    return "".join(parts)


def _signature(value: object) -> str:
    try:
        return str(inspect.signature(value)) if callable(value) else ""
    except (TypeError, ValueError):
        return ""
