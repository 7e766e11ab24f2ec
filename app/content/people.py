"""The studio's people and its history."""

from dataclasses import dataclass

from babel.lists import format_list

from app.content.presses import PLATEN, PROOF
from app.i18n import Text, _, current


@dataclass(frozen=True)
class Person:
    name: str
    role: Text
    email: str
    story: tuple[Text, ...]

    @property
    def first_name(self) -> str:
        """The first name, without academic titles."""
        return next(word for word in self.name.split() if not word.endswith("."))


@dataclass(frozen=True)
class Milestone:
    year: int
    title: Text
    story: Text


PEOPLE = (
    Person(
        name="Tereza Vrbová",
        role=_("Printer and compositor"),
        email="tereza@otisk.example",
        story=(
            _(
                "Tereza trained as an offset printer and stood at a four-colour machine for six years. On her days "
                "off she carried home cases of type that print shops were throwing out. When the cases reached the "
                "kitchen, she found a workshop for them."
            ),
            _(
                "She mixes every ink by eye, checks it on the scales, and can tell by the sound of the press when "
                "a sheet has gone in crooked. Usually before it comes out."
            ),
        ),
    ),
    Person(
        name="Jakub Stehlík",
        role=_("Designer"),
        email="jakub@otisk.example",
        story=(
            _(
                "Jakub designed apps that nobody could touch. In 2020 he came to have business cards printed for "
                "himself, asked to see how it was done, and missed his train. He has been drawing for paper ever "
                "since."
            ),
            _(
                "He draws the letters we don’t own, talks clients out of the fourth typeface and into the "
                "heavier stock, and writes the quotes. If an e-mail from us is funny, Jakub wrote it. If it is "
                "short, Tereza did."
            ),
        ),
    ),
)


@dataclass(frozen=True)
class FirstNames:
    """The first names of all people, as in `Tereza and Jakub`. If `style` is `or`, the text is `Tereza or Jakub`."""

    style: str = "standard"

    def __str__(self) -> str:
        names = [person.first_name for person in PEOPLE]
        return format_list(names, style=self.style, locale=current().locale)  # pyright: ignore[reportArgumentType]


HISTORY = (
    Milestone(
        2019,
        _("A press on a trailer"),
        _(
            "Tereza buys a {year} platen press from a print shop in Vyškov that is closing down. It costs less than "
            "the trailer that brings it to Brno. The first job is a wedding invitation for the man with the trailer."
        ).format(year=PLATEN.year),
    ),
    Milestone(
        2020,
        _("Jakub misses a train"),
        _(
            "He comes for two hundred business cards and stays. We borrow a name from the thing we care about most, "
            "the mark that type leaves in paper: otisk."
        ),
    ),
    Milestone(
        2021,
        _("Francouzská 42"),
        _(
            "We move into a former upholsterer’s workshop on the ground floor. We find tacks between the floorboards "
            "to this day, mostly with bare feet."
        ),
    ),
    Milestone(
        2022,
        _("The cylinder press arrives"),
        _(
            "A proof press from {year} gives us posters up to {size}. It comes in through the window, which "
            "means that it will never leave."
        ).format(year=PROOF.year, size=PROOF.sheet),
    ),
    Milestone(
        2023,
        _("The door opens on Saturdays"),
        _(
            "The first workshop has four places and eleven people on the list. We have been teaching the public to "
            "read upside down ever since."
        ),
    ),
    Milestone(
        2024,
        _("Forty cases"),
        _(
            "A print shop in Prostějov closes and leaves us its wood type, complete with the háčky and čárky. It "
            "takes three months to clean and sort, and the letter ř turns out to be the most worn of all."
        ),
    ),
    Milestone(
        2025,
        _("The print club"),
        _(
            "Once a month we print something that nobody ordered and send it to those who support us. It is the best "
            "research budget we have ever had."
        ),
    ),
    Milestone(
        2026,
        _("A site of our own"),
        _(
            "In November we finally get around to our website. It took longer than any job we have printed, and it is "
            "the only one that can’t be felt with a thumb."
        ),
    ),
)
