use super::super::environment::Environment;
use super::super::tools::Tool;
use super::*;

fn llc(input: &str, output: &str) -> Action {
    Action::new("llc", StepKind::BackEnd, "image")
        .arguments(["-O0"])
        .input("", File::Work(input.into()))
        .output("-o=", output.into())
}

fn tools(content: &[u8]) -> Tools {
    let mut tools = Tools::new(Environment::default());
    tools.insert(Tool::of_content("llc", content));
    tools
}

#[test]
fn a_result_depends_on_what_is_read_and_on_no_name() {
    let (content, other) = (blake3::hash(b"1"), blake3::hash(b"2"));
    let (x, y) = (tools(b"x"), tools(b"y"));
    let key = llc("a.bc", "a.spv").key(&x, &[content]);
    assert_eq!(key, llc("b.bc", "c.spv").key(&x, &[content]));
    assert_ne!(key, llc("a.bc", "a.spv").key(&x, &[other]));
    assert_ne!(key, llc("a.bc", "a.spv").key(&y, &[content]));
    assert_ne!(key, llc("a.bc", "a.spv").arguments(["-g"]).key(&x, &[content]));
    let mut elsewhere = tools(b"x");
    elsewhere.environment = Environment::new([("IGC_X".into(), "1".into())]);
    assert_ne!(key, llc("a.bc", "a.spv").key(&elsewhere, &[content]));
}

#[test]
fn files_have_a_place_if_they_are_the_outputs() {
    let places = |action: &Action, names: &[&str]| {
        let names: Vec<FileName> = names.iter().map(|name| (*name).to_owned().try_into().unwrap()).collect();
        action.places(&names.iter().collect::<Vec<_>>())
    };
    let two = llc("a.bc", "a").output("-b=", "b".to_owned());
    assert_eq!(places(&two, &["1", "0"]), Some(vec!["b".to_owned(), "a".to_owned()]));
    for names in [&[][..], &["0"], &["0", "0"], &["0", "2"], &["0", "1", "2"], &["0", "x"], &["0", "01"]] {
        assert_eq!(places(&two, names), None, "{names:?}");
    }
    let split = Action::new("opt", StepKind::PostLink, "split").writes_in("d".to_owned(), vec!["t".to_owned()]);
    assert_eq!(places(&split, &["a", "t"]), Some(vec!["d/a".to_owned(), "d/t".to_owned()]));
    for names in [&[][..], &["a"], &["t", "t"]] {
        assert_eq!(places(&split, names), None, "{names:?}");
    }
}

#[test]
fn commands_are_quoted_for_a_shell() {
    let action = llc("it's a.bc", "a.spv").arguments(["a;b", "", "x=<y>"]);
    let tools = tools(b"x");
    let program = tools.get("llc").path.display().to_string();
    let expected = r"-O0 'it'\''s a.bc' -o=a.spv 'a;b' '' 'x=<y>'";
    assert_eq!(action.command_line(&tools), format!("{program} {expected}"));
}
