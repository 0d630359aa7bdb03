//! The proof that a workflow can be run.

use std::ops::Deref;

use super::model::Model;
use super::policy::Origin;
use super::resolved::Resolved;
use super::soundness;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::SourceFile;

/// A workflow that compiled: every name is bound, one phase is initial, every phase can be reached
/// and no task can be caught. The engine grants steps of nothing else.
#[derive(Clone, Debug)]
pub struct Workflow(Model);

impl Workflow {
    /// Compiles a text, or says everything that is wrong with it.
    pub fn compile(source: &SourceFile, origin: Origin) -> Result<Self, Vec<Diagnostic>> {
        Self::try_from(Resolved::read(source, origin))
    }
}

impl TryFrom<Resolved> for Workflow {
    type Error = Vec<Diagnostic>;

    fn try_from(resolved: Resolved) -> Result<Self, Vec<Diagnostic>> {
        let Resolved {
            model,
            mut findings,
        } = resolved;
        let clean = findings
            .iter()
            .all(|found| found.severity < Severity::Error);
        match model {
            // Names that are not bound leave edges out, so the graph is judged only without them.
            Some(model) if clean => {
                findings.extend(soundness::faults(&model));
                if findings.is_empty() {
                    Ok(Self(model))
                } else {
                    Err(findings)
                }
            }
            _ => Err(findings),
        }
    }
}

impl Deref for Workflow {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.0
    }
}
