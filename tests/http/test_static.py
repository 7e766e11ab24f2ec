import brotli
import pytest

from app.http.export import Export
from app.server.compose import compose
from builder.index import write_index
from tests.support.small_site import FILES, lay_out, reflex

PAGE = "/about"
SCRIPT = "/_next/static/chunks/main-1.js"
PICTURE = "/pictures/large-1.avif"
SMALL_PICTURE = "/pictures/small-1.png"
BYTES = FILES["pictures/large-1.avif"]
SIZE = len(BYTES)

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("path", "file"),
    [(PAGE, "about.html"), (SCRIPT, "_next/static/chunks/main-1.js"), (PICTURE, "pictures/large-1.avif")],
)
@pytest.mark.parametrize("accept_encoding", ["br", "gzip", "identity"])
async def test_body_is_the_file_in_every_coding(client, path, file, accept_encoding):
    response = await client.get(path, headers={"accept-encoding": accept_encoding})
    expected = FILES[file]
    assert response.status_code == 200
    assert response.content == (expected.encode() if isinstance(expected, str) else expected)


async def test_headers_of_a_compressed_file(client):
    async with client.stream("GET", PAGE, headers={"accept-encoding": "gzip;q=0.5, br"}) as response:
        wire = b"".join([part async for part in response.aiter_raw()])
    assert brotli.decompress(wire).decode() == FILES["about.html"]
    assert response.headers["content-encoding"] == "br"
    assert response.headers["content-length"] == str(len(wire))
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["vary"] == "Accept-Encoding"
    assert "accept-ranges" not in response.headers


async def test_headers_of_an_uncompressed_file(client):
    response = await client.get(PICTURE)
    assert response.headers["content-type"] == "image/avif"
    assert response.headers["accept-ranges"] == "bytes"
    assert response.headers["content-length"] == str(SIZE)
    assert not {"vary", "content-encoding"} & set(response.headers)


@pytest.mark.parametrize(
    ("path", "caching"), [(SCRIPT, "public, max-age=31536000, immutable"), (PAGE, "public, max-age=0, must-revalidate")]
)
async def test_caching(client, path, caching):
    assert (await client.get(path)).headers["cache-control"] == caching


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', '{},"other"', "*", ' "a" , W/{} '])
async def test_a_file_with_a_known_etag_is_not_sent_again(client, form):
    first = await client.get(PAGE)
    known = {"if-none-match": form.format(first.headers["etag"])}
    again = await client.get(PAGE, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert not {"content-length", "content-type"} & set(again.headers)
    for name in ("etag", "vary", "cache-control"):
        assert again.headers[name] == first.headers[name]
    assert (await client.head(PAGE, headers=known)).status_code == 304


@pytest.mark.parametrize("form", ['"other"', "{}x", "", "W/", "garbage", '"'])
async def test_unknown_etag(client, form):
    etag = (await client.get(PAGE)).headers["etag"].strip('"')
    response = await client.get(PAGE, headers={"if-none-match": form.format(etag)})
    assert response.status_code == 200


async def test_the_etag_of_another_coding_does_not_match(client):
    compressed = (await client.get(PAGE, headers={"accept-encoding": "br"})).headers["etag"]
    response = await client.get(PAGE, headers={"accept-encoding": "gzip", "if-none-match": compressed})
    assert response.status_code == 200


@pytest.mark.parametrize("path", [PAGE, SCRIPT, PICTURE, SMALL_PICTURE, "/", "/nothing", "/config.json"])
async def test_head_is_get_without_body(client, path):
    get, head = await client.get(path), await client.head(path)
    assert head.content == b""
    assert head.headers.pop("x-request-id") != get.headers.pop("x-request-id")
    assert (head.status_code, head.headers) == (get.status_code, get.headers)


DATA = ("/config.json", "/builds/latest.json", "/.well-known/security.txt", "/workshops.json")
MONITORING = ("/_health", "/_health/ready", "/_health/live", "/metrics")


@pytest.mark.parametrize("path", [PAGE, PICTURE, "/", *DATA, *MONITORING])
async def test_other_methods(client, path):
    for method in ("POST", "OPTIONS", "BREW"):
        response = await client.request(method, path)
        assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("bytes=0-0", 0, 0),
        ("bytes=10-19", 10, 19),
        ("bytes=100000-", 100_000, SIZE - 1),
        ("bytes=-5", SIZE - 5, SIZE - 1),
        ("bytes=-999999999", 0, SIZE - 1),
        (f"bytes=5-{SIZE * 2}", 5, SIZE - 1),
        (f"bytes={SIZE - 1}-", SIZE - 1, SIZE - 1),
    ],
)
async def test_range(client, asked, first, last):
    response = await client.get(PICTURE, headers={"range": asked})
    assert response.status_code == 206
    assert response.headers["content-range"] == f"bytes {first}-{last}/{SIZE}"
    assert response.headers["content-length"] == str(last - first + 1)
    assert response.content == BYTES[first : last + 1]


