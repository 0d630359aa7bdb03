//! What can be told of a shell command without being a shell: whether it is one plain call of this
//! program, or a patch in a here-document. Everything else may do anything.

use super::patch;

/// The name by which the program is called.
const PROGRAM: &str = "automaton";
/// The one variable that may be set for a call: it says who acts, and widens nothing.
const ACTOR: &str = "AUTOMATON_ACTOR=";

/// What makes a call of this program write files that the caller names: such a call is a shell
/// command like any other.
const WRITING: &[&str] = &["--dir", "--fix"];

/// The commands of `prompts` that write into the project, where a phase may not edit.
const RENDERING: &[&str] = &["sync", "new"];

/// Whether `command` is one plain call of this program, which decides for itself what it does.
///
/// `own` is the program's file: a call by another path would be another program.
pub(super) fn is_own_call(command: &str, own: Option<&str>) -> bool {
    let Some(words) = words(command) else {
        return false;
    };
    // What stands behind `--` is the command that `exec` holds.
    let words = words.iter().take_while(|word| *word != "--");
    let mut words = words.skip_while(|word| word.starts_with(ACTOR));
    let is_own = words
        .next()
        .is_some_and(|program| program == PROGRAM || Some(program.as_str()) == own);
    let words: Vec<&String> = words.collect();
    let writes = |word: &&String| WRITING.iter().any(|option| word.starts_with(option));
    let says = |wanted: &str| words.iter().any(|word| *word == wanted);
    let renders = says("prompts") && RENDERING.iter().any(|command| says(command));
    is_own && !renders && !words.iter().any(writes)
}

/// The call of `program`, this one, that runs a shell command where it is held. A call of that form
/// is one plain call of this program, however often it is asked.
pub(super) fn held(command: &str, program: &str) -> String {
    format!("{} exec -- bash -c {}", word(program), quoted(command))
}

/// Words as one line that a shell reads as these words.
pub(super) fn line(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|each| word(each)).collect();
    words.join(" ")
}

fn word(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+:=,@".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// A text as one word of a shell, whatever it holds.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r#"'"'"'"#))
}

/// The words of a simple command: no operator, no expansion, no second line. Nothing where it is
/// more than that.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.trim().chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '\'' => break,
                        letter => word.push(letter),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '"' => break,
                        '$' | '`' | '\\' | '!' => return None,
                        letter => word.push(letter),
                    }
                }
            }
            ';' | '|' | '&' | '<' | '>' | '(' | ')' | '{' | '}' | '$' | '`' | '\\' | '!' | '#'
            | '*' | '?' | '[' | ']' | '~' | '\n' | '\r' => return None,
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Some(words)
}

/// A patch that a shell call carries in a here-document, after at most one `cd`: some harnesses take
/// it out of the shell and apply it themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeredocPatch {
    /// The folder that the `cd` names.
    pub(super) folder: Option<String>,
    /// The files that the patch names.
    pub(super) files: Vec<String>,
}

/// The patch in `command`, if the command is one and nothing else: read by the shell instead of the
/// harness, it would do no more.
pub(super) fn heredoc_patch(command: &str) -> Option<HeredocPatch> {
    let (head, body) = command.trim_start().split_once('\n')?;
    let (call, mark) = head.split_once("<<")?;
    let mark = Mark::of(mark)?;
    let (folder, call) = match call.split_once("&&") {
        Some((cd, call)) => {
            let [verb, folder] = words(cd)?.try_into().ok()?;
            // What starts with a dash is no folder to `cd`.
            (verb == "cd" && !folder.starts_with('-')).then_some(())?;
            (Some(folder), call)
        }
        None => (None, call),
    };
    if !matches!(call.trim(), "apply_patch" | "applypatch") {
        return None;
    }
    let mut lines = body.split('\n');
    lines.by_ref().find(|line| *line == mark.word)?;
    if lines.any(|line| !line.trim().is_empty()) {
        return None;
    }
    if !mark.quoted && body.contains(['$', '`', '\\']) {
        return None;
    }
    let files = patch::files(body);
    (!files.is_empty()).then_some(HeredocPatch { folder, files })
}

/// What ends a here-document.
struct Mark<'m> {
    word: &'m str,
    /// Whether the shell leaves the text as it is.
    quoted: bool,
}

