//! The rain on a phone: tap a packet, hear what it holds, see it credited.
//!
//! A burst under the finger is a picture; "caught" is said only when the server has said so.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::allocation::Split;
use quizrain_shared::client::GameView;
use quizrain_shared::ids::RainId;
use quizrain_shared::pages::Page;
use quizrain_shared::rain::Eligibility;
use quizrain_shared::score::Grade;
use quizrain_shared::wire::{Caught, Outcome, Refusal, Stage, StageAt};

use crate::components::amount::Amount;
use crate::components::ticking::server_now;
use crate::dom::{El, view};
use crate::live::{Memo, Signal, effect, live, memo, value};
use crate::net::vibration;
use crate::rain::canvas::RainCanvas;
use crate::rain::countdown::Countdown;
use crate::rain::left::few_left;
use crate::state::session::Session;
use crate::text;

/// When crediting has taken so long, people are told that it takes longer than usual.
const UNUSUAL: Duration = Duration::from_secs(3);

/// How a player's grab stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Grab {
    Free,
    Waiting,
    Caught(Caught),
    /// Caught, and lost by a server that failed; and why there is no other one to catch.
    Lost(Caught, Option<Refusal>),
    Missed(Refusal),
}

fn grab(session: Session, rain: RainId) -> Memo<Grab> {
    let waiting = session.waiting(move |pending| pending.is_tapping(rain));
    session.part(move |known| match (known.caught_in(rain), known.missed_in(rain)) {
        (Some(caught), _) => Grab::Caught(caught.clone()),
        (None, _) if known.lost_in(rain).is_some() && !waiting.get() => {
            let missed = known.missed_in(rain).cloned();
            known.lost_in(rain).cloned().map_or(Grab::Free, |lost| Grab::Lost(lost, missed))
        }
        (None, Some(why)) => Grab::Missed(why.clone()),
        (None, None) if waiting.get() => Grab::Waiting,
        (None, None) => Grab::Free,
    })
}

/// Why this player may not catch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShutOut {
    Points { least: u64, score: i64 },
    Rank { percent: u8, rank: u32 },
    Place { last: u32, rank: u32 },
    LastWrong,
    Out,
    Late,
}

/// What the player is told beforehand; the server decides.
fn shut_out(known: &GameView, eligibility: Eligibility) -> Option<ShutOut> {
    let you = known.you.as_ref()?;
    let outcome = you.outcome.as_ref();
    match eligibility {
        Eligibility::Everyone
        | Eligibility::ScoreAtLeast(0)
        | Eligibility::TopShare(100)
        // Who comes from the best team, or came late, hears it when they tap.
        | Eligibility::BestTeam
        | Eligibility::Starters => None,
        Eligibility::Seated(last) => (you.seat.number > last).then_some(ShutOut::Late),
        Eligibility::Survivors => {
            let life = outcome?.life?;
            (!life.is_in()).then_some(ShutOut::Out)
        }
        Eligibility::ScoreAtLeast(least) => {
            let score = outcome.map_or(0, |outcome| outcome.score);
            (score < i64::try_from(least).unwrap_or(i64::MAX))
                .then_some(ShutOut::Points { least, score })
        }
        Eligibility::TopShare(percent) => {
            // Before the first question everybody may; who came later hears it when they tap.
            let Outcome { rank, players, .. } = *outcome?;
            let may = rank <= Eligibility::last_rank(percent, players);
            (!may).then_some(ShutOut::Rank { percent, rank })
        }
        Eligibility::TopRank(last) => {
            let rank = outcome?.rank;
            (rank > last).then_some(ShutOut::Place { last, rank })
        }
        Eligibility::LastRight => {
            let wrong = matches!(outcome?.grade, Grade::Partly | Grade::Wrong);
            wrong.then_some(ShutOut::LastWrong)
        }
    }
}

