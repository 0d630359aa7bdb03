#!/bin/sh
# Written by `automaton hooks install`; `automaton hooks uninstall cline` takes it away.
# Cline ignores exit codes: where the gate does not answer, this file has to say no itself.
@COMMAND@ ||
    echo '{"cancel":false,"overrideInput":{},"contextModification":"refused: the edit gate did not answer"}'
