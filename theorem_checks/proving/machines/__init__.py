"""Rules on machines, which read tokens one by one: what they compute, keep and take.

- `steps`: a token at a time, and what it adds.
- `simulations`, `same_runs`, `relu_forms`: machines that have the same outputs.
- `consequences`, `inner_dimensions`, `responses`: what that implies, and how many units it takes.
- `long_runs`: what follows on sequences of symbolic length.
- `unrollings`, `delay_lines`: which function of the sequence a machine computes.
- `invariants`, `stacks`, `chains`: what is kept by each step, stack or link.
- `compositions`, `composed_at_numbers`: what every stack is as a function of its tokens, and what
  therefore is none.
- `recorded`: what such rules were given, as a proof keeps it.
"""
