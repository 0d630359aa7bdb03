//! The documents of commands, for other programs: version 1, to be read only.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use super::desk::Question;
use super::routes::{missing, number_of, off_thread, status_of};
use super::server::Site;
use crate::report::Envelope;

/// The names of the projects, as addresses have them.
pub(super) async fn projects(State(site): State<Site>) -> Response {
    let names = site.desk.projects().iter().map(|(name, _)| name);
    let names: Vec<&String> = names.collect();
    document(StatusCode::OK, json!({ "projects": names }).to_string())
}

/// The document of the command that the address stands for.
pub(super) async fn answer(
    State(site): State<Site>,
    Path((project, question)): Path<(String, String)>,
) -> Response {
    let (Some(number), Some(question)) = (number_of(&site, &project), of(&question)) else {
        return missing();
    };
    off_thread(move || {
        let answer = site.desk.ask(number, &question);
        match serde_json::to_string(&Envelope(&answer)) {
            Ok(text) => document(status_of(&answer), text),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    })
    .await
}

fn of(address: &str) -> Option<Question> {
    let (first, rest) = address.split_once('/').unwrap_or((address, ""));
    let task = || rest.parse().ok();
    match (first, rest) {
        ("tasks", "") => Some(Question::Tasks),
        ("tasks", _) => task().map(Question::Task),
        ("log", "") => Some(Question::Log(None)),
        ("log", _) => task().map(|task| Question::Log(Some(task))),
        ("audit", "") => Some(Question::Audit),
        ("claims", "") => Some(Question::Claims),
        ("attic", _) => task().map(Question::Attic),
        ("archivable", "") => Some(Question::Archivable),
        ("archived", "") => Some(Question::Archived),
        ("loops", "") => Some(Question::Loops),
        _ => None,
    }
}

fn document(status: StatusCode, text: String) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], text).into_response()
}
