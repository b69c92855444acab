"""Sessions: several deals at one table, with the score kept."""
