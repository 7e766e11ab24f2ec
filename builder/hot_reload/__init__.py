"""Hot reload for `reflex run`. Reflex itself would restart and rebuild every page.

saved file -> affected modules -> affected pages -> Next
"""
