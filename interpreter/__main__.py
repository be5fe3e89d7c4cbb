"""Runs the command as `python -m interpreter`."""

from interpreter.cli import main

if __name__ == "__main__":
    main()
