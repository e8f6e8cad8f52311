import sys
from pathlib import Path

for folder in (".", "e2e"):  # helpers shared by the test folders
    sys.path.insert(0, str(Path(__file__).parent / folder))
