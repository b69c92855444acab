"""A replayed record as a lesson: the hands, every card with its reasons, every trick with its outcome, the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from tarot_teach.advice.page import signal_text
from tarot_teach.advice.signals import given_signals
from tarot_teach.blocks import (
    Block,
    Exercise,
    HandDiagram,
    Heading,
    Paragraph,
    PlayRow,
    Reason,
    Spoiler,
    Stepper,
    StepRow,
    Steps,
    TrickDiagram,
)
from tarot_teach.cards import Card, CardSet, halves_text
from tarot_teach.engine import relevant_findings
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.engine.deal import Move
from tarot_teach.errors import NotationError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.hands import DISCARD, card_moves, hands_of
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name, result_sheets, taker_plays
from tarot_teach.explain.why import refused_cards
from tarot_teach.language import _, ngettext
from tarot_teach.records.replay import Replay
from tarot_teach.table import (
    DEFENCE,
    NOTHING,
    PASS,
    TAKER,
    Bid,
    Cut,
    DealCards,
    Declare,
    Discard,
    Effect,
    Finding,
    Phase,
    Play,
    State,
)
from tarot_teach.table.events import PointsCounted
from tarot_teach.text import Cite, RuleRef, Text, joined, say


def annotate(replay: Replay) -> list[Block]:
    """The lesson of a replay, without the rulesets with which the record asks to be compared."""
    narrator = Narrator(replay)
    exercises = exercises_of(replay)
    parts = (
        *_before_play(narrator, exercises),
        *_tricks(narrator, _trick_indices(replay), exercises),
        *_end(narrator, exercises),
    )
    head = [Heading(1, Text((replay.record.file.title,)), replay.record.file.id), *_introduction(narrator)]
    return [*head, Stepper(replay.record.file.id, parts)] if replay.deal.moves else [*head, *parts]


def annotate_tricks(replay: Replay, first: int, last: int) -> list[Block]:
    """Tricks ``first`` to ``last`` of the deal, with the hands before them. Raises NotationError for tricks not in the record."""
    narrator, id = Narrator(replay), replay.record.file.id
    starts = {index: _moves_of(replay, index)[0].before for index in _trick_indices(replay)}
    wanted = [index for index, state in starts.items() if first <= state.number <= last]
    if not wanted:
        numbers = [state.number for state in starts.values()]
        hint = _("it tells no trick")
        if numbers:
            hint = _("it tells tricks {told} to {told_2}").format(told=numbers[0], told_2=numbers[-1])
        message = _("{id} does not tell tricks {first} to {last}").format(id=id, first=first, last=last)
        raise NotationError.of("example.tricks", message, hint=hint)
    state = starts[wanted[0]]
    hands = (_hands(narrator, state),) if any(state.hands) else ()
    return [Stepper(f"{id}-{first}-{last}", (*hands, *_tricks(narrator, wanted, ())))]


def hands_at(replay: Replay, state: State) -> HandDiagram:
    """The hands round the table in a state of a replay."""
    return _hands(Narrator(replay), state)


def points_at(replay: Replay, state: State) -> list[tuple[Text, str]]:
    """The points so far in a state of a replay, by side or by player; none before there is a taker."""
    begun = state.won and (state.auction.taker is not None or not replay.engine.scorer.has_sides)
    return list(_points(Narrator(replay), state)) if begun else []


def describe_position(replay: Replay, done: int) -> list[Block]:
    """The hands after ``done`` actions, the last action, and each card of the hand to play judged.

    Raises NotationError for a number of actions that the replay does not have.
    """
    narrator, moves = Narrator(replay), replay.deal.moves
    if not 0 <= done <= len(moves):
        message = _("{id} has no step {done}").format(id=replay.record.file.id, done=done)
        hint = _("it has steps 0 to {number}").format(number=len(moves))
        raise NotationError.of("example.step", message, hint=hint)
    state = moves[done].before if done < len(moves) else replay.end
    blocks: list[Block] = [_hands(narrator, state)] if any(state.hands) else []
    if done:
        blocks += _step(narrator, done - 1)
    if state.turn is not None and state.phase is Phase.PLAY:
        reasons = (judge_card(replay.engine, state, card, narrator.who) for card in state.hand(state.turn))
        blocks.append(Steps(tuple(StepRow((reason.text,)) for reason in reasons)))
    return blocks


def describe_start(replay: Replay) -> list[Block]:
    """The introduction of a record, and the facts given before its first action."""
    narrator = Narrator(replay)
    return [*_introduction(narrator), *(Paragraph(text) for text in _given(narrator))]


def describe_step(replay: Replay, index: int, seat: int | None = None) -> list[Block]:
    """One action of a record, for stepping through: the trick so far, the reasons, the author's comments.

    With a ``seat``, only the part that its player may know: reasons and comments speak of cards in hands.
    """
    narrator = Narrator(replay)
    blocks = _step(narrator, index)
    return list(blocks if seat is None else _seen_by(narrator, seat, index, blocks))


def describe_card(replay: Replay, state: State, card: Card) -> list[Block]:
    """The reason for or against a card in a state of a replay, for the seat that is to play it or to lay it away."""
    if state.turn is None or state.phase not in (Phase.PLAY, Phase.DISCARD):
        return [Paragraph(say(_("No card is to be played here.")), "refused")]
    return judge_card(replay.engine, state, card, Narrator(replay).who).blocks()


def describe_result(replay: Replay) -> list[Block]:
    """The count, the score and the author's closing words, as far as the deal was played."""
    return list(_result(Narrator(replay)))


