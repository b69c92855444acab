"""Answers of the solver with all cards open: about one card, about a whole deal, and about a typed position."""
