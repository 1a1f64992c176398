//! A file that is brought: what is in it, and what is wanted of it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{
    FilePlace, ImportNeed, ImportProblem, ImportReport, MAX_IMPORT_BYTES, ProblemKind,
};
use wasm_bindgen_futures::JsFuture;

use super::questions::{Choices, Problems};
use super::{Brought, Import, Stage};
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::device;
use crate::net::http::HttpError;
use crate::stage::studio::shelf::act::shown_title;
use crate::stage::studio::shelf::card::editor;
use crate::state::shelf::{Column, Columns, csv};
use crate::text::{self, Shown};

/// Encodings in which quizzes are found that are not Unicode, with the names that people know.
const ENCODINGS: [(&str, &str); 9] = [
    ("windows-1252", "Windows-1252 (Western)"),
    ("gb18030", "GB18030 / GBK (简体中文)"),
    ("big5", "Big5 (繁體中文)"),
    ("shift_jis", "Shift_JIS (日本語)"),
    ("euc-kr", "EUC-KR (한국어)"),
    ("windows-1250", "Windows-1250 (Central European)"),
    ("windows-1251", "Windows-1251 (Кириллица)"),
    ("windows-1254", "Windows-1254 (Türkçe)"),
    ("macintosh", "Macintosh"),
];

#[component]
pub(super) fn FilePart(import: Import, brought: Brought) -> impl IntoView {
    let t = text::stage();
    let Brought { number, name, stage, .. } = brought;
    let name = name.get_value();
    let kept = memo(move || stage.with(|stage| !matches!(stage, Stage::Saved(_) | Stage::Saving)));
    view! {
        <section class="studio-file" data-testid="file">
            <div class="studio-row">
                <h3 class="studio-grow"><bdi>{name}</bdi></h3>
                {live(move || kept.get().then(|| view! {
                    <button type="button" class="button" data-testid="leave-out"
                        on:click=move |_| import.leave_out(number)>{t.now().library_words.leave_out}</button>
                }))}
            </div>
            {live(move || match stage.get() {
                Stage::Reading => waiting(t.now().library_words.reading),
                Stage::Saving => waiting(t.now().library_words.saving),
                Stage::TooLarge => {
                    let mib = MAX_IMPORT_BYTES / 1024 / 1024;
                    problem((t.now().library_words.too_large)(mib))
                }
                Stage::Failed(why) => failed(import, brought, &why),
                Stage::Saved(id) => saved(brought, &id),
                Stage::Read(report) => view! { <Report import brought report=*report /> }.into_any(),
            })}
        </section>
    }
}

fn waiting(word: &'static str) -> AnyView {
    view! {
        <p role="status"><span class="spinner" aria-hidden="true"></span>{word}</p>
    }
    .into_any()
}

fn problem(words: String) -> AnyView {
    view! { <p class="problem" role="alert" data-testid="file-problem">{words}</p> }.into_any()
}

fn failed(import: Import, brought: Brought, why: &HttpError) -> AnyView {
    let t = text::stage();
    // What was said of its columns may be what is wrong.
    let columns = brought.columns.with_untracked(Option::is_some);
    view! {
        {problem(t.now().problem(why))}
        {columns.then(|| view! { <ColumnsForm import brought /> })}
        <p><button type="button" class="button" on:click=move |_| import.read_again(brought)>
            {t.now().try_again}
        </button></p>
    }
    .into_any()
}

fn saved(brought: Brought, id: &str) -> AnyView {
    let t = text::stage();
    let title = shown_title(t, &brought.title.get_untracked());
    view! {
        <p class="notice" role="status" data-testid="imported">
            {t.now().library_words.imported}" "<a href=editor(id)><bdi>{title}</bdi></a>
        </p>
    }
    .into_any()
}

#[component]
fn Report(import: Import, brought: Brought, report: ImportReport) -> impl IntoView {
    let t = text::stage();
    let ImportReport { format, kinds, problems, needs, quiz, questions, .. } = report;
    let kinds = (questions > 0).then(|| {
        let kinds = value(move || {
            let words = t.now();
            let kinds = kinds.iter().map(|(kind, n)| format!("{n} × {}", words.kind_named(kind)));
            kinds.collect::<Vec<_>>().join(" · ")
        });
        view! {
            <p class="small" data-testid="kinds">
                <strong>{t.tell(move |w| (w.questions)(questions))}</strong>": "{kinds}
                {format.map(|format| view! { <span class="muted">" ("{format}")"</span> })}
            </p>
        }
    });
    let chosen = quiz.map(|quiz| {
        view! {
            <label class="stack">
                <span class="label">{t.say(|w| w.library_words.quiz_title)}</span>
                <input type="text" class="field" data-testid="import-name" maxlength="120"
                    autocomplete="off" prop:value=brought.title
                    on:input=move |event| brought.title.set(event_target_value(&event)) />
            </label>
            <Choices chosen=brought.chosen questions=quiz.questions />
        }
    });
    let nothing = (questions == 0 && needs.is_none())
        .then(|| problem(untrack(|| t.now().library_words.nothing_usable.to_owned())));
    // What was said may be wrong, also where something could be read then.
    let said_encoding = brought.encoding.with_untracked(Option::is_some);
    let said_columns = brought.columns.with_untracked(Option::is_some);
    let encoding = (said_encoding || needs == Some(ImportNeed::Encoding))
        .then(|| view! { <EncodingForm import brought /> });
    let columns = (said_columns || needs == Some(ImportNeed::Columns))
        .then(|| view! { <ColumnsForm import brought /> });
    let listed = (!problems.is_empty()).then(|| listed(brought, problems));
    view! { <div class="stack">{kinds}{nothing}{encoding}{columns}{chosen}{listed}</div> }
}

