"""Copies one task of a project many times, each copy with a journal of its own.

usage: grow.py PROJECT TASK NUMBER
"""

import hashlib, json, os, shutil, sys

project, original, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
tasks = os.path.join(project, ".automaton", "tasks")
source = os.path.join(tasks, original)
with open(os.path.join(source, ".state.journal")) as journal:
    entries = [json.loads(line) for line in journal]

for index in range(number):
    name = f"task-{index:06d}"
    folder = os.path.join(tasks, name)
    shutil.copytree(source, folder)
    previous = None
    with open(os.path.join(folder, ".state.journal"), "w") as journal:
        for entry in entries:
            line = json.dumps(entry | {"task": name, "prev": previous}, separators=(",", ":"))
            journal.write(line + "\n")
            previous = hashlib.sha256(line.encode()).hexdigest()
