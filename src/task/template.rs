//! Templates: the files that a new task starts with.

mod builtin;
mod placeholder;

use super::layout::TEMPLATES;
use super::namespace::Namespace;
use crate::diagnostic::{Diagnostic, Exit, NextStep, Offence, Severity, Topic};
use crate::fs::{Content, Dir, FsError, Item, Kind};
use crate::names::{MetadataName, TemplateName};
use crate::source::SourceFile;
use crate::workflow::nearest;
use builtin::{BUILT_IN, BuiltIn};
pub use placeholder::Filling;

/// `no-such-template`
pub static NO_SUCH_TEMPLATE: Topic = Topic {
    code: "no-such-template",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "there is no template of that name",
    explanation: "A template is a folder `.automaton/templates/NAME` of the project, or is built in. \
        `automaton create-task --list-templates` lists both; one of the project hides a built-in one of its name.",
};

/// `template-broken`
pub static TEMPLATE_BROKEN: Topic = Topic {
    code: "template-broken",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the template holds something that no task can start with",
    explanation: "A template is a folder of plain text files, at most 64 of at most 1 MiB each: no folders, no \
        links, no two names that differ only in case, and no name that starts with `.state`. What stands in \
        braces is a placeholder, `{task}`, `{name}`, `{date}`, `{actor}`, `{workflow}` or `{phase}`; a brace of \
        the text itself is written twice. Nothing was made.",
};

/// The most files of a template, and the most bytes of each.
const MOST_FILES: usize = 64;
const MOST_BYTES: u64 = 1 << 20;

/// A set of files for new tasks.
#[derive(Clone, Debug)]
pub struct Template {
    /// The name.
    pub name: TemplateName,
    /// What it is for, where it is built in.
    pub about: Option<&'static str>,
    files: Vec<(MetadataName, SourceFile)>,
}

/// A file that a new task starts with. Its name is one that no record has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// The name.
    pub name: MetadataName,
    pub(super) content: Content,
}

/// A template that was found, or why it is none.
pub type ListedTemplate = Result<Template, Box<Diagnostic>>;

impl Template {
    /// Finds the template of that name: the project's own, or else a built-in one.
    pub fn find(namespace: &Namespace, name: &TemplateName) -> Result<Self, Box<Diagnostic>> {
        let folder = own(namespace)?;
        let folder = folder.map(|folder| folder.existing_folder(name.as_str()));
        if let Some(folder) = folder
            .transpose()
            .map_err(|error| unreadable(&error))?
            .flatten()
        {
            return Self::read(name.clone(), &folder);
        }
        let found = BUILT_IN.iter().find(|known| known.name == name.as_str());
        found.map_or_else(|| Err(unknown(namespace, name)), Self::built_in)
    }

    /// Every template by name, with what keeps one of the project from being used.
    pub fn all(namespace: &Namespace) -> Result<Vec<ListedTemplate>, Box<Diagnostic>> {
        let mut names: Vec<TemplateName> = own_names(namespace)?;
        names.extend(BUILT_IN.iter().filter_map(|known| known.name.parse().ok()));
        names.sort();
        names.dedup();
        Ok(names
            .iter()
            .map(|name| Self::find(namespace, name))
            .collect())
    }

    /// The names of the files.
    pub fn files(&self) -> impl Iterator<Item = &MetadataName> {
        self.files.iter().map(|(name, _)| name)
    }

    /// The files with their placeholders filled in.
    pub fn fill(&self, filling: &Filling) -> Result<Vec<NewFile>, Box<Diagnostic>> {
        let mut filled = Vec::new();
        for (name, source) in &self.files {
            let text = filling.fill(source).map_err(|faults| {
                let mut spans = faults.iter().map(|(span, _)| *span);
                let first = spans.next().unwrap_or_default();
                let found = Diagnostic::at(&TEMPLATE_BROKEN, source, first, MESSAGE);
                let found = spans.fold(found, |found, span| found.also(span, ""));
                let said = faults.into_iter().map(|(_, problem)| problem);
                Box::new(said.fold(found, Diagnostic::reason).next(list()))
            })?;
            let content = Content::Bytes(text.into_bytes());
            let name = name.clone();
            filled.push(NewFile { name, content });
        }
        Ok(filled)
    }

