//! `automaton vram`

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use insta::assert_snapshot;

use crate::project::{Project, Run};

/// Puts a program on the path of [`with`] that prints this text.
fn program(project: &Project, name: &str, prints: &str) {
    let path = format!("bin/{name}");
    project.write(&path, &format!("#!/bin/sh\ncat <<'END'\n{prints}END\n"));
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(project.path(&path), mode).expect("set");
}

/// Runs the command with the programs of the project, and those that they need.
fn with(project: &Project, arguments: &[&str]) -> Run {
    let path = format!("{}:/usr/bin:/bin", project.path("bin").display());
    let mut command = project.command();
    project.finish(command.env("PATH", path).arg("vram").args(arguments))
}

const MODEL: &str = "[model]
weights-gib = 18.5
layers = 64
kv-heads = 8
head-dim = 128
";

#[test]
fn the_sources_are_asked_in_their_order_and_every_input_is_shown() {
    let project = Project::bare();
    project.all(&["init --from minimal"]);
    program(
        &project,
        "nvidia-smi",
        "NVIDIA GeForce RTX 4090, 24576, 1024\n",
    );
    project.write(".automaton/config.toml", MODEL);
    assert_snapshot!(with(&project, &[]), @"
    exit 0
    context window: 16384 tokens (formula)
    budget of one task: 8192 tokens
      device: 1.00 GiB of 24.00 GiB used (nvidia-smi, NVIDIA GeForce RTX 4090)
      weights: 18.50 GiB (config.toml)
      margin: 1.50 GiB (default)
      layers: 64 (config.toml)
      key-value heads: 8 (config.toml)
      head dimension: 128 (config.toml)
      bits of a number: 16 (default)
      for each token: 262144 bytes (2 x layers x heads x dimension x bits / 8)
      budget: 50 % (default)
    ");
    program(
        &project,
        "ollama",
        "NAME ID SIZE PROCESSOR CONTEXT UNTIL\nqwen b92d 24GB GPU       32768   Forever\n",
    );
    assert_snapshot!(with(&project, &[]), @"
    exit 0
    context window: 32768 tokens (runtime)
    budget of one task: 16384 tokens
      context window: 32768 tokens (ollama, qwen)
      budget: 50 % (default)
    ");
    project.write(
        ".automaton/config.toml",
        "[model]\nname = \"hosted\"\ncontext-window = 200000\n",
    );
    assert_snapshot!(with(&project, &[]), @"
    exit 0
    context window: 200000 tokens (configuration)
    budget of one task: 100000 tokens
      model: hosted (config.toml)
      context window: 200000 tokens (config.toml)
      budget: 50 % (default)
    ");
    assert_snapshot!(with(&project, &["--json"]), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"200000 tokens of context, of which one task may fill 100000","context_window":200000,"budget":100000,"source":"configuration","inputs":[{"name":"model","value":"hosted","source":"config.toml"},{"name":"context window","value":"200000 tokens","source":"config.toml"},{"name":"budget","value":"50 %","source":"default"}],"next":[]}
    "#);
}

#[test]
fn nothing_is_guessed_and_nothing_that_is_not_understood_is_used() {
    let project = Project::bare();
    assert_snapshot!(project.run("vram"), @"
    exit 0
    context window: unknown (unknown)
    budget of one task: unknown
      budget: 50 % (default)
      set `context-window` in the table `model` of .automaton/config.toml
    ");
    project.all(&["init --from minimal"]);
    program(
        &project,
        "nvidia-smi",
        "NVIDIA-SMI has failed because it couldn't communicate\n",
    );
    assert_snapshot!(with(&project, &[]), @"
    exit 0
    context window: unknown (unknown)
    budget of one task: unknown
      budget: 50 % (default)
      set `context-window` in the table `model` of .automaton/config.toml
    ");
    project.write(".automaton/config.toml", "[model]\ncontext-windw = 1\n");
    assert_snapshot!(with(&project, &[]), @"
    exit 2
    --- stderr
    refused: vram  [config-broken]
      .automaton/config.toml: unknown field `context-windw`, expected one of `name`, `context-window`, `budget-percent`, `memory-gib`, `weights-gib`, `margin-gib`, `layers`, `kv-heads`, `head-dim`, `kv-bits`
    ");
}

#[test]
fn the_answer_goes_into_a_task_under_a_name_of_the_workflow() {
    let project = Project::bare();
    project.all(&["init", "create-task login"]);
    project.write(".automaton/config.toml", "[model]\ncontext-window = 8000\n");
    assert_snapshot!(project.run("vram --task login --write NOTES.md"), @"
    exit 2
    --- stderr
    refused: the workflow does not list `NOTES.md` as metadata  [usage]
      next: automaton vram --task login --write VRAM_CONFIG.md
      next: automaton vram --task login --write PARENT_SPEC.md
      next: automaton vram --task login --write REVIEW.md
    ");
    assert_snapshot!(project.run("vram --task login --write VRAM_CONFIG.md --dry-run"), @"
    exit 0
    context window: 8000 tokens (configuration)
    budget of one task: 4000 tokens
      context window: 8000 tokens (config.toml)
      budget: 50 % (default)
    ");
    assert!(!project.in_task("login", "VRAM_CONFIG.md").exists());
    project.all(&[
        "vram --task login --write VRAM_CONFIG.md",
        "validate-folder --task login",
    ]);
    assert_snapshot!(project.read(".automaton/tasks/login/VRAM_CONFIG.md"), @"
    # Context

    ```text
    context window: 8000 tokens (configuration)
    budget of one task: 4000 tokens
      context window: 8000 tokens (config.toml)
      budget: 50 % (default)
    ```
    ");
    assert_eq!(
        project.run("vram --task none --write VRAM_CONFIG.md").exit,
        4
    );
}
