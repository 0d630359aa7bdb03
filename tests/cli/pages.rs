//! Pages of the documentation that are made from the program.

use std::fs;
use std::path::Path;

/// The page must hold exactly `text`; `UPDATE_DOCS=1` writes it instead.
pub fn check(page: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, text).expect("written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "{page} is out of date: run `UPDATE_DOCS=1 cargo test --test cli`"
    );
}
