"""Show stage: the board of a game as an SVG, by what the pack says of it; fed by a view.

    board (typed) + program + view → reading → scene → sheet → svg

`draw` is the door. What is hidden from the one who looks has no way in: see `engine.veil`.
"""

from interpreter.show.board.drawing import Drawing, draw

__all__ = ["Drawing", "draw"]
