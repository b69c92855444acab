"""Rules of the score: what a deal is worth, bonuses, and who pays whom."""
