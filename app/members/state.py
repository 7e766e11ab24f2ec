"""What a member's tab knows. It lives in the Python process and reaches the page by websocket."""

import reflex as rx


class MembersState(rx.State):
    """A first state, until members can sign in: how often members' pages were opened in this tab, and which post."""

    visits: int = 0
    post: str = ""

    @rx.event
    def visit(self) -> None:
        """A members' page was opened."""
        self.visits += 1
        self.post = self.router.page.params.get("postId", "")
