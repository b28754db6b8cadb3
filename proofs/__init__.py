"""The claims of five papers: one folder per paper, one file per theorem."""
