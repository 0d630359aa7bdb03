//! What a request must be before anything looks at it: for this server, from its own pages.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::server::Site;

/// The names under which a loopback server may be called.
const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Everything comes from this server, nothing is inline, and nobody frames it.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Refuses what no page of this server sends, and says to browsers what its pages may do.
pub(super) async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let mut response = match stranger(request.method(), request.headers(), site.port) {
        Some((status, why)) => (status, format!("refused: {why}\n")).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // A form that is sent without any origin would look like a stranger's.
        (REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Why the request is none of this server's pages'.
fn stranger(method: &Method, headers: &HeaderMap, port: u16) -> Option<(StatusCode, &'static str)> {
    let Some(host) = only(headers, &HOST).filter(|host| is_here(host, port)) else {
        return Some((
            StatusCode::MISDIRECTED_REQUEST,
            "this server is not the `Host` that was asked",
        ));
    };
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    let own = format!("http://{host}");
    let origin_is_own = if headers.contains_key(ORIGIN) {
        only(headers, &ORIGIN) == Some(&own)
    } else {
        is_read
    };
    if !origin_is_own {
        return Some((
            StatusCode::FORBIDDEN,
            "the request has another `Origin` than this server's pages",
        ));
    }
    let site = HeaderName::from_static("sec-fetch-site");
    let is_own_site = !headers.contains_key(&site)
        || matches!(only(headers, &site), Some("same-origin" | "none"));
    (!is_own_site).then_some((
        StatusCode::FORBIDDEN,
        "the request comes from another site; type the address instead",
    ))
}

/// The value of a header that is there exactly once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn is_here(host: &str, port: u16) -> bool {
    let (name, of) = host.rsplit_once(':').unwrap_or((host, "80"));
    NAMES.contains(&name) && of == port.to_string()
}

/// The name of the cookie: cookies are shared by all ports of a machine, so that it names its own.
pub(super) fn cookie_name(port: u16) -> String {
    format!("automaton-{port}")
}

/// Whether the request may decide.
pub(super) fn may_decide(site: &Site, headers: &HeaderMap) -> bool {
    let Some(pass) = &site.pass else {
        return false;
    };
    let name = cookie_name(site.port);
    let cookies = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';'));
    pairs.any(|pair| {
        let pair = pair.trim().split_once('=');
        pair.is_some_and(|(key, value)| key == name && pass.admits(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(method: &Method, pairs: &[(&'static str, &str)]) -> Option<u16> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name = HeaderName::from_static(name);
            headers.append(name, value.parse().expect("a value"));
        }
        stranger(method, &headers, 4000).map(|(status, _)| status.as_u16())
    }

    #[test]
    fn a_request_is_for_this_server_and_from_its_pages() {
        let own = ("host", "127.0.0.1:4000");
        let from = ("origin", "http://127.0.0.1:4000");
        let (get, post) = (&Method::GET, &Method::POST);
        for (method, headers, expected) in [
            (get, vec![own], None),
            (get, vec![("host", "localhost:4000")], None),
            (get, vec![("host", "[::1]:4000")], None),
            (get, vec![own, ("sec-fetch-site", "none")], None),
            (get, vec![own, ("sec-fetch-site", "same-origin")], None),
            (post, vec![own, from], None),
            // Another name for this machine, which its owner may turn at will.
            (get, vec![("host", "evil.example:4000")], Some(421)),
            (
                get,
                vec![("host", "127.0.0.1.evil.example:4000")],
                Some(421),
            ),
            (get, vec![("host", "127.0.0.1")], Some(421)),
            (get, vec![("host", "127.0.0.1:4001")], Some(421)),
            (get, vec![("host", "")], Some(421)),
            (get, vec![], Some(421)),
            (get, vec![own, ("host", "evil.example")], Some(421)),
            // Other sites, other ports of this machine, and pages without an origin.
            (get, vec![own, ("origin", "http://evil.example")], Some(403)),
            (
                get,
                vec![own, ("origin", "http://127.0.0.1:4001")],
                Some(403),
            ),
            (get, vec![own, ("sec-fetch-site", "cross-site")], Some(403)),
            (get, vec![own, ("sec-fetch-site", "same-site")], Some(403)),
            (post, vec![own], Some(403)),
            (post, vec![own, ("origin", "null")], Some(403)),
            (
                post,
                vec![own, ("origin", "http://localhost:4000")],
                Some(403),
            ),
            (post, vec![own, from, from], Some(403)),
            (
                post,
                vec![own, from, ("sec-fetch-site", "same-site")],
                Some(403),
            ),
        ] {
            assert_eq!(status(method, &headers), expected, "{method} {headers:?}");
        }
    }
}
