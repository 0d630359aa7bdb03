//! Texts that make something large: each shape is a text of `n` parts.

use std::fmt::Write as _;

/// A name, and the text of `n` parts.
pub type Shape = (&'static str, fn(usize) -> String);

/// Every shape.
pub fn shapes() -> impl Iterator<Item = &'static Shape> {
    [WORDS, NAMES, LISTS, GRAPHS, CONTENTS]
        .into_iter()
        .flatten()
}

/// The longest text of a shape that has at most `bytes`.
pub fn of_size(build: fn(usize) -> String, bytes: usize) -> String {
    let (mut fits, mut over) = (1, bytes);
    while over - fits > 1 {
        let middle = usize::midpoint(fits, over);
        if build(middle).len() <= bytes {
            fits = middle;
        } else {
            over = middle;
        }
    }
    build(fits)
}

/// What stands in `workflow`, line by line.
fn workflow(lines: impl IntoIterator<Item = String>) -> String {
    let mut text = String::from("workflow w version=1 {\n");
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str("}\n");
    text
}

/// A workflow of these lines besides a phase `a` that leads to `z`.
fn beside(lines: impl IntoIterator<Item = String>) -> String {
    let rest = [
        "initial a",
        "phase a { next z; }",
        "phase z terminal=success",
    ];
    workflow(rest.map(str::to_owned).into_iter().chain(lines))
}

/// `n` times the same, with a number, joined.
fn many(n: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for i in 0..n {
        text.push_str(&part(i));
    }
    text
}

/// One line for each number.
fn lines(n: usize, line: impl Fn(usize) -> String) -> impl Iterator<Item = String> {
    (0..n).map(line)
}

/// Letters that make a number unlike every other.
fn spelt(mut i: usize) -> String {
    let mut word = String::new();
    loop {
        word.push(char::from(b'a' + u8::try_from(i % 26).unwrap_or(0)));
        i /= 26;
        if i == 0 {
            return word;
        }
    }
}

/// Nodes, values and comments.
const WORDS: &[Shape] = &[
    ("unknown nodes", |n| beside(lines(n, |i| format!("x{i}")))),
    ("unknown nodes in one line", |n| {
        beside([many(n, |i| format!("größe{i}; "))])
    }),
    ("unknown nodes with blocks", |n| {
        beside(lines(n, |i| format!("x{i} {{ y; }}")))
    }),
    ("a node again and again", |n| {
        beside(lines(n, |_| "shell allow".to_owned()))
    }),
    ("unknown properties", |n| {
        beside([format!("phase b {}", many(n, |i| format!("x{i}=1 ")))])
    }),
    ("a property again and again", |n| {
        beside([format!(
            "phase b {}",
            many(n, |_| "terminal=success ".to_owned())
        )])
    }),
    ("values too many", |n| {
        beside([format!("phase b {}", many(n, |_| "x ".to_owned()))])
    }),
    ("wrong words", |n| {
        beside(lines(n, |i| format!("phase b{i} terminal=x")))
    }),
    ("many workflows", |n| {
        many(n, |i| format!("workflow w{i} version=1 {{ }}\n"))
    }),
    ("many initials", |n| {
        beside(lines(n, |_| "initial a".to_owned()))
    }),
    ("many prompts", |n| {
        beside([format!(
            "prompts {{ {} }}",
            many(n, |i| format!("p{i} x; "))
        )])
    }),
    ("many actions", |n| {
        beside([format!(
            "phase b {{ actions {{ {} }}; }}",
            many(n, |_| "allowed x; ".to_owned())
        )])
    }),
    ("many comments", |n| beside(lines(n, |i| format!("// {i}")))),
    ("block comments", |n| {
        beside([many(n, |_| "/* x */ ".to_owned())])
    }),
    ("hidden nodes", |n| {
        beside(lines(n, |_| "/- x { y; }".to_owned()))
    }),
    ("empty lines", |n| beside(["\n".repeat(n)])),
    ("white space", |n| beside([" ".repeat(n)])),
    ("continued lines", |n| {
        beside([format!("phase b {} terminal=success", "\\\n".repeat(n))])
    }),
    ("one long text", |n| {
        beside([format!("description \"{}\"", "ä".repeat(n))])
    }),
    ("escapes", |n| {
        beside([format!("description \"{}\"", "\\n".repeat(n))])
    }),
    ("a text of many lines", |n| {
        beside([format!("description \"\"\"\n{}\"\"\"", "  x\n".repeat(n))])
    }),
    ("one long number", |n| {
        beside([format!("artifact a {{ max-bytes {}; }}", "1".repeat(n))])
    }),
    ("many numbers", |n| {
        beside([format!("phase b {}", many(n, |i| format!("{i} ")))])
    }),
    ("syntax errors", |n| many(n, |_| "a = \"\n".to_owned())),
    ("stacked suppressions", |n| {
        beside(lines(n, |_| {
            "// automaton: allow(unused-artifact)".to_owned()
        }))
    }),
    ("suppressions in one comment", |n| {
        beside([format!(
            "// automaton: allow({})",
            many(n, |i| format!("x{i},"))
        )])
    }),
    ("suppressions one by one", |n| {
        beside(lines(n, |i| {
            format!("artifact a{i} // automaton: allow(unused-artifact)")
        }))
    }),
    ("suppressions on the line of everything", |n| {
        beside([format!(
            "{} // automaton: allow(unused-artifact,{})",
            many(n, |i| format!("artifact a{i};")),
            many(n, |_| "unused-artifact,".to_owned())
        )])
    }),
];

