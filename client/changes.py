"""What changes the model: a message of the server, a request of the player, the link.

Each function returns the next model and what is to be sent. After a lost link at most one act
is sent again, and only once the seat is resumed and its snapshot is here.
"""

from dataclasses import dataclass, replace
from functools import partial

from msgspec import UNSET, structs

from haydes.client import company, dealing, fair, words
from haydes.client.model import (
    SILENCE,
    Link,
    Lobby,
    Model,
    Reading,
    View,
    Voice,
    games,
    my_seat,
    my_turn,
    phase,
    prompt,
    say,
    seat_name,
    table_id,
)
from haydes.client.read import number
from haydes.client.speech import Scene
from haydes.protocol import messages
from haydes.protocol.codec import weight
from haydes.protocol.codes import Refusal
from haydes.protocol.fair import FEATURE
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Act,
    AddBot,
    Advice,
    Browse,
    Chat,
    Clock,
    Done,
    Hint,
    Join,
    Kick,
    Leave,
    Left,
    LobbyUpdate,
    MakeHost,
    Notice,
    Open,
    Pause,
    Ready,
    Refused,
    Request,
    Resign,
    Resume,
    Rules,
    RulesText,
    Say,
    Script,
    ServerMessage,
    Snapshot,
    Start,
    Swap,
    Sync,
    Transcript,
    Unban,
    Update,
    Watch,
    Welcome,
)
from haydes.protocol.tree import merge

# done, these are followed by a lobby, a snapshot or an update
_FOLLOWED_BY_VIEW = (Browse, Open, Join, Watch, Resume, Sync, Act)
_FOLLOWED = (*_FOLLOWED_BY_VIEW, Transcript, Rules, Hint)  # or by an answer of their own
# what a player asked for and would miss; an act is kept, and the rest is asked for anew
_WISHES = (
    Open, Join, Start, Ready, Swap, Pause, Say, Rules, Hint, Leave, Resign, AddBot, Kick, Unban,
    MakeHost,
)  # fmt: skip
_OF_A_TABLE = ("resigned", "kicked", "absent")  # notices that concern one table, not the server
# answers to an act which mean that this client no longer sees what the server sees
_ASTRAY = (Refusal.STALE, Refusal.ILLEGAL_ACTION, Refusal.NOT_YOUR_TURN)

_HEAVIEST = Limits().server_frame  # bytes of a view: a snapshot has to hold it
_WEIGHED = 16  # updates from one look at that to the next

_VOICES = {
    fair.Verdict.NONE: Voice.TABLE,
    fair.Verdict.CHECKING: Voice.TABLE,
    fair.Verdict.FAIR: Voice.TABLE,
    fair.Verdict.UNFAIR: Voice.ERROR,
    fair.Verdict.UNKNOWN: Voice.ERROR,
}


@dataclass(frozen=True, slots=True)
class Reply:
    """The next model, and the requests to send in this order."""

    model: Model
    send: tuple[Request, ...] = ()


def receive(model: Model, message: ServerMessage, now: float) -> Reply:  # noqa: C901, PLR0911, PLR0912 - a case for each message
    """Take in a message. What this client does not know, or cannot use now, changes nothing."""
    match message:
        case Welcome():
            return _welcome(model, message)
        case Done():
            return Reply(_done(model, message))
        case Refused():
            return _refused(model, message)
        case Snapshot():
            return _dealt(_snapshot(model, message, now))
        case Update():
            return _dealt(_update(model, message, now))
        case messages.Lobby():
            lobby = Lobby(message.games, message.tables, message.people)
            return Reply(_missed(replace(_settle(model, Browse), lobby=lobby)))
        case LobbyUpdate():
            return Reply(_lobby_update(model, message))
        case Left():
            gone = replace(_lobby_bound(model), watching=None)
            return _put(say(gone, Voice.TABLE, words.left(message)), Browse(ref=0))
        case Chat():
            return Reply(_chat(model, message))
        case Script():
            return _script(model, message)
        case RulesText():
            reading = Reading(message.game, message.about, tuple(message.lines))
            return Reply(replace(_settle(model, Rules), reading=reading))
        case Advice():
            return Reply(_advice(model, message))
        case Notice():
            voice = Voice.TABLE if message.code in _OF_A_TABLE else Voice.LINK
            told = "" if message.code == "cancelled" else message.text  # as the table shows
            return Reply(say(model, voice, told))
        case messages.Ping() | messages.Pong() | messages.Bye():
            return Reply(model)  # the link's own business


