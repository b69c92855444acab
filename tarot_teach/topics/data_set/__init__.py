"""Data sets: deals of many rulesets with their results, as shards of rows with a data card and checksums."""
