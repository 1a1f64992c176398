//! Embeds the built front end, compressed once at build time, and the migrations of the database.
//!
//! Where `frontend/dist` is missing, the list is empty and the server says how to build it. What ships has no page of all
//! components: that bundle is for debug builds.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let dist = root.join("../frontend/dist");
    let dist = dist.canonicalize().unwrap_or(dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    migrations(&root.join("migrations"), &out)?;
    let mut files = if dist.is_dir() { files_below(&dist)? } else { Vec::new() };
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        files.retain(|path| !path.starts_with(dist.join("styleguide")));
    }
    // By name: a file that several bundles have, with its hash in its name, is one file.
    let files: BTreeMap<_, _> =
        files.iter().filter_map(|path| Some((path.file_name()?.to_str()?, path))).collect();
    let mut table = String::from("&[\n");
    for (i, (name, path)) in files.into_iter().enumerate() {
        let content = fs::read(path)?;
        let embed = |coding: &str, packed: Vec<u8>| -> io::Result<String> {
            if packed.len() >= content.len() {
                return Ok("None".to_owned());
            }
            let file = out.join(format!("asset-{i}.{coding}"));
            fs::write(&file, packed)?;
            Ok(format!("Some(include_bytes!({file:?}))"))
        };
        let brotli = embed("br", brotli(&content)?)?;
        let gzip = embed("gz", gzip(&content)?)?;
        writeln!(
            table,
            "Asset {{ name: {name:?}, content: include_bytes!({path:?}), brotli: {brotli}, gzip: {gzip} }},"
        )
        .map_err(io::Error::other)?;
    }
    table.push(']');
    fs::write(out.join("assets.rs"), table)
}

/// Each is `NUMBER_what_it_does.sql`. In place of the macro of sqlx, which compiles its drivers a second time, with all of
/// SQLite, for the compiler to run.
fn migrations(dir: &Path, out: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", dir.display());
    let mut table = String::from("&[\n");
    let mut files = files_below(dir)?;
    files.sort();
    for path in files {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let parts = name
            .split_once('_')
            .and_then(|(number, what)| Some((number.parse::<i64>().ok()?, what)));
        let Some((number, what)) = parts else {
            return Err(io::Error::other(format!(
                "{} is no NUMBER_what_it_does.sql",
                path.display()
            )));
        };
        let what = what.replace('_', " ");
        writeln!(table, "({number}, {what:?}, include_str!({path:?})),")
            .map_err(io::Error::other)?;
    }
    table.push(']');
    fs::write(out.join("migrations.rs"), table)
}

fn files_below(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path.canonicalize()?);
        }
    }
    Ok(files)
}

/// Smaller, but browsers take it over HTTPS and on localhost alone.
fn brotli(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    brotli::BrotliCompress(&mut &content[..], &mut packed, &params)?;
    Ok(packed)
}

/// For phones on a LAN, where the address is plain HTTP.
fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(content)?;
    packed.finish()
}
