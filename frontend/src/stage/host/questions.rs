//! The panel of questions: the one that is on with its answer, the next one, and all of them, each of
//! which can be asked, made the next, or have its answer corrected.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::HostedQuestion;
use quizrain_shared::client::GameView;
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::phase::{Kind, Move, Phase};
use quizrain_shared::wire::{Stage, StageAt};

use super::answer_text::answer_lines;
use super::clicks::Clicks;
use super::confirm::ConfirmDialog;
use super::fix_key::FixDialog;
use super::panel::{PAGE, Pager, panel};
use crate::dom::view;
use crate::live::{Memo, effect, live, memo, value};
use crate::net::host;
use crate::net::http::HttpError;
use crate::state::session::Session;
use crate::text;

/// The questions of a game, once this page has them.
#[derive(Clone, Copy)]
pub(super) struct Questions {
    game: GameId,
    host: StoredValue<Token>,
    list: RwSignal<Option<Result<Arc<[HostedQuestion]>, HttpError>>>,
}

impl Questions {
    /// Asks with each stage until they are here, and again where one shows another answer than is known: another
    /// host has corrected it.
    pub(super) fn follow(session: Session, game: GameId, host: Token) -> Self {
        let questions = Self { game, host: StoredValue::new(host), list: RwSignal::new(None) };
        let stage = session.stage();
        effect(move || {
            let Some(stage) = stage.get() else { return };
            let behind = questions.list.with_untracked(|list| {
                let known = list.as_ref().and_then(|list| list.as_ref().ok());
                is_behind(known.map(|list| &**list), &stage)
            });
            if behind {
                questions.load();
            }
        });
        questions
    }

    /// Asks for all of them, anew; where no answer comes, what is known stays.
    pub(super) fn load(self) {
        let Some(host) = self.host.try_get_value() else { return };
        spawn_local(async move {
            let answer = host::questions(&host, self.game).await.map(Arc::<[HostedQuestion]>::from);
            let _ = self.list.try_update(|list| {
                if answer.is_ok() || !matches!(list, Some(Ok(_))) {
                    *list = Some(answer);
                }
            });
        });
    }

    /// All of them, once they are here.
    pub(super) fn known(self) -> Option<Arc<[HostedQuestion]>> {
        self.list.with(|list| list.as_ref()?.as_ref().ok().cloned())
    }

    /// One of them.
    pub(super) fn get(self, number: u16) -> Option<HostedQuestion> {
        self.list.with(|list| list.as_ref()?.as_ref().ok()?.get(usize::from(number)).cloned())
    }
}

/// Whether a stage has use for questions that are not known, or are not as it shows them.
fn is_behind(known: Option<&[HostedQuestion]>, stage: &StageAt) -> bool {
    let Some(known) = known else { return stage.phase.kind != Kind::Ended };
    let Stage::Revealed { key, .. } = &stage.stage else { return false };
    let shown = stage.phase.question().and_then(|shown| known.get(usize::from(shown)));
    shown.is_some_and(|shown| shown.key != *key)
}

/// What the buttons of the panel act on.
#[derive(Clone, Copy)]
struct Acts {
    clicks: Clicks,
    /// The question that a host is asked about before it is asked again.
    again: RwSignal<u16>,
    asking: RwSignal<bool>,
    /// The question whose answer is being corrected.
    fixing: RwSignal<Option<u16>>,
}

#[component]
pub(super) fn QuestionsPanel(clicks: Clicks, questions: Questions) -> impl IntoView {
    let t = text::stage();
    let title = t.tell(|w| w.desk.questions.to_owned());
    panel(title, "questions", move || {
        if questions.list.with_untracked(|list| !matches!(list, Some(Ok(_)))) {
            questions.load();
        }
        view! { <Panel clicks questions /> }
    })
}

#[component]
fn Panel(clicks: Clicks, questions: Questions) -> impl IntoView {
    let t = text::stage();
    let acts = Acts {
        clicks,
        again: RwSignal::new(0),
        asking: RwSignal::new(false),
        fixing: RwSignal::new(None),
    };
    let phase = clicks.session.part(GameView::phase);
    let first = phase.get_untracked().and_then(|phase| phase.next_question()).unwrap_or(0);
    let skip = RwSignal::new(u32::from(first) / PAGE * PAGE);
    let body = live(move || match questions.list.get() {
        None => view! { <p class="muted" role="status">{t.now().loading}</p> }.into_any(),
        Some(Err(why)) => view! {
            <p class="problem" role="alert">{t.now().problem(&why)}</p>
            <button type="button" class="button" on:click=move |_| questions.load()>
                {t.now().try_again}
            </button>
        }
        .into_any(),
        Some(Ok(list)) => view! { <Listed acts phase skip list /> }.into_any(),
    });
    view! {
        {body}
        <ConfirmDialog open=acts.asking title=|w| w.desk.ask_again_sure
            yes=|w| w.desk.ask_again testid="ask-again-confirm"
            confirm=move || clicks.ask(acts.again.get_untracked())>
            <p>{t.say(|w| w.desk.ask_again_why)}</p>
        </ConfirmDialog>
        <FixDialog clicks questions fixing=acts.fixing />
    }
}

