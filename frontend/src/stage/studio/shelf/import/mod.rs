//! Bringing files: they are chosen or dropped, the server reads them and changes nothing, the host sees
//! what is in them and chooses, and then it is imported.

mod dialog;
mod file;
pub(super) mod questions;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{ImportFile, ImportReport, MAX_IMPORT_BYTES};
use quizrain_shared::ids::QuizId;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, FileList};

use super::list::Quizzes;
use crate::net::http::HttpError;
use crate::net::window::on_window_event;
use crate::net::{device, library};
use crate::state::shelf::{Chosen, Columns};

pub(super) use dialog::ImportDialog;

/// Where a file stands.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// It waits, or is being read.
    Reading,
    /// It is larger than the server takes.
    TooLarge,
    /// What is in it.
    Read(Box<ImportReport>),
    /// It could not be read or imported.
    Failed(HttpError),
    /// It is being imported.
    Saving,
    /// It is the quiz of this name.
    Saved(String),
}

/// A file that is brought.
#[derive(Clone, Copy)]
struct Brought {
    /// Tells files apart.
    number: u32,
    /// What the quiz is called that it becomes, so that asking twice makes one.
    id: QuizId,
    name: StoredValue<String>,
    file: StoredValue<web_sys::File, LocalStorage>,
    stage: RwSignal<Stage>,
    encoding: RwSignal<Option<String>>,
    columns: RwSignal<Option<Columns>>,
    title: RwSignal<String>,
    chosen: RwSignal<Chosen>,
}

impl Brought {
    fn new(number: u32, file: web_sys::File) -> Self {
        let stage =
            if file.size() > MAX_IMPORT_BYTES as f64 { Stage::TooLarge } else { Stage::Reading };
        Self {
            number,
            id: QuizId(device::random_bytes()),
            name: StoredValue::new(file.name()),
            file: StoredValue::new_local(file),
            stage: RwSignal::new(stage),
            encoding: RwSignal::new(None),
            columns: RwSignal::new(None),
            title: RwSignal::new(String::new()),
            chosen: RwSignal::new(Chosen::default()),
        }
    }

    /// How many questions would be imported; 0: none is, for whatever reason.
    fn wanted(self) -> usize {
        self.stage.with(|stage| match stage {
            Stage::Read(_) | Stage::Failed(_) => self.chosen.with(Chosen::count),
            _ => 0,
        })
    }

    fn wish(self, save: bool) -> Option<ImportFile> {
        let title = self.title.try_get_untracked()?;
        let chosen = self.chosen.try_get_untracked()?;
        Some(ImportFile {
            name: self.name.try_get_value()?,
            encoding: self.encoding.try_get_untracked()?,
            columns: self.columns.try_get_untracked()?.map(|columns| columns.write()),
            save: save.then(|| self.id.to_string()),
            title: save.then(|| title.trim().to_owned()).filter(|title| !title.is_empty()),
            without: chosen.without().filter(|_| save),
        })
    }
}

/// The dialog, and the files in it.
#[derive(Clone, Copy)]
pub(super) struct Import {
    quizzes: Quizzes,
    open: RwSignal<bool>,
    /// Whether a file is held over the page.
    over: RwSignal<bool>,
    files: RwSignal<Vec<Brought>>,
    brought: StoredValue<u32>,
    /// Whether the server is at work for a file: it takes one after the other.
    busy: RwSignal<bool>,
}

impl Import {
    pub(super) fn new(quizzes: Quizzes) -> Self {
        Self {
            quizzes,
            open: RwSignal::new(false),
            over: RwSignal::new(false),
            files: RwSignal::new(Vec::new()),
            brought: StoredValue::new(0),
            busy: RwSignal::new(false),
        }
    }

    /// Opens the dialog.
    pub(super) fn ask(self) {
        // What is done is of no interest any more.
        self.files.update(|files| {
            files.retain(|it| !it.stage.with_untracked(|stage| matches!(stage, Stage::Saved(_))));
        });
        self.open.set(true);
    }

    /// Takes files that are dropped anywhere on the page, for as long as the caller's owner lives.
    pub(super) fn take_drops(self) {
        let brings_files = |event: &DragEvent| {
            let types = event.data_transfer().map(|transfer| transfer.types());
            types.is_some_and(|types| {
                types.iter().any(|it| it.as_string().as_deref() == Some("Files"))
            })
        };
        let over = on_window_event(leptos::ev::dragover, move |event| {
            if brings_files(&event) {
                event.prevent_default();
                if !self.over.get_untracked() {
                    self.over.set(true);
                }
            }
        });
        let leave = on_window_event(leptos::ev::dragleave, move |event| {
            // Out of the window, and not merely from one part of the page to another.
            if event.related_target().is_none() {
                self.over.set(false);
            }
        });
        let dropped = on_window_event(leptos::ev::drop, move |event| {
            if brings_files(&event) {
                event.prevent_default();
                self.over.set(false);
                self.ask();
                self.take(event.data_transfer().and_then(|transfer| transfer.files()));
            }
        });
        on_cleanup(move || {
            over.remove();
            leave.remove();
            dropped.remove();
        });
    }

    /// Takes files and has them read.
    fn take(self, files: Option<FileList>) {
        let files =
            files.iter().flat_map(|files| (0..files.length()).filter_map(|n| files.item(n)));
        for file in files {
            let number = self.brought.try_update_value(|number| {
                *number += 1;
                *number
            });
            let brought = Brought::new(number.unwrap_or_default(), file);
            self.files.update(|files| files.push(brought));
        }
        self.work();
    }

    fn leave_out(self, number: u32) {
        self.files.update(|files| files.retain(|it| it.number != number));
    }

    /// Reads a file again, as something else was said of it.
    fn read_again(self, brought: Brought) {
        brought.stage.set(Stage::Reading);
        self.work();
    }

    /// Imports what is chosen of every file.
    fn import(self) {
        for brought in self.files.get_untracked() {
            if untrack(|| brought.wanted()) > 0 {
                brought.stage.set(Stage::Saving);
            }
        }
        self.work();
    }

    /// Has the server read and import what waits, one file after the other.
    fn work(self) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        spawn_local(async move {
            while let Some((brought, save)) = self.waiting() {
                self.send(brought, save).await;
            }
            let _ = self.busy.try_set(false);
        });
    }

    /// The first file that waits, and whether it is to be imported.
    fn waiting(self) -> Option<(Brought, bool)> {
        let files = self.files.try_get_untracked()?;
        files.into_iter().find_map(|brought| {
            brought.stage.try_with_untracked(|stage| match stage {
                Stage::Reading => Some((brought, false)),
                Stage::Saving => Some((brought, true)),
                _ => None,
            })?
        })
    }

    async fn send(self, brought: Brought, save: bool) {
        let (Some(wish), Some(file)) = (brought.wish(save), brought.file.try_get_value()) else {
            return;
        };
        let answer = library::import(&self.quizzes.key(), &wish, file.unchecked_ref()).await;
        let stage = match answer {
            Err(why) => Stage::Failed(why),
            Ok(ImportReport { saved: Some(saved), .. }) => Stage::Saved(saved.id),
            Ok(report) => {
                let questions = u16::try_from(report.questions).unwrap_or(u16::MAX);
                let _ = brought.chosen.try_set(Chosen::all(questions));
                let _ = brought.title.try_set(report.title.clone().unwrap_or_default());
                Stage::Read(Box::new(report))
            }
        };
        let imported = matches!(stage, Stage::Saved(_));
        if brought.stage.try_set(stage).is_none() && imported {
            self.quizzes.reload();
        }
    }
}
