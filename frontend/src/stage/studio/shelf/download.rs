//! Taking a quiz away as a file, with a word about what its format cannot say.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{ExportFormat, ExportReport};
use quizrain_shared::ids::Token;

use super::import::questions::Problems;
use crate::dom::view;
use crate::live::{live, value};
use crate::net::http::HttpError;
use crate::net::{device, library};
use crate::text;

#[derive(Clone, Copy)]
struct Export {
    key: Token,
    id: StoredValue<String>,
    formats: RwSignal<Vec<ExportFormat>>,
    chosen: RwSignal<Option<String>>,
    report: RwSignal<Option<ExportReport>>,
    problem: RwSignal<Option<HttpError>>,
    saving: RwSignal<bool>,
}

impl Export {
    fn failed(self, why: HttpError) {
        let _ = self.problem.try_set(Some(why));
    }

    fn load(self) {
        if self.formats.with_untracked(|formats| !formats.is_empty()) {
            return;
        }
        spawn_local(async move {
            match library::formats(&self.key).await {
                Err(why) => self.failed(why),
                Ok(formats) => {
                    let first = formats.first().map(|format| format.name.clone());
                    if self.formats.try_set(formats).is_none()
                        && let Some(first) = first
                    {
                        self.choose(first);
                    }
                }
            }
        });
    }

    fn choose(self, format: String) {
        self.chosen.set(Some(format.clone()));
        self.report.set(None);
        self.problem.set(None);
        spawn_local(async move {
            let Some(id) = self.id.try_get_value() else { return };
            let report = library::check_export(&self.key, &id, &format).await;
            if self.chosen.try_get_untracked().flatten().as_deref() != Some(&format) {
                return;
            }
            match report {
                Ok(report) => self.report.set(Some(report)),
                Err(why) => self.failed(why),
            }
        });
    }

    fn save(self) {
        let Some(ExportReport { format, file, .. }) = self.report.get_untracked() else { return };
        if self.saving.get_untracked() {
            return;
        }
        self.saving.set(true);
        self.problem.set(None);
        spawn_local(async move {
            let Some(id) = self.id.try_get_value() else { return };
            let content = library::export(&self.key, &id, &format).await;
            let _ = self.saving.try_set(false);
            match content {
                Ok(content) if device::save(&file, &content).is_some() => {}
                Ok(_) => self.failed(HttpError::Unreachable),
                Err(why) => self.failed(why),
            }
        });
    }
}

#[component]
pub(super) fn Download(key: Token, id: String) -> impl IntoView {
    let t = text::stage();
    let export = Export {
        key,
        id: StoredValue::new(id),
        formats: RwSignal::new(Vec::new()),
        chosen: RwSignal::new(None),
        report: RwSignal::new(None),
        problem: RwSignal::new(None),
        saving: RwSignal::new(false),
    };
    let Export { formats, report, problem, saving, .. } = export;
    let choices = live(move || {
        let choice =
            |format: ExportFormat| view! { <option value=format.name>{format.title}</option> };
        formats.get().into_iter().map(choice).collect_view()
    });
    let lost = live(move || {
        report.get().map(|report| match report.lost.len() {
            0 => view! { <p class="muted small">{t.now().library_words.says_all}</p> }.into_any(),
            n => view! {
                <p class="small">{(t.now().library_words.says_not)(n)}</p>
                <Problems problems=report.lost />
            }
            .into_any(),
        })
    });
    view! {
        <details class="studio-part" data-testid="download" on:toggle=move |_| export.load()>
            <summary>{t.say(|w| w.library_words.download)}</summary>
            <div class="studio-row">
                <label class="studio-grow">
                    <span class="label">{t.say(|w| w.library_words.format)}</span>
                    <select class="field" data-testid="format"
                        on:change=move |event| export.choose(event_target_value(&event))>{choices}</select>
                </label>
                <button type="button" class="button" data-testid="save-file"
                    disabled=value(move || saving.get() || report.with(Option::is_none))
                    on:click=move |_| export.save()>{t.say(|w| w.library_words.download_button)}</button>
            </div>
            <div role="status" data-testid="lost">{lost}</div>
            {live(move || problem.get().map(|why| view! {
                <p class="problem" role="alert">{t.now().problem(&why)}</p>
            }))}
        </details>
    }
}
