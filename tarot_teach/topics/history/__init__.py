"""The history of the games: which comes from which, and what happened when."""
