"""The client: what it asks, and what it makes of whatever comes back."""

import asyncio
import json

import httpx
import pytest

from app.members import documents, patreon, patreon_api
from app.members.creator import Creator
from app.members.models import Standing
from app.members.patreon import Patreon
from app.members.patreon_api import Api, GrantRefusedError, NotFoundError, PatreonUnavailableError
from app.members.session import Seal
from app.members.store import MemoryStore, Store
from tests.fakes.club import ARCHIVE, EDITION, FREE, PROOF, people
from tests.support.members import KEY, Time

pytestmark = pytest.mark.anyio
BACK = "http://otisk.test/patreon/callback"
PROOF_MEMBER = str(people()["proof"].member)


@pytest.fixture
async def client(settings, network, time):
    client = having(settings, network, time)
    yield client
    await client._api.close()


def answering(settings, answer: httpx.Response | object, time: Time | None = None) -> Patreon:
    """A client of a Patreon that always answers like this."""
    response = answer if isinstance(answer, httpx.Response) else httpx.Response(200, content=json.dumps(answer))
    content, headers = response.content, {"content-type": "application/json", **response.headers}
    transport = httpx.MockTransport(lambda _: httpx.Response(response.status_code, content=content, headers=headers))
    return having(settings, transport, time or Time())


def having(settings, transport: httpx.AsyncBaseTransport, time: Time, store: Store | None = None) -> Patreon:
    store = store or MemoryStore(clock=time)
    way = Api(settings.patreon_url, store, transport, time)
    return Patreon(settings, way, Creator(settings, way, store, store, Seal([KEY]), time))


async def no_turn() -> None:
    pass


async def every_post(client: Patreon) -> list[documents.RawPost]:
    return [post async for page in client.posts(no_turn) for post in page]


async def test_it_says_who_it_is(client, network):
    await client.tiers()
    (request,) = network.requests
    assert request.headers["user-agent"] == patreon_api.USER_AGENT
    assert request.headers["authorization"] == "Bearer otisk-creator-token"


async def test_tiers(client):
    tiers = await client.tiers()
    assert {id: tier.cents for id, tier in tiers.items()} == {FREE: 0, PROOF: 15000, EDITION: 35000, ARCHIVE: 90000}
    assert tiers[PROOF].title == "Proof"


async def test_posts_of_every_page_in_one_form(client, network):
    posts = await every_post(client)
    assert [post.id for post in posts] == [str(8001 + n) for n in range(13)] + ["8015"]
    assert network.asked("/posts") == 4
    by_id = {post.id: post for post in posts}
    assert by_id["8002"].tiers == {PROOF, EDITION, ARCHIVE} and by_id["8006"].tiers == frozenset()
    assert by_id["8001"].public and not by_id["8002"].public
    assert by_id["8002"].url == "http://patreon.test/posts/otisk-8002"
    assert by_id["8002"].published.isoformat() == "2025-02-03T08:30:00+00:00"
    assert by_id["8007"].embeds == ("https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=12s",)


@pytest.mark.parametrize(
    ("key", "standing"),
    [
        ("proof", Standing("active", frozenset([PROOF]))),
        ("declined", Standing("declined")),
        ("former", Standing("former")),
        ("free", Standing("never", frozenset([FREE]))),
    ],
)
async def test_standings(client, fake, key, standing):
    assert await client.standing(fake.people[key].member) == standing
    token = await client.token(fake.code(key, BACK), BACK)
    assert (await client.identity(token)).standing == standing


@pytest.mark.parametrize("key", ["nobody", "neighbour"])
async def test_no_member_of_ours(client, fake, key):
    with pytest.raises(NotFoundError):
        await client.standing(fake.people[key].member if key in fake.people else key)


# Everything is optional

MEMBERSHIPS = {"memberships": {"data": [{"type": "member", "id": "m1"}, {"type": "member", "id": "m2"}]}}


def by_path(settings, **answers: object) -> Patreon:
    """A client of a Patreon that answers by what stands in the path; 404 to everything else."""

    def answer(request: httpx.Request) -> httpx.Response:
        found = next((found for part, found in answers.items() if part in request.url.path), None)
        return httpx.Response(404, json={}) if found is None else httpx.Response(200, json=found)

    return having(settings, httpx.MockTransport(answer), Time())


def _member(id: str, campaign: str | None, status: object = "active_patron", tiers: object = ()) -> dict:
    related = {"currently_entitled_tiers": {"data": tiers}}
    if campaign:
        related["campaign"] = {"data": {"type": "campaign", "id": campaign}}
    return {"type": "member", "id": id, "attributes": {"patron_status": status}, "relationships": related}


