"""Compiling: from the typed tree of a pack to a program; the door is `compiler.compile_image`."""
