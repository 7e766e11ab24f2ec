"""Hot reload for `reflex run`.

Reflex would rebuild all pages after each change. This package builds only the affected pages.
"""
