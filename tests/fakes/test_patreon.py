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
    CREATOR_TOKEN,
    Fake,
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
