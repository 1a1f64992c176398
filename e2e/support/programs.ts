// Programs of the system that tests start.
import { accessSync, constants } from "node:fs";
import path from "node:path";

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path in this environment variable, or the first of these programs in PATH. */
export function findProgram(what: string, names: string[], variable: string): string {
  const named = process.env[variable];
  if (named && !isProgram(named)) throw new Error(`${variable} names no program: ${named}`);
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = named || names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
  if (!found) throw new Error(`No ${what} in PATH: install one, or set ${variable} to its path.`);
  return found;
}
