//! Binding names: declarations become a model whose graph may still be wrong.

use std::collections::HashSet;

use super::artifact::Artifact;
use super::bookkeeping::forbids_metadata;
use super::declarations::{
    ArtifactDeclaration, Declarations, GuardDeclaration, PhaseDeclaration, Reference,
};
use super::edge::{Check, Edge, Event, Guard, GuardTest};
use super::graph::StateGraph;
use super::ids::{ArtifactId, PhaseId, State, SubState};
use super::model::{Model, NameIndex};
use super::phase::{Approval, Mention, Phase, Subtasks};
use super::policy::{Approvers, Origin};
use super::reader::WRONG_VALUE;
use super::suggest::{Suggestions, nearest};
use crate::diagnostic::{Diagnostic, Edit, Exit, Fix, Severity, Topic};
use crate::digest::Digest;
use crate::names::{ArtifactName, PhaseName};
use crate::source::{SourceFile, Span, Spanned};

/// A name that nothing declares.
pub static UNDEFINED_REFERENCE: Topic = Topic {
    code: "undefined-reference",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a phase or an artifact is used that nothing declares",
    explanation: "Every phase is declared by a `phase` node, every artifact by an `artifact` node, \
        and the copy that a sub-task inherits by `metadata`. A misspelt name would otherwise be a \
        rule about nothing.",
};

/// No place to start.
pub static NO_INITIAL: Topic = Topic {
    code: "no-initial",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the workflow does not say in which phase tasks start, or there is no phase",
    explanation: "`create-task` puts a task into the initial phase. Declare exactly one: \
        `initial PHASE`.",
};

/// A workflow with its names bound. The graph may still be wrong.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The model; nothing where the text does not even give a phase to start in.
    pub model: Option<Model>,
    /// What is wrong so far: with the text, the values and the names.
    pub findings: Vec<Diagnostic>,
}

impl Resolved {
    /// Reads a text as far as it goes.
    pub fn read(source: &SourceFile, origin: Origin) -> Self {
        let (declarations, findings) = super::grammar::parse(source);
        let mut binder = Binder {
            source,
            findings,
            index: NameIndex::default(),
            metadata: HashSet::new(),
            suggestions: Suggestions::default(),
        };
        let model = declarations.and_then(|declared| binder.bind(&declared, origin));
        Self {
            model,
            findings: binder.findings,
        }
    }
}

struct Binder<'a> {
    source: &'a SourceFile,
    findings: Vec<Diagnostic>,
    index: NameIndex,
    metadata: HashSet<String>,
    suggestions: Suggestions,
}

