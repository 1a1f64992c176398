//! A number: the right one, how far off is right as well, and between which it lies.

use leptos::prelude::*;
use quizrain_shared::decimal::{self, MAX_DECIMALS};
use quizrain_shared::question::{Number, Question, QuestionKind};

use crate::dom::view;
use crate::live::value;
use crate::stage::studio::editor::fields::{Word, labelled, line};
use crate::stage::studio::editor::model::Editor;

/// Most characters in the field for a unit.
const UNIT_CHARS: usize = 20;

fn number(question: &mut Question) -> Option<&mut Number> {
    match &mut question.kind {
        QuestionKind::Number(it) => Some(it),
        _ => None,
    }
}

/// A field for one of the numbers. What cannot be read is said beside it, and changes nothing.
fn field(
    editor: Editor,
    id: &'static str,
    label: Word,
    before: String,
    write: fn(&mut Number, i64),
) -> AnyView {
    let t = editor.t;
    let wrong = RwSignal::new(false);
    let told = format!("{id}-problem");
    let typed = move |event| {
        let text = event_target_value(&event);
        let decimals = editor.read_once(|it| match &it.kind {
            QuestionKind::Number(it) => it.field.decimals,
            _ => 0,
        });
        match decimal::parse(&text, decimals.unwrap_or(0)) {
            Ok(units) => {
                wrong.set(false);
                editor.edit(|question| {
                    if let Some(it) = number(question) {
                        write(it, units);
                    }
                });
            }
            Err(_) => wrong.set(true),
        }
    };
    let field = view! {
        <input id=id class="field field-short" type="text" inputmode="decimal" data-testid=id
            aria-invalid=value(move || wrong.get().then_some("true")) aria-describedby=told.clone()
            prop:value=before on:input=typed />
        <small id=told class="problem" role="status">
            {value(move || wrong.get().then(|| t.now().editor.not_a_number))}
        </small>
    };
    labelled(editor, id, label, field)
}

/// The same numbers with so many decimals; what would be lost is cut off.
fn with_decimals(number: &mut Number, decimals: u8) {
    let before = number.field.decimals;
    let scaled = |units: i64| {
        let factor = 10_i64.pow(u32::from(before.abs_diff(decimals)));
        if decimals > before { units.saturating_mul(factor) } else { units / factor }
    };
    let field = &mut number.field;
    for units in [
        &mut field.min,
        &mut field.max,
        &mut number.correct,
        &mut number.tolerance,
        &mut number.credit_within,
    ] {
        *units = scaled(*units);
    }
    // A step is the smallest there is rather than none.
    field.step = scaled(field.step).max(1);
    field.decimals = decimals;
}

pub(super) fn fields(editor: Editor, number: &Number) -> AnyView {
    let view = &number.field;
    let show = |units| view.format(units);
    let decimals = (0..=MAX_DECIMALS).map(|it| {
        view! { <option value=it.to_string() prop:selected=it == view.decimals>{it.to_string()}</option> }
    });
    let unit = line(
        editor,
        "number-unit",
        |w| w.unit,
        (view.unit.clone(), UNIT_CHARS),
        |it, unit| {
            if let Some(it) = self::number(it) {
                it.field.unit = unit;
            }
        },
    );
    let decimals = view! {
        <select id="number-decimals" class="field" on:change=move |event| {
            let decimals = event_target_value(&event).parse().unwrap_or(0_u8).min(MAX_DECIMALS);
            editor.replace(|question| {
                if let Some(it) = self::number(question) {
                    with_decimals(it, decimals);
                }
            });
        }>{decimals.collect_view()}</select>
    };
    view! {
        <div class="editor-numbers">
            {field(editor, "number-right", |w| w.right_number, show(number.correct), |it, to| it.correct = to)}
            {field(editor, "number-tolerance", |w| w.tolerance, show(number.tolerance), |it, to| it.tolerance = to)}
            {field(editor, "number-credit", |w| w.credit_within, show(number.credit_within), |it, to| it.credit_within = to)}
            {field(editor, "number-min", |w| w.smallest, show(view.min), |it, to| it.field.min = to)}
            {field(editor, "number-max", |w| w.largest, show(view.max), |it, to| it.field.max = to)}
            {field(editor, "number-step", |w| w.step, show(view.step), |it, to| it.field.step = to)}
            {labelled(editor, "number-decimals", |w| w.decimals, decimals)}
            {unit}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::authoring::Kind;

    #[test]
    fn decimals_change_how_numbers_are_counted_and_not_the_numbers() {
        let QuestionKind::Number(mut it) = Kind::Number.blank() else { panic!() };
        let before = it.clone();
        with_decimals(&mut it, 2);
        assert_eq!(
            (it.field.max, it.correct, it.field.step, it.field.decimals),
            (10_000, 5_000, 100, 2)
        );
        with_decimals(&mut it, 0);
        assert_eq!(it, before);
        it.field.step = 1;
        with_decimals(&mut it, 1);
        it.field.step = 1;
        with_decimals(&mut it, 0);
        assert_eq!(it.field.step, 1);
    }
}
