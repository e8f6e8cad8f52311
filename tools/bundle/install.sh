#!/bin/sh
# Adds the studio to the menu of programs of this user; with --remove, takes it out again. Books are not touched.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
menu="${XDG_DATA_HOME:-$HOME/.local/share}/applications"
entry="$menu/puzzlegen-studio.desktop"
if [ "${1:-}" = --remove ]; then
    rm -f "$entry"
    echo "removed from the menu; to remove the program, delete the folder $here"
    exit
fi
mkdir -p "$menu"
# The rules of desktop entries: in quotes, these characters need a backslash, which needs one itself; % is doubled
program=$(printf '%s' "$here/puzzlegen-studio" | sed -e 's/[\\"$`]/\\\\&/g' -e 's/%/%%/g')
cat >"$entry" <<END
[Desktop Entry]
Type=Application
Name=puzzlegen studio
Comment=Make books of Minesweeper puzzles for pen and paper
Exec="$program"
Icon=$here/_internal/puzzlegen/_data/templates/studio/static/icon.svg
Categories=Graphics;Publishing;
Terminal=false
END
echo "puzzlegen studio is in the menu now"
