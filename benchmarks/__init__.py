"""Speed figures as ratios taken in one run: `python -m benchmarks` prints the table."""
