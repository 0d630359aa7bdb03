//! Whether the signatures that a workflow asks for can be given and verified.

use crate::approval::{APPROVERS, approvers, is_installed};
use crate::lint::approvers::Approvers as Listed;
use crate::report::{Symptom, many};
use crate::task::root::{FOLDER, Project};
use crate::workflow::{Approvers, Workflow};

/// What there is to say where a workflow asks for signatures.
pub(super) fn symptoms(project: &Project, workflow: &Workflow) -> Vec<Symptom> {
    let approvals = workflow
        .phases
        .iter()
        .filter_map(|phase| phase.approval.as_ref());
    let signed = approvals.filter(|approval| approval.by == Approvers::Signed);
    match signed.map(|approval| approval.signers as usize).max() {
        Some(needed) => vec![program(), listed(project, needed)],
        None => Vec::new(),
    }
}

fn program() -> Symptom {
    if is_installed() {
        Symptom::ok("ssh-keygen", "signatures can be verified")
    } else {
        Symptom::error(
            "ssh-keygen",
            "the `ssh-keygen` program does not run, and the workflow asks for signatures",
            "install OpenSSH; the package is called `openssh-client` or `openssh`",
        )
    }
}

/// Whether enough keys are listed for the approval that takes the most.
fn listed(project: &Project, needed: usize) -> Symptom {
    let file = format!("{FOLDER}/{APPROVERS}");
    let remedy = "list who may sign, one line each: NAME namespaces=\"automaton-approve\" KEY";
    match approvers(project.automaton_dir(), FOLDER) {
        Err(error) => Symptom::error("approvers", error.to_string(), remedy),
        Ok(None) => {
            let seen = format!("the workflow asks for signatures, and there is no `{file}`");
            Symptom::error("approvers", seen, remedy)
        }
        Ok(Some(text)) => match Listed::parse(&text) {
            Listed {
                authority: true, ..
            } => Symptom::ok("approvers", format!("`{file}` lists an authority")),
            Listed { keys, .. } if keys < needed => {
                let listed = many(keys, "key");
                let seen = format!("`{file}` lists {listed}, and an approval takes {needed}");
                Symptom::error("approvers", seen, remedy)
            }
            Listed { keys, .. } => {
                Symptom::ok("approvers", format!("`{file}` lists {}", many(keys, "key")))
            }
        },
    }
}
