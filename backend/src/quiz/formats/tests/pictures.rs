//! Photos that come in files say nothing of where they were taken, and stand upright.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::quiz::formats::tests::hostile::zip;
use crate::quiz::formats::tests::*;
use crate::quiz::picture::tests::photo;

fn check(parsed: &Parsed) {
    let shown = parsed.quiz.questions[0].picture.as_ref().unwrap();
    let [file] = parsed.media.as_slice() else { panic!("one picture") };
    assert_eq!((shown.media, shown.width, shown.height), (file.id, 20, 40));
    for hidden in [b"Exif".as_slice(), b"GPS"] {
        assert!(!file.bytes.windows(hidden.len()).any(|part| part == hidden));
    }
}

#[test]
fn in_a_zip_file() {
    let quiz = "title = \"T\"\n[[question]]\ntext = \"Q?\"\nchoices = [\"a\", \"b\"]\ncorrect = [1]\n\
        picture = { file = \"a.jpg\", alt = \"A\" }\n";
    let file = zip(&[("quiz.toml", quiz.as_bytes()), ("a.jpg", &photo())]);
    check(&read_file("a.zip", &file).unwrap());
}

#[test]
fn in_moodle_xml() {
    let photo = STANDARD.encode(photo());
    let answer = |part: &str, text: &str| {
        format!("<answer fraction=\"{part}\"><text>{text}</text></answer>")
    };
    let xml = format!(
        "<?xml version=\"1.0\"?><quiz><question type=\"truefalse\"><name><text>n</text></name><questiontext format=\"html\">\
         <text><![CDATA[Is it? <img src=\"@@PLUGINFILE@@/a.jpg\" alt=\"A\">]]></text><file name=\"a.jpg\" encoding=\"base64\">\
         {photo}</file></questiontext>{}{}</question></quiz>",
        answer("100", "true"),
        answer("0", "false"),
    );
    check(&read_file("a.xml", xml.as_bytes()).unwrap());
}
