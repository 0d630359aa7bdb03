//! Plans to begin with.

/// The built-in plans, by name. Each takes whatever task is free, until told otherwise.
pub const TEMPLATES: &[(&str, &str)] = &[
    (
        "documentation-sync",
        include_str!("templates/documentation-sync.json"),
    ),
    (
        "dependency-update",
        include_str!("templates/dependency-update.json"),
    ),
    (
        "flaky-test-hunt",
        include_str!("templates/flaky-test-hunt.json"),
    ),
];

/// The text of a built-in plan.
pub fn template(name: &str) -> Option<&'static str> {
    let found = TEMPLATES.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loops::plan::Plan;

    #[test]
    fn every_template_is_a_plan_with_two_limits_that_do_not_depend_on_a_meter() {
        for (name, text) in TEMPLATES {
            let plan = Plan::parse(text.as_bytes()).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert!(plan.limits.iterations.is_some(), "{name}");
            assert!(plan.limits.wall_clock.is_some(), "{name}");
        }
    }
}
