"""Every picture by its name, which is also its master's file stem."""

from pwa.photographs.business import BUSINESS
from pwa.photographs.heroes import HEROES
from pwa.photographs.posters import POSTERS
from pwa.photographs.silhouettes import BACKLIT
from pwa.photographs.weddings import WEDDINGS

CATALOG = {**HEROES, **BACKLIT, **WEDDINGS, **BUSINESS, **POSTERS}
