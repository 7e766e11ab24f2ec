"""Hot reload: `reflex run` starts it (`builder.dev`) and leaves making the pages to it.

    a file is saved -> which modules it concerns -> a process that has Reflex already makes their pages -> Next

Reflex would start anew and make every page, which takes longer than somebody waits who has changed a word.
"""
