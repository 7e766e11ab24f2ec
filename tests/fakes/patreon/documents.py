"""Creates JSON documents for accounts, tiers and posts in Patreon's format (JSON:API)."""

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.fakes.campaign import CAMPAIGN, TITLES, Person, people


@dataclass
class Resource:
    type: str
    id: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    related: Mapping[str, "Resource | list[Resource] | None"] = field(default_factory=dict)


def document(root: Resource | list[Resource], query: Mapping[str, str]) -> dict[str, Any]:
    """Returns a document with only those attributes and relationships that the query asks for."""
    includes = {name for path in query.get("include", "").split(",") for name in _beginnings(path)}
    included: dict[tuple[str, str], dict[str, Any]] = {}

    def render(resource: Resource, path: str) -> dict[str, Any]:
        names = query.get(f"fields[{resource.type}]", "").split(",")
        data: dict[str, Any] = {
            "type": resource.type,
            "id": resource.id,
            "attributes": {name: value for name, value in resource.attributes.items() if name in names},
        }
        for name, related in resource.related.items():
            if path + name not in includes:
                continue
            several = related if isinstance(related, list) else [related] if related else []
            links = [{"type": each.type, "id": each.id} for each in several]
            data.setdefault("relationships", {})[name] = {
                "data": links if isinstance(related, list) else next(iter(links), None)
            }
            for each in several:
                included[each.type, each.id] = render(each, f"{path}{name}.")
        return data

    data = [render(each, "") for each in root] if isinstance(root, list) else render(root, "")
    return {"data": data, **({"included": list(included.values())} if included else {})}


def _beginnings(path: str) -> Iterable[str]:
    parts = path.split(".")
    return (".".join(parts[: at + 1]) for at in range(len(parts)))


def tier_resource(id: str) -> Resource:
    """Returns the tier with this ID. If the ID is unknown, returns a tier of another creator."""
    title, cents = TITLES.get(id, ("Somebody else's", 100))
    return Resource("tier", id, {"title": title, "amount_cents": cents, "published": True})


def campaign_resource(id: str) -> Resource:
    creator = Resource("user", people()["creator"].user)
    return Resource(
        "campaign", id, {"currency": "CZK"}, {"tiers": [tier_resource(each) for each in TITLES], "creator": creator}
    )


def cursor(at: int) -> str:
    return base64.urlsafe_b64encode(f"at:{at}".encode()).decode()


def position(cursor: str) -> int | None:
    """Returns the index of the item after the cursor, or None if the cursor is invalid."""
    try:
        return int(base64.urlsafe_b64decode(cursor).decode().removeprefix("at:")) if cursor else 0
    except ValueError:
        return None


def user_resource(person: Person, *, unnamed: bool) -> Resource:
    """Returns an account with its memberships.

    Like Patreon, omits memberships in campaigns of other creators. If `unnamed` is true, includes all memberships, but
    omits their campaigns.
    """
    is_named = person.member and (unnamed or person.campaign == CAMPAIGN)
    memberships = [membership_resource(person)] if is_named else []
    if unnamed:
        memberships = [
            replace(each, related={name: to for name, to in each.related.items() if name != "campaign"})
            for each in memberships
        ]
    attributes = {"full_name": person.name, "email": f"{person.key}@example.com"}
    return Resource("user", person.user, attributes, {"memberships": memberships})


def membership_resource(person: Person) -> Resource:
    assert person.member
    return Resource(
        "member",
        person.member,
        {"patron_status": person.status, "full_name": person.name},
        {
            "currently_entitled_tiers": [tier_resource(id) for id in person.tiers],
            "campaign": campaign_resource(person.campaign),
            "user": Resource("user", person.user, {"full_name": person.name}),
        },
    )


def post_resource(post: Mapping[str, Any], origin: str) -> Resource:
    attributes = {**post["attributes"], "content": post["attributes"]["content"].replace("{origin}", origin)}
    return Resource("post", post["id"], attributes, {"campaign": campaign_resource(CAMPAIGN)})
