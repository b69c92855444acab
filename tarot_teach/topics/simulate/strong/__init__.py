"""The strong player: it deals the hidden cards many times as they may lie, and asks in each of these worlds what comes
of a bid, a discard or a card."""
