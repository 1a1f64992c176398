//! A game with a question of every kind.

use quizrain_shared::phase::{Kind, Move};

use quizrain_shared::name::InvalidName;
use quizrain_shared::question::{
    Answer, ChoiceSet, CloudView, Key, Mark, NumberView, Place, Scale, Tally,
};
use quizrain_shared::score::Grade;
use quizrain_shared::wire::Standings;
use quizrain_shared::wire::{HostFrame, PlayerFrame, Refusal, ServerFrame, Stage};

use super::{with_options, with_quiz};
use crate::common::client::Client;
use crate::common::contribution;
use crate::history::{end, is_equal, replay};

const QUIZ: &str = r#"
[[question]]
text = "One of eight?"
choices = ["a", "b", "c", "d", "e", "f", "g", "h"]
correct = [8]
shuffle = true

[[question]]
text = "Several?"
kind = "multiple"
choices = ["a", "b", "c"]
correct = [1, 3]

[[question]]
text = "True?"
kind = "true_false"
correct = false

[[question]]
text = "Capital of France?"
kind = "typed"
accepted = ["Paris", "巴黎"]

[[question]]
text = "Pi?"
kind = "number"
min = 0
max = 10
decimals = 2
correct = 3.14
tolerance = 0.01
credit_within = 1.01

[[question]]
text = "Small to large?"
kind = "order"
items = ["mouse", "cat", "horse"]

[[question]]
text = "Who eats what?"
kind = "match"
pairs = [["mouse", "cheese"], ["cat", "fish"], ["horse", "hay"]]

[[question]]
text = "Where?"
kind = "hotspot"
picture = { file = "p.png", alt = "A dot" }
region = { x = 25, y = 25, width = 50, height = 12.5, round = true }

[[question]]
text = "Tea or coffee?"
kind = "poll"
choices = ["tea", "coffee"]
several = true

[[question]]
text = "How was it?"
kind = "scale"
from = 1
to = 5
to_label = "great"

[[question]]
text = "In a word?"
kind = "word_cloud"
words = 2

[[question]]
text = "Anything else?"
kind = "open_text"
"#;

fn bytes(bytes: &[u8]) -> Answer {
    Answer::try_from(bytes).unwrap()
}

/// A good answer to each question and what it is worth, another one, and what no question of the
/// kind takes.
fn answers() -> Vec<(Answer, Grade, Answer, Grade, Answer)> {
    let set = |bits| Answer::from(ChoiceSet(bits));
    let place = |x, y| Answer::from(Place { x, y });
    let words = |words: [&str; 2]| CloudView { words: 2 }.answer(words).unwrap();
    let number = NumberView::answer;
    let (right, wrong, partly, ungraded) =
        (Grade::Right, Grade::Wrong, Grade::Partly, Grade::Ungraded);
    vec![
        (set(0x80), right, set(1), wrong, set(0b11)),
        (set(0b101), right, set(0b1), partly, set(0b1000)),
        (set(0b10), right, set(0b1), wrong, bytes(b"true")),
        (bytes(b"PARIS"), right, bytes("東京".as_bytes()), wrong, bytes("\u{301}".as_bytes())),
        (number(315), right, number(400), partly, number(1001)),
        (bytes(&[2, 0, 1]), right, bytes(&[0, 1, 2]), wrong, bytes(&[0, 0, 1])),
        (bytes(&[0, 1, 2]), right, bytes(&[1, 0, 2]), partly, bytes(&[0, 1])),
        (place(5000, 3000), right, place(2501, 2501), wrong, place(10_001, 0)),
        (set(0b11), ungraded, set(0b1), ungraded, set(0b100)),
        (Scale::answer(5), ungraded, Scale::answer(1), ungraded, Scale::answer(6)),
        (words(["Fun", "Tea"]), ungraded, words(["FUN", "Rain"]), ungraded, bytes(b"a\na")),
        (bytes("שלום".as_bytes()), ungraded, bytes(b"more"), ungraded, bytes(b" more")),
    ]
}

