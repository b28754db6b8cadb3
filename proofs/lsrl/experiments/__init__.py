"""Figure 4: compiled programs with noise on their weights."""