/// Names that are long, alike, wrong or twice there.
const NAMES: &[Shape] = &[
    ("one long name", |n| {
        beside([format!("phase {}", "x".repeat(n))])
    }),
    ("long phase names", |n| {
        beside(lines(n, |i| format!("phase {:x<64}", spelt(i))))
    }),
    ("long artifact names", |n| {
        beside(lines(n, |i| format!("artifact {:x<200}", spelt(i))))
    }),
    ("long names of one letter", |n| {
        beside(lines(n, |i| {
            format!("artifact {}", "x".repeat(1 + i % 200))
        }))
    }),
    ("names that differ in one letter", |n| {
        beside(lines(n, |i| {
            format!(
                "artifact {}abcdefgh",
                char::from_u32(0x4e00 + u32::try_from(i % 0x5000).unwrap_or(0)).unwrap_or('x')
            )
        }))
    }),
    ("names that differ in case", |n| {
        beside(lines(n, |i| {
            let case = |bit: usize| if i >> bit & 1 == 1 { 'A' } else { 'a' };
            format!("artifact {}", (0..20).map(case).collect::<String>())
        }))
    }),
    ("names of two scripts", |n| {
        beside(lines(n, |i| format!("artifact x\u{435}{i}")))
    }),
    ("one name again and again", |n| {
        beside(lines(n, |_| "artifact x".to_owned()))
    }),
    ("undefined phases", |n| {
        beside([format!(
            "phase b {{ {} }}",
            many(n, |i| format!("next x{i}; "))
        )])
    }),
    ("undefined phases beside as many", |n| {
        beside(lines(n, |i| format!("phase b{i} {{ next x{i}; }}")))
    }),
    ("undefined artifacts", |n| {
        beside([format!(
            "phase b {{ reads {}; }}",
            many(n, |i| format!("x{i} "))
        )])
    }),
    ("undefined artifacts of 200 letters", |n| {
        let names = |c| move |i| format!("{:x<200} ", format!("{c}{}", spelt(i)));
        beside([
            many(n, |i| format!("artifact {}\n", names('a')(i))),
            format!("phase b {{ reads {}; }}", many(n, names('b'))),
        ])
    }),
    ("undefined metadata", |n| {
        beside([
            "artifact x".to_owned(),
            format!("metadata {}", many(n, |i| format!("m{i} "))),
            format!(
                "phase b {{ subtasks {{ {} }}; }}",
                many(n, |i| format!("inherit x as=k{i}; "))
            ),
        ])
    }),
    ("metadata inherited", |n| {
        beside([
            "artifact x".to_owned(),
            format!("metadata {}", many(n, |i| format!("m{i} "))),
            format!(
                "phase b {{ subtasks {{ {} }}; }}",
                many(n, |i| format!("inherit x as=m{}; ", n - 1 - i))
            ),
        ])
    }),
    ("metadata forbidden", |n| {
        beside([
            format!("metadata {}", many(n, |i| format!("m{i} "))),
            format!(
                "phase b {{ forbids {}; }}",
                many(n, |i| format!("m{} ", n - 1 - i))
            ),
        ])
    }),
    ("state files forbidden", |n| {
        beside([format!(
            "phase b {{ forbids {}; }}",
            many(n, |i| format!(".state{i} "))
        )])
    }),
    ("outcomes that nobody states", |n| {
        workflow([
            "initial a".to_owned(),
            format!(
                "artifact x {{ outcome {}; }}",
                many(n, |i| format!("a{i} "))
            ),
            format!(
                "phase a {{ produces x; next z {{ outcome x {}; }}; }}",
                many(n, |i| format!("b{i} "))
            ),
            "phase z terminal=success".to_owned(),
        ])
    }),
];

