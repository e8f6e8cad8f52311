"""Reads and writes files of users: bounded, portable, complete or not at all; finds the shipped templates."""
