//! Checks a packet against the sealed list of its rain, and the list against what was promised, for
//! whoever asks.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::OwnPacket;
use quizrain_shared::sealed::Proof;

use crate::dom::view;
use crate::live::{live, value};
use crate::net::account;
use crate::net::storage;
use crate::state::seals::{Checked, check};
use crate::text;

impl Checked {
    fn name(&self) -> &'static str {
        match self {
            Self::Proof(Proof::Kept { .. }) => "kept",
            Self::Proof(Proof::Unseen { .. }) => "unseen",
            Self::Proof(Proof::Broken(_)) => "broken",
            Self::NotYet => "not-yet",
            Self::Unreachable => "unreachable",
        }
    }
}

/// A button, and what it has brought.
#[component]
pub(crate) fn PacketProof(packet: OwnPacket) -> impl IntoView {
    let t = text::account();
    let (number, rain) = (packet.packet, packet.rain);
    let checked = RwSignal::new(None::<Checked>);
    let ask = move |_| {
        let packet = packet.clone();
        spawn_local(async move {
            let said = match account::sealed_list(packet.rain).await {
                Ok(Some(list)) => match account::contributions(packet.rain).await {
                    Ok(added) => {
                        check(storage::seals().as_deref(), &list, added.as_deref(), &packet)
                    }
                    Err(_) => Checked::Unreachable,
                },
                Ok(None) => Checked::NotYet,
                Err(_) => Checked::Unreachable,
            };
            let _ = checked.try_set(Some(said));
        });
    };
    let said = value(move || {
        checked.with(|said| said.as_ref().map(|said| (t.now().checked)(said, number)))
    });
    view! {
        <div class="proof small">
            <button type="button" class="proof-button" data-testid="check" on:click=ask>
                {t.say(|w| w.check)}
            </button>
            <p
                class="proof-said"
                class:problem=value(move || checked.with(|said| {
                    matches!(said, Some(Checked::Proof(Proof::Broken(_))))
                }))
                role="status"
                data-testid="checked"
                data-said=value(move || checked.with(|said| said.as_ref().map(Checked::name)))
            >
                {said}
            </p>
            {live(move || {
                let shown = checked.with(|said| matches!(said, Some(Checked::Proof(_))));
                let words = t.now();
                let lists = [
                    (account::sealed_list_path(rain), words.sealed_list),
                    (account::contributions_path(rain), words.contributions),
                    (account::claims_path(rain), words.claims),
                ];
                shown.then(|| lists.map(|(path, name)| view! {
                    <a href=path target="_blank" rel="external noopener">{name}</a>
                    " "
                }).collect_view())
            })}
        </div>
    }
}
