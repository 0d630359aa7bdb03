//! What client and server can do, as they tell each other at the start.

use lsp_types::{
    CodeActionKind, CodeActionOptions, HoverProviderCapability, InitializeResult, MarkupKind,
    OneOf, ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::actions::FIX_ALL;
use super::positions::Encoding;

/// What was agreed with the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Abilities {
    /// What columns count.
    pub(super) encoding: Encoding,
    /// How texts are shown.
    pub(super) markup: MarkupKind,
}

impl Default for Abilities {
    fn default() -> Self {
        Self {
            encoding: Encoding::default(),
            markup: MarkupKind::PlainText,
        }
    }
}

impl Abilities {
    /// Reads only what is needed of `initialize`: the rest may be newer than this program.
    pub(super) fn of(asked: &Value) -> Self {
        let mut agreed = Self::default();
        let encodings = offered(asked, "/capabilities/general/positionEncodings");
        agreed.encoding = Encoding::negotiated(&encodings);
        let formats = offered(asked, "/capabilities/textDocument/hover/contentFormat");
        if formats.contains(&MarkupKind::Markdown) {
            agreed.markup = MarkupKind::Markdown;
        }
        agreed
    }

    /// The answer to `initialize`.
    pub(super) fn answer(&self) -> InitializeResult {
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            ..TextDocumentSyncOptions::default()
        };
        let actions = CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, FIX_ALL]),
            ..CodeActionOptions::default()
        };
        InitializeResult {
            capabilities: ServerCapabilities {
                position_encoding: Some(self.encoding.kind()),
                text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
                hover_provider: Some(HoverProviderCapability::Simple(true)),
                definition_provider: Some(OneOf::Left(true)),
                document_symbol_provider: Some(OneOf::Left(true)),
                code_action_provider: Some(actions.into()),
                ..ServerCapabilities::default()
            },
            server_info: Some(ServerInfo {
                name: "automaton".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        }
    }
}

/// What a list of the client offers, as far as it is known here.
fn offered<T: DeserializeOwned>(asked: &Value, path: &str) -> Vec<T> {
    let items = asked.pointer(path).and_then(Value::as_array);
    let known = items
        .into_iter()
        .flatten()
        .cloned()
        .map(serde_json::from_value);
    known.filter_map(Result::ok).collect()
}
