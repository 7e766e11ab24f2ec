"""Hot reload for `reflex run`. Reflex itself would restart and rebuild every page.

saved file -> affected modules -> their pages, in a process that has imported Reflex -> Next
"""
