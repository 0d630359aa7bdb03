//! Formats for other programs, over findings of every shape.

use automaton::diagnostic::{Diagnostic, Edit, Exit, Fix, Severity, Topic};
use automaton::report;
use automaton::source::{SourceFile, Span};
use insta::assert_snapshot;
use serde_json::{Value, json};

static BAD_NAME: Topic = Topic {
    code: "bad-name",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a name is bad",
    explanation: "Bad names confuse. Choose another.",
};

static DOUBTFUL: Topic = Topic {
    code: "doubtful",
    severity: Severity::Warning,
    exit: Exit::Refused,
    summary: "something is doubtful",
    explanation: "It may be wrong. Look at it.",
};

static TASTE: Topic = Topic {
    code: "taste",
    severity: Severity::Pedantic,
    exit: Exit::Refused,
    summary: "it could be nicer",
    explanation: "It works. It could be nicer.",
};

/// One finding of each shape: in several places, over several lines, with fixes of one and of two
/// edits, about a file, about the call; names that have to be escaped.
pub fn findings() -> Vec<Diagnostic> {
    let file = SourceFile::new("größe,a/w:1.kdl", "é größe x\nb x\r\nc\n");
    let at = |text: &str| {
        let start = file.text().find(text).expect("in the text");
        Span::new(start, start + text.len())
    };
    let edit = |text: &str, new: &str| Edit {
        span: at(text),
        text: new.to_owned(),
    };
    vec![
        Diagnostic::at(&TASTE, &file, at("x\nb"), "two lines"),
        Diagnostic::at(
            &DOUBTFUL,
            &file,
            at("é"),
            "100% sure, or not:\na second line",
        )
        .reason("why"),
        Diagnostic::at(&BAD_NAME, &file, at("größe"), "bad")
            .label("this")
            .also(at("c"), "and that")
            .help("write `y`")
            .fix(Fix {
                title: "write `y`".to_owned(),
                safe: true,
                edits: vec![edit("größe", "y")],
            }),
        Diagnostic::at(&BAD_NAME, &file, at("b"), "both").fix(Fix {
            title: "write two things".to_owned(),
            safe: false,
            edits: vec![edit("b", ""), edit("c", "d")],
        }),
        Diagnostic::about(&BAD_NAME, "/gone 1.kdl", "missing"),
        Diagnostic::call(&DOUBTFUL, "odd call"),
    ]
}

