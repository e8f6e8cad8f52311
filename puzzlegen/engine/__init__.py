"""Compiled kernels that solve and thin puzzles, make boards and compress frames: numpy arrays in, numpy arrays out.

Only ``kernel_build`` imports numba. The engine knows which cells are neighbors and nothing else of a grid.

A *kernel* is called from Python. It calls *subroutines*, which are plain functions (see kernels).
Arrays that belong together travel as one named tuple: ``position.Position`` and ``Trace``,
``thinning_state.State``. Each of their fields is documented there. Reading a field costs nothing in compiled code.

Kernels use these names for local variables:

    c, d    a clue, as the number of its cell; ``d`` is another clue near ``c``
    x, y    a cell; ``y`` is another cell near ``x``
    i, j    an index into a list
    k, m    an index into the neighbors of a cell or into the table of placements, or (thinning) the clue under trial
    u       how many unknown cells a clue has
    r       how many mines are missing among them
    n       how many cells the board has
    cap     the highest tier that may be used
"""