impl<'m> Mark<'m> {
    /// The mark, where nothing but one plain word follows `<<`: a shell reads on after it, and takes
    /// `<<-` and `<<<` for something else.
    fn of(text: &'m str) -> Option<Self> {
        let text = text.trim_matches([' ', '\t']);
        let within = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
        let quoted = within('\'').or_else(|| within('"'));
        let word = quoted.unwrap_or(text);
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        (!word.is_empty() && word.chars().all(is_plain)).then_some(Self {
            word,
            quoted: quoted.is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_plain_call_is_our_own() {
        for (command, own) in [
            ("automaton status", true),
            ("  automaton transition research --task login\n", true),
            (
                "automaton reject --task a --reason \"not yet; try again\"",
                true,
            ),
            ("automaton reject --task a --reason 'a $(b) `c` > d'", true),
            ("AUTOMATON_ACTOR=claude-1 automaton status", true),
            ("/opt/bin/automaton status", true),
            ("'automaton' status", true),
            ("automaton man --dir src", false),
            ("automaton man --dir=src", false),
            ("automaton lint-workflow --fix=unsafe w.kdl", false),
            ("automaton lint-workflow w.kdl --fix", false),
            ("automaton prompts check", true),
            ("automaton prompts check --fix", false),
            ("automaton prompts --json sync claude", false),
            ("automaton prompts new plan --workflow w.kdl", false),
            ("automaton prompt --task new", true),
            ("automaton lint-workflow w.kdl", true),
            ("automaton exec -- cargo clippy --fix", true),
            ("automaton exec --task t -- bash -c 'rm x; ls'", true),
            ("automaton exec --task t -- cargo test | tail", false),
            ("./automaton status", false),
            ("target/automaton status", false),
            ("PATH=target automaton status", false),
            ("automaton status; rm x", false),
            ("automaton status && rm x", false),
            ("automaton status | tee x", false),
            ("automaton status > x", false),
            ("automaton status $(rm x)", false),
            ("automaton status `rm x`", false),
            ("automaton status \"$(rm x)\"", false),
            ("automaton status\nrm x", false),
            ("automaton status\rrm x", false),
            ("automaton status & rm x", false),
            ("automaton status <(rm x)", false),
            ("automaton status \\\n; rm x", false),
            ("automaton status 'unclosed", false),
            ("automaton status {a,b}", false),
            ("command automaton status", false),
            ("env automaton status", false),
            ("cd src && automaton status", false),
            ("automatonx status", false),
            ("echo hi > x", false),
            ("AUTOMATON_ACTOR=x", false),
            ("", false),
        ] {
            assert_eq!(
                is_own_call(command, Some("/opt/bin/automaton")),
                own,
                "{command:?}"
            );
        }
    }

    #[test]
    fn what_is_held_is_read_as_it_was_written() {
        for command in [
            "",
            "ls",
            "echo 'a' \"b\" `c` $(d) > e",
            "cat <<'EOF'\nit's\nEOF\n",
            "'",
            "''\\'",
            "a\r\n\tb",
            "--fix",
            "\u{e9}\u{1f600}",
        ] {
            for program in ["automaton", "/opt/a b/automaton"] {
                let held = held(command, program);
                let expected = [program, "exec", "--", "bash", "-c", command];
                assert_eq!(words(&held).expect("words"), expected, "{held}");
                assert!(is_own_call(&held, Some("/opt/a b/automaton")), "{held}");
            }
        }
    }

    proptest::proptest! {
        /// By a real shell: any text reaches the inner one as it is.
        #[test]
        fn a_shell_reads_any_text_as_it_was_written(text in "[^\0]{0,60}") {
            let line = format!("printf %s {}", quoted(&text));
            let output = std::process::Command::new("bash").args(["-c", &line]).output();
            let output = output.expect("a shell");
            proptest::prop_assert_eq!(String::from_utf8_lossy(&output.stdout), text);
        }
    }

    #[test]
    fn a_patch_in_a_here_document_is_a_patch() {
        let patch = "*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch\n";
        let found = |folder: Option<&str>| {
            Some(HeredocPatch {
                folder: folder.map(str::to_owned),
                files: vec!["a.txt".to_owned()],
            })
        };
        for (command, expected) in [
            (format!("apply_patch <<'EOF'\n{patch}EOF"), found(None)),
            (format!("apply_patch <<EOF\n{patch}EOF\n"), found(None)),
            (format!("applypatch <<\"P\"\n{patch}P\n\n"), found(None)),
            (
                format!("cd sub && apply_patch <<'EOF'\n{patch}EOF"),
                found(Some("sub")),
            ),
            (
                format!("cd 'a b' && apply_patch <<'EOF'\n{patch}EOF"),
                found(Some("a b")),
            ),
            (format!("cd a b && apply_patch <<'EOF'\n{patch}EOF"), None),
            (format!("cd -- && apply_patch <<'EOF'\n{patch}EOF"), None),
            (format!("mkdir x && apply_patch <<'EOF'\n{patch}EOF"), None),
            (format!("apply_patch <<'EOF'\n{patch}EOF\nrm x"), None),
            (format!("apply_patch <<'EOF'\n{patch}"), None),
            (format!("apply_patch <<'EOF' \n{patch}EOF"), found(None)),
            (
                format!("apply_patch <<'EOF' ; rm x #'\n{patch}EOF\nEOF' ; rm x #"),
                None,
            ),
            (format!("apply_patch <<'EOF' | sh\n{patch}EOF"), None),
            (format!("apply_patch <<EOF>x\n{patch}EOF>x"), None),
            (format!("apply_patch <<-EOF\n{patch}EOF\nrm x\n-EOF"), None),
            (format!("apply_patch <<<EOF\nrm x\n{patch}<EOF"), None),
            (
                format!("apply_patch <<E'O'F\n{patch}EOF\nrm x\nE'O'F"),
                None,
            ),
            (format!("apply_patch <<''\n{patch}\nrm x"), None),
            (format!("apply_patch <<'\n{patch}'"), None),
            (format!("apply_patch <<EOF\n{patch}$(rm x)\nEOF"), None),
            (format!("apply_patch <<EOF\n{patch}`rm x`\nEOF"), None),
            (
                format!("apply_patch <<'EOF'\n{patch}$(rm x)\nEOF"),
                found(None),
            ),
            (format!("cat <<'EOF'\n{patch}EOF"), None),
            ("apply_patch <<'EOF'\nEOF".to_owned(), None),
        ] {
            assert_eq!(heredoc_patch(&command), expected, "{command}");
        }
    }
}
