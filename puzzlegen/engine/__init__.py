"""Numba kernels: numpy arrays in, numpy arrays out. No other package imports numba."""
