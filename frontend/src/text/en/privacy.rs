//! English.

use quizrain_shared::api::Privacy;

use super::many;
use crate::text::privacy::{PrivacyWords, Section, Span};

pub(in crate::text) static WORDS: PrivacyWords = PrivacyWords {
    title: "What is kept about you",
    lead: "Quizrain is a program, and whoever runs it here answers for what it keeps. The program wrote this page; its numbers are those of this server.",
    sections,
    whom_to_ask: "Whom to ask",
    ask_host: "Ask the host of your game.",
};

fn span(seconds: u64) -> String {
    match Span::of(seconds) {
        Span::Minutes(n) => many(n, "minute", "minutes"),
        Span::Hours(n) => many(n, "hour", "hours"),
        Span::Days(n) => many(n, "day", "days"),
    }
}

fn sections(said: &Privacy) -> Vec<Section> {
    vec![who(said), kept(said), seen(said), had()]
}

fn who(said: &Privacy) -> Section {
    Section::new("Who you are here", [
        Some("In an open game you are nobody’s account: your browser makes a random number, and the server keeps a fingerprint of it. No e-mail address, no advertising, no tracking, no cookie. If you give that account to another of your devices by a code, the server keeps fingerprints of those browsers too.".to_owned()),
        said.sign_in_seconds.map(|seconds| format!("If you sign in: who vouches for you, what they call you, your name, and which browsers are yours. So you are one player on all of them. A browser stays signed in for {}, or until you sign out. While you are at the page where you sign in, your browser has a cookie for that, for ten minutes at most.", span(seconds))),
        Some("If you come with an invite: what the host’s guest list calls you, your name if it has one, and which browser is yours. A host who deletes the list deletes it there.".to_owned()),
        Some("From then on games that you play on that browser are yours as the person who signed in, also open ones.".to_owned()),
    ])
}

fn kept(said: &Privacy) -> Section {
    let (game, results) = (span(said.game_seconds), span(said.results_seconds));
    Section::new("What is kept, why, and for how long", [
        Some(format!("Your nickname, your team, what you answered and when, points, ranks, and a host’s notes on them: to play, and for results. {results} after the end of the game. What the game itself runs on goes {game} after its end.")),
        Some("What you caught, when, and what became of it: so that your balance is right and everybody can check it. For ever, under a number and without a name.".to_owned()),
        said.points_seconds.map(|seconds| format!("Games in which only points rained are deleted {} after their end, with everything.", span(seconds))),
        Some("Random bytes of your phone: they were part of the draw, which everybody can check by them. As long as the rain, without a name.".to_owned()),
        said.pays_out.then(|| "What was sent to be paid out to you, and who you are, if you signed in or were invited: so that it is paid once. For ever.".to_owned()),
        Some(format!("Where you came from on the network: the address itself is in the server’s memory alone, minutes to some hours, against floods. The game has a keyed fingerprint of it, so that a host can keep somebody out, until {game} after its end.")),
        Some("Copies for emergencies hold what there was on their day, until they are deleted.".to_owned()),
        Some("This browser keeps its random number, your nickname and your face, the last PIN, your language, and what it saw of rains. If you clear this site’s data, that is gone, and with it a balance that you had without signing in.".to_owned()),
    ])
}

fn seen(said: &Privacy) -> Section {
    Section::new("Who sees it", [
        Some("Other players: your nickname, your face, and points and ranks on the board. What was typed is shown grouped, without names.".to_owned()),
        Some("The host, and whom they let to their desk: all of their game. Where you had to sign in or be invited, also who you are.".to_owned()),
        Some("Whoever has a link to the results: the podium and charts, and nicknames if the host shows them.".to_owned()),
        said.pays_out.then(|| "Whoever pays out what is caught: your number and the amounts, and who you are, if you signed in or were invited.".to_owned()),
        Some("Whoever runs this server can read everything. Nobody else: pages ask this server alone.".to_owned()),
    ])
}

fn had() -> Section {
    Section::new("What you can have", [
        Some("A copy: on Balance, each game that is over and everything that you caught, with the browser that played; there, too, everything that is kept about you in one file.".to_owned()),
        Some("To be erased: on Balance. It says what goes and what stays before it does anything.".to_owned()),
        Some("Another nickname, or to be gone from a game that runs: tell the host.".to_owned()),
    ])
}
