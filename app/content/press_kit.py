"""Downloads for journalists (photographs and logo), and the press contact."""

from dataclasses import dataclass

from app.content.people import PEOPLE, Person
from app.content.studio import STUDIO
from app.i18n import Text, _

FOLDER = "press"


def _contact(name: str) -> Person:
    for person in PEOPLE:
        if person.name == name:
            return person
    raise LookupError(f"{name} is not in PEOPLE of app/content/people.py: choose a press contact in press_kit.py")


CONTACT = _contact("Jakub Stehlík")
CREDIT = STUDIO.name
LOGO = {suffix: f"{FOLDER}/{STUDIO.slug}-logo.{suffix}" for suffix in ("svg", "pdf")}
DPI = 300
CENTIMETRES_PER_INCH = 2.54


@dataclass(frozen=True)
class Photograph:
    """A photograph for print. `picture` is the name of a file in `assets/pictures/`, without the suffix."""

    picture: str
    caption: Text

    @property
    def file(self) -> str:
        """The path of the downloadable file, without a leading slash."""
        return f"{FOLDER}/{STUDIO.slug}-{self.picture}.jpg"


PHOTOGRAPHS = (
    Photograph("press", _("The proof press with wood type on its bed and the first print on the cylinder")),
    Photograph("hands", _("A hand roller in vermilion ink, and the shadow of a hand that reaches for a fresh print")),
    Photograph("paper", _("Cotton paper with torn edges")),
    Photograph("about", _("Two shadows on the workshop’s wall, and a print hung up to dry")),
    Photograph("contact", _("The blue door on Francouzská")),
)


def printed_size(width: int, height: int) -> str:
    """Returns a picture's printed size in centimetres, such as `17 × 11 cm`."""
    across, down = (int(pixels / DPI * CENTIMETRES_PER_INCH) for pixels in (width, height))
    return f"{across} × {down} cm"
