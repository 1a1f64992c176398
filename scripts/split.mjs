// Cuts a program of WebAssembly into parts, where its source says #[wasm_split]: what only a later part can reach is
// loaded when the first one asks for it. shrink.mjs calls this before it makes all of them smaller.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { STYLE } from "./sheet.mjs";
import { replaceOnce } from "./text.mjs";

// WebAssembly as rustc and wasm-bindgen write it: what every browser has that is taken care of here.
export const FEATURES = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"]
  .map((feature) => `--enable-${feature}`);

const LOADER = "./__wasm_split.js";
// From which module parts import what the first one shares: as they are cut, and as they are loaded. Equally long.
const [SPLIT, FIRST] = ["__wasm_split", "__first_part"];

const run = (program, ...args) => execFileSync(program, args, { stdio: ["ignore", "inherit", "inherit"] });

/** Which files each part is made of: its own, and what it has in common with others that the first part does not need. */
function filesOf(loader) {
  const file = (text) => /new URL\("\.\/([^"]+)"/.exec(text)[1];
  const common = new Map();
  for (const [, name, made] of loader.matchAll(/const (__chunk_\d+) = makeLoad\((.*?)\n, \[\]\);/gs)) {
    common.set(name, file(made));
  }
  const parts = loader.matchAll(/const __wasm_split_load_(\w+) = wrapAsyncCb\(makeLoad\((.*?)\n, \[(.*?)\]\)\);/gs);
  return [...parts].map(([, part, made, needs]) => {
    return { part, files: [file(made), ...needs.split(", ").filter(Boolean).map((name) => common.get(name))] };
  });
}

/** A number as WebAssembly writes it (LEB128), and what stands behind it. */
function unsigned(bytes, at) {
  let [value, shift] = [0, 0];
  for (;;) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
    shift += 7;
  }
}

/**
 * A module that exports whatever another one imports, which is what the first part shares: wasm-merge takes files for
 * one memory only if they have it from one module. Its own imports are those of the other, from a module of another name.
 */
function sharing(bytes) {
  const kinds = { table: 1, memory: 2, global: 3 };
  const IMPORTS = 2, EXPORTS = 7;
  const written = (name) => String.fromCharCode(name.length) + name;
  let [section, at] = [undefined, 8];
  while (at < bytes.length) {
    const [size, content] = unsigned(bytes, at + 1);
    if (bytes[at] === IMPORTS) section = bytes.toString("latin1", at, content + size).replaceAll(written(SPLIT), written(FIRST));
    at = content + size;
  }
  const seen = { table: 0, memory: 0, global: 0 };
  const exported = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name, kind }) => {
    if (!(kind in kinds)) throw new Error(`a part imports ${name}, a ${kind}`);
    return Buffer.from([name.length, ...Buffer.from(name), kinds[kind], seen[kind]++]);
  });
  const content = Buffer.concat([Buffer.from([exported.length]), ...exported]);
  // Numbers of two bytes: there are few exports, and their names are short.
  const size = Buffer.from([(content.length & 0x7f) | 0x80, content.length >> 7]);
  return Buffer.concat([bytes.subarray(0, 8), Buffer.from(section, "latin1"), Buffer.from([EXPORTS]), size, content]);
}

/** What the script does when its WebAssembly asks for a part: it loads it, and says whether that went well. */
const loaders = (parts, shared) => `${STYLE}
const part = (name, sheet) => async (callback, data) => {
    let done = false;
    try {
        const shared = { ${shared.map((name) => `${name}: wasm.${name}`).join(", ")} };
        const [file] = await Promise.all([fetch(new URL(name, import.meta.url)), sheet && style(sheet)]);
        await WebAssembly.instantiateStreaming(file, { ${FIRST}: shared });
        done = true;
    } catch (error) {
        console.error(error);
    }
    wasm.__indirect_function_table.get(callback)(data, done);
};
const parts = {
${parts.map((part) => `    __wasm_split_load_${part}: part("./${part}.wasm"),\n`).join("")}};
`;

/**
 * Splits a program, as rustc leaves it, into a script with its WebAssembly and the parts that these load later, which
 * are written as PART.wasm into a folder. Their names.
 */
export function split(program, name, { script, wasm, folder }) {
  const work = mkdtempSync(join(tmpdir(), "quizrain-split-"));
  try {
    run("wasm-split-cli", program, work, "--target", "web", "--out-name", name);
    run("wasm-bindgen", "--target", "web", "--no-typescript", "--keep-lld-exports", "--out-dir", work, "--out-name", "out",
      join(work, `${name}.wasm`));
    const parts = filesOf(readFileSync(join(work, "__wasm_split.js"), "utf8"));
    const shared = new Set();
    for (const { part, files } of parts) {
      const own = readFileSync(join(work, files[0]));
      const [sharer, out] = [join(work, `${part}-shared.wasm`), join(folder, `${part}.wasm`)];
      writeFileSync(sharer, sharing(own));
      // What parts have in common is in each of them: code and texts, which may be put in their place twice.
      const merged = files.flatMap((file, at) => [join(work, file), `${part}${at}`]);
      run("wasm-merge", ...FEATURES, sharer, SPLIT, ...merged, "-o", out);
      for (const { name } of WebAssembly.Module.imports(new WebAssembly.Module(own))) shared.add(name);
    }
    const names = parts.map(({ part }) => part).sort();
    let text = readFileSync(join(work, "out.js"), "utf8");
    // The loaders stand among what the script gives to WebAssembly anyway.
    for (const [at] of names.entries()) {
      text = replaceOnce(text, `import * as import${at + 1} from "${LOADER}"\n`, "");
      text = replaceOnce(text, `        "${LOADER}": import${at + 1},\n`, "");
    }
    text = loaders(names, [...shared].sort()) + text;
    const given = "const import0 = {\n        __proto__: null,\n";
    text = replaceOnce(text, given, `${given}        ...parts,\n`);
    writeFileSync(script, text);
    // Not renamed: the folder may lie on another file system.
    copyFileSync(join(work, "out_bg.wasm"), wasm);
    return names;
  } finally {
    rmSync(work, { recursive: true });
  }
}