/// Lists of many things in one place.
const LISTS: &[Shape] = &[
    ("an artifact read again and again", |n| {
        beside([
            "artifact x".to_owned(),
            format!("phase b {{ reads {}; }}", "x ".repeat(n)),
        ])
    }),
    ("all artifacts read twice", |n| {
        let names = many(n, |i| format!("a{i} "));
        beside([
            declared(n),
            format!("phase b {{ reads {names}; reads {names}; }}"),
        ])
    }),
    ("all artifacts written twice", |n| {
        let names = many(n, |i| format!("a{i} "));
        beside([
            declared(n),
            format!("phase b {{ produces {names}; produces {names}; }}"),
        ])
    }),
    ("an outcome again and again", |n| {
        beside([format!("artifact x {{ outcome {}; }}", "Y ".repeat(n))])
    }),
    ("all outcomes twice", |n| {
        let words = many(n, |i| format!("w{i} "));
        beside([format!("artifact x {{ outcome {words}{words}; }}")])
    }),
    ("written and forbidden", |n| {
        let names = many(n, |i| format!("a{i} "));
        beside([
            declared(n),
            format!("phase b {{ produces {names}; forbids {names}; }}"),
        ])
    }),
    ("read and forbidden", |n| {
        let names = many(n, |i| format!("a{i} "));
        handing(n, &names, &names)
    }),
    ("written, then forbidden", |n| {
        handing(n, "", &many(n, |i| format!("a{i} ")))
    }),
    ("written, then read", |n| {
        handing(n, &many(n, |i| format!("a{i} ")), "")
    }),
    ("written if at all, then read", |n| {
        let names = many(n, |i| format!("a{i} "));
        workflow([
            declared(n),
            "initial a".to_owned(),
            format!("phase a {{ produces {names} optional=#true; next b; }}"),
            format!("phase b {{ reads {names}; next z; }}"),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("long lists behind many edges", |n| {
        let names = many(n, |i| format!("a{i} "));
        workflow([
            declared(n),
            "initial a".to_owned(),
            format!(
                "phase a {{ produces {names}; {} }}",
                many(n, |i| format!("next b {{ check {}; }};", spelt(i)))
            ),
            format!("phase b {{ forbids {names}; next z; }}"),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("read before it is written", |n| {
        let names = many(n, |i| format!("a{i} "));
        workflow([
            declared(n),
            "initial a".to_owned(),
            format!("phase a {{ reads {names}; next b; }}"),
            format!("phase b {{ produces {names}; next z; }}"),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("read and never written", |n| {
        let names = many(n, |i| format!("a{i} "));
        workflow([
            declared(n),
            "initial a".to_owned(),
            format!("phase a {{ reads {names}; next z; }}"),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("one artifact read everywhere", |n| {
        chained(n, "artifact x", |_| "reads x; ".to_owned())
    }),
    ("one artifact forbidden everywhere", |n| {
        chained(n, "artifact x", |_| "forbids x; ".to_owned())
    }),
    ("one artifact written everywhere", |n| {
        chained(n, "artifact x", |_| "produces x; ".to_owned())
    }),
    ("one artifact approved and read everywhere", |n| {
        chained(n, "artifact x", |_| {
            "produces x; approval; reads x; ".to_owned()
        })
    }),
    ("many globs", |n| {
        beside([format!(
            "phase b {{ edits {}; }}",
            many(n, |i| format!("\"a{i}/**\" "))
        )])
    }),
    ("globs everywhere", |n| {
        chained(n, "protects \"a/**\" \"b/*\"", |i| {
            format!("edits \"a/**\" \"c{i}/*\"; ")
        })
    }),
    ("many globs protected", |n| {
        beside([format!("protects {}", many(n, |i| format!("\"a{i}/**\" ")))])
    }),
    ("a glob of braces", |n| {
        beside([format!(
            "phase b {{ edits \"{}\" \"a\"; }}",
            "{a,b}".repeat(n)
        )])
    }),
    ("a glob of stars", |n| {
        let glob = "*a".repeat(n);
        beside([format!("phase b {{ edits \"{glob}\" \"{glob}b\"; }}")])
    }),
    ("a glob of folders", |n| {
        let glob = "**/a/".repeat(n);
        beside([format!("phase b {{ edits \"{glob}b\" \"{glob}*\"; }}")])
    }),
    ("globs of choices", |n| {
        let glob = |i| format!("\"{{a,b}}{{a,b}}{{a,b}}{{a,b}}{{a,b}}{{a,b}}{i}\" ");
        beside([format!("phase b {{ edits {}; }}", many(n, glob))])
    }),
];

/// All artifacts.
fn declared(n: usize) -> String {
    many(n, |i| format!("artifact a{i}\n"))
}

/// A phase that writes everything, and one after it that reads and forbids.
fn handing(n: usize, reads: &str, forbids: &str) -> String {
    let list = |keyword: &str, names: &str| match names {
        "" => String::new(),
        _ => format!("{keyword} {names}; "),
    };
    workflow([
        declared(n),
        "initial a".to_owned(),
        format!(
            "phase a {{ produces {}; next b; }}",
            many(n, |i| format!("a{i} "))
        ),
        format!(
            "phase b {{ {}{}next z; }}",
            list("reads", reads),
            list("forbids", forbids)
        ),
        "phase z terminal=success".to_owned(),
    ])
}

/// A chain of phases that each say something besides.
fn chained(n: usize, head: &str, says: impl Fn(usize) -> String) -> String {
    workflow([
        head.to_owned(),
        "initial p0".to_owned(),
        many(n, |i| {
            format!("phase p{i} {{ {}next p{}; }}\n", says(i), i + 1)
        }),
        format!("phase p{n} terminal=success"),
    ])
}

/// Phases and edges in every arrangement.
const GRAPHS: &[Shape] = &[
    ("a long chain", |n| chained(n, "", |_| String::new())),
    ("a long chain in one line", |n| {
        chained(n, "", |_| String::new()).replace("\nphase", ";phase")
    }),
    ("a chain of work", |n| {
        let artifacts = declared(n);
        chained(n, &artifacts, |i| match i {
            0 => "produces a0; ".to_owned(),
            i => format!("produces a{i}; reads a{}; ", i - 1),
        })
    }),
    ("a chain with ways back", |n| {
        let artifacts = declared(n);
        chained(n, &artifacts, |i| {
            format!(
                "produces a{i}; approval; rework p{}; ",
                i.saturating_sub(1).max(usize::from(i == 0))
            )
        })
    }),
    ("a chain with ways back to the start", |n| {
        let artifacts = declared(n);
        chained(n, &artifacts, |i| match i {
            0 => "produces a0; ".to_owned(),
            i => format!("produces a{i}; rework p0; "),
        })
    }),
    ("a long circle", |n| {
        workflow([
            "initial p0".to_owned(),
            many(n, |i| format!("phase p{i} {{ next p{}; }}\n", (i + 1) % n)),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("a long circle with an end", |n| {
        workflow([
            "initial p0".to_owned(),
            many(n, |i| format!("phase p{i} {{ next p{}; }}\n", (i + 1) % n)),
            format!("phase p{n} {{ next p0; next z; }}\nphase z terminal=success"),
        ])
        .replacen("next p0", &format!("next p{n}"), 1)
    }),
    ("dead ends", |n| {
        workflow([
            "initial a".to_owned(),
            format!(
                "phase a {{ next z; {} }}",
                many(n, |i| format!("next p{i}; "))
            ),
            many(n, |i| format!("phase p{i}\n")),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("livelocks", |n| {
        workflow([
            "initial a".to_owned(),
            format!(
                "phase a {{ next z; {} }}",
                many(n, |i| format!("next p{i}; "))
            ),
            many(n, |i| {
                format!("phase p{i} {{ next q{i}; }}\nphase q{i} {{ next p{i}; }}\n")
            }),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("circles of two", |n| {
        chained(n, "", |i| match i {
            0 => String::new(),
            i => format!("next p{}; ", i - 1),
        })
    }),
    ("unreachable phases", |n| {
        beside(lines(n, |i| format!("phase p{i} {{ next z; }}")))
    }),
    ("self-loops", |n| chained(n, "", |i| format!("next p{i}; "))),
    ("one self-loop again and again", |n| {
        beside([format!("phase b {{ next z; {} }}", "next b; ".repeat(n))])
    }),
    ("one edge again and again", |n| {
        workflow([
            "initial a".to_owned(),
            format!("phase a {{ {} }}", "next z; ".repeat(n)),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("one way back again and again", |n| {
        chained(2, "", |i| match i {
            1 => format!("approval; rework {}; ", "p0 ".repeat(n)),
            _ => String::new(),
        })
    }),
    ("a fan", |n| {
        workflow([
            "initial a".to_owned(),
            format!("phase a {{ {} }}", many(n, |i| format!("next p{i}; "))),
            many(n, |i| format!("phase p{i} {{ next z; }}\n")),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("a fan of work", |n| {
        workflow([
            declared(n),
            "initial a".to_owned(),
            format!("phase a {{ {} }}", many(n, |i| format!("next p{i}; "))),
            many(n, |i| format!("phase p{i} {{ produces a{i}; next b; }}\n")),
            "phase b { next z; }\nphase z terminal=success".to_owned(),
        ])
    }),
    ("everything leads everywhere", |n| {
        dense(n, |_| String::new())
    }),
    ("everything leads everywhere with work", |n| {
        let artifacts = declared(n.isqrt());
        artifacts_first(&artifacts, &dense(n, |i| format!("produces a{i}; ")))
    }),
    ("everything leads back everywhere", |n| {
        let side = n.isqrt().max(2);
        let all = many(side, |i| format!("p{i} "));
        chained(side, "", |_| format!("rework {all}; "))
    }),
    ("ends that go on", |n| {
        beside(lines(n, |i| {
            format!("phase p{i} terminal=success {{ next z; }}")
        }))
    }),
    ("approvals of nothing", |n| {
        chained(n, "", |_| "approval; ".to_owned())
    }),
    ("ways round approvals", |n| {
        workflow([
            declared(n),
            "initial a".to_owned(),
            format!(
                "phase a {{ {} }}",
                many(n, |i| format!("next p{i}; next q{i}; "))
            ),
            many(n, |i| {
                format!(
                    "phase p{i} {{ produces a{i}; approval; next r{i}; }}\n\
                     phase q{i} {{ produces a{i}; next r{i}; }}\n\
                     phase r{i} {{ reads a{i}; next z; }}\n"
                )
            }),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("ways round approvals of one artifact", |n| {
        workflow([
            "artifact x\ninitial a".to_owned(),
            format!(
                "phase a {{ next q; {} }}",
                many(n, |i| format!("next p{i}; "))
            ),
            many(n, |i| {
                format!("phase p{i} {{ produces x; approval; next z; }}\n")
            }),
            format!(
                "phase q {{ produces x; {} }}",
                many(n, |i| format!("next r{i}; "))
            ),
            many(n, |i| format!("phase r{i} {{ reads x; next z; }}\n")),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("blocked edges", |n| {
        workflow([
            "artifact x\ninitial a".to_owned(),
            format!(
                "phase a {{ produces x; next z; {} }}",
                many(n, |i| format!("next p{i}; "))
            ),
            many(n, |i| format!("phase p{i} {{ forbids x; next z; }}\n")),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("edges that may be blocked, far away", |n| {
        workflow([
            "artifact x\ninitial s".to_owned(),
            "phase s { produces x optional=#true; next p0; }".to_owned(),
            many(n, |i| {
                format!("phase p{i} {{ next p{}; next f; }}\n", i + 1)
            }),
            format!("phase p{n} {{ next z; }}"),
            "phase f { forbids x; next z; }\nphase z terminal=success".to_owned(),
        ])
    }),
];

/// About as many edges as `n`, from each phase to each.
fn dense(n: usize, says: impl Fn(usize) -> String) -> String {
    let side = n.isqrt().max(2);
    let all = many(side, |i| format!("next p{i}; "));
    workflow([
        "initial p0".to_owned(),
        many(side, |i| {
            format!("phase p{i} {{ {}{all}next z; }}\n", says(i))
        }),
        "phase z terminal=success".to_owned(),
    ])
}

fn artifacts_first(artifacts: &str, text: &str) -> String {
    text.replacen("initial", &format!("{artifacts}initial"), 1)
}

/// Guards, and the contents that they tell apart.
const CONTENTS: &[Shape] = &[
    ("an outcome for each edge", |n| {
        workflow([
            "initial a".to_owned(),
            format!(
                "artifact x {{ outcome {}; }}",
                many(n, |i| format!("w{i} "))
            ),
            format!(
                "phase a {{ produces x; {} }}",
                many(n, |i| format!("next z {{ outcome x w{i}; }}; "))
            ),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("all outcomes at each edge", |n| {
        let side = n.isqrt().max(1);
        let words = many(side, |i| format!("w{i} "));
        workflow([
            "initial a".to_owned(),
            format!("artifact x {{ outcome {words}; }}"),
            format!(
                "phase a {{ produces x; {} }}",
                many(side, |i| format!("next p{i} {{ outcome x {words}; }}; "))
            ),
            many(side, |i| format!("phase p{i} {{ next z; }}\n")),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("outcomes that no edge takes", |n| {
        workflow([
            "initial a".to_owned(),
            format!(
                "artifact x {{ outcome w {}; }}",
                many(n, |i| format!("w{i} "))
            ),
            "phase a { produces x; next z { outcome x w; }; }".to_owned(),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("many artifacts with outcomes", |n| {
        workflow([
            "initial a".to_owned(),
            many(n, |i| format!("artifact a{i} {{ outcome Y N; }}\n")),
            format!(
                "phase a {{ produces {}; {} }}",
                many(n, |i| format!("a{i} ")),
                many(n, |i| format!("next z {{ outcome a{i} Y; }}; "))
            ),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("a chain of outcomes", |n| {
        let artifacts = many(n, |i| format!("artifact a{i} {{ outcome Y N; }}\n"));
        chained(n, &artifacts, |i| {
            format!("produces a{i}; next z {{ outcome a{i} Y; }}; ")
        })
        .replace(
            "terminal=success",
            "terminal=success\nphase z terminal=failure",
        )
    }),
    ("many guards at one edge", |n| {
        workflow([
            "initial a\nartifact x { outcome Y N; }".to_owned(),
            format!(
                "phase a {{ produces x; next z {{ {} }}; }}",
                "outcome x Y; ".repeat(n)
            ),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("many texts", |n| {
        workflow([
            "initial a\nartifact x".to_owned(),
            format!(
                "phase a {{ produces x; {} }}",
                many(n, |i| format!("next z {{ contains x t{i}; }}; "))
            ),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("many texts due", |n| {
        workflow([
            "initial a".to_owned(),
            format!(
                "artifact x {{ {} }}",
                many(n, |i| format!("contains t{i}; "))
            ),
            "phase a { produces x; next z { contains x t; }; }".to_owned(),
            "phase z terminal=success".to_owned(),
        ])
    }),
    ("many headings", |n| {
        beside([format!(
            "artifact x {{ {} }}",
            many(n, |i| format!("heading h{i}; "))
        )])
    }),
    ("many commands", |n| {
        chained(n, "", |i| format!("next z {{ check \"run {i}\"; }}; ")).replace(
            "terminal=success",
            "terminal=success\nphase z terminal=failure",
        )
    }),
    ("guards for sub-tasks", |n| {
        chained(n, "", |_| "next z { subtasks complete; }; ".to_owned()).replace(
            "terminal=success",
            "terminal=success\nphase z terminal=failure",
        )
    }),
    ("artifacts that may be there or not", |n| {
        workflow([
            declared(n),
            "initial a".to_owned(),
            format!(
                "phase a {{ produces {} optional=#true; next b; }}",
                many(n, |i| format!("a{i} "))
            ),
            format!(
                "phase b {{ forbids {}; next z; }}",
                many(n, |i| format!("a{i} "))
            ),
            "phase z terminal=success".to_owned(),
        ])
    }),
];

/// A shape's name as a file name.
pub fn file_name(name: &str) -> String {
    let mut file = String::new();
    _ = write!(file, "{}.kdl", name.replace([' ', ','], "-"));
    file
}
