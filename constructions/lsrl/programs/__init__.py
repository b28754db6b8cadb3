"""The programs of the paper, as printed and mended, and those that repair its theorems."""
