//! The session: what a client asks in which stage, and what it is told.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use lsp_server::{ErrorCode, Message, Notification, Request, Response, ResponseError};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit, LogMessage,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, DocumentSymbolRequest, GotoDefinition, HoverRequest, Initialize,
    Request as _, Shutdown,
};
use lsp_types::{
    CodeActionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentSymbolParams, GotoDefinitionParams, HoverParams,
    LogMessageParams, MessageType, PublishDiagnosticsParams, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::abilities::Abilities;
use super::actions::actions;
use super::diagnostics::publication;
use super::documents::{Document, Documents};
use super::fault::Fault;
use super::hover::hover;
use super::symbols::{definition, symbols};
use super::wire::{self, Incoming};

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client said `shutdown` before it left.
    Orderly,
    /// It left without.
    Abrupt,
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Fresh,
    Running,
    ShutDown,
}

/// Serves one client until it leaves.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> Ending {
    let (sender, incoming) = mpsc::channel();
    thread::spawn(move || {
        let mut input = input;
        while let Ok(Some(message)) = wire::read(&mut input) {
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    let mut server = Server {
        output,
        stage: Stage::Fresh,
        abilities: Abilities::default(),
        documents: Documents::default(),
    };
    // Where the client no longer reads, it has left.
    drop(server.run(&incoming));
    match server.stage {
        Stage::ShutDown => Ending::Orderly,
        Stage::Fresh | Stage::Running => Ending::Abrupt,
    }
}

struct Server<W> {
    output: W,
    stage: Stage,
    abilities: Abilities,
    documents: Documents,
}

impl<W: Write> Server<W> {
    fn run(&mut self, incoming: &Receiver<Incoming>) -> io::Result<()> {
        loop {
            let next = match incoming.try_recv() {
                // Nobody types while nothing is waiting: now is the time to look at the files.
                Err(TryRecvError::Empty) => {
                    self.publish()?;
                    incoming.recv().ok()
                }
                other => other.ok(),
            };
            match next {
                None => return Ok(()),
                Some(Incoming::Malformed { id, fault }) => {
                    wire::refuse(&mut self.output, &id, &fault)?;
                }
                Some(Incoming::Message(Message::Request(request))) => self.answer(request)?,
                Some(Incoming::Message(Message::Notification(told)))
                    if told.method == Exit::METHOD =>
                {
                    return Ok(());
                }
                Some(Incoming::Message(Message::Notification(told))) => {
                    if self.stage == Stage::Running {
                        self.hear(told)?;
                    }
                }
                // The server asks nothing, so no answer is awaited.
                Some(Incoming::Message(Message::Response(_))) => {}
            }
        }
    }

    fn answer(&mut self, request: Request) -> io::Result<()> {
        let id = request.id.clone();
        let response_result = self.result(request).map_err(|fault| ResponseError {
            code: fault.code,
            message: fault.message,
            data: None,
        });
        let response = Response {
            id,
            response_result,
        };
        Message::from(response).write(&mut self.output)
    }

    fn result(&mut self, request: Request) -> Result<Value, Fault> {
        let method = request.method.as_str();
        match self.stage {
            Stage::Fresh if method == Initialize::METHOD => {
                self.abilities = Abilities::of(&request.params);
                self.stage = Stage::Running;
                return value(self.abilities.answer());
            }
            Stage::Fresh => {
                let message = "`initialize` comes first";
                return Err(Fault::new(ErrorCode::ServerNotInitialized, message));
            }
            Stage::ShutDown => {
                let message = "after `shutdown` only `exit` may come";
                return Err(Fault::new(ErrorCode::InvalidRequest, message));
            }
            Stage::Running => {}
        }
        match method {
            Initialize::METHOD => {
                let message = "`initialize` comes only once";
                Err(Fault::new(ErrorCode::InvalidRequest, message))
            }
            Shutdown::METHOD => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            HoverRequest::METHOD => {
                let asked: HoverParams = params(method, request.params)?;
                let place = asked.text_document_position_params;
                let markup = self.abilities.markup.clone();
                let document = self.document(&place.text_document.uri)?;
                value(hover(document, place.position, markup))
            }
            CodeActionRequest::METHOD => {
                let asked: CodeActionParams = params(method, request.params)?;
                let document = self.document(&asked.text_document.uri)?;
                let only = asked.context.only.as_deref();
                value(actions(document, asked.range, only))
            }
            DocumentSymbolRequest::METHOD => {
                let asked: DocumentSymbolParams = params(method, request.params)?;
                value(symbols(self.document(&asked.text_document.uri)?))
            }
            GotoDefinition::METHOD => {
                let asked: GotoDefinitionParams = params(method, request.params)?;
                let place = asked.text_document_position_params;
                let document = self.document(&place.text_document.uri)?;
                value(definition(document, place.position))
            }
            _ => {
                let message = format!("there is no method `{method}` here");
                Err(Fault::new(ErrorCode::MethodNotFound, message))
            }
        }
    }

    fn document(&mut self, uri: &Uri) -> Result<&Document, Fault> {
        let document = self.documents.get(uri);
        document.ok_or_else(|| not_open(uri))
    }

    /// Takes in what happened, and says what could not be understood.
    fn hear(&mut self, told: Notification) -> io::Result<()> {
        match self.take_in(told) {
            Ok(None) => Ok(()),
            Ok(Some(closed)) => {
                let none = PublishDiagnosticsParams::new(closed, Vec::new(), None);
                self.notify(PublishDiagnostics::METHOD, none)
            }
            Err(Fault { message, .. }) => {
                let typ = MessageType::ERROR;
                self.notify(LogMessage::METHOD, LogMessageParams { typ, message })
            }
        }
    }

    /// Takes in what happened to a file, and returns the one that was closed.
    fn take_in(&mut self, told: Notification) -> Result<Option<Uri>, Fault> {
        match told.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let told: DidOpenTextDocumentParams = params(&told.method, told.params)?;
                self.documents
                    .open(told.text_document, self.abilities.encoding);
            }
            DidChangeTextDocument::METHOD => {
                let told: DidChangeTextDocumentParams = params(&told.method, told.params)?;
                let file = told.text_document;
                let changes = &told.content_changes;
                if !self.documents.change(&file.uri, file.version, changes) {
                    return Err(not_open(&file.uri));
                }
            }
            DidCloseTextDocument::METHOD => {
                let told: DidCloseTextDocumentParams = params(&told.method, told.params)?;
                let uri = told.text_document.uri;
                if !self.documents.close(&uri) {
                    return Err(not_open(&uri));
                }
                return Ok(Some(uri));
            }
            _ => {}
        }
        Ok(None)
    }

    /// Tells what is found in every file that changed.
    fn publish(&mut self) -> io::Result<()> {
        while let Some(document) = self.documents.unpublished() {
            let findings = publication(document);
            self.notify(PublishDiagnostics::METHOD, findings)?;
        }
        Ok(())
    }

    fn notify(&mut self, method: &str, params: impl Serialize) -> io::Result<()> {
        let params = serde_json::to_value(params)?;
        let method = method.to_owned();
        Message::from(Notification { method, params }).write(&mut self.output)
    }
}

fn not_open(uri: &Uri) -> Fault {
    let message = format!("`{}` is not open", uri.as_str());
    Fault::new(ErrorCode::InvalidParams, message)
}

fn params<T: DeserializeOwned>(method: &str, value: Value) -> Result<T, Fault> {
    serde_json::from_value(value).map_err(|error| {
        let message = format!("`{method}` was not understood: {error}");
        Fault::new(ErrorCode::InvalidParams, message)
    })
}

fn value(result: impl Serialize) -> Result<Value, Fault> {
    let written = serde_json::to_value(result);
    written.map_err(|error| Fault::new(ErrorCode::InternalError, error.to_string()))
}
