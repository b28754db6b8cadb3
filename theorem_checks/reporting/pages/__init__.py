"""Pages of Markdown made from evidence: the claims of a paper, its errata, its tables."""
