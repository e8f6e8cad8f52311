#!/bin/sh
# Makes what is due, verifies it and pushes it: sh publish.sh [OPTIONS OF puzzlegen daily]
#
# Each attempt begins in new folders with the newest state of both repositories, so that nothing counts that an earlier
# run left on this machine. If another push came first, the attempt is thrown away. The ledger is pushed before the
# site: no puzzle becomes public that the ledger does not have. Files to write, such as --proof proof.pdf, are named from
# the folder in which the script is called.
set -eu
here=$PWD
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"; git worktree prune; git -C site worktree prune' EXIT
trap 'exit 1' INT TERM

newest() {  # REPOSITORY FOLDER: put the newest state of a repository into a new folder
    git -C "$1" fetch --quiet origin main || {
        echo "$1: no branch main to read: if its repository is new, first run git -C $1 push origin HEAD:main" >&2
        exit 1
    }
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

before=
for word in "$@"; do  # each attempt runs in a folder of its own
    shift
    case $before,$word in
    --proof,/* | --zip,/*) ;;
    --proof,* | --zip,*) word=$here/$word ;;
    *,--proof=[!/]* | *,--zip=[!/]*) word=${word%%=*}=$here/${word#*=} ;;
    esac
    before=$word
    set -- "$@" "$word"
done

for attempt in 1 2 3; do
    now=$work/$attempt
    newest . "$now"
    newest site "$now/site"
    (
        cd "$now"
        puzzlegen daily daily/daily.yaml --publish site "$@"
        puzzlegen verify site --ledger output/ledger.sqlite
        cp .gitattributes site
        touch site/.nojekyll
    )
    commit "$now" output/ledger.sqlite
    commit "$now/site" .
    # What the ledger has is done: the next attempt only publishes it, because --swap or --reissue would do it again
    if push . "$now" && set -- && push site "$now/site"; then exit 0; fi
    echo "attempt $attempt: not pushed" >&2
done
exit 1
