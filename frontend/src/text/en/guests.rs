//! English.

use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "Guest lists",
    to_studio: "Library",
    why: "Each guest has a code on a card. The first device that shows it plays as this guest, in every game for the list, and no other does until you free the invite.",
    new_list: "New list",
    name: "What it is for",
    name_such_as: "Such as: Spring gala",
    count: "How many guests",
    table: "Or a table of names (CSV)",
    table_why: "A line for each guest: name, and perhaps a label of your own, such as a staff number, which results and payouts will have. A first line may call the columns name and label; leave all others out.",
    refused: ToString::to_string,
    make: "Make list",
    lists: "Your lists",
    none: "There is no list.",
    come: |used, guests| format!("{used} of {guests} have come"),
    open: "Guests",
    cards: "Cards",
    badges: "Badges",
    download: "Download (CSV)",
    print: "Print",
    back: "Back to the lists",
    search: "Find a guest",
    found: |found| if found == 1 { "1 guest".to_owned() } else { format!("{found} guests") },
    more: "More",
    unused: "not used",
    used: "Came",
    free: "Free the invite",
    free_why: "The device that plays with it is out at once, and the next one that shows the code goes on in its place.",
    remove: "Remove",
    remove_why: "The card is worth nothing then. Whoever played with it before keeps what they caught on record, and cannot come back to it.",
    delete: "Delete",
    delete_why: |used| match used {
        0 => "Its cards are worth nothing then.".to_owned(),
        used => format!(
            "{used} of its guests have come. They are signed out at once, and none of them can look at their balance again. What they caught stays on record, with their names, and their cards are worth nothing."
        ),
    },
    keep: "Leave it",
    on_card: "Scan me, or type this code in the game",
    guest: |number| format!("Guest {number}"),
};
