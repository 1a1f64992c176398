//! What hosts call what the log of actions has.

/// Declares deeds, and for which routes and frames they stand.
macro_rules! deeds {
    ($($deed:ident: $($what:literal),+;)+) => {
        /// Something that hosts do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Deed {
            $(#[doc = concat!($("`", $what, "` "),+)] $deed,)+
        }

        impl Deed {
            fn named(what: &str) -> Option<Self> {
                match what {
                    $($($what)|+ => Some(Self::$deed),)+
                    _ => None,
                }
            }
        }
    };
}

deeds! {
    SignIn: "POST /api/session", "POST /api/session/provider/start", "POST /api/session/provider/finish";
    SignOut: "DELETE /api/session";
    Recover: "POST /api/session/recover";
    ChangePassword: "PUT /api/session/password";
    RenewCodes: "POST /api/session/codes";
    AddSecondFactor: "POST /api/session/second-factor", "PUT /api/session/second-factor";
    EndSecondFactor: "POST /api/session/second-factor/end";
    ConnectProvider: "PUT /api/session/provider";
    EndProvider: "POST /api/session/provider/end";
    ForgetSecondFactor: "DELETE /api/hosts/{host}/second-factor";
    ForgetProvider: "DELETE /api/hosts/{host}/provider";
    EndSession: "DELETE /api/sessions/{session}";
    MakeAccount: "POST /api/hosts";
    ChangeAccount: "PUT /api/hosts/{host}";
    DeleteAccount: "DELETE /api/hosts/{host}";
    InviteHost: "POST /api/hosts/{host}/code";
    MakeKey: "POST /api/keys";
    RevokeKey: "DELETE /api/keys/{key}";
    MakeQuiz: "POST /api/quizzes";
    SaveQuiz: "PUT /api/quizzes/{quiz}";
    BinQuiz: "DELETE /api/quizzes/{quiz}";
    FileQuiz: "PUT /api/quizzes/{quiz}/shelf";
    ShareQuiz: "PUT /api/quizzes/{quiz}/shared";
    RestoreQuiz: "POST /api/quizzes/{quiz}/restore";
    Import: "POST /api/imports";
    UploadPicture: "POST /api/media";
    UploadSound: "POST /api/sounds";
    MakeGame: "POST /api/games";
    TakeOver: "POST /api/games/{game}/token";
    MakeLink: "POST /api/games/{game}/crew";
    UseLink: "POST /api/games/{game}/crew/join";
    ComeToDesk: "POST /api/games/{game}/crew/enter";
    EndLink: "POST /api/games/{game}/crew/end";
    Redrive: "POST /api/games/{game}/redrive";
    HoldPayout: "POST /api/games/{game}/payouts/{rain}/{account}/hold";
    ReleasePayout: "POST /api/games/{game}/payouts/{rain}/{account}/release";
    RefusePayout: "POST /api/games/{game}/payouts/{rain}/{account}/refuse";
    ShowAtBooth: "PUT /api/booth";
    MakeGuestList: "POST /api/guest-lists";
    DeleteGuestList: "DELETE /api/guest-lists/{list}";
    FreeInvite: "POST /api/guest-lists/{list}/free";
    RemoveGuest: "DELETE /api/guest-lists/{list}/guests/{number}";
    SignPeopleOut: "POST /api/sign-outs";
    ErasePerson: "POST /api/erasures";
    ShareResults: "PUT /api/games/{game}/results/link";
    UnshareResults: "DELETE /api/games/{game}/results/link";
    Ask: "socket Move Ask", "socket Ask";
    Open: "socket Move Open";
    Pause: "socket Move Pause";
    Resume: "socket Move Resume";
    Close: "socket Move Close";
    ShowBoard: "socket Move ShowBoard";
    CloseRain: "socket Move CloseRain";
    ShowPodium: "socket Move ShowPodium";
    EndGame: "socket Move End";
    OtherMove: "socket Move";
    AddTime: "socket AddTime";
    AddMinutes: "socket AddMinutes";
    OpenRain: "socket OpenRain";
    MarkText: "socket MarkText";
    Configure: "socket Configure";
    Remove: "socket Remove";
    Rename: "socket Rename";
    AdjustScore: "socket AdjustScore";
    Revive: "socket Revive";
    FixKey: "socket FixKey";
    Pick: "socket Pick";
    Sound: "socket Sound";
}

