import pytest

from app.members import documents, patreon_api
from app.members.documents import MAX_HTML_CHARS
from app.members.patreon_api import PatreonUnavailableError
from tests.fakes.campaign import ARCHIVE, EDITION, FREE, PROOF, people
from tests.support.patreon_client import client_answering, client_by_path, every_post

pytestmark = pytest.mark.anyio


async def test_the_headers_of_requests(patreon, network):
    await patreon.tiers()
    headers = network.requests[0].headers
    assert headers["user-agent"] == patreon_api.USER_AGENT
    assert headers["authorization"] == "Bearer otisk-creator-token"
    assert headers["accept-encoding"] == "identity"


async def test_tiers(patreon, network):
    tiers = await patreon.tiers()
    assert "published" in network.requests[-1].url.params["fields[tier]"].split(",")
    assert {id: tier.cents for id, tier in tiers.items()} == {FREE: 0, PROOF: 15000, EDITION: 35000, ARCHIVE: 90000}
    assert tiers[PROOF].title == "Proof"


async def test_posts_of_all_pages_are_normalised(patreon, network):
    posts = await every_post(patreon)
    assert [post.id for post in posts] == [str(8001 + n) for n in range(13)] + ["8015"]
    assert network.asked("/posts") == 4
    by_id = {post.id: post for post in posts}
    assert by_id["8002"].tiers == {PROOF, EDITION, ARCHIVE} and by_id["8006"].tiers == frozenset()
    assert by_id["8001"].public and not by_id["8002"].public
    assert by_id["8002"].url == "http://patreon.test/posts/otisk-8002"
    assert by_id["8002"].published.isoformat() == "2025-02-03T08:30:00+00:00"
    assert by_id["8007"].embeds == ("https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=12s",)


async def test_owner(patreon, network):
    assert await patreon.owner() == people()["creator"].user
    assert network.requests[-1].url.params["include"] == "creator"


@pytest.mark.parametrize(
    "data",
    [
        {"id": "9"},
        {"id": "77", "relationships": {"creator": {"data": {"type": "user", "id": "1"}}}},
        {"id": "9", "relationships": {"creator": {"data": [{"id": "1"}, {"id": "2"}]}}},
        {"id": "9", "relationships": {"creator": {"data": {"id": "../1"}}}},
    ],
)
async def test_an_ambiguous_owner_is_an_error(settings, data):
    with pytest.raises(PatreonUnavailableError):
        await client_by_path(settings, campaigns={"data": data}).owner()


@pytest.mark.parametrize(("cents", "known"), [(15000, 15000), (10**400, 0), (-1, 0), ("1", 0), (1.5, 0), (None, 0)])
async def test_odd_prices(settings, cents, known):
    tier = {"type": "tier", "id": "1", "attributes": {"title": "T" * 10_000, "amount_cents": cents}}
    tiers = await client_by_path(settings, campaigns={"data": {"id": "9"}, "included": [tier]}).tiers()
    assert (tiers["1"].cents, len(tiers["1"].title)) == (known, documents.MAX_TITLE_CHARS)


@pytest.mark.parametrize(("published", "known"), [(True, True), (False, False), (None, True)])
async def test_withdrawn_tiers(settings, published, known):
    tier = {"type": "tier", "id": "1", "attributes": {"published": published}}
    answer = {"data": {"id": "9"}, "included": [tier]}
    assert (await client_by_path(settings, campaigns=answer).tiers())["1"].published is known


@pytest.mark.parametrize(
    "answer",
    [
        {"data": {"id": "9", "relationships": {"tiers": {"data": [{"type": "tier", "id": "1"}]}}}},
        {"data": {"id": "9"}},
        {},
    ],
)
async def test_an_answer_without_the_tiers_is_an_error(settings, answer):
    with pytest.raises(PatreonUnavailableError):
        await client_by_path(settings, campaigns=answer).tiers()


async def test_a_campaign_without_tiers(settings):
    answer = {"data": {"id": "9", "relationships": {"tiers": {"data": []}}}}
    assert await client_by_path(settings, campaigns=answer).tiers() == {}


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"published_at": "2025-01-01T00:00:00Z"}, {"public": False, "tiers": frozenset(), "title": ""}),
        ({"published_at": "2025-01-01", "is_public": 1}, {"public": False}),
        ({"published_at": "2025-01-01", "tiers": [1, "2", {"id": 3}]}, {"tiers": frozenset("123")}),
        # a post with an invalid tier must not become public
        ({"published_at": "2025-01-01", "tiers": [None, True]}, {"tiers": frozenset("?")}),
        ({"published_at": "2025-01-01", "tiers": {"data": [{"id": "1"}]}}, {"tiers": frozenset("?")}),
        ({"published_at": "2025-01-01", "tiers": "1"}, {"tiers": frozenset("?")}),
        ({"published_at": "2025-01-01", "tiers": 0}, {"tiers": frozenset("?")}),
        ({"published_at": "2025-01-01", "tiers": None}, {"tiers": frozenset()}),
        ({"published_at": "2025-01-01", "content": "<p>\ud83d</p>", "title": "\udca9"}, {"content": "<p>\ufffd</p>"}),
        ({"published_at": "2025-01-01", "content": 5}, {"content": ""}),
        ({"published_at": "2025-01-01", "content": "x" * (MAX_HTML_CHARS + 1)}, {"content": "x" * MAX_HTML_CHARS}),
        ({"published_at": "2025-01-01", "content": "ab " * MAX_HTML_CHARS}, {"shortened": True}),
        ({"published_at": "2025-01-01", "content": "ab " * 5}, {"content": "ab " * 5, "shortened": False}),
        ({"published_at": "2025-01-01", "content": " " * (MAX_HTML_CHARS + 1)}, {"content": "", "shortened": True}),
        ({"published_at": "0001-01-01T00:00:00+14:00"}, None),
        ({"published_at": "9999-12-31T23:59:59-14:00"}, None),
        ({"published_at": "2025-01-01", "url": "javascript:alert(1)"}, {"url": "http://patreon.test"}),
        ({"published_at": "2025-01-01", "url": "http://["}, {"url": "http://patreon.test"}),
        ({"published_at": "2025-01-01", "url": None}, {"url": "http://patreon.test/posts/1"}),
        ({"published_at": "2025-01-01", "embed_url": "javascript:x", "embed_data": []}, {"embeds": ()}),
        ({"published_at": "2025-01-01", "embed_data": {"url": "https://a.test"}}, {"embeds": ("https://a.test",)}),
        ({"published_at": "2025-01-01T02:00:00+02:00"}, {"title": "", "content": ""}),
        ({"published_at": None}, None),
        ({"published_at": 5}, None),
        ({}, None),
    ],
)
async def test_odd_posts(settings, attributes, expected):
    kinds = ("user", None, 5, True, [], {"post": 1})
    odd = [None, 1, {}, {"id": "../x", "attributes": attributes}]
    odd += [{"id": "1", "type": kind, "attributes": attributes} for kind in kinds]
    posts = await every_post(client_answering(settings, {"data": [*odd, {"id": "1", "attributes": attributes}]}))
    assert len(posts) == (expected is not None)
    for name, value in (expected or {}).items():
        assert getattr(posts[0], name) == value
