"""`python -m self_execution_benchmark install PACKAGE...` adds optional npm packages to the wheel's own folder."""

import sys

from ._command import install

if sys.argv[1:2] != ["install"] or len(sys.argv) < 3:
    sys.exit("usage: python -m self_execution_benchmark install PACKAGE...   (the command itself is `seb`)")
sys.exit(install(sys.argv[2:]))
