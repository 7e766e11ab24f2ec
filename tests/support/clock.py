from dataclasses import dataclass


@dataclass
class Clock:
    """A clock that tests set, in place of `time.time`."""

    now: float

    def __call__(self) -> float:
        return self.now
