"""Kernels that place mines and build boards."""
