//! A harness's settings as text: our entries come and go, and everything else stays as it is,
//! comments included.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use serde_json::Value;

/// The mark with which some editors begin a text.
const MARK: char = '\u{feff}';

/// A settings file.
pub(super) struct Settings {
    marked: bool,
    root: CstRootNode,
}

impl Settings {
    /// Reads JSON, with the comments and trailing commas that harnesses accept.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let body = text.strip_prefix(MARK);
        let root = CstRootNode::parse(body.unwrap_or(text), &options)
            .map_err(|error| format!("it is no JSON: {error}"))?;
        let settings = Self {
            marked: body.is_some(),
            root,
        };
        match settings.root.object_value() {
            Some(_) => Ok(settings),
            None => Err("it is no JSON object".to_owned()),
        }
    }

    /// The text.
    pub(super) fn text(&self) -> String {
        let mark = if self.marked { "\u{feff}" } else { "" };
        format!("{mark}{}", self.root)
    }

    /// What the text says; of a name that stands there twice, the last counts.
    pub(super) fn value(&self) -> Value {
        self.root.to_serde_value().unwrap_or_default()
    }

    /// The entries of a list that need not exist.
    pub(super) fn list(&self, names: &[&str]) -> Vec<Value> {
        let value = self.value();
        let found = names.iter().try_fold(&value, |value, name| value.get(name));
        found.and_then(Value::as_array).cloned().unwrap_or_default()
    }

    /// Adds an entry to the end of a list, which is made where it is missing.
    pub(super) fn append(&self, names: &[&str], entry: &Value) -> Result<(), String> {
        let (object, rest) = self.walk(names)?;
        match rest {
            [] => return Err(not_a(names, "object")),
            [last] if object.get(last).is_some() => {
                let array = object.array_value(last);
                array
                    .ok_or_else(|| not_a(names, "list"))?
                    .append(input(entry));
            }
            [first, below @ ..] => {
                let list = CstInputValue::Array(vec![input(entry)]);
                let nested = below.iter().rev().fold(list, |inner, name| {
                    CstInputValue::Object(vec![((*name).to_owned(), inner)])
                });
                object.append(first, nested);
            }
        }
        if self.list(names).contains(entry) {
            Ok(())
        } else {
            Err(format!("`{}` stands there twice", names.join(".")))
        }
    }

    /// Adds a number under a name of the outermost object, unless the name is there.
    pub(super) fn state(&self, name: &str, number: u64) {
        if let Some(object) = self.root.object_value()
            && object.get(name).is_none()
        {
            object.append(name, number.into());
        }
    }

    /// Puts an entry in the place of another one.
    pub(super) fn replace(&self, names: &[&str], old: &Value, new: &Value) {
        if let Some(array) = self.array(names)
            && let Some(index) = position(&array, old)
        {
            // Replacing it in its place would lose the indentation.
            array.insert(index, input(new));
            if let Some(replaced) = array.elements().into_iter().nth(index + 1) {
                replaced.remove();
            }
        }
    }

    /// Takes an entry out, and with it the objects and lists around it that are then empty, as far
    /// as `keep` does not hold them.
    pub(super) fn remove(&self, names: &[&str], entry: &Value, keep: &Value) {
        if let Some(found) = self.element(names, entry) {
            found.remove();
        }
        for depth in (1..=names.len()).rev() {
            let names = &names[..depth];
            let kept = names.iter().try_fold(keep, |value, name| value.get(name));
            let value = self.value();
            let now = names.iter().try_fold(&value, |value, name| value.get(name));
            let empty = match now {
                Some(Value::Array(items)) => items.is_empty(),
                Some(Value::Object(fields)) => fields.is_empty(),
                _ => false,
            };
            if !empty || kept.is_some() {
                return;
            }
            if let Ok((object, [last])) = self.walk(names)
                && let Some(property) = object.get(last)
            {
                property.remove();
            }
        }
    }

    /// The deepest object on the way to a list, and the names that are left from there.
    fn walk<'n>(&self, names: &'n [&'n str]) -> Result<(CstObject, &'n [&'n str]), String> {
        let outermost = self.root.object_value();
        let mut object = outermost.ok_or_else(|| "it is no JSON object".to_owned())?;
        let mut rest = names;
        while let [name, below @ ..] = rest
            && !below.is_empty()
            && let Some(property) = object.get(name)
        {
            let inner = property.object_value();
            let depth = names.len() - below.len();
            object = inner.ok_or_else(|| not_a(&names[..depth], "object"))?;
            rest = below;
        }
        Ok((object, rest))
    }

    fn array(&self, names: &[&str]) -> Option<CstArray> {
        match self.walk(names).ok()? {
            (object, [last]) => object.array_value(last),
            _ => None,
        }
    }

    fn element(&self, names: &[&str], entry: &Value) -> Option<CstNode> {
        let array = self.array(names)?;
        array.elements().into_iter().nth(position(&array, entry)?)
    }
}

