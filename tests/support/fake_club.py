from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from app.members.club import Club
from app.members.models import Listing, Post, Session, Standing, Status, Tier

SECRET = "what only members read"
PAVLA = Session("session", "101", "pavla", "Pavla", False, 1_735_689_600.0)
TIERS = {
    "0": Tier("0", "Free", 0),
    "1": Tier("1", "Proof", 15000),
    "2": Tier("2", "Edition", 35000),
    "3": Tier("3", "Archive", 90000),
}


def letter(number: int, *tiers: str, public: bool = False) -> Post:
    """Creates a post. Posts with higher numbers are older."""
    return Post(
        id=str(number),
        title=f"Letter {number}",
        html=f"<p>{SECRET}</p>",
        excerpt=f"{SECRET} …",
        published=datetime(2025, 6, 30, 23, 30, tzinfo=UTC) - timedelta(days=number),
        tiers=frozenset(tiers),
        public=public,
        url=f"https://www.patreon.com/posts/{number}",
    )


LETTERS = tuple(letter(number, "1", "2", "3") for number in range(1, 15))


class FakeClub(Club):
    """A replacement for `Club` that never contacts Patreon.

    - `entitled`: maps members to their tiers
    - `tiers`: the tiers of members who are not in `entitled`
    - `all_tiers`: the tiers of the campaign, keyed by ID
    - `sessions`: maps valid cookies to members
    - `failure`: an error that `standing()` and `listing()` raise
    - `meanwhile`: a function that runs once, during the next call to `standing()` or `listing()`
    """

    def __init__(self, *letters: Post) -> None:
        self.letters = letters or LETTERS
        self.sessions = {"pavla": PAVLA}
        self.status: Status = "active"
        self.tiers = frozenset({"1"})
        self.all_tiers: Mapping[str, Tier] = TIERS
        self.entitled: Mapping[str, frozenset[str]] = {}
        self.stale = False
        self.failure: Exception | None = None
        self.meanwhile: Callable[[], None] | None = None
        self.asked: list[str] = []

    async def session(self, cookie_header: str) -> Session | None:
        return self.sessions.get(cookie_header)

    def person(self, session: Session) -> str:
        return f"key of {session.user}"

    async def standing(self, session: Session, max_age: float = 0) -> Standing:
        self._ask("standing")
        return Standing(self.status, self.entitled.get(session.member or "", self.tiers))

    async def listing(self, post_id: str = "") -> Listing:
        self._ask("listing")
        return Listing(self.letters, self.all_tiers, self.stale)

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.meanwhile:
            self.meanwhile()
            self.meanwhile = None
        if self.failure:
            raise self.failure
