//! What the parts of the editor share: the quiz, its saving, and what is done to it.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::QuizDocument;
use quizrain_shared::ids::{QuizId, Token};
use quizrain_shared::question::{InvalidQuestion, Question};
use quizrain_shared::quiz::{Quiz, QuizProblem};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::live::{Memo, memo};
use crate::net::device;
use crate::net::http::HttpError;
use crate::net::quiz::{self as net, Save};
use crate::net::window::on_window;
use crate::net::window::on_window_event;
use crate::stage::dialog::open_dialog;
use crate::state::authoring::{Saving, State, Step, Written, merged};
use crate::text::{self, StageWords, Tongue};

/// How often it is looked whether it is time to save.
const TICK: Duration = Duration::from_millis(300);

/// A quiz to write on.
#[derive(Clone)]
pub(super) struct Opened {
    /// As the server has it.
    document: QuizDocument,
    /// As this browser has it, where that is newer.
    kept: Option<Quiz>,
    /// What this browser has was made from a version that is not the server's any more.
    parted: bool,
}

impl Opened {
    /// What the server has, and what this browser kept when it could not save.
    pub(super) fn new(quiz: QuizId, document: QuizDocument) -> Self {
        let kept = net::kept(quiz).filter(|(_, kept)| *kept != document.quiz);
        if kept.is_none() {
            net::forget(quiz);
        }
        let parted = kept.as_ref().is_some_and(|(version, _)| *version != document.version);
        Self { document, kept: kept.map(|(_, quiz)| quiz), parted }
    }
}

/// The editor's state, shared by its parts.
#[derive(Clone, Copy)]
pub(super) struct Editor {
    pub(super) t: Tongue<StageWords>,
    pub(super) key: Token,
    pub(super) id: QuizId,
    pub(super) written: RwSignal<Written>,
    pub(super) saving: RwSignal<Saving>,
    /// Every rule that is broken.
    pub(super) problems: Memo<Vec<QuizProblem>>,
    /// Whether something was put back that had not reached the server.
    pub(super) restored: bool,
    /// Whether it may only be read.
    pub(super) in_bin: bool,
    /// The file that it comes from, whose next state replaces what is written here.
    pub(super) file: StoredValue<Option<String>>,
    /// What the server had last.
    base: StoredValue<Quiz>,
    /// What the server has, where the author has to choose.
    theirs: RwSignal<Option<QuizDocument>>,
    /// Which text of the open question takes the cursor when its fields are made.
    pub(super) focus: RwSignal<Option<usize>>,
}

impl Editor {
    pub(super) fn new(key: Token, id: QuizId, opened: Opened) -> Self {
        let Opened { document, kept, parted } = opened;
        let restored = kept.is_some() && !parted;
        let in_bin = document.deleted_ms.is_some();
        let written =
            RwSignal::new(Written::new(kept.clone().unwrap_or_else(|| document.quiz.clone())));
        let mut saving = Saving::new(document.version);
        if kept.is_some() {
            saving.changed(device::local_ms());
        }
        if parted {
            saving.stop(State::Conflict);
        }
        Self {
            t: text::stage(),
            key,
            id,
            written,
            saving: RwSignal::new(saving),
            problems: memo(move || written.with(|it| it.quiz.problems())),
            restored,
            in_bin,
            file: StoredValue::new(document.file.clone()),
            base: StoredValue::new(document.quiz.clone()),
            theirs: RwSignal::new(parted.then_some(document)),
            focus: RwSignal::new(None),
        }
    }

    /// Writes in the quiz.
    pub(super) fn edit_quiz(self, change: impl FnOnce(&mut Quiz)) {
        self.written.update(|it| change(&mut it.quiz));
        self.changed();
    }

    /// Writes in the open question.
    pub(super) fn edit(self, change: impl FnOnce(&mut Question)) {
        self.written.update(|it| {
            if let Some(question) = it.question_mut() {
                change(question);
            }
        });
        self.changed();
    }

    /// Changes the open question in a way that its fields do not show by themselves, and that can be
    /// taken back.
    pub(super) fn replace(self, change: impl FnOnce(&mut Question)) {
        let before = self.written.with_untracked(|it| it.question().cloned());
        if let Some(mut question) = before {
            change(&mut question);
            let open = self.written.with_untracked(Written::open);
            self.make(Step::Replace(open, Box::new(question)));
        }
    }

    /// Does a step that can be taken back.
    pub(super) fn make(self, step: Step) {
        self.written.update(|it| it.make(step));
        self.changed();
    }

    pub(super) fn undo(self) {
        self.written.update(Written::undo);
        self.changed();
    }

    pub(super) fn redo(self) {
        self.written.update(Written::redo);
        self.changed();
    }

    fn changed(self) {
        self.saving.update(|it| it.changed(device::local_ms()));
    }

    /// The open question as it is read now.
    pub(super) fn read<T>(self, read: impl FnOnce(&Question) -> T) -> Option<T> {
        self.written.with(|it| it.question().map(read))
    }