/// What is wrong with a file: first what its host can mend, then what has no place here.
fn listed(brought: Brought, problems: Vec<ImportProblem>) -> AnyView {
    let t = text::stage();
    let rows = problems.clone();
    let is_limit = |it: &ImportProblem| it.kind.as_ref().is_some_and(ProblemKind::is_limit);
    let (limits, to_mend): (Vec<_>, Vec<_>) = problems.into_iter().partition(is_limit);
    let to_mend = (!to_mend.is_empty()).then(|| {
        let count = to_mend.len();
        view! {
            <details class="studio-part" data-testid="problems" open=true>
                <summary>{t.tell(move |w| (w.problem_words.to_mend)(count))}</summary>
                <Problems problems=to_mend />
            </details>
        }
    });
    let limits = (!limits.is_empty()).then(|| {
        let count = limits.len();
        view! {
            <details class="studio-part" data-testid="limits">
                <summary>{t.tell(move |w| (w.problem_words.no_place)(count))}</summary>
                <p class="muted small">{t.say(|w| w.problem_words.no_place_why)}</p>
                <Problems problems=limits />
            </details>
        }
    });
    view! {
        {to_mend}
        {limits}
        <p><button type="button" class="button" data-testid="problems-csv"
            on:click=move |_| save_problems(brought, rows.clone())>
            {t.say(|w| w.library_words.problems_csv)}
        </button></p>
    }
    .into_any()
}

/// Saves a table of problems with the lines of the file that they are in, to be mended.
fn save_problems(brought: Brought, problems: Vec<ImportProblem>) {
    let words = text::stage().now().problem_words;
    let mut head = text::stage().now().library_words.csv_head.map(str::to_owned).to_vec();
    // Of tables the whole row follows, under its own headings.
    let longest = problems.iter().map(|it| &it.row).max_by_key(|row| row.len());
    head.extend(longest.into_iter().flatten().map(|(heading, _)| heading.clone()));
    let (Some(file), Some(name)) = (brought.file.try_get_value(), brought.name.try_get_value())
    else {
        return;
    };
    spawn_local(async move {
        // A file that is no text has no lines that it could be said in.
        let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        let text = text.filter(|text| !text.contains('\0')).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let line = |at: &FilePlace| match at {
            FilePlace::Line(number) => lines.get(number.checked_sub(1)?).copied(),
            _ => None,
        };
        let rows = problems.into_iter().map(|it| {
            let line = line(&it.at).unwrap_or_default().to_owned();
            let Shown { place, what, expected, .. } = words.show(&it);
            let said = [name.clone(), place, what, expected, line];
            said.into_iter().chain(it.row.into_iter().map(|(_, cell)| cell)).collect()
        });
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
        let table = csv(rows.iter().map(Vec::as_slice));
        let parts = js_sys::Array::of1(&table.into());
        if let Ok(content) = web_sys::Blob::new_with_str_sequence(&parts) {
            let _ = device::save(&format!("{name}-problems.csv"), &content);
        }
    });
}

#[component]
fn EncodingForm(import: Import, brought: Brought) -> impl IntoView {
    let t = text::stage();
    let said = brought.encoding.get_untracked();
    let said = RwSignal::new(said.unwrap_or_else(|| ENCODINGS[0].0.to_owned()));
    let again = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        brought.encoding.set(Some(said.get_untracked()));
        import.read_again(brought);
    };
    let now = said.get_untracked();
    let option = move |(value, name): (&'static str, &'static str)| {
        view! { <option value=value selected=value == now>{name}</option> }
    };
    view! {
        <form class="stack" on:submit=again>
            <p>{t.say(|w| w.library_words.encoding_why)}</p>
            <div class="studio-row">
                <label class="studio-grow">
                    <span class="label">{t.say(|w| w.library_words.encoding)}</span>
                    <select class="field" data-testid="encoding"
                        on:change=move |event| said.set(event_target_value(&event))>
                        {ENCODINGS.map(option).into_iter().collect_view()}
                    </select>
                </label>
                <button type="submit" class="button" data-testid="read-again">
                    {t.say(|w| w.library_words.read_again)}
                </button>
            </div>
        </form>
    }
}

#[component]
fn ColumnsForm(import: Import, brought: Brought) -> impl IntoView {
    let t = text::stage();
    let said = RwSignal::new(brought.columns.get_untracked().unwrap_or_default());
    let again = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        brought.columns.set(Some(said.get_untracked()));
        import.read_again(brought);
    };
    let field = move |(place, column): (usize, Column)| {
        let before = said.with_untracked(|Columns(said)| said.get(place).cloned());
        view! {
            <label>
                <span class="label small">{value(move || (t.now().library_words.column)(column))}</span>
                <input type="text" class="field" data-testid=format!("column-{place}") maxlength="40"
                    autocomplete="off" prop:value=before on:input=move |event| {
                        let text = event_target_value(&event);
                        said.update(|Columns(said)| {
                            if let Some(column) = said.get_mut(place) {
                                *column = text;
                            }
                        });
                    } />
            </label>
        }
    };
    view! {
        <form class="stack" on:submit=again>
            <p>{t.say(|w| w.library_words.columns_why)}</p>
            <fieldset class="studio-columns">
                <legend class="label">{t.say(|w| w.library_words.columns)}</legend>
                {Column::ALL.into_iter().enumerate().map(field).collect_view()}
            </fieldset>
            <p><button type="submit" class="button" data-testid="read-again">
                {t.say(|w| w.library_words.read_again)}
            </button></p>
        </form>
    }
}
