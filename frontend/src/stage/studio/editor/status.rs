//! The top of the editor: whether everything is saved, what is left to do, and the way to a game.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::CreateGame;
use quizrain_shared::pages::Page;

use super::model::Editor;
use crate::app::navigation;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::http::HttpError;
use crate::net::{host, storage};
use crate::state::authoring::{Saving, State};

#[component]
pub(super) fn Status(editor: Editor) -> impl IntoView {
    let Editor { t, key, id, saving, problems, restored, in_bin, .. } = editor;
    let state = memo(move || saving.with(Saving::state));
    let navigation = navigation();
    let starting = RwSignal::new(false);
    let refused = RwSignal::new(None::<HttpError>);
    let play = move |_| {
        if starting.get_untracked() {
            return;
        }
        starting.set(true);
        refused.set(None);
        spawn_local(async move {
            let made = host::start_game(&key, &CreateGame::of(id.to_string(), None)).await;
            let _ = starting.try_set(false);
            match made {
                Ok(right) => {
                    storage::set_host_token(right.game, &right.token);
                    navigation.go(Page::HostGame(right.game));
                }
                Err(why) => {
                    let _ = refused.try_set(Some(why));
                }
            }
        });
    };
    let to_fix = value(move || match problems.with(Vec::len) {
        0 => t.now().editor.ready.to_owned(),
        count => (t.now().editor.to_fix)(count),
    });
    let told = live(move || saved(editor, state.get()));
    view! {
        <div class="editor-top">
            <a class="button" href=Page::Studio.path() data-testid="to-studio">
                {t.say(|w| w.editor.to_library)}
            </a>
            <div class="editor-state" role="status">{told}</div>
            <span class="editor-problems" class:is-ready=value(move || problems.with(Vec::is_empty))
                data-testid="to-fix">{to_fix}</span>
            <button type="button" class="button button-primary" data-testid="editor-play"
                disabled=value(move || {
                    starting.get() || in_bin || state.get() != State::Saved || !problems.with(Vec::is_empty)
                })
                on:click=play>{t.say(|w| w.editor.play)}</button>
        </div>
        <p class="problem" role="alert">{value(move || refused.get().map(|why| t.now().problem(&why)))}</p>
        {editor.file.get_value().map(|file| view! {
            <p class="note" data-testid="from-file">{t.tell(move |w| (w.editor.from_file)(&file))}</p>
        })}
        {restored.then(|| view! { <p class="note">{t.say(|w| w.editor.restored)}</p> })}
        {in_bin.then(|| view! { <p class="problem" role="alert">{t.say(|w| w.editor.in_bin)}</p> })}
    }
}

/// Whether what was written is saved.
fn saved(editor: Editor, state: State) -> AnyView {
    let t = editor.t;
    match state {
        State::Saved => said("saved", t.now().editor.saved.to_owned()),
        State::Unsaved => said("unsaved", t.now().editor.unsaved.to_owned()),
        State::Offline => said("offline", t.now().editor.offline.to_owned()),
        State::Refused(why) => said("refused", why),
        State::Conflict => view! {
            <div class="editor-conflict" data-testid="conflict">
                <p>{t.say(|w| w.editor.conflict)}</p>
                <p class="buttons">
                    <button type="button" class="button" data-testid="keep-mine"
                        on:click=move |_| editor.keep_mine()>{t.say(|w| w.editor.keep_mine)}</button>
                    <button type="button" class="button" data-testid="take-theirs"
                        on:click=move |_| editor.take_theirs()>{t.say(|w| w.editor.take_theirs)}</button>
                </p>
            </div>
        }
        .into_any(),
    }
}

fn said(state: &'static str, words: String) -> AnyView {
    view! { <p class=format!("editor-said is-{state}") data-testid="save-state" data-state=state>{words}</p> }
        .into_any()
}