def ask(model: Model, request: Request, now: float) -> Reply:
    """Number a request and remember it; without a link an act is kept, nothing else is."""
    if model.link.up:
        reply = _put(model, request)
        return replace(reply, model=say(reply.model, Voice.YOU, _echo(model, request)))
    if not isinstance(request, Act) or model.view is None:
        return Reply(say(model, Voice.LINK, f"{words.since(model.link, now)}. Not sent."))
    if model.kept is not None:
        return Reply(say(model, Voice.ERROR, "one act is kept already. Type undo to drop it."))
    deed = words.deed(request.action, model.view)
    kept = replace(model, kept=request)
    return Reply(say(kept, Voice.LINK, words.offline(model.link, deed, now)))


def judged(model: Model, verdict: fair.Verdict, *sentences: str) -> Model:
    """Note what has come of checking the match that is over; what was wrong before stays so."""
    known = model.fair.faults
    told = (dealing.judged(verdict, each) for each in sentences if each.rstrip(".") not in known)
    model = say(model, _VOICES[verdict], *told)
    verdict = fair.Verdict.UNFAIR if known else verdict
    return replace(model, fair=replace(model.fair, verdict=verdict))


def undo(model: Model) -> Model:
    """Drop the act that waits for the link."""
    if model.kept is None:
        return say(model, Voice.ERROR, "nothing is kept. What was sent cannot be taken back.")
    return say(replace(model, kept=None), Voice.YOU, "dropped; it will not be sent.")


def linked(model: Model, link: Link, now: float) -> Model:
    """Note the state of the link; log it when its word changes."""
    before = model.link.state
    model = replace(model, link=link)
    lost = False
    if not link.up and model.asked:
        lost = any(isinstance(request, _WISHES) for request in model.asked.values())
        acts = [
            request
            for ref, request in model.asked.items()
            if isinstance(request, Act) and ref not in model.due
        ]
        model = replace(model, asked={}, due=frozenset(), kept=acts[-1] if acts else model.kept)
    if link.state is not before:
        model = say(model, Voice.LINK, words.link(link, before, model.name, now))
    unanswered = "your last line was not answered; look before you type it again."
    return say(model, Voice.LINK, unanswered) if lost else model


def _put(model: Model, request: Request) -> Reply:
    """Give a request the next ref."""
    numbered = structs.replace(request, ref=model.next_ref)
    asked = {**model.asked, model.next_ref: numbered}
    return Reply(replace(model, asked=asked, next_ref=model.next_ref + 1), (numbered,))


def _echo(model: Model, request: Request) -> str:
    if not isinstance(request, Act) or model.view is None:
        return ""
    return f"{words.deed(request.action, model.view)}. Sent."


def _lobby_bound(model: Model) -> Model:
    model = replace(model, view=None, kept=None, asked={}, due=frozenset(), heard=SILENCE)
    return replace(model, fair=fair.Fair())


def _welcome(model: Model, message: Welcome) -> Reply:
    model = replace(model, name=message.name, limits=message.limits, asked={}, due=frozenset())
    features, known = tuple(message.features), fair.relinked(model.fair)
    model = replace(model, features=features, fair=known)
    if message.table:
        same = model.view is not None and table_id(model.view) == message.table
        view = replace(model.view, seq=-1) if same and model.view is not None else None
        return Reply(replace(model, view=view, watching=None))
    was_seated = model.view is not None and model.watching is None
    if model.view is not None and was_seated and message.refused in ("", Refusal.UNKNOWN_TOKEN):
        model = replace(model, missing=table_id(model.view))
    elif message.refused:
        model = say(model, Voice.ERROR, words.refusal(message.refused, "", None))
    return _put(replace(model, view=None, kept=None), model.watching or Browse(ref=0))


