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

/** The system's Chromium, or Chrome. */
export function findChromium(): string {
  return findProgram("Chromium", ["chromium", "chromium-browser", "google-chrome"], "QUIZRAIN_CHROMIUM");
}

/** How it is started, by tests and where pages are measured. */
export const CHROMIUM_ARGS = [
  // Chromium's sandbox refuses to work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
