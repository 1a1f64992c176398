//! Embeds the built front end, compressed once at build time.
//!
//! Where `frontend/dist` is missing, the list is empty and the server says how to build it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::{env, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let dist = root.join("../frontend/dist");
    let dist = dist.canonicalize().unwrap_or(dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed={}", root.join("migrations").display());
    let mut files = if dist.is_dir() { files_below(&dist)? } else { Vec::new() };
    files.sort();
    let mut table = String::from("&[\n");
    for (i, path) in files.iter().enumerate() {
        let name = path.strip_prefix(&dist).map_err(io::Error::other)?;
        let content = fs::read(path)?;
        let packed = out.join(format!("asset-{i}.br"));
        let smaller = compress(&content)?;
        fs::write(&packed, &smaller)?;
        let brotli = if smaller.len() < content.len() {
            format!("Some(include_bytes!({packed:?}))")
        } else {
            "None".to_owned()
        };
        writeln!(
            table,
            "Asset {{ name: {name:?}, content: include_bytes!({path:?}), brotli: {brotli} }},"
        )
        .map_err(io::Error::other)?;
    }
    table.push(']');
    fs::write(out.join("assets.rs"), table)
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

fn compress(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    brotli::BrotliCompress(&mut &content[..], &mut packed, &params)?;
    Ok(packed)
}
