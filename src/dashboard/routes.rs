//! Which address is answered by what.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;
use serde::Deserialize;

use super::page::page;
use super::security::{cookie_name, guard, may_decide};
use super::server::Site;
use super::views::{self, Filter, Room, View};
use super::{api, decisions, live};
use crate::diagnostic::Exit;
use crate::engine::topics::NO_SUCH_TASK;
use crate::report::Answer;
use crate::report::graph::SVG_STYLE;

/// How large the body of a request may be, in bytes: a reason and a few names.
const BODY_BYTES: usize = 16 << 10;

pub(super) fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/enter", get(enter))
        .route("/live", get(live::stream))
        .route(
            "/style.css",
            get(|| async { asset("text/css", include_str!("style.css")) }),
        )
        .route("/graph.css", get(|| async { asset("text/css", SVG_STYLE) }))
        .route(
            "/script.js",
            get(|| async { asset("text/javascript", include_str!("script.js")) }),
        )
        .route("/p/{project}/decide", post(decisions::decide))
        .route("/p/{project}/do", post(decisions::act))
        .route("/p/{project}/{*view}", get(view))
        .route("/api/v1/projects", get(api::projects))
        .route("/api/v1/{project}/{*question}", get(api::answer))
        .fallback(|| async { missing() })
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    let kind = format!("{kind}; charset=utf-8");
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache".to_owned())];
    (headers, text).into_response()
}

/// The link on the terminal.
#[derive(Deserialize)]
struct Link {
    token: String,
}

/// Takes the link's secret for a cookie, and leads away from the address that holds it.
async fn enter(State(site): State<Site>, Query(link): Query<Link>) -> Response {
    let cookie = site
        .pass
        .as_ref()
        .and_then(|pass| pass.exchange(&link.token));
    let Some(cookie) = cookie else {
        let why = "refused: this link was used before, or is of another launch\n  \
                   next, by a person: automaton dashboard --approve\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    };
    let name = cookie_name(site.port);
    let cookie = format!("{name}={cookie}; Path=/; HttpOnly; SameSite=Strict");
    let headers = [(LOCATION, "/".to_owned()), (SET_COOKIE, cookie)];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// The projects; where there is one, its board.
async fn home(State(site): State<Site>, headers: HeaderMap) -> Response {
    if let [(only, _)] = site.desk.projects() {
        return Redirect::to(&format!("/p/{only}/board")).into_response();
    }
    let decides = may_decide(&site, &headers);
    off_thread(move || {
        let rooms = (0..site.desk.projects().len()).map(|number| Room::new(&site, number, decides));
        let main = views::projects(&rooms.collect::<Vec<_>>());
        shown(StatusCode::OK, &page("Projects", None, "", &main))
    })
    .await
}

async fn view(
    State(site): State<Site>,
    Path((project, view)): Path<(String, String)>,
    Query(filter): Query<Filter>,
    headers: HeaderMap,
) -> Response {
    let (Some(number), Some(view)) = (number_of(&site, &project), View::of(&view)) else {
        return missing();
    };
    let decides = may_decide(&site, &headers);
    off_thread(move || {
        let room = Room::new(&site, number, decides);
        let (status, main) = match view.main(&room, &filter) {
            Ok(main) => (StatusCode::OK, main),
            Err(answer) => (status_of(&answer), views::refused(&answer)),
        };
        shown(
            status,
            &page(&view.title(), Some(&project), view.key(), &main),
        )
    })
    .await
}

/// How HTTP says what an exit code says.
pub(super) fn status_of(answer: &Answer) -> StatusCode {
    match answer.exit {
        Exit::Done => StatusCode::OK,
        _ if answer.code == NO_SUCH_TASK.code => StatusCode::NOT_FOUND,
        Exit::Usage => StatusCode::BAD_REQUEST,
        Exit::Io => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::CONFLICT,
    }
}

pub(super) fn number_of(site: &Site, project: &str) -> Option<usize> {
    let mut names = site.desk.projects().iter();
    names.position(|(name, _)| name == project)
}

pub(super) fn missing() -> Response {
    let why = "there is no such page\n  next: open /\n";
    (StatusCode::NOT_FOUND, why).into_response()
}

/// Looks at files apart from the thread that serves. A look that fails shows nothing.
pub(super) async fn off_thread(look: impl FnOnce() -> Response + Send + 'static) -> Response {
    match tokio::task::spawn_blocking(look).await {
        Ok(response) => response,
        Err(_) => {
            let why = "failed: the page could not be made\n";
            (StatusCode::INTERNAL_SERVER_ERROR, why).into_response()
        }
    }
}

pub(super) fn shown(status: StatusCode, markup: &Markup) -> Response {
    let kind = [(CONTENT_TYPE, "text/html; charset=utf-8")];
    (status, kind, markup.0.clone()).into_response()
}
