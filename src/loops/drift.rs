//! What has become of a loop's worktree between two looks at it, held against what the loop may do.

use crate::engine::edit::protected;
use crate::task::{Changed, Look, Looks};
use crate::workflow::Glob;

/// What a loop may do to its worktree.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'b> {
    /// The files that it may change.
    pub file_scope: &'b [Glob],
    /// The files by which its verifier tells, which may grow and not shrink.
    pub tests: &'b [Glob],
    /// The folder of the project in its repository, with a slash at its end unless it is all of it.
    pub above: &'b str,
}

/// What is not the loop's work: deliverables, and what this program writes itself. The edit gate, the
/// sandbox and the tasks' journals hold these.
const OWN: &[&str] = &[
    ".automaton/tasks/**",
    ".automaton/workflows/**",
    ".automaton/overrides.journal",
    ".automaton/loops/*/.state*",
    ".automaton/loops/*/logs/**",
];

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drift {
    /// Changed files that it may not change.
    pub outside: Vec<String>,
    /// Changed files that guard the project: its workflow, settings of harnesses, loops.
    pub guards: Vec<String>,
    /// The verifier's own tests that are gone or have fewer lines.
    pub tests: Vec<String>,
    /// How many files changed.
    pub files: u64,
    /// How many lines were added or removed.
    pub lines: u64,
    /// The branch was left, or rewritten: from what to what.
    pub moved: Option<(String, String)>,
}

/// Measures what changed from one look to another. Where commits were made, the later one has to
/// follow from the earlier one.
pub fn measure(
    looks: &Looks,
    bounds: &Bounds<'_>,
    from: &Look,
    to: &Look,
) -> Result<Drift, String> {
    let mut drift = Drift {
        moved: moved(looks, from, to)?,
        ..Drift::default()
    };
    for changed in looks.changed(&from.tree, &to.tree)? {
        drift.count(bounds, &changed);
    }
    Ok(drift)
}

fn moved(looks: &Looks, from: &Look, to: &Look) -> Result<Option<(String, String)>, String> {
    let shown = |name: &Option<String>, none: &str| name.clone().unwrap_or_else(|| none.to_owned());
    if from.branch != to.branch {
        let branch = |look: &Look| shown(&look.branch, "no branch");
        return Ok(Some((branch(from), branch(to))));
    }
    let follows = match (&from.head, &to.head) {
        (None, _) => true,
        (Some(from), Some(to)) => from == to || looks.leads_to(from, to)?,
        (Some(_), None) => false,
    };
    let head = |look: &Look| shown(&look.head, "no commit");
    Ok((!follows).then(|| (head(from), head(to))))
}

impl Drift {
    fn count(&mut self, bounds: &Bounds<'_>, changed: &Changed) {
        let inside = changed.path.strip_prefix(bounds.above);
        let is_own = |path: &str| OWN.iter().any(|own| fast_glob::glob_match(own, path));
        if inside.is_some_and(is_own) {
            return;
        }
        self.files += 1;
        let (added, removed) = changed.lines.unwrap_or_default();
        self.lines = self.lines.saturating_add(added + removed);
        let is_in =
            |globs: &[Glob]| inside.is_some_and(|path| globs.iter().any(|glob| glob.matches(path)));
        let path = || changed.path.clone();
        if protected(&changed.path).is_some() {
            self.guards.push(path());
        } else if !is_in(bounds.file_scope) {
            self.outside.push(path());
        }
        let may_be_less = changed.gone || changed.lines.is_none() || removed > added;
        if is_in(bounds.tests) && may_be_less {
            self.tests.push(path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globs(patterns: &[&str]) -> Vec<Glob> {
        let globs = patterns.iter().map(|pattern| Glob::parse(pattern));
        globs.collect::<Result<_, _>>().expect("globs")
    }

    fn counted(above: &str, changes: &[(&str, u64, u64, bool)]) -> Drift {
        let (scope, tests) = (globs(&["docs/**", "tests/**"]), globs(&["tests/**"]));
        let bounds = Bounds {
            file_scope: &scope,
            tests: &tests,
            above,
        };
        let mut drift = Drift::default();
        for (path, added, removed, gone) in changes {
            let one = Changed {
                path: (*path).to_owned(),
                lines: Some((*added, *removed)),
                gone: *gone,
            };
            drift.count(&bounds, &one);
        }
        drift
    }

    #[test]
    fn every_change_counts_and_belongs_somewhere() {
        let list = |paths: &[&str]| -> Vec<String> {
            paths.iter().map(|path| (*path).to_owned()).collect()
        };
        for (change, outside, guards, tests) in [
            (("docs/a.md", 1, 1, false), &[][..], &[][..], &[][..]),
            (("src/a.rs", 2, 0, false), &["src/a.rs"], &[], &[]),
            (
                (".claude/settings.json", 2, 0, false),
                &[],
                &[".claude/settings.json"],
                &[],
            ),
            (
                ("docs/.automaton/workflow.kdl", 2, 0, false),
                &[],
                &["docs/.automaton/workflow.kdl"],
                &[],
            ),
            (("tests/a.rs", 2, 0, false), &[], &[], &[]),
            (("tests/a.rs", 1, 1, false), &[], &[], &[]),
            (("tests/a.rs", 0, 2, false), &[], &[], &["tests/a.rs"]),
            (
                ("tests/empty.rs", 0, 0, true),
                &[],
                &[],
                &["tests/empty.rs"],
            ),
        ] {
            let expected = Drift {
                outside: list(outside),
                guards: list(guards),
                tests: list(tests),
                files: 1,
                lines: change.1 + change.2,
                moved: None,
            };
            assert_eq!(counted("", &[change]), expected, "{change:?}");
        }
        for own in [
            ".automaton/tasks/t/SPEC.md",
            ".automaton/tasks/t/.state.journal",
            ".automaton/loops/docs/.state.loop",
            ".automaton/loops/docs/logs/harness.log",
        ] {
            assert_eq!(
                counted("", &[(own, 9, 9, false)]),
                Drift::default(),
                "{own}"
            );
        }
        let plan = ".automaton/loops/docs/loop.json";
        assert_eq!(counted("", &[(plan, 1, 1, false)]).guards, [plan]);
        for (path, outside) in [
            ("web/docs/a.md", &[][..]),
            ("docs/a.md", &["docs/a.md"]),
            ("web/src/a.rs", &["web/src/a.rs"]),
            ("web/.automaton/tasks/t/.state", &[]),
        ] {
            let drift = counted("web/", &[(path, 1, 0, false)]);
            assert_eq!(drift.outside, list(outside), "{path}");
        }
        let two = counted("", &[("docs/a.md", 3, 1, false), ("docs/b.md", 0, 4, true)]);
        assert_eq!((two.files, two.lines), (2, 8));
    }
}
