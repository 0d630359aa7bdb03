#!/bin/sh
# benches/lint.sh: what analysing a workflow costs beside parsing it, in one run.
#
# The goal: the default workflow is analysed in less than a millisecond, and the whole process takes at
# most 1.3 times as long as the bare parser, at a thousand phases as at ten thousand.
# Measured on two cores that were busy with other things: an analysis in 0.37 ms; 1.23 times the
# parser's instructions at a thousand phases and 1.28 times at ten thousand; 1.26 and 1.42 times its wall
# time, so that the goal is missed there. What grows faster than the text is the sets of artifacts,
# one bit for each artifact in each state.
# Instructions are counted where valgrind is installed: they do not depend on what else runs.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --bin automaton --example measure
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
program=$target/release/automaton
measure=$target/release/examples/measure
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# Prints how many instructions a command takes.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >"$folder/out" |
        sed -n 's/.*Collected : //p'
}

"$measure" default
for phases in 1000 10000; do
    "$measure" chain "$phases" >"$folder/workflow.kdl"
    echo "$phases phases, $(wc -c <"$folder/workflow.kdl") bytes:"
    "$measure" compare "$program" "$folder/workflow.kdl"
    if command -v valgrind >/dev/null; then
        whole=$(instructions "$program" lint-workflow "$folder/workflow.kdl")
        parsing=$(instructions "$measure" parse "$folder/workflow.kdl")
        awk -v whole="$whole" -v parsing="$parsing" 'BEGIN {
            printf "  instructions:  %.0f million beside %.0f million: %.2f\n",
                whole / 1e6, parsing / 1e6, whole / parsing
        }'
    else
        echo "  instructions:  not counted, valgrind is not installed"
    fi
done
