//! The server: on loopback only, one thread for its own work, everything bounded.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;

use super::board::Boards;
use super::desk::Desk;
use super::live::Watched;
use super::routes;
use super::token::{Pass, Token};
use super::workflow::Layouts;

/// How many connections are held at once; a browser holds six.
const MOST_CONNECTIONS: usize = 64;
/// How long a request's head may take to come.
const HEAD_WAIT: Duration = Duration::from_secs(10);
/// How large a request's head may be, in bytes.
const HEAD_BYTES: usize = 16 << 10;
/// How many threads look at tasks; each look is short.
const LOOKERS: usize = 4;

/// What every request is answered from.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) port: u16,
    pub(super) desk: Arc<dyn Desk>,
    pub(super) boards: Arc<Boards>,
    pub(super) layouts: Arc<Layouts>,
    pub(super) watched: Arc<Watched>,
    pub(super) pass: Option<Arc<Pass>>,
    /// Tells pages of an earlier launch that they are stale.
    pub(super) launch: Token,
}

/// What is being served, once it is.
#[derive(Clone, Copy, Debug)]
pub struct Served {
    /// Where.
    pub address: SocketAddr,
}

/// Serves pages on loopback until interrupted. `port` 0 takes a free one. With a `link`, whoever
/// brings it first may decide. `told` is called once the server listens.
pub fn serve(
    desk: Arc<dyn Desk>,
    port: u16,
    link: Option<Token>,
    told: impl FnOnce(Served) -> io::Result<()>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(LOOKERS)
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let folders = desk
            .projects()
            .iter()
            .map(|(_, folder): &(String, PathBuf)| folder.as_path());
        let watched = Watched::start(folders).map_err(io::Error::other)?;
        let site = Site {
            port: address.port(),
            boards: Arc::new(Boards::of(desk.projects().len())),
            layouts: Arc::default(),
            desk,
            watched: Arc::new(watched),
            pass: link.map(Pass::new).transpose()?.map(Arc::new),
            launch: Token::new()?,
        };
        let mut terminated = signal(SignalKind::terminate())?;
        let mut interrupted = signal(SignalKind::interrupt())?;
        told(Served { address })?;
        tokio::select! {
            failed = accept(listener, site) => failed,
            _ = terminated.recv() => Ok(()),
            _ = interrupted.recv() => Ok(()),
        }
    })
}

async fn accept(listener: TcpListener, site: Site) -> io::Result<()> {
    let router = routes::router(site);
    let slots = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let slot = Arc::clone(&slots).acquire_owned().await;
        let slot = slot.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            // Out of descriptors, or a connection that ended at once.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_WAIT)
                .max_buf_size(HEAD_BYTES)
                .serve_connection(TokioIo::new(stream), service);
            // A connection that breaks off concerns nobody else.
            _ = pin!(connection).await;
            drop(slot);
        });
    }
}
