"""How a report is shown: terminal, JSON, JUnit."""
