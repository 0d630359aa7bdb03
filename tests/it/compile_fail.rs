//! What must not compile: a forged or reused grant, a broken workflow given to the engine, a name
//! of the wrong kind. Each case is a small program beside its error.

#[test]
fn what_would_get_round_the_engine_does_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/compile_fail/*.rs");
}