    fn built_in(known: &BuiltIn) -> Result<Self, Box<Diagnostic>> {
        let mut template = Self {
            name: known
                .name
                .parse()
                .map_err(|error| broken(known.name, &error))?,
            about: Some(known.about),
            files: Vec::new(),
        };
        for (name, text) in known.files {
            let file = name.parse().map_err(|error| broken(known.name, &error))?;
            let shown = format!("<built-in>/{}/{name}", known.name);
            template.files.push((file, SourceFile::new(shown, *text)));
        }
        Ok(template)
    }

    fn read(name: TemplateName, folder: &Dir) -> Result<Self, Box<Diagnostic>> {
        let items = folder.list().map_err(|error| unreadable(&error))?;
        let (mut files, mut offences) = (Vec::new(), Vec::new());
        for (at, item) in items.iter().enumerate() {
            match file(folder, item, &items[..at]) {
                Ok(file) => files.push(file),
                Err(problem) => offences.push(Offence {
                    path: folder.path_of(&item.name),
                    problem,
                }),
            }
        }
        if items.len() > MOST_FILES {
            offences.push(Offence {
                path: folder.shown().to_owned(),
                problem: format!("{} files, and at most {MOST_FILES} are placed", items.len()),
            });
        }
        if offences.is_empty() {
            let about = None;
            return Ok(Self { name, about, files });
        }
        let found = Diagnostic::about(&TEMPLATE_BROKEN, folder.shown(), MESSAGE);
        let reason = format!("the template `{name}` holds what no task can start with");
        let mut found = found.reason(reason).next(list());
        found.offending = offences;
        Err(Box::new(found))
    }
}

const MESSAGE: &str = "refused: the template cannot be used";

fn list() -> NextStep {
    NextStep::anyone("automaton create-task --list-templates")
}

/// The folder of the project's own templates, if there is one.
fn own(namespace: &Namespace) -> Result<Option<Dir>, Box<Diagnostic>> {
    let folder = namespace.home.existing_folder(TEMPLATES);
    folder.map_err(|error| unreadable(&error))
}

fn own_names(namespace: &Namespace) -> Result<Vec<TemplateName>, Box<Diagnostic>> {
    let Some(folder) = own(namespace)? else {
        return Ok(Vec::new());
    };
    let items = folder.list().map_err(|error| unreadable(&error))?;
    let folders = items.iter().filter(|item| item.kind != Kind::File);
    Ok(folders.filter_map(|item| item.name.parse().ok()).collect())
}

/// One file of a template, or why it cannot be placed. `before` are the items before it.
fn file(dir: &Dir, item: &Item, before: &[Item]) -> Result<(MetadataName, SourceFile), String> {
    if item.kind != Kind::File {
        return Err(format!("is {}, where a file is due", item.kind.noun()));
    }
    let name: MetadataName = item.name.parse().map_err(|error| format!("{error}"))?;
    let folded = item.name.to_lowercase();
    if let Some(twin) = before
        .iter()
        .find(|other| other.name.to_lowercase() == folded)
    {
        return Err(format!("differs from `{}` only in case", twin.name));
    }
    let bytes = match dir
        .read(&item.name, MOST_BYTES)
        .map_err(|error| error.to_string())?
    {
        Content::Bytes(bytes) => bytes,
        Content::TooLarge => return Err("is larger than 1 MiB".to_owned()),
        Content::Missing => return Err("has a name that is not UTF-8, or is gone".to_owned()),
        Content::Not(kind) => return Err(format!("is {}, where a file is due", kind.noun())),
    };
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())?;
    Ok((name, SourceFile::new(dir.path_of(&item.name), text)))
}

fn unknown(namespace: &Namespace, name: &TemplateName) -> Box<Diagnostic> {
    let message = format!("refused: there is no template `{name}`");
    let found = Diagnostic::call(&NO_SUCH_TEMPLATE, message).next(list());
    // The names only help with a message; what could be listed is good enough for it.
    let own = own_names(namespace).unwrap_or_default();
    let known = own.iter().map(TemplateName::as_str);
    let known = known.chain(BUILT_IN.iter().map(|known| known.name));
    Box::new(match nearest(name.as_str(), known) {
        Some(near) => found.reason(format!("did you mean `{near}`?")),
        None => found,
    })
}

fn broken(path: &str, error: &dyn std::error::Error) -> Box<Diagnostic> {
    let found = Diagnostic::about(&TEMPLATE_BROKEN, path, MESSAGE);
    Box::new(found.reason(error.to_string()).next(list()))
}

fn unreadable(error: &FsError) -> Box<Diagnostic> {
    broken(&error.path, error)
}
