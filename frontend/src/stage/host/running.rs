//! The games that run, on a host's first page: where each stands, for how long, and how many play. Called by the
//! library.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{GameStatus, GameSummary};
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;

use super::controls::state_words;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::{device, host};
use crate::text::{self, StageWords};

/// How often they are looked at again, while the page is.
const AGAIN: Duration = Duration::from_secs(15);

/// Those that were listed when the page came, and those that are now; a page that lists none asks no more.
#[component]
pub(super) fn Running(games: RwSignal<Vec<GameSummary>>, host_key: Token) -> impl IntoView {
    let t = text::stage();
    let any = memo(move || games.with(|games| !games.is_empty()));
    let again = move || {
        if !device::visible() || !any.get_untracked() {
            return;
        }
        spawn_local(async move {
            // Where no answer comes, what is known stays.
            if let Ok(now) = host::games(&host_key).await {
                let _ = games.try_set(now);
            }
        });
    };
    if let Ok(interval) = set_interval_with_handle(again, AGAIN) {
        on_cleanup(move || interval.clear());
    }
    live(move || {
        any.get().then(|| {
            view! {
                <section>
                    <h2>{t.say(|w| w.running_games)}</h2>
                    <ul class="lives" data-testid="running-games">
                        <For each=move || games.get() key=|it| it.game let:it>{row(games, it)}</For>
                    </ul>
                </section>
            }
        })
    })
}

/// One of them, which follows what is known of it.
fn row(games: RwSignal<Vec<GameSummary>>, it: GameSummary) -> AnyView {
    let t = text::stage();
    let game = it.game;
    let stands = value(move || {
        let now = games.with(|games| games.iter().find(|it| it.game == game)?.now)?;
        Some(stands(&now, js_sys::Date::now() as u64, t.now()))
    });
    view! {
        <li class="live" data-testid="running-game">
            <span class="live-title"><bdi>{it.title}</bdi></span>
            <span class="live-now muted small" data-testid="running-now">{stands}</span>
            <span class="live-pin">{it.pin.to_string()}</span>
            <a class="button" href=Page::HostGame(game).path()>{t.say(|w| w.go_on)}</a>
        </li>
    }
    .into_any()
}

/// Where a game stands at a moment, by this device's clock: which may be a little off, as minutes may be.
fn stands(now: &GameStatus, at_ms: u64, words: &StageWords) -> String {
    let minutes = at_ms.saturating_sub(now.since_ms) / 60_000;
    let question = now.question.map(|question| (words.question_of)(question, now.questions));
    let rest = [(words.desk.running_for)(minutes), (words.of_players)(now.players)];
    let first = state_words(now.kind, words).to_owned();
    std::iter::once(first).chain(question).chain(rest).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use quizrain_shared::phase::Kind;

    use super::*;
    use crate::text::{Language, Texts};

    #[test]
    fn a_host_reads_where_each_game_stands() {
        const MINUTE: u64 = 60_000;
        let (kind, question) = (Kind::Asking, Some(3));
        let now = GameStatus { kind, question, questions: 8, since_ms: 10 * MINUTE, players: 71 };
        let english = StageWords::of(Language::English);
        assert_eq!(
            stands(&now, 14 * MINUTE, english),
            "The question is open · Question 3 of 8 · for 4 min · 71 players"
        );
        // A clock that is behind, and a rain whose first drop is to come.
        assert!(stands(&now, 0, english).contains("just now"));
        let lobby = GameStatus { kind: Kind::Lobby, question: None, ..now };
        for words in Language::ALL.map(StageWords::of) {
            let said = stands(&lobby, 14 * MINUTE, words);
            assert_eq!(said.matches(" · ").count(), 2, "{said}");
            assert!(said.contains('4') && said.contains("71"), "{said}");
            let kinds = Kind::ALL.map(|kind| state_words(kind, words));
            assert!(kinds.iter().all(|it| !it.is_empty()));
            let long = [3, 63, 60 * 49].map(words.desk.running_for);
            assert!(long[0].contains('3') && long[1].contains('1') && long[2].contains('2'));
        }
    }
}
