// What scripts/bench --pages runs: measures the pages in a browser, and writes rows for people, programs and the report.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import { parseArgs } from "node:util";
import { launch } from "./browser";
import { take, type Programs } from "./measure";
import type { Row } from "./row";
import { arrival } from "./rows/arrival";
import { axe } from "./rows/axe";
import { bytes } from "./rows/bytes";
import { heap } from "./rows/heap";
import { lighthouse } from "./rows/lighthouse";
import { rain } from "./rows/rain";
import { shifts } from "./rows/shifts";
import { table } from "./table";

const ALL = [bytes, arrival, lighthouse, rain, shifts, axe, heap];

/** A run as the report reads it: bench/src/measure/result.rs. */
interface Run {
  date: string;
  commit: string;
  load: string;
  quick: boolean;
  seconds: number;
  machine: [string, string][];
  versions: [string, string][];
  rows: Row[];
}

function options() {
  const { values } = parseArgs({
    options: {
      program: { type: "string" },
      against: { type: "string" },
      json: { type: "string" },
      out: { type: "string" },
      rows: { type: "string" },
      quick: { type: "boolean", default: false },
    },
  });
  const { program, against, json, out, quick } = values;
  if (!program || !out) throw new Error("--program and --out are missing: scripts/bench --pages has them");
  const ids = values.rows?.toUpperCase().split(",").map((id) => id.trim());
  const unknown = ids?.filter((id) => ALL.every((row) => row.id !== id)) ?? [];
  if (unknown.length > 0) throw new Error(`--rows: there is no row ${unknown.join(", ")}; the rows are P1 to P7`);
  const programs: Programs = { ours: program, against };
  return { programs, json, out, quick, measures: ALL.filter(({ id }) => ids?.includes(id) ?? true) };
}

/** What a program prints, or that it prints nothing. */
function output(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "unknown";
  }
}

function commit(): string {
  const changed = output("git", "status", "--porcelain", "--untracked-files=no", "--", ":/", ":/!docs") !== "";
  return output("git", "rev-parse", "--short=12", "HEAD") + (changed ? ", with changes" : "");
}

function load(): string {
  return `${os.loadavg()[0].toFixed(2)} on ${os.cpus().length} cores`;
}

function versions({ ours, against }: Programs, chromium: string): [string, string][] {
  const packages = createRequire(__filename);
  const of = (name: string) => (packages(`${name}/package.json`) as { version: string }).version;
  return [
    ["quizrain", output(ours, "--version")],
    ...(against ? [["counterpart", output(against, "--version")] as [string, string]] : []),
    ["Chromium", chromium],
    ["Lighthouse", of("lighthouse")],
    ["axe-core", of("axe-core")],
    ["Node.js", process.version],
  ];
}

/** The earlier run's rows that this one has not taken: each says of which run it is. */
function earlier(out: string, rows: Row[]): Row[] {
  let before: Run;
  try {
    before = JSON.parse(readFileSync(out, "utf8"));
  } catch {
    return [];
  }
  const length = before.quick ? "quick" : "full";
  const note = `in a ${length} run on ${before.date} at commit ${before.commit}, load ${before.load} when it began`;
  const others = before.rows.filter(({ id }) => rows.every((row) => row.id !== id));
  return others.map((row) => ({ ...row, measured: row.measured ?? note }));
}

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

async function main(): Promise<number> {
  const { programs, json, out, quick, measures } = options();
  const [start, date] = [Date.now(), `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`];
  const machine: [string, string][] = [
    ["Processor", os.cpus()[0]?.model ?? "unknown"],
    ["Cores", String(os.cpus().length)],
    ["Memory", `${Math.round(os.totalmem() / 1024 ** 3)} GiB`],
  ];
  const about = { date, commit: commit(), load: load(), quick, machine };
  const browser = await launch();
  const rows: Row[] = [];
  try {
    for (const measure of measures) {
      const row = await take(measure, programs, browser, quick, (text) => console.log(text));
      rows.push(row);
      // What was seen is kept, whatever becomes of the next.
      if (json) write(json, rows);
    }
  } finally {
    await browser.close();
  }
  const seconds = Math.round((Date.now() - start) / 1000);
  const run: Run = { ...about, seconds, versions: versions(programs, browser.version()), rows };
  run.rows = [...earlier(out, rows), ...rows].sort((a, b) => a.id.localeCompare(b.id));
  write(out, run);
  console.log(`\n${table(rows)}\n`);
  const failed = rows.filter((row) => row.void || row.void_against).map(({ id }) => id);
  console.log(`${rows.length} rows in ${seconds} s; kept in ${out}`);
  if (failed.length > 0) console.error(`!!! Void or without a counterpart: ${failed.join(", ")}`);
  return failed.length > 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`!!! ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  },
);
