"""How a floor hangs together: ways to the exit, where they can be cut, and what a tile would do; seen as graphs."""

from .choke import ChokePoints, choke_points
from .export import export, read_graph
from .placement import Danger, danger_text, dangerous_placements, placements, weigh_placements, what_if
from .report import graph, report, report_frame, report_text
from .shapes import shape_notes, shape_report, shape_text
from .timeline import Follower, Loss, fatal_moves, follow, loss_text, losses, timeline

__all__ = [
    "ChokePoints", "Danger", "Follower", "Loss", "choke_points", "danger_text", "dangerous_placements", "export",
    "fatal_moves", "follow", "graph", "loss_text", "losses", "placements", "read_graph", "report", "report_frame",
    "report_text", "shape_notes", "shape_report", "shape_text", "timeline", "weigh_placements", "what_if",
]  # fmt: skip