fn position(array: &CstArray, entry: &Value) -> Option<usize> {
    let elements = array.elements();
    let mut values = elements.iter().map(CstNode::to_serde_value);
    values.position(|value| value.as_ref() == Some(entry))
}

fn not_a(names: &[&str], kind: &str) -> String {
    format!("`{}` is no {kind}", names.join("."))
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(value) => CstInputValue::Number(value.to_string()),
        Value::String(value) => CstInputValue::String(value.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| (name.clone(), input(value)));
            CstInputValue::Object(fields.collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const LIST: &[&str] = &["hooks", "Pre"];

    fn appended(text: &str) -> Result<String, String> {
        let settings = Settings::parse(text)?;
        settings.append(LIST, &json!({"x": 1}))?;
        Ok(settings.text())
    }

    #[test]
    fn an_entry_comes_and_goes_and_the_rest_stays() {
        let mut shown = String::new();
        for before in [
            "{}",
            "{\n  // why\n  \"a\": 1, // here\n}\n",
            "{\"hooks\":{\"Pre\":[{\"y\":2}]}}",
            "\u{feff}{\r\n\t\"hooks\": {\r\n\t\t\"Post\": [] // none\r\n\t}\r\n}",
        ] {
            let after = appended(before).expect("it is appended");
            let visible = after.replace('\r', "<CR>").replace('\u{feff}', "<BOM>");
            shown = format!("{shown}{visible}\n---\n");
            let settings = Settings::parse(&after).expect("it parses");
            let original = Settings::parse(before).expect("it parses").value();
            settings.remove(LIST, &json!({"x": 1}), &original);
            assert_eq!(settings.value(), original, "{before}");
        }
        insta::assert_snapshot!(shown, @r#"
        {
          "hooks": {
            "Pre": [
              {
                "x": 1
              }
            ]
          }
        }
        ---
        {
          // why
          "a": 1, // here
          "hooks": {
            "Pre": [
              {
                "x": 1,
              },
            ],
          },
        }

        ---
        {"hooks":{"Pre":[{"y":2},
              {
                "x": 1
              }]}}
        ---
        <BOM>{<CR>
        	"hooks": {<CR>
        		"Post": [], // none<CR>
        		"Pre": [<CR>
        			{<CR>
        				"x": 1<CR>
        			}<CR>
        		]<CR>
        	}<CR>
        }
        ---
        "#);
    }

    #[test]
    fn an_entry_takes_the_place_of_another() {
        let text = appended(
            "{\n  \"hooks\": {\n    \"Pre\": [\n      { \"y\": 2 }, // two\n      { \"z\": 3 }\n    ]\n  }\n}\n",
        );
        let settings = Settings::parse(&text.expect("it is appended")).expect("it parses");
        settings.replace(LIST, &json!({"z": 3}), &json!({"w": [4]}));
        insta::assert_snapshot!(settings.text(), @r#"
        {
          "hooks": {
            "Pre": [
              { "y": 2 }, // two
              {
                "w": [4]
              },
              {
                "x": 1
              }
            ]
          }
        }
        "#);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (text, problem) in [
            ("", "it is no JSON object"),
            ("[]", "it is no JSON object"),
            ("{\"hooks\": []}", "`hooks` is no object"),
            ("{\"hooks\": {\"Pre\": {}}}", "`hooks.Pre` is no list"),
            (
                "{\"hooks\": {}, \"hooks\": {}}",
                "`hooks.Pre` stands there twice",
            ),
        ] {
            assert_eq!(appended(text), Err(problem.to_owned()), "{text}");
        }
        for broken in ["{", "{'a': 1}", "{a: 1}", "{\"a\": 1 \"b\": 2}", "{} x"] {
            assert!(Settings::parse(broken).is_err(), "{broken}");
        }
    }
}
