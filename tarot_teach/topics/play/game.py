"""A deal that a person plays against players of the machine, and the commands that the person types. Knows no screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, NamedTuple

from tarot_teach.blocks import Block, Bullets, HandDiagram, HandRow, Paragraph
from tarot_teach.cards import CardSet, cards_for_prompts
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.notation import announcement, read_action
from tarot_teach.engine.reasons import choice_in_words
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import RecordError, TarotError
from tarot_teach.explain.hands import heap_rows
from tarot_teach.explain.lesson import describe_card, describe_start, describe_step, open_cards, points_at
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.explain.setting import Setting, contract_of, trumps_of
from tarot_teach.mechanisms.base import LeavesChoice
from tarot_teach.messages import N_, NP_, _, typed_word, word_named
from tarot_teach.records.as_record import beginning_of, continued_record, deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay
from tarot_teach.records.start import RecordReader
from tarot_teach.table import NOTHING, PASS, VOID, Choices, Phase, State
from tarot_teach.table.actions import Action, Bid, Choose, Play
from tarot_teach.table.picks import Pick
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import Decision, Player


@dataclass(repr=False, eq=False)
class Game:
    """A deal that a person plays at ``seat``; the other seats move at once, up to the person's next decision.

    Seed and number give the same cards as in simulated deals; with ``begun``, a recorded deal is played on instead (see :func:`begin_at`).
    ``decisions`` are the number of moves and the draws before each decision of the seat. Raises LoadError for players that do not fit the
    ruleset.
    """

    engine: Engine
    players: Sequence[Player]
    seat: int
    seed: int
    number: int = 0
    id: str = "a-deal-played"
    begun: Beginning | None = None
    draws: Draws = field(init=False)
    deal: Deal = field(init=False)
    decisions: list[tuple[int, Draws]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.draws = Draws(self.seed, self.number)
        begun = self.begun.deal if self.begun else None
        self.deal = begun or DealSimulator(self.engine, self.players).start(self.seed, self.number)
        self._let_others_move()

    # ------------------------------------------------------------ seeing

    def help(self) -> Paragraph:
        """The commands of the prompt, with cards of the pack as examples."""
        return Paragraph(say(_(HELP), cards=", ".join(cards_for_prompts(self.engine.ruleset.deck))), "aside")

    @property
    def state(self) -> State:
        """The state with all hidden cards."""
        return self.deal.state

    @property
    def over(self) -> bool:
        """True at the end of the deal."""
        return self.deal.over

    @property
    def first(self) -> int:
        """The number of moves that had been made when the game began."""
        return self.begun.moves if self.begun else 0

    @property
    def choices(self) -> Choices:
        """The choices of the person, with the person's view of the state."""
        return replace(self.deal.legal, state=self.deal.view(self.seat))

    @property
    def replay(self) -> Replay:
        """The deal so far as a replay."""
        return Replay(self.record, self.deal)

    @property
    def record(self) -> Record:
        """The deal so far as an example that can be annotated, with its result once it is over."""
        who, player = self.state.name(self.seat), self.players[self.seat - 1]
        name = player.name if player.level == type(player).level else f"{player.name}:{player.level}"
        written = continued_record(beginning_of(self.begun.done), self.deal) if self.begun else deal_record(self.deal)
        file = self.begun.done.record.file if self.begun else None
        if file and file.id == self.id:  # a saved deal that goes on
            head: dict[str, Any] = {"title": file.title, "about": file.about}
        else:
            words = _(
                "Deal {number} of seed {seed}, against the program: a person plays {who}'s cards, and the player “{name}” the others."
            )
            if file:
                words = _(
                    "“{title}”, played on against the program: a person plays {who}'s cards, and the player “{name}” the others."
                )
            about = say(words, number=self.number, seed=self.seed, title=file and file.title, who=who, name=name)
            head = {"title": str(say(_("A deal played by {who}"), who=who)), "about": f"{about}\n"}
        head |= {"format": 1, "id": self.id, "ruleset": self.engine.ruleset.name}
        head |= {"plain": True} if file and file.plain else {}
        return Record(ExampleFile.model_validate(head | written))

    def moves_since(self, number: int) -> list[Block]:
        """The moves from ``number`` on with their consequences, as far as the seat may know them."""
        done = self.replay
        narrator = Narrator(done)
        texts: list[Text] = []
        for i, move in enumerate(self.deal.moves[number:], number):
            if isinstance(move.action, Play) or move.before.phase is Phase.PAY:
                texts.append(in_a_sentence(self.engine.index, move.action, narrator.who(move.action.seat)))
                texts += [text for event in move.events for text in narrator.consequences(event)]
            elif move.action != Choose(move.action.seat, NOTHING):
                blocks = describe_step(done, i, self.seat)
                texts += [block.text for block in blocks if isinstance(block, Paragraph)]
        return [Bullets(tuple(texts))] if texts else []

    def opening(self) -> list[Block]:
        """The facts before the first action, or before the place at which a recorded deal is played on."""
        if self.begun is None:
            blocks = describe_start(self.replay, self.seat)
            return [block for block in blocks if isinstance(block, Paragraph) and block.kind == "normal"]
        state, engine = self.begun.deal.state, self.engine
        if self.begun.done.record.file.plain:
            return []
        said = [*Setting.of(contract_of(engine, state, state.name), trumps_of(engine, state)).paragraphs]
        points = points_at(self.replay, state) if state.tricks or state.unrecorded_tricks else []
        said += [say(_("{label}: {points}."), label=label, points=points) for label, points in points]
        return [Paragraph(joined(said))] if said else []

    def turn(self) -> list[Block]:
        """The hand, the trick so far, and all choices."""
        choices, who = self.choices, Narrator(self.replay).who
        state, seat = choices.state, choices.seat
        assert seat is not None
        row = HandRow(state.seats[seat], who(seat), tuple(state.deck.set(state.hands[seat] & ~state.tops)))
        heaps = tuple(heap_rows(state, who, Text((self.engine.ruleset.terms["heap"],))))
        blocks: list[Block] = [HandDiagram((row,), heaps, say(_("The hand of {who}"), who=who(seat)))]
        texts = list(open_cards(Narrator(self.replay), state))
        if texts and state.trick.cards:
            texts.insert(0, say(_("Played: {card}."), card=state.trick.cards[0]))
        if texts:
            blocks.append(Paragraph(joined(texts)))
        if state.phase is Phase.PLAY and state.trick.cards and not texts:
            laid = [say(_("{who}: {card}"), who=who(other), card=card) for other, card in state.trick.by(state.players)]
            blocks.append(Paragraph(say(_("On the table: {laid}."), laid=laid)))
        return [*blocks, *(Paragraph(text, "lead") for text in _open(self.engine.index, choices))]

    # ------------------------------------------------------------ asking

    def why(self, text: str) -> list[Block]:
        """The reasons for or against a card or another action. Raises NotationError for text that is neither."""
        state = self.choices.state
        if (state.phase is Phase.PLAY or self.choices.of_hand) and not announcement(self.engine, self.choices, text):
            return describe_card(self.replay, state, state.deck.card(text))
        verdict = self.engine.check(self.state, read_action(self.engine, self.state, text))
        return self.engine.reason(verdict, state.name).blocks()

    def advised(self) -> Decision:
        """The decision that the player of the machine would make at the seat."""
        return self.players[self.seat].choose(self.choices, copy(self.draws))

    def hint(self, advised: Decision | None = None) -> list[Block]:
        """The decision that the player of the machine would make at the seat, and its maxim; of one that is known already, the words."""
        player, move = self.players[self.seat], advised or self.advised()
        does = in_a_sentence(self.engine.index, move.action, Narrator(self.replay).who(move.action.seat))
        maxim = player.maxims.get(move.maxim)
        head = Paragraph(say(_("The program would do this: {does}"), does=does))
        return [head, *(Paragraph(words, "aside") for words in (maxim, move.why) if words)]

    # ------------------------------------------------------------ doing

    def do(self, text: str) -> list[Block]:
        """Do a typed action, and let the others move. A refused action is not done, and the reasons are returned.

        Raises NotationError for text that is no action.
        """
        action = read_action(self.engine, self.state, text)
        verdict = self.engine.check(self.state, action)
        if not verdict.allowed:
            return self.engine.reason(verdict, self.state.name).blocks()
        self.decisions.append((len(self.deal.moves), copy(self.draws)))
        self.deal = self.deal.push(action)
        self._let_others_move()
        return []

    def undo(self) -> bool:
        """Go back to the person's last decision, with the same draws for the other seats; false if there is none."""
        if not self.decisions:
            return False
        done, self.draws = self.decisions.pop()
        self.deal = self.deal.undo(len(self.deal.moves) - done)
        return True

    def _let_others_move(self) -> None:
        """Let the others move, and the person's seat where it has nothing to announce, up to the person's next decision."""
        while self.state.turn is not None:
            choices = self.engine.legal(self.state)
            if self.state.turn == self.seat:
                nothing = Choose(self.seat, NOTHING)
                if choices.declarations != (nothing,) or choices.cards:
                    return
                self.deal = self.deal.push(nothing)
                continue
            player = self.players[self.state.turn]
            seen = choices.seen() if player.needs_view else choices
            self.deal = self.deal.push(player.choose(seen, self.draws).action)

    # ------------------------------------------------------------ going on another day

    def resume(self, record: Record) -> None:
        """Continue a saved deal. Raises RecordError for a record of another ruleset, or one that cannot be played on."""
        seats_of(record, self.engine)
        done = replay(record, self.engine)
        moves = len(done.deal.moves)
        while moves:  # a replay adds empty announcements where a record has none
            last = done.deal.moves[moves - 1].action
            if last != Choose(last.seat, NOTHING):
                break
            moves -= 1
        self.begun, self.id = _playable(done, moves), record.file.id
        self.deal, self.draws, self.decisions = self.begun.deal, Draws(self.seed, self.number), []
        self._let_others_move()


