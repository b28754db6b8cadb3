"""Certificates: statements and proofs for the kernel of Rocq, which decides by itself.

What has to be trusted to read a certificate as the claim's statement: `exporting`,
`random_tensors`, `terms`, `theorems`, `rocq_text`, `reals`, `numbers` and `names`, which write it,
and `certificates`, `rocq`, `compiler` and `scripts`, which hand it to the kernel and read what that
says. What writes the proofs does not.
"""
