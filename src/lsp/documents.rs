//! The files that the editor holds open, and what was last found in them.

use std::collections::BTreeMap;

use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use super::positions::{Encoding, Text};
use crate::diagnostic::Diagnostic;
use crate::lint::{Nothing, examine};
use crate::source::SourceFile;
use crate::workflow::{Model, Origin};

/// An open file.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: Text,
    /// What is wrong with the text.
    pub(super) findings: Vec<Diagnostic>,
    /// The model of the last text that had one.
    pub(super) model: Option<Model>,
    /// Whether the text changed since it was examined.
    stale: bool,
    /// Whether the editor knows the findings.
    published: bool,
}

impl Document {
    /// Whether the model is that of an earlier text.
    pub(super) fn is_behind(&self) -> bool {
        let of = self.model.as_ref().map(|model| &model.source);
        of.is_some_and(|source| *source != self.text.source)
    }

    fn examine(&mut self) {
        if std::mem::take(&mut self.stale) {
            let resolved = examine(&self.text.source, Origin::File, &Nothing);
            self.findings = resolved.findings;
            self.model = resolved.model.or(self.model.take());
        }
    }
}

/// The open files by address.
#[derive(Debug, Default)]
pub(super) struct Documents(BTreeMap<String, Document>);

impl Documents {
    pub(super) fn open(&mut self, item: TextDocumentItem, encoding: Encoding) {
        let key = item.uri.as_str().to_owned();
        let source = SourceFile::new(key.as_str(), item.text);
        let document = Document {
            uri: item.uri,
            version: item.version,
            text: Text::new(source, encoding),
            findings: Vec::new(),
            model: None,
            stale: true,
            published: false,
        };
        self.0.insert(key, document);
    }

    /// Applies changes in their order; false where the file is not open.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> bool {
        let Some(document) = self.0.get_mut(uri.as_str()) else {
            return false;
        };
        for change in changes {
            document.text = document.text.changed(change.range, &change.text);
        }
        document.version = version;
        (document.stale, document.published) = (true, false);
        true
    }

    pub(super) fn close(&mut self, uri: &Uri) -> bool {
        self.0.remove(uri.as_str()).is_some()
    }

    /// An open file, examined as it is now.
    pub(super) fn get(&mut self, uri: &Uri) -> Option<&Document> {
        let document = self.0.get_mut(uri.as_str())?;
        document.examine();
        Some(document)
    }

    /// A file whose findings the editor does not know yet, examined.
    pub(super) fn unpublished(&mut self) -> Option<&Document> {
        let document = self.0.values_mut().find(|document| !document.published)?;
        document.published = true;
        document.examine();
        Some(document)
    }
}
