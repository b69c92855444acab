"""Features, a package each: facts, their page, and data for commands."""
