"""A workbench for people who design tabletop games."""
