//! Starting a game of a quiz: at once, or with options.

use std::num::NonZeroU16;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{CreateGame, QuizSummary};
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;

use super::new_game::NewGame;
use crate::app::navigation;
use crate::net::http::HttpError;
use crate::net::{host, storage};

/// A quiz with more questions than this is a collection to draw from.
const LONG: u32 = 30;
/// How many questions are proposed then.
const DRAWN: u16 = 10;

/// How many questions of a quiz of so many are proposed to be drawn: nobody plays a collection of hundreds
/// from front to back.
pub(super) fn proposed_draw(questions: u32) -> Option<NonZeroU16> {
    (questions > LONG).then_some(DRAWN).and_then(NonZeroU16::new)
}

/// What starts games.
#[derive(Clone, Copy)]
pub(super) struct Starter {
    /// The dialog with the options.
    pub(super) form: NewGame,
    /// Whether one is being made.
    pub(super) starting: RwSignal<bool>,
    /// Why none was.
    pub(super) problem: RwSignal<Option<HttpError>>,
    /// Makes one and goes to its desk.
    pub(super) start: Callback<CreateGame>,
}

impl Starter {
    pub(super) fn new(host_key: Token) -> Self {
        let navigation = navigation();
        let starting = RwSignal::new(false);
        let problem = RwSignal::new(None::<HttpError>);
        let start = Callback::new(move |wish: CreateGame| {
            if starting.get_untracked() {
                return;
            }
            starting.set(true);
            problem.set(None);
            spawn_local(async move {
                let made = host::start_game(&host_key, &wish).await;
                let _ = starting.try_set(false);
                match made {
                    Ok(right) => {
                        storage::set_host_token(right.game, &right.token);
                        navigation.go(Page::HostGame(right.game));
                    }
                    Err(why) => {
                        let _ = problem.try_set(Some(why));
                    }
                }
            });
        });
        Self { form: NewGame::new(), starting, problem, start }
    }

    /// Starts a quiz, or asks how many questions of a long one.
    pub(super) fn start(self, quiz: &QuizSummary) {
        match proposed_draw(quiz.questions) {
            None => self.start.run(CreateGame::of(quiz.id.clone(), None)),
            draw => self.form.ask(quiz.clone(), draw),
        }
    }
}
