"""Certificates: statements and proofs for the kernel of Rocq, which decides by itself.

What has to be trusted to read a certificate as the claim's statement: `names`, `terms`,
`exporting` and `rocq_text`, which write it, beside the kernel. What writes the proofs does not.
"""