#[tokio::test]
async fn every_kind_is_asked_answered_graded_and_shown() {
    let (_folder, server, hosted) = with_quiz(QUIZ);
    let mut host = Client::host(&server, &hosted).await;
    let mut screen = Client::screen(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut li = Client::seated(&server, &hosted, 2, "李雷").await;
    let mut shown = Vec::new();
    for (round, (good, good_grade, other, other_grade, impossible)) in (0..).zip(answers()) {
        host.make(Move::Ask).await;
        for player in [&mut anna, &mut li] {
            player.stage(Kind::Asking).await;
        }
        anna.send(&PlayerFrame::Answer { round, answer: impossible }).await;
        assert_eq!(anna.refusal().await, Refusal::NoSuchAnswer, "round {round}");
        anna.answer_with(round, good.clone()).await;
        li.answer_with(round, other).await;
        let (hers, his) = (anna.outcome().await, li.outcome().await);
        assert_eq!((hers.grade, his.grade), (good_grade, other_grade), "round {round}");
        assert_eq!(hers.answer, Some(good));
        match good_grade {
            Grade::Ungraded => assert_eq!((hers.points, his.points), (0, 0)),
            _ => assert!(hers.points > 900 && his.points < 900, "{hers:?} {his:?}"),
        }
        let revealed = screen.until(|frame| match frame {
            ServerFrame::Stage(stage) => match stage.stage {
                Stage::Revealed { key, tally, answered: 2, .. } => Some((key, tally)),
                _ => None,
            },
            _ => None,
        });
        shown.push(revealed.await);
        host.stage(Kind::Revealed).await;
    }
    let texts = |at: usize| match &shown[at].1 {
        Tally::Texts { top, others: 0, .. } => {
            top.iter().map(|it| (it.text.as_str(), it.count, it.right)).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(shown[0].1, Tally::Choices(vec![1, 0, 0, 0, 0, 0, 0, 1]));
    assert_eq!(shown[3].0, Some(Key::Texts(vec!["Paris".into(), "巴黎".into()])));
    assert_eq!(texts(3), [("PARIS", 1, true), ("東京", 1, false)]);
    assert_eq!(shown[4].0, Some(Key::Number { correct: 314, tolerance: 1 }));
    assert_eq!(shown[5], (Some(Key::Arrangement(vec![2, 0, 1])), Tally::Choices(vec![1, 1, 1])));
    assert!(matches!(&shown[7].1, Tally::Pins(pins) if pins.iter().sum::<u32>() == 2));
    assert_eq!(shown[8], (None, Tally::Choices(vec![2, 1])));
    assert_eq!(shown[9], (None, Tally::Choices(vec![1, 0, 0, 0, 1])));
    assert_eq!(texts(10)[0].1, 2);
    assert_eq!(texts(11).len(), 2);
    // The board has everybody, and whoever asks again has what they had.
    host.make(Move::ShowBoard).await;
    let Stage::Board(Standings { top, .. }) = screen.stage(Kind::Board).await.stage else {
        panic!()
    };
    assert_eq!(top[0].nickname, "Anna");
    let mut again = Client::player(&server, &hosted, 1).await;
    let outcome = again.welcome().await.you.unwrap().outcome.unwrap();
    assert_eq!((outcome.score, outcome.rank, outcome.streak), (top[0].score, 1, 8));
}

#[tokio::test]
async fn an_answer_of_another_kind_or_to_another_question_is_refused() {
    let (_folder, server, hosted) = with_quiz(QUIZ);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    for (round, answer, why) in [
        (0, bytes(b"Paris"), Refusal::NoSuchAnswer),
        (0, NumberView::answer(1), Refusal::NoSuchAnswer),
        (0, bytes(&[7; 600]), Refusal::NoSuchAnswer),
        (0, bytes(&[]), Refusal::NoSuchAnswer),
        (1, ChoiceSet(1).into(), Refusal::NotOpen),
        (500, ChoiceSet(1).into(), Refusal::NotOpen),
    ] {
        anna.send(&PlayerFrame::Answer { round, answer: answer.clone() }).await;
        assert_eq!(anna.refusal().await, why, "{round} {answer}");
    }
    anna.answer(0, 0x80).await;
    anna.until(|frame| matches!(frame, ServerFrame::Answered { round: 0, .. }).then_some(())).await;
}

#[tokio::test]
async fn what_has_a_blocked_word_is_not_shown_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let words = folder.path().join("blocked");
    std::fs::write(&words, "# not here\ndarn\n").unwrap();
    let quiz = "[[question]]\ntext = \"In a word?\"\nkind = \"word_cloud\"\nwords = 2\n";
    let options = ["--blocked-words", words.to_str().unwrap()];
    let (_folder, mut server) = with_options([("Test", quiz.to_owned())], &options);
    let hosted = server.create_game("Test");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut li = Client::seated(&server, &hosted, 2, "Li").await;
    let mut bo = Client::player(&server, &hosted, 3).await;
    bo.welcome().await;
    let (nickname, entropy) = ("DARN it".to_owned(), contribution("Bo"));
    bo.send(&PlayerFrame::Join { avatar: None, field: None, nickname, entropy, team: None }).await;
    assert_eq!(bo.refusal().await, Refusal::Nickname(InvalidName::Blocked));
    host.make(Move::Ask).await;
    for (player, word) in [(&mut anna, "Darn!"), (&mut li, "fun")] {
        player.stage(Kind::Asking).await;
        let answer = CloudView { words: 2 }.answer([word]).unwrap();
        player.answer_with(0, answer).await;
    }
    assert!(anna.outcome().await.answer.is_some());
    let Stage::Revealed { tally: Tally::Texts { top, others: 0, .. }, answered: 2, .. } =
        host.stage(Kind::Revealed).await.stage
    else {
        panic!("not a cloud");
    };
    assert_eq!(top.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["fun"]);

    a_shown_text_is_hidden(&mut host, &mut anna).await;
    // The log says whose answer was blocked, and what the host took away.
    end(&mut host, &server).await;
    is_equal(&server, hosted.game);
    assert!(server.stop().success());
    for (change, said) in TAMPERED {
        server.tamper("CREATE TABLE kept AS SELECT * FROM game_log");
        server.tamper(&format!("UPDATE game_log SET body = {change}"));
        let output = replay(&server, &hosted.game.to_string());
        let all = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{change}: {output:?}");
        assert!(all.contains("round 1: tally shown: logged") && all.contains(said), "{all}");
        server.tamper("DELETE FROM game_log");
        server.tamper("INSERT INTO game_log SELECT * FROM kept");
        server.tamper("DROP TABLE kept");
    }
}

/// How somebody may change the log of that game, and what the replay then tells.
const TAMPERED: [(&str, &str); 2] = [
    (
        "replace(body, '\"top\":[]', '\"top\":[{\"text\":\"pun\",\"count\":1,\"right\":false}]')
         WHERE what = 'moved'",
        "pun",
    ),
    ("replace(body, '\"rows\":[', '\"rows\":[], \"before\":[') WHERE what = 'blocked'", "Darn!"),
];

/// A host takes a text away, once, and only what is shown.
async fn a_shown_text_is_hidden(host: &mut Client, anna: &mut Client) {
    let seen = host.stage.as_ref().unwrap().at.seq;
    let hide = |text: &str, seen| {
        let (text, mark) = (text.into(), Mark::Hidden);
        HostFrame::MarkText { text, mark, seen }
    };
    for (frame, why) in
        [(hide("Darn!", seen), Refusal::NoSuchAnswer), (hide("fun", seen - 1), Refusal::Stale)]
    {
        host.send(&frame).await;
        assert_eq!(host.refusal().await, why);
    }
    host.send(&hide("fun", seen)).await;
    let hidden = anna.until(|frame| match frame {
        ServerFrame::Stage(stage) if stage.at.seq > seen => Some(stage.stage),
        _ => None,
    });
    let Stage::Revealed { tally: Tally::Texts { top, .. }, answered: 2, .. } = hidden.await else {
        panic!("not a cloud");
    };
    assert_eq!(top, []);
    host.until(|frame| {
        matches!(frame, ServerFrame::Stage(stage) if stage.at.seq > seen).then_some(())
    })
    .await;
    host.make(Move::ShowBoard).await;
    let seen = host.stage(Kind::Board).await.at.seq;
    host.send(&hide("fun", seen)).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
}
