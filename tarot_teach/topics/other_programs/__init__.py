"""Deals and scores of other programs, read as records and sessions of this library, and written for these programs."""
