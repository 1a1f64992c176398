//! The audit: proves on a live system, or finds out, that the money is where it must be.
//!
//! Called by `main` for `quizrain audit`. It writes nothing, starts nothing and takes no lock. The
//! ledger is read first, as it was at one moment, then Redis, which may be ahead of it: so a claim
//! that only Redis has is on its way, and no violation while its rain is not settled. Rains are
//! read some at a time, each table in one pass, so memory grows with the largest rain alone.

mod book;
mod chain;
mod claim_reader;
mod claims;
mod heirs;
mod line;
mod payouts;
mod report;
mod sealed;
mod sponsor;
mod sql;
mod statement;

use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use quizrain_shared::api::RainState;
use quizrain_shared::ids::RainId;

use crate::ledger::SPONSOR_BOOK;
use crate::store::StoreError;
use crate::store::redis::ShardKeys;
use crate::store::shard::{MAX_SHARDS, Shard};

use book::Book;
pub use claim_reader::ClaimReader;
use heirs::Heirs;
pub use report::{Invariant, Matching, Report, Status, Violation};
use sponsor::{Balances, SponsorBook};
pub use sql::LedgerReader;
use sql::{RainRecord, Range};
use statement::Statement;

/// Rains that are read together at most, and packets in them: either ends a part.
const RAINS: usize = 200;
const PACKETS: i64 = 50_000;

/// What to look at.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// One rain alone; nothing: all of them, and what belongs to none.
    pub rain: Option<RainId>,
    /// The receiver's list of what it paid, a CSV file.
    pub statement: Option<PathBuf>,
    /// A line for each rain.
    pub verbose: bool,
}

/// What is under way while the ledger is read.
struct Audit<'a> {
    reader: &'a mut LedgerReader,
    redis: Result<&'a mut ClaimReader, String>,
    now_ms: i64,
    verbose: bool,
    statement: Option<Statement>,
    sponsor: SponsorBook,
    balances: Balances,
    entries: u64,
    heirs: Heirs,
    /// Rains that need Redis, which cannot be asked.
    waiting: u64,
    report: Report,
}

/// Checks everything that was asked for. `redis` says why it cannot be asked, where it cannot.
pub async fn check(
    mut reader: LedgerReader,
    mut redis: Result<ClaimReader, String>,
    asked: &Asked,
) -> Report {
    let started = Instant::now();
    let rain = asked.rain.map(|rain| rain.to_string());
    let mut audit = Audit {
        reader: &mut reader,
        now_ms: now_ms(&mut redis).await,
        redis: redis.as_mut().map_err(|why| why.clone()),
        verbose: asked.verbose,
        statement: None,
        sponsor: SponsorBook::default(),
        balances: Balances::default(),
        entries: 0,
        heirs: Heirs::new(),
        waiting: 0,
        report: Report::default(),
    };
    match asked.statement.as_ref().map(|path| Statement::read(path, rain.as_deref())) {
        Some(Ok(statement)) => audit.statement = Some(statement),
        Some(Err(error)) => audit.report.unchecked(format!("{error:#}")),
        None => {}
    }
    if let Err(error) = audit.read(rain).await {
        audit.report.unchecked(format!("the ledger, from here on: {error}"));
    } else if let Some(statement) = audit.statement.take() {
        statement.finish(&mut audit.report);
    }
    if audit.waiting > 0 {
        let why = audit.redis.as_ref().err().map_or("", String::as_str);
        let waiting = audit.waiting;
        audit
            .report
            .unchecked(format!("claims of {waiting} rains that are open or not settled: {why}"));
    }
    let mut report = audit.report;
    report.seconds = started.elapsed().as_secs_f64();
    report
}

/// Redis time, or this machine's where Redis is away.
async fn now_ms(redis: &mut Result<ClaimReader, String>) -> i64 {
    let time = match redis {
        Ok(reader) => reader.time_ms().await.map_err(|error| error.to_string()),
        Err(why) => Err(why.clone()),
    };
    let ms = time.unwrap_or_else(|why| {
        *redis = Err(why);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    });
    i64::try_from(ms).unwrap_or(i64::MAX)
}

