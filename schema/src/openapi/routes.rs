//! The table of routes, by subject. A test finds what the server has and this does not, and the reverse.

use quizrain_shared::api::{
    Balance, Booth, Card, CreateGame, CrewLink, CrewMember, DeleteGuestList, Deleted, DeviceLink,
    EndCrew, EnterDesk, Erase, ErasedPerson, ExportFormat, ExportQuiz, FindGuests, FindPlayers,
    FinishSignIn, Flags, FreeInvite, Freed, GameNow, GameReceipt, GameResults, GameSummary,
    GuestList, GuestListSummary, HoldChanged, HostRight, HostedQuestion, ImportFile, ImportReport,
    Info, JoinCrew, JoinedCrew, KeySummary, ListGames, ListPastGames, ListQuestions, ListQuizzes,
    ListResultPackets, ListResultPlayers, MadeKey, NewGuestList, NewKey, NewLink, NewQuiz,
    NoGuestList, NotShared, NotSignedIn, OwnData, OwnDevices, PastGames, PlayerAnswers, Privacy,
    PublicResults, QuestionPage, QuizCopy, QuizDocument, QuizFiles, QuizPage, QuizSummary,
    QuizVersion, RainProposal, Redrive, Redriven, ResultFile, ResultPackets, ResultPlayers,
    ResultsLink, SaveQuiz, SavedQuiz, SetBooth, ShareAccount, ShareQuiz, ShareResults, Shelf,
    SignIn, SignInStarted, SignOut, SignedIn, SignedOut, StaleQuiz, StartSignIn, Statement,
    TagCount, UploadedPicture, UploadedSound, UseAccount,
};
use quizrain_shared::wire::PlayerList;

use super::desk;
use super::hosts::{hosts, session};
use super::route::By::{Account, Code, Desk, Host, HostKey, Key, Owner, Session};
use super::route::{Route, delete, get, post, put};
use super::types::Types;

/// A subject: its name, what it is about, its requests.
type Section = (&'static str, &'static str, Vec<Route>);

pub(super) fn sections(types: &mut Types) -> [Section; 13] {
    [
        ("Server", "What this server is.", server()),
        ("Keys", "Keys of programs, each with its scopes.", keys()),
        ("Hosts", "Accounts of hosts, each with its role.", hosts()),
        (
            "Session",
            "Hosts who sign in with an account of their own. A cookie carries the session, which counts in requests \
             that this server's own pages make: `Origin` must be its own, or `Sec-Fetch-Site` be `same-origin`.",
            session(),
        ),
        ("Games", "Games are made of quizzes, with the host key.", games()),
        (
            "Desk",
            "What a host does with a game, each a request of its own. `seen` is `stage.at.seq` of the newest \
             stage you know: if the game has moved on since, nothing happens, and 409 says where it stands. So a \
             request that is sent twice moves once. What changes shows to everybody at once, as if a host had \
             pressed a button.",
            desk::routes(types),
        ),
        (
            "Guests",
            "Who is invited: lists, each for one or more games, with a code for each guest. And who is signed out.",
            guests(),
        ),
        ("Crew", "Others at the desk of a game, by links.", crew()),
        ("Library", "Quizzes that are written and kept.", library()),
        ("Files", "Quizzes from files, as files, and pictures.", files()),
        ("Results", "Games that are over.", results()),
        ("Money", "What was paid in, caught and paid out.", money()),
        ("Players", "What a player's own token opens.", players()),
    ]
}

fn server() -> Vec<Route> {
    vec![
        get("/api/info", "What this server is, and what it takes").answers::<Info>(),
        get("/api/privacy", "How long this server keeps what about players, and whom to ask")
            .answers::<Privacy>(),
        get("/api/openapi.json", "This document").bytes("application/json"),
        get("/api/docs", "This document as a page").bytes("text/html"),
        get("/api/qr/{pin}", "The QR code that leads a phone into a game").bytes("image/svg+xml"),
        get("/api/booth", "The game that the page /booth shows").answers::<Booth>(),
        put("/api/booth", "Has the page /booth show a live game")
            .by(Key)
            .body::<SetBooth>()
            .answers::<Booth>()
            .refuses(&[409]),
    ]
}

