"""The rules a second time, written from the catalogue of rule points alone, to hold the engine against.

Nothing here comes from the package: cards are strings (``T21``, ``SR``, ``EX``), hands are sets of them, and every rule is written out
as it would be said at the table. Section numbers (§) are those of the catalogue.
"""