    /// The same, without following it.
    pub(super) fn read_once<T>(self, read: impl FnOnce(&Question) -> T) -> Option<T> {
        self.written.with_untracked(|it| it.question().map(read))
    }

    /// What is wrong with the open question.
    pub(super) fn open_problems(self) -> Vec<InvalidQuestion> {
        self.read(Question::problems).unwrap_or_default()
    }

    /// Which of its fields are shown: the question that is open, and what was made of it.
    pub(super) fn generation(self) -> Memo<u64> {
        let written = self.written;
        memo(move || written.with(Written::generation))
    }

    /// Saves what is written, for as long as the editor is there, and once more when it goes.
    pub(super) fn save_while_mounted(self) {
        let tick = move || self.save(false);
        let timer = set_interval_with_handle(tick, TICK);
        let at_once = move |_| self.save(true);
        let back = on_window("online", at_once);
        let hidden = on_window("pagehide", at_once);
        on_cleanup(move || {
            let _ = timer.map(|timer| timer.clear());
            back.remove();
            hidden.remove();
            self.save(true);
        });
    }

    /// Saves, if it is time.
    pub(super) fn save(self, at_once: bool) {
        let begun = self.saving.try_update_untracked(|it| it.begin(device::local_ms(), at_once));
        if begun != Some(true) || self.in_bin {
            return;
        }
        let quiz = self.written.with_untracked(|it| it.quiz.clone());
        let version = self.saving.with_untracked(Saving::version);
        net::keep(self.id, version, &quiz);
        spawn_local(async move {
            let answer = net::save(&self.key, self.id, version, quiz.clone()).await;
            self.hear(answer, quiz).await;
        });
    }

    /// Takes the server's answer to what was sent.
    async fn hear(self, answer: Result<Save, HttpError>, sent: Quiz) {
        let now = device::local_ms();
        match answer {
            Ok(Save::Saved(version)) => {
                if self.base.try_update_value(|base| *base = sent).is_none() {
                    // The editor is gone, and all that was written is there.
                    net::forget(self.id);
                    return;
                }
                self.saving.update(|it| it.saved(version, now));
                if !self.saving.with_untracked(Saving::is_dirty) {
                    net::forget(self.id);
                }
            }
            Ok(Save::Stale) => match net::read(&self.key, self.id).await {
                Ok(theirs) => self.merge(theirs),
                Err(_) => {
                    let _ = self.saving.try_update(|it| it.failed(now));
                }
            },
            Err(HttpError::Unreachable) => {
                let _ = self.saving.try_update(|it| it.failed(now));
            }
            Err(why) => {
                let words = untrack(|| self.t.now().problem(&why));
                let _ = self.saving.try_update(|it| it.stop(State::Refused(words)));
            }
        }
    }

    /// Brings what somebody else has saved together with what is written here, or asks.
    fn merge(self, theirs: QuizDocument) {
        let Some(base) = self.base.try_get_value() else { return };
        let mine = self.written.with_untracked(|it| it.quiz.clone());
        match merged(&base, &mine, &theirs.quiz) {
            Some(both) => {
                let version = theirs.version;
                self.base.set_value(theirs.quiz);
                if both != mine {
                    self.written.update(|it| it.take(both));
                }
                self.saving.update(|it| it.resume(version, device::local_ms()));
            }
            None => {
                self.theirs.set(Some(theirs));
                self.saving.update(|it| it.stop(State::Conflict));
            }
        }
    }

    /// What is written here takes the place of what somebody else has saved.
    pub(super) fn keep_mine(self) {
        if let Some(theirs) = self.theirs.get_untracked() {
            self.base.set_value(theirs.quiz);
            self.saving.update(|it| it.resume(theirs.version, device::local_ms()));
            self.theirs.set(None);
            self.save(true);
        }
    }

    /// What somebody else has saved takes the place of what is written here.
    pub(super) fn take_theirs(self) {
        if let Some(theirs) = self.theirs.get_untracked() {
            self.base.set_value(theirs.quiz.clone());
            self.written.update(|it| it.take(theirs.quiz));
            self.saving.update(|it| it.start_over(theirs.version));
            self.theirs.set(None);
            net::forget(self.id);
        }
    }

    /// Takes steps back by keys, where no text is being written: there the browser does it.
    pub(super) fn follow_keys_while_mounted(self) {
        let handle = on_window_event(leptos::ev::keydown, move |event: KeyboardEvent| {
            let held = event.ctrl_key() || event.meta_key();
            if !held || event.alt_key() || is_typing(&event) || open_dialog().is_some() {
                return;
            }
            match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
                ("z", false) => self.undo(),
                ("z", true) | ("y", false) => self.redo(),
                _ => return,
            }
            event.prevent_default();
        });
        on_cleanup(move || handle.remove());
    }
}

/// Whether a key goes into a text.
fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|it| it.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|it| {
        let boxed = matches!(
            it.get_attribute("type").as_deref(),
            Some("checkbox" | "radio" | "button" | "submit" | "file")
        );
        matches!(it.tag_name().as_str(), "INPUT" | "TEXTAREA") && !boxed
    })
}