# ------------------------------------------------------------ single steps


def _step(narrator: Narrator, index: int) -> Iterator[Block]:
    """One action by itself: as sentences, or as the trick up to it."""
    moves = narrator.replay.deal.moves
    move = moves[index]
    if move.trick is None or isinstance(move.action, Declare):
        sentences = _sentences(narrator, move)
        if isinstance(move.action, Declare) and move.action.what == NOTHING:
            sentences = [say(_("No announcement is made."))]
        yield from (Paragraph(text) for text in sentences)
        return
    so_far = [other for other in moves[: index + 1] if other.trick == move.trick]
    yield trick_diagram(narrator, so_far, move.trick, whole=move.after.number > move.before.number)


def _seen_by(narrator: Narrator, seat: int, index: int, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks of one action without what the player in a seat cannot know."""
    move = narrator.replay.deal.moves[index]
    if isinstance(move.action, Discard) and move.action.seat != seat:
        number = len(move.action.cards)
        phrase = ngettext("{who} lays away {number} card.", "{who} lays away {number} cards.", number)
        yield Paragraph(say(phrase, who=narrator.who(move.action.seat), number=number))
        yield from (Paragraph(text) for event in move.events for text in narrator.sentences(event))
        return
    for block in blocks:
        if isinstance(block, TrickDiagram):
            plays = tuple(play if play.seat == move.before.seats[seat] else _public(play) for play in block.plays)
            block = replace(block, plays=plays, points=(), after=())
        yield block


def _public(play: PlayRow) -> PlayRow:
    """A card of a trick without reasons, which speak of its player's hand."""
    return PlayRow(play.seat, play.name, play.card, play.side, play.wins, play.irregular)


# ------------------------------------------------------------ before the first trick


def _introduction(narrator: Narrator) -> Iterator[Block]:
    file, rules = narrator.file, narrator.ruleset.rules
    for paragraph in narrator.words(file.about, ("about",)):
        yield Paragraph(paragraph, "lead")
    taught = [RuleRef(id, rules[id].title) for id in file.teaches]
    if taught:
        yield Paragraph(say(_("Rules shown: {rules}."), rules=taught), "aside")
    if file.sources:
        cites = [Text((Cite(source.source, source.at),)) for source in file.sources]
        yield Paragraph(say(_("The deal is taken from {sources}."), sources=cites), "aside")


def _given(narrator: Narrator) -> Iterator[Text]:
    """The contract and the events that a record gives before its first action."""
    auction = narrator.replay.start.auction
    if auction.contract and auction.taker is not None:
        yield taker_plays(narrator.ruleset, narrator.who(auction.taker), auction.contract)
    for event in narrator.replay.deal.opening:
        yield from narrator.sentences(event)


def _before_play(narrator: Narrator, exercises: Iterable[Exercise]) -> Iterator[Block]:
    """The hands, and each action before the first trick."""
    replay = narrator.replay
    moves = replay.deal.moves
    dealt = next((move.after for move in moves if isinstance(move.action, DealCards)), _with_talon(replay.start))
    if dealt.hands:
        hands = _hands(narrator, dealt)
        later = any(place == DISCARD for move in moves for _card, place in card_moves(move.before, move.after))
        empty = ((_term(narrator, "discard"), DISCARD, ()),) if later and not dealt.discard else ()
        yield replace(hands, middle=(*hands.middle, *empty))
    first = next((i for i, move in enumerate(moves) if move.trick is not None), len(moves))
    rows = [StepRow((text,)) for text in _given(narrator)]
    rows += [row for i in range(first) if (row := _row(narrator, i)).said]
    if rows:
        yield Heading(2, say(_("Before the first trick")), "before")
        yield from _with_exercises(rows, [exercise for exercise in exercises if exercise.done < first])


def _row(narrator: Narrator, index: int) -> StepRow:
    """An action before the play, with the cards that it moves and those that could not be laid away."""
    move = narrator.replay.deal.moves[index]
    said, seat = tuple(_sentences(narrator, move)), move.before.seats[move.action.seat]
    if isinstance(move.action, Cut | DealCards):
        return StepRow(said, seat=seat, number=index + 1)
    refused: tuple[Reason, ...] = ()
    if isinstance(move.action, Discard):
        refused = tuple(refused_cards(narrator.engine, move.before, narrator.who))
    before = move.before if index else _with_talon(move.before)
    return StepRow(said, card_moves(before, move.after), seat, refused, index + 1)


def _sentences(narrator: Narrator, move: Move) -> list[Text]:
    """An action before the play in sentences, after the actions that the record tries in its place."""
    tries = narrator.replay.tries.get(narrator.index_of(move), ())
    sentences = [narrator.engine.reason(tried.verdict, narrator.who).text for tried in tries]
    who = narrator.who(move.action.seat)
    match move.action:
        case Cut(_seat, at):
            sentences.append(say(_("{who} cuts {at} cards."), who=who, at=at))
        case DealCards():
            sentences.append(say(_("{who} deals."), who=who))
        case Bid(_seat, bid) if bid == PASS:
            sentences.append(say(_("{who} passes."), who=who))
        case Bid(_seat, bid):
            sentences.append(say(_("{who} bids {contract}."), who=who, contract=bid_name(narrator.ruleset, bid)))
        case Discard(_seat, cards):
            sentences.append(say(_("{who} lays away {cards}."), who=who, cards=cards))
    return [*sentences, *(text for event in move.events for text in narrator.sentences(event))]


def _with_exercises(rows: list[StepRow], exercises: list[Exercise]) -> Iterator[Block]:
    """Rows with each exercise where it arises, and the row after it, which answers it, behind a spoiler."""
    rest = rows
    for exercise in exercises:
        before = [row for row in rest if row.number <= exercise.done]
        if before:
            yield Steps(tuple(before))
        yield exercise
        rest = [row for row in rest if row.number > exercise.done]
        if rest:
            yield Spoiler(say(_("What happens")), (Steps((rest[0],)),))
        rest = rest[1:]
    if rest:
        yield Steps(tuple(rest))


def _with_talon(state: State) -> State:
    """The state with the talon in the middle, for a record that begins when the talon has just been taken."""
    if state.phase is not Phase.DISCARD:
        return state
    return state._replace(hands=tuple(hand & ~state.talon for hand in state.hands))


def _hands(narrator: Narrator, state: State) -> HandDiagram:
    index = narrator.engine.index
    if not index.deals.talon_size():
        state = state._replace(talon=0)
    clockwise = bool(index.turns and index.turns.clockwise)
    return hands_of(state, narrator.who, lambda id: _term(narrator, id), clockwise=clockwise)


def _term(narrator: Narrator, id: str) -> Text:
    return Text((narrator.ruleset.terms.get(id) or id,))


# ------------------------------------------------------------ the tricks


def _trick_indices(replay: Replay) -> list[int]:
    """The tricks of a record, as it counts them from 0."""
    return sorted({move.trick for move in replay.deal.moves if move.trick is not None})


def _moves_of(replay: Replay, trick: int) -> list[Move]:
    return [move for move in replay.deal.moves if move.trick == trick]


def _tricks(narrator: Narrator, tricks: Sequence[int], exercises: Iterable[Exercise]) -> Iterator[Block]:
    if tricks:
        yield Heading(2, say(_("The play")), "play")
    for trick in tricks:
        moves = _moves_of(narrator.replay, trick)
        diagram = trick_diagram(narrator, moves, trick, whole=True)
        first = narrator.index_of(moves[0])
        asked = [
            exercise
            for exercise in exercises
            if first <= exercise.done - (exercise.kind == "winner") < first + len(moves)
        ]
        yield from asked
        yield Spoiler(say(_("Trick {number}"), number=diagram.number), (diagram,)) if asked else diagram


def trick_diagram(narrator: Narrator, moves: Sequence[Move], trick: int, *, whole: bool) -> TrickDiagram:
    """The trick of these moves, complete or not. ``trick`` is its index in the record; ``whole`` adds the author's closing comment."""
    plays = [move for move in moves if isinstance(move.action, Play)]
    after = moves[-1].after
    complete = len(after.tricks) > len(plays[0].before.tricks)
    winner = after.tricks[-1].winner if complete else None
    closing = narrator.file.tricks[trick].after if complete and whole else ""
    return TrickDiagram(
        plays[0].before.number,
        tuple(_play_row(narrator, move, trick, winner, moves) for move in plays),
        tuple(text for move in moves for event in move.events for text in narrator.consequences(event)),
        tuple(_points_but_asked(narrator, after)) if complete else (),
        narrator.words(closing or "", ("tricks", trick, "after")),
        card_moves(plays[-1].before, after) if complete else (),
    )


def _play_row(narrator: Narrator, move: Move, trick: int, winner: int | None, moves: Sequence[Move]) -> PlayRow:
    """One card with everything that is said of it. ``moves`` are those of its trick."""
    assert isinstance(move.action, Play)
    state, seat, card = move.before, move.action.seat, move.action.card
    letter, index = state.seats[seat], narrator.index_of(move)
    legal = tuple(CardSet(state.deck, narrator.engine.legal(state).cards))
    tries = []
    for tried in narrator.replay.tries.get(index, ()):
        text = narrator.engine.reason(tried.verdict, narrator.who).text
        tries.append(text + f" {tried.note}" if tried.note else text)
    tried_words = " ".join(map(str, tries))
    return PlayRow(
        seat=letter,
        name=narrator.who(seat),
        card=card,
        side=_side(state, seat),
        wins=winner == seat,
        irregular=move.irregular,
        forced=len(legal) == 1 and state.hand_size(seat) > 1 and not state.unseen[seat],
        hand=tuple(state.hand(seat)),
        legal=legal,
        before=narrator.words(narrator.file.tricks[trick].before.get(letter, ""), ("tricks", trick, "before", letter)),
        reasons=(
            *_announced(narrator, move, moves),
            *(reason for reason in _reasons(narrator, move) if str(reason) not in tried_words),
            *_signals(narrator, move),
        ),
        refusals=tuple(refused_cards(narrator.engine, state, narrator.who)),
        tries=tuple(tries),
        number=index + 1,
    )


def _announced(narrator: Narrator, move: Move, moves: Sequence[Move]) -> Iterator[Text]:
    """The announcements that the player of a card has made just before it."""
    for other in takewhile(lambda other: other is not move, moves):
        if isinstance(other.action, Declare) and other.action.seat == move.action.seat:
            for event in other.events:
                yield from narrator.sentences(event)


def _reasons(narrator: Narrator, move: Move) -> Iterator[Text]:
    """The rule that a play breaks, with its reason; of a regular play, the findings that are not obvious."""
    if move.irregular:
        reason = narrator.engine.reason(move.verdict, narrator.who)
        broken = say(_("This play breaks a rule, {rule}."), rule=RuleRef(reason.rule, reason.title))
        yield joined([broken, *(Text((cite,)) for cite in reason.sources)])
        yield reason.because
        yield reason.instead
        return
    for finding in relevant_findings(move.verdict.findings) if move.verdict.hand_known else ():
        if finding.effect in (Effect.DOES_NOT_BIND, Effect.EXEMPTS, Effect.ALLOWS) or (
            finding.effect is Effect.REQUIRES and not _follows_suit(finding)
        ):
            yield narrator.engine.because(finding, narrator.who)


def _follows_suit(finding: Finding) -> bool:
    """True for a card that follows a plain suit led: this needs no reason."""
    held = finding.facts.get("held") or ()
    return finding.facts["card"] in held and "trumps_led" not in finding.facts


def _signals(narrator: Narrator, move: Move) -> Iterator[Text]:
    """The signals that a play gives to the player's partners, where the record names advice."""
    if narrator.replay.advice is not None:
        assert isinstance(move.action, Play)
        seat = move.action.seat
        for signal in given_signals(narrator.replay.advice, move.before, seat, move.action.card):
            yield signal_text(signal, narrator.who(seat))


def _side(state: State, seat: int) -> str:
    taker = state.auction.taker
    if taker is None:
        return ""
    return TAKER if seat in state.side(taker) else DEFENCE


def _points_but_asked(narrator: Narrator, state: State) -> Iterator[tuple[Text, str]]:
    """Points so far, with ``?`` for players whose score the record asks for, where these points are the score."""
    without_sides, seats = not narrator.engine.scorer.has_sides, narrator.replay.start.seats
    asked = {seats.index(ask.at) for ask in narrator.file.asks if without_sides and ask.ask == "score"}
    for seat, (label, points) in enumerate(_points(narrator, state)):
        yield label, "?" if seat in asked else points


def _points(narrator: Narrator, state: State) -> Iterator[tuple[Text, str]]:
    """Points so far, by side or by player. A secret partner's tricks do not count as the taker's."""
    scorer = narrator.engine.scorer
    if not state.auction.known and state.result is None:
        state = state._replace(auction=state.auction._replace(partner=None))
    if scorer.makes is None or (state.unrecorded_tricks and state.unrecorded_winners is None):
        return  # cards captured before are not known
    outcomes = scorer.makes.outcomes(state, state.won, [0] * state.players)
    if scorer.has_sides:
        whole = sum(state.deck.halves_of(mask) for mask in (*state.won, *state.side_piles))
        taker = outcomes[0].halves
        yield narrator.ruleset.say(_("{taker}'s side")), halves_text(taker)
        yield say(_("Defence")), halves_text(whole - taker)
        return
    for outcome in outcomes:
        assert outcome.seat is not None
        total = scorer.sheet(outcome).total
        yield Text((narrator.who(outcome.seat),)), narrator.ruleset.unit.show(total)


# ------------------------------------------------------------ the end


def _end(narrator: Narrator, exercises: Iterable[Exercise]) -> Iterator[Block]:
    """The result, after the exercises about it and then behind a spoiler."""
    asked = [exercise for exercise in exercises if exercise.kind == "score"]
    result = tuple(_result(narrator))
    yield from (*asked, Spoiler(say(_("The result")), result)) if asked else result


def _result(narrator: Narrator) -> Iterator[Block]:
    replay = narrator.replay
    end, moves = replay.end, replay.deal.moves
    if end.phase is Phase.OVER:
        last = moves[-1].events if moves else replay.deal.opening
        findings = [finding for event in last if isinstance(event, PointsCounted) for finding in event.findings]
        if findings or end.result:
            yield Heading(2, say(_("The result")), "result")
        if findings and narrator.engine.scorer.has_sides:
            yield Steps(tuple(StepRow((narrator.engine.because(finding, narrator.who),)) for finding in findings))
    if end.result and end.result.sheets:
        yield from result_sheets(narrator.engine, end.result, [narrator.who(seat) for seat in range(end.players)])
    if replay.stopped and end.phase is Phase.OVER and not end.result and not replay.start.unrecorded_tricks:
        yield Paragraph(say(_("The deal cannot be counted: {why}."), why=replay.stopped), "aside")
    yield from _printed_result(narrator)
    for paragraph in narrator.words(narrator.file.closing, ("closing",)):
        yield Paragraph(paragraph, "note")


def _printed_result(narrator: Narrator) -> Iterator[Block]:
    """A warning where a source prints a score that its cards do not make, and the author's note on it."""
    printed, result = narrator.file.printed, narrator.replay.end.result
    if printed is None or result is None or printed.per_defender is None:
        return
    defender = result.roles.get("defender")
    if defender is not None and printed.per_defender != -defender:
        phrase = _(
            "The source prints {printed} as what each defender brings {taker:the}; the cards that it prints make it {found}."
        )
        shown, found = str(printed.per_defender).replace("-", "−"), narrator.ruleset.unit.show(-defender)
        yield Paragraph(narrator.ruleset.say(phrase, printed=shown, found=found), "warning")
    for paragraph in narrator.words(printed.note, ("printed", "note")):
        yield Paragraph(paragraph, "note")
