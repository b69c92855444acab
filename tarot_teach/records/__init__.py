"""Worked examples and records of deals: reading and replaying them."""
