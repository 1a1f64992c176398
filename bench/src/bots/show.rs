//! What is to be seen while bots play: bars and a small table on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use quizrain_shared::phase::{Kind, Phase};
use tokio::time::{MissedTickBehavior, interval};

use super::machine::Load;
use super::tally::{Counts, Tally, percentile};

/// How often the picture is drawn.
const DRAW_EVERY: Duration = Duration::from_millis(250);

/// The newest latencies that the table looks at.
const NEWEST: usize = 1000;

/// What a game is doing, in words.
fn words(phase: &Phase) -> String {
    let question = phase.question().map_or(0, |question| u32::from(question) + 1);
    match phase.kind {
        Kind::Lobby => "Lobby: players join. Start the game in your browser.".to_owned(),
        Kind::Reading => format!("Question {question} of {}: it is read", phase.questions),
        Kind::Slide => "A slide is shown".to_owned(),
        Kind::Asking => format!("Question {question} of {}: answers come in", phase.questions),
        Kind::Paused => format!("Question {question} of {}: a pause", phase.questions),
        Kind::Closing => format!("Question {question}: answers are counted"),
        Kind::Revealed => format!("Question {question}: the answer is shown"),
        Kind::Paced => "Everybody plays at their own pace".to_owned(),
        Kind::Counting => "Answers are counted".to_owned(),
        Kind::Board => "The leaderboard is shown".to_owned(),
        Kind::Rain => "Packets are falling".to_owned(),
        Kind::RainDone => "The rain is over".to_owned(),
        Kind::Podium => "The winners are shown".to_owned(),
        Kind::Ended => "The game is over".to_owned(),
    }
}

fn p99(values: &[Duration]) -> String {
    let mut newest = values[values.len().saturating_sub(NEWEST)..].to_vec();
    match percentile(&mut newest, 0.99) {
        Some(slow) => format!("{} ms", slow.as_millis()),
        None => "–".to_owned(),
    }
}

struct Bars {
    all: MultiProgress,
    stage: ProgressBar,
    seats: ProgressBar,
    answers: ProgressBar,
    packets: ProgressBar,
    table: ProgressBar,
}

impl Bars {
    fn new(players: u32) -> Option<Self> {
        let all = MultiProgress::new();
        let bar = |name: &str| {
            let style =
                ProgressStyle::with_template("  {prefix:9} {wide_bar:.red} {pos:>6} / {len:<6}");
            let bar = all.add(ProgressBar::new(u64::from(players)).with_style(style.ok()?));
            bar.set_prefix(name.to_owned());
            Some(bar)
        };
        let line = |template| {
            let style = ProgressStyle::with_template(template).ok()?;
            Some(all.add(ProgressBar::new_spinner().with_style(style)))
        };
        let stage = line("{spinner} {wide_msg}")?;
        let (seats, answers, packets) = (bar("Seated")?, bar("Answered")?, bar("Caught")?);
        let table = line("  {msg}")?;
        Some(Self { stage, seats, answers, packets, table, all })
    }

    fn draw(&self, phase: Option<Phase>, counts: &Counts, load: &Load) {
        if let Some(phase) = phase {
            self.stage.set_message(words(&phase));
        }
        self.stage.tick();
        self.seats.set_position(u64::from(counts.seated));
        if let Some(asked) = counts.questions.values().last() {
            self.answers.set_length(u64::from(asked.shown));
            self.answers.set_position(u64::from(asked.counted));
        }
        let packets: u32 = counts.rains.values().map(|rained| rained.packets).sum();
        let caught: u32 = counts.rains.values().map(|rained| rained.caught).sum();
        self.packets.set_length(u64::from(packets));
        self.packets.set_position(u64::from(caught));
        self.table.set_message(format!(
            "to screen {}   answer {}   tap {}   (99 in 100)\n  dropped {}   busy {}   CPU {} %",
            p99(&counts.to_screen),
            p99(&counts.to_answered),
            p99(&counts.to_verdict),
            counts.dropped,
            counts.busy,
            load.percent_now(),
        ));
    }
}

/// Draws until it is dropped, which wipes the bars off.
pub(super) async fn watch(players: u32, tally: Arc<Tally>, load: Arc<Load>) {
    let mut phases = tally.watch();
    let bars = if std::io::stdout().is_terminal() { Bars::new(players) } else { None };
    let Some(bars) = bars else {
        return print_stages(&mut phases, &tally).await;
    };
    let _wipe = Wipe(bars.all.clone());
    let mut ticks = interval(DRAW_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let phase = phases.borrow_and_update().as_ref().map(|(_, phase)| phase.clone());
        let counts = tally.count().clone();
        bars.draw(phase, &counts, &load);
    }
}

struct Wipe(MultiProgress);

impl Drop for Wipe {
    fn drop(&mut self) {
        let _ = self.0.clear();
    }
}

/// A line for each stage, for logs and pipes.
async fn print_stages(
    phases: &mut tokio::sync::watch::Receiver<Option<(u64, Phase)>>,
    tally: &Tally,
) {
    while phases.changed().await.is_ok() {
        let Some((_, phase)) = phases.borrow_and_update().clone() else { continue };
        let counts = tally.count();
        let so_far = match phase.kind {
            Kind::Revealed => counts
                .questions
                .values()
                .last()
                .map(|asked| format!(" ({} of {} answers counted)", asked.counted, asked.sent)),
            Kind::RainDone => {
                let caught: u32 = counts.rains.values().map(|rained| rained.caught).sum();
                Some(format!(" ({caught} packets caught so far)"))
            }
            Kind::Asking => Some(format!(" ({} bots seated)", counts.seated)),
            _ => None,
        };
        drop(counts);
        println!("  {}{}", words(&phase), so_far.unwrap_or_default());
    }
}