@pytest.mark.parametrize("asked", [f"bytes={SIZE}-", "bytes=999999999-", "bytes=-0"])
async def test_range_beyond_the_end(client, asked):
    response = await client.get(PICTURE, headers={"range": asked})
    assert response.status_code == 416
    assert response.headers["content-range"] == f"bytes */{SIZE}"


@pytest.mark.parametrize(
    "asked", ["bytes=5-2", "bytes=", "bytes=-", "bytes=a-b", "pages=1-2", "bytes=0-1,4-5", f"bytes=0-{'9' * 5000}"]
)
async def test_an_unsupported_range_is_ignored(client, asked):
    response = await client.get(PICTURE, headers={"range": asked})
    assert (response.status_code, response.content) == (200, BYTES)


@pytest.mark.parametrize("path", [PAGE, SCRIPT])
async def test_compressible_files_have_no_ranges(client, path):
    assert (await client.get(path, headers={"range": "bytes=0-1"})).status_code == 200


async def test_range_of_an_empty_file(client):
    assert (await client.get("/pictures/empty-1.gif", headers={"range": "bytes=0-"})).status_code == 416
    assert (await client.get("/pictures/empty-1.gif")).content == b""


async def test_if_range(client):
    etag = (await client.get(PICTURE)).headers["etag"]
    for condition, status in [(etag, 206), (f"W/{etag}", 200), ('"x"', 200), ("Sat, 01 Jan 2022 00:00:00 GMT", 200)]:
        response = await client.get(PICTURE, headers={"range": "bytes=0-9", "if-range": condition})
        assert response.status_code == status


async def test_head_ignores_ranges(client):
    response = await client.head(PICTURE, headers={"range": "bytes=0-1"})
    assert (response.status_code, response.headers["content-length"]) == (200, str(SIZE))


def test_large_file_comes_in_chunks(application, ask):
    answer = ask(application, PICTURE.encode())
    assert answer.body == BYTES
    assert len(answer.messages) > 4
    assert [message["more_body"] for message in answer.messages[1:]] == [True] * (len(answer.messages) - 2) + [False]


def test_the_web_server_sends_large_files_if_it_can(application, ask, root):
    able = {"extensions": {"http.response.pathsend": {}}}
    _start, sent = ask(application, PICTURE.encode(), **able).messages
    assert sent == {"type": "http.response.pathsend", "path": str(root / "pictures" / "large-1.avif")}
    part = ask(application, PICTURE.encode(), headers=[(b"range", b"bytes=1-2")], **able)
    assert part.body == BYTES[1:3]
    assert ask(application, PICTURE.encode(), method="HEAD", **able).body == b""


@pytest.mark.parametrize("extensions", [{}, {"http.response.pathsend": {}}], ids=["chunks", "pathsend"])
def test_a_missing_large_file_fails_before_the_status_is_sent(settings, ask, tmp_path, extensions):
    root = lay_out(tmp_path / "site", "pictures/large-1.avif")
    write_index(root, "1")
    application = compose(settings, Export.load(root))(reflex())
    (root / "pictures" / "large-1.avif").unlink()
    answer = ask(application, PICTURE.encode(), extensions=extensions)
    assert answer.status == 500 and [message["type"] for message in answer.messages] == [
        "http.response.start",
        "http.response.body",
    ]
