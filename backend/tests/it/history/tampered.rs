//! A log that somebody changed: the replay says what differs, where and whose.

use quizrain_shared::phase::{Kind, Move};

use super::{end, for_the_best, is_equal, replay, round, seats, serve, text};
use crate::common::on::{On, on_both};

on_both!(what_was_changed_is_named);

/// A change, and what the replay says of it.
const CHANGES: [(&str, &[&str]); 10] = [
    (
        r#"UPDATE game_log SET body = replace(body, '"Right"', '"Wrong"') WHERE what = 'outcomes'"#,
        &["round 1, Anna (", "grade: logged Wrong, computed Right"],
    ),
    (
        // Everybody's answer came much later than it was scored.
        "UPDATE game_log SET body = replace(replace(body, '\"01\",', '\"01\",1999'), '\"02\",', '\"02\",1999')
         WHERE what = 'answers'",
        &["round 1, Anna (", "points: logged 1000, computed "],
    ),
    (
        "UPDATE game_log SET body = replace(body, '\"nickname\":\"Anna\",\"score\":', '\"nickname\":\"Anna\",\"score\":9')
         WHERE what = 'moved'",
        &["(ended): line 1: logged 1. Anna 9", "(board): line 1"],
    ),
    (
        "UPDATE game_log SET body = replace(body, '\"answered\":3', '\"answered\":4') WHERE what = 'moved'",
        &["round 1: answers shown: logged 4, computed 3"],
    ),
    (
        r#"UPDATE game_log SET body = replace(body, '"tally":{"choices":[', '"tally":{"choices":[9') WHERE what = 'moved'"#,
        &[r#"round 1: tally shown: logged {"choices":[9"#],
    ),
    (
        "UPDATE game_log SET body = replace(body, '\"TopShare\":50', '\"ScoreAtLeast\":1001')
         WHERE what IN ('rain', 'moved')",
        &["rain 1, ", "may catch: logged true, computed false", "caught and may: logged true"],
    ),
    (
        "UPDATE game_log SET body = replace(body, ',0,\"50\",', ',0,\"49\",') WHERE what = 'claims'",
        &["rain 1: amount shown as caught: logged 100, computed 99", "packet 0: logged nothing"],
    ),
    ("DELETE FROM game_log WHERE number = 3", &["has no row 3, and has later ones"]),
    ("DELETE FROM game_log WHERE what = 'finished'", &["is not finished: it has"]),
    (
        "UPDATE game_log SET what = 'foretold' WHERE number = 3",
        &["row 3 of the log, \"foretold\", is not what this version can read"],
    ),
];

async fn what_was_changed_is_named(on: On) {
    let (_folder, mut server) = serve(on);
    let hosted = server.create_game("Test");
    let (mut host, mut players) = seats(&server, &hosted).await;
    round(&mut host, &mut players, 0).await;
    host.open_rain(for_the_best()).await;
    for player in &mut players[..2] {
        player.grab().await.unwrap();
    }
    host.stage(Kind::RainDone).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Slide).await;
    host.make(Move::ShowBoard).await;
    host.stage(Kind::Board).await;
    end(&mut host, &server).await;
    is_equal(&server, hosted.game);
    // It writes nothing that is missing meanwhile.
    assert!(server.stop().success());
    server.tamper("CREATE TABLE kept AS SELECT * FROM game_log");
    for (change, said) in CHANGES {
        server.tamper(change);
        let output = replay(&server, &hosted.game.to_string());
        assert_eq!(output.status.code(), Some(1), "{change}: {output:?}");
        let all = text(&output.stdout) + &text(&output.stderr);
        println!("{change}\n{all}");
        for said in said {
            assert!(all.contains(said), "{change}: {said} is not in {all}");
        }
        server.tamper("DELETE FROM game_log");
        server.tamper("INSERT INTO game_log SELECT * FROM kept");
    }
    is_equal(&server, hosted.game);
}