fn keys() -> Vec<Route> {
    vec![
        get("/api/keys", "Keys of programs, the newest first")
            .by(HostKey)
            .answers::<Vec<KeySummary>>(),
        post("/api/keys", "Makes a key")
            .about("The key is told here and nowhere else.")
            .by(HostKey)
            .body::<NewKey>()
            .answers_with::<MadeKey>(201)
            .refuses(&[409]),
        delete("/api/keys/{key}", "Revokes it").by(HostKey).answers::<Vec<KeySummary>>(),
    ]
}

fn games() -> Vec<Route> {
    vec![
        get("/api/games", "Live games, newest first")
            .by(Key)
            .query::<ListGames>()
            .answers::<Vec<GameSummary>>()
            .tagged(),
        post("/api/games", "Makes a game of a quiz")
            .about("The token is told here and nowhere else. Asked twice, it makes two games.")
            .by(Key)
            .body::<CreateGame>()
            .answers::<HostRight>()
            .refuses(&[404, 409]),
        get("/api/games/{game}", "Where a game stands")
            .about("409 once the game is gone; its results stay.")
            .by(Desk)
            .answers::<GameNow>()
            .tagged()
            .refuses(&[409]),
        post("/api/games/{game}/token", "Gives the right to a live game anew")
            .about("The old token, the crew's and all links are worth nothing from then on.")
            .by(Key)
            .answers::<HostRight>()
            .refuses(&[409]),
        get("/api/games/{game}/players", "Players, in the order of their ranks, fifty at a time")
            .by(Desk)
            .query::<FindPlayers>()
            .answers::<PlayerList>()
            .refuses(&[409]),
        get("/api/games/{game}/flags", "Players who may be several windows of one person, or a program")
            .about(
                "As long as the game is kept in Redis. A flag takes nothing from anybody. What was found is told \
                 again for five seconds.",
            )
            .by(Host)
            .answers::<Flags>()
            .refuses(&[409]),
        get(
            "/api/games/{game}/questions",
            "Its questions with what is right, as the host has corrected it",
        )
        .by(Desk)
        .answers::<Vec<HostedQuestion>>()
        .refuses(&[409]),
        get("/api/games/{game}/proposal", "The rains that its quiz plans")
            .by(Desk)
            .answers::<RainProposal>(),
    ]
}

fn crew() -> Vec<Route> {
    vec![
        get("/api/games/{game}/crew", "Links that wait, and rights that were given")
            .by(Owner)
            .answers::<Vec<CrewMember>>(),
        post("/api/games/{game}/crew", "Makes a link")
            .by(Owner)
            .body::<NewLink>()
            .answers::<CrewLink>()
            .refuses(&[409]),
        post("/api/games/{game}/crew/join", "Uses a link, once")
            .body::<JoinCrew>()
            .answers::<JoinedCrew>()
            .refuses(&[410]),
        post("/api/games/{game}/crew/enter", "Comes to a desk by the right of one's own account")
            .about("The token is worth what a link would have given: all but letting others in, or watching.")
            .by(Session)
            .body::<EnterDesk>()
            .answers::<JoinedCrew>()
            .refuses(&[409]),
        post("/api/games/{game}/crew/end", "Ends one link or right, or all")
            .by(Owner)
            .body::<EndCrew>()
            .answers::<Vec<CrewMember>>(),
    ]
}

