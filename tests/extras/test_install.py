import json

from app.extras.install import LABELS, install
from app.i18n import DEFAULT, LANGUAGES, use
from app.i18n.typography import polish
from tests.support.rendered import rendered


def test_labels_are_in_the_current_language() -> None:
    for language in LANGUAGES:
        with use(language):
            [offer] = rendered(install()).all("Install")
            words = [polish(str(label), language.code) for label in LABELS.values()]
        assert [word for word in words if json.dumps(word) not in str(offer["labels"])] == []
        assert (words[0] == LABELS["install"].msgid) == (language != DEFAULT)
