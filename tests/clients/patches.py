"""Patches in the form that models write, section by section."""


def patch_text(*sections):
    return "*** Begin Patch\n" + "".join(sections) + "*** End Patch\n"


def add(path, text):
    lines = "".join(f"+{line}\n" for line in text.splitlines())
    return f"*** Add File: {path}\n{lines}"


def move(path, to, old, new):
    return f"*** Update File: {path}\n*** Move to: {to}\n@@\n-{old}\n+{new}\n"


def change(path, old, new):
    return f"*** Update File: {path}\n@@\n-{old}\n+{new}\n"
