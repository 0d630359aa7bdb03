//! Replacing what differs from run to run: temporary paths, times, digests, keys.

use std::path::Path;

/// The text with the temporary folder as `TMP`, times as `TIME`, digests as `DIGEST`, the
/// fingerprints of keys as `SHA256:KEY`.
pub fn redacted(text: &str, folder: &Path) -> String {
    let folder = folder.canonicalize().expect("a folder");
    let mut rest = text.replace(folder.to_str().expect("UTF-8"), "TMP");
    for (shape, word) in [
        ("dddd-dd-ddTdd:dd:ddZ", "TIME".to_owned()),
        (&"x".repeat(64), "DIGEST".to_owned()),
        (
            &format!("SHA256:{}", "k".repeat(43)),
            "SHA256:KEY".to_owned(),
        ),
        (
            &format!("sha256 {}", "x".repeat(12)),
            "sha256 DIGEST".to_owned(),
        ),
    ] {
        rest = replaced(&rest, shape, &word);
    }
    rest
}

/// Replaces each place that has the shape: `d` is a digit, `x` a hexadecimal digit,
/// `k` one of base64.
fn replaced(text: &str, shape: &str, word: &str) -> String {
    let fits = |at: &str| {
        at.len() >= shape.len()
            && shape
                .bytes()
                .zip(at.bytes())
                .all(|(shape, byte)| match shape {
                    b'd' => byte.is_ascii_digit(),
                    b'x' => byte.is_ascii_hexdigit(),
                    b'k' => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'),
                    shape => shape == byte,
                })
    };
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if fits(rest) {
            out.push_str(word);
            rest = &rest[shape.len()..];
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

#[test]
fn times_and_digests_are_replaced_and_nothing_else() {
    let digest = "0123456789abcdef".repeat(4);
    let key = "SHA256:2emPNXcfzPtVYwUgxp8+ONkW6kDu7OIAjsEHB72xEaa";
    let text = format!("at 2026-01-02T03:04:05Z é {digest} sha256 0123456789ab {key} 2026-01-02\n");
    assert_eq!(
        redacted(&text, Path::new("/")),
        "at TIME é DIGEST sha256 DIGEST SHA256:KEY 2026-01-02\n"
    );
}
