//! The stores, opened as the options say. Called by `app`, and by commands that need one store.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};

use crate::audit::{ClaimReader, LedgerReader};
use crate::config::{Durability, Options};
use crate::store::redis::Redis;
use crate::store::redis::embedded::{self, Embedded};
use crate::store::sql::{OpenError, Sql};

/// The stores, opened, with whatever must be kept while they are in use.
pub struct Stores {
    /// Redis.
    pub redis: Redis,
    /// The database.
    pub sql: Sql,
    /// The private redis-server, where there is one.
    pub embedded: Option<Embedded>,
    /// The data folder.
    pub data_dir: PathBuf,
    /// This node's name, made at the first start and kept in the data folder.
    pub node: String,
    _lock: File,
}

impl Stores {
    /// Opens everything that is kept.
    ///
    /// # Errors
    /// Another quizrain uses the data folder, or a store cannot be used; the text says which and
    /// what to do.
    pub async fn open(options: &Options) -> anyhow::Result<Self> {
        let data_dir = make_data_dir(options)?;
        let lock = lock(&data_dir)?;
        let sql = open_sql(options, &data_dir).await?;
        let (redis, embedded) = match &options.stores.redis_url {
            Some(url) => {
                let mut redis = Redis::connect(url.clone()).await?;
                if options.stores.durability == Durability::Replicated {
                    let within = Duration::from_millis(options.stores.replica_timeout_ms.into());
                    redis = redis.replicated(within).await?;
                }
                if !options.stores.allow_unsafe_redis {
                    redis.check_safety().await?;
                }
                (redis, None)
            }
            None => {
                let embedded = Embedded::start(&data_dir).await?;
                (Redis::connect(embedded.address()).await?, Some(embedded))
            }
        };
        let node = node_name(&data_dir)?;
        Ok(Self { redis, sql, embedded, data_dir, node, _lock: lock })
    }

    /// Closes them in order.
    pub async fn close(self) {
        self.sql.close().await;
        if let Some(embedded) = self.embedded {
            embedded.stop().await;
        }
    }
}

/// Makes the data folder, which only this user can enter.
fn make_data_dir(options: &Options) -> anyhow::Result<PathBuf> {
    let data_dir = options.data_dir()?;
    let made = DirBuilder::new().recursive(true).mode(0o700).create(&data_dir);
    made.with_context(|| format!("cannot make the data folder {}", data_dir.display()))?;
    Ok(data_dir.canonicalize()?)
}

async fn open_sql(options: &Options, data_dir: &Path) -> Result<Sql, OpenError> {
    match &options.stores.database_url {
        Some(url) => Sql::open_url(url).await,
        None => Sql::open_file(&data_dir.join("quizrain.sqlite")).await,
    }
}

/// This node's name among the settlers: nobody else's, and the same after a restart, so that it
/// finds what it had read and not settled.
fn node_name(data_dir: &Path) -> anyhow::Result<String> {
    let path = data_dir.join("node");
    let context = || format!("cannot use {}", path.display());
    match fs::read_to_string(&path) {
        Ok(name) if !name.trim().is_empty() => return Ok(name.trim().to_owned()),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(context);
        }
        _ => {}
    }
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes)?;
    let name = hex::encode(bytes);
    fs::write(&path, &name).with_context(context)?;
    Ok(name)
}

/// Opens the database alone, which many may use at the same time: also beside a server.
///
/// # Errors
/// The database cannot be used.
pub async fn database(options: &Options) -> anyhow::Result<Sql> {
    Ok(open_sql(options, &make_data_dir(options)?).await?)
}

/// Opens the database alone, which must be there.
///
/// # Errors
/// It is not there, or cannot be used.
pub async fn existing_database(options: &Options) -> anyhow::Result<Sql> {
    if options.stores.database_url.is_none() {
        let file = existing(options)?.join("quizrain.sqlite");
        fs::metadata(&file).with_context(|| format!("there is no ledger {}", file.display()))?;
    }
    database(options).await
}

/// Looks into the database, which must be there, without changing anything.
///
/// # Errors
/// It is not there, cannot be read, or belongs to another version.
pub async fn ledger_reader(options: &Options) -> anyhow::Result<LedgerReader> {
    let url = match &options.stores.database_url {
        Some(url) => url.clone(),
        None => Sql::url_of(&existing(options)?.join("quizrain.sqlite"))?,
    };
    Ok(LedgerReader::open(&url).await?)
}

/// Looks into Redis, which must run, without changing anything.
///
/// # Errors
/// It does not answer.
pub async fn claim_reader(options: &Options) -> anyhow::Result<ClaimReader> {
    let reader = match &options.stores.redis_url {
        Some(url) => ClaimReader::connect(url.clone()).await,
        None => ClaimReader::connect(embedded::address_in(&existing(options)?)).await,
    };
    reader.context("cannot reach Redis")
}

/// The data folder, which must be there.
fn existing(options: &Options) -> anyhow::Result<PathBuf> {
    let data_dir = options.data_dir()?;
    let found = data_dir.canonicalize();
    found.with_context(|| format!("there is no data folder {}", data_dir.display()))
}

/// Locks the data folder for this process; the lock ends with it, however it ends.
fn lock(data_dir: &Path) -> anyhow::Result<File> {
    let path = data_dir.join("lock");
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(&path)
        .with_context(|| format!("cannot open {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!(
            "another quizrain uses the data folder {}; stop it, or choose another folder with \
             --data-dir",
            data_dir.display()
        ),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}
