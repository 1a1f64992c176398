//! A name that the game makes: three are drawn, one after the other, and the player takes one of them.

use leptos::prelude::*;
use quizrain_shared::generated_name::{generate, numbered};

use crate::dom::view;
use crate::live::{Signal, live, value};
use crate::net::device;
use crate::text::{self, PlayerWords, Tongue};

/// How many names are drawn at most.
const SPINS: usize = 3;
/// How many numbers are tried by themselves where a name is taken.
const TRIES: u32 = 5;

fn random() -> u32 {
    u32::from_le_bytes(device::random_bytes())
}

/// Names that were drawn, and the one that is taken.
#[derive(Clone, Copy)]
pub(super) struct Spins {
    /// One in each line.
    drawn: Signal<String>,
    name: Signal<String>,
    words: Tongue<PlayerWords>,
    tries: Signal<u32>,
}

impl Spins {
    /// The first one is drawn; what is taken is in `name`.
    pub(super) fn new(name: Signal<String>) -> Self {
        let spins = Self {
            drawn: Signal::new(String::new()),
            name,
            words: text::player(),
            tries: Signal::new(0),
        };
        spins.spin();
        spins
    }

    fn spin(self) {
        let names = self.words.now_untracked().names;
        let known = self.drawn.get_untracked();
        let mut draws = (0..9).map(|_| generate(names, random()));
        let Some(new) = draws.find(|new| !known.split('\n').any(|it| it == new)) else { return };
        self.drawn.set(if known.is_empty() { new.clone() } else { [&known, "\n", &new].concat() });
        self.name.set(new);
    }

    /// Somebody has the name: it gets another number. `false`: that was tried often enough, and the
    /// player decides.
    pub(super) fn renumber(self) -> bool {
        let old = self.name.get_untracked();
        let new = numbered(&old, random());
        self.drawn.update(|drawn| {
            let lines = drawn.split('\n').map(|it| if it == old { &new } else { it });
            *drawn = lines.collect::<Vec<_>>().join("\n");
        });
        self.name.set(new);
        self.tries.update(|tries| *tries += 1);
        self.tries.get_untracked() <= TRIES
    }

    pub(super) fn view(self) -> AnyView {
        let t = text::player();
        let Self { drawn, name, .. } = self;
        let buttons = live(move || {
            let all = drawn.get();
            let button = |(place, drawn): (usize, &str)| {
                let [shown, mine, drawn] = [(); 3].map(|()| drawn.to_owned());
                view! {
                    <button type="button" class="pick" data-testid=format!("name-{place}")
                        aria-pressed=value(move || if name.get() == mine { "true" } else { "false" })
                        on:click=move |_| name.set(drawn.clone())>
                        <bdi>{shown}</bdi>
                    </button>
                }
            };
            all.split('\n').enumerate().map(button).collect_view()
        });
        let left = move || SPINS.saturating_sub(drawn.get().split('\n').count());
        view! {
            <p class="label" id="name-label">{t.say(|w| w.your_name)}</p>
            <div class="picks" role="group" aria-labelledby="name-label" aria-live="polite">{buttons}</div>
            <button type="button" class="button" data-testid="spin"
                disabled=value(move || left() == 0) on:click=move |_| self.spin()>
                {t.tell(move |w| (w.spin)(left()))}
            </button>
        }
        .into_any()
    }
}
