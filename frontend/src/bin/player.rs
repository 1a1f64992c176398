//! What phones load for a game: joining loads with the page, the game itself while somebody types a name.

use quizrain_frontend::player::{self, Seat};

quizrain_frontend::texts!(player);
quizrain_frontend::part!(seat -> Seat: player::SEAT);

fn main() {
    player::start(texts, seat);
}