/// Runs a function for the book that a row belongs to, if there is one. Rows come book by book.
fn with<'b, 'a>(books: &'b mut [Book<'a>], name: &str) -> Option<&'b mut Book<'a>> {
    let place = books.binary_search_by(|book| book.id().cmp(name)).ok()?;
    books.get_mut(place)
}

/// Notes a row of a rain that is not there.
fn nowhere(report: &mut Report, table: &str, rain: &str, text: &str) {
    let row = format!("{table} {}", text.split(' ').take(3).collect::<Vec<_>>().join(" "));
    report.violation(Invariant::I8, Some(rain), row, "belongs to a rain that is not there");
}

impl Audit<'_> {
    /// Reads one rain, or everything.
    async fn read(&mut self, rain: Option<String>) -> Result<(), StoreError> {
        self.heirs = self.reader.heirs(&mut self.report).await?;
        match rain {
            Some(rain) => self.one(rain).await,
            None => self.all().await,
        }
    }

    /// Names the rows that servers skip because they cannot read them.
    async fn unreadable(&mut self, rain: Option<&str>) -> Result<(), StoreError> {
        for row in self.reader.unreadable(rain).await? {
            let message = format!("servers skip it, they cannot read it: {}", row.why);
            let (rain, name) = (row.rain.as_deref(), format!("{} {}", row.table, row.name));
            self.report.violation(Invariant::I10, rain, name, message);
        }
        Ok(())
    }

    async fn one(&mut self, rain: String) -> Result<(), StoreError> {
        self.unreadable(Some(&rain)).await?;
        let range = Range::One(rain.clone());
        let rains = self.reader.rains(&range, 1).await?;
        if rains.is_empty() {
            self.report.unchecked(format!("the ledger has no rain {rain}"));
            return Ok(());
        }
        self.part(&rains, &range).await
    }

    async fn all(&mut self) -> Result<(), StoreError> {
        self.unreadable(None).await?;
        let mut after = String::new();
        loop {
            let rest = Range::Between { after: after.clone(), until: None };
            let mut rains = self.reader.rains(&rest, RAINS).await?;
            let mut packets = 0_i64;
            let fit = rains.iter().take_while(|rain| {
                packets = packets.saturating_add(rain.packets);
                packets <= PACKETS
            });
            let fit = fit.count().max(1);
            let last = rains.len() <= fit && rains.len() < RAINS;
            rains.truncate(fit);
            let until = rains.last().filter(|_| !last).map(|rain| rain.rain.clone());
            let range = Range::Between { after, until: until.clone() };
            self.part(&rains, &range).await?;
            match until {
                Some(until) => after = until,
                None => break,
            }
        }
        self.sponsor.finish(&mut self.report);
        let noted = self.reader.sponsors().await?;
        std::mem::take(&mut self.balances).compare(noted, &mut self.report);
        let there = self.reader.count_entries().await?;
        if there != self.entries {
            let message =
                format!("the table has {there} rows, {} were found by their books", self.entries);
            self.report.violation(Invariant::I8, None, "entries", message);
        }
        Ok(())
    }

    /// Reads some rains, and what else has a name among theirs: each table into the same books, in
    /// an order that matters.
    async fn part(&mut self, rains: &[RainRecord], range: &Range) -> Result<(), StoreError> {
        let report = &mut self.report;
        let mut books: Vec<Book<'_>> = rains.iter().map(|row| Book::begin(row, report)).collect();
        books.sort_unstable_by_key(|book| book.id());
        self.packets(range, &mut books).await?;
        self.links(range, &mut books).await?;
        self.entries(range, &mut books).await?;
        self.payouts(range, &mut books).await?;
        self.put_aside(range, &mut books).await?;
        self.claims(&mut books).await?;
        for book in &books {
            self.report.rains += 1;
            self.report.claims += book.settled();
            self.report.pending += book.pending;
            if self.verbose {
                self.report.lines.push(line(book));
            }
        }
        Ok(())
    }

    async fn packets(&mut self, range: &Range, books: &mut [Book<'_>]) -> Result<(), StoreError> {
        let report = &mut self.report;
        let packets = self.reader.packets(range, |rain, text| match with(books, rain) {
            Some(book) => book.sealed(text, report),
            None => nowhere(report, "packets", rain, text),
        });
        packets.await?;
        books.iter_mut().for_each(|book| book.sealed_all(&mut self.report));
        Ok(())
    }

    /// Reads the chains of the books, and where each of them ends.
    async fn links(&mut self, range: &Range, books: &mut [Book<'_>]) -> Result<(), StoreError> {
        let (report, sponsor) = (&mut self.report, &mut self.sponsor);
        let links = self.reader.links(range, |name, text| match with(books, name) {
            Some(book) => book.chain.link(name, text, report),
            None if name == SPONSOR_BOOK => sponsor.chain.link(name, text, report),
            None => nowhere(report, "links", name, text),
        });
        links.await?;
        let heads = self.reader.heads(range, |name, text| match with(books, name) {
            Some(book) => book.chain.head(text),
            None if name == SPONSOR_BOOK => sponsor.chain.head(text),
            None => nowhere(report, "books", name, text),
        });
        heads.await
    }

    async fn entries(&mut self, range: &Range, books: &mut [Book<'_>]) -> Result<(), StoreError> {
        let Self { report, sponsor, balances, entries: count, heirs, .. } = self;
        let entries = self.reader.entries(range, |name, text| {
            *count += 1;
            let line = match with(books, name) {
                Some(book) => book.entry(text, report),
                None if name == SPONSOR_BOOK => sponsor.entry(text, report),
                None => {
                    nowhere(report, "entries", name, text);
                    None
                }
            };
            if let Some(line) = line {
                balances.count(&line);
            }
        });
        entries.await?;
        for book in books {
            book.entries_all(report);
            book.heirs_all(heirs, report);
        }
        Ok(())
    }

    /// Reads what leaves the house: money, and prizes.
    async fn payouts(&mut self, range: &Range, books: &mut [Book<'_>]) -> Result<(), StoreError> {
        let (now_ms, report, statement) = (self.now_ms, &mut self.report, &mut self.statement);
        let payouts = self.reader.payouts(range, |rain, text| match with(books, rain) {
            Some(book) => book.payout(text, now_ms, statement.as_mut(), report),
            None => nowhere(report, "payouts", rain, text),
        });
        payouts.await?;
        books.iter().for_each(|book| book.payouts_all(report));
        let prizes = self.reader.prizes(range, |rain, text| match with(books, rain) {
            Some(book) => book.prize(text, report),
            None => nowhere(report, "prizes", rain, text),
        });
        prizes.await?;
        books.iter().for_each(|book| book.prizes_all(report));
        Ok(())
    }

    /// Reads claims that were put aside, and those of which their players were told that they are void.
    async fn put_aside(&mut self, range: &Range, books: &mut [Book<'_>]) -> Result<(), StoreError> {
        let (now_ms, report) = (self.now_ms, &mut self.report);
        for letter in self.reader.letters(range).await? {
            match with(books, &letter.rain) {
                Some(book) => book.letter(&letter, now_ms, report),
                None => nowhere(report, "dead_letters", &letter.rain, &letter.account),
            }
        }
        for void in self.reader.voids(range).await? {
            match with(books, &void.rain) {
                Some(book) => book.void(&void, report),
                None => nowhere(report, "voids", &void.rain, &void.account),
            }
        }
        Ok(())
    }

    /// Holds what Redis has against the rains that were read.
    async fn claims(&mut self, books: &mut [Book<'_>]) -> Result<(), StoreError> {
        let mut books: Vec<(Vec<ShardKeys>, &mut Book<'_>)> =
            books.iter_mut().filter_map(|book| Some((shards_of(book.row)?, book))).collect();
        let shards: Vec<ShardKeys> = books.iter().flat_map(|(shards, _)| shards).copied().collect();
        let incarnations = match &mut self.redis {
            Ok(redis) => redis.incarnations(&shards).await.map_err(|error| error.to_string()),
            Err(why) => Err(why.clone()),
        };
        let incarnations = incarnations.unwrap_or_else(|why| {
            self.redis = Err(why);
            Vec::new()
        });
        let mut incarnations = incarnations.into_iter();
        for (shards, book) in &mut books {
            // A rain that was never opened has no claims, and a settled one has them all.
            let needed = book.row.opens_ms.is_some() && book.row.settled_ms.is_none();
            let mut waits = false;
            for shard in shards {
                let incarnation = incarnations.next();
                let Some((redis, incarnation)) = self.redis.as_mut().ok().zip(incarnation) else {
                    waits = true;
                    continue;
                };
                if incarnation.as_ref() == Some(&book.row.incarnation) {
                    let (now_ms, report) = (self.now_ms, &mut self.report);
                    if let Err(error) = compare(redis, *shard, book, now_ms, report).await {
                        self.redis = Err(error.to_string());
                        waits = true;
                    }
                } else if needed && !self.reader.is_settled_by_now(book.id()).await? {
                    self.report.unchecked(unknown(*shard, incarnation.as_deref()));
                }
            }
            self.waiting += u64::from(waits && needed);
        }
        Ok(())
    }
}

/// Where the claims of a rain are; `None` where its row cannot be right.
fn shards_of(row: &RainRecord) -> Option<Vec<ShardKeys>> {
    let shards =
        u16::try_from(row.shards).ok().filter(|shards| (1..=MAX_SHARDS).contains(shards))?;
    Some(ShardKeys::of(row.rain.parse().ok()?, shards).collect())
}

/// Why the claims of a shard were not compared.
fn unknown(shard: ShardKeys, incarnation: Option<&str>) -> String {
    let what = match incarnation {
        Some(incarnation) => format!("has another incarnation of it, {incarnation}"),
        None => "does not have it".to_owned(),
    };
    let place = match shard.shard {
        Shard::WHOLE => String::new(),
        Shard { number, of } => format!(", shard {number} of {of}"),
    };
    format!("claims of rain {}{place}, which is not settled: Redis {what}", shard.rain)
}

/// Holds the claims of one shard against the book of its rain.
async fn compare(
    redis: &mut ClaimReader,
    shard: ShardKeys,
    book: &mut Book<'_>,
    now_ms: i64,
    report: &mut Report,
) -> Result<(), StoreError> {
    let take = |account: &str, claim: &str| book.claim(shard.shard, account, claim, now_ms, report);
    redis.claims(shard, take).await?;
    let since = redis.unacknowledged_since_ms(shard).await?;
    let waits_ms = since.map_or(0, |since| now_ms - i64::try_from(since).unwrap_or(now_ms));
    if waits_ms > claims::OVERDUE_MS && book.row.settled_ms.is_none() {
        let message = format!("the oldest entry waits for the ledger for {} s", waits_ms / 1000);
        book.wrong(report, Invariant::I5, "Redis stream", message);
    }
    // Its keys may have been deleted meanwhile, all at once.
    let incarnation = redis.incarnations(&[shard]).await?.pop().flatten();
    if incarnation.as_ref() == Some(&book.row.incarnation) {
        book.claims_all(shard.shard, report);
    }
    Ok(())
}

/// A rain in one line.
fn line(book: &Book<'_>) -> String {
    let row = book.row;
    let noted = |at_ms: Option<i64>| at_ms.is_some();
    let state = RainState::of(noted(row.opens_ms), noted(row.closed_ms), noted(row.settled_ms));
    let head = book.chain.newest_hash().unwrap_or_else(|| "-".to_owned());
    format!(
        "rain {} {state}: {} {} in {} packets, {} settled, {} pending; {} links to {head}",
        book.id(),
        row.pot,
        row.currency,
        row.packets,
        book.settled(),
        book.pending,
        book.chain.len(),
    )
}