def seats_of(record: Record, engine: Engine) -> tuple[str, ...]:
    """The seats of a saved deal. Raises RecordError for a record of another ruleset."""
    file, name = record.file, engine.ruleset.name
    if file.ruleset != name:
        hint = _("name {ruleset} on the command line").format(ruleset=file.ruleset)
        message, place = _("{id} is played under {ruleset}"), record.place(("ruleset",))
        raise RecordError.of("play.ruleset", message, place, hint, id=file.id, ruleset=file.ruleset)
    return RecordReader(record, engine).seats


OTHERS = N_("take an example with all hands: tarot-teach list examples")


@dataclass(frozen=True)
class Beginning:
    """A recorded deal of which the first moves are kept, to be played on from there."""

    done: Replay
    moves: int

    @property
    def deal(self) -> Deal:
        """The deal up to that place."""
        return self.done.deal.undo(len(self.done.deal.moves) - self.moves)


def begin_at(done: Replay, trick: int | None = None) -> Beginning:
    """A recorded deal up to the lead of a trick, or else up to the first action after the cards are dealt.

    Raises RecordError for a trick that is not told, and for a record of which not all hands are known.
    """
    moves, place = done.deal.moves, 0
    if trick is None:
        place = next(
            (i for i, move in enumerate(moves) if move.before.phase not in (Phase.CUT, Phase.DEAL)), len(moves)
        )
    elif done.record.file.start.step != "score":
        written = [(move.number, i) for i, move in enumerate(moves) if move.before.phase is Phase.PLAY]
        place = next((i for number, i in written if number == trick), -1)
        if place < 0:
            hint = _("it tells no trick")
            if written:
                hint = _("it tells tricks {first} to {last}").format(first=written[0][0], last=written[-1][0])
            message, at = _("{id} does not tell trick {trick}"), done.record.place(("tricks",))
            raise RecordError.of("play.trick", message, at, hint, id=done.record.file.id, trick=trick)
    return begin_after(done, place)