#[component]
pub(super) fn RainView(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let t = text::player();
    let Stage::Rain(view) = &stage.stage else {
        return ().into_any();
    };
    let view = view.clone();
    let rain = view.rain;
    let grab = grab(session, rain);
    let now = server_now(session);
    let opens = stage.opens_ms as f64;
    let falling = memo(move || now.get() >= opens);
    let shut_out = session.part(move |known| shut_out(known, view.eligibility));
    let tap = move |drop: u32| {
        // One packet for each player: after a verdict, and while one is awaited, a burst is only
        // a picture.
        // Whoever lost theirs may try again.
        let may = matches!(grab.get_untracked(), Grab::Free | Grab::Lost(_, None));
        if may && falling.get_untracked() {
            session.tap(rain, drop);
        }
    };
    let caught = memo(move || matches!(grab.get(), Grab::Caught(_)));
    effect(move || {
        if caught.get() {
            vibration::vibrate(80);
        }
    });
    let settled = value(move || {
        matches!(grab.get(), Grab::Caught(_) | Grab::Missed(_) | Grab::Lost(_, Some(_)))
    });
    let few = session.part(move |known| few_left(known, rain));
    let few = value(move || few.get().map(|left| (t.now().packets_left)(left)));
    let split = view.split.clone();
    let words = live(move || {
        match grab.get() {
        Grab::Free if !falling.get() => None,
        Grab::Free => Some(hint(shut_out.get()).into_any()),
        Grab::Waiting => Some(view! {
            <p class="rain-hint"><span class="spinner" aria-hidden="true"></span>{t.now().grabbing}</p>
        }
        .into_any()),
        Grab::Caught(caught) => {
            let place = place_of(&split, &caught);
            Some(view! { <CaughtCard caught place /> }.into_any())
        }
        Grab::Lost(lost, missed) => Some(view! { <LostCard lost again=true missed /> }.into_any()),
        Grab::Missed(why) => Some(view! { <MissedCard why /> }.into_any()),
    }
    });
    view! {
        <main class="shower" class:is-settled=settled>
            <RainCanvas session stage=Arc::clone(&stage) tap=tap />
            <Countdown session opens_ms=stage.opens_ms view=view.clone() />
            <p class="rain-left" role="status" data-testid="packets-left">{few}</p>
            <div class="shower-words" role="status" aria-live="assertive">{words}</div>
        </main>
    }
    .into_any()
}

/// What whoever has not tapped is told.
fn hint(shut_out: Option<ShutOut>) -> El {
    let words = text::player().now();
    let keys =
        shut_out.is_none().then(|| view! { <span class="rain-keys">{words.tap_keys}</span> });
    let text = match shut_out {
        Some(ShutOut::Points { least, score }) => (words.too_few_points)(least, score),
        Some(ShutOut::Rank { percent, rank }) => (words.rank_too_low)(percent, rank),
        Some(ShutOut::Place { last, rank }) => (words.place_too_low)(last, rank),
        Some(ShutOut::LastWrong) => words.last_was_wrong.to_owned(),
        Some(ShutOut::Out) => words.only_survivors.to_owned(),
        Some(ShutOut::Late) => words.came_too_late.to_owned(),
        None => format!("{} ", words.tap_one),
    };
    view! { <p class="rain-hint">{text} {keys}</p> }
}

/// The place whose prize a packet is.
fn place_of(split: &Split, caught: &Caught) -> Option<u32> {
    match split {
        Split::Prizes(prizes) => prizes.place_of(caught.packet),
        _ => None,
    }
}

/// The packet, opened.
#[component]
pub(super) fn CaughtCard(
    caught: Caught,
    /// It has been waited for already.
    #[prop(optional)]
    late: bool,
    /// The place whose prize it is.
    #[prop(default = None)]
    place: Option<u32>,
) -> impl IntoView {
    let t = text::player();
    let title = value(move || match place {
        Some(place) => (t.now().prize_of)(place),
        None => t.now().caught.to_owned(),
    });
    let state = if caught.credited { "credited" } else { "caught" };
    let late = Signal::new(late);
    if !caught.credited {
        let timer = set_timeout_with_handle(move || late.set(true), UNUSUAL);
        on_cleanup(move || {
            let _ = timer.map(|timer| timer.clear());
        });
    }
    let said = value(move || match (caught.credited, late.get()) {
        (true, _) => t.now().credited,
        (false, false) => t.now().crediting,
        (false, true) => t.now().crediting_long,
    });
    // Browsers count no further.
    let counts = i32::try_from(caught.amount.0).is_ok();
    let mut sum = view! {
        <p class="catch-amount" data-decimals=counts.then(|| caught.currency.decimals().to_string())>
            <Amount amount=caught.amount currency=caught.currency testid="caught-amount" />
        </p>
    };
    // The style sheet counts up to it.
    sum.style("--sum", caught.amount.0);
    view! {
        <section class="catch">
            <p class="catch-title" data-testid="caught-title">{title}</p>
            {sum}
            <p class="catch-state" data-testid="claim-state" data-state=state>{said}</p>
        </section>
    }
}

