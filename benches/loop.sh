#!/usr/bin/env bash
# What `automaton loop tick` costs beside its harness.
#
# Prints, from one run on one machine, wall times in milliseconds: of a harness that does nothing, of the
# same held by `exec`, and of a tick that runs it. RUNS says how often each is timed (100); BIN is the
# program, built from this checkout otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${BIN:-}" ]; then
    cargo build --release --quiet --bin automaton
    target=$(cargo metadata --no-deps --format-version 1 | python3 -c 'import json,sys; print(json.load(sys.stdin)["target_directory"])')
    BIN="$target/release/automaton"
fi
BIN=$(realpath "$BIN")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export BIN HOME="$scratch/home" AUTOMATON_ACTOR=bench GIT_CONFIG_NOSYSTEM=1
unset AUTOMATON_PROJECT XDG_CACHE_HOME XDG_CONFIG_HOME
mkdir -p "$HOME" "$scratch/project/.automaton" "$scratch/project/docs"
cd "$scratch/project"
cat > .automaton/workflow.kdl <<'KDL'
workflow bench version=1 {
    initial draft
    artifact NOTES.md
    phase draft { edits "docs/**"; produces NOTES.md; next over; }
    phase over terminal=success
}
KDL
echo one > docs/a.md
printf '.automaton/\n' > .gitignore
git init --quiet --initial-branch=main
git add --all
git -c user.name=bench -c user.email=bench@localhost commit --quiet --message=start
"$BIN" --quiet create-task guide >/dev/null
"$BIN" --quiet loop create bench --task guide --iterations 1000000 --scope 'docs/**' -- /bin/true >/dev/null
"$BIN" --quiet loop tick bench >/dev/null

python3 - <<'PY'
import os, statistics, subprocess, time

program, runs = os.environ["BIN"], int(os.environ.get("RUNS", "100"))
calls = {
    "bare": ["/bin/true"],
    "held": [program, "exec", "--task", "guide", "--", "/bin/true"],
    "tick": [program, "--quiet", "loop", "tick", "bench"],
}
times = {name: [] for name in calls}
for _ in range(runs):
    # One after the other, so that whatever else the machine does falls on all.
    for name, words in calls.items():
        begun = time.perf_counter()
        subprocess.run(words, check=True)
        times[name].append((time.perf_counter() - begun) * 1000)
middle = {name: statistics.median(each) for name, each in times.items()}
print(
    "  ".join(f"{name} {middle[name]:.1f} ms" for name in calls),
    f" beside its harness {middle['tick'] - middle['bare']:.1f} ms"
    f"  (least {min(times['tick']) - min(times['bare']):.1f} ms)",
)
PY
