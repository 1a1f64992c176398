//! Where a pin is right: drawn on the picture, or typed.

use leptos::prelude::*;
use quizrain_shared::decimal;
use quizrain_shared::question::{Place, Question, QuestionKind, Region, WHOLE};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use crate::components::picture::{picture, region};
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::stage::studio::editor::fields::{Word, check, labelled};
use crate::stage::studio::editor::model::Editor;

/// Percents have so many decimals here: parts of [`WHOLE`].
const DECIMALS: u8 = 2;

fn edit(question: &mut Question, change: impl FnOnce(&mut Region)) {
    if let QuestionKind::Hotspot(it) = &mut question.kind {
        change(&mut it.region);
    }
}

fn read(question: &Question) -> Option<Region> {
    match &question.kind {
        QuestionKind::Hotspot(it) => Some(it.region),
        _ => None,
    }
}

/// Which place of the picture is under the pointer.
fn place(event: &PointerEvent) -> Option<Place> {
    let target: Element = event.current_target()?.dyn_into().ok()?;
    let shown = target.query_selector(".picture").ok()??.get_bounding_client_rect();
    let part = |at: f64, from: f64, size: f64| {
        let share = if size > 0.0 { (at - from) / size } else { 0.0 };
        (share.clamp(0.0, 1.0) * f64::from(WHOLE)).round() as u16
    };
    let x = part(f64::from(event.client_x()), shown.left(), shown.width());
    let y = part(f64::from(event.client_y()), shown.top(), shown.height());
    Some(Place { x, y })
}

/// The region between two corners, as round as the one before.
fn between(from: Place, to: Place, before: Region) -> Region {
    Region {
        x: from.x.min(to.x),
        y: from.y.min(to.y),
        width: from.x.abs_diff(to.x),
        height: from.y.abs_diff(to.y),
        round: before.round,
    }
}

/// The smallest side of a region that is drawn: less is a click.
const LEAST: u16 = WHOLE / 100;

/// A field for one side of the region, in percent.
fn side(
    editor: Editor,
    id: &'static str,
    label: Word,
    of: fn(&Region) -> u16,
    write: fn(&mut Region, u16),
) -> AnyView {
    let shown = memo(move || editor.read(read).flatten().map(|region| of(&region)));
    let text = value(move || {
        shown.get().map(|part| decimal::format(i64::from(part), DECIMALS)).unwrap_or_default()
    });
    let field = view! {
        <input id=id class="field field-short" type="text" inputmode="decimal" data-testid=id
            prop:value=text on:change=move |event| {
                let typed = decimal::parse(&event_target_value(&event), DECIMALS);
                let part = typed.ok().and_then(|part| u16::try_from(part).ok());
                if let Some(part) = part {
                    editor.edit(|question| edit(question, |it| write(it, part.min(WHOLE))));
                }
            } />
    };
    labelled(editor, id, label, field)
}

pub(super) fn fields(editor: Editor, before: Region) -> AnyView {
    let t = editor.t;
    let from = RwSignal::new(None::<Place>);
    let shown = editor.read_once(|it| it.picture.clone()).flatten();
    let now = memo(move || editor.read(read).flatten());
    let over = live(move || now.get().map(region));
    let draw = move |event: &PointerEvent| {
        let (Some(from), Some(to)) = (from.get_untracked(), place(event)) else { return };
        let before = now.get_untracked().unwrap_or(before);
        let drawn = between(from, to, before);
        if drawn.width >= LEAST && drawn.height >= LEAST {
            editor.edit(|question| edit(question, |it| *it = drawn));
        }
    };
    let drawn = shown.map(|shown| {
        view! {
            <div class="editor-draw" data-testid="draw-region"
                on:pointerdown=move |event: PointerEvent| {
                    event.prevent_default();
                    from.set(place(&event));
                }
                on:pointermove=move |event: PointerEvent| draw(&event)
                on:pointerup=move |event: PointerEvent| {
                    draw(&event);
                    from.set(None);
                }
                on:pointerleave=move |_: PointerEvent| from.set(None)>
                {picture(&shown, over.into_any())}
            </div>
            <p class="muted">{t.say(|w| w.editor.region_how)}</p>
        }
        .into_any()
    });
    let drawn = drawn.unwrap_or_else(|| {
        view! { <p class="muted">{t.say(|w| w.editor.region_needs)}</p> }.into_any()
    });
    view! {
        <fieldset class="editor-texts">
            <legend class="label">{t.say(|w| w.editor.region)}</legend>
            {drawn}
            <div class="editor-numbers">
                {side(editor, "region-left", |w| w.from_left, |it| it.x, |it, part| it.x = part)}
                {side(editor, "region-top", |w| w.from_top, |it| it.y, |it, part| it.y = part)}
                {side(editor, "region-width", |w| w.width, |it| it.width, |it, part| it.width = part)}
                {side(editor, "region-height", |w| w.height, |it| it.height, |it, part| it.height = part)}
            </div>
            {check(editor, "region-round", |w| w.round, before.round, |question, so| {
                edit(question, |it| it.round = so);
            })}
        </fieldset>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_lies_between_its_corners_whichever_comes_first() {
        let before = Region { x: 0, y: 0, width: 1, height: 1, round: true };
        let (one, other) = (Place { x: 10, y: 900 }, Place { x: 500, y: 100 });
        let expected = Region { x: 10, y: 100, width: 490, height: 800, round: true };
        assert_eq!(between(one, other, before), expected);
        assert_eq!(between(other, one, before), expected);
    }
}
