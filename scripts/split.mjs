// Cuts a program of WebAssembly in two, where its source says #[wasm_split]: what only the second part can reach is
// loaded when the first part asks for it. shrink.mjs calls this before it makes both smaller.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LOADER = "./__wasm_split.js";

const run = (program, ...args) => execFileSync(program, args, { stdio: ["ignore", "inherit", "inherit"] });

/** What the script does when its WebAssembly asks for the part: it loads it, and says whether that went well. */
const loader = (part, shared) => `
async function load_${part}(callback, data) {
    let done = false;
    try {
        const shared = { ${shared.map((name) => `${name}: wasm.${name}`).join(", ")} };
        const file = fetch(new URL("./${part}.wasm", import.meta.url));
        await WebAssembly.instantiateStreaming(file, { "__wasm_split": shared });
        done = true;
    } catch (error) {
        console.error(error);
    }
    wasm.__indirect_function_table.get(callback)(data, done);
}
`;

/** Splits a program, as rustc leaves it, into a script with its WebAssembly and the part that these load later. */
export function split(program, name, part, { script, wasm, second }) {
  const folder = mkdtempSync(join(tmpdir(), "quizrain-split-"));
  try {
    run("wasm-split-cli", program, folder, "--target", "web", "--out-name", name);
    run("wasm-bindgen", "--target", "web", "--no-typescript", "--keep-lld-exports", "--out-dir", folder, "--out-name", "out",
      join(folder, `${name}.wasm`));
    const cut = join(folder, `split_${part}.wasm`);
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(cut)));
    let text = readFileSync(join(folder, "out.js"), "utf8");
    const replace = (from, to) => {
      const parts = text.split(from);
      if (parts.length !== 2) throw new Error(`the script has ${parts.length - 1} times ${from}, not once`);
      text = parts.join(to);
    };
    // The loader stands among what the script gives to WebAssembly anyway.
    replace(`import * as import1 from "${LOADER}"\n`, loader(part, imports.map((it) => it.name)));
    replace(`        "${LOADER}": import1,\n`, "");
    const given = "const import0 = {\n        __proto__: null,\n";
    replace(given, `${given}        __wasm_split_load_${part}: load_${part},\n`);
    writeFileSync(script, text);
    // Not renamed: the folder may lie on another file system.
    copyFileSync(join(folder, "out_bg.wasm"), wasm);
    copyFileSync(cut, second);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