def _missed(model: Model) -> Model:
    """Say what became of the seat that a lost link has cost, now that the lobby is seen."""
    if not model.missing or model.lobby is None:
        return model
    gone = model.missing not in model.lobby.tables
    sentence = words.gone(model.missing) if gone else words.refusal(Refusal.UNKNOWN_TOKEN, "", None)
    return say(replace(model, missing=""), Voice.ERROR, sentence)


def _done(model: Model, message: Done) -> Model:
    request = model.asked.get(message.ref)
    if isinstance(request, Open | Join | Watch | Resume):
        watching = request if isinstance(request, Watch) else None
        again = watching is not None and model.watching is not None
        word = "" if isinstance(request, Resume) else request.word
        heard = model.heard if again else SILENCE
        model = replace(model, watching=watching, heard=heard, word=word)
    # an act that was done before the link was lost is not followed by an update
    past = isinstance(request, Act) and (model.view is None or request.prompt != prompt(model.view))
    if isinstance(request, _FOLLOWED) and not past:
        return replace(model, due=model.due | {message.ref})
    return _answered(model, message.ref)


def _settle(model: Model, *kinds: type[Request]) -> Model:
    """Forget requests of these kinds whose consequences have now come."""
    over = {ref for ref in model.due if isinstance(model.asked.get(ref), kinds)}
    asked = {ref: request for ref, request in model.asked.items() if ref not in over}
    return replace(model, asked=asked, due=model.due - over)


def _refused(model: Model, message: Refused) -> Reply:
    request = model.asked.get(message.ref)
    model = _answered(model, message.ref)
    sentence = words.refusal(message.code, message.text, model.view)
    if isinstance(request, Transcript):
        return Reply(judged(model, fair.Verdict.UNFAIR, dealing.UNSHOWN))
    if isinstance(request, Watch) and model.watching is not None:
        if message.code == Refusal.UNKNOWN_TABLE:
            sentence = words.closed(request.table)
        model = say(model, Voice.ERROR, sentence)
        return _put(replace(model, watching=None), Browse(ref=0))
    model = say(model, Voice.ERROR, sentence)
    if isinstance(request, Act) and model.view is not None and message.code in _ASTRAY:
        return sync(model) if request.prompt == prompt(model.view) else Reply(model)
    return Reply(model)


def _answered(model: Model, ref: int) -> Model:
    return replace(model, asked={r: asked for r, asked in model.asked.items() if r != ref})


def _advice(model: Model, message: Advice) -> Model:
    """Take a hint; one that is about an older question is passed over."""
    model = _settle(model, Hint)
    if model.view is None:
        return model
    view = replace(model.view, advice=message)
    return say(replace(model, view=view), Voice.HINT, words.advice(Scene(view, model.cards)))


def _snapshot(model: Model, message: Snapshot, now: float) -> Reply:
    old = model.view
    bare = View(message.seq, message.ply, message.table, message.game, message.you)
    view = replace(_clocked(bare, message.clock, now), advice=old.advice if old else None)
    view = replace(view, befell=old.befell if old else ())
    model = replace(_settle(model, *_FOLLOWED_BY_VIEW), view=view)
    if old is not None and old.seq >= 0:
        # the cure of a gap is no news, but another seat is
        return Reply(say(model, Voice.TABLE, *company.move_news(old, view)))
    model = say(model, Voice.TABLE, words.table(view, games(model)))
    if phase(view) == "over":
        model = say(model, Voice.TABLE, words.outcome(view))
    elif phase(view) == "playing":
        model = say(model, Voice.TURN, _turn(model, view))
    if model.kept is None:
        return Reply(model)
    reply = _put(replace(model, kept=None), model.kept)
    deed = words.deed(model.kept.action, view)
    return replace(reply, model=say(reply.model, Voice.YOU, f"{deed}. Sent again."))


