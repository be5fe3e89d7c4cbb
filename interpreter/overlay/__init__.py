"""Overlay stage: which overlays change a pack, and in which order; feeds the pack loader."""
