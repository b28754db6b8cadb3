"""Names of the world as identifiers of Rocq, reversibly.

Letters, digits and underscores stay; any other character becomes its code in base 16 between
apostrophes. A word that means something in Rocq has two apostrophes behind it, and what does not
begin with a letter has "x''" before it: an empty code stands nowhere else.
"""

import re

__all__ = ["encoded_name", "original_name"]

_RESERVED = frozenset(
    [
        *("Axiom", "CoFixpoint", "Definition", "F", "False", "Fixpoint", "Lemma", "Num"),
        *("Prop", "Section", "Set"),
        *("Theorem", "True", "Type", "Variable", "as", "at", "by", "cofix", "do", "else"),
        *("end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "in", "is", "isn't"),
        *("isnt", "last", "let", "match", "mod", "move", "nat", "nosimpl", "of", "pose"),
        *("rewrite", "return", "split", "then", "using", "where", "with", "proved"),
        *("expectation", "has_mean", "independent", "least", "same_mean"),
        *("mean_within", "odd_factorial", "true", "false"),
        *("mean_at_least", "nonnegative_mean"),
        *("radius_below", "powers_vanish", "powers_bounded"),
        *("statement", "R", "Rmax", "Rmin", "Rle_dec", "Rlt_dec", "Req_EM_T"),
        *("exp", "tanh", "ln", "Rabs", "sqrt", "total", "product", "greatest", "INR"),
        *("IZR", "PI", "Z", "cos", "sin"),
        *("foldl", "iota", "minn", "mkseq", "seq", "tt", "unit"),
    ]
)
"""Words that mean something where names stand, and those that certificates use themselves."""


def encoded_name(name: str) -> str:
    """The identifier for a name; different names have different ones."""
    text = re.sub(r"[^A-Za-z0-9_]", lambda found: f"'{ord(found[0]):x}'", name)
    if not re.match(r"[A-Za-z]", text):
        return f"x''{text}"
    return f"{text}''" if text in _RESERVED else text


def original_name(identifier: str) -> str:
    """The name that `encoded_name` wrote."""
    text = identifier.removeprefix("x''").removesuffix("''")
    return re.sub(r"'([0-9a-f]+)'", lambda found: chr(int(found[1], 16)), text)
