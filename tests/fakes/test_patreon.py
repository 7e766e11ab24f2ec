"""The fake Patreon behaves as Patreon's documentation describes."""

from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from app.content.club import TIERS
from tests.fakes.campaign import PROOF, TIER_IDS, TITLES, people
from tests.fakes.patreon import (
    CLIENT_ID,
    CLIENT_SECRET,
    CREATOR_REFRESH_TOKEN,
    CREATOR_TOKEN,
    MAX_PAGE_SIZE,
    Fake,
    running,
)

pytestmark = pytest.mark.anyio

BACK = "http://localhost:8000/en/patreon/callback"
CREATOR = {"authorization": f"Bearer {CREATOR_TOKEN}"}
CLIENT = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
POSTS = "/api/oauth2/v2/campaigns/9/posts"


@pytest.fixture
def fake() -> Fake:
    return Fake()


@pytest.fixture
async def client(fake) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(fake.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://patreon.test") as client:
        yield client


async def token(client: httpx.AsyncClient, code: str, **more: str) -> httpx.Response:
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, **CLIENT, **more}
    return await client.post("/api/oauth2/token", data=form)


def test_tiers_are_those_of_the_site():
    assert set(TIER_IDS) == {tier.slug for tier in TIERS}
    assert [TITLES[TIER_IDS[tier.slug]][1] for tier in TIERS] == [tier.crowns * 100 for tier in TIERS]


async def test_authorize(client):
    query = {"response_type": "code", "client_id": CLIENT_ID, "redirect_uri": BACK, "state": 'a"b', "scope": "identity"}
    page = await client.get("/oauth2/authorize", params=query)
    assert all(f'id="{key}"' in page.text for key in (*people(), "deny")) and "<b>Nová" not in page.text
    yes = await client.get("/oauth2/agree", params={"redirect_uri": BACK, "state": "s", "person": "proof"})
    no = await client.get("/oauth2/agree", params={"redirect_uri": BACK, "state": "s"})
    assert parse_qs(urlsplit(yes.headers["location"]).query).keys() == {"code", "state"}
    assert no.headers["location"] == f"{BACK}?error=access_denied&state=s"
    for wrong in ({"client_id": "x"}, {"redirect_uri": "http://evil.test/"}, {"response_type": "token"}):
        assert (await client.get("/oauth2/authorize", params={**query, **wrong})).status_code == 400


async def test_people_are_created_on_demand(client, fake):
    back = {"redirect_uri": BACK, "state": "s"}
    for key in ("proof-1", "proof-17", "free-17"):
        agreed = await client.get("/oauth2/agree", params={**back, "person": key})
        assert "code=" in agreed.headers["location"]
    one, other, free = (fake.people[key] for key in ("proof-1", "proof-17", "free-17"))
    assert (one.name, one.tiers, free.tiers) == ("Pavla Nováková 1", people()["proof"].tiers, people()["free"].tiers)
    assert len({one.user, other.user, free.user}) == len({one.member, other.member, free.member}) == 3
    answer = await client.get(f"/api/oauth2/v2/members/{other.member}", headers=CREATOR)
    assert answer.json()["data"]["id"] == other.member
    for nobody in ("nobody-1", "proof-x", "-1"):
        assert "error=" in (await client.get("/oauth2/agree", params={**back, "person": nobody})).headers["location"]


async def test_code_is_good_once(client, fake):
    code = fake.code("proof", BACK)
    pair = (await token(client, code)).json()
    assert pair.keys() == {"access_token", "refresh_token", "expires_in", "scope", "token_type"}
    again = await token(client, code)
    assert (again.status_code, again.json()) == (401, {"error": "invalid_grant"})
    assert (await token(client, fake.code("proof", "http://localhost/patreon/callback"))).status_code == 401
    assert (await token(client, fake.code("proof", BACK), client_secret="x")).json() == {"error": "invalid_client"}


