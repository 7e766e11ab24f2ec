import json

import pytest

from app.http.export import INDEX, Export, ExportError
from builder.index import write_index
from tests.support.small_site import FILES, lay_out

FEW = ("about.html", "errors/cs.html", "pictures/small-1.png", "sw.js")


def content(export, path, coding="identity"):
    return (export.folder / export.find(path).representations[coding].file).read_bytes()


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/", "index.html"),
        ("/index.html", "index.html"),
        ("/en", "en.html"),
        ("/about", "about.html"),
        ("/en/about", "en/about.html"),
        ("/sitemap.xml", "sitemap.xml"),
        ("/pictures/small-1.png", "pictures/small-1.png"),
        ("/patreon/private/41", "patreon/private/[postId].html"),
        ("/en/patreon/private/42", "en/patreon/private/[postId].html"),
        (
            "/_next/static/chunks/pages/patreon/private/[postId]-1.js",
            "_next/static/chunks/pages/patreon/private/[postId]-1.js",
        ),
    ],
)
def test_address_of_a_file(export, root, path, file):
    assert content(export, path) == (root / file).read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/index",
        "/about.html",
        "/about/",
        "/404",
        "/errors/cs.html",
        "/patreon/private/a/b",
        "/patreon/private/čtyři",
        "/patreon/private/[postId]",
        "/pictures",
        "/../secret.txt",
        "/index.json",
    ],
)
def test_nothing_else_has_an_address(export, path):
    assert export.find(path) is None


@pytest.mark.parametrize(
    ("path", "media_type", "cache"),
    [
        ("/about", "text/html; charset=utf-8", "revalidate"),
        ("/sw.js", "text/javascript; charset=utf-8", "revalidate"),
        ("/manifest.webmanifest", "application/manifest+json", "revalidate"),
        ("/sitemap.xml", "application/xml", "revalidate"),
        ("/en/workshops/2027-01-16.ics", "text/calendar; charset=utf-8", "revalidate"),
        ("/studio-otisk.vcf", "text/vcard; charset=utf-8", "revalidate"),
        ("/_next/static/chunks/main-1.js", "text/javascript; charset=utf-8", "immutable"),
        ("/pictures/large-1.avif", "image/avif", "immutable"),
    ],
)
def test_type_and_caching(export, path, media_type, cache):
    assert (export.find(path).media_type, export.find(path).cache) == (media_type, cache)


def test_compressed_files_contain_no_timestamp(export):
    assert content(export, "/about", "gzip")[4:8] == bytes(4)


def test_compressed_only_where_it_pays(export):
    assert set(export.find("/about").representations) == {"identity", "br", "gzip"}
    assert set(export.find("/studio-otisk.vcf").representations) == {"identity"}
    assert set(export.find("/pictures/large-1.avif").representations) == {"identity"}


def test_sizes_are_right_and_etags_differ(export):
    representations = export.find("/about").representations
    assert len({representation.etag for representation in representations.values()}) == 3
    for coding, representation in representations.items():
        assert representation.size == len(content(export, "/about", coding))
        assert representation.etag.startswith('"')


def test_two_builds_are_byte_identical(tmp_path):
    written = []
    for name in ("one", "two"):
        root = lay_out(tmp_path / name / "site", *FEW)
        write_index(root, "build-1")
        write_index(root, "build-1")
        files = sorted(file for file in root.parent.rglob("*") if file.is_file())
        written.append([(file.relative_to(root.parent), file.read_bytes()) for file in files])
    assert written[0] == written[1]


def test_compressed_files_of_a_former_build_are_removed(tmp_path):
    root = lay_out(tmp_path / "site", *FEW)
    write_index(root, "build-1")
    (root / "about.html").unlink()
    write_index(root, "build-2")
    assert not list(root.parent.glob("*/about.html"))


def test_build_can_be_moved(tmp_path):
    write_index(lay_out(tmp_path / "new" / "site", *FEW), "build-1")
    (tmp_path / "new").rename(tmp_path / "dist")
    assert content(Export.load(tmp_path / "dist" / "site"), "/about") == FILES["about.html"].encode()


def test_error_pages_and_build_id(export):
    assert export.build_id == "build-1"
    assert export.errors == {code: FILES[f"errors/{code}.html"] for code in ("cs", "en")}


def test_two_files_of_one_url(tmp_path):
    root = lay_out(tmp_path / "site", *FEW)
    (root / "about").mkdir()
    (root / "about" / "index.html").write_text("again")
    with pytest.raises(ValueError, match="/about"):
        write_index(root, "build-1")


def test_index_cannot_be_changed_by_the_server(export):
    with pytest.raises(TypeError):
        export.resources["/x"] = export.find("/")


def test_not_built(tmp_path):
    with pytest.raises(ExportError, match="make run") as raised:
        Export.load(tmp_path / "site")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", json.dumps({"build_id": "1"}).encode(), b"\xff"])
def test_damaged_index(tmp_path, damage):
    root = lay_out(tmp_path / "site", *FEW)
    (tmp_path / INDEX).write_bytes(damage)
    with pytest.raises(ExportError, match="make run") as raised:
        Export.load(root)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("file", ["site/about.html", "br/about.html", "site/errors/cs.html"])
def test_file_is_missing_or_changed(tmp_path, file):
    root = lay_out(tmp_path / "site", *FEW)
    write_index(root, "build-1")
    (tmp_path / file).write_text("changed")
    with pytest.raises(ExportError, match="make run"):
        Export.load(root)
    (tmp_path / file).unlink()
    with pytest.raises(ExportError, match="make run"):
        Export.load(root)
