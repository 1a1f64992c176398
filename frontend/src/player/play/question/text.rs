//! What is typed on a phone: an answer, words of a cloud, a sentence.

use leptos::prelude::*;
use quizrain_shared::question::{
    Answer, CloudView, Key, MAX_OPEN_TEXT_CHARS, MAX_TYPED_CHARS, MAX_WORD_CHARS, tidy, words,
};

use crate::components::shape::Tick;
use crate::dom::view;
use crate::live::{Memo, Signal, value};
use crate::net::device::folded;
use crate::text;

use super::{Answering, Inputs, own};

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) enum Fields {
    /// One short text.
    Typed,
    /// Words, each in a field.
    Words(CloudView),
    /// One longer text.
    Sentence,
}

impl Fields {
    fn count(self) -> usize {
        match self {
            Self::Words(cloud) => usize::from(cloud.words),
            Self::Typed | Self::Sentence => 1,
        }
    }

    fn most_chars(self) -> usize {
        match self {
            Self::Typed => MAX_TYPED_CHARS,
            Self::Words(_) => MAX_WORD_CHARS,
            Self::Sentence => MAX_OPEN_TEXT_CHARS,
        }
    }

    /// Whether a text is longer than may be sent; nobody's text is cut without a word.
    fn is_too_long(self, text: &str) -> bool {
        text.trim().chars().count() > self.most_chars()
    }

    /// The answer that these texts are, one in each line; each once, as `fold` compares them.
    fn answer(self, typed: &str, fold: fn(&str) -> String) -> Option<Answer> {
        let (mut kept, mut forms) = (Vec::new(), Vec::new());
        for text in typed.split('\n') {
            if self.is_too_long(text) {
                return None;
            }
            let text = tidy(text, self.most_chars());
            let form = fold(&text);
            if !form.is_empty() && !forms.contains(&form) {
                kept.push(text);
                forms.push(form);
            }
        }
        Answer::try_from(kept.join("\n").as_bytes()).ok().filter(|_| !kept.is_empty())
    }
}

/// Long, because fields and what is said of them share what is typed; with this and `number::inputs` in parts, phones
/// load 1.7 KB more.
#[expect(
    clippy::too_many_lines,
    reason = "Long, because fields and what is said of them share what is typed"
)]
pub(super) fn inputs(fields: Fields, answering: Answering) -> Inputs {
    let t = text::player();
    let Answering { sent, fixed, draft, .. } = answering;
    let count = fields.count();
    // What is typed, one line for each field.
    let typed = Signal::new("\n".repeat(count - 1));
    let write = move |field: usize, text: &str| {
        // A sentence may be typed in several lines, and is sent as one.
        let text = text.replace(['\n', '\r'], " ");
        typed.update(|typed| {
            let lines = typed.split('\n').enumerate();
            let lines = lines.map(|(line, old)| if line == field { &text } else { old });
            *typed = lines.collect::<Vec<_>>().join("\n");
        });
        draft.set(typed.with_untracked(|typed| fields.answer(typed, folded)));
    };
    let shown = move |field: usize| {
        value(move || match sent.get() {
            Some(answer) => words(&answer).nth(field).unwrap_or_default().to_owned(),
            None => typed.with_untracked(|typed| line(typed, field).to_owned()),
        })
    };
    let problem = value(move || {
        let long = typed.with(|typed| typed.split('\n').any(|text| fields.is_too_long(text)));
        long.then(|| (t.now().too_long)(fields.most_chars()))
    });
    let label = move || {
        t.say(match fields {
            Fields::Typed => |w| w.type_answer,
            Fields::Words(_) => |w| w.type_word,
            Fields::Sentence => |w| w.type_text,
        })
    };
    let view = match fields {
        Fields::Sentence => {
            let left = value(move || {
                let chars = typed.with(|typed| typed.trim().chars().count());
                format!("{chars} / {MAX_OPEN_TEXT_CHARS}")
            });
            view! {
                <div class="typed">
                    <textarea class="field field-large" data-testid="typed-0" rows="4" dir="auto"
                        enterkeyhint="send" aria-label=label() aria-describedby="typed-problem"
                        disabled=fixed prop:value=shown(0)
                        on:input=move |event| write(0, &event_target_value(&event))
                        on:keydown=move |event| {
                            // Enter also ends a word that is being composed (229, in Safari).
                            let composing = event.is_composing() || event.key_code() == 229;
                            if event.key() == "Enter" && !event.shift_key() && !composing {
                                event.prevent_default();
                                answering.send_draft();
                            }
                        }></textarea>
                    <p class="typed-left muted small">{left}</p>
                    <p id="typed-problem" class="problem" role="alert">{problem}</p>
                </div>
            }
            .into_any()
        }
        Fields::Typed | Fields::Words(_) => {
            let inputs = (0..count)
                .map(|field| {
                    view! {
                        <input class="field field-large" data-testid=format!("typed-{field}")
                            type="text" dir="auto" autocapitalize="off" autocomplete="off"
                            autocorrect="off" spellcheck="false" enterkeyhint="send"
                            aria-label=label()
                            aria-describedby="typed-problem" disabled=fixed prop:value=shown(field)
                            on:input=move |event| write(field, &event_target_value(&event)) />
                    }
                })
                .collect_view();
            view! {
                <div class="typed">
                    {inputs}
                    <p id="typed-problem" class="problem" role="alert">{problem}</p>
                </div>
            }
            .into_any()
        }
    };
    let hint: super::Said = match fields {
        Fields::Typed => |w| w.type_answer,
        Fields::Words(CloudView { words: 1 }) => |w| w.type_word,
        Fields::Words(_) => |w| w.type_words,
        Fields::Sentence => |w| w.type_text,
    };
    Inputs { view, hint: Some(hint) }
}

/// The text in one line of several.
fn line(texts: &str, number: usize) -> &str {
    texts.split('\n').nth(number).unwrap_or_default()
}

/// What was typed, and where anything is right, all that is.
pub(super) fn revealed(key: Option<&Key>, answer: Memo<Option<Answer>>) -> AnyView {
    let typed = own(move || answer.get().map(|it| words(&it).collect::<Vec<_>>().join(", ")));
    let Some(Key::Texts(accepted)) = key else { return typed };
    let accepted = accepted
        .iter()
        .map(|text| {
            view! { <li class="told is-right"><bdi class="told-text">{text.clone()}</bdi><Tick /></li> }
        })
        .collect_view();
    view! {
        {typed}
        <ul class="tolds" data-testid="accepted">{accepted}</ul>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use quizrain_shared::question::fold;

    use super::*;

    #[test]
    fn what_is_sent_is_what_was_typed_and_no_less() {
        let cloud = Fields::Words(CloudView { words: 3 });
        let long = "家".repeat(MAX_OPEN_TEXT_CHARS);
        for (fields, typed, sent) in [
            (Fields::Typed, "  Paris ", Some("Paris")),
            (Fields::Typed, " \u{2060} ", None),
            (Fields::Typed, &"a".repeat(MAX_TYPED_CHARS + 1), None),
            (cloud, "sun\n\nrain", Some("sun\nrain")),
            (cloud, "sun\nrain\nSun", Some("sun\nrain")),
            (cloud, "\n\n", None),
            (cloud, &format!("sun\n{}\n", "x".repeat(MAX_WORD_CHARS + 1)), None),
            (Fields::Sentence, &long, Some(&*long)),
        ] {
            let answer = fields.answer(typed, fold);
            let text = answer.as_ref().map(|it| words(it).collect::<Vec<_>>().join("\n"));
            assert_eq!(text.as_deref(), sent, "{typed}");
        }
    }
}
