//! The forms of a person who may decide: nothing of anybody else's is read.

use std::time::Duration;

use axum::extract::{Form, FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::security::may_decide;
use super::server::Site;

/// How long a form may take to come. What it asks for may take longer: checks run then.
const BODY_WAIT: Duration = Duration::from_secs(10);

/// A form that only a person who came by the link may send.
pub(super) trait Wish: DeserializeOwned {
    /// The command that does the same.
    const INSTEAD: &'static str;
}

/// A form of somebody who may decide.
#[derive(Debug)]
pub(super) struct Wished<T>(pub(super) T);

impl<T: Wish> FromRequest<Site> for Wished<T> {
    type Rejection = Response;

    async fn from_request(request: Request, site: &Site) -> Result<Self, Response> {
        // Before the body, which a stranger could let wait for as long as it likes.
        if !may_decide(site, request.headers()) {
            return Err(only_looked_at(T::INSTEAD));
        }
        match timeout(BODY_WAIT, Form::from_request(request, site)).await {
            Ok(Ok(Form(form))) => Ok(Self(form)),
            Ok(Err(rejection)) => Err(rejection.into_response()),
            Err(_) => {
                let why = "refused: the form did not come to its end\n  next: send it again\n";
                Err((StatusCode::REQUEST_TIMEOUT, why).into_response())
            }
        }
    }
}

fn only_looked_at(instead: &str) -> Response {
    let why = format!(
        "refused: this dashboard can only be looked at\n  next, by a person: automaton dashboard \
         --approve\n  or: {instead}\n"
    );
    (StatusCode::FORBIDDEN, why).into_response()
}
