"""Hot reload for `reflex run`, which itself would restart and rebuild every page.

a file is saved -> the affected modules -> their pages, in a process with Reflex imported -> Next
"""
