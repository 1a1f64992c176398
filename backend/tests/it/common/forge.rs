//! Ledgers written straight into a database, row by row and with the right hashes: large ones
//! within seconds, and wrong ones whose chain holds all the same.
//!
//! Called by tests of the audit. It follows the documented format and shares no code with what
//! writes entries in the server, but for the names of kinds and the hash itself.

use std::collections::BTreeMap;

use quizrain::ledger::{Chain, FIRST, Kind, REVERSE, RainRow};
use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;
use sqlx::{AnyConnection, Connection, Executor, Row};

use super::on::Place;
use super::{SECRET, nobody, sealed};

/// When forged rains open, in ms.
pub(crate) const OPENS_MS: i64 = 1_700_000_000_000;
/// When they are closed.
pub(crate) const CLOSES_MS: i64 = OPENS_MS + 10_000;
/// When they are settled, where they are.
pub(crate) const SETTLED_MS: i64 = CLOSES_MS + 1000;

/// Rows in one statement.
const STATEMENT: usize = 1000;

/// The game that all forged rains are of.
const GAME: GameId = GameId([0xee; 8]);

/// Its quiz.
const QUIZ: &str = r#"{"title":"T","language":"en","description":"","questions":[],"rain":null}"#;

/// An entry to be written.
#[derive(Clone, Debug)]
pub(crate) struct Forged {
    pub(crate) word: String,
    pub(crate) item: i64,
    pub(crate) account: Option<AccountId>,
    pub(crate) amount: i64,
    pub(crate) caught_ms: Option<i64>,
    pub(crate) at_ms: i64,
}

/// A rain that was written.
pub(crate) struct ForgedRain {
    pub(crate) row: RainRow,
    pub(crate) amounts: Vec<Minor>,
    pub(crate) book: String,
}

/// Writes a ledger.
pub(crate) struct Forger {
    con: AnyConnection,
    ordinal: u32,
    /// The newest link of each book and its hash.
    heads: BTreeMap<String, (i64, String)>,
    sponsor: BTreeMap<String, i64>,
}

/// Somebody; each number is somebody else.
pub(crate) fn somebody(number: u32) -> AccountId {
    let mixed = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    AccountId((u128::from(mixed) << 64 | u128::from(number)).to_be_bytes())
}

/// An entry that says the same at every time.
pub(crate) fn entry(word: &str, item: i64, account: Option<AccountId>, amount: i64) -> Forged {
    Forged { word: word.to_owned(), item, account, amount, caught_ms: None, at_ms: SETTLED_MS }
}

fn sides(word: &str) -> (&'static str, &'static str) {
    let (word, reverses) = word.strip_prefix(REVERSE).map_or((word, false), |word| (word, true));
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
    let (debit, credit) = kind.map_or(("pot", "player"), Kind::sides);
    if reverses { (credit, debit) } else { (debit, credit) }
}

fn or<T: ToString>(value: Option<T>, none: &str) -> String {
    value.map_or_else(|| none.to_owned(), |value| value.to_string())
}

