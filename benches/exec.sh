#!/usr/bin/env bash
# What `automaton exec` costs beside the bare command, in each tier that this machine has.
#
# Prints, from one run on one machine, wall times in milliseconds and what is added. RUNS says how
# often each command is timed (300); BIN is the program, built from this checkout otherwise.
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
export BIN HOME="$scratch/home" AUTOMATON_ACTOR=bench
unset AUTOMATON_PROJECT XDG_CACHE_HOME XDG_CONFIG_HOME
mkdir -p "$HOME" "$scratch/project/src"
cd "$scratch/project"
"$BIN" --quiet init >/dev/null
"$BIN" --quiet create-task login >/dev/null
"$BIN" --quiet transition research --task login >/dev/null

cat > "$scratch/measure.py" <<'PY'
import json, os, statistics, subprocess, time

program, runs = os.environ["BIN"], int(os.environ.get("RUNS", "300"))
held = [program, "exec", "--task", "login", "--"]
explained = subprocess.run(held[:-1] + ["--explain", "--json"], capture_output=True, text=True)
tier = json.loads(explained.stdout).get("tier", "none")
bare = ["/bin/true"]
times = {"bare": [], "held": []}
for _ in range(runs):
    # One after the other, so that whatever else the machine does falls on both.
    for name, words in (("bare", bare), ("held", held + bare)):
        begun = time.perf_counter()
        subprocess.run(words, check=True)
        times[name].append((time.perf_counter() - begun) * 1000)
middle = {name: statistics.median(each) for name, each in times.items()}
least = {name: min(each) for name, each in times.items()}
added = middle["held"] - middle["bare"]
print(
    f"{tier:9} bare {middle['bare']:.2f} ms  held {middle['held']:.2f} ms  added {added:.2f} ms"
    f"  (least {least['held'] - least['bare']:.2f} ms)"
)
PY
python3 "$scratch/measure.py"
# In a namespace that allows none below it, as containers are.
unshare --map-root-user sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && exec python3 "$0"' \
    "$scratch/measure.py" || echo "skipped: no namespaces here"
