"""How a floor hangs together: ways to the exit, seen as graphs."""

from .report import report, report_frame, report_text

__all__ = ["report", "report_frame", "report_text"]