#[component]
fn Listed(
    acts: Acts,
    phase: Memo<Option<Phase>>,
    skip: RwSignal<u32>,
    list: Arc<[HostedQuestion]>,
) -> impl IntoView {
    let count = list.len() as u32;
    let found = memo(move || count);
    let now = now(phase, list.clone());
    let coming = coming(acts.clicks, phase, list.clone());
    let rows = live(move || {
        let phase = phase.get()?;
        let next = acts.clicks.picked.get().or_else(|| phase.next_question());
        let shown = (0_u16..).zip(list.iter()).skip(skip.get() as usize).take(PAGE as usize);
        let rows = shown.map(|(number, question)| row(acts, &phase, next, number, question));
        Some(rows.collect_view())
    });
    view! {
        {now}
        {coming}
        <ol class="hosted-list">{rows}</ol>
        <Pager skip found />
    }
}

/// The question that is shown.
fn now(phase: Memo<Option<Phase>>, list: Arc<[HostedQuestion]>) -> AnyView {
    let t = text::stage();
    live(move || {
        let question = list.get(usize::from(phase.get()?.question()?))?;
        Some(view! {
            <section class="hosted" data-testid="question-now">
                <h3 class="hosted-title">
                    {t.now().desk.now} " · " {t.now().kind(&question.question.kind)}
                </h3>
                {told(question, true)}
            </section>
        })
    })
    .into_any()
}

/// The question that comes next, and a way around it.
fn coming(clicks: Clicks, phase: Memo<Option<Phase>>, list: Arc<[HostedQuestion]>) -> AnyView {
    let t = text::stage();
    live(move || {
        let phase = phase.get()?;
        let next = clicks.picked.get().or_else(|| phase.next_question());
        let question = next.and_then(|next| list.get(usize::from(next)));
        let none = question.is_none().then(|| t.now().desk.no_next);
        let kind = question.map(|it| t.now().kind(&it.question.kind));
        let behind = next.and_then(|next| behind(&phase, next));
        Some(view! {
            <section class="hosted" data-testid="question-next">
                <h3 class="hosted-title">
                    {t.now().desk.next}
                    {next.map(|next| format!(" · {}", next + 1))}
                    {kind.map(|kind| [" · ", kind].concat())}
                </h3>
                {question.map(|it| told(it, false))}
                {none.map(|none| view! { <p class="muted">{none}</p> })}
                {behind.filter(|_| !clicks.watching).map(|behind| view! {
                    <button type="button" class="button" data-testid="skip"
                        on:click=move |_| clicks.pick(behind)>
                        {t.now().desk.skip}
                    </button>
                })}
            </section>
        })
    })
    .into_any()
}

/// The question that comes next where another one is skipped.
fn behind(phase: &Phase, next: u16) -> Option<u16> {
    (next.saturating_add(1)..phase.questions).find(|question| !phase.played.has(*question))
}

/// A question with its answer.
pub(super) fn told(question: &HostedQuestion, explained: bool) -> AnyView {
    let said = question.explanation.clone();
    view! {
        <p class="hosted-text" dir="auto">{question.question.text.clone()}</p>
        {answer(question)}
        {(explained && !said.is_empty()).then(|| view! { <p class="muted small" dir="auto">{said}</p> })}
    }
    .into_any()
}

/// What is right.
pub(super) fn answer(question: &HostedQuestion) -> AnyView {
    let t = text::stage();
    let (kind, key) = (question.question.kind.clone(), question.key.clone());
    let Some(key) = key else {
        return view! { <p class="muted">{t.say(|w| w.desk.no_answer)}</p> }.into_any();
    };
    let lines = live(move || {
        let lines = answer_lines(&kind, &key, t.now());
        lines.into_iter().map(|line| view! { <li dir="auto">{line}</li> }).collect_view()
    });
    view! { <ul class="hosted-answer" aria-label=t.say(|w| w.desk.answer)>{lines}</ul> }.into_any()
}

