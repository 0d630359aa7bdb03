//! SARIF as others read it: the schema of its standard, and a tool that was written elsewhere.

use std::io::Write as _;
use std::process::Command;

use automaton::report;
use serde_json::Value;

use crate::formats::findings;
use crate::lint_workflow::MISSPELT;
use crate::project::Project;

/// From the SARIF committee at OASIS, as the crate `serde-sarif` 0.8.0 carries it.
const SCHEMA: &str = include_str!("../data/sarif-schema-2.1.0.json");

#[test]
fn the_schema_accepts_it_and_would_not_accept_anything() {
    // Not a regular expression in every dialect: a bracket is closed that was never opened.
    let schema = SCHEMA.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let options = jsonschema::options().should_validate_formats(true);
    let schema = options.build(&schema).expect("a schema");
    let faults = |log: &Value| -> Vec<String> {
        let errors = schema.iter_errors(log);
        errors.map(|error| error.to_string()).collect()
    };
    assert_eq!(faults(&report::sarif(&[])), [""; 0]);
    let mut log = report::sarif(&findings());
    assert_eq!(faults(&log), [""; 0]);
    let region = "/runs/0/results/0/locations/0/physicalLocation/region/startColumn";
    *log.pointer_mut(region).expect("a column") = 0.into();
    assert_eq!(faults(&log).len(), 1);
}

#[test]
fn another_program_opens_it() {
    let project = Project::bare();
    project.write("w.kdl", MISSPELT);
    let log = project.run("lint-workflow --format sarif w.kdl");
    assert_eq!(log.exit, 1);
    project.write("log.sarif", &log.stdout);
    let script = "import sys\n\
        try:\n    from sarif import loader\n\
        except ImportError:\n    sys.exit(42)\n\
        log = loader.load_sarif_file('log.sarif')\n\
        for found in log.get_records():\n\
        \x20   print(found['Tool'], found['Severity'], found['Code'], found['Location'], found['Line'])\n";
    let python = Command::new("python3")
        .args(["-c", script])
        .current_dir(project.root())
        .output();
    let read = match python {
        Ok(read) if read.status.code() != Some(42) => read,
        _ => {
            // Past the capture of the test's output, so that it is seen.
            let word = "skipped: `sarif-tools` is not installed (pip install sarif-tools)";
            writeln!(std::io::stderr(), "{word}").expect("said");
            return;
        }
    };
    let (text, errors) = (
        String::from_utf8_lossy(&read.stdout),
        String::from_utf8_lossy(&read.stderr),
    );
    assert_eq!(
        text, "automaton error undefined-reference w.kdl 3\n",
        "{errors}"
    );
}
