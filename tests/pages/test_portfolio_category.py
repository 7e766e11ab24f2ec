from app.content.inquiry_values import note_of
from app.content.portfolio import POSTERS
from app.i18n import use
from app.routes import places
from tests.support.languages import ENGLISH
from tests.support.site_texts import page_of


def test_a_price_has_the_labels_and_the_note_of_the_form() -> None:
    [page] = [page_of(place) for place in places() if place.path == "/en/portfolio/posters"]
    with use(ENGLISH):
        note = str(note_of({"what": "posters"}))
    [like, *_others] = [work.like for work in POSTERS if work.like]
    [price, *_others] = [small.text for small in page.all("small") if "Number of pieces" in small.text]
    assert price == f"Number of pieces: {like.pieces}, Colours: {like.colours}. {note}"