impl Forger {
    /// Makes the tables, with one game.
    pub(crate) async fn new(place: &Place) -> Self {
        place.open().await.close().await;
        let mut forger = Self::on(place).await;
        forger
            .write(&format!(
                "INSERT INTO games (game, pin, title, body, incarnation, epoch, host_hash, created_ms,
                     secret, options)
                 VALUES ('{GAME}', 123456, 'T', '{QUIZ}', '{GAME}', 1, '', 1, '{}',
                     '{{\"mode\":\"classic\",\"names\":\"free\"}}')",
                SECRET.reveal()
            ))
            .await;
        forger
    }

    /// Goes on with a ledger that is there, to change what is in it.
    pub(crate) async fn on(place: &Place) -> Self {
        sqlx::any::install_default_drivers();
        let url = place.url();
        let mut con = AnyConnection::connect(url.as_str()).await.unwrap();
        if url.scheme() == "sqlite" {
            // Nobody loses a forged ledger to a power cut.
            con.execute("PRAGMA synchronous = OFF").await.unwrap();
        }
        Self { con, ordinal: 0, heads: BTreeMap::new(), sponsor: BTreeMap::new() }
    }

    /// Runs statements as they stand.
    pub(crate) async fn write(&mut self, sql: &str) {
        let done = self.con.execute(sqlx::AssertSqlSafe(sql.to_owned())).await;
        done.unwrap_or_else(|error| panic!("{}: {error}", &sql[..sql.len().min(500)]));
    }

    async fn insert(&mut self, into: &str, rows: impl Iterator<Item = String>) {
        let rows: Vec<String> = rows.collect();
        for part in rows.chunks(STATEMENT) {
            self.write(&format!("INSERT INTO {into} VALUES {}", part.join(", "))).await;
        }
    }

    /// Writes a rain with its sealed list, funded and open.
    pub(crate) async fn seal(&mut self, plan: RainPlan, payout: bool) -> ForgedRain {
        let (row, amounts) = sealed(GAME, self.ordinal, plan);
        self.ordinal += 1;
        let book = row.rain.to_string();
        let plan = &row.plan;
        let (currency, pot) = (plan.currency.code(), plan.pot().0);
        self.write(&format!(
            "INSERT INTO rains (rain, game, ordinal, incarnation, currency, pot, packets, plan,
                 picture_seed, link, entropy, commitment, receipt_key, shards, created_ms, opens_ms, closes_ms,
                 payout)
             VALUES ('{book}', '{GAME}', {}, '{}', '{currency}', {pot}, {}, '{}', '00', '{}', '{}', '{}',
                 '{}', 1, {OPENS_MS}, {OPENS_MS}, {CLOSES_MS}, {})",
            row.ordinal,
            row.incarnation,
            plan.bounds.packets,
            serde_json::to_string(plan).unwrap(),
            row.link,
            row.entropy,
            row.commitment,
            "00".repeat(32),
            i64::from(payout),
        ))
        .await;
        let list = nobody(GAME);
        self.write(&format!("INSERT INTO contributions VALUES ('{book}', '{list}')")).await;
        let packets = (0..).zip(&amounts);
        let packets = packets.map(|(packet, amount)| format!("('{book}', {packet}, {amount})"));
        self.insert("packets (rain, packet, amount)", packets).await;
        let fund = Forged { at_ms: OPENS_MS, ..entry("fund", -1, None, pot) };
        self.link(&book, currency, vec![fund]).await;
        ForgedRain { row, amounts, book }
    }

    /// Settles the first so many packets, one for each of [`somebody`], so many in a link.
    pub(crate) async fn settle(&mut self, rain: &ForgedRain, claims: u32, in_link: u32) {
        let currency = rain.row.plan.currency;
        let mut first = 0;
        while first < claims {
            let last = claims.min(first + in_link);
            let settled = (first..last).map(|packet| Forged {
                caught_ms: Some(Self::caught_ms(packet)),
                at_ms: CLOSES_MS,
                ..entry(
                    "settle",
                    packet.into(),
                    Some(somebody(packet)),
                    rain.amounts[packet as usize].0,
                )
            });
            self.link(&rain.book, currency.code(), settled.collect()).await;
            first = last;
        }
    }

    /// When a packet was caught.
    pub(crate) fn caught_ms(packet: u32) -> i64 {
        OPENS_MS + i64::from(packet % 10_000)
    }

    /// Puts the first so many packets, which are settled, into the outbox.
    pub(crate) async fn queue(&mut self, rain: &ForgedRain, claims: u32) {
        let (book, currency) = (&rain.book, rain.row.plan.currency);
        let rows = (0..claims).map(|packet| {
            let (account, amount) = (somebody(packet), rain.amounts[packet as usize]);
            format!(
                "('qr1-{book}-{packet}', '{book}', {packet}, '{account}', {amount}, '{currency}',
                  'pending', 0, {CLOSES_MS}, NULL, {CLOSES_MS}, '', NULL)",
                currency = currency.code(),
            )
        });
        self.insert("payouts", rows).await;
    }

    /// Brings one payout into a state, with the entries that belong to it.
    pub(crate) async fn pay(&mut self, rain: &ForgedRain, packet: u32, state: &str, sent_ms: i64) {
        let (account, amount) = (Some(somebody(packet)), rain.amounts[packet as usize].0);
        let mut rows = vec![entry("pay", packet.into(), account, amount)];
        match state {
            "confirmed" => rows.push(entry("paid", packet.into(), None, amount)),
            "refused" => rows.push(entry("unpay", packet.into(), account, amount)),
            _ => {}
        }
        self.link(&rain.book, rain.row.plan.currency.code(), rows).await;
        self.write(&format!(
            "UPDATE payouts SET state = '{state}', sent_ms = {sent_ms}
             WHERE rain = '{}' AND packet = {packet}",
            rain.book
        ))
        .await;
    }

    /// Closes a rain of which the first so many packets were caught, and returns the rest.
    pub(crate) async fn finish(&mut self, rain: &ForgedRain, claims: u32) {
        let left: i64 = rain.amounts[claims as usize..].iter().map(|amount| amount.0).sum();
        if left > 0 {
            let rows = ["expire", "return"].map(|word| entry(word, -1, None, left));
            self.link(&rain.book, rain.row.plan.currency.code(), rows.to_vec()).await;
        }
        self.write(&format!(
            "UPDATE rains SET closed_ms = {CLOSES_MS}, settled_ms = {SETTLED_MS} WHERE rain = '{}'",
            rain.book
        ))
        .await;
    }

    /// Adds a link of these entries to a book.
    pub(crate) async fn link(&mut self, book: &str, currency: &str, mut rows: Vec<Forged>) {
        rows.sort_by(|a, b| (&a.word, a.item).cmp(&(&b.word, b.item)));
        let head = self.heads.entry(book.to_owned()).or_insert((0, FIRST.to_owned()));
        let link = head.0 + 1;
        let mut chain = Chain::begin(book, link, &head.1);
        let mut values = Vec::with_capacity(rows.len());
        for row in &rows {
            let (word, item, amount, at_ms) = (&row.word, row.item, row.amount, row.at_ms);
            let (debit, credit) = sides(word);
            for (side, sign) in [(debit, -1), (credit, 1)] {
                if side == "sponsor" {
                    *self.sponsor.entry(currency.to_owned()).or_default() += sign * amount;
                }
            }
            chain.add_line(&format!(
                "{word} {item} {debit} {credit} {} {amount} {currency} {} {at_ms}",
                or(row.account, "-"),
                or(row.caught_ms, "-"),
            ));
            values.push(format!(
                "('{book}', '{word}', {item}, {link}, '{debit}', '{credit}', {}, {amount},
                  '{currency}', {}, {at_ms})",
                or(row.account.map(|account| format!("'{account}'")), "NULL"),
                or(row.caught_ms, "NULL"),
            ));
        }
        *head = (link, chain.end());
        let hash = head.1.clone();
        let columns = "entries (book, kind, item, link, debit, credit, account, amount, currency,
             caught_ms, at_ms)";
        self.insert(columns, values.into_iter()).await;
        let (count, at_ms) = (rows.len(), rows[0].at_ms);
        self.write(&format!(
            "INSERT INTO links VALUES ('{book}', {link}, '{hash}', {count}, {at_ms})"
        ))
        .await;
        let sql = match link {
            1 => format!("INSERT INTO books (book, link, hash) VALUES ('{book}', 1, '{hash}')"),
            _ => format!("UPDATE books SET link = {link}, hash = '{hash}' WHERE book = '{book}'"),
        };
        self.write(&sql).await;
    }

    /// Makes the chain of a book hold for whatever its entries say now.
    pub(crate) async fn rehash(&mut self, book: &str) {
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
            "SELECT link, kind, item, debit || ' ' || credit || ' ' || COALESCE(account, '-')
                 || ' ' || amount || ' ' || currency || ' '
                 || COALESCE(CAST(caught_ms AS TEXT), '-') || ' ' || at_ms
             FROM entries WHERE book = '{book}'"
        )))
        .fetch_all(&mut self.con)
        .await
        .unwrap();
        let mut links: BTreeMap<i64, Vec<(String, i64, String)>> = BTreeMap::new();
        for row in rows {
            links.entry(row.get(0)).or_default().push((row.get(1), row.get(2), row.get(3)));
        }
        self.write(&format!("DELETE FROM links WHERE book = '{book}'")).await;
        let mut hash = FIRST.to_owned();
        let count = links.len();
        for ((old, mut rows), link) in links.into_iter().zip(1_i64..) {
            rows.sort();
            let mut chain = Chain::begin(book, link, &hash);
            for (word, item, rest) in &rows {
                chain.add_line(&format!("{word} {item} {rest}"));
            }
            hash = chain.end();
            self.write(&format!(
                "UPDATE entries SET link = {link} WHERE book = '{book}' AND link = {old}"
            ))
            .await;
            let rows = rows.len();
            self.write(&format!(
                "INSERT INTO links VALUES ('{book}', {link}, '{hash}', {rows}, 1)"
            ))
            .await;
        }
        self.write(&format!(
            "UPDATE books SET link = {count}, hash = '{hash}' WHERE book = '{book}'"
        ))
        .await;
    }

    /// Goes on with a book that is there.
    pub(crate) async fn continue_at(&mut self, book: &str) {
        let row = sqlx::query("SELECT link, hash FROM books WHERE book = $1")
            .bind(book)
            .fetch_one(&mut self.con)
            .await
            .unwrap();
        self.heads.insert(book.to_owned(), (row.get(0), row.get(1)));
    }

    /// Notes what the sponsor has, and leaves.
    pub(crate) async fn done(mut self) {
        for (currency, balance) in std::mem::take(&mut self.sponsor) {
            self.write(&format!("INSERT INTO sponsors VALUES ('{currency}', {balance})")).await;
        }
        self.close().await;
    }

    /// Leaves.
    pub(crate) async fn close(self) {
        self.con.close().await.unwrap();
    }
}
