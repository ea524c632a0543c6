"""The trace: what happened during one step, written down by the rules as it happens.

A trace is a record array. Element 0 is its head: `kind` holds the number of events, `a` is 1 when there was no room left.
The events follow in their order. What the numbers `a` to `f` of an event mean is said where its kind is defined.
"""

import numpy as np

from .jit import kernel

NUMBERS = "abcdef"
EVENT = np.dtype([("kind", "i2"), ("who", "i1"), ("seen_by", "i1")] + [(name, "i4") for name in NUMBERS])
LENGTH = 256  # events that one step may write; the longest seen in random play stays well below
EVERYONE = -1  # `seen_by` is a bit mask of seats; all bits


def new_trace():
    """Make an empty trace."""
    return np.zeros(LENGTH + 1, EVENT).view(np.recarray)


@kernel
def clear(trace):
    """Begin a new step."""
    trace[0].kind = 0
    trace[0].a = 0


@kernel
def note(trace, kind, who, a=0, b=0, c=0, d=0, e=0, f=0):
    """Append an event that everyone may see."""
    i = trace[0].kind + 1
    if i >= len(trace):
        trace[0].a = 1
        return
    trace[0].kind = i
    trace[i].kind = kind
    trace[i].who = who
    trace[i].seen_by = EVERYONE
    trace[i].a = a
    trace[i].b = b
    trace[i].c = c
    trace[i].d = d
    trace[i].e = e
    trace[i].f = f


def events(trace):
    """The events of the last step, as a record array of their own.

    Raises
    ------
    OverflowError
        When the step wrote more events than the trace has room for (a defect of the game).
    """
    if trace[0].a:
        raise OverflowError(f"one step wrote more than {len(trace) - 1} events")
    return trace[1 : trace[0].kind + 1].copy()
