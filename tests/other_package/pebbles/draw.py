"""The heap as a picture."""


def svg(state, rules, names, **options):
    """A pebble beside the other."""
    dots = "".join(f'<circle cx="{10 + 20 * i}" cy="10" r="8"/>' for i in range(int(state.pebbles)))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2000 20">'
    return f"{head}<title>{state.pebbles} pebbles</title>{dots}</svg>"


def layout(state):
    """Where the heap is."""
    return {"size": [2000, 20], "boxes": {"heap": [0, 0, 2000, 20]}}
