#!/bin/sh
# Makes what is due, verifies it and pushes it: sh publish.sh [OPTIONS OF puzzlegen daily]
#
# Each attempt begins in new folders with the newest state of both repositories, so that nothing counts that an earlier
# run left on this machine. If another push came first, the attempt is thrown away. The ledger is pushed before the
# site: no puzzle becomes public that the ledger does not have.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"; git worktree prune; git -C site worktree prune' EXIT
trap 'exit 1' INT TERM

newest() {  # REPOSITORY FOLDER: put the newest state of a repository into a new folder
    git -C "$1" fetch --quiet origin main
    git -C "$1" worktree add --quiet --detach "$2" FETCH_HEAD
}

commit() {  # FOLDER FILES: commit what changed
    git -C "$1" add --all "$2"
    git -C "$1" diff --cached --quiet || git -C "$1" -c user.name=puzzlegen -c user.email=puzzlegen@localhost \
        commit --quiet --message "Puzzle of the day"
}

push() {  # REPOSITORY FOLDER: push the commit of a folder
    git -C "$1" push --quiet origin "$(git -C "$2" rev-parse HEAD):refs/heads/main"
}

for attempt in 1 2 3; do
    now=$work/$attempt
    newest . "$now"
    newest site "$now/site"
    (
        cd "$now"
        puzzlegen daily daily/daily.yaml --publish site "$@"
        puzzlegen verify site --ledger output/ledger.sqlite
    )
    commit "$now" output/ledger.sqlite
    commit "$now/site" .
    if push . "$now" && push site "$now/site"; then exit 0; fi
    echo "attempt $attempt: not pushed" >&2
done
exit 1
