"""The paper's rules (App. A), which rewrite a program until it is a path."""
