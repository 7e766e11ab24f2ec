"""Hot reload for `reflex run`. Without it, Reflex would restart and rebuild every page after each change.

saved file -> affected modules -> affected pages -> Next
"""
