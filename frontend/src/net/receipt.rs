//! What a game was to this browser's account, as the server tells it.
//!
//! Called by the page of receipts.

use quizrain_shared::api::{Correction, GameReceipt, OwnRound, OwnTeam, ReceiptQuestion};
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::mode::Life;
use quizrain_shared::question::{Line, Region};
use quizrain_shared::score::Grade;

use super::account::read_packet;
use super::http::{HttpError, send};
use super::json::Json;

/// What a game was to an account; `None` where it is not over yet.
/// [`HttpError::NotAllowed`]: the account was not in it.
pub(crate) async fn receipt(
    account: &Token,
    game: GameId,
) -> Result<Option<GameReceipt>, HttpError> {
    match send("GET", &format!("/api/games/{game}/receipt"), Some(account), None).await {
        Some((200, text)) => {
            let receipt = read_receipt(&Json::read(&text)?);
            receipt.map(Some).ok_or(HttpError::Unreachable)
        }
        Some((409, _)) => Ok(None),
        Some((401 | 404, _)) => Err(HttpError::NotAllowed),
        _ => Err(HttpError::Unreachable),
    }
}

fn read_receipt(json: &Json) -> Option<GameReceipt> {
    let team = json.at("team");
    Some(GameReceipt {
        game: json.at("game").parsed()?,
        title: json.at("title").text()?,
        logo: json.at("logo").parsed(),
        nickname: json.at("nickname").text()?,
        team: team.at("name").text().map(|name| OwnTeam {
            name,
            rank: team.whole("rank"),
            score: team.at("score").number().unwrap_or_default() as i64,
        }),
        score: json.at("score").number()? as i64,
        rank: json.whole("rank"),
        players: json.whole("players")?,
        life: read_life(&json.at("life")),
        questions: json.at("questions").list(read_question)?,
        packets: json.at("packets").list(read_packet)?,
        complete: json.at("complete").is_true(),
    })
}

fn read_question(json: Json) -> Option<ReceiptQuestion> {
    let correction = |it: Json| {
        Some(Correction { points: it.at("points").number()? as i32, note: it.at("note").text()? })
    };
    Some(ReceiptQuestion {
        round: json.whole("round")? as u16,
        text: json.at("text").text()?,
        right: json.at("right").list(read_line)?,
        fixed: json.at("fixed").is_true(),
        own: read_round(&json.at("own")),
        corrections: json.at("corrections").list(correction)?,
    })
}

fn read_round(json: &Json) -> Option<OwnRound> {
    Some(OwnRound {
        answer: json.at("answer").list(read_line),
        grade: match json.at("grade").text()?.as_str() {
            "Right" => Grade::Right,
            "Partly" => Grade::Partly,
            "Wrong" => Grade::Wrong,
            _ => Grade::Ungraded,
        },
        elapsed_ms: json.whole("elapsed_ms")?,
        line_ms: json.whole("line_ms")? as u16,
        points: json.at("points").number()? as i32,
        bonus: json.whole("bonus")?,
        corrected: json.at("corrected").number()? as i32,
        streak: json.whole("streak")? as u16,
        life: read_life(&json.at("life")),
        score: json.at("score").number()? as i64,
        rank: json.whole("rank")?,
    })
}

fn read_life(json: &Json) -> Option<Life> {
    let cards = json.whole("cards")? as u8;
    Some(Life { out_in: json.whole("out_in").map(|round| round as u16), cards })
}

fn read_line(json: Json) -> Option<Line> {
    if let Some(truth) = json.truth() {
        return Some(Line::Truth(truth));
    }
    if let Some(text) = json.text() {
        return Some(Line::Text(text));
    }
    let side = |name| json.whole(name).map(|side| side as u16);
    let (x, y) = (side("x")?, side("y")?);
    Some(match side("width").zip(side("height")) {
        Some((width, height)) => {
            Line::Region(Region { x, y, width, height, round: json.at("round").is_true() })
        }
        None => Line::Pin { x, y },
    })
}
