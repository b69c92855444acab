"""Search of deals for one that shows a rule, as short and clear as possible, and its example."""
