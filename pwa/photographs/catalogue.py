"""Every picture by its name, which is also its master's file stem."""

from pwa.photographs.business import BUSINESS
from pwa.photographs.heroes import HEROES
from pwa.photographs.posters import POSTERS
from pwa.photographs.weddings import WEDDINGS
from pwa.photographs.workshop import WORKSHOP

CATALOG = {**HEROES, **WORKSHOP, **WEDDINGS, **BUSINESS, **POSTERS}
