#!/usr/bin/env bash
# What the edit gate costs beside an empty program of the same profile and an empty Python.
#
# Prints, from one run on one machine, wall time ratios and, where valgrind is installed,
# instruction counts, which repeat exactly. RUNS says how often each command is timed (300).
# The goal is at most 3 times the instructions of an empty program and 1.3 times its wall time;
# what is missing is mostly pages of the program that a call touches first (108 faults beside 71).
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet --bin automaton
target=$(cargo metadata --no-deps --format-version 1 | python3 -c 'import json,sys; print(json.load(sys.stdin)["target_directory"])')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# As the release profile builds.
rustc -C opt-level=3 -C codegen-units=1 -C lto=thin -C strip=debuginfo -o "$scratch/empty" benches/gate/empty.rs
export GATE="$target/release/automaton" EMPTY="$scratch/empty"
export HOME="$scratch/home" AUTOMATON_ACTOR=bench
unset AUTOMATON_PROJECT XDG_CACHE_HOME XDG_CONFIG_HOME
mkdir -p "$HOME"

# One project for each number of tasks, in all but the last of which nothing may be edited.
for tasks in 1 100 1000; do
    project="$scratch/$tasks"
    mkdir -p "$project/.automaton/tasks"
    cat > "$project/.automaton/workflow.kdl" <<'KDL'
workflow bench version=1 {
    initial plan
    artifact PLAN.md
    phase plan { produces PLAN.md optional=#true; next build; }
    phase build { edits "src/**"; next done; }
    phase done terminal=success
}
KDL
    for number in $(seq -f '%04g' "$tasks"); do
        "$GATE" --project "$project" --quiet create-task "task-$number" >/dev/null
    done
    "$GATE" --project "$project" --quiet transition build --task "task-$(printf '%04d' "$tasks")" >/dev/null
done
# The default workflow, whose text is as long as a real one.
mkdir -p "$scratch/default"
(cd "$scratch/default" && "$GATE" --quiet init >/dev/null && "$GATE" --quiet create-task login >/dev/null)

export SCRATCH="$scratch"
python3 - <<'PY'
import os, shutil, statistics, subprocess, time

gate, empty, scratch = (os.environ[name] for name in ("GATE", "EMPTY", "SCRATCH"))
runs = int(os.environ.get("RUNS", "300"))
python = shutil.which("python3")

def call(project, *words):
    return [gate, "--project", f"{scratch}/{project}", "can-edit", *words]

last = {tasks: f"task-{tasks:04d}" for tasks in (1, 100, 1000)}
cases = [
    ("an empty program", [empty]),
    ("python3 -S -c pass", [python, "-S", "-c", "pass"]),
    ("allow, --task", call(1, "src/a.rs", "--task", last[1])),
    ("deny, --task", call(1, "docs/a.md", "--task", last[1])),
    ("deny, --task, the default workflow", call("default", "src/a.rs", "--task", "login")),
    ("allow, 1 task", call(1, "src/a.rs")),
    ("deny, 1 task", call(1, "docs/a.md")),
    ("allow, 100 tasks", call(100, "src/a.rs")),
    ("allow, 1000 tasks", call(1000, "src/a.rs")),
]
times = {name: [] for name, _ in cases}
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
for _, command in cases:
    subprocess.run(command, **quiet)
for _ in range(runs):
    for name, command in cases:
        start = time.perf_counter()
        subprocess.run(command, **quiet)
        times[name].append(time.perf_counter() - start)

valgrind = shutil.which("valgrind")
def instructions(command):
    run = subprocess.run(
        [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        capture_output=True, text=True)
    line = next(line for line in run.stderr.splitlines() if "Collected" in line)
    return int(line.rsplit(":", 1)[1])

base = statistics.median(times["an empty program"])
base_count = instructions([empty]) if valgrind else None
print(f"{'':36} {'median':>9} {'ratio':>6} {'instructions':>13} {'ratio':>6}")
for name, command in cases:
    median = statistics.median(times[name])
    line = f"{name:36} {median * 1e3:6.2f} ms {median / base:6.2f}"
    if valgrind and command[0] != python:
        count = instructions(command)
        line += f" {count / 1e6:11.3f} M {count / base_count:6.2f}"
    print(line)
if not valgrind:
    print("valgrind is not installed: no instruction counts")
PY
