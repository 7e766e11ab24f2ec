import re

from app.folders import ROOT

ABOUT_PAGE = "app/pages/about.py"
_found = re.search(r'Section\("intro", _\("(.+?)"\)', (ROOT / ABOUT_PAGE).read_text())
assert _found, f"{ABOUT_PAGE} has no section called intro"
ABOUT_TITLE = _found[1]
