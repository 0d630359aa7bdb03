//! The files of a patch in the form that models write: `*** Begin Patch`, one section for each file.

use super::event::{Deed, Malformed};

/// The headers that name a file. A file that is moved is named where it was and where it goes.
const HEADERS: &[&str] = &[
    "*** Add File:",
    "*** Update File:",
    "*** Delete File:",
    "*** Move to:",
];

/// Applying the patch `text`. A patch that names no file is not understood, so it is not let
/// through.
pub(super) fn deed(text: &str) -> Result<Deed, Malformed> {
    let files = files(text);
    if files.is_empty() {
        return Err(Malformed("holds a patch that names no file".to_owned()));
    }
    Ok(Deed::Write(files))
}

/// Every file that the patch names. Headers may be indented; a line of a file that only looks like
/// a header costs a question too many, and never one too few.
pub(super) fn files(text: &str) -> Vec<String> {
    let lines = text.split('\n').flat_map(|line| line.split('\r'));
    let lines = lines.map(str::trim);
    let named =
        lines.filter_map(|line| HEADERS.iter().find_map(|header| line.strip_prefix(header)));
    named.map(|path| path.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_patch_is_named() {
        let patch = "*** Begin Patch\r\n   *** Update File: a.txt\r\n*** Move to: b/c.txt\n@@\n-x\n+y\n\
             \t*** Add File:  ../out.txt \n+x\n*** Delete File: d\n*** End Patch\n";
        assert_eq!(files(patch), ["a.txt", "b/c.txt", "../out.txt", "d"]);
    }

    #[test]
    fn a_patch_that_names_no_file_is_not_understood() {
        for text in ["", "*** Begin Patch\n*** End Patch", "--- a\n+++ b\n"] {
            assert!(deed(text).is_err(), "{text:?}");
        }
    }
}
