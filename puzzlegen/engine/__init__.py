"""The numba kernels: arrays in, arrays out."""
