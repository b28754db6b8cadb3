"""App. A.2, LSTM."""