fn guests() -> Vec<Route> {
    vec![
        get("/api/guest-lists", "Guest lists, the newest first")
            .by(Key)
            .answers::<Vec<GuestListSummary>>(),
        post("/api/guest-lists", "Makes a list, with an invite for each guest")
            .about("Asked twice, it makes two lists.")
            .by(Key)
            .body::<NewGuestList>()
            .answers_with::<GuestListSummary>(201)
            .answers_with::<NoGuestList>(400)
            .refuses(&[409]),
        get("/api/guest-lists/{list}", "Guests of a list, by number, fifty at a time")
            .by(Key)
            .query::<FindGuests>()
            .answers::<GuestList>(),
        get("/api/guest-lists/{list}/cards", "Cards of a list, by number, sixty at a time")
            .about("With the codes.")
            .by(Key)
            .query::<FindGuests>()
            .answers::<Vec<Card>>(),
        get("/api/guest-lists/{list}/invites.csv", "All guests of a list with their codes")
            .by(Key)
            .bytes("text/csv"),
        post("/api/guest-lists/{list}/free", "Frees an invite: the next browser may have it")
            .about("The browser that came with it is out, at every server. Asked again, it changes nothing.")
            .by(Key)
            .body::<FreeInvite>()
            .answers::<Freed>(),
        delete("/api/guest-lists/{list}/guests/{number}", "Takes a guest off a list who has not come")
            .about("Their code is worth nothing then. 409 where a browser has the invite: free it first.")
            .by(Key)
            .answers::<()>()
            .refuses(&[409]),
        delete("/api/guest-lists/{list}", "Deletes a list that no live game is for")
            .about(
                "Its codes are worth nothing then, and whoever came with one is signed out. What they have \
                 stays, and results and payouts still say whose it is.",
            )
            .by(Key)
            .query::<DeleteGuestList>()
            .answers::<Deleted>()
            .refuses(&[409]),
        post("/api/erasures", "Erases a person")
            .about("As they can by themselves; 404: nobody is called so.")
            .by(HostKey)
            .body::<Erase>()
            .answers::<ErasedPerson>()
            .refuses(&[409]),
        post("/api/sign-outs", "Signs people out")
            .about(
                "Their browsers are nobody's, and their sockets close, at every server. They may sign in again if \
                 somebody still vouches for them; what they have stays theirs. Everybody at once is for the host key and \
                 owners alone.",
            )
            .by(Key)
            .body::<SignOut>()
            .answers::<SignedOut>()
            .refuses(&[409]),
    ]
}

fn library() -> Vec<Route> {
    vec![
        get("/api/quizzes", "Quizzes of the library")
            .by(Key)
            .query::<ListQuizzes>()
            .answers::<QuizPage>()
            .tagged(),
        post("/api/quizzes", "Puts a quiz into the library")
            .about("With an `id` of your own, a second request does nothing more. It may be unfinished.")
            .by(Key)
            .body::<NewQuiz>()
            .answers_with::<SavedQuiz>(201)
            .refuses(&[409]),
        get("/api/quizzes/{quiz}", "A quiz").by(Key).answers::<QuizDocument>().tagged(),
        put("/api/quizzes/{quiz}", "Saves what was made from a version")
            .about("409 with the newest version where somebody else has saved since.")
            .by(Key)
            .body::<SaveQuiz>()
            .answers::<SavedQuiz>()
            .answers_with::<StaleQuiz>(409),
        delete("/api/quizzes/{quiz}", "Puts it into the bin").by(Key).answers::<QuizSummary>(),
        post("/api/quizzes/{quiz}/restore", "Takes it out of the bin").by(Key).answers::<QuizSummary>(),
        put("/api/quizzes/{quiz}/shelf", "Files it")
            .by(Key)
            .body::<Shelf>()
            .answers::<QuizSummary>()
            .refuses(&[409]),
        put("/api/quizzes/{quiz}/shared", "Shares it with the team, or takes it back")
            .about("For the host who made it, and for owners. 409 where no account has made it: it is the team's.")
            .by(Key)
            .body::<ShareQuiz>()
            .answers::<QuizSummary>()
            .refuses(&[409]),
        get("/api/quizzes/{quiz}/versions", "Copies of what was replaced, the newest first")
            .by(Key)
            .answers::<Vec<QuizCopy>>()
            .tagged(),
        get("/api/quizzes/{quiz}/versions/{version}", "One of them")
            .by(Key)
            .answers::<QuizVersion>()
            .tagged(),
        get("/api/questions", "Questions of all quizzes")
            .about("A page may have fewer than asked for and not be the last.")
            .by(Key)
            .query::<ListQuestions>()
            .answers::<QuestionPage>()
            .tagged(),
        get("/api/tags", "Every tag").by(Key).answers::<Vec<TagCount>>().tagged(),
    ]
}

