#!/usr/bin/env bash
# What a look at every task costs beside a bare program that walks and reads the same files.
#
# Prints, from one run on one machine, the processor's time of each command, its ratio, and the most
# memory that it held. TASKS says how many tasks there are (100000), RUNS how often each is timed (3).
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet --bin automaton
target=$(cargo metadata --no-deps --format-version 1 | python3 -c 'import json,sys; print(json.load(sys.stdin)["target_directory"])')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rustc --edition 2024 -C opt-level=3 -C codegen-units=1 -C strip=debuginfo -o "$scratch/walk" benches/scale/walk.rs
export AUTOMATON="$target/release/automaton" WALK="$scratch/walk" PROJECT="$scratch/project"
export HOME="$scratch/home" AUTOMATON_ACTOR=bench
unset AUTOMATON_PROJECT XDG_CACHE_HOME XDG_CONFIG_HOME
mkdir -p "$HOME" "$PROJECT"

# One task that has been submitted, with an artifact whose bytes are kept, and its copies.
(
    cd "$PROJECT"
    "$AUTOMATON" --quiet init
    "$AUTOMATON" --quiet create-task one
    "$AUTOMATON" --quiet transition research --task one
    echo "# What is wanted" > .automaton/tasks/one/SPEC.md
    "$AUTOMATON" --quiet transition research:awaiting_approval --task one
) > /dev/null
python3 benches/scale/grow.py "$PROJECT" one "${TASKS:-100000}"

python3 - <<'PY'
import os, subprocess

automaton, walk, project = (os.environ[name] for name in ("AUTOMATON", "WALK", "PROJECT"))
runs = int(os.environ.get("RUNS", "3"))
calls = [
    ("walk and read", [walk, f"{project}/.automaton/tasks"]),
    *((" ".join(words), [automaton, "--project", project, *words]) for words in (
        ["audit"], ["status"], ["status", "--json"], ["claim", "--next", "--dry-run"],
    )),
]

def measured(call):
    child = subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024

best = {name: min(measured(call) for _ in range(runs)) for name, call in calls}
bare, _ = best["walk and read"]
print(f"{'':24} {'processor':>10} {'ratio':>6} {'memory':>9}")
for name, (time, memory) in best.items():
    print(f"{name:24} {time:>8.2f} s {time / bare:>6.2f} {memory:>6.0f} MB")
PY
