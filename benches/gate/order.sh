#!/usr/bin/env bash
# Writes `src/gate.ld`: which functions a call of the gate goes through, for the linker to put side by side.
#
# Run it when the gate has changed much, then `benches/gate.sh`, which says what it was worth. A function
# that is missing in the list costs a page fault, one that is there in vain costs nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --release --quiet
target=$(cargo metadata --no-deps --format-version 1 | python3 -c 'import json,sys; print(json.load(sys.stdin)["target_directory"])')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export GATE="$target/release/automaton" SCRATCH="$scratch" HOME="$scratch" AUTOMATON_ACTOR=bench
mkdir "$scratch/project"
(cd "$scratch/project" && "$GATE" --quiet init >/dev/null && "$GATE" --quiet create-task login >/dev/null)

python3 - <<'PY' > src/gate.ld
import json, os, re, subprocess

gate, scratch = os.environ["GATE"], os.environ["SCRATCH"]
project = f"{scratch}/project"
artifact = f"{project}/.automaton/tasks/login/SPEC.md"

def payload(path):
    return json.dumps({
        "session_id": "s", "cwd": project, "hook_event_name": "PreToolUse", "tool_name": "Write",
        "tool_input": {"file_path": path, "content": "x"}})

calls = [(["can-edit", *files, *words], None)
         for files in (["src/a.rs"], [artifact]) for words in ([], ["--task", "login"])]
calls += [(["hook", "claude"], payload(path)) for path in (f"{project}/src/a.rs", artifact)]

touched = set()
for number, (words, stdin) in enumerate(calls):
    out = f"{scratch}/{number}.out"
    subprocess.run(
        ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={out}", gate, *words],
        cwd=project, input=stdin, text=True, capture_output=True)
    # `(7) name` where it is first spoken of; `'2` marks a recursion.
    touched |= set(re.findall(r"fn=\(\d+\) ([^\s']+)", open(out).read()))

# What the compiler puts behind a name, its hash, differs from build to build.
names = {re.sub(r"17h[0-9a-f]{16}E.*", "17h*", name) for name in touched if "17h" in name}
# What is started by `exec` is not seen from here.
names |= {"_ZN9automaton3cli4exec*", "_ZN9automaton5guard7sandbox*", "_ZN8landlock*", "_ZN11seccompiler*"}
print("/* Written by benches/gate/order.sh. */")
print("SECTIONS\n{\n  .text.gate :\n  {")
for name in sorted(names):
    print(f"    *(.text.{name} .text.unlikely.{name})")
print("  }\n}\nINSERT BEFORE .text;")
PY
