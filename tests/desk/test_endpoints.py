import asyncio

import httpx
import pytest

from app.desk import desk as module
from app.desk.desk import Desk, open_desk, warn_without_desk
from app.desk.limits import (
    KNOWN_BROWSER_BURST,
    KNOWN_BROWSER_RATE,
    LINK_TTL_SECONDS,
    SESSION_TTL_SECONDS,
    SIGN_IN_BURST,
)
from app.inquiries import limits
from app.inquiries.service import warn_without_mail_server
from app.server.compose import compose
from app.settings import Settings, SettingsError, load
from tests.desk.conftest import SITE, Studio
from tests.fakes.smtp import text_of
from tests.support.databases import destroy, rows
from tests.support.inquiries import FILLED, JSON, PDF, open_site
from tests.support.inquiry_factory import add_inquiry
from tests.support.mails import html_of, parsed
from tests.support.members import OTHER_KEY
from tests.support.small_site import reflex
from tests.support.workshops import LISTED, needs_dates

pytestmark = pytest.mark.anyio

ID = "0b1e7d8e-3f2a-4c11-9a55-6e1f0a7f2c3d"
BELOW = (
    "/desk",
    "/en/desk",
    "/desk/",
    f"/desk/inquiries/{ID}",
    f"/en/desk/inquiries/{ID}",
    "/desk/inquiries/nope",
    f"/desk/files/{ID}/1",
    "/desk/sign-out",
    "/desk/sign-in/nope",
    "/desk/nope",
)
SIGN_IN = ("/desk/sign-in", "/en/desk/sign-in", "/desk/sign-in/open", "/desk/sign-in/sent", "/desk/sign-in/expired")
CROSS_SITE = ({"origin": "https://evil.test"}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"})
HTML = {"accept": "text/html"}


def without_path(answer: httpx.Response) -> tuple[int, str, list[str]]:
    path = answer.request.url.path
    return answer.status_code, answer.text.replace(path, "PATH"), sorted(set(answer.headers) - {"x-request-id"})


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT"])
async def test_a_stranger_gets_the_404_of_an_unknown_address(studio: Studio, method: str) -> None:
    for path in BELOW:
        if (method, path) == ("POST", "/desk/sign-out"):
            continue
        unknown = "/en/nope" if path.startswith("/en") else "/nope"
        answer = await studio.client.request(method, path, headers=HTML)
        assert answer.status_code == 404 and "set-cookie" not in answer.headers, path
        assert without_path(answer) == without_path(await studio.client.request(method, unknown, headers=HTML)), path


async def test_only_the_pages_for_signing_in_are_there_for_strangers(studio: Studio) -> None:
    for path in SIGN_IN:
        answer = await studio.client.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), path
        assert "studio@otisk.test" not in answer.text and answer.headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", SIGN_IN)
async def test_a_slash_at_the_end_is_redirected(studio: Studio, path: str) -> None:
    answer = await studio.client.get(f"{path}/", params={"token": "x"})
    assert (answer.status_code, answer.headers["location"]) == (308, f"{path}?token=x")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("missing", ["smtp_url", "session keys"])