/// What a program does at a desk is a frame, whose name is the last of the ids.
const DESK: &str = "POST /api/games/{game}/desk/{act}";

impl Deed {
    /// That of what the log has, with its ids; `None`: what has no name here.
    pub(crate) fn of(what: &str, ids: &str) -> Option<Self> {
        if what == DESK {
            let capital = |word: &str| match word.split_at_checked(1) {
                Some((first, rest)) => first.to_ascii_uppercase() + rest,
                None => String::new(),
            };
            let act = ids.rsplit(' ').next().unwrap_or_default();
            let frame: String = act.split('-').map(capital).collect();
            return Self::named(&["socket ", &frame].concat());
        }
        let move_of = || what.starts_with("socket Move ").then_some(Self::OtherMove);
        Self::named(what).or_else(move_of)
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::phase::Move;
    use serde_json::Value;

    use super::*;

    /// What players do is in no log.
    const OF_PLAYERS: [&str; 8] = [
        "DELETE /api/me",
        "POST /api/identity",
        "DELETE /api/identity",
        "POST /api/devices",
        "DELETE /api/devices",
        "POST /api/devices/use",
        "POST /api/oidc/start",
        "POST /api/oidc/finish",
    ];

    #[test]
    fn whatever_a_host_may_change_has_a_name() {
        let document: Value =
            serde_json::from_str(include_str!("../../../../docs/schema/openapi.json")).unwrap();
        let mut seen = 0;
        for (path, methods) in document["paths"].as_object().unwrap() {
            // Each act at a desk is described by itself.
            let act = path.strip_prefix("/api/games/{game}/desk/");
            for method in ["post", "put", "delete"] {
                let what = format!("{} {path}", method.to_uppercase());
                if methods.get(method).is_some() && !OF_PLAYERS.contains(&what.as_str()) {
                    seen += 1;
                    let (what, ids) = act.map_or((what.as_str(), ""), |act| (DESK, act));
                    assert!(Deed::of(what, ids).is_some(), "{what} {ids}");
                }
            }
        }
        assert!(seen > 40, "{seen}");
    }

    #[test]
    fn whatever_a_host_s_socket_asks_for_has_a_name() {
        let document: Value =
            serde_json::from_str(include_str!("../../../../docs/schema/host-frame.json")).unwrap();
        let kinds = document["oneOf"].as_array().unwrap();
        let names = kinds.iter().filter_map(|kind| kind["properties"].as_object()?.keys().next());
        let names: Vec<&String> = names.collect();
        assert!(names.len() > 10, "{names:?}");
        for name in
            names.into_iter().filter(|name| !["Hello", "ListPlayers"].contains(&name.as_str()))
        {
            assert!(Deed::of(&format!("socket {name}"), "").is_some(), "{name}");
        }
        for mv in Move::ALL {
            assert!(Deed::of(&format!("socket Move {mv:?}"), "").is_some(), "{mv:?}");
        }
    }

    #[test]
    fn what_a_program_does_at_a_desk_is_what_a_socket_does() {
        assert_eq!(Deed::of(DESK, "00ff add-time"), Some(Deed::AddTime));
        assert_eq!(Deed::of(DESK, "00ff move"), Some(Deed::OtherMove));
        for ids in ["", "00ff", "00ff ", "00ff é-", "00ff add-time 12"] {
            assert_eq!(Deed::of(DESK, ids), None, "{ids}");
        }
        assert_eq!(Deed::of("POST /api/else", ""), None);
    }
}
