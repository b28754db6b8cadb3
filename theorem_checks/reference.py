"""What stands at the top level, grouped by task: the pages of the reference, and one page of all.

The documents are built from it, and `theorem-checks docs` writes it where only the wheel is. In the
terminal `theorem-checks docs --names` has the names, each with the first line of its docstring.
"""

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

__all__ = ["GROUPS", "TITLES", "ideas_of", "names_in_lines", "public_names", "reference_page"]

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
    "statements": "Statements, proofs and induction, and symbolic scalars",
    "identities": "Identities, arrays, sums, recurrences, degrees",
    "moments": "Moments of random tensors",
    "growth": "Growth and rates",
    "solving": "Solvers, balls, piecewise-linear functions",
    "searching": "Searching",
    "sampling": "Sampling",
    "training": "Training",
}

_IDEAS = {
    "statements": {
        "Checks of a claim, and proofs": (
            "judging",
            "certifying.checks",
            "facts",
            "proving.conclude",
        ),
        "Conclusions": ("statements",),
        "Functions of real numbers": ("statements.functions",),
        "Rules": ("proving.rules", "proving.induction"),
        "Machines, sequences, stacks": (
            "proving.machines",
            "statements.always",
            "statements.chains",
            "statements.first_outputs",
            "statements.runs",
            "statements.stacks",
            "statements.state_sizes",
        ),
        "Probability": ("proving.probability",),
        "Worlds, and symbolic scalars": (
            "statements.exact",
            "statements.scalars",
            "statements.tracing",
            "statements.worlds",
        ),
    }
}
"""By idea, the homes of the names of a page that has many."""

_STYLE = (
    "body{max-width:60em;margin:2em auto;padding:0 1em;font-family:sans-serif;line-height:1.4}"
    "pre{white-space:pre-wrap;margin-left:2em}code{font-size:1.05em}li{display:inline-block;"
    "min-width:16em}ul{padding:0}"
)


def public_names() -> dict[str, list[str]]:
    """Return the public names of `theorem_checks` by page of the reference."""
    pages: dict[str, list[str]] = defaultdict(list)
    for module, names in _names_by_module():
        pages[_page_of(module)] += names
    return pages


def ideas_of(page: str) -> dict[str, list[str]]:
    """Return the public names of a page of the reference by idea, in alphabetical order.

    Of a page that is not divided all of them go by its title.
    """
    ideas = _IDEAS.get(page, {})
    found: dict[str, list[str]] = {idea: [] for idea in ideas or (TITLES[page],)}
    for module, names in _names_by_module():
        if _page_of(module) == page:
            found[_home_of(module, ideas) or TITLES[page]] += names
    return {idea: sorted(names, key=str.lower) for idea, names in found.items()}


def names_in_lines(page: str, words: str = "") -> list[str]:
    """Return the public names of a page in lines of text, each with what it is, under its idea.

    With `words` they are those that have all of them in the name or in the line beside it;
    no line where there are none.
    """
    import theorem_checks

    ideas = _about(words, ideas_of(page)) if words else ideas_of(page)
    if not ideas:
        return []
    width = max(len(name) for names in ideas.values() for name in names)
    lines = [f"{page}: {TITLES[page]}"]
    for idea, names in ideas.items():
        lines += [f"\n  {idea}"] if len(ideas) > 1 else []
        for name in names:
            lines.append(
                f"    {name:<{width}}  {_first_line(getattr(theorem_checks, name))}".rstrip()
            )
    return lines


def _about(words: str, ideas: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The names by idea that have all of the words, in any form of them; no idea without any."""
    import theorem_checks
    from theorem_checks.running.about import has_words

    def said(name: str) -> str:
        return f"{name} {name.replace('_', ' ')} {_first_line(getattr(theorem_checks, name))}"

    found = {idea: [n for n in names if has_words(words, said(n))] for idea, names in ideas.items()}
    return {idea: names for idea, names in found.items() if names}


def _first_line(value: object) -> str:
    """The first line of a docstring, with formulas as plain text."""
    from theorem_checks.statements.plain_text import plain_text

    first, _, _ = (inspect.getdoc(value) or "").partition("\n")
    return re.sub(":math:`([^`]*)`", lambda found: plain_text(found[1]), first)


def _names_by_module() -> Iterator[tuple[str, list[str]]]:
    stub = ast.parse(Path(__file__).with_name("__init__.pyi").read_text(encoding="utf-8"))
    for node in ast.walk(stub):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, [alias.name for alias in node.names]


def _home_of(module: str, homes_of: Mapping[str, Iterable[str]]) -> str:
    """The key whose home, the longest one, has the module; '' for none."""
    homes = [(home, key) for key, homes in homes_of.items() for home in homes]
    for home, key in sorted(homes, key=lambda pair: -len(pair[0])):
        if module == home or module.startswith(f"{home}."):
            return key
    return ""


def _page_of(module: str) -> str:
    if page := _home_of(module, GROUPS):
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