def begin_after(done: Replay, moves: int) -> Beginning:
    """A recorded deal up to its first moves, as many as are given or as it has. Raises RecordError where nobody is to act then, or hands are not known."""
    begun = _playable(done, max(0, min(moves, len(done.deal.moves))))
    if begun.deal.over:
        message, at = _("{id} is over before anybody is to act"), done.record.place(("start",))
        raise RecordError.of("play.start", message, at, _(OTHERS), id=done.record.file.id)
    return begun


def _playable(done: Replay, moves: int) -> Beginning:
    """The beginning of a deal with so many moves, if it can be played on from there."""
    record, file, begun = done.record, done.record.file, Beginning(done, moves)
    state = begun.deal.state
    if file.start.step == "score":
        message, at = _("{id} tells only a result, and no cards to play"), record.place(("start", "step"))
    elif any(state.unseen) or (state.turn is not None and state.phase is not Phase.PLAY and not _all_known(state)):
        message, at = _("{id} does not tell all hands"), record.place(("hands",))
    else:
        return begun
    raise RecordError.of(
        "play.start",
        message,
        at,
        _(OTHERS),
        id=file.id,
    )


def _all_known(state: State) -> bool:
    """True if each card of the pack lies in a known place before the play."""
    known = state.talon | state.discard | state.below_tops | state.deck.mask(state.pack)
    for hand in state.hands:
        known |= hand
    return known == state.deck.all


