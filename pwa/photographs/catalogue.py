"""Every picture by its name, which is also its master's file stem."""

from pwa.photographs.weddings import WEDDINGS
from pwa.photographs.business import BUSINESS
from pwa.photographs.posters import POSTERS

CATALOG = {**WEDDINGS, **BUSINESS, **POSTERS}
