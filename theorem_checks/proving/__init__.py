"""Symbolic engines and rules, for symbolic sizes; a statement goes in by `conclude.prove`.

- Engines: `identities`, `index_notation`, `one_variable`, `inequalities`, `induction`, `moments`,
  `probability`, `growth`, `degrees`.
- Rules, which make proofs of proofs: `rules`, those on `machines`, and those that stand beside
  their engine, as `induction.by_induction` does.
"""
