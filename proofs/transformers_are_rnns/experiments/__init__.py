"""Section 4: what is seen when transformers with linear attention are trained."""
