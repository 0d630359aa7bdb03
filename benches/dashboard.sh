#!/bin/sh
# Measures the dashboard: the first page of TASKS tasks, the next ones, the delay of an update, what it
# does in an idle minute, and its memory.
#   benches/dashboard.sh [PROGRAM] [TASKS]
set -eu

program=$(realpath "${1:-target/release/automaton}")
tasks=${2:-1000}
place=$(mktemp -d)
project=$place/project
mkdir "$project"
cd "$project"
export HOME="$place"
"$program" init >/dev/null
for number in $(seq "$tasks"); do "$program" create-task "task-$number" >/dev/null; done

"$program" dashboard >"$place/address" &
server=$!
trap 'kill $server; rm -r "$place"' EXIT
while ! [ -s "$place/address" ]; do sleep 0.05; done
address=$(tr -d '\n' <"$place/address")

look() { curl -s -o "$place/page" -w '%{time_total} s, %{size_download} bytes\n' "${address}p/project/$1"; }
ticks() { awk '{print $14 + $15}' "/proc/$server/stat"; }
memory() { awk '/VmRSS/ {print $2, $3}' "/proc/$server/status"; }

echo "first board of $tasks tasks: $(look board)"
echo "second board: $(look board)"
echo "a filtered one: $(look 'board?name=7')"
echo "audit: $(look audit)"
echo "memory: $(memory)"

curl -sN "${address}live" >"$place/live" &
stream=$!
sleep 0.5
"$program" transition research --task task-1 >/dev/null
start=$(date +%s%N)
while ! grep -q 'event: change' "$place/live"; do sleep 0.005; done
echo "told of a change after: $((($(date +%s%N) - start) / 1000000)) ms"
echo "the board after it: $(look board)"

before=$(ticks)
sleep 60
echo "processor time of an idle minute: $(($(ticks) - before)) ticks of 10 ms"
kill $stream