def in_a_sentence(rules: RuleIndex, action: Action, who: str) -> Text:
    """An action of a player in a sentence."""
    match action:
        case Play(_seat, card):
            return say(_("{who} plays {card}."), who=who, card=card)
        case Bid(_seat, bid) if bid == PASS:
            return say(_("{who} passes."), who=who)
        case Bid(_seat, bid):
            return say(_("{who} bids {contract}."), who=who, contract=bid_name(rules.ruleset, bid))
        case Choose(_seat, _rule, option) if option == VOID:
            return say(_("{who} declares the deal void."), who=who)
        case Choose():
            return choice_in_words(rules, action, who)


def _open(rules: RuleIndex, choices: Choices) -> Iterator[Text]:
    """All allowed actions, with the words for typing them."""
    deck = choices.state.deck

    def codes(mask: int) -> str:
        return " ".join(card.code for card in deck.set(mask))

    if choices.bids:
        names = (typed_word(PASS) if bid == PASS else str(bid_name(rules.ruleset, bid)) for bid in choices.bids)
        yield say(_("Bid: {bids}."), bids=", ".join(names))
    for prompt, picks in groupby(choices.picks, lambda pick: prompt_of(rules, pick.rule)):
        asked = list(picks)
        if len(asked) == 1 and asked[0].option:
            prompt = N_("Say: {options}.")
        options, most = ", ".join(_typed(rules, choices.state, pick) for pick in asked), asked[0].most
        yield rules.ruleset.say(_(prompt), options=options, number=most, size=most, codes=codes(asked[0].cards))
        if asked[0].obliged:
            yield say(_("Among them have to be: {codes}."), codes=codes(asked[0].obliged))
    if choices.declarations:
        levels = ", ".join(rules.offer_name(offer) for offer in choices.declarations)
        yield say(_("Announce: {levels}."), levels=levels)
    if choices.cards:
        yield say(_("Play: {codes}."), codes=codes(choices.cards))


def _typed(rules: RuleIndex, state: State, pick: Pick) -> str:
    """The word of an option, with the codes of the cards that it stands for."""
    cards, name = option_cards(rules, state, pick), rules.option_name(pick)
    return f"{name} ({' '.join(card.code for card in cards)})" if cards else name


def option_cards(rules: RuleIndex, state: State, pick: Pick) -> CardSet:
    """The open cards that an option stands for; none for most options."""
    rule = rules.mechanisms.get(pick.rule)
    return rule.cards_of(state, pick.option) if isinstance(rule, LeavesChoice) else state.deck.set(0)


def prompt_of(rules: RuleIndex, id: str) -> str:
    """The question of a rule, or that for cards to lay away."""
    rule = rules.mechanisms.get(id)
    return rule.prompt if isinstance(rule, LeavesChoice) else N_("Lay away {size} of these: {codes}.")


HELP = N_(
    "Type what you do: a bid, cards by their codes ({cards}), an announcement. Or ask: why CARD, hint, undo, table, help, "
    "quit."
)


ASKED = (
    NP_("typed", "help"),
    NP_("typed", "why"),
    NP_("typed", "hint"),
    NP_("typed", "table"),
    NP_("typed", "undo"),
)
"""Words by which something is asked, or a move is taken back."""
QUIT, REVIEW = NP_("typed", "quit"), NP_("typed", "review")
"""The words that end a game, and that look back on it."""


class Answer(NamedTuple):
    """The reply to a typed line, and whether it has moved the deal forward or back."""

    said: list[Block]
    moved: bool = False
    undone: bool = False


def answer(game: Game, line: str) -> Answer:
    """Do a typed action or answer a question; the error of a line that cannot be read is part of the reply."""
    typed, _space, rest = line.strip().partition(" ")
    word = "help" if typed == "?" else word_named(typed, {word: typed_word(word) for word in ASKED})
    try:
        match word:
            case "help":
                return Answer([game.help()])
            case "why" if not rest.strip():
                words = _("Ask about a card or an action, as in why {card} or why pass.")
                return Answer(
                    [Paragraph(say(words, card=cards_for_prompts(game.engine.ruleset.deck)[:2][-1]), "aside")]
                )
            case "why":
                return Answer(game.why(rest.strip()))
            case "hint":
                return Answer(game.hint())
            case "table":
                return Answer(game.turn())
            case "undo" if game.undo():
                return Answer([Paragraph(say(_("Taken back.")))], undone=True)
            case "undo":
                return Answer([Paragraph(say(_("There is nothing to take back.")), "refused")])
        refused = game.do(line)
    except TarotError as error:
        return Answer([Paragraph(Text((str(problem),)), "refused") for problem in error.problems])
    return Answer(refused, moved=not refused)
