// Makes what Trunk has built smaller, before it becomes a bundle of frontend/dist: Trunk runs this after a build.
//
// Programs are cut into parts: what is said in a language, and of the player's what a phone needs once somebody is in a
// game. WebAssembly is optimised; what it imports from its script and exports to it gets names of one letter or two in both
// (wasm-bindgen's are long, with a hash each, and stand in both files); script and style sheet are minified. Files are
// named anew for what is in them now, because browsers keep them for ever. Pages lose what only their authors read.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { cutSheet } from "./sheet.mjs";
import { FEATURES, split } from "./split.mjs";
import { replaceOnce } from "./text.mjs";

// Rust's stack ends at address 0, so nothing is read there. Hints of alignment are no more than hints, and all the same
// they take less room. What is written twice, brotli finds at less cost than a local variable.
const OPTIMISE = ["-Oz", "--flatten", "--rereloop", "-Oz", "-Oz", "--low-memory-unused", "--dealign",
  "--skip-pass=local-cse"];

// What is cut off besides texts, each in the language that it is called for; it has a style sheet of its own.
const NO_LANGUAGE = ["seat"];

const { TRUNK_PROFILE: profile, TRUNK_STAGING_DIR: folder } = process.env;

/** The one file of the folder with this ending. */
function only(ending) {
  const files = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (files.length !== 1) throw new Error(`${folder} has ${files.length} files *${ending}, not one`);
  return files[0];
}

const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });

/** Optimises a file of WebAssembly; what wasm-opt says, which of names is [module, name, short] and [name, short]. */
function optimise(file, ...more) {
  return run("wasm-opt", ...FEATURES, "--strip-debug", "--strip-producers", ...OPTIMISE, ...more, file, "-o", file);
}

/** A name for what is in files. */
function digest(...files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/** Minifies a script or a style sheet. */
function minify(file, ...options) {
  run("esbuild", "--minify", ...options, "--log-level=warning", "--allow-overwrite", file, `--outfile=${file}`);
}

/** Cuts a part's style sheet off the page's; how it is called. */
function cutStyle(name, part, style) {
  const file = join(folder, `${part}.css`);
  cutSheet(style, part, file);
  minify(file);
  const named = `${name}-${part}-${digest(file)}.css`;
  renameSync(file, join(folder, named));
  return named;
}

/** Cuts a program into its parts; how those of languages are called. */
function cut(name, script, wasm, style) {
  const built = join(process.env.CARGO_TARGET_DIR ?? "target", "wasm32-unknown-unknown", "wasm-release", `${name}.wasm`);
  const parts = split(built, name, { script, wasm, folder });
  let text = readFileSync(script, "utf8");
  const languages = {};
  for (const part of parts) {
    const file = join(folder, `${part}.wasm`);
    optimise(file);
    const hash = digest(file);
    renameSync(file, join(folder, `${name}-${part}-${hash}.wasm`));
    const files = [`"./${name}-${part}-${hash}.wasm"`];
    if (NO_LANGUAGE.includes(part)) files.push(`"./${cutStyle(name, part, style)}"`);
    else languages[part] = hash;
    text = replaceOnce(text, `"./${part}.wasm"`, files.join(", "));
  }
  writeFileSync(script, text);
  return languages;
}

/** A script of wasm-bindgen with other names of what its WebAssembly imports and exports. */
function rename(script, { imports, exports }) {
  // Nobody starts a program without waiting for it.
  script = replaceOnce(script, "initSync, ", "");
  // wasm-opt makes one module of all, and calls it "a".
  const module = imports.map(([module]) => module).find((module) => script.includes(`"${module}": `));
  script = replaceOnce(script, `"${module}": `, `"a": `);
  for (const [, name, short] of imports) script = replaceOnce(script, ` ${name}: `, ` ${short}: `);
  const names = new Map(exports);
  return script.replace(/\bwasm\.(\w+)/g, (_, name) => {
    if (!names.has(name)) throw new Error(`the script asks for ${name}, which WebAssembly does not export`);
    return `wasm.${names.get(name)}`;
  });
}

/** Has a browser load what is said in its language at once, and not when the program asks for it. */
const preload = (name, languages) => `<script nonce="{{__TRUNK_NONCE__}}">
{
const files = ${JSON.stringify(languages)};
let lang = document.documentElement.lang;
try { lang = localStorage.getItem("quizrain.language") ?? lang } catch {}
lang = lang.replace("-", "_").toLowerCase();
if (Object.hasOwn(files, lang)) document.head.append(Object.assign(document.createElement("link"),
{ rel: "preload", as: "fetch", crossOrigin: "", href: \`/${name}-\${lang}-\${files[lang]}.wasm\` }));
}
</script>
`;

/** A page that starts its program and does not tell who could use it, without indentation and comments. */
function tidy(html) {
  const start = /import init, \* as bindings from ('[^']+');\s*const wasm = await init\(([^)]*)\);[^<]*/;
  if (!start.test(html)) throw new Error("the page does not start its program as Trunk has it");
  const lines = html.replace(start, "import init from $1;\nawait init($2);\n").split("\n").map((line) => line.trim());
  return lines.filter((line) => line && !line.startsWith("//")).join("\n");
}

function shrink() {
  const [wasm, script, style, page] = ["_bg.wasm", ".js", ".css", ".html"].map(only);
  const path = (name) => join(folder, name);
  const name = page.replace(".html", "");
  const languages = cut(name, path(script), path(wasm), path(style));
  const names = JSON.parse(optimise(path(wasm), "--minify-imports-and-exports-and-modules"));
  writeFileSync(path(script), rename(readFileSync(path(script), "utf8"), names));
  // What wasm-bindgen warns of does not happen here.
  const without = ["--tree-shaking=true", "--pure:console.warn"];
  minify(path(script), ...without);
  minify(path(style));
  let html = readFileSync(path(page), "utf8");
  // The script too: a browser that keeps an old one would give the new WebAssembly other names.
  const [program, sheet] = [digest(path(wasm), path(script)), digest(path(style))];
  for (const [file, now] of [[wasm, program], [script, program], [style, sheet]]) {
    const name = file.replace(/-[0-9a-f]+/, `-${now}`);
    if (!html.includes(file)) throw new Error(`${page} does not load ${file}`);
    html = html.replaceAll(file, name);
    renameSync(path(file), path(name));
  }
  // Before the style sheet, for which a script would wait.
  const sheets = '<link rel="stylesheet"';
  writeFileSync(path(page), replaceOnce(tidy(html), sheets, preload(name, languages) + sheets));
}

if (profile === "release") shrink();
