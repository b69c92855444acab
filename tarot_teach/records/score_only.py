"""Examples that begin with the score: deals of which only the result is told."""

from __future__ import annotations

from tarot_teach.engine.deal import Deal
from tarot_teach.language import _
from tarot_teach.records.results import outcomes_of
from tarot_teach.records.start import Reader, holdings_of
from tarot_teach.table import Auction, Phase, State


def scored(reader: Reader) -> Deal:
    """A deal of which only the result is told."""
    result = reader.file.result
    if result is None:
        message = _("an example that begins with the score needs `result`")
        reader.faults.fault("record.result", message, ("start", "step"), _("add the result, or begin with the play"))
        reader.check()
        assert result is not None

    scorer = reader.engine.scorer
    outcomes = outcomes_of(result, scorer, reader.deck, reader.seats, reader.faults.below("result").fault)
    held = holdings_of(reader)
    dealer = reader.seat(reader.file.start.dealer, ("start", "dealer"), len(reader.seats) - 1)
    reader.check()
    found, told = scorer.result(outcomes, len(reader.seats), held)
    taker, contract = outcomes[0].taker, outcomes[0].contract
    state = State(
        ruleset=reader.engine.ruleset.name,
        deck=reader.deck,
        seats=reader.seats,
        dealer=dealer,
        phase=Phase.OVER,
        turn=None,
        auction=Auction(contract=contract, taker=taker, partner=outcomes[0].partner),
        holdings=held,
        result=found,
    )
    return Deal(reader.engine, state, told)
