import re

import reflex as rx

from app.components.head import Meta
from app.i18n import _

EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


class FormState(rx.State):
    user_entered_username: str = ""
    user_entered_email: str = ""
    submitted: dict = {}

    @rx.event
    def set_user_entered_username(self, username: str):
        self.user_entered_username = username

    @rx.event
    def set_user_entered_email(self, email: str):
        self.user_entered_email = email

    @rx.var
    def invalid_email(self) -> bool:
        return not EMAIL.fullmatch(self.user_entered_email)

    @rx.var
    def username_is_taken(self) -> bool:
        return self.user_entered_username in ("reflex", "admin")

    @rx.var
    def input_invalid(self) -> bool:
        return self.invalid_email or self.username_is_taken

    @rx.event
    def handle_submit(self, form_data: dict):
        self.submitted = form_data
        return rx.toast.success(f"Welcome, {form_data['username']}!", position="top-center")


def meta():
    return Meta(title=_("Form"), description=_("Reflex's form with validation, in a page of this site, with a toast."))


def username():
    return rx.form.field(
        rx.flex(
            rx.form.label("Username"),
            rx.form.control(
                rx.input(placeholder="Username", on_change=FormState.set_user_entered_username, name="username"),
                as_child=True,
            ),
            rx.form.message(
                "Username already taken", match="valid", force_match=FormState.username_is_taken, color="var(--red-11)"
            ),
            direction="column",
            spacing="2",
        ),
        name="username",
        server_invalid=FormState.username_is_taken,
    )


def email():
    return rx.form.field(
        rx.flex(
            rx.form.label("Email"),
            rx.form.control(
                rx.input(placeholder="Email Address", on_change=FormState.set_user_entered_email, name="email"),
                as_child=True,
            ),
            rx.form.message(
                "A valid Email is required", match="valid", force_match=FormState.invalid_email, color="var(--red-11)"
            ),
            direction="column",
            spacing="2",
        ),
        name="email",
        server_invalid=FormState.invalid_email,
    )


def age():
    return rx.form.field(
        rx.flex(
            rx.form.label("Age"),
            rx.form.control(rx.input(placeholder="Age", type="number", required=True), as_child=True),
            rx.form.message("Please enter your age", match="valueMissing", color="var(--red-11)"),
            direction="column",
            spacing="2",
        ),
        name="age",
    )


def page():
    return rx.container(
        rx.card(
            rx.form.root(
                rx.vstack(
                    username(),
                    email(),
                    age(),
                    rx.select(["Prints", "Posters"], default_value="Prints", name="interest"),
                    rx.checkbox("Newsletter", name="newsletter"),
                    rx.form.submit(rx.button("Submit", disabled=FormState.input_invalid), as_child=True),
                    spacing="4",
                ),
                on_submit=FormState.handle_submit,
                reset_on_submit=False,
            )
        ),
        rx.heading("Results", size="4", padding_top="1em"),
        rx.text(FormState.submitted.to_string(), id="submitted"),  # pyright: ignore
        rx.toast.provider(),
        padding="2em",
    )
