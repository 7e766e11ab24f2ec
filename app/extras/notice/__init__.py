"""CSS classes of closable notices at the bottom of the window.

If the window is low, notices use only part of its height, so that the focused element stays visible.
"""

LOOKS = {
    "region": (
        "pointer-events-none fixed inset-x-0 bottom-[var(--notice-floor,0px)] z-40 flex "
        "max-h-[calc(100dvh-var(--notice-floor,0px))] p-3 print:hidden md:p-5 "
        "[@media(max-height:18rem)]:max-h-[min(50dvh,calc(80dvh-var(--notice-floor,0px)))]"
    ),
    "box": (
        "pointer-events-auto ml-auto flex w-fit max-w-xl flex-wrap items-center gap-x-4 gap-y-1 overflow-y-auto "
        "border-2 border-paper bg-ink py-1 pl-5 pr-1 text-lg text-paper"
    ),
    "text": "grow basis-40 py-2",
    "action": (
        "inline-flex min-h-11 cursor-pointer items-center border-2 border-current px-4 font-display text-lg uppercase "
        "leading-none tracking-wide outline-offset-0 hover:border-spot hover:bg-spot hover:text-on-spot"
    ),
    "close": (
        "inline-flex size-11 cursor-pointer items-center justify-center text-2xl leading-none -outline-offset-4 "
        "hover:bg-spot hover:text-on-spot"
    ),
}