fn files() -> Vec<Route> {
    vec![
        post("/api/imports", "Reads a file of questions, and saves them where it is asked to")
            .by(Key)
            .query::<ImportFile>()
            .file()
            .answers::<ImportReport>()
            .refuses(&[409]),
        get("/api/formats", "What a quiz can be written in").by(Key).answers::<Vec<ExportFormat>>(),
        get("/api/quizzes/{quiz}/export", "A quiz as a file")
            .about("With `check=true`: an `ExportReport`, which says what the format cannot say.")
            .by(Key)
            .query::<ExportQuiz>()
            .bytes("*/*"),
        post("/api/media", "Puts a picture into the library")
            .about("PNG, JPEG, WebP or GIF. It is at `/media/{media}` for a question's `picture`.")
            .by(Key)
            .file()
            .answers::<UploadedPicture>(),
        post("/api/sounds", "Puts a sound into the library")
            .about("MP3, OGG or WAV. It is at `/media/{media}` for a question's `sound`.")
            .by(Key)
            .file()
            .answers::<UploadedSound>(),
        get("/api/quiz-files", "What is wrong in the folder that this server watches")
            .by(Key)
            .answers::<QuizFiles>(),
    ]
}

fn results() -> Vec<Route> {
    vec![
        get("/api/results", "Games that are over, those that ended last first")
            .by(Key)
            .query::<ListPastGames>()
            .answers::<PastGames>()
            .tagged(),
        get("/api/games/{game}/results", "What became of a game")
            .by(Desk)
            .answers::<GameResults>()
            .tagged()
            .refuses(&[409]),
        get("/api/games/{game}/results/players", "Its players, best first")
            .by(Desk)
            .query::<ListResultPlayers>()
            .answers::<ResultPlayers>()
            .tagged()
            .refuses(&[409]),
        get("/api/games/{game}/results/packets", "Who caught what")
            .by(Desk)
            .query::<ListResultPackets>()
            .answers::<ResultPackets>()
            .tagged()
            .refuses(&[409]),
        get("/api/games/{game}/results/players/{place}", "One of them, with all answers")
            .by(Desk)
            .answers::<PlayerAnswers>()
            .tagged()
            .refuses(&[409]),
        get("/api/games/{game}/results.xlsx", "All tables as a spreadsheet")
            .by(Desk)
            .bytes("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
            .refuses(&[409]),
        get("/api/games/{game}/results.csv", "One table")
            .by(Desk)
            .query::<ResultFile>()
            .bytes("text/csv")
            .refuses(&[409]),
        get("/api/games/{game}/results.json", "All tables as JSON")
            .by(Desk)
            .bytes("application/json")
            .refuses(&[409]),
        put("/api/games/{game}/results/link", "Makes a link that shows some of it to everybody")
            .by(Host)
            .body::<ShareResults>()
            .answers::<ResultsLink>()
            .refuses(&[409]),
        delete("/api/games/{game}/results/link", "Ends that link").by(Host).answers::<()>(),
        get("/api/games/{game}/results/public", "What that link shows")
            .by(Code)
            .answers::<PublicResults>()
            .tagged(),
    ]
}

fn money() -> Vec<Route> {
    vec![
        get("/api/games/{game}/statement", "Every rain of a game in numbers")
            .by(Desk)
            .answers::<Statement>(),
        post("/api/games/{game}/redrive", "Tries again what was given up")
            .by(Host)
            .body::<Redrive>()
            .answers::<Redriven>(),
        post(
            "/api/games/{game}/payouts/{rain}/{account}/hold",
            "Holds what an account has caught or will catch in a rain that is paid out",
        )
        .about(
            "It is not sent until it is released, and never once it is refused. 409 where it is too late: it was sent. \
             May be repeated.",
        )
        .by(Host)
        .answers::<HoldChanged>()
        .refuses(&[409]),
        post(
            "/api/games/{game}/payouts/{rain}/{account}/release",
            "Has what is held for an account sent like all else",
        )
        .about("409 where nothing is held for it.")
        .by(Host)
        .answers::<HoldChanged>()
        .refuses(&[409]),
        post(
            "/api/games/{game}/payouts/{rain}/{account}/refuse",
            "Has what is held for an account never sent",
        )
        .about(
            "It stays the account's balance, for ever. 409 where nothing is held for it, or nothing is credited yet.",
        )
        .by(Host)
        .answers::<HoldChanged>()
        .refuses(&[409]),
        get("/api/rains/{rain}/sealed", "What the rain's commitment binds")
            .bytes("text/plain")
            .refuses(&[409]),
        get("/api/rains/{rain}/entropy", "What players contributed to its draw")
            .bytes("text/plain")
            .refuses(&[409]),
        get("/api/rains/{rain}/claims", "Which packets were caught, in order")
            .bytes("text/plain")
            .refuses(&[409]),
    ]
}

fn sign_ins() -> Vec<Route> {
    vec![
        post("/api/identity", "Signs a browser in")
            .about(
                "The account of the token in the header is from now on that of the person whom the \
                 signed token names, or of the guest with the invite. Asked again, it changes nothing. What the \
                 browser has caught before moves to the person with `inherit` alone, once and for ever.",
            )
            .by(Account)
            .body::<SignIn>()
            .answers::<SignedIn>()
            .answers_with::<NotSignedIn>(403)
            .answers_with::<NotSignedIn>(409),
        post("/api/oidc/start", "Begins a sign-in at the OpenID provider")
            .about(
                "Sets a cookie for ten minutes, which the browser brings back. The provider sends it back to \
                 `/sign-in`.",
            )
            .by(Account)
            .body::<StartSignIn>()
            .answers::<SignInStarted>()
            .answers_with::<NotSignedIn>(409)
            .answers_with::<NotSignedIn>(502),
        post("/api/oidc/finish", "Signs a browser in that has come back from there")
            .about("Only the browser that has begun, and once.")
            .by(Account)
            .body::<FinishSignIn>()
            .answers::<SignedIn>()
            .answers_with::<NotSignedIn>(403)
            .answers_with::<NotSignedIn>(409)
            .answers_with::<NotSignedIn>(502),
        delete("/api/identity", "Signs a browser out")
            .about("It is nobody's and has nothing from now on; an invite with which it came is free.")
            .by(Account)
            .answers::<Freed>(),
    ]
}

fn devices() -> Vec<Route> {
    vec![
        get("/api/devices", "In how many browsers an account is that is nobody's")
            .by(Account)
            .answers::<OwnDevices>(),
        post("/api/devices", "Makes a code by which another browser comes to the account")
            .about(
                "For an account with which nobody has signed in. Whoever opens the link has the account: once, \
                 within ten minutes, until a browser of it makes another one.",
            )
            .by(Account)
            .body::<ShareAccount>()
            .answers::<DeviceLink>()
            .answers_with::<NotShared>(409),
        delete("/api/devices", "Ends the account in all other browsers")
            .about("But for the one whose own it is. They have their own accounts from then on.")
            .by(Account)
            .answers::<SignedOut>(),
        post("/api/devices/use", "Gives a browser the account of a code")
            .about(
                "The token in the header stands for that account until `DELETE /api/identity`; what is its own stays \
                 its own, and is seen again then. Asked again by the same browser, it changes nothing.",
            )
            .by(Account)
            .body::<UseAccount>()
            .answers::<OwnDevices>()
            .answers_with::<NotShared>(403)
            .answers_with::<NotShared>(409),
    ]
}

fn players() -> Vec<Route> {
    let own = vec![
        get("/api/me", "Everything that is kept of whoever is behind an account")
            .about("One file, written game by game: where it is no whole JSON, ask again.")
            .by(Account)
            .answers::<OwnData>(),
        delete("/api/me", "Erases the person behind an account, or what a browser did as nobody")
            .about(
                "Who they are, their browsers and their invite go, and their names and what they typed in games that \
                 are over. What they caught stays under the account. 409: while they play, or something that they \
                 caught is not credited yet.",
            )
            .by(Account)
            .answers::<ErasedPerson>()
            .refuses(&[409]),
        get("/api/balance", "What an account has").by(Account).answers::<Balance>(),
        get("/api/balance.csv", "The same packets as a table").by(Account).bytes("text/csv"),
        get("/api/games/{game}/receipt", "A game that is over, as its player played it")
            .by(Account)
            .answers::<GameReceipt>()
            .refuses(&[409]),
    ];
    sign_ins().into_iter().chain(devices()).chain(own).collect()
}