/// A packet that is not this player's after all.
#[component]
fn LostCard(
    lost: Caught,
    /// The rain still falls.
    #[prop(optional)]
    again: bool,
    /// Why there is no other one for this player.
    missed: Option<Refusal>,
) -> impl IntoView {
    let t = text::player();
    let next = again || missed.is_some();
    let next_text = value(move || match &missed {
        Some(why) => (t.now().refusal)(why),
        None => t.now().tap_another,
    });
    view! {
        <section class="catch catch-lost">
            <p class="catch-title" data-testid="claim-state" data-state="void">{t.say(|w| w.lost)}</p>
            <p class="catch-amount">
                <Amount amount=lost.amount currency=lost.currency testid="lost-amount" />
            </p>
            <p class="catch-why">{t.say(|w| w.lost_why)}</p>
            {next.then(|| view! { <p class="catch-state">{next_text}</p> })}
        </section>
    }
}

/// The same, where the stage shows something else by now, until it is put away.
#[component]
pub(super) fn LostNotice(session: Session) -> impl IntoView {
    let t = text::player();
    let read = Signal::new(None::<(RainId, u32)>);
    let lost = session.part(|known| {
        let shown = known.shower().map(|rain| rain.rain);
        known.lost.clone().filter(|lost| Some(lost.rain) != shown)
    });
    live(move || {
        lost.get().filter(|lost| read.get() != Some((lost.rain, lost.packet))).map(|lost| {
            let Caught { rain, packet, amount, currency, .. } = lost;
            view! {
                <div class="notice notice-lost" data-testid="lost-notice">
                    <div role="status">
                        <p class="notice-title">
                            {t.say(|w| w.lost)} " " <Amount amount currency />
                        </p>
                        <p>{t.say(|w| w.lost_why)}</p>
                    </div>
                    <button type="button" class="button" data-testid="lost-read"
                        on:click=move |_| read.set(Some((rain, packet)))>
                        {t.say(|w| w.understood)}
                    </button>
                </div>
            }
        })
    })
}

#[component]
fn MissedCard(why: Refusal) -> impl IntoView {
    let t = text::player();
    let state = match why {
        Refusal::SoldOut => "sold-out",
        Refusal::NotEligible => "not-eligible",
        _ => "over",
    };
    view! {
        <section class="catch catch-none">
            <p class="catch-title" data-testid="claim-state" data-state=state>{value(move || (t.now().refusal)(&why))}</p>
            <p class="catch-state">{t.say(|w| w.next_time)}</p>
        </section>
    }
}

#[component]
pub(super) fn RainSummary(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let t = text::player();
    let Stage::RainDone { rain, caught, caught_amount, stopped, winners } = &stage.stage else {
        return ().into_any();
    };
    let (currency, split) = (rain.currency, rain.split.clone());
    let grab = grab(session, rain.rain);
    let own = live(move || match grab.get() {
        Grab::Caught(caught) => {
            let place = place_of(&split, &caught);
            view! { <CaughtCard caught late=true place /> }.into_any()
        }
        Grab::Waiting => view! {
            <p class="notice"><span class="spinner" aria-hidden="true"></span>{t.now().grabbing}</p>
        }
        .into_any(),
        Grab::Lost(lost, missed) => view! { <LostCard lost missed /> }.into_any(),
        Grab::Missed(why) => view! { <MissedCard why /> }.into_any(),
        Grab::Free => view! { <p class="notice">{t.now().nothing_caught}</p> }.into_any(),
    });
    let rows = winners
        .iter()
        .take(10)
        .map(|winner| {
            view! {
                <li class="row">
                    <span class="row-name"><bdi>{winner.nickname.clone()}</bdi></span>
                    <span class="row-score">{currency.format_major(winner.amount)}</span>
                </li>
            }
        })
        .collect_view();
    let (caught, packets) = (*caught, rain.packets);
    view! {
        <main class="page page-narrow">
            <h1 data-testid="rain-done">{t.say(|w| w.rain_over)}</h1>
            <div role="status" aria-live="polite">{own}</div>
            {stopped.then(|| view! { <p class="notice">{t.say(|w| w.rain_stopped)}</p> })}
            <p class="muted">
                <bdi>{caught} " / " {packets}</bdi>
                {value(move || (t.now().packets_caught)(packets.into()))} " · "
                <Amount amount=*caught_amount currency />
            </p>
            {(caught > 0).then(|| view! { <h2>{t.say(|w| w.largest_catches)}</h2> })}
            <ol class="rows rows-plain">{rows}</ol>
            <p><a class="button" href=Page::Balance.path()>{t.say(|w| w.see_balance)}</a></p>
        </main>
    }
    .into_any()
}
