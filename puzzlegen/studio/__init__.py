"""The studio: a local web app that edits configs, shows pages and runs the commands of puzzlegen."""
