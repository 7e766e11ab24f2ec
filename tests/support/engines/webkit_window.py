"""Opens a WebKit window of any width, because Debian's MiniBrowser cannot be narrower than 447 px.

Debian's Python must run this module. The first argument contains the settings as JSON.
"""

import json
import sys

import gi  # pyright: ignore[reportMissingImports]

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402 # pyright: ignore[reportMissingImports]

NAME = "MiniBrowser"
VERSION = WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
"""The name and version of the only browser that WebKitWebDriver accepts."""

LOCAL = ("http://127.0.0.1:9", ["127.0.0.1"])
"""An unreachable proxy and the hosts that bypass it. Requests to other hosts fail."""


def main(chosen: dict) -> None:
    look = Gtk.Settings.get_default()
    look.set_property("gtk-overlay-scrolling", not chosen["classic_scrollbars"])
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=chosen["profile"], base_cache_directory=f"{chosen['profile']}/cache"
    )
    manager.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(*LOCAL))
    context = WebKit2.WebContext(website_data_manager=manager)
    context.set_automation_allowed(True)
    context.set_preferred_languages(["en-GB", "en"])
    windows = []

    def open_view(*_):
        settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
        settings.set_property("enable-javascript-markup", chosen["has_scripts"])
        settings.set_property("default-font-size", chosen["font_size"])
        settings.set_property("minimum-font-size", chosen["least_font_size"])
        view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
        view.set_zoom_level(chosen["zoom"])
        window = Gtk.Window()
        window.set_default_size(chosen["width"], chosen["height"])
        window.add(view)
        window.show_all()
        view.grab_focus()
        view.connect("close", lambda _: window.destroy())
        windows.append(window)
        return view

    def start(_, session):
        information = WebKit2.ApplicationInfo()
        information.set_name(NAME)
        information.set_version(*VERSION)
        session.set_application_info(information)
        session.connect("create-web-view", open_view)

    context.connect("automation-started", start)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
