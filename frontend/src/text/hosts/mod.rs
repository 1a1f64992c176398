//! The texts about accounts of hosts.

mod deed;

use quizrain_shared::api::{ActorKind, HostRole, InvalidHost};

pub(crate) use deed::Deed;

/// What hosts read about accounts, in one language.
pub(crate) struct HostsWords {
    /// Title, and link.
    pub(crate) title: &'static str,
    /// Link to the library.
    pub(crate) to_studio: &'static str,
    /// Link to the first page of hosts.
    pub(crate) to_host: &'static str,
    /// Link to the page where hosts sign in.
    pub(crate) to_sign_in: &'static str,
    /// Title, and button.
    pub(crate) sign_in: &'static str,
    /// Whose account it is.
    pub(crate) sign_in_why: &'static str,
    /// Label.
    pub(crate) login: &'static str,
    /// Label.
    pub(crate) password: &'static str,
    /// It was not accepted.
    pub(crate) wrong: &'static str,
    /// Button to the form for codes.
    pub(crate) have_code: &'static str,
    /// Button back from there.
    pub(crate) use_password: &'static str,
    /// Link to the form for the host key.
    pub(crate) use_key: &'static str,
    /// Title.
    pub(crate) code_title: &'static str,
    /// What a code is.
    pub(crate) code_why: &'static str,
    /// Label.
    pub(crate) code: &'static str,
    /// Label.
    pub(crate) new_password: &'static str,
    /// What a password may be.
    pub(crate) password_hint: &'static str,
    /// Button.
    pub(crate) choose: &'static str,
    /// It was not accepted.
    pub(crate) wrong_code: &'static str,
    /// Heading over recovery codes.
    pub(crate) codes_title: &'static str,
    /// What they are for.
    pub(crate) codes_why: &'static str,
    /// Button.
    pub(crate) copy: &'static str,
    /// It was copied.
    pub(crate) copied: &'static str,
    /// Button.
    pub(crate) go_on: &'static str,
    /// Heading.
    pub(crate) you: &'static str,
    /// Button.
    pub(crate) sign_out: &'static str,
    /// Heading, and button.
    pub(crate) change_password: &'static str,
    /// Label.
    pub(crate) password_now: &'static str,
    /// What follows from it.
    pub(crate) change_why: &'static str,
    /// It was changed.
    pub(crate) changed: &'static str,
    /// Heading, and button.
    pub(crate) renew_codes: &'static str,
    /// What follows from it.
    pub(crate) renew_why: &'static str,
    /// Heading, and mark of an account.
    pub(crate) second_title: &'static str,
    /// There is none.
    pub(crate) second_off: &'static str,
    /// There is one.
    pub(crate) second_on: &'static str,
    /// Button.
    pub(crate) second_add: &'static str,
    /// What to do with the secret.
    pub(crate) second_scan: &'static str,
    /// Label.
    pub(crate) second_secret: &'static str,
    /// What the picture is.
    pub(crate) second_picture: &'static str,
    /// Label.
    pub(crate) second_code: &'static str,
    /// Label.
    pub(crate) second_any: &'static str,
    /// What is missing.
    pub(crate) second_needed: &'static str,
    /// Button.
    pub(crate) second_end: &'static str,
    /// It was not accepted.
    pub(crate) second_wrong: &'static str,
    /// Button, and heading: signing in at the provider of this name.
    pub(crate) at_provider: fn(&str) -> String,
    /// The account is connected with one there.
    pub(crate) provider_on: fn(&str) -> String,
    /// It is not.
    pub(crate) provider_off: fn(&str) -> String,
    /// Button.
    pub(crate) connect: &'static str,
    /// Button.
    pub(crate) disconnect: &'static str,
    /// Button.
    pub(crate) forget_second: &'static str,
    /// What follows from it.
    pub(crate) forget_second_why: &'static str,
    /// Button.
    pub(crate) forget_provider: &'static str,
    /// What follows from it.
    pub(crate) forget_provider_why: &'static str,
    /// Heading.
    pub(crate) sessions: &'static str,
    /// Beside a browser.
    pub(crate) this_one: &'static str,
    /// In place of a browser's name.
    pub(crate) some_browser: &'static str,
    /// Before a date.
    pub(crate) since: &'static str,
    /// Before a date.
    pub(crate) used: &'static str,
    /// Button.
    pub(crate) end_session: &'static str,
    /// Heading.
    pub(crate) all: &'static str,
    /// What accounts are for.
    pub(crate) why: &'static str,
    /// There is no account.
    pub(crate) none: &'static str,
    /// Heading.
    pub(crate) new_account: &'static str,
    /// Label.
    pub(crate) name: &'static str,
    /// Label.
    pub(crate) role_label: &'static str,
    /// Button.
    pub(crate) make: &'static str,
    /// The code is shown once.
    pub(crate) only_now: &'static str,
    /// Name of the field that shows it.
    pub(crate) address: &'static str,
    /// Before a date.
    pub(crate) last_signed_in: &'static str,
    /// In place of a date.
    pub(crate) never: &'static str,
    /// No password was chosen yet.
    pub(crate) no_password: &'static str,
    /// Beside an account.
    pub(crate) disabled: &'static str,
    /// Button.
    pub(crate) disable: &'static str,
    /// What follows from it.
    pub(crate) disable_why: &'static str,
    /// Button.
    pub(crate) enable: &'static str,
    /// Button.
    pub(crate) new_code: &'static str,
    /// Button.
    pub(crate) delete: &'static str,
    /// What follows from it.
    pub(crate) delete_why: &'static str,
    /// Button.
    pub(crate) keep: &'static str,
    /// Button.
    pub(crate) enter: &'static str,
    /// What it does.
    pub(crate) enter_why: &'static str,
    /// A co-host has nothing to run.
    pub(crate) no_games_given: &'static str,
    /// Title, and link.
    pub(crate) activity: &'static str,
    /// What the log has.
    pub(crate) activity_why: &'static str,
    /// Label of a field.
    pub(crate) find: &'static str,
    /// Nothing was found.
    pub(crate) nothing: &'static str,
    /// Button.
    pub(crate) more: &'static str,
    /// Before the mark of an address.
    pub(crate) from: &'static str,
    /// Before the number of an answer.
    pub(crate) refused: &'static str,
    /// What was done, or asked for in vain.
    pub(crate) deed: fn(Deed) -> &'static str,
    /// Who did something, where it was no account.
    pub(crate) actor: fn(ActorKind) -> &'static str,
    /// What a role is called.
    pub(crate) role: fn(HostRole) -> &'static str,
    /// What it may.
    pub(crate) role_may: fn(HostRole) -> &'static str,
    /// What cannot be.
    pub(crate) invalid: fn(InvalidHost) -> &'static str,
    /// How many recovery codes are left.
    pub(crate) codes_left: fn(u32) -> String,
}
