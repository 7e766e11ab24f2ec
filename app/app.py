"""The Reflex application: pages, middleware, and guards for websockets and uploads."""

from functools import partial

from app.all_pages import app_with_pages
from app.desk.state import DeskMiddleware, DeskState, session_of
from app.members.handshake import cookie
from app.members.resume import ResumeMiddleware
from app.members.socket_guard import SocketGuard
from app.members.state import MembersState, SessionMiddleware
from app.members.tabs import Tabs, forgetting_closed_tabs
from app.members.uploads import UploadGuard
from app.seam import events, uploads
from app.seam.handlers import allowed_events
from app.seam.short_path import ShortPath
from app.seam.states import AppStates
from app.settings import settings

app = app_with_pages()
tabs = Tabs(AppStates(app))
socket_guard = partial(
    SocketGuard, settings=settings(), tabs=tabs, allowed_events=allowed_events, session_of=session_of
)
upload_guard = partial(
    UploadGuard,
    settings=settings(),
    tabs=tabs,
    allowed_events=allowed_events,
    session_of=session_of,
    process=uploads.processing(app),
)
app.api_transformer = (upload_guard, socket_guard)
app.add_middleware(events.RepeatMiddleware(), index=0)
app.add_middleware(ResumeMiddleware([MembersState, DeskState]), index=0)
app.add_middleware(SessionMiddleware(), index=0)
app.add_middleware(DeskMiddleware(), index=0)
app.add_middleware(ShortPath(), index=0)
app.register_lifespan_task(events.log_console)
app.register_lifespan_task(events.take_over, of=app, identity=cookie.get)
app.register_lifespan_task(forgetting_closed_tabs, tabs=tabs)
