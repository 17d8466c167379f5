"""One table: its seats, its match, its clocks. No sockets, no waiting.

Methods change the table and append to the journal; nobody is told before `publish`. A method
that refuses has changed nothing.
"""

from haydes.engine.game import Event, IllegalActionError, Seat
from haydes.engine.match import Kind
from haydes.engine.plain import Tree
from haydes.protocol.codes import Refusal
from haydes.protocol.fair import SECRET_BYTES
from haydes.server.adviser import Adviser
from haydes.server.asking import Asking
from haydes.server.audience import Audience
from haydes.server.bots import Thought
from haydes.server.clocks import Clocks
from haydes.server.deal import Deals, page
from haydes.server.fold import fold
from haydes.server.journal import (
    HostChanged,
    InputTaken,
    MatchStarted,
    NameAllowed,
    NameBanned,
    NonceOpened,
    PauseSet,
    Record,
    SeatOpened,
    SeatReady,
    SeatsSwapped,
    SeatTaken,
    SecretDrawn,
    StartCancelled,
)
from haydes.server.means import Means
from haydes.server.play import Play
from haydes.server.refusal import RefusalError
from haydes.server.seats import BANS, Presence, Robot, Seats
from haydes.server.session import Session
from haydes.server.setup import Absent, Setup
from haydes.server.showing import table_tree
from haydes.server.timing import set_clocks, set_turn
from haydes.server.tokens import digest, new_token
from haydes.server.views import View, Views

_DAY = 24 * 60 * 60


