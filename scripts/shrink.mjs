// Makes what Trunk has built smaller, before it becomes a bundle of frontend/dist: Trunk runs this after a build.
//
// WebAssembly is optimised; what it imports from its script and exports to it gets names of one letter or two in both
// (wasm-bindgen's are long, with a hash each, and stand in both files); script and style sheet are minified. Files are
// named anew for what is in them now, because browsers keep them for ever.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// WebAssembly as rustc and wasm-bindgen write it: what every browser has that is taken care of here.
const FEATURES = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];
// Rust's stack ends at address 0, so nothing is read there. Hints of alignment are no more than hints, and all the same
// they take less room. What is written twice, brotli finds at less cost than a local variable.
const OPTIMISE = ["-Oz", "--flatten", "--rereloop", "-Oz", "-Oz", "--low-memory-unused", "--dealign",
  "--skip-pass=local-cse"];

const { TRUNK_PROFILE: profile, TRUNK_STAGING_DIR: folder } = process.env;

/** The one file of the folder with this ending. */
function only(ending) {
  const files = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (files.length !== 1) throw new Error(`${folder} has ${files.length} files *${ending}, not one`);
  return files[0];
}

const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });

/** Optimises a file of WebAssembly; the names it has now: [module, name, short] and [name, short]. */
function optimise(file) {
  const features = FEATURES.map((feature) => `--enable-${feature}`);
  const passes = ["--strip-debug", "--strip-producers", ...OPTIMISE, "--minify-imports-and-exports-and-modules"];
  return JSON.parse(run("wasm-opt", ...features, ...passes, file, "-o", file));
}

/** A script of wasm-bindgen with other names of what its WebAssembly imports and exports. */
function rename(script, { imports, exports }) {
  const replace = (from, to) => {
    const parts = script.split(from);
    if (parts.length !== 2) throw new Error(`the script has ${parts.length - 1} times ${from}, not once`);
    script = parts.join(to);
  };
  // They have one module, and wasm-opt calls it "a".
  replace(`"${imports[0][0]}": `, `"a": `);
  for (const [, name, short] of imports) replace(` ${name}: `, ` ${short}: `);
  const names = new Map(exports);
  return script.replace(/\bwasm\.(\w+)/g, (_, name) => {
    if (!names.has(name)) throw new Error(`the script asks for ${name}, which WebAssembly does not export`);
    return `wasm.${names.get(name)}`;
  });
}

function shrink() {
  const [wasm, script, style, page] = ["_bg.wasm", ".js", ".css", ".html"].map(only);
  const path = (name) => join(folder, name);
  const text = readFileSync(path(script), "utf8");
  writeFileSync(path(script), rename(text, optimise(path(wasm))));
  for (const file of [script, style]) run("esbuild", "--minify", "--log-level=warning", "--allow-overwrite", path(file), `--outfile=${path(file)}`);
  let html = readFileSync(path(page), "utf8");
  // The script too: a browser that keeps an old one would give the new WebAssembly other names.
  const hash = createHash("sha256");
  for (const file of [wasm, script]) hash.update(readFileSync(path(file)));
  const program = hash.digest("hex").slice(0, 16);
  const sheet = createHash("sha256").update(readFileSync(path(style))).digest("hex").slice(0, 16);
  for (const [file, now] of [[wasm, program], [script, program], [style, sheet]]) {
    const name = file.replace(/-[0-9a-f]+/, `-${now}`);
    if (!html.includes(file)) throw new Error(`${page} does not load ${file}`);
    html = html.replaceAll(file, name);
    renameSync(path(file), path(name));
  }
  writeFileSync(path(page), html);
}

if (profile === "release") shrink();
