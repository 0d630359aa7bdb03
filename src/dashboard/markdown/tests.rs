//! What hostile artifacts come to.

#![expect(
    clippy::format_collect,
    reason = "a text is shorter so, and only made for a test"
)]

use std::time::Duration;

use insta::assert_snapshot;

use super::*;
use crate::clock::Deadline;

fn page(text: &str) -> String {
    markdown(text).0
}

/// Every tag of the page with its attributes, apart from the text between them.
fn tags(page: &str) -> Vec<&str> {
    let parts = page.split('<').skip(1);
    parts
        .map(|rest| rest.split('>').next().unwrap_or(rest))
        .collect()
}

#[test]
fn an_artifact_reads_like_a_document() {
    assert_snapshot!(page("# Plan\n\nDo *this*, see <https://a.example/x>.\n\n- [x] one\n- [ ] two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```rust\nlet a = 1 < 2;\n```\n"), @r#"
    <div class="markdown"><h3>Plan</h3>
    <p>Do <em>this</em>, see <a rel="noopener noreferrer nofollow" href="https://a.example/x">https://a.example/x</a>.</p>
    <ul>
    <li>☑ one
    </li>
    <li>☐ two
    </li>
    </ul>
    <table>
    <thead>
    <tr>
    <th>a</th>
    <th align="right">b</th>
    </tr>
    </thead>
    <tbody>
    <tr>
    <td>1</td>
    <td align="right">2</td>
    </tr>
    </tbody>
    </table>
    <pre><code class="language-rust">let a = 1 &lt; 2;
    </code></pre>
    </div>
    "#);
}

#[test]
fn nothing_of_html_is_obeyed() {
    assert_snapshot!(page("<script>alert(1)</script>\n\nText <b onclick=\"x()\">bold</b> <!-- gone --> <img src=x onerror=y>\n\n<svg onload=alert(1)>\n<a xlink:href=\"javascript:x\">y</a>\n</svg>\n\n<form action=/approve method=post><button>\n\n<style>*{display:none}</style>\n<iframe srcdoc=x></iframe>\n"), @r#"
    <div class="markdown"><pre class="source">&lt;script&gt;alert(1)&lt;/script&gt;
    </pre>
    <p>Text <code>&lt;b onclick=&quot;x()&quot;&gt;</code>bold<code>&lt;/b&gt;</code> <code>&lt;!-- gone --&gt;</code> <code>&lt;img src=x onerror=y&gt;</code></p>
    <pre class="source">&lt;svg onload=alert(1)&gt;
    &lt;a xlink:href=&quot;javascript:x&quot;&gt;y&lt;/a&gt;
    &lt;/svg&gt;
    </pre>
    <pre class="source">&lt;form action=/approve method=post&gt;&lt;button&gt;
    </pre>
    <pre class="source">&lt;style&gt;*{display:none}&lt;/style&gt;
    </pre>
    <pre class="source">&lt;iframe srcdoc=x&gt;&lt;/iframe&gt;
    </pre>
    </div>
    "#);
}

#[test]
fn only_addresses_of_the_web_and_of_mail_are_links() {
    for url in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#115;cript:alert(1)",
        "javascript&colon;alert(1)",
        "&#1;javascript:alert(1)",
        "vbscript:x",
        "data:text/html,<script>alert(1)</script>",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "file:///etc/passwd",
        "blob:x",
        "//evil.example/x",
        "/approve?task=a",
        "../b/PLAN.md",
        "PLAN.md",
        "#main",
        "?all=1",
        "\\\\evil.example\\x",
        "http:evil.example",
        "https:/evil.example",
    ] {
        for text in [
            format!("[words](<{url}>)"),
            format!("[words][1]\n\n[1]: <{url}>"),
            format!("<{url}>"),
        ] {
            let page = page(&text);
            let links: Vec<&str> = tags(&page)
                .into_iter()
                .filter(|tag| tag.contains("href"))
                .collect();
            assert_eq!(links, [""; 0], "{text}");
        }
    }
    for url in [
        "http://a.example",
        "HTTPS://a.example/?b=1&c=2",
        "mailto:a@b.example",
    ] {
        let page = page(&format!("[words]({url} \"title\")"));
        assert_eq!(
            page.matches("<a rel=\"noopener noreferrer nofollow\" href=\"")
                .count(),
            1,
            "{page}"
        );
    }
    assert_snapshot!(page("[a](javascript:x) [b](../PLAN.md) [c](https://a.example/\"onclick=x)"), @r#"
    <div class="markdown"><p>a <span class="address">(javascript:x)</span> b <span class="address">(../PLAN.md)</span> <a rel="noopener noreferrer nofollow" href="https://a.example/%22onclick=x">c</a></p>
    </div>
    "#);
}

#[test]
fn images_are_named_and_not_loaded() {
    assert_snapshot!(page("![alt *text*](https://a.example/x.png \"t\") ![](data:image/svg+xml,<svg/onload=x>) [![in](x.png)](https://b.example) ![\"><script>](y)"), @r#"
    <div class="markdown"><p><span class="image">image: alt text <span class="address">(https://a.example/x.png)</span></span> <span class="image">image:  <span class="address">(data:image/svg+xml,&lt;svg/onload=x&gt;)</span></span> <a rel="noopener noreferrer nofollow" href="https://b.example"><span class="image">image: in <span class="address">(x.png)</span></span></a> <span class="image">image: &quot;&gt;&lt;script&gt; <span class="address">(y)</span></span></p>
    </div>
    "#);
}

#[test]
fn nothing_gets_an_id_or_a_name() {
    let page = page(
        "# main\n\n## state {#keys}\n\nA note[^main].\n\n[^main]: the note\n\n- [ ] <a id=main name=x>\n",
    );
    for tag in tags(&page) {
        for attribute in [" id=", " name=", " on", " style=", " form", " src="] {
            assert!(!tag.contains(attribute), "{tag}");
        }
    }
}

#[test]
fn what_is_invisible_or_turns_text_around_is_shown() {
    assert_snapshot!(page("a\u{202e}b &#x202e; &#x200b; `c\u{2066}`\r\n\tcode\u{1b}[2J\n\n    d\u{feff}\n\n[e](http://x\u{200b}.example)"), @r#"
    <div class="markdown"><p>a\u{202e}b \u{202e} \u{200b} <code>c\u{2066}</code>
    code\u{1b}[2J</p>
    <pre><code>d\u{feff}
    </code></pre>
    <p><a rel="noopener noreferrer nofollow" href="http://x%5Cu%7B200b%7D.example">e</a></p>
    </div>
    "#);
    assert_snapshot!(page("&lt;script&gt; &amp;lt; &#60;b&#62; &copy;"), @r#"
    <div class="markdown"><p>&lt;script&gt; &amp;lt; &lt;b&gt; ©</p>
    </div>
    "#);
}

#[test]
fn every_text_is_shown_in_bounded_time() {
    for (name, text) in [
        ("quotes", ">".repeat(200_000)),
        ("lists", "- ".repeat(100_000)),
        ("brackets", "[".repeat(200_000)),
        ("links", "[a](".repeat(50_000)),
        ("images", "![".repeat(100_000)),
        ("stars", "*a_ ".repeat(60_000)),
        (
            "ticks",
            (1..600).map(|n| format!("{} ", "`".repeat(n))).collect(),
        ),
        ("entities", "&#x41;".repeat(40_000)),
        (
            "tables",
            format!(
                "|{}\n|{}\n{}",
                "a|".repeat(2_000),
                "-|".repeat(2_000),
                "|\n".repeat(20_000)
            ),
        ),
        (
            "references",
            (0..10_000).map(|n| format!("[{n}]: /x\n[{n}]\n")).collect(),
        ),
        ("comments", "<!--".repeat(60_000)),
        ("tags", "<a ".repeat(60_000)),
        ("addresses", "www.a.example/".repeat(15_000)),
        ("mails", "a@".repeat(100_000)),
        (
            "nested lines",
            (0..400).map(|n| format!("{}x\n", "> ".repeat(n))).collect(),
        ),
        ("a megabyte", "x ".repeat(1 << 20)),
    ] {
        let deadline = Deadline::after(Duration::from_secs(5));
        let page = page(&text);
        assert!(deadline.remaining().is_some(), "{name}");
        assert!(page.len() < 8 << 20, "{name}: {} bytes", page.len());
    }
}
