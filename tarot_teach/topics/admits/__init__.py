"""Which rulesets admit a record: its facts, the trial of each ruleset, and the rules that would decide among those that admit it."""
