//! Prompts that are missing, say something else than the workflow, or are too long.

use crate::diagnostic::{Diagnostic, NextStep, Severity, Topic};
use crate::engine::topics::FACT_UNAVAILABLE;
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::Model;

/// A prompt that is named and not there, or that nobody has written.
pub static PROMPT_MISSING: Topic = Topic::finding(
    "prompt-missing",
    Severity::Error,
    "a prompt that the workflow names is not there, or a phase that produces something names none",
    "An agent that is sent to a file which is not there works without instructions. Write the prompt, \
     or correct the path, which counts from the workflow file; `automaton prompts new PHASE` begins one. \
     A phase that produces something and names no prompt is a warning, unless the workflow names no prompt \
     at all and does without; `automaton prompts check` reports it even then.",
);

/// A prompt that does not say what the workflow says.
pub static PROMPT_DRIFT: Topic = Topic::finding(
    "prompt-drift",
    Severity::Error,
    "a prompt does not say what the workflow says",
    "Agents are told in words what the engine enforces, and both come from the workflow file. A section \
     that it owns is missing, is not as it renders it, or stands where it does not belong; or the prompt \
     names a phase, an artifact, a placeholder or a command that does not exist; or it describes the steps \
     between states, which the section `State Machine` of one prompt does. `automaton prompts check --fix` \
     rewrites the sections that the workflow owns and keeps everything else.",
);

/// A prompt that is longer than an agent keeps in mind.
pub static PROMPT_TOO_LONG: Topic = Topic::finding(
    "prompt-too-long",
    Severity::Warning,
    "the prompt of a phase has more than 150 lines, or another one more than 200",
    "The longer a prompt is, the less of it is followed. Cut what an agent can do without, or move it to a \
     prompt of its own that this one refers to.",
);

/// What lies beside the examples.
const BESIDE: &[(&str, &str)] = &[
    ("prompts/work.md", include_str!("prompts/work.md")),
    ("prompts/guide.md", include_str!("prompts/guide.md")),
    ("guides/long.md", LONG),
];

/// A prompt of 201 lines.
const LONG: &str = include_str!("prompts/long.md");

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &PROMPT_MISSING,
            triggers: "// Of prompts/work.md and prompts/review.md, only the first is there.
workflow w version=1 {
    initial work
    prompts { guide \"prompts/guide.md\"; }
    artifact CHANGE.md
    artifact CHECK.md
    phase work { prompt \"prompts/work.md\"; produces CHANGE.md; forbids CHECK.md; next review; }
    phase review { prompt \"prompts/review.md\"; reads CHANGE.md; produces CHECK.md; next done; }
    phase done terminal=success
}
",
            passes: EVERY_PROMPT_IS_THERE,
        },
        Case {
            topic: &PROMPT_DRIFT,
            triggers: "// The prompt was written before the work had to be approved.
workflow w version=1 {
    initial work
    prompts { guide \"prompts/guide.md\"; }
    artifact CHANGE.md
    phase work {
        description \"Make the change\"
        prompt \"prompts/work.md\"
        produces CHANGE.md
        edits \"**\"
        approval
        next done
    }
    phase done terminal=success
}
",
            passes: EVERY_PROMPT_IS_THERE,
        },
        Case {
            topic: &PROMPT_TOO_LONG,
            triggers: "// guides/long.md has 201 lines.
workflow w version=1 {
    initial work
    prompts { guide \"guides/long.md\"; }
    phase work { edits \"**\"; next done; }
    phase done terminal=success
}
",
            passes: EVERY_PROMPT_IS_THERE,
        },
    ],
    check: Check::Prompts {
        check,
        beside: BESIDE,
    },
};

const EVERY_PROMPT_IS_THERE: &str = "workflow w version=1 {
    initial work
    prompts { guide \"prompts/guide.md\"; }
    artifact CHANGE.md
    phase work {
        description \"Make the change\"
        prompt \"prompts/work.md\"
        produces CHANGE.md
        edits \"**\"
        next done
    }
    phase done terminal=success
}
";

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    // A workflow that names no prompt at all does without.
    let names_prompts =
        !model.prompts.is_empty() || model.phases.iter().any(|p| p.prompt.is_some());
    let mut found = if names_prompts {
        without_prompt(model)
    } else {
        Vec::new()
    };
    match context.outside.prompts(model) {
        Ok(seen) => found.extend(seen),
        Err(error) => found.push(Diagnostic::about(
            &FACT_UNAVAILABLE,
            error.path,
            error.problem,
        )),
    }
    found
}

/// The phases that produce something and name no prompt.
pub fn without_prompt(model: &Model) -> Vec<Diagnostic> {
    let without = model
        .phases
        .iter()
        .filter(|phase| !phase.produces.is_empty() && phase.prompt.is_none());
    without
        .map(|phase| {
            let name = &phase.name;
            let message = format!("`{name}` produces something and has no prompt");
            let mut found = Diagnostic::at(&PROMPT_MISSING, &model.source, phase.span, message);
            found.severity = Severity::Warning;
            let run = format!("automaton prompts new {name}");
            found
                .help(format!(
                    "write one and name it with `prompt`; `{run}` begins it"
                ))
                .next(NextStep::anyone(run))
        })
        .collect()
}
