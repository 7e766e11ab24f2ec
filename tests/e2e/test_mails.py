import pytest
from playwright.sync_api import Browser

from tests.support.accessibility import AXE, PHONE, violations
from tools.mails import SCHEMES, Sample, html_of, samples

NARROW = {"width": 320, "height": 640}
LARGE = {"width": 800, "height": 600}

DAILY = ("enquiry-cards-cs", "studio-booking")
"""The samples that `make test` checks. All other samples have the same design."""
SAMPLES = [
    pytest.param(sample, marks=() if sample.name in DAILY else pytest.mark.nightly, id=sample.name)
    for sample in samples()
]


@pytest.mark.parametrize("sample", SAMPLES)
def test_each_mail_is_accessible_at_every_width(browser: Browser, sample: Sample) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        page.set_content(html_of(b"".join(sample.mail.blocks())))
        page.add_script_tag(path=AXE)
        assert list(violations(page, NARROW, LARGE)) == []  # pyright: ignore[reportArgumentType]
        backgrounds = set()
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)  # pyright: ignore[reportArgumentType]
            backgrounds.add(page.evaluate("getComputedStyle(document.querySelector('.paper')).backgroundColor"))
            for width in (NARROW, PHONE, LARGE):
                page.set_viewport_size(width)  # pyright: ignore[reportArgumentType]
                assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]
        assert len(backgrounds) == len(SCHEMES) and requested == []
