"""Run the command line as ``python -m puzzlegen``."""

from puzzlegen.cli import main

if __name__ == "__main__":
    main()
