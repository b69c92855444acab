"""Tactics: turns of one seat at which one card is best in nearly all deals that fit what the seat has seen, with their themes."""
