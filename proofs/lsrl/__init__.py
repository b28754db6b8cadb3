"""Claims of 'Universal in-context approximation by prompting fully recurrent models'."""

PAPER = "Universal In-Context Approximation By Prompting Fully Recurrent Models"