async def test_refreshed_creator_tokens_replace_the_old_ones(client, fake):
    await client.post("/_fake", json={"expire": True})
    assert (await client.get(POSTS, headers=CREATOR)).status_code == 401
    form = {"grant_type": "refresh_token", "refresh_token": CREATOR_REFRESH_TOKEN, **CLIENT}
    pair = (await client.post("/api/oauth2/token", data=form)).json()
    assert pair["expires_in"] == 31 * 24 * 3600
    renewed = {"authorization": f"Bearer {pair['access_token']}"}
    assert (await client.get(POSTS, headers=renewed)).status_code == 200
    assert (await client.post("/api/oauth2/token", data=form)).json() == {"error": "invalid_grant"}
    await client.post("/_fake", json={"reset": True})
    assert (await client.get(POSTS, headers=CREATOR)).status_code == 200
    owner = (await client.get("/api/oauth2/v2/campaigns/9", headers=CREATOR, params={"include": "creator"})).json()
    assert owner["data"]["relationships"]["creator"]["data"] == {"type": "user", "id": people()["creator"].user}


async def test_an_identity_has_the_requested_fields(client, fake):
    access = (await token(client, fake.code("proof", BACK))).json()["access_token"]
    headers, path = {"authorization": f"Bearer {access}"}, "/api/oauth2/v2/identity"
    bare = (await client.get(path, headers=headers)).json()
    assert bare["data"] == {"type": "user", "id": "101", "attributes": {}} and "included" not in bare
    asked = {
        "include": "memberships.currently_entitled_tiers,memberships.campaign",
        "fields[user]": "full_name",
        "fields[member]": "patron_status",
        "fields[tier]": "title",
    }
    full = (await client.get(path, headers=headers, params=asked)).json()
    assert full["data"]["attributes"] == {"full_name": "Pavla Nováková"}
    included = {item["type"]: item for item in full["included"]}
    assert included["tier"] == {"type": "tier", "id": PROOF, "attributes": {"title": "Proof"}}
    member = included["member"]
    assert member["attributes"] == {"patron_status": "active_patron"}
    assert member["relationships"]["campaign"]["data"] == {"type": "campaign", "id": "9"}
    refused = await client.get(path)
    assert refused.status_code == 401 and refused.json()["errors"][0]["code_name"] == "Unauthorized"


async def test_posts_page_by_page_oldest_first(client):
    params = {"fields[post]": "tiers,url,published_at"}
    pages = []
    while True:
        page = (await client.get(POSTS, params=params, headers=CREATOR)).json()
        pages.append(page["data"])
        if not (cursor := page["meta"]["pagination"]["cursors"]["next"]):
            break
        params["page[cursor]"] = cursor
    posts = [post for page in pages for post in page]
    assert len(pages) > 2 and max(map(len, pages)) == MAX_PAGE_SIZE
    assert page["meta"]["pagination"]["total"] == len(posts)
    days = [post["attributes"]["published_at"] for post in posts if post["attributes"]["published_at"]]
    assert days == sorted(days)
    kinds = {type(tier) for post in posts for tier in post["attributes"]["tiers"] or []}
    assert kinds == {int, str} and posts[0]["attributes"]["url"].startswith("/")
    expired = await client.get(POSTS, params={"page[cursor]": "b2xk"}, headers=CREATOR)
    assert expired.json()["errors"][0]["code"] == 3
    assert expired.json()["errors"][0]["source"] == {"parameter": "page[cursor]"}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"members/{people()['former'].member}", 200),
        (f"members/{people()['neighbour'].member}", 404),
        ("campaigns/9", 200),
        ("campaigns/77/posts", 404),
    ],
)
async def test_what_the_creator_may_see(client, path, status):
    assert (await client.get(f"/api/oauth2/v2/{path}", headers=CREATOR)).status_code == status
    assert (await client.get(f"/api/oauth2/v2/{path}")).status_code == 401


async def test_requests_without_a_user_agent_are_refused(client):
    answer = await client.get(POSTS, headers={**CREATOR, "user-agent": ""})
    assert answer.status_code == 403 and answer.headers["content-type"].startswith("text/html")


def test_as_a_program():
    with running() as fake:
        picture = httpx.get(f"{fake.url}/media/hands.jpg", trust_env=False)
        assert picture.headers["content-type"] == "image/jpeg"
        fake.tell(dropped=True)
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(fake.url + POSTS, headers=CREATOR, trust_env=False)
        assert fake.asked() == {POSTS: 1}
    assert fake.process.returncode == 0