def _update(model: Model, message: Update, now: float) -> Reply:
    old = model.view
    if old is None or old.seq < 0 or message.seq <= old.seq:
        return Reply(model)
    if message.seq > old.seq + 1:
        return sync(model)
    bare = View(
        message.seq,
        message.ply,
        merge(old.table, message.table),
        merge(old.game, message.game),
        merge(old.you, message.you),
    )
    if message.seq % _WEIGHED == 0 and weight(bare.table, bare.game, bare.you) > _HEAVIEST:
        return sync(model)  # no snapshot could hold it: nothing more is taken in before one comes
    view = replace(_clocked(bare, message.clock, now), advice=old.advice)
    befell = words.speech(view).befell(old, message.events, Scene(view, model.cards))
    view = replace(view, befell=befell)
    model = replace(_settle(model, Act), view=view)
    for event in (*message.events, *message.private_events):
        voice = Voice.TURN if event.get("event") == "turn" else Voice.EVENT
        model = say(model, voice, words.tell(event, Scene(view, model.cards)))
    model = say(model, Voice.TABLE, *words.table_news(old, view))
    if my_turn(view) and (not my_turn(old) or _begins(view, message) or _resumes(old, view)):
        model = say(model, Voice.TURN, _turn(model, view))
    elif my_turn(view):
        model = say(model, Voice.TURN, words.question(old, Scene(view, model.cards)))
    return Reply(model)


def _resumes(old: View, view: View) -> bool:
    """Whether a pause has just come to its end."""
    return company.is_paused(old) and not company.is_paused(view)


def _dealt(reply: Reply) -> Reply:
    """Check how the match is dealt, after a new view."""
    model, view = reply.model, reply.model.view
    if view is None or view.seq < 0 or FEATURE not in model.features:
        return reply
    step = fair.follow(model.fair, view.table, my_seat(view), partial(seat_name, view))
    unheard = model.fair.opened and my_seat(view) in fair.missing(view.table)
    if unheard and model.fair.phase == "opening":
        model = say(model, Voice.ERROR, dealing.UNHEARD)
    unfair = (dealing.judged(fair.Verdict.UNFAIR, fault) for fault in step.faults)
    model = say(replace(model, fair=step.fair), Voice.ERROR, *unfair)
    send = reply.send
    for request in step.send:
        asked = _put(model, request)
        model, send = asked.model, send + asked.send
    return Reply(model, send)


def _script(model: Model, message: Script) -> Reply:
    """Ask for the rest of a script; keeping it is the recorder's business."""
    request = model.asked.get(message.ref)
    model = _answered(replace(model, due=model.due - {message.ref}), message.ref)
    beyond = message.first + len(message.inputs)
    if isinstance(request, Transcript) and message.inputs and beyond < message.total:
        return _put(model, structs.replace(request, first=beyond))
    return Reply(model)


def _begins(view: View, message: Update) -> bool:
    """Whether an event says that this seat's turn begins, be it after its own last one."""
    return any(
        event.get("event") == "turn" and number(event, "seat", -1) == my_seat(view)
        for event in message.events
    )


def _turn(model: Model, view: View) -> str:
    if not my_turn(view):
        return words.waiting(view)
    return f"{words.turn(Scene(view, model.cards))}{words.time_left(view)}"


def sync(model: Model) -> Reply:
    """Ask for a fresh snapshot, unless one is on its way."""
    if any(isinstance(request, Sync) for request in model.asked.values()):
        return Reply(model)
    return _put(model, Sync(ref=0))


def _clocked(view: View, clock: object, now: float) -> View:
    """Set the clock that a message carries; one without it says that none is set."""
    return replace(view, clock=clock if isinstance(clock, Clock) else None, clock_at=now)


def _lobby_update(model: Model, message: LobbyUpdate) -> Model:
    if model.lobby is None:
        return model
    people = model.lobby.people if message.people is UNSET else message.people
    tables = merge(model.lobby.tables, message.tables)
    if weight(tables) > _HEAVIEST:
        return model  # a lobby fits into a frame
    return replace(model, lobby=replace(model.lobby, tables=tables, people=people))


def _chat(model: Model, message: Chat) -> Model:
    """Log a line of chat, unless it is one of those that are sent again on a return."""
    heard = (message.at, message.n)
    if heard <= model.heard:
        return model
    return say(replace(model, heard=heard), Voice.CHAT, words.chat(message))
