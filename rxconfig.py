"""Configures Reflex and the site's plugin."""

import reflex as rx

from app.http import backend
from app.i18n import LANGUAGES
from app.inquiries import form_endpoint, seats
from app.members import scripts
from app.members.endpoints import CALLBACK, CALLBACK_PARAMETERS, LOGIN, LOGOUT, WEBHOOK
from app.routes import invalid_pattern, private_pattern
from app.server import builds, health, home_redirect
from app.server import config as public_settings
from app.settings import settings
from builder import dev, fonts
from builder.publish import modules, public_files
from pwa.seam.plugin import SitePlugin
from pwa.worker import cache_rules

dev.prepare()

config = rx.Config(
    app_name="app",
    backend_port=dev.BACKEND_PORT,  # only for `reflex run`; in production, pages connect to their own origin
    frontend_port=dev.PORT,
    backend_host="127.0.0.1",
    db_url=None,
    deploy_url=None,
    redis_url=settings().redis_url,
    state_manager_mode=rx.constants.StateManagerMode.MEMORY,  # Reflex ignores this if `redis_url` is set
    cors_allowed_origins=[],
    react_strict_mode=True,
    show_built_with_reflex=False,
    tailwind=None,
    telemetry_enabled=False,
    state_auto_setters=False,
    plugins=[
        SitePlugin(
            site={
                "languages": [language.code for language in LANGUAGES],  # the language without a URL prefix comes first
                "private": private_pattern(),  # matches paths of pages whose contents are never cached
                "invalid": invalid_pattern(),  # matches decoded paths whose parameter has an invalid value
                "crawlers": home_redirect.CRAWLERS,
                "serverPaths": [  # `next dev` proxies these paths to the server
                    *(*backend.PROBES, health.PATH, public_settings.PATH, builds.PATH, seats.PATH),
                    *(scripts.PATH, backend.UPLOAD),
                    *(*LOGIN, *LOGOUT, *WEBHOOK, *form_endpoint.PATHS),
                ],
                # `next dev` proxies these paths only if the query contains one of the given keys.
                "serverQueries": dict.fromkeys(CALLBACK, CALLBACK_PARAMETERS),
            },
            fonts=lambda: fonts.preloads(fonts.make()),
            public_files=public_files,
            modules=lambda: {**modules(), cache_rules.MODULE: cache_rules.module()},
            styles=lambda: fonts.styles(fonts.make()),
        )
    ],
)
