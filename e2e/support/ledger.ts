// The ledger as the sqlite3 program reads it, which knows nothing of our code.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import readline from "node:readline";
import type { Server } from "./server";

function file(server: Server): string {
  return path.join(server.dir, "quizrain.sqlite");
}

/** The rows of a query. */
export function query<Row>(server: Server, sql: string): Row[] {
  const options = ["-readonly", "-json", "-cmd", ".timeout 5000"];
  const text = execFileSync("sqlite3", [...options, file(server), sql], { encoding: "utf8" });
  return text.trim() ? (JSON.parse(text) as Row[]) : [];
}

export interface Settlement {
  rain: string;
  packet: number;
  account: string;
  amount: number;
  currency: string;
}

/** Every packet that was credited to anybody. */
export function settlements(server: Server): Settlement[] {
  return query(server, "SELECT rain, packet, account, amount, currency FROM settlements");
}

export interface Pot {
  rain: string;
  currency: string;
  pot: number;
  packets: number;
  /** What the sealed packets hold together, and how many there are. */
  sealed: number;
  sealed_packets: number;
  /** What the sponsor paid into the pot, what players got out of it, what went back. */
  funded: number;
  paid: number;
  returned: number;
}

/** Each rain's pot and where its money went, by the double entries. */
export function pots(server: Server): Pot[] {
  const moved = (debit: string, credit: string) =>
    `(SELECT coalesce(sum(amount), 0) FROM entries
      WHERE book = rain AND debit = '${debit}' AND credit = '${credit}')`;
  return query(
    server,
    `SELECT rain, currency, pot, packets,
       (SELECT sum(amount) FROM packets WHERE packets.rain = rains.rain) AS sealed,
       (SELECT count(*) FROM packets WHERE packets.rain = rains.rain) AS sealed_packets,
       ${moved("sponsor", "pot")} AS funded,
       ${moved("pot", "player")} AS paid,
       ${moved("refund", "sponsor")} AS returned
     FROM rains ORDER BY created_ms`,
  );
}

/**
 * Keeps the ledger busy, as a slow disk would: nothing is credited until the returned function is
 * called. Catching goes on meanwhile.
 */
export async function hold(server: Server): Promise<() => Promise<void>> {
  const sqlite = spawn("sqlite3", ["-cmd", ".timeout 5000", file(server)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const gone = once(sqlite, "exit");
  const lines = readline.createInterface({ input: sqlite.stdout });
  const held = once(lines, "line");
  sqlite.stdin.write("BEGIN IMMEDIATE; SELECT 'held';\n");
  await Promise.race([
    held,
    gone.then(() => Promise.reject(new Error("sqlite3 could not hold the ledger"))),
  ]);
  return async () => {
    sqlite.stdin.end("ROLLBACK;\n");
    await gone;
  };
}
