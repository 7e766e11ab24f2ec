import reflex as rx

from app.components.head import Meta
from app.i18n import _

DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
FIRST: list[dict[str, str | int]] = [
    {"day": "Mon", "posters": 40, "cards": 24},
    {"day": "Tue", "posters": 30, "cards": 14},
]


class ChartState(rx.State):
    data: rx.Field[list[dict[str, str | int]]] = rx.field(FIRST)

    @rx.event
    def add_day(self):
        number = len(self.data) % len(DAYS)
        self.data.append({"day": DAYS[number], "posters": 10 * number, "cards": 5 * number})

    @rx.event
    def reset_data(self):
        self.data = FIRST


def meta():
    return Meta(title=_("Chart"), description=_("Reflex's charts, in a page of this site."))


def chart():
    return rx.recharts.composed_chart(
        rx.recharts.bar(data_key="posters", fill="#b8321f", is_animation_active=False),
        rx.recharts.line(data_key="cards", stroke="#1c1917", is_animation_active=False),
        rx.recharts.x_axis(data_key="day", interval=0),
        rx.recharts.y_axis(),
        rx.recharts.graphing_tooltip(is_animation_active=False),
        rx.recharts.legend(),
        data=ChartState.data,
        width="100%",
        height=300,
    )


def page():
    return rx.vstack(
        rx.box(chart(), width="100%", id="chart"),
        rx.text("Days: ", rx.text.span(ChartState.data.length(), id="days")),
        rx.hstack(rx.button("Add", on_click=ChartState.add_day), rx.button("Reset", on_click=ChartState.reset_data)),
        padding="2em",
    )
