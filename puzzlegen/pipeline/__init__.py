"""The only place that knows the order of the stages: config, generate, grade, select, lay out, render, verify."""
