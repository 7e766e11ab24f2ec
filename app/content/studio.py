"""The studio: name, address, opening hours and contacts."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, time

from app.content.people import PEOPLE, FirstNames, Person
from app.content.presses import PROOF
from app.i18n import Text, _


@dataclass(frozen=True)
class Hours:
    """Opening hours on `weekdays` (Monday is 1)."""

    weekdays: tuple[int, ...]
    opens: time
    closes: time


@dataclass(frozen=True)
class Closure:
    """A period when the studio is closed, from `first` to `last` inclusive."""

    first: date
    last: date


@dataclass(frozen=True)
class Social:
    name: str
    url: str

    @property
    def icon(self) -> str:
        return "brand-" + self.name.lower()


@dataclass(frozen=True)
class Craft:
    """A service of the studio. `leads` is the text of the link to `page`."""

    title: Text
    text: Text
    leads: Text
    page: str
    category: str = ""


@dataclass(frozen=True)
class Account:
    """A bank account. Removes spaces from the IBAN and the BIC.

    Raises:
        ValueError: the IBAN or the BIC has a typing error.
    """

    iban: str
    bic: str

    def __post_init__(self) -> None:
        for name in ("iban", "bic"):
            object.__setattr__(self, name, "".join(getattr(self, name).split()).upper())
        if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", self.iban) or not _has_valid_check_digits(self.iban):
            raise ValueError(f"iban: {self.iban} has a typing error")
        if not re.fullmatch(r"[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?", self.bic):
            raise ValueError(f"bic: {self.bic} must have 8 or 11 characters, such as GIBACZPX")

    @property
    def grouped(self) -> str:
        return " ".join(self.iban[at : at + 4] for at in range(0, len(self.iban), 4))

    @property
    def domestic(self) -> str | None:
        """The account number in Czech notation, such as `19-2000145399/0800`, or None for a foreign account."""
        if not self.iban.startswith("CZ"):
            return None
        bank, prefix, number = self.iban[4:8], self.iban[8:14].lstrip("0"), self.iban[14:].lstrip("0")
        return f"{prefix}-{number}/{bank}" if prefix else f"{number}/{bank}"


def _has_valid_check_digits(iban: str) -> bool:
    """Whether an IBAN is valid according to ISO 7064 (MOD 97-10). Letters count as 10 to 35."""
    return int("".join(str(int(each, 36)) for each in iban[4:] + iban[:4])) % 97 == 1


@dataclass(frozen=True)
class Studio:
    """The studio. `short_name` is the name of the installed app, and appears on the posters of the page `bam`."""

    name: str
    short_name: str
    legal_name: str
    company_id: str
    data_box: str
    register: Text
    founded: int
    people: tuple[Person, ...]
    street: str
    postcode: str
    city: str
    country: Text
    country_code: str
    latitude: float
    longitude: float
    phone: str
    email: str
    hours: tuple[Hours, ...]
    closures: tuple[Closure, ...]
    socials: tuple[Social, ...]
    account: Account | None
    euro_account: Account | None

    @property
    def slug(self) -> str:
        """The name as it appears in URLs, such as `studio-otisk`."""
        return _slug(self.name)

    @property
    def short_slug(self) -> str:
        """The short name as it appears in names of downloaded files, such as `otisk`."""
        return _slug(self.short_name)

    @property
    def vat_id(self) -> str:
        return self.country_code + self.company_id

    @property
    def phone_url(self) -> str:
        return "tel:" + self.phone.replace(" ", "")

    @property
    def maps(self) -> tuple[tuple[str, str], ...]:
        x, y = self.longitude, self.latitude
        return (
            ("OpenStreetMap", f"https://www.openstreetmap.org/?mlat={y}&mlon={x}#map=18/{y}/{x}"),
            ("Mapy.com", f"https://mapy.com/fnc/v1/showmap?center={x},{y}&zoom=18&marker=true"),
            ("Google Maps", f"https://www.google.com/maps/search/?api=1&query={y}%2C{x}"),
        )

    @property
    def map_url(self) -> str:
        return self.maps[0][1]

    @property
    def email_url(self) -> str:
        return "mailto:" + self.email

    def hours_on(self, weekday: int) -> Hours | None:
        """Returns the opening hours on a weekday (Monday is 1), or None if the studio is closed."""
        return next((hours for hours in self.hours if weekday in hours.weekdays), None)


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", plain))


STUDIO = Studio(
    name="Studio Otisk",
    short_name="Otisk",
    legal_name="Studio Otisk, s. r. o.",
    # This company ID is invalid, so no real company can have it.
    company_id="08412735",
    # This ID is fictitious: real data box IDs do not contain a 0.
    data_box="tisk0tk",
    # This file number is fictitious: no company in Brno has it yet.
    register=_("Regional Court in Brno, file C 984273"),
    founded=2019,
    people=PEOPLE,
    street="Francouzská 42",
    postcode="602 00",
    city="Brno",
    country=_("Czech Republic"),
    country_code="CZ",
    latitude=49.1977,
    longitude=16.6177,
    phone="+420 541 000 142",
    email="studio@otisk.example",
    hours=(
        Hours(weekdays=(2, 3, 4, 5), opens=time(10), closes=time(18)),
        Hours(weekdays=(6,), opens=time(10), closes=time(14)),
    ),
    closures=(Closure(date(2026, 12, 24), date(2027, 1, 1)),),
    socials=(
        Social("Instagram", "https://www.instagram.com/studiootisk"),
        Social("Mastodon", "https://mastodon.social/@studiootisk"),
        Social("Bluesky", "https://bsky.app/profile/studiootisk.bsky.social"),
        Social("Patreon", "https://www.patreon.com/studiootisk"),
    ),
    # Replace None with the studio's account, such as `Account("CZ65 …", "GIBACZPX")`. Until then, emails say that
    # payment details will follow.
    account=None,
    euro_account=None,
)

COMPANY = _("{name}, company ID {id}, {register}").format(
    name=STUDIO.legal_name, id=STUDIO.company_id, register=STUDIO.register
)
"""The company details that business letters must contain in addition to the address (section 435, Czech Civil Code)."""

TAGLINE = _("Print you’d know with your eyes closed")

SUMMARY = _("We draw wedding invitations, business cards and posters, and print them by letterpress.")
"""The studio in one sentence, for the footer and for shared links."""

IMPRINT = _("Made in Brno by {names}. The presses were no help with the website.").format(names=FirstNames())
"""The last line of every page."""

CRAFTS = (
    Craft(
        _("Weddings"),
        _("Invitations, menus, place cards. Everything that a guest picks up and does not put down."),
        _("Price list"),
        "pricing-weddings",
    ),
    Craft(
        _("Businesses"),
        _("Identities, business cards and signs for people who would like to be remembered by touch as well."),
        _("Price list"),
        "pricing-business",
    ),
    Craft(
        _("Posters"),
        _("Large letters, two or three colours, short runs. To order, or because we felt like it."),
        _("Our work"),
        "portfolio-category",
        "posters",
    ),
    Craft(
        _("Workshops"),
        _("Your words, our type, a press from {year}. You leave with prints and with ink under your nails.").format(
            year=PROOF.year
        ),
        _("Dates and prices"),
        "vouchers-category",
        "workshop",
    ),
)
"""The services, from most to least popular."""


def window_title(title: object) -> str:
    return f"{title} · {STUDIO.name}"
