//! A number on a phone: typed, or found with a slider.

use leptos::prelude::*;
use quizrain_shared::decimal::{self, InvalidDecimal};
use quizrain_shared::question::{Answer, NumberView};

use crate::components::shape::Tick;
use crate::dom::view;
use crate::live::{Memo, Signal, value};
use crate::text;

use super::{Answering, Inputs, own};

/// The number that is typed; `Ok(None)`: nothing is.
fn read(field: &NumberView, typed: &str) -> Result<Option<i64>, InvalidDecimal> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let number = decimal::parse(typed, field.decimals)?;
    if field.contains(number) { Ok(Some(number)) } else { Err(InvalidDecimal::TooLarge) }
}

/// The same text with the other sign.
fn negated(typed: &str) -> String {
    match typed.trim().strip_prefix(['-', '−']) {
        Some(rest) => rest.to_owned(),
        None => ["-", typed.trim()].concat(),
    }
}

/// A number with what is counted.
fn counted(field: &NumberView, number: i64) -> String {
    field.with_unit(field.format(number))
}

/// Long, because field, sign and slider write one number, and for what `text::inputs` says.
#[expect(clippy::too_many_lines, reason = "Long, because field, sign and slider write one number")]
pub(super) fn inputs(field: NumberView, answering: Answering) -> Inputs {
    let t = text::player();
    let Answering { sent, fixed, draft, .. } = answering;
    let typed = Signal::new(String::new());
    let field = StoredValue::new(field);
    let with = move |of: fn(&NumberView) -> i64| field.with_value(of);
    let units = move |of| decimal::format(with(of), 0);
    let write = move |text: String| {
        let number = field.with_value(|field| read(field, &text)).unwrap_or_default();
        draft.set(number.map(NumberView::answer));
        typed.set(text);
    };
    let slide = move |units: String| {
        if let Ok(number) = units.parse() {
            write(field.with_value(|field| field.format(number)));
        }
    };
    let now = move || answering.shown.get().as_ref().and_then(NumberView::number);
    let shown = value(move || match sent.get().as_ref().and_then(NumberView::number) {
        Some(number) => field.with_value(|field| field.format(number)),
        None => typed.get(),
    });
    let problem = value(move || {
        let why = typed.with(|typed| field.with_value(|field| read(field, typed))).err()?;
        let (words, field) = (t.now(), field.get_value());
        Some(match why {
            InvalidDecimal::TooPrecise(decimals) => (words.too_precise)(decimals.into()),
            InvalidDecimal::NotANumber | InvalidDecimal::TooLarge => {
                (words.number_between)(&field.format(field.min), &counted(&field, field.max))
            }
        })
    });
    let slider = field.with_value(NumberView::has_slider).then(|| {
        let place =
            value(move || decimal::format(now().unwrap_or(with(|it| it.min.midpoint(it.max))), 0));
        let told = value(move || now().map(|number| field.with_value(|it| counted(it, number))));
        let ends = field.with_value(|it| [it.format(it.min), it.format(it.max)]);
        let [least, most] = ends;
        view! {
            <div class="slider">
                <input type="range" class="slider-bar" data-testid="slider"
                    min=units(|it| it.min) max=units(|it| it.max)
                    step=units(|it| it.step)
                    class:is-unset=value(move || now().is_none())
                    aria-label=t.say(|w| w.type_number) aria-valuetext=told
                    disabled=fixed prop:value=place
                    on:input=move |event| slide(event_target_value(&event))
                    // The number where it stands is chosen by a tap, after which a slider has neither `input` nor `click`.
                    on:pointerup=move |event| slide(event_target_value(&event)) />
                <p class="slider-ends muted small"><span>{least}</span><span>{most}</span></p>
            </div>
        }
    });
    let sign = (with(|it| it.min) < 0).then(|| {
        view! {
            <button type="button" class="button" data-testid="sign" disabled=fixed
                aria-label=t.say(|w| w.change_sign)
                on:click=move |_| write(negated(&typed.get_untracked()))>"±"</button>
        }
    });
    let unit = field.with_value(|field| field.unit.clone());
    let view = view! {
        <div class="typed">
            <p class="number">
                {sign}
                <input class="field field-large number-field" data-testid="number" type="text"
                    inputmode="decimal" autocomplete="off" enterkeyhint="send" maxlength="40"
                    aria-label=t.say(|w| w.type_number) aria-describedby="number-problem"
                    disabled=fixed prop:value=shown
                    on:input=move |event| write(event_target_value(&event)) />
                <bdi class="number-unit">{unit}</bdi>
            </p>
            {slider}
            <p id="number-problem" class="problem" role="alert" data-testid="number-problem">{problem}</p>
        </div>
    };
    Inputs { view: view.into_any(), hint: Some(|w| w.type_number) }
}

/// The right number, the player's own and how far it is from the other.
pub(super) fn revealed(
    field: NumberView,
    correct: i64,
    tolerance: i64,
    answer: Memo<Option<Answer>>,
) -> AnyView {
    let t = text::player();
    let right = match tolerance {
        0 => counted(&field, correct),
        tolerance => [&counted(&field, correct), " ± ", &field.format(tolerance)].concat(),
    };
    let own = own(move || {
        let number = NumberView::number(&answer.get()?)?;
        let off = number.saturating_sub(correct).saturating_abs();
        let told = counted(&field, number);
        Some(match off {
            0 => told,
            off => [&told, " · ", &(t.now().off_by)(&counted(&field, off))].concat(),
        })
    });
    view! {
        {own}
        <p class="told is-right" data-testid="right-number"><bdi class="told-text">{right}</bdi><Tick /></p>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field() -> NumberView {
        NumberView { min: -500, max: 10_000, step: 5, decimals: 1, unit: "m".into() }
    }

    #[test]
    fn numbers_are_read_within_their_ends() {
        for (typed, number) in [
            ("", Ok(None)),
            (" ", Ok(None)),
            ("3,5", Ok(Some(35))),
            ("-50", Ok(Some(-500))),
            ("-50.1", Err(InvalidDecimal::TooLarge)),
            ("1000.1", Err(InvalidDecimal::TooLarge)),
            ("3.55", Err(InvalidDecimal::TooPrecise(1))),
            ("three", Err(InvalidDecimal::NotANumber)),
            ("-", Err(InvalidDecimal::NotANumber)),
        ] {
            assert_eq!(read(&field(), typed), number, "{typed}");
        }
    }

    #[test]
    fn the_sign_is_changed_and_changed_back() {
        for (typed, other) in [("5", "-5"), ("-5", "5"), ("−5", "5"), ("", "-"), ("-", "")] {
            assert_eq!(negated(typed), other);
        }
    }

    #[test]
    fn a_number_says_what_is_counted() {
        assert_eq!(counted(&field(), 35), "3.5\u{a0}m");
        assert_eq!(counted(&NumberView { unit: String::new(), ..field() }, 35), "3.5");
    }
}