async def test_without_mail_or_keys_there_is_no_desk(
    studio: Studio, missing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings = studio.settings
    if missing == "smtp_url":
        settings = settings.model_copy(update={"smtp_url": None})
    else:

        def no_keys(*_arguments: object) -> tuple[str, ...]:
            raise SettingsError("SESSION_KEYS is not set")

        monkeypatch.setattr(module, "session_keys", no_keys)
    desk = open_desk(settings)
    assert desk is None
    warn_without_mail_server(settings)
    warn_without_desk(settings)
    assert [record.getMessage().endswith("the desk is off") for record in caplog.records] == [True]
    async with open_site(settings, desk=desk) as client:
        for path in (*BELOW, *SIGN_IN):
            assert (await client.get(path)).status_code == 404, path
        assert (await client.post("/desk/sign-in")).status_code == 404
        assert (await client.get("/_health")).json()["desk"] == "off"
    assert (await studio.client.get("/_health")).json()["desk"] == "on"


async def test_signing_in(studio: Studio) -> None:
    inquiry = add_inquiry(studio.store)
    [link] = await studio.ask(inquiry)
    [mail] = studio.mails
    assert mail["To"] == "studio@otisk.test" and mail["From"].endswith(" <web@otisk.test>")
    assert (await studio.client.get(link)).status_code == 200, "mail scanners open links"
    assert (await studio.client.get("/desk")).status_code == 404
    answer = await studio.client.post(link)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/desk/inquiries/{inquiry}")
    assert answer.headers["cache-control"] == "no-store"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and f"Max-Age={SESSION_TTL_SECONDS}" in cookie
    for path in ("/desk", f"/en/desk/inquiries/{inquiry}"):
        page = await studio.client.get(path)
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert (await studio.client.get("/desk/nope")).status_code == 404


async def test_the_cookie_on_https(studio: Studio) -> None:
    settings = studio.settings.model_copy(update={"site_url": "https://otisk.test"})
    desk = Desk(settings, clock=studio.time)
    async with open_site(settings, desk=desk) as client:
        token = await desk.new_link("")
        answer = await client.post("/desk/sign-in/open", params={"token": token})
    assert answer.headers["set-cookie"].startswith("__Host-desk=") and "Secure" in answer.headers["set-cookie"]
    assert "Domain" not in answer.headers["set-cookie"] and "Path=/;" in answer.headers["set-cookie"]
    assert "__Host-desk_browser=" in answer.headers["set-cookie"] and answer.headers["set-cookie"].count("Secure") == 2


@needs_dates
async def test_staff_may_book_more_places_than_one_date_has(desk_settings: Settings) -> None:
    """The studio uses the form for bookings that it receives by phone."""
    desk = Desk(desk_settings)
    signed_in = await desk.use_link(await desk.new_link("") or "")
    assert signed_in
    first, second = LISTED[:2]
    booking = FILLED | {"what": "workshop", "workshop": first.id, "pieces": str(first.places)}
    more = booking | {"workshop": second.id, "pieces": "2"}
    transport = httpx.ASGITransport(compose(desk_settings, desk=desk)(reflex()))
    async with httpx.AsyncClient(transport=transport, base_url=SITE, headers=JSON) as client:

        async def send(fields: dict[str, str], cookie: str = "") -> int:
            headers = {"cookie": f"{desk.cookie}={cookie}"}
            files = [("files", ("", b""))]
            return (await client.post("/inquiries", data=fields, files=files, headers=headers)).status_code

        assert await send(booking) == 201
        assert [await send(more, cookie) for cookie in ("", "forged", signed_in.cookie)] == [409, 409, 201]
        assert await send(booking | {"email": "eva@example.com", "pieces": "1"}, signed_in.cookie) == 409, "capacity"
        others = [FILLED | {"message": f"Number {number}"} for number in range(limits.SENDER_LIMITS[0].count)]
        assert [await send(fields) for fields in others][-1] == 429
        assert await send(others[-1], signed_in.cookie) == 201


@pytest.mark.daily
async def test_a_link_works_once_also_in_two_processes(studio: Studio) -> None:
    [link] = await studio.ask()
    token = link.partition("token=")[2]
    processes = [studio.desk, Desk(studio.settings, clock=studio.time)] * 10
    used = await asyncio.gather(*(desk.use_link(token) for desk in processes))
    assert len([each for each in used if each]) == 1
    answer = await studio.client.post(link)
    assert (answer.headers["location"], "set-cookie" in answer.headers) == ("/desk/sign-in/expired", False)


async def test_a_second_press_of_the_button_leads_to_the_desk(studio: Studio) -> None:
    [link] = await studio.ask()
    for _press in range(2):
        assert (await studio.client.post(link)).headers["location"] == "/desk"
    assert (await studio.client.get("/desk")).status_code == 200


async def test_other_links_do_not_work(studio: Studio) -> None:
    await studio.ask()
    for token in ("", "a", "a" * 43, "a" * 5000, "%00", "' OR 1=1"):
        answer = await studio.client.post("/en/desk/sign-in/open", params={"token": token})
        assert (answer.headers["location"], "set-cookie" in answer.headers) == ("/en/desk/sign-in/expired", False)


async def test_a_link_expires(studio: Studio) -> None:
    [link] = await studio.ask()
    studio.time.passes(LINK_TTL_SECONDS + 1)
    assert (await studio.client.post(link)).headers["location"] == "/desk/sign-in/expired"


async def test_a_session_expires(studio: Studio) -> None:
    await studio.sign_in()
    studio.time.passes(SESSION_TTL_SECONDS - 100)
    assert (await studio.client.get("/desk")).status_code == 200
    studio.time.passes(200)
    assert (await studio.client.get("/desk")).status_code == 404


async def test_mails_are_limited_and_the_answer_says_nothing(studio: Studio) -> None:
    for _number in range(3):
        await studio.ask()
    assert len(studio.mails) == 1, "one a minute"
    for _number in range(10):
        studio.time.passes(61)
        await studio.ask()
    assert len(studio.mails) == 5, "five an hour"
    studio.time.passes(3600)
    await studio.ask()
    assert len(studio.mails) == 6


async def test_strangers_cannot_use_up_the_links_of_a_browser_that_has_signed_in(studio: Studio) -> None:
    await studio.cookie()
    await studio.client.post("/desk/sign-out")
    async with open_site(studio.settings, desk=studio.desk) as stranger:
        for _number in range(10):
            await stranger.post("/desk/sign-in")
            studio.time.passes(61)
        assert len(studio.mails) == 5
        stranger.cookies.set("desk_browser", "made-up")
        await stranger.post("/desk/sign-in")
        assert len(studio.mails) == 5
    for _number in range(10):
        await studio.ask()
    assert len(studio.mails) == 5 + KNOWN_BROWSER_BURST
    for seconds in (1 / KNOWN_BROWSER_RATE - 5, 6):
        studio.time.passes(seconds)
        await studio.ask()
    assert len(studio.mails) == 5 + KNOWN_BROWSER_BURST + 1, "refused requests do not count"
    assert (await studio.client.post(studio.links[-1])).headers["location"] == "/desk"


async def test_a_flood_of_requests_does_not_reach_the_database(studio: Studio) -> None:
    await studio.cookie()
    link = studio.links[-1]
    studio.time.passes(3600)
    async with open_site(studio.settings, desk=studio.desk) as stranger:
        for headers in CROSS_SITE * SIGN_IN_BURST:
            assert (await stranger.post("/desk/sign-in", headers=headers)).status_code == 403
        paths = ("/desk/sign-in", link) * SIGN_IN_BURST
        answers = [await stranger.post(path) for path in paths]
        assert {answer.status_code for answer in answers[:SIGN_IN_BURST]} == {303}
        refused = [answer for answer in answers if answer.status_code == 429]
        assert {answer.url.path for answer in refused} == {"/desk/sign-in", "/desk/sign-in/open"}
        assert refused[0].headers["retry-after"]
        stranger.cookies = studio.client.cookies
        for path in ("/desk/sign-in", link):
            assert (await stranger.post(path)).status_code == 303, "a browser that has signed in before"


@pytest.mark.daily
async def test_a_flood_of_requests_sends_one_mail(studio: Studio) -> None:
    await asyncio.gather(*(studio.ask() for _number in range(30)))
    assert len(studio.mails) == 1


async def test_a_mail_server_that_fails_is_logged_without_the_link(
    studio: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    studio.mailbox.mood = "refusing"
    assert await studio.ask() == []
    [record] = [record for record in caplog.records if record.name.startswith("app.desk")]
    assert "sign-in mail failed" in record.getMessage() and "token" not in record.getMessage()


@pytest.mark.parametrize("inquiry", ["nope", "../../patreon", "//evil.test", ID.upper(), ID + "/x"])
async def test_a_link_leads_to_the_desk_only(studio: Studio, inquiry: str) -> None:
    [link] = await studio.ask(inquiry)
    assert (await studio.client.post(link)).headers["location"] == "/desk"


async def test_the_mail_about_an_inquiry_leads_to_it(studio: Studio) -> None:
    from app.inquiries.mail import compose as compose_mail
    from app.inquiries.store import STUDIO

    id = add_inquiry(studio.store)
    stored = studio.store.find(id)
    assert stored
    mail = parsed(compose_mail(stored, STUDIO, studio.settings))
    link = f"{SITE}/desk/sign-in?inquiry={id}"
    assert link in text_of(mail) and link in html_of(mail)
    assert (await studio.client.get(link)).status_code == 200
    await studio.sign_in()
    answer = await studio.client.get(link)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/desk/inquiries/{id}")


@pytest.mark.parametrize("headers", CROSS_SITE)
async def test_requests_of_other_sites_are_refused(studio: Studio, headers: dict[str, str]) -> None:
    [link] = await studio.ask()
    studio.time.passes(61)
    assert (await studio.client.post("/desk/sign-in", headers=headers)).status_code == 403
    assert len(studio.mails) == 1
    assert (await studio.client.post(link, headers=headers)).status_code == 403
    await studio.client.post(link)
    assert (await studio.client.post("/desk/sign-out", headers=headers)).status_code == 403
    assert (await studio.client.get("/desk")).status_code == 200


async def test_no_other_method_signs_in_or_out(studio: Studio) -> None:
    await studio.sign_in()
    assert (await studio.client.get("/desk/sign-out")).status_code == 405
    for method in ("PUT", "DELETE"):
        assert (await studio.client.request(method, "/desk/sign-in/open")).status_code == 405


async def test_signing_out(studio: Studio) -> None:
    cookie = {"cookie": await studio.cookie()}
    answer = await studio.client.post("/en/desk/sign-out")
    assert (answer.headers["location"], "Max-Age=0" in answer.headers["set-cookie"]) == ("/en/desk/sign-in", True)
    assert (await studio.client.get("/desk", headers=cookie)).status_code == 404, "the cookie itself is worthless"


async def test_signing_out_everywhere(studio: Studio) -> None:
    other = {"cookie": await studio.cookie()}
    studio.client.cookies.clear()
    await studio.sign_in()
    *_used, unused = await studio.ask()
    studio.time.passes(61)
    assert (await studio.client.get("/desk", headers=other)).status_code == 200
    await studio.client.post("/desk/sign-out?everywhere")
    studio.client.cookies.clear()
    assert (await studio.client.get("/desk", headers=other)).status_code == 404
    assert (await studio.client.post(unused)).headers["location"] == "/desk/sign-in/expired"
    again = await studio.sign_in()
    assert again.headers["location"] == "/desk"


async def test_signing_out_again_leads_to_the_sign_in_page(studio: Studio) -> None:
    other = {"cookie": await studio.cookie()}
    studio.client.cookies.clear()
    for path in ("/desk/sign-out", "/desk/sign-out?everywhere"):
        answer = await studio.client.post(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/desk/sign-in")
    assert (await studio.client.get("/desk", headers=other)).status_code == 200, "a stranger ends no session"


async def test_another_key_opens_no_session(studio: Studio) -> None:
    cookie = {"cookie": await studio.cookie()}
    settings = load(**{**studio.settings.model_dump(), "session_keys": OTHER_KEY, "_env_file": None})
    assert await Desk(settings, clock=studio.time).session(cookie["cookie"]) is None
    tampered = cookie["cookie"][:-2] + "AA"
    assert (await studio.client.get("/desk", headers={"cookie": tampered})).status_code == 404


@pytest.mark.daily
async def test_the_database_has_only_hashes(studio: Studio) -> None:
    [link] = await studio.ask()
    token = link.partition("token=")[2]
    await studio.client.post(link)
    stored = [rows(studio.store.database, f"SELECT * FROM {table}") for table in ("desk_links", "desk_sessions")]
    values = [value for table in stored for row in table for value in row]
    assert all(stored) and not any(token in str(value) or token.encode() == value for value in values)


@pytest.mark.daily
async def test_without_the_database_nobody_is_in(studio: Studio) -> None:
    await studio.sign_in()
    destroy(studio.store.database)
    assert (await studio.client.get("/desk")).status_code == 503
    studio.client.cookies.clear()
    assert (await studio.client.get("/desk")).status_code == 404
    assert (await studio.client.post("/desk/sign-in")).status_code == 503


async def test_files_are_downloads(studio: Studio) -> None:
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    id = add_inquiry(studio.store, PDF, svg)
    address = f"/desk/files/{id}"
    assert (await studio.client.get(f"{address}/1")).status_code == 404, "strangers"
    await studio.sign_in()
    for number, content in enumerate((PDF, svg), 1):
        answer = await studio.client.get(f"{address}/{number}")
        assert (answer.status_code, answer.content) == (200, content)
        name = f"{id[:8].upper()}-{number}.pdf"
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
    for path in (f"{address}/0", f"{address}/3", f"{address}/1/", f"{address}/../1", f"/desk/files/{ID}/1"):
        assert (await studio.client.get(path)).status_code in (400, 404), path
    assert (await studio.client.head(f"{address}/1")).headers["content-length"] == str(len(PDF))
