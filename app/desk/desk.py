import asyncio
import logging
import time
from collections.abc import Callable
from functools import cache

from app.database.database import open_database
from app.desk.access import Access, DeskSession, SignedIn
from app.desk.limits import KNOWN_BROWSER_BURST, KNOWN_BROWSER_RATE, LINK_LIMITS
from app.http import cookies
from app.http.rate_limiter import RateLimiter
from app.inquiries.seats import capacity
from app.inquiries.store import Store
from app.members.session import Sealer, session_keys
from app.settings import Settings, SettingsError, settings
from app.vouchers.orders import Vouchers

logger = logging.getLogger(__name__)


class Desk:
    """The data and sessions of the staff pages (the desk). Methods raise `StoreError` if the database fails."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.time) -> None:
        self.store = Store(open_database(settings), capacity, clock)
        self.vouchers = Vouchers(self.store.database, clock)
        self.site_url = settings.site_url
        secure = settings.site_url.startswith("https:")
        self.cookie = cookies.own_name("desk", secure=secure)
        self.browser_cookie = cookies.own_name("desk_browser", secure=secure)
        self.access = Access(self.store, Sealer(session_keys(settings)), clock)
        self._known_browsers = RateLimiter(KNOWN_BROWSER_RATE, KNOWN_BROWSER_BURST, clock)

    async def session(self, cookie_header: str) -> DeskSession | None:
        value = cookies.value(cookie_header, self.cookie)
        return await asyncio.to_thread(self.access.session, value) if value else None

    async def new_link(self, inquiry: str, *, is_own: bool = False) -> str | None:
        return await asyncio.to_thread(self.access.new_link, inquiry, () if is_own else LINK_LIMITS)

    def known_browser(self, cookie_header: str) -> str:
        """Returns the ID of a browser that has signed in before, or an empty string."""
        return self.access.browser(cookies.value(cookie_header, self.browser_cookie))

    def count_own_link(self, cookie_header: str) -> bool:
        """Counts a link towards the browser's limit. Returns False for unknown browsers and if the limit is reached."""
        browser = self.known_browser(cookie_header)
        return bool(browser) and self._known_browsers.try_acquire(browser) == 0

    async def use_link(self, token: str) -> SignedIn | None:
        return await asyncio.to_thread(self.access.use_link, token)

    async def sign_out(self, cookie_header: str) -> None:
        await asyncio.to_thread(self.access.sign_out, cookies.value(cookie_header, self.cookie))

    async def sign_out_everywhere(self) -> None:
        await asyncio.to_thread(self.access.sign_out_everywhere)


def open_desk(settings: Settings) -> Desk | None:
    """Returns the desk, or None if email or session keys are not configured."""
    try:
        return Desk(settings) if settings.smtp_url else None
    except SettingsError:
        return None


@cache
def desk() -> Desk | None:
    return open_desk(settings())


def warn_without_desk(settings: Settings) -> None:
    if settings.smtp_url is None:
        return
    try:
        session_keys(settings)
    except SettingsError as error:
        logger.warning("%s; the desk is off", error)
