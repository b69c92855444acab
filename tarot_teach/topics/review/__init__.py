"""A deal looked back on: what each decision of one seat cost, over deals of the hidden cards that fit what the seat had seen."""
