//! What all pages have in common.

use maud::{DOCTYPE, Markup, html};

/// The pages of a project, each with its key, its name, and the letter that opens it.
pub(super) const PAGES: [(&str, &str, char); 8] = [
    ("board", "Board", 'b'),
    ("approvals", "Approvals", 'a'),
    ("workflow", "Workflow", 'w'),
    ("audit", "Audit", 'u'),
    ("agent", "Agent", 'g'),
    ("loops", "Loops", 'l'),
    ("archiver", "Completed Task Archiver", 'c'),
    ("log", "Log", 'o'),
];

/// A page of `project`, whose part in the navigation is `at`.
pub(super) fn page(title: &str, project: Option<&str>, at: &str, main: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="stylesheet" href="/graph.css";
                link rel="stylesheet" href="/style.css";
                script src="/script.js" defer {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header {
                    a.home href="/" title="All projects" { "automaton" }
                    @if let Some(project) = project {
                        span.project { (project) }
                        nav aria-label="Pages" {
                            @for (key, name, letter) in PAGES {
                                a href=(format!("/p/{project}/{key}")) data-key=(letter) aria-current=[(key == at).then_some("page")] { (name) }
                            }
                        }
                    }
                    span #state role="status" {}
                }
                main #main tabindex="-1" { (main) }
                dialog #keys aria-labelledby="keys-title" {
                    h2 #keys-title { "Keys" }
                    dl {
                        @for (_, name, letter) in PAGES {
                            dt { kbd { (letter) } }
                            dd { (name) }
                        }
                        dt { kbd { "j" } " " kbd { "k" } } dd { "Next and previous task" }
                        dt { kbd { "/" } } dd { "Filter" }
                        dt { kbd { "?" } } dd { "This list" }
                        dt { kbd { "Esc" } } dd { "Close it" }
                    }
                    p { label { input #keys-on type="checkbox" checked; " Single keys do something" } }
                    form method="dialog" { button { "Close" } }
                }
            }
        }
    }
}
