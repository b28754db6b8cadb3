"""Derivations to be read: a proof as mathematics, made from its evidence when somebody asks."""
