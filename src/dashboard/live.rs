//! Telling pages that something changed: files are watched, nothing is asked again and again.

use std::convert::Infallible;
use std::path::Path;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use notify::event::{EventKind, ModifyKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::watch;

use super::server::Site;

/// How long a burst of changes is waited out before pages are told.
const QUIET: Duration = Duration::from_millis(60);
/// How often a silent stream says that it lives, so that one whose reader is gone ends.
const ALIVE: Duration = Duration::from_mins(1);

/// Counts the changes of what pages show.
#[derive(Debug)]
pub(super) struct Watched {
    count: watch::Receiver<u64>,
    // Watching ends with it.
    _watcher: RecommendedWatcher,
}

impl Watched {
    /// Watches folders `.automaton` and all that is below them.
    pub(super) fn start<'p>(folders: impl Iterator<Item = &'p Path>) -> notify::Result<Self> {
        let (send, count) = watch::channel(0);
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<_>| {
            if event.as_ref().map_or(true, is_change) {
                send.send_modify(|count| *count += 1);
            }
        })?;
        for folder in folders {
            watcher.watch(folder, RecursiveMode::Recursive)?;
        }
        Ok(Self {
            count,
            _watcher: watcher,
        })
    }

    /// How many changes were seen. Equal numbers mean that nothing was written in between.
    pub(super) fn count(&self) -> u64 {
        *self.count.borrow()
    }
}

/// Whether something was written. That a file was read, or a lock taken, changes no page.
fn is_change(event: &notify::Event) -> bool {
    let is_writing = match event.kind {
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    };
    let is_lock = |path: &std::path::PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "lock" || extension == "tmp")
    };
    is_writing && (event.paths.is_empty() || !event.paths.iter().all(is_lock))
}

/// The stream of changes of one page: an event once things are quiet again.
pub(super) async fn stream(State(site): State<Site>) -> impl IntoResponse {
    let mut count = site.watched.count.clone();
    // A page that was made a moment ago may have missed a change in between.
    count.borrow_and_update();
    let first = Event::default().event("open").data(site.launch.as_str());
    let events = stream::unfold((count, Some(first)), async |(mut count, first)| {
        if let Some(first) = first {
            return Some((Ok::<_, Infallible>(first), (count, None)));
        }
        count.changed().await.ok()?;
        tokio::time::sleep(QUIET).await;
        let seen = *count.borrow_and_update();
        let event = Event::default().event("change").data(seen.to_string());
        Some((Ok(event), (count, None)))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE))
}
