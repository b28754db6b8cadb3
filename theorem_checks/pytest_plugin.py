"""The pytest plugin: each check and each mutant of each claim is an item."""
