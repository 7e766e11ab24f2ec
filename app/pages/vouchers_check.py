"""The page where anyone can check a voucher's code. The server fills in the result."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import PRESSED, QUIET, actions, band, button, page_title
from app.components.link import outward
from app.content.studio import STUDIO
from app.content.voucher_orders import CODE, CODE_FIELD, MAX_CODE, VERDICT
from app.i18n import _


def meta() -> Meta:
    return Meta(
        title=_("Check a gift voucher"),
        description=_(
            "Type the code of a gift voucher from Studio Otisk in Brno, and see at once whether it is valid, and until "
            "when."
        ),
        picture="vouchers",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Check a voucher"),
            _(
                "The code is on the tear-off part, below the date. We only say whether the voucher is valid, until "
                "when, and what it was issued for."
            ),
        ),
        band(
            h.p(
                id=VERDICT,
                hidden=True,
                role="status",
                class_name="mb-8 max-w-prose border-l-4 border-spot pl-4 text-xl leading-relaxed",
            ),
            _form(),
            h.p(
                _("Lost it, or is something wrong? Write to"),
                " ",
                outward(STUDIO.email, href=STUDIO.email_url, class_name=QUIET),
                ".",
                class_name="mt-10 max-w-prose text-lg",
            ),
            actions(button(_("Gift vouchers"), to="vouchers")),
            class_name="pt-4 md:pt-6 xl:pt-8",
        ),
    )


def _form() -> rx.Component:
    return h.form(
        h.label(_("Voucher code"), html_for=CODE, class_name="block text-lg"),
        h.input(
            id=CODE,
            name=CODE_FIELD,
            required=True,
            max_length=MAX_CODE,
            auto_complete="off",
            auto_capitalize="characters",
            spell_check=False,
            aria_describedby="voucher-code-hint",
            class_name="mt-1 block w-full border-2 border-ink bg-paper px-3 py-2 text-lg uppercase min-h-12",
        ),
        h.p(
            _("Sixteen letters and digits. Hyphens and capitals don’t matter."),
            id="voucher-code-hint",
            class_name="mt-2 text-ink-soft",
        ),
        h.p(h.button(_("Check it"), type="submit", class_name=f"{PRESSED} cursor-pointer"), class_name="mt-6"),
        method="post",
        class_name="max-w-md",
    )
