//! What a person does on a page, if they came by the link.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;

use super::desk::Deed;
use super::form::{Wish, Wished};
use super::page::page;
use super::routes::{missing, number_of, off_thread, shown, status_of};
use super::server::Site;
use super::views;

/// The form of an approval.
#[derive(Deserialize)]
pub(super) struct Decision {
    #[serde(rename = "decision")]
    verdict: String,
    task: String,
    shown: String,
    #[serde(default)]
    reason: String,
}

impl Wish for Decision {
    const INSTEAD: &'static str = "automaton approve --task TASK";
}

/// The form of a button.
#[derive(Deserialize)]
pub(super) struct Button {
    deed: String,
    #[serde(default)]
    subject: String,
}

impl Wish for Button {
    const INSTEAD: &'static str = "automaton cleanup-done";
}

/// Approves or rejects.
pub(super) async fn decide(
    State(site): State<Site>,
    Path(project): Path<String>,
    Wished(form): Wished<Decision>,
) -> Response {
    let (Ok(task), Ok(shown)) = (form.task.parse(), form.shown.parse()) else {
        return unclear();
    };
    let deed = match form.verdict.as_str() {
        "approve" => Deed::Approve { task, shown },
        "reject" => {
            let reason = form.reason;
            Deed::Reject {
                task,
                shown,
                reason,
            }
        }
        _ => return unclear(),
    };
    let back = format!("approvals?done={}", form.task);
    done(site, project, deed, back).await
}

/// Does what a button says.
pub(super) async fn act(
    State(site): State<Site>,
    Path(project): Path<String>,
    Wished(Button { deed, subject }): Wished<Button>,
) -> Response {
    let (deed, back) = match deed.as_str() {
        "archive" if subject.is_empty() => (Some(Deed::Archive(None)), "archiver"),
        "archive" => {
            let task = subject.parse().ok();
            (task.map(|task| Deed::Archive(Some(task))), "archiver")
        }
        "restore" => (subject.parse().ok().map(Deed::Restore), "archiver"),
        "pause" => (subject.parse().ok().map(Deed::Pause), "loops"),
        _ => (None, ""),
    };
    match deed {
        Some(deed) => done(site, project, deed, back.to_owned()).await,
        None => unclear(),
    }
}

/// Does it, and leads back to the page, or says why not.
async fn done(site: Site, project: String, deed: Deed, back: String) -> Response {
    let Some(number) = number_of(&site, &project) else {
        return missing();
    };
    off_thread(move || {
        let answer = site.desk.act(number, &deed);
        site.boards.forget(number);
        match answer.refusal {
            None => Redirect::to(&format!("/p/{project}/{back}")).into_response(),
            Some(_) => {
                let main = views::refused(&answer);
                let status = status_of(&answer);
                shown(status, &page("Refused", Some(&project), "", &main))
            }
        }
    })
    .await
}

fn unclear() -> Response {
    let why = "refused: the form is none of this dashboard's pages\n  next: load the page again\n";
    (StatusCode::BAD_REQUEST, why).into_response()
}
