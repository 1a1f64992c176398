//! The routes of hosts' accounts and of their sessions.

use quizrain_shared::api::{
    ActionPage, AddSecondFactor, ChangeHost, ChangePassword, ConnectProvider, EndProvider,
    EndSecondFactor, FinishSignIn, HostAccount, HostCode, HostReturned, HostSession, ListActions,
    NeedsSecondFactor, NewCodes, NewHost, NewSecondFactor, NotSignedIn, OpenSession, RecoverHost,
    RecoveryCodes, SignInStarted, SignedInHost, StartHostSignIn,
};

use super::route::By::{HostKey, Session};
use super::route::{Route, delete, get, post, put};

pub(super) fn hosts() -> Vec<Route> {
    vec![
        get("/api/hosts", "Accounts, by login name").by(HostKey).answers::<Vec<HostAccount>>(),
        post("/api/hosts", "Makes an account")
            .about("Its host chooses a password with the code, which is told here and nowhere else.")
            .by(HostKey)
            .body::<NewHost>()
            .answers_with::<HostCode>(201)
            .refuses(&[409]),
        put("/api/hosts/{host}", "Changes it, or has it open nothing any more")
            .about(
                "Where it is disabled or gets another role, its rights to the desks of games end; where it is \
                 disabled, its sessions too.",
            )
            .by(HostKey)
            .body::<ChangeHost>()
            .answers::<HostAccount>()
            .refuses(&[409]),
        delete("/api/hosts/{host}", "Deletes it")
            .about("409 for one's own.")
            .by(HostKey)
            .answers::<Vec<HostAccount>>()
            .refuses(&[409]),
        get("/api/actions", "What was done here, the newest first")
            .about("Who changed what, or was refused, and what came of it; no token and no body.")
            .by(HostKey)
            .query::<ListActions>()
            .answers::<ActionPage>(),
        post("/api/hosts/{host}/code", "Makes another code with which its host chooses a password")
            .by(HostKey)
            .answers::<HostCode>()
            .refuses(&[409]),
        delete("/api/hosts/{host}/second-factor", "Has the password be enough")
            .about(
                "For a host who has lost their authenticator app. All their sessions end, and the OpenID provider \
                 opens nothing for them any more; 409 for one's own.",
            )
            .by(HostKey)
            .answers::<HostAccount>()
            .refuses(&[409]),
        delete("/api/hosts/{host}/provider", "Has the OpenID provider open nothing for an account")
            .about("All its sessions end; 409 for one's own.")
            .by(HostKey)
            .answers::<HostAccount>()
            .refuses(&[409]),
    ]
}

pub(super) fn session() -> Vec<Route> {
    own_session().into_iter().chain(provider()).collect()
}

fn own_session() -> Vec<Route> {
    vec![
        get("/api/session", "Who is signed in").by(Session).answers::<SignedInHost>(),
        post("/api/session", "Signs a browser in")
            .about(
                "The answer sets the cookie. 202, and no cookie: the account has a second factor, and the same \
                 is to be sent again with it.",
            )
            .body::<OpenSession>()
            .answers::<SignedInHost>()
            .answers_with::<NeedsSecondFactor>(202)
            .refuses(&[403]),
        delete("/api/session", "Signs it out").by(Session).answers::<()>(),
        post("/api/session/recover", "Chooses a password with a code, and signs in")
            .about(
                "The code is worth nothing then; all sessions of the account end. 202 as for `POST /api/session`; \
                 a recovery code is no second factor here.",
            )
            .body::<RecoverHost>()
            .answers::<RecoveryCodes>()
            .answers_with::<NeedsSecondFactor>(202)
            .refuses(&[403]),
        put("/api/session/password", "Another password")
            .about(
                "All sessions of the account end, and the OpenID provider opens nothing any more; the answer sets the \
                 cookie of another session. Where the account has a second factor, 403 without a code of the app; a \
                 recovery code is none here.",
            )
            .by(Session)
            .body::<ChangePassword>()
            .answers::<SignedInHost>(),
        post("/api/session/codes", "Other recovery codes")
            .about("403 without a second factor as above.")
            .by(Session)
            .body::<NewCodes>()
            .answers::<RecoveryCodes>(),
        post("/api/session/second-factor", "A secret for an authenticator app")
            .about("Nothing is kept of it until it comes back with a code of the app.")
            .by(Session)
            .answers::<NewSecondFactor>(),
        put("/api/session/second-factor", "Has signing in take a code of the app")
            .about("Every other session of the account ends.")
            .by(Session)
            .body::<AddSecondFactor>()
            .answers::<SignedInHost>()
            .refuses(&[409]),
        post("/api/session/second-factor/end", "Has the password be enough")
            .by(Session)
            .body::<EndSecondFactor>()
            .answers::<SignedInHost>(),
        get("/api/sessions", "Browsers that are signed in with the account")
            .by(Session)
            .answers::<Vec<HostSession>>(),
        delete("/api/sessions/{session}", "Ends one of them")
            .by(Session)
            .answers::<Vec<HostSession>>(),
    ]
}

fn provider() -> Vec<Route> {
    vec![
        put("/api/session/provider", "Begins to connect the account with one at the OpenID provider")
            .about(
                "The browser goes to the address, comes back to `/studio/sign-in`, and finishes. The answer sets a \
                 cookie, which it must bring back. Where the account has a second factor, 403 without a code of the \
                 app; a recovery code is none here.",
            )
            .by(Session)
            .body::<ConnectProvider>()
            .answers::<SignInStarted>()
            .answers_with::<NotSignedIn>(409)
            .answers_with::<NotSignedIn>(502),
        post("/api/session/provider/start", "Begins to sign in at the OpenID provider")
            .about("As above.")
            .body::<StartHostSignIn>()
            .answers::<SignInStarted>()
            .answers_with::<NotSignedIn>(409)
            .answers_with::<NotSignedIn>(502),
        post("/api/session/provider/finish", "Finishes either, back from there")
            .about("Whoever signs in gets the cookie of a session.")
            .body::<FinishSignIn>()
            .answers::<HostReturned>()
            .answers_with::<NotSignedIn>(403)
            .answers_with::<NotSignedIn>(409)
            .answers_with::<NotSignedIn>(502),
        post("/api/session/provider/end", "Has the provider open nothing any more")
            .by(Session)
            .body::<EndProvider>()
            .answers::<SignedInHost>(),
    ]
}