/// A question of the list.
fn row(
    acts: Acts,
    phase: &Phase,
    next: Option<u16>,
    number: u16,
    question: &HostedQuestion,
) -> AnyView {
    let t = text::stage();
    let (asked, is_next) = (phase.played.has(number), next == Some(number));
    let kind = question.question.kind.clone();
    let mark = value(move || {
        let (words, mut told) = (t.now().desk, t.now().kind(&kind).to_owned());
        for (is_so, word) in [(asked, words.asked), (is_next, words.next)] {
            if is_so {
                told.extend([" · ", word]);
            }
        }
        told
    });
    view! {
        <li>
            <details class="hosted-row" data-testid=format!("question-{}", number + 1)>
                <summary>
                    <span class="hosted-number">{u32::from(number) + 1}</span>
                    <span class="hosted-head">
                        <span class="hosted-line" dir="auto">{question.question.text.clone()}</span>
                        <span class="hosted-mark small">{mark}</span>
                    </span>
                </summary>
                <div class="hosted-body">
                    {told(question, true)}
                    {(!acts.clicks.watching).then(|| buttons(acts, phase, is_next, number, question))}
                </div>
            </details>
        </li>
    }
    .into_any()
}

/// What a host can do about a question of the list.
fn buttons(
    acts: Acts,
    phase: &Phase,
    is_next: bool,
    number: u16,
    question: &HostedQuestion,
) -> AnyView {
    let t = text::stage();
    let Acts { clicks, again, asking, fixing } = acts;
    let (asked, scored) = (phase.played.has(number), phase.scored().has(number));
    // At their own pace, players have every question.
    let own_pace = clicks.session.mode().self_paced().is_some();
    let can_ask = !own_pace && phase.with_question(Move::Ask, number).is_ok();
    let ask = move |_| {
        if asked {
            again.set(number);
            asking.set(true);
        } else {
            clicks.ask(number);
        }
    };
    view! {
        <div class="buttons">
            <button type="button" class="button" data-testid="ask-now" on:click=ask
                disabled=value(move || !can_ask || clicks.waiting())>
                {t.say(if asked { |w| w.desk.ask_again } else { |w| w.desk.ask_now })}
            </button>
            {(!asked && !is_next && !own_pace).then(|| view! {
                <button type="button" class="button" data-testid="make-next"
                    on:click=move |_| clicks.pick(number)>
                    {t.say(|w| w.desk.make_next)}
                </button>
            })}
            {(scored && question.key.is_some()).then(|| view! {
                <button type="button" class="button" data-testid="fix-key"
                    on:click=move |_| fixing.set(Some(number))>
                    {t.say(|w| w.desk.fix)}
                </button>
            })}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Incarnation;
    use quizrain_shared::played::Played;
    use quizrain_shared::question::{Key, Question, QuestionKind, Tally, TrueFalse};
    use quizrain_shared::wire::Position;

    use super::*;

    fn hosted(correct: bool) -> HostedQuestion {
        let question =
            Question::new("Is it?".into(), QuestionKind::TrueFalse(TrueFalse { correct }));
        let (view, key) = (question.view(), question.key());
        HostedQuestion { question: view, read_seconds: 0, key, explanation: String::new() }
    }

    fn stage(kind: Kind, stage: Stage) -> StageAt {
        let at = Position { incarnation: Incarnation([1; 8]), seq: 7 };
        let phase = Phase { kind, played: Played::in_order(1), questions: 2 };
        StageAt { at, phase, opens_ms: 0, closes_ms: 0, stage }
    }

    #[test]
    fn questions_are_asked_for_until_they_are_here_and_where_one_was_corrected() {
        let lobby = stage(Kind::Lobby, Stage::Lobby);
        assert!(is_behind(None, &lobby));
        let known = [hosted(true), hosted(true)];
        assert!(!is_behind(Some(&known), &lobby) && !is_behind(Some(&[]), &lobby));
        let revealed = |key: Option<Key>| {
            let question = hosted(true).question;
            let (tally, explanation) = (Tally::Choices(Vec::new()), String::new());
            let shown = Stage::Revealed { question, key, tally, answered: 0, explanation };
            stage(Kind::Revealed, shown)
        };
        assert!(!is_behind(Some(&known), &revealed(hosted(true).key)));
        assert!(is_behind(Some(&known), &revealed(hosted(false).key)));
        let over = StageAt { phase: Phase { kind: Kind::Ended, ..lobby.phase.clone() }, ..lobby };
        assert!(!is_behind(None, &over), "nobody needs them any more");
    }

    #[test]
    fn what_is_skipped_leads_to_the_next_that_was_not_asked() {
        let played = Played::in_order(2).with(3);
        let phase = Phase { kind: Kind::Board, played, questions: 6 };
        assert_eq!(behind(&phase, 2), Some(4));
        assert_eq!(behind(&phase, 4), Some(5));
        assert_eq!(behind(&phase, 5), None);
    }
}
