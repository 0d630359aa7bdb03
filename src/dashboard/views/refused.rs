//! What a page shows where the program refuses.

use maud::{Markup, html};

use crate::diagnostic::{By, NextStep};
use crate::report::Answer;

/// Why, and what to run instead.
pub(in crate::dashboard) fn refused(answer: &Answer) -> Markup {
    html! {
        section.refused role="alert" {
            p { strong { (answer.message) } " " code.dim { (answer.code) } }
            (commands(&answer.next))
        }
    }
}

/// Commands that lead on.
pub(super) fn commands(steps: &[NextStep]) -> Markup {
    html! {
        @if !steps.is_empty() {
            ul.commands {
                @for step in steps {
                    li {
                        code { (step.run) }
                        @if step.by == By::Human { " " span.dim { "a person" } }
                    }
                }
            }
        }
    }
}