#[test]
fn github_gets_the_worst_first_and_everything_escaped() {
    assert_snapshot!(report::github(&findings()), @r"
    ::error file=größe%2Ca/w%3A1.kdl,line=1,col=3,endColumn=8,title=bad-name::bad%0Ahelp: write `y`
    ::error file=größe%2Ca/w%3A1.kdl,line=2,col=1,endColumn=2,title=bad-name::both
    ::error file=/gone 1.kdl,title=bad-name::missing
    ::warning file=größe%2Ca/w%3A1.kdl,line=1,col=1,endColumn=2,title=doubtful::100%25 sure, or not:%0Aa second line%0Awhy
    ::warning title=doubtful::odd call
    ::notice file=größe%2Ca/w%3A1.kdl,line=1,endLine=2,title=taste::two lines
    ");
    assert_eq!(report::github(&[]), "");
}

/// One line for each item of a list in a document.
fn items(document: &Value, list: &str) -> String {
    let items = document.pointer(list).and_then(Value::as_array);
    let lines = items.expect("a list").iter().map(Value::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn rdjson_counts_columns_in_bytes() {
    let document = report::rdjson(&findings());
    assert_eq!(document["source"], json!({"name": "automaton"}));
    assert_snapshot!(items(&document, "/diagnostics"), @r#"
    {"message":"two lines","severity":"INFO","code":{"value":"taste"},"location":{"path":"größe,a/w:1.kdl","range":{"start":{"line":1,"column":12},"end":{"line":2,"column":2}}}}
    {"message":"100% sure, or not:\na second line\nwhy","severity":"WARNING","code":{"value":"doubtful"},"location":{"path":"größe,a/w:1.kdl","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":3}}}}
    {"message":"bad\nhelp: write `y`","severity":"ERROR","code":{"value":"bad-name"},"location":{"path":"größe,a/w:1.kdl","range":{"start":{"line":1,"column":4},"end":{"line":1,"column":11}}},"related_locations":[{"message":"and that","location":{"path":"größe,a/w:1.kdl","range":{"start":{"line":3,"column":1},"end":{"line":3,"column":2}}}}],"suggestions":[{"range":{"start":{"line":1,"column":4},"end":{"line":1,"column":11}},"text":"y"}]}
    {"message":"both","severity":"ERROR","code":{"value":"bad-name"},"location":{"path":"größe,a/w:1.kdl","range":{"start":{"line":2,"column":1},"end":{"line":2,"column":2}}}}
    {"message":"missing","severity":"ERROR","code":{"value":"bad-name"},"location":{"path":"/gone 1.kdl"}}
    {"message":"odd call","severity":"WARNING","code":{"value":"doubtful"}}
    "#);
}

#[test]
fn sarif_counts_columns_in_characters() {
    let log = report::sarif(&findings());
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(log["runs"][0]["columnKind"], "unicodeCodePoints");
    assert_snapshot!(items(&log, "/runs/0/tool/driver/rules"), @r#"
    {"id":"bad-name","shortDescription":{"text":"a name is bad"},"fullDescription":{"text":"Bad names confuse. Choose another."},"help":{"text":"Bad names confuse. Choose another."},"defaultConfiguration":{"level":"error"}}
    {"id":"doubtful","shortDescription":{"text":"something is doubtful"},"fullDescription":{"text":"It may be wrong. Look at it."},"help":{"text":"It may be wrong. Look at it."},"defaultConfiguration":{"level":"warning"}}
    {"id":"taste","shortDescription":{"text":"it could be nicer"},"fullDescription":{"text":"It works. It could be nicer."},"help":{"text":"It works. It could be nicer."},"defaultConfiguration":{"level":"note"}}
    "#);
    assert_snapshot!(items(&log, "/runs/0/results"), @r#"
    {"ruleId":"taste","ruleIndex":2,"level":"note","message":{"text":"two lines"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"gr%C3%B6%C3%9Fe%2Ca/w%3A1.kdl"},"region":{"startLine":1,"startColumn":9,"endLine":2,"endColumn":2}}}]}
    {"ruleId":"doubtful","ruleIndex":1,"level":"warning","message":{"text":"100% sure, or not:\na second line\nwhy"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"gr%C3%B6%C3%9Fe%2Ca/w%3A1.kdl"},"region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":2}}}]}
    {"ruleId":"bad-name","ruleIndex":0,"level":"error","message":{"text":"bad\nhelp: write `y`"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"gr%C3%B6%C3%9Fe%2Ca/w%3A1.kdl"},"region":{"startLine":1,"startColumn":3,"endLine":1,"endColumn":8}},"message":{"text":"this"}}],"relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"gr%C3%B6%C3%9Fe%2Ca/w%3A1.kdl"},"region":{"startLine":3,"startColumn":1,"endLine":3,"endColumn":2}},"message":{"text":"and that"}}],"fixes":[{"description":{"text":"write `y`"},"artifactChanges":[{"artifactLocation":{"uri":"gr%C3%B6%C3%9Fe%2Ca/w%3A1.kdl"},"replacements":[{"deletedRegion":{"startLine":1,"startColumn":3,"endLine":1,"endColumn":8},"insertedContent":{"text":"y"}}]}]}]}
    {"ruleId":"bad-name","ruleIndex":0,"level":"error","message":{"text":"both"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"gr%C3%B6%C3%9Fe%2Ca/w%3A1.kdl"},"region":{"startLine":2,"startColumn":1,"endLine":2,"endColumn":2}}}],"fixes":[{"description":{"text":"write two things"},"artifactChanges":[{"artifactLocation":{"uri":"gr%C3%B6%C3%9Fe%2Ca/w%3A1.kdl"},"replacements":[{"deletedRegion":{"startLine":2,"startColumn":1,"endLine":2,"endColumn":2},"insertedContent":{"text":""}},{"deletedRegion":{"startLine":3,"startColumn":1,"endLine":3,"endColumn":2},"insertedContent":{"text":"d"}}]}]}]}
    {"ruleId":"bad-name","ruleIndex":0,"level":"error","message":{"text":"missing"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///gone%201.kdl"}}}]}
    {"ruleId":"doubtful","ruleIndex":1,"level":"warning","message":{"text":"odd call"}}
    "#);
}

#[test]
fn a_diff_can_be_applied() {
    assert_snapshot!(report::diff("w.kdl", "a\nb\nc", "a\nB\nc"), @r"
    --- a/w.kdl
    +++ b/w.kdl
    @@ -1,3 +1,3 @@
     a
    -b
    +B
     c
    \ No newline at end of file
    ");
    assert_eq!(report::diff("w.kdl", "a\n", "a\n"), "");
}
