"""Hot reload for `reflex run`.

Reflex itself would restart and build all pages after each change. This package builds only the pages that a change
affects.
"""
