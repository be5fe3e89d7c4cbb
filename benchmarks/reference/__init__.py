"""The same rules written by hand in idiomatic Python: what a programmer would write without us."""
