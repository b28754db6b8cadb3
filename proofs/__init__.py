"""The claims: one folder per paper, one file per theorem."""
