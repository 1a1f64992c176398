//! Whose a quiz is, for hosts who are signed in with an account of their own; where nobody has one, nothing is shown.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{HostAccount, HostRole, QuizSummary};
use quizrain_shared::ids::Token;

use crate::net::accounts;
use crate::net::http::SESSION;
use crate::text::Owned;

/// Who looks at the library; `None`: whoever has the host key, or it is not known yet.
#[derive(Clone, Copy)]
pub(super) struct Me(RwSignal<Option<HostAccount>>);

impl Me {
    pub(super) fn new(key: Token) -> Self {
        let me = RwSignal::new(None);
        if key == SESSION {
            spawn_local(async move {
                // Where it does not come, the library is as without accounts.
                if let Ok(found) = accounts::me().await {
                    let _ = me.try_set(Some(found.account));
                }
            });
        }
        Self(me)
    }

    /// Whose a quiz is to them.
    pub(super) fn owned(self, quiz: &QuizSummary) -> Option<Owned> {
        self.0.with(|me| {
            let me = me.as_ref()?;
            Some(match quiz.shared {
                true => Owned::Shared,
                false if quiz.host == Some(me.host) => Owned::Mine,
                false => Owned::Others,
            })
        })
    }

    /// Whether they may share it, or take it back.
    pub(super) fn may_share(self, quiz: &QuizSummary) -> bool {
        self.0.with(|me| {
            let is_theirs = |me: &HostAccount| {
                quiz.host.is_some_and(|host| host == me.host || me.role == HostRole::Owner)
            };
            me.as_ref().is_some_and(is_theirs)
        })
    }
}
