"""Runs the command line: `python -m crypt`."""

import sys

from .cli import main

sys.exit(main())
