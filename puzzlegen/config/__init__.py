"""What the editor chooses: one typed schema, and a loader whose errors name file, line and column."""
