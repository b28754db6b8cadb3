"""Check the formal claims of machine-learning theory, and trust the verdict.

What it gives, by task; in a terminal `theorem-checks docs --names TASK` has the names of one, with
a line on each, `theorem-checks docs --names WORDS` those that are about something, and
`theorem-checks docs` shows them all in the browser:

- words: claims, checks, evidence: `Claim`, `check`, `Mutant`, `Source`, `Evidence`, ...
- statements: what can be claimed, `Equal`, `AtMost`, `ForAll`, ..., how it is proved, `proof_of`,
  `prove`, induction, and rules, of numbers, sequences, machines and probability
- identities: identities, arrays, sums, recurrences, degrees
- moments: moments of random tensors
- growth: growth and rates
- solving: solvers, balls, piecewise-linear functions
- searching: searching for counterexamples
- sampling: sampling, with bounds of its errors
- training: training of many networks, for experiments

`help(theorem_checks.NAME)` has one name. They are listed in `__init__.pyi`; each is imported when
it is first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