impl Binder<'_> {
    fn bind(&mut self, declared: &Declarations, origin: Origin) -> Option<Model> {
        for (id, phase) in (0..).map(PhaseId).zip(&declared.phases) {
            let name = phase.name.value.clone();
            self.index.phases.entry(name).or_insert(id);
        }
        for (id, artifact) in (0..).map(ArtifactId).zip(&declared.artifacts) {
            let name = artifact.name.value.clone();
            self.index.artifacts.entry(name).or_insert(id);
        }
        let metadata = declared.metadata.iter();
        self.metadata = metadata.map(|name| name.value.to_string()).collect();
        let initial = match &declared.initial {
            Some(name) => self.phase(name),
            None => {
                let message = "the workflow does not say in which phase tasks start";
                let found = Diagnostic::at(&NO_INITIAL, self.source, declared.name.span, message);
                self.findings.push(match declared.phases.first() {
                    Some(first) => {
                        found.help(format!("add for example `initial {}`", first.name.value))
                    }
                    None => found.help("declare a `phase` and name it with `initial`"),
                });
                None
            }
        };
        let phases: Vec<Phase> = declared
            .phases
            .iter()
            .map(|phase| self.bind_phase(phase, declared))
            .collect();
        let edges = self.edges(declared, &phases);
        if phases.is_empty() {
            return None;
        }
        let mut model = Model {
            name: declared.name.value.clone(),
            description: declared.description.clone(),
            source: self.source.clone(),
            digest: Digest::of(self.source.text().as_bytes()),
            origin,
            initial: initial.unwrap_or(PhaseId(0)),
            untracked: declared.untracked,
            metadata: declared
                .metadata
                .iter()
                .map(|name| name.value.clone())
                .collect(),
            unknown_files: declared.unknown_files,
            pending: declared.sub_states.pending.clone(),
            granted: declared.sub_states.granted.clone(),
            protects: declared.protects.clone(),
            scratch: declared.scratch.clone(),
            shell: declared.shell,
            prompts: declared.prompts.clone(),
            artifacts: declared.artifacts.iter().map(artifact).collect(),
            phases,
            edges: Vec::new(),
            graph: StateGraph::default(),
            index: std::mem::take(&mut self.index),
        };
        model.graph = StateGraph::new(model.states(), &edges);
        model.edges = edges;
        Some(model)
    }

    fn bind_phase(&mut self, phase: &PhaseDeclaration, declared: &Declarations) -> Phase {
        let policy = |(own, span): &(_, Span)| approval(own, &declared.approval, *span);
        let approval = phase.approval.as_ref().map(policy);
        if let Some(Approval { by, signers, span }) = &approval
            && *signers > 1
            && *by != Approvers::Signed
        {
            let message = format!("`signers={signers}` needs `by=signed`");
            let found = Diagnostic::at(&WRONG_VALUE, self.source, *span, message);
            self.findings
                .push(found.help("only signatures can be told apart and counted"));
        }
        let subtasks = phase.subtasks.as_ref().map(|subtasks| Subtasks {
            depth: subtasks.depth,
            span: subtasks.span,
            inherit: subtasks
                .inherit
                .iter()
                .filter_map(|(from, copy)| {
                    if !self.metadata.contains(copy.value.as_str()) {
                        let known = declared.metadata.iter().map(|name| &name.value);
                        let written = copy.clone().map(|name| name.to_string());
                        self.undefined("metadata name", &written, |_| names(known));
                        return None;
                    }
                    Some((self.artifact(from)?, copy.value.clone()))
                })
                .collect(),
        });
        Phase {
            name: phase.name.value.clone(),
            span: phase.name.span,
            description: phase.description.clone(),
            terminal: phase.terminal,
            prompt: phase.prompt.clone(),
            reads: self.mentions(&phase.reads),
            produces: self.mentions(&phase.produces),
            forbids: self.forbidden(&phase.forbids),
            edits: phase.edits.clone(),
            protects: phase.protects.clone(),
            approval,
            subtasks,
            allowed: phase.allowed.clone(),
            forbidden: phase.forbidden.clone(),
        }
    }

    fn edges(&mut self, declared: &Declarations, phases: &[Phase]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for ((id, phase), declared) in (0..).map(PhaseId).zip(phases).zip(&declared.phases) {
            let at = |sub| State { phase: id, sub };
            if let Some(approval) = &phase.approval {
                let plain = |event, from, to| Edge {
                    from: at(from),
                    to: at(to),
                    event,
                    guards: Vec::new(),
                    by: Approvers::Anyone,
                    span: approval.span,
                };
                edges.extend([
                    plain(Event::Submit, SubState::Base, SubState::Pending),
                    plain(Event::Approve, SubState::Pending, SubState::Granted),
                    plain(Event::Reject, SubState::Pending, SubState::Base),
                    plain(Event::Withdraw, SubState::Pending, SubState::Base),
                    plain(Event::Revise, SubState::Granted, SubState::Base),
                ]);
            }
            for next in &declared.next {
                let to = self.phase(&next.to);
                let guards = next
                    .guards
                    .iter()
                    .filter_map(|guard| self.guard(guard))
                    .collect();
                edges.extend(to.map(|to| Edge {
                    from: at(phase.settled()),
                    to: State::base(to),
                    event: Event::Next,
                    guards,
                    by: Approvers::Anyone,
                    span: next.to.span,
                }));
            }
            for rework in &declared.rework {
                let Some(to) = self.phase(&rework.to) else {
                    continue;
                };
                let subs: &[SubState] = match phase.approval {
                    Some(_) => &[SubState::Base, SubState::Pending, SubState::Granted],
                    None => &[SubState::Base],
                };
                edges.extend(subs.iter().map(|&sub| Edge {
                    from: at(sub),
                    to: State::base(to),
                    event: Event::Rework,
                    guards: Vec::new(),
                    by: rework.by,
                    span: rework.to.span,
                }));
            }
        }
        edges
    }

    fn guard(&mut self, guard: &Spanned<GuardDeclaration>) -> Option<Guard> {
        let test = match &guard.value {
            GuardDeclaration::Outcome(artifact, words) => GuardTest::Outcome {
                artifact: self.artifact(artifact)?,
                words: words.clone(),
            },
            GuardDeclaration::Contains(artifact, text) => GuardTest::Contains {
                artifact: self.artifact(artifact)?,
                text: text.clone(),
            },
            GuardDeclaration::SubtasksComplete => GuardTest::SubtasksComplete,
            GuardDeclaration::Check(command, timeout) => GuardTest::Check(Check {
                command: command.clone(),
                timeout: *timeout,
            }),
        };
        Some(Guard {
            test,
            span: guard.span,
        })
    }

    fn forbidden(&mut self, references: &[Reference]) -> Vec<Mention> {
        let is_metadata =
            |reference: &&Reference| self.metadata.contains(reference.name.value.as_str());
        let (metadata, artifacts): (Vec<_>, Vec<_>) = references.iter().partition(is_metadata);
        for reference in metadata {
            let found = forbids_metadata(self.source, &reference.name.value, reference.name.span);
            self.findings.push(found);
        }
        self.mentions(artifacts)
    }

    fn mentions<'r>(
        &mut self,
        references: impl IntoIterator<Item = &'r Reference>,
    ) -> Vec<Mention> {
        let mut bound = Vec::new();
        for reference in references {
            bound.extend(self.artifact(&reference.name).map(|artifact| Mention {
                artifact,
                optional: reference.optional,
                span: reference.name.span,
            }));
        }
        bound
    }

    fn phase(&mut self, name: &Spanned<PhaseName>) -> Option<PhaseId> {
        let found = self.index.phases.get(&name.value).copied();
        if found.is_none() {
            let known = |binder: &Self| names(binder.index.phases.keys());
            let written = name.clone().map(|name| name.to_string());
            self.undefined("phase", &written, known);
        }
        found
    }

    fn artifact(&mut self, name: &Spanned<ArtifactName>) -> Option<ArtifactId> {
        let found = self.index.artifacts.get(&name.value).copied();
        if found.is_none() {
            let known = |binder: &Self| names(binder.index.artifacts.keys());
            let written = name.clone().map(|name| name.to_string());
            self.undefined("artifact", &written, known);
        }
        found
    }

    fn undefined(
        &mut self,
        what: &str,
        name: &Spanned<String>,
        known: impl FnOnce(&Self) -> Vec<String>,
    ) {
        let message = format!("no {what} `{}` is declared", name.value);
        let found = Diagnostic::at(&UNDEFINED_REFERENCE, self.source, name.span, message);
        if self.suggestions.are_over() {
            self.findings.push(found.help("declare it"));
            return;
        }
        let known = known(self);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        if !self.suggestions.go_on(&name.value, known.iter().copied()) {
            self.findings.push(found.help("declare it"));
            return;
        }
        self.findings
            .push(match nearest(&name.value, known.iter().copied()) {
                Some(near) => found.help(format!("did you mean `{near}`?")).fix(Fix {
                    title: format!("write `{near}`"),
                    safe: false,
                    edits: vec![Edit {
                        span: name.span,
                        text: near.to_owned(),
                    }],
                }),
                None => found.help(format!(
                    "declare it, or use one that is: {}",
                    listed(&known)
                )),
            });
    }
}

fn artifact(declared: &ArtifactDeclaration) -> Artifact {
    Artifact {
        name: declared.name.value.clone(),
        frozen: declared.frozen,
        contract: declared.contract.clone(),
        span: declared.name.span,
    }
}

fn approval(
    own: &super::declarations::ApprovalPolicy,
    defaults: &super::declarations::ApprovalPolicy,
    span: Span,
) -> Approval {
    let by = own.by.or(defaults.by).unwrap_or_default();
    // A default number of signers says nothing about an approval that is not by signature.
    let default_signers = defaults.signers.filter(|_| by == Approvers::Signed);
    Approval {
        by,
        signers: own.signers.or(default_signers).unwrap_or(1),
        span,
    }
}

fn names<N: ToString>(names: impl Iterator<Item = N>) -> Vec<String> {
    let mut names: Vec<String> = names.map(|name| name.to_string()).collect();
    names.sort_unstable();
    names
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => "there is none yet".to_owned(),
        names => names
            .iter()
            .map(|n| format!("`{n}`"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}