class Table:
    """A place for one match after another."""

    def __init__(self, table_id: str, setup: Setup, means: Means) -> None:
        self.id = table_id
        self.setup = setup
        self.seats = Seats(setup.seats)
        self.play = Play(setup.game, setup.seats, setup.options)
        self.audience = Audience(table_id, means.outbox, means.limits.chat_lines)
        self.deals = Deals(table_id, setup.game, setup.seats, setup.options)
        self.tree: Tree = {}  # the branch `table`, as published
        self.is_broken = False  # it is no longer what its records say
        self.records = 1  # in the journal; the first one opened the table
        self._lonely: float | None = None  # since when nobody is connected
        self._limits = means.limits
        self._outbox = means.outbox
        self._chance = means.chance
        self._secret = means.secret
        self._date = means.date
        self._opening_ends = 0.0  # when a start without all nonces is called off
        self._clocks = Clocks(setup.turn_seconds, setup.grace_seconds)
        self._views = Views()
        self._stale = True  # something in `tree` has changed
        self._played = False  # something in the match has changed
        self._events: list[Event] = []
        self.adviser = Adviser(table_id, setup, means, self.seats, self.play)
        self._asking = Asking(table_id, setup.game, means.think, means.chance)

    @property
    def phase(self) -> str:
        if self.deals.is_opening:
            return "opening"
        if self.play.match is None:
            return "waiting"
        return "playing" if self.play.is_running else "over"

    @property
    def is_engaged(self) -> bool:
        """Whether seats are kept for those who go: a match runs, or is about to."""
        return self.play.is_running or self.deals.is_opening

    def wake(self, match_ms: int | None, parked: float, now: float) -> None:
        """Go on after a restart: everybody is gone, and the match's clock stands where it stood.

        `match_ms`: None is its full time, 0 none. `parked`: how many seconds a match has rested.
        """
        for _, person in self.seats.persons:
            person.leave(now)
        if self.deals.is_opening:
            self._do(StartCancelled(self.id))
        if self.play.is_running:
            limit = self.setup.game.time_limit(self.setup.options)
            self._clocks.begin(limit if match_ms is None else match_ms / 1000, now)
        self._lonely = now - parked if self.play.is_running else now

    def sit(self, session: Session, seat: Seat | None) -> tuple[Seat, str]:
        """Seat a person, for None in the first seat to be had; return seat and token."""
        self._check_room()
        over_bots = self.setup.takeover and not self.deals.is_opening
        seat = self.seats.choose(seat, over_bots=over_bots)
        self._check_name(session)
        token = new_token(self._chance)
        self._do(SeatTaken(self.id, seat, session.name, token=digest(token)))
        self.resume(session, seat)
        return seat, token

    def watch(self, session: Session) -> None:
        self._check_name(session)
        self.audience.enter(session, None)
        self._stale = True

    def resume(self, session: Session, seat: Seat) -> None:
        """Give a seat back to its person on a new connection; the old one must be lost."""
        self.seats.person(seat).session = session
        self.audience.enter(session, seat)
        self._stale = True

    def lose(self, session: Session, now: float) -> None:
        """Forget a connection that ends; a seat is kept for its person."""
        if session.seat is not None:
            self.seats.person(session.seat).leave(now)
        self.audience.lose(session)
        self._stale = True

    def leave(self, session: Session, now: float) -> None:
        """Send someone to the lobby; in a match a seat is kept for its person."""
        if session.seat is not None:
            if self.is_engaged:
                self.seats.person(session.seat).leave(now)
            else:
                self._open(session.seat)
        self.audience.dismiss(session, "left")
        self._stale = True

    def close(self) -> None:
        """Send everybody to the lobby."""
        self.audience.dismiss_all("closed")

    def say(self, session: Session, text: str, date: int) -> None:
        """Say a line of chat; `date` in seconds since 1970."""
        seat = session.seat
        name = session.name if seat is None else self.seats.person(seat).name
        self.audience.say(session, name, text, date)

    def note_presence(self) -> None:
        """Note that someone has fallen silent or is heard again."""
        self._stale = True

    def ready(self, session: Session, commitment: str) -> None:
        """Mark a seat as ready, and bound to a nonce if `commitment` is not empty."""
        self._check_between_matches()
        seat = seat_of(session)
        person = self.seats.person(seat)
        if not person.ready or person.commitment != commitment:
            self._do(SeatReady(self.id, seat, commitment))

    def reveal(self, session: Session, text: str, now: float) -> None:
        """Open a seat's nonce; the last one begins the match."""
        seat = seat_of(session)
        nonce = self.deals.check(seat, text)
        if nonce:
            self._do(NonceOpened(self.id, seat, nonce))
            self._begin(now)

    def act(self, session: Session, prompt: int, action: Tree) -> None:
        """Carry out an act; of no effect if it is the seat's last one once more."""
        seat = seat_of(session)
        if not self.play.is_retry(seat, prompt, action):
            self._check_room()
            self._put(Kind.ACT, seat, self.play.check(seat, prompt, action), prompt)

    def swap(self, session: Session, seat: Seat, to: Seat) -> None:
        """Let those of two seats change places; who is not host moves to an open seat."""
        self._check_between_matches()
        sitters = self.seats.sitter(seat), self.seats.sitter(to)
        if session.seat != self.seats.host:
            if seat != session.seat:
                raise RefusalError(Refusal.NOT_HOST)
            if sitters[1] and to != seat:
                raise RefusalError(Refusal.SEAT_TAKEN)
        if seat == to or sitters == (None, None):
            return
        self._do(SeatsSwapped(self.id, seat, to))
        for place, person in self.seats.persons:
            if place in (seat, to) and person.session:
                self.audience.move(person.session, place)

    def resign(self, session: Session) -> None:
        if not self.play.is_running:
            raise RefusalError(Refusal.NO_MATCH)
        seat = seat_of(session)
        self.audience.announce(
            "resigned", f"{self.seats.person(seat).name} has given up seat {seat + 1}"
        )
        self._forfeit(seat)
        self.audience.dismiss(session, "resigned")

    def pause(self, session: Session, *, on: bool) -> None:
        """Agree to a pause of the match, or take that back; anybody in a seat ends it."""
        if not self.play.is_running:
            raise RefusalError(Refusal.NO_MATCH)
        self._check_room()
        person = self.seats.person(seat_of(session))
        if not self.play.is_paused:
            person.wants_pause = on
            self._stale = True
        elif not on:
            self._do(PauseSet(self.id, on=False))
            self._asking.forget_all()

    def transcript(self, match: int, first: int) -> tuple[Tree, int, list[Tree]]:
        """Return how a match that is over was dealt, its number of inputs, and some of them."""
        deal, played = self.deals.find(match)
        if first > played.ply:
            raise RefusalError(Refusal.NO_TRANSCRIPT)
        return deal.whole(), played.ply, page(played, first)

    def start(self, now: float) -> None:
        """Start a match, or the next one, as soon as every promised nonce is open."""
        if self.is_engaged:
            return  # a host who has not seen yet how far it is may ask once more
        self._check_between_matches()
        if self.seats.taken < len(self.seats):
            raise RefusalError(Refusal.SEATS_OPEN)
        promised = {
            seat: person.commitment for seat, person in self.seats.persons if person.commitment
        }
        secret = self._secret() if self._secret else self._chance.randbytes(SECRET_BYTES)
        self._do(SecretDrawn(self.id, secret, promised))
        self._opening_ends = now + self._limits.opening_seconds
        self._begin(now)

    def add_bot(self, seat: Seat | None, bot: str) -> None:
        """Seat a bot, for None in the first open seat; "" is the game's first bot."""
        self._check_between_matches()
        bot = bot or self.setup.usual_bot
        if bot not in self.setup.game.bots:
            raise RefusalError(Refusal.UNKNOWN_BOT)
        seat = self.seats.choose(seat)
        self._do(SeatTaken(self.id, seat, self.seats.bot_name(bot), bot))

    def kick(self, seat: Seat, *, ban: bool) -> None:
        """Clear a seat; in a match only a person's, which is forfeited.

        `ban`: nobody of the person's name comes to the table any more.
        """
        if isinstance(self.seats.sitter(seat), Robot) and not ban:
            self._check_between_matches()
            self._open(seat)
            return
        if self.deals.is_opening:
            raise RefusalError(Refusal.MATCH_RUNNING)
        person = self.seats.person(seat)
        if ban:
            self._ban(seat, person.name)
        session = person.session
        host = self.seats.person(self.seats.host).name
        banned = ", and banned the name from the table" if ban else ""
        text = f"{host} has cleared seat {seat + 1} of {person.name}{banned}"
        self.audience.announce("kicked", text)
        if self.play.is_running:
            self._forfeit(seat)
        else:
            self._open(seat)
        if session:
            self.audience.dismiss(session, "banned" if ban else "kicked")

    def unban(self, name: str) -> None:
        """Let a name come back."""
        if self.seats.is_banned(name):
            self._do(NameAllowed(self.id, name))

    def make_host(self, seat: Seat) -> None:
        if self.seats.person(seat).session is None:
            raise RefusalError(Refusal.UNKNOWN_SEAT, "the person of that seat is not here")
        self._check_room()
        self._set_host(seat)

    def bot_acts(self, thought: Thought, action: int | None) -> None:
        """Take a bot's answer, None if it has failed; an old one is of no effect."""
        is_new = thought.ply == self.play.ply and self.play.asks(thought.seat)
        if is_new and self.seats.bot(thought.seat) and not self.play.is_paused:
            default = self.play.default(thought.seat)
            self._put(Kind.ACT, thought.seat, default if action is None else action)

    def tick(self, now: float) -> None:
        """Do what is due."""
        if self.deals.is_opening and now >= self._opening_ends:
            self._cancel()
        self._clocks.advance(now)
        if self._clocks.is_turn_up():
            self._play_defaults()
        elif self._clocks.is_match_up():
            self._clocks.begin(0, now)
            self._put(Kind.EXPIRE)
        for seat in self._clocks.overdue():
            self._replace(seat)
        heir = self.seats.heir(now)
        if heir is not None:
            self._set_host(heir)

    def publish(self, now: float) -> None:
        """Tell everybody here what is new, then ask the bots."""
        if not (self._stale or self._played or self.audience.is_waiting()):
            return
        if self._stale:
            self._relieve()
            self._settle_pause()
            heir = self.seats.heir(now)
            if heir is not None:
                self._set_host(heir)
            self.tree = table_tree(self)
            self._stale = False
            set_clocks(self._clocks, self.setup, self.seats, self.play, now)
        else:
            set_turn(self._clocks, self.setup, self.seats, self.play, now)
        view = View(
            self.play.ply,
            self.tree,
            self.play.public(),
            self._private_trees(),
            self._clocks.message(now),
        )
        updates = self._views.advance(view, self._events)
        if updates:
            self.audience.tell(*updates)
        self.audience.catch_up(self._views)
        self._events.clear()
        self._played = False
        if self.audience:
            self._lonely = None
        elif self._lonely is None:
            self._lonely = now
        self._asking.ask(self.seats, self.play)

    @property
    def is_abandoned(self) -> bool:
        """Tell whether nobody is here and no token opens a seat."""
        return not self.audience and all(person.forfeit for _, person in self.seats.persons)

    @property
    def lonely_since(self) -> float | None:
        """Since when nobody is connected; None while someone is."""
        return self._lonely

    @property
    def is_parked(self) -> bool:
        """Tell whether a match rests here until someone comes back with a token."""
        return self._lonely is not None and self.play.is_running

    def is_forsaken(self, now: float) -> bool:
        """Tell whether nobody can come back to the table, or has for so long that it is closed."""
        if self._lonely is None:
            return False
        limits = self._limits
        kept = limits.parked_days * _DAY if self.is_parked else limits.empty_table_seconds
        return self.is_abandoned or now - self._lonely >= kept

    def _private_trees(self) -> dict[Seat, Tree]:
        """Return what only each seat sees; of a host, also whom nobody else need know of."""
        trees = {seat: self.play.private(seat) for seat, who in self.seats.persons if who.session}
        banned, host = self.seats.banned, self.seats.host
        if banned and host in trees:
            trees[host] = {**trees[host], "banned": banned}
        return trees

    def _ban(self, seat: Seat, name: str) -> None:
        if seat == self.seats.host:
            raise RefusalError(Refusal.UNKNOWN_SEAT, "that is your own seat")
        if len(self.seats.banned) >= BANS and not self.seats.is_banned(name):
            raise RefusalError(Refusal.TOO_MANY, "as many names are banned as there may be")
        self._do(NameBanned(self.id, name))

    def _check_name(self, session: Session) -> None:
        if self.seats.is_banned(session.name):
            raise RefusalError(Refusal.BANNED)
        if self.seats.is_named(session.name):
            raise RefusalError(Refusal.NAME_TAKEN)

    def _check_room(self) -> None:
        """Refuse what would make the journal longer, except the ways out."""
        if self.records >= self._limits.table_records:
            raise RefusalError(Refusal.TOO_MANY, "this table has been played at for too long")

    def _check_between_matches(self) -> None:
        if self.is_engaged:
            raise RefusalError(Refusal.MATCH_RUNNING)
        self._check_room()

    def _begin(self, now: float) -> None:
        """Begin the match if every promised nonce is open."""
        deal = self.deals.latest
        if deal and not deal.missing:
            self._do(MatchStarted(self.id, deal.seed(), self._date()))
            self._played = True
            self._clocks.begin(self.setup.game.time_limit(self.setup.options), now)

    def _cancel(self) -> None:
        """Call the start off: somebody has not opened a promised nonce."""
        self._do(StartCancelled(self.id))
        absent = self.deals.latest.missing if self.deals.latest else ()
        names = ", ".join(self.seats.person(seat).name for seat in absent)
        self.audience.announce("cancelled", f"no match: no nonce came in time from {names}")

    def _do(self, record: Record) -> None:
        """Change the table, for good."""
        self._take(record)
        self._stale = True

    def _take(self, record: Record) -> None:
        try:
            self._events += fold(record, self.seats, self.play, self.deals)
        except (IllegalActionError, RefusalError):
            raise  # and nothing has changed
        except Exception:
            self.is_broken = True  # in the middle of a change that the journal will not have
            raise
        self._outbox.append(record)
        self.records += 1

    def _put(self, kind: Kind, seat: Seat = 0, action: int = 0, prompt: int | None = None) -> None:
        entry = self.play.entry(kind, seat, action)
        record = InputTaken(self.id, entry, prompt, self._clocks.match_ms, self._date())
        self._take(record)
        self._played = True
        if not self.play.is_running:
            self._stale = True
            for given_up, person in self.seats.persons:
                if person.forfeit:
                    self._open(given_up)

    def _play_defaults(self) -> None:
        """Answer for the persons whose time is up, but no question that only follows from it."""
        asked = [(seat, self.play.questions[seat]) for seat, _ in self.seats.players]
        for seat, question in asked:
            if question.legal and self.play.questions[seat] is question:
                self._put(Kind.ACT, seat, self.play.default(seat))

    def _replace(self, seat: Seat) -> None:
        """Do with the seat of somebody gone for too long what the table has chosen."""
        if not self.play.is_running:
            return
        person = self.seats.person(seat)
        self._stale = True
        if self.setup.absent is Absent.BOT:
            person.stand_in = self.setup.usual_bot
            return
        session = person.session
        text = f"{person.name} was away for too long, and seat {seat + 1} is given up"
        self.audience.announce("absent", text)
        self._forfeit(seat)
        if session:
            self.audience.dismiss(session, "absent")

    def _relieve(self) -> None:
        """Let those who are back play for themselves, at once."""
        for seat, person in self.seats.persons:
            if person.presence is Presence.HERE or not self.play.is_running:
                person.stand_in = ""
                self._asking.forget(seat)

    def _settle_pause(self) -> None:
        """Pause the match if everybody wants it; there is nothing to want between matches."""
        if not self.play.is_running:
            self.seats.forget_votes()
        elif not self.play.is_paused and self.seats.want_pause():
            self._do(PauseSet(self.id, on=True))

    def _forfeit(self, seat: Seat) -> None:
        self._put(Kind.FORFEIT, seat)
        self._stale = True

    def _open(self, seat: Seat) -> None:
        self._do(SeatOpened(self.id, seat))

    def _set_host(self, seat: Seat) -> None:
        self._do(HostChanged(self.id, seat))


def seat_of(session: Session) -> Seat:
    """Return the seat of a connection; refuse what those without one ask for."""
    if session.seat is None:
        raise RefusalError(Refusal.WRONG_PLACE)
    return session.seat
