"""A phase of questions: the rules of a section act, or ask seats, one after the other in their order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tarot_teach.cards import CardSet
from tarot_teach.engine.hidden import check_talon
from tarot_teach.engine.match_memory import void_result
from tarot_teach.engine.phases.discard import kept, limited, refusals, said_numbers, shown_part
from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.preconditions import no_such_option, not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import NotationError, suggest
from tarot_teach.mechanisms.asking import Acts, Asks
from tarot_teach.messages import N_, _, is_typed
from tarot_teach.table.actions import NOTHING, Action, Choose
from tarot_teach.table.events import Events, HandVoided, Step
from tarot_teach.table.picks import Pick
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Finding, Verdict


class QuestionsStage(Stage):
    """The open questions stand in ``State.asked``; when they are answered, the turn is that of the next rule."""

    def asked(self, index: RuleIndex) -> bool:
        return any(isinstance(rule, Asks) for rule in index.in_turn.get(self.section, ()))

    def enter(self, index: RuleIndex, state: State) -> Step:
        return self._next_rule(index, state._replace(phase=self.phase), 0)

    def _next_rule(self, index: RuleIndex, state: State, at: int) -> Step:
        """The state when the rules from a place on have acted, up to one that asks somebody."""
        events: Events = ()
        for rule in index.in_turn.get(self.section, ())[at:]:
            before = state
            if isinstance(rule, Acts):
                state, more = rule.act(state)
            elif seats := rule.asks(state):
                state, more = rule.begin(state._replace(asked=tuple((rule.rule, seat) for seat in seats)))
            else:
                continue
            events += more
            check_talon(before, state)
            state = ended(index, state, more)
            if state.phase is Phase.OVER:
                return state, events
            state = self._ask(index, state)
            if state.turn is not None or state.phase is Phase.OVER:
                return state, events
        return state, events

    def _ask(self, index: RuleIndex, state: State) -> State:
        """The state with the first open question that leaves something to decide, or with none."""
        for i, (rule, seat) in enumerate(state.asked):
            if picks := self._picks(index, state, rule, seat):
                state = state._replace(asked=state.asked[i:], turn=seat)
                self._last = state, picks
                return state
        return state._replace(asked=(), turn=None)

    _last: tuple[State, tuple[Pick, ...]] | None = (
        None  # the last state with a question, and its choices, which are asked for next
    )

    def _picks(self, index: RuleIndex, state: State, id: str, seat: int) -> tuple[Pick, ...]:
        """The choices of a rule, limited like a discard where cards are laid away."""
        rule = index.asking(id)
        picks = rule.picks(state, seat)
        if not rule.lays_away:
            return picks
        sets = ((pick, *limited(index, pick.cards & ~kept(index, state, seat), pick.most)) for pick in picks)
        return tuple(pick._replace(cards=cards, obliged=pick.obliged | obliged) for pick, cards, obliged in sets)

    def legal(self, index: RuleIndex, state: State) -> Choices:
        rule, seat = state.asked[0]
        last = self._last
        picks = last[1] if last and last[0] is state else self._picks(index, state, rule, seat)
        return Choices(state, seat, picks=picks)

    def allows(self, index: RuleIndex, state: State, action: Any, known: Choices | None) -> bool:
        return known is not None and isinstance(action, Choose) and any(pick.allows(action) for pick in known.picks)

    def check(self, index: RuleIndex, state: State, action: Choose) -> Verdict:
        id, seat = state.asked[0]
        if action.rule != id:
            return not_now(state, action, seat=seat)
        picks = self._picks(index, state, id, seat)
        if any(pick.allows(action) for pick in picks):
            return Verdict(action, True)
        findings: list[Finding] = []
        pick = next((pick for pick in picks if pick.option == action.option), None)
        if pick is not None and index.asking(id).lays_away:
            laid = CardSet(state.deck, 0) if action.cards is None else action.cards
            findings = refusals(index, state, seat, laid, pick.most)
        elif pick is not None and action.cards is not None:
            findings = index.asking(id).refuses(state, seat, action.cards)
        if not findings:
            findings = [no_such_option(seat, id, picks)]
        instead = dict.fromkeys(card.code for pick in picks for card in CardSet(state.deck, pick.cards))
        return Verdict(action, False, tuple(findings), tuple(instead))

    def apply(self, index: RuleIndex, state: State, action: Choose) -> Step:
        rule = index.asking(action.rule)
        laid = CardSet(state.deck, 0) if action.cards is None else action.cards
        shown, findings = CardSet(state.deck, 0), tuple[Finding, ...]()
        chosen = (*state.chosen, action._replace(cards=None))
        before, state = state, state._replace(asked=state.asked[1:], chosen=chosen, turn=None)
        if rule.lays_away:
            shown, findings = shown_part(index, state, action.seat, laid)
            said, more = said_numbers(index, action.seat, laid)
            state, findings = state._replace(declared=(*state.declared, *said)), findings + more
        state, events = rule.take(state, action, shown)
        check_talon(before, state)
        if findings and events:
            events = (replace(events[0], findings=(*events[0].findings, *findings)), *events[1:])
        state = ended(index, state, events)
        if state.phase is Phase.OVER:
            return state, events
        state = self._ask(index, state)
        if state.turn is not None:
            return state, events
        rules = [each.rule for each in index.in_turn[self.section]]
        state, following = self._next_rule(index, state, rules.index(action.rule) + 1)
        return state, events + following

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        """An option, codes of cards, or an option before them; ``nothing`` for no cards."""
        picks = self.legal(index, state).picks
        options = [pick.option for pick in picks]
        words = [] if is_typed(text, NOTHING) and NOTHING not in options else text.split()
        firsts = ((index.option_named(picks, " ".join(words[:number])), number) for number in range(len(words), 0, -1))
        pick, number = next((each for each in firsts if each[0]), (None, 0))
        pick = pick or next((pick for pick in picks if not pick.option), None)
        if pick is not None:
            cards = state.deck.mask(state.deck.parse(" ".join(words[number:])))
            return pick._replace(most=pick.most or cards.bit_count()).action(seat, state.deck, cards)
        hint = suggest(text, map(index.option_name, picks), _("say one of"))
        raise NotationError.of("play.word", _("{text!r} cannot be said here"), hint=hint, text=text)


def ended(index: RuleIndex, state: State, events: Events) -> State:
    """The state after the events of a rule, which may have made the deal void."""
    voided = next((event for event in events if isinstance(event, HandVoided)), None)
    if voided is None:
        return state
    result = void_result(index, voided.findings[0].rule, state.players, state.memory, state.paid)
    return state._replace(phase=Phase.OVER, turn=None, asked=(), result=result)


class ExchangeStage(QuestionsStage):
    """Cards of the talon are taken, and others laid away for them."""

    phase = Phase.EXCHANGE
    section = "exchange"
    due = N_("This is not the moment for it: cards are to be taken or laid away.")


class AnnounceStage(QuestionsStage):
    """Kontra, re and the like, said by turns when the announcements have been made."""

    phase = Phase.ANNOUNCE
    section = "declare"
    due = N_("This is not the moment for it: a player is asked whether to say more.")
