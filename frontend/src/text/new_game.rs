//! The texts of the dialog that makes a game.

use crate::state::new_game::Problem;

/// What hosts read there, in one language.
pub(crate) struct NewGameWords {
    /// Button that opens the dialog.
    pub(crate) options: &'static str,
    /// Label.
    pub(crate) mode: &'static str,
    /// Choice.
    pub(crate) classic: &'static str,
    /// What it means.
    pub(crate) classic_why: &'static str,
    /// Choice.
    pub(crate) survival: &'static str,
    /// What it means.
    pub(crate) survival_why: &'static str,
    /// Choice.
    pub(crate) teams: &'static str,
    /// What it means.
    pub(crate) teams_why: &'static str,
    /// Choice.
    pub(crate) self_paced: &'static str,
    /// What it means.
    pub(crate) self_paced_why: &'static str,
    /// Label.
    pub(crate) open_minutes: &'static str,
    /// Label.
    pub(crate) revive_card: &'static str,
    /// Choice.
    pub(crate) no_card: &'static str,
    /// Choice.
    pub(crate) card_after: fn(u8) -> String,
    /// Label of the field for a team.
    pub(crate) team: fn(usize) -> String,
    /// Names that teams have at first, as the shapes that tell them apart.
    pub(crate) team_names: [&'static str; 8],
    /// Button.
    pub(crate) add_team: &'static str,
    /// Button.
    pub(crate) remove_team: &'static str,
    /// Choice.
    pub(crate) team_chosen: &'static str,
    /// Choice.
    pub(crate) team_dealt: &'static str,
    /// Label.
    pub(crate) names: &'static str,
    /// Choice.
    pub(crate) names_free: &'static str,
    /// Choice.
    pub(crate) names_generated: &'static str,
    /// What it means.
    pub(crate) names_generated_why: &'static str,
    /// Label.
    pub(crate) identity: &'static str,
    /// Choice.
    pub(crate) identity_open: &'static str,
    /// What it means.
    pub(crate) identity_open_why: &'static str,
    /// Choice.
    pub(crate) pays_anybody: &'static str,
    /// What it means.
    pub(crate) pays_anybody_why: &'static str,
    /// Choice.
    pub(crate) field_asked: &'static str,
    /// What it means.
    pub(crate) field_asked_why: &'static str,
    /// Button, and what players are asked for then.
    pub(crate) field_email: &'static str,
    /// Button, and what players are asked for then.
    pub(crate) field_number: &'static str,
    /// Label.
    pub(crate) field_name: &'static str,
    /// Label.
    pub(crate) field_pattern: &'static str,
    /// Label.
    pub(crate) field_example: &'static str,
    /// Choice.
    pub(crate) identity_signed: &'static str,
    /// What it means.
    pub(crate) identity_signed_why: &'static str,
    /// Choice.
    pub(crate) identity_invited: &'static str,
    /// What it means.
    pub(crate) identity_invited_why: &'static str,
    /// In place of a list.
    pub(crate) choose_list: &'static str,
    /// Link.
    pub(crate) to_guests: &'static str,
    /// A list by its title, and how many are invited.
    pub(crate) guest_list: fn(&str, u32) -> String,
    /// Choice.
    pub(crate) late_join: &'static str,
    /// What it means.
    pub(crate) late_join_why: &'static str,
    /// Label.
    pub(crate) draw: &'static str,
    /// What stands in an empty field: all of so many.
    pub(crate) all: fn(u32) -> String,
    /// Why there can be no such game.
    pub(crate) problem: fn(&Problem) -> &'static str,
}
