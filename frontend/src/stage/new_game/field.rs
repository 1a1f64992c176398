//! What players of a game for anybody are asked for beside their names.

use std::mem::take;

use leptos::prelude::*;
use quizrain_shared::field::JoinField;

use super::{NewGame, Word};
use crate::dom::view;
use crate::live::{ElementRef, live, memo, value};

/// What players are asked for most, as a pattern and an example.
const EMAIL: (&str, &str) = (r"[^@\s]+@[^@\s]+\.[^@\s]+", "name@example.org");
const NUMBER: (&str, &str) = ("[0-9]{1,12}", "12345");

/// One of the texts of what players are asked for.
type Part = fn(&mut JoinField) -> &mut String;

/// A button that fills in what players are asked for most.
fn preset(form: NewGame, label: Word, testid: &'static str, what: (&str, &str)) -> AnyView {
    let [pattern, example] = [what.0, what.1].map(str::to_owned);
    view! {
        <button type="button" class="button button-small" data-testid=testid on:click=move |_| {
            let name = untrack(|| label(form.words())).to_owned();
            let (pattern, example) = (pattern.clone(), example.clone());
            form.edit(|it| it.field = Some(JoinField { name, pattern, example }));
        }>{value(move || label(form.words()))}</button>
    }
    .into_any()
}

/// What players are asked for beside their names.
pub(super) fn asked(form: NewGame) -> AnyView {
    let asks = memo(move || form.options.with(|it| it.field.is_some()));
    let text = move |part: Part| {
        memo(move || form.options.with(|it| it.field.clone().map(|mut it| take(part(&mut it)))))
    };
    let pattern = text(|it| &mut it.pattern);
    let input = move |label: Word, part: Part, testid: &'static str, node: ElementRef<_>| {
        let text = text(part);
        let matched = testid == "field-example";
        view! {
            <p class="option-of">
                <label class="label" for=testid>{value(move || label(form.words()))}</label>
                <input id=testid class="field" type="text" node_ref=node data-testid=testid autocomplete="off"
                    spellcheck="false" maxlength="200" prop:value=value(move || text.get())
                    pattern=value(move || pattern.get().filter(|_| matched))
                    on:input=move |event| {
                        let text = event_target_value(&event);
                        form.edit(|it| {
                            if let Some(field) = &mut it.field {
                                *part(field) = text;
                            }
                        });
                    } />
            </p>
        }
        .into_any()
    };
    let parts = move || {
        view! {
            <p class="buttons option-of">
                {preset(form, |w| w.field_email, "field-email", EMAIL)}
                {preset(form, |w| w.field_number, "field-number", NUMBER)}
            </p>
            {input(|w| w.field_name, |it| &mut it.name, "field-name", ElementRef::new())}
            {input(|w| w.field_pattern, |it| &mut it.pattern, "field-pattern", ElementRef::new())}
            {input(|w| w.field_example, |it| &mut it.example, "field-example", form.example)}
        }
        .into_any()
    };
    view! {
        <label class="option option-of">
            <input type="checkbox" data-testid="field-asked" prop:checked=value(move || asks.get())
                on:change=move |event| {
                    let field = event_target_checked(&event).then(JoinField::default);
                    form.edit(|it| it.field = field);
                } />
            <span>
                <strong>{value(move || form.words().field_asked)}</strong>
                <small class="muted">{value(move || form.words().field_asked_why)}</small>
            </span>
        </label>
        {live(move || asks.get().then(parts))}
    }
    .into_any()
}
