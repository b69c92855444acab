"""Proofs: rulesets with small packs, of which deals are played in every way."""
