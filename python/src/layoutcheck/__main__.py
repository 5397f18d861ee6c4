"""`python -m layoutcheck` is the program."""

import sys

from layoutcheck.program import main

sys.exit(main())
