from app.members.club import Club

REQUESTS_PER_FETCH = 4


async def wait_until_idle(club: Club) -> None:
    await club._posts.close(grace_seconds=60)