@pytest.mark.parametrize(
    ("answer", "member", "standing"),
    [
        ({"data": {"id": "1"}}, None, Standing("never")),
        ({"data": {"id": 1, "attributes": None, "relationships": []}, "included": "x"}, None, Standing("never")),
        ({"data": {"id": "1", "relationships": MEMBERSHIPS}}, None, Standing("never")),
        (
            {"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [_member("m1", "77"), _member("m2", "9")]},
            "m2",
            Standing("active"),
        ),
        ({"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [_member("m1", "77"), _member("m2", "78")]},
         None, Standing("never")),
        ({"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [_member("m1", None)]},
         None, Standing("never")),
        ({"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [_member("m1", "9", 5, [{"id": 7}, {}, 3])]},
         "m1", Standing("never", frozenset(["7"]))),
    ],
)  # fmt: skip
async def test_odd_identities(settings, answer, member, standing):
    """What names no campaign is not ours, where asking for it does not show that it is."""
    identity = await by_path(settings, identity=answer).identity("token")
    assert (identity.user, identity.name, identity.member, identity.standing) == ("1", "", member, standing)


UNSAID = [
    _member("m1", None, "active_patron", [{"id": "7"}]),
    {"type": "member", "id": "m1", "attributes": {}},
    {"type": "member", "id": "m1", "relationships": {"campaign": {"data": {"id": "9"}}}},
    {**_member("m1", "9"), "attributes": {}},
    {**_member("m1", "9"), "relationships": {"campaign": {"data": {"id": "9"}}}},
    {"type": "user", "id": "m1"},
]


@pytest.mark.parametrize("said", UNSAID)
@pytest.mark.parametrize(
    ("found", "member", "standing"),
    [
        (_member("m1", "9", "active_patron", [{"id": "8"}]), "m1", Standing("active", frozenset("8"))),
        (_member("m1", "9", None), "m1", Standing("never")),
        (_member("m1", "77"), None, Standing("never")),
        (_member("m1", None), None, Standing("never")),
    ],
)
async def test_what_a_membership_does_not_say_is_asked(settings, said, found, member, standing):
    """With the creator's token; what that does not say either is a no."""
    answer = {"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [said]}
    identity = await by_path(settings, identity=answer, m1={"data": found}).identity("token")
    assert (identity.member, identity.standing) == (member, standing)


async def test_few_memberships_are_asked_about(settings):
    memberships = {"memberships": {"data": [{"type": "member", "id": f"m{n}"} for n in range(100)]}}
    client = by_path(settings, identity={"data": {"id": "1", "relationships": memberships}})
    asked = []
    client._creator.token = lambda: asked.append(1) or _soon("t")  # pyright: ignore
    assert (await client.identity("token")).member is None
    assert len(asked) == patreon.MAX_MEMBERSHIPS_CHECKED


async def _soon(value: str) -> str:
    return value


async def test_nobody_is_let_in_by_halves(client, fake):
    """Where the creator's token cannot tell, signing in fails: else a member would be none for thirty days."""
    fake.switches |= {"unnamed": True}
    token = await client.token(fake.code("proof", BACK), BACK)
    assert (await client.identity(token)).member == PROOF_MEMBER
    fake.switches |= {"broken": 500, "only": "/members/"}
    token = await client.token(fake.code("edition", BACK), BACK)
    with pytest.raises(PatreonUnavailableError):
        await client.identity(token)


async def test_members_of_other_campaigns_are_none_of_ours(client, fake):
    fake.switches |= {"unnamed": True}
    token = await client.token(fake.code("neighbour", BACK), BACK)
    assert (await client.identity(token)).member is None


async def test_owner(client, network):
    assert await client.owner() == people()["creator"].user
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
async def test_nobody_is_the_owner_in_doubt(settings, data):
    with pytest.raises(PatreonUnavailableError):
        await by_path(settings, campaigns={"data": data}).owner()


@pytest.mark.parametrize(("cents", "known"), [(15000, 15000), (10**400, 0), (-1, 0), ("1", 0), (1.5, 0), (None, 0)])
async def test_odd_prices(settings, cents, known):
    tier = {"type": "tier", "id": "1", "attributes": {"title": "T" * 10_000, "amount_cents": cents}}
    tiers = await by_path(settings, campaigns={"included": [tier]}).tiers()
    assert (tiers["1"].cents, len(tiers["1"].title)) == (known, documents.MAX_TITLE_CHARS)


@pytest.mark.parametrize(("given", "is_post"), [({}, True), ({"type": "post"}, True), ({"type": "tier"}, False)])
def test_a_post_by_its_type(given: dict, is_post: bool) -> None:
    data = {"id": "1", "attributes": {"published_at": "2025-01-01"}, **given}
    assert (documents.post(documents.Resource(data), "http://patreon.test") is not None) == is_post


@pytest.mark.parametrize("kind", [None, 5, True, [], {"post": 1}])
def test_a_type_that_is_no_text_is_no_post_s(kind: object) -> None:
    data = {"id": "1", "type": kind, "attributes": {"published_at": "2025-01-01"}}
    assert documents.post(documents.Resource(data), "http://patreon.test") is None


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"published_at": "2025-01-01T00:00:00Z"}, {"public": False, "tiers": frozenset(), "title": ""}),
        ({"published_at": "2025-01-01", "is_public": 1}, {"public": False}),
        ({"published_at": "2025-01-01", "tiers": [1, "2", {"id": 3}]}, {"tiers": frozenset("123")}),
        # What cannot be read must not open the post to everybody.
        ({"published_at": "2025-01-01", "tiers": [None, True]}, {"tiers": frozenset("?")}),
        ({"published_at": "2025-01-01", "tiers": {"data": [{"id": "1"}]}}, {"tiers": frozenset("?")}),
        ({"published_at": "2025-01-01", "tiers": "1"}, {"tiers": frozenset("?")}),
        ({"published_at": "2025-01-01", "tiers": 0}, {"tiers": frozenset("?")}),
        ({"published_at": "2025-01-01", "tiers": None}, {"tiers": frozenset()}),
        ({"published_at": "2025-01-01", "content": "<p>\ud83d</p>", "title": "\udca9"}, {"content": "<p>\ufffd</p>"}),
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
    odd = [None, 1, {}, {"id": "../x", "attributes": attributes}, {"id": "1", "type": "user", "attributes": attributes}]
    posts = await every_post(answering(settings, {"data": [*odd, {"id": "1", "attributes": attributes}]}))
    assert len(posts) == (expected is not None)
    for name, value in (expected or {}).items():
        assert getattr(posts[0], name) == value


# Failures


def reports(caplog) -> list[tuple[str, int | None]]:
    """What was reported of calls: operations and statuses."""
    return [(record.operation, record.status) for record in caplog.records if hasattr(record, "operation")]


IN_CIRCLES = {"data": [], "meta": {"pagination": {"cursors": {"next": "a"}}}}
USELESS = [
    (every_post, IN_CIRCLES, "ask for posts"),
    (every_post, {"data": {"id": "secret"}}, "ask for posts"),
    (every_post, {"x": "y" * 3000}, "ask for posts"),
    (lambda client: client.token("c", "r"), {"token": "secret"}, "exchange a code"),
    (lambda client: client.identity("t"), {"data": {"id": "../secret"}}, "identify a member"),
    (lambda client: client.standing("m1"), {"data": {"id": "secret"}}, "ask for a membership"),
    (lambda client: client.owner(), {"data": {"id": "secret"}}, "ask whose the campaign is"),
    (lambda client: client.token("c", "r"), {"access_token": "secret\n"}, "exchange a code"),
    (lambda client: client.token("c", "r"), {"access_token": "x" * 1001}, "exchange a code"),
    (lambda client: client.token("c", "r"), {"access_token": "x", "y": "x" * 300_000}, "exchange a code"),
    (lambda client: client.identity("t"), {"data": {"id": "1"}, "y": "x" * 300_000}, "identify a member"),
    (lambda client: client.standing("m1"), {"data": {"id": "m1"}, "y": "x" * 300_000}, "ask for a membership"),
]


@pytest.mark.parametrize(("ask", "answer", "operation"), USELESS, ids=[str(n) for n in range(len(USELESS))])
async def test_answers_of_no_use_are_reported_once(settings, caplog, monkeypatch, ask, answer, operation):
    monkeypatch.setattr(patreon_api, "MAX_ANSWER_BYTES", 2000)
    with pytest.raises(PatreonUnavailableError):
        await ask(answering(settings, answer))
    assert reports(caplog) == [(operation, None)]
    assert "secret" not in caplog.text


ASKING = {
    "exchange a code": lambda client: client.token("c", "r"),
    "identify a member": lambda client: client.identity("t"),
    "ask for the tiers": lambda client: client.tiers(),
    "ask for posts": every_post,
    "ask for a membership": lambda client: client.standing("m1"),
    "ask whose the campaign is": lambda client: client.owner(),
}


@pytest.mark.parametrize("status", [400, 401, 403, 404])
@pytest.mark.parametrize("operation", ASKING)
async def test_what_is_set_up_wrong_is_reported_once(settings, caplog, operation, status):
    """The client's secret, the creator's token, the campaign: no visitor is to blame for them."""
    expected = NotFoundError if (operation, status) == ("ask for a membership", 404) else PatreonUnavailableError
    with pytest.raises(expected):
        await ASKING[operation](answering(settings, httpx.Response(status, json={"error": "invalid_client"})))
    assert reports(caplog) == ([] if expected is NotFoundError else [(operation, status)])


@pytest.mark.parametrize("operation", list(ASKING)[1:])
async def test_only_a_code_is_refused(settings, caplog, operation):
    with pytest.raises(PatreonUnavailableError):
        await ASKING[operation](answering(settings, httpx.Response(401, json={"error": "invalid_grant"})))
    assert reports(caplog) == [(operation, 401)]


async def test_a_code_that_is_not_taken_is_no_failure(client, caplog):
    with pytest.raises(GrantRefusedError):
        await client.token("nonsense", BACK)
    assert reports(caplog) == []


ODD = [
    httpx.Response(200, html="<h1>Sorry</h1>"),
    httpx.Response(200, content=b""),
    httpx.Response(200, content=b"[]"),
    httpx.Response(200, content=b"[" * 100_000),
    httpx.Response(200, content=b"\xff"),
    httpx.Response(204),
    httpx.Response(302, headers={"location": "http://evil.test"}),
    httpx.Response(403, html="<h1>403</h1>"),
    httpx.Response(403, json={"errors": []}),
    httpx.Response(401, json={"errors": [{}]}),
    httpx.Response(404, html="x"),
    httpx.Response(500, json={}),
    httpx.Response(503, html="x"),
]


@pytest.mark.parametrize("answer", ODD, ids=lambda answer: f"{answer.status_code} {answer.text[:12]!r}")
async def test_what_is_no_answer(settings, answer):
    for ask in (lambda c: c.tiers(), lambda c: c.standing("m1"), every_post):
        with pytest.raises(PatreonUnavailableError):
            await ask(answering(settings, answer))


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.RemoteProtocolError, httpx.ReadError])
async def test_broken_connection_is_tried_once_more(client, network, error):
    network.breaks(error, times=1)
    assert len(await client.tiers()) == 4
    network.breaks(error, times=2)
    with pytest.raises(PatreonUnavailableError):
        await client.tiers()
    assert len(network.requests) == 4


async def test_slow_answer_is_not_tried_again(client, network):
    network.breaks(httpx.ReadTimeout)
    with pytest.raises(PatreonUnavailableError, match="ReadTimeout"):
        await client.tiers()
    assert len(network.requests) == 1


async def test_an_answer_that_never_ends(client, network, monkeypatch):
    monkeypatch.setattr(patreon_api, "TOTAL_TIMEOUT_SECONDS", 0.01)

    async def never(_request) -> None:
        await asyncio.Event().wait()

    network.fault = never
    with pytest.raises(PatreonUnavailableError, match="time"):
        await client.tiers()


def test_patreon_has_less_than_ten_seconds():
    assert patreon_api.HTTP_TIMEOUT.read and patreon_api.HTTP_TIMEOUT.read < patreon_api.TOTAL_TIMEOUT_SECONDS < 10


@pytest.mark.parametrize(
    ("header", "body", "seconds"),
    [
        ("30", None, 30),
        (None, 45, 45),
        ("soon", "x", 10),
        ("Mon, 21 Sep 2026 14:15:00 GMT", 20, 100),
        ("Mon, 21 Sep 2026 14:00:00 GMT", 20, 1),
        ("1e9", None, 600),
        ("1e999", None, 600),
        pytest.param(None, 10**400, 10, id="more than a float"),
    ],
)
async def test_rest(settings, header, body, seconds):
    time, asked = Time(), []
    errors = {"errors": [{"code_name": "RequestThrottled", "retry_after_seconds": body}]}

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(429, json=errors, headers={"retry-after": header} if header else {})

    client = having(settings, httpx.MockTransport(answer), time)
    for passing, count in ((0, 1), (seconds - 1, 1), (2, 2)):
        time.passes(passing)
        with pytest.raises(PatreonUnavailableError):
            await client.tiers()
        assert len(asked) == count


@pytest.mark.parametrize("failure", [429, 500])
async def test_who_waits_for_a_turn_rests_as_well(settings, failure):
    asked = []

    async def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        await asyncio.sleep(0)
        return httpx.Response(failure, json={}, headers={"retry-after": "60"})

    client = having(settings, httpx.MockTransport(answer), Time())
    answers = await asyncio.gather(*(client.standing(f"m{n}") for n in range(50)), return_exceptions=True)
    assert all(isinstance(answer, PatreonUnavailableError) for answer in answers)
    assert len({request.url.path for request in asked}) == patreon.MAX_CONCURRENT_REQUESTS


async def test_processes_rest_together(settings):
    time, asked = Time(), []
    store = MemoryStore(clock=time)

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(429, headers={"retry-after": "60"})

    for _ in range(3):
        with pytest.raises(PatreonUnavailableError):
            await having(settings, httpx.MockTransport(answer), time, store).tiers()
    assert len(asked) == 1


async def test_no_shorter_rest_than_was_asked_for(settings):
    """Nor do questions that are put meanwhile make it longer."""
    time, answers = Time(), [httpx.Response(429, headers={"retry-after": "60"}), httpx.Response(200, json={})]
    client = having(settings, httpx.MockTransport(lambda _: answers.pop(0)), time)
    for passing in (0, 30, 29):
        time.passes(passing)
        with pytest.raises(PatreonUnavailableError):
            await client.tiers()
    time.passes(2)
    assert await client.tiers() == {}


async def test_pause_after_a_failure(client, network, fake, time):
    fake.switches["broken"] = 500
    with pytest.raises(PatreonUnavailableError):
        await client.tiers()
    fake.switches.clear()
    asked = len(network.requests)
    with pytest.raises(PatreonUnavailableError):
        await client.tiers()
    assert len(network.requests) == asked
    time.passes(patreon_api.BACKOFF_SECONDS + 1)
    assert await client.tiers()


@pytest.mark.parametrize("failure", [{"broken": 500}, {"throttled": 60}])
async def test_each_question_rests_by_itself(client, fake, failure):
    fake.switches |= {**failure, "only": "/campaigns/9/posts"}
    with pytest.raises(PatreonUnavailableError):
        await every_post(client)
    assert await client.tiers() and await client.standing(PROOF_MEMBER)
    code = fake.code("proof", BACK)
    assert (await client.identity(await client.token(code, BACK))).user == "101"


async def test_throttled_sign_ins_do_not_rest_the_creator_s_token(client, network, fake, time):
    fake.switches |= {"throttled": 30, "only": "/token"}
    with pytest.raises(PatreonUnavailableError):
        await client.token(fake.code("proof", BACK), BACK)
    assert await client.tiers() and await client.standing(PROOF_MEMBER) and await every_post(client)
    asked = network.asked("/token")
    with pytest.raises(PatreonUnavailableError):
        await client.token(fake.code("proof", BACK), BACK)
    assert network.asked("/token") == asked, "but sign-ins rest as long as Patreon has asked for"
    fake.switches.clear()
    time.passes(31)
    assert await client.token(fake.code("proof", BACK), BACK)


async def test_a_throttled_identity_rests_nobody_else(client, fake):
    first = await client.token(fake.code("proof", BACK), BACK)
    fake.switches |= {"throttled": 30, "only": "/identity"}
    with pytest.raises(PatreonUnavailableError):
        await client.identity(first)
    fake.switches.clear()
    assert await client.identity(await client.token(fake.code("edition", BACK), BACK))


async def test_a_new_token_does_not_rest(settings, configure, fake, network, time):
    store = MemoryStore(clock=time)
    fake.switches["throttled"] = 60
    with pytest.raises(PatreonUnavailableError):
        await having(settings, network, time, store).tiers()
    fake.switches.clear()
    fake.creators.add("another")
    with pytest.raises(PatreonUnavailableError):
        await having(settings, network, time, store).tiers()
    assert await having(configure(patreon_creator_token="another"), network, time, store).tiers()


async def test_refused_codes_do_not_stop_others(client):
    with pytest.raises(GrantRefusedError):
        await client.token("nonsense", BACK)
    assert await client.tiers()


async def test_few_at_once(settings):
    under_way, most = 0, 0

    async def answer(_request) -> httpx.Response:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return httpx.Response(200, json={"included": []})

    client = having(settings, httpx.MockTransport(answer), Time())
    await asyncio.gather(*(client.tiers() for _ in range(100)))
    assert most == patreon.MAX_CONCURRENT_REQUESTS
