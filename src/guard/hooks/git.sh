#!/bin/sh
# Written by `automaton hooks install`; `automaton hooks uninstall git` takes it away.
# The hook that stood here before runs first, so that the gate sees what it stages.
before="$(dirname "$0")/before-automaton/pre-commit"
if @RUNS@; then
    @BEFORE@ "$@" || exit
fi
exec @COMMAND@
