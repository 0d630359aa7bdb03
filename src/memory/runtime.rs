//! What a local runtime says of the models that it has loaded.

use super::programs::Programs;

/// A model that a runtime has loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Its name.
    pub name: String,
    /// The context that it was loaded with, in tokens.
    pub context: u64,
}

/// The loaded model of that name, or the only one.
pub fn loaded(programs: &Programs, name: Option<&str>) -> Option<Loaded> {
    let printed = programs.ask("ollama", &["ps"])?;
    let models = ollama(&printed);
    match (name, models.as_slice()) {
        (Some(name), models) => models.iter().find(|model| model.name == name).cloned(),
        (None, [only]) => Some(only.clone()),
        (None, _) => None,
    }
}

/// The table that `ollama ps` prints. Its columns begin where their titles do.
fn ollama(printed: &str) -> Vec<Loaded> {
    let mut lines = printed.lines();
    let at = lines.next().and_then(|titles| titles.find("CONTEXT"));
    let Some(at) = at else {
        return Vec::new();
    };
    let model = |line: &str| {
        Some(Loaded {
            name: line.split_whitespace().next()?.to_owned(),
            context: line.get(at..)?.split_whitespace().next()?.parse().ok()?,
        })
    };
    lines.filter_map(model).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_ollama_is_read_by_its_titles() {
        let printed = "\
NAME                 ID              SIZE      PROCESSOR    CONTEXT    UNTIL
qwen2.5-coder:32b    b92d6a0bd47e    24 GB     100% GPU     32768      4 minutes from now
llama3.2:latest      a80c4f17acd5    4.0 GB    100% CPU     4096       Stopping...
";
        let models: Vec<(String, u64)> = ollama(printed)
            .into_iter()
            .map(|model| (model.name, model.context))
            .collect();
        assert_eq!(
            models,
            [
                ("qwen2.5-coder:32b".to_owned(), 32768),
                ("llama3.2:latest".to_owned(), 4096)
            ]
        );
        let older = "NAME ID SIZE PROCESSOR UNTIL\nllama3.2 a80c 4GB 100% Forever\n";
        assert_eq!(ollama(older), []);
        assert_eq!(ollama(""), []);
    }
}
