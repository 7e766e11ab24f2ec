from collections.abc import Iterable

from app.database.lazily import sql


def queue_mails(
    connection: "sql.Connection", inquiry: str, kinds: Iterable[str], now: float, *, delay: float = 0
) -> None:
    """Queues emails about an inquiry. The outbox sends them after `delay` seconds."""
    for kind in kinds:
        values = {"inquiry": inquiry, "recipient": kind, "queued": now, "due": now + delay}
        connection.execute(sql.insert(sql.mails).values(values))
