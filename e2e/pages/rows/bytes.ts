// P1: what a phone loads before it can join.
import { once } from "node:events";
import net from "node:net";
import type { Route } from "@playwright/test";
import type { Measure } from "../measure";
import type { Side } from "../side";
import { Game } from "../game";

const CODINGS = { brotli: "br", gzip: "gzip" };
/** Kilobytes have a thousand bytes, as in the limit that the server's own test sets. */
const KB = 1000;

/** What a page asks for, itself first. */
interface Asked {
  /** Until somebody can join. */
  needed: string[];
  /** What comes while a name is typed. */
  later: string[];
}

/** The files of the game itself: that somebody can join without them is seen by holding them back. */
const LATER = /\/player-seat/;

async function asked(side: Side, address: string): Promise<Asked> {
  const { page } = await side.phone();
  const paths: string[] = [];
  const held: Route[] = [];
  page.on("request", (request) => {
    const { protocol, pathname, search } = new URL(request.url());
    if (protocol.startsWith("http")) paths.push(pathname + search);
  });
  let joins = false;
  await page.route(LATER, async (route) => {
    if (joins) await route.continue();
    else held.push(route);
  });
  await page.goto(`${side.local}${address}`);
  await page.getByTestId("nickname-input").waitFor();
  joins = true;
  await Promise.all(held.map((route) => route.continue()));
  await page.waitForLoadState("networkidle");
  return { needed: paths.filter((path) => !LATER.test(path)), later: paths.filter((path) => LATER.test(path)) };
}

/** What the server sends for a path. */
interface Sent {
  /** Bytes, headers and all. */
  all: number;
  /** Those of the body. */
  body: number;
  packed: boolean;
}

async function sent(side: Side, path: string, coding: string): Promise<Sent> {
  const { port } = side.server;
  const socket = net.connect(port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  const headers = [`Host: localhost:${port}`, `Accept-Encoding: ${coding}`, "Accept: */*", "Accept-Language: en-GB"];
  socket.write([`GET ${path} HTTP/1.1`, ...headers, "Connection: close", "", ""].join("\r\n"));
  await once(socket, "close");
  const answer = Buffer.concat(parts);
  const end = answer.indexOf("\r\n\r\n") + 4;
  const head = answer.subarray(0, end).toString("latin1");
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`GET ${path} was answered with ${head.split("\r\n")[0]}`);
  const packed = new RegExp(`^content-encoding: *${coding}\\r$`, "im").test(head);
  return { all: answer.length, body: answer.length - end, packed };
}

export const bytes: Measure = {
  id: "P1",
  what: "what a phone loads of /play until it can join, all bytes of all answers; and with the game, which comes while a name is typed",
  figures: [
    { name: "brotli", unit: "KB", goal: { most: 100 } },
    { name: "gzip", unit: "KB", goal: { most: 130 } },
    { name: "brotli, with the game", unit: "KB" },
    { name: "gzip, with the game", unit: "KB" },
  ],
  rounds: [1, 1],
  quizzes: ["three-kinds.toml"],
  limitMs: 60_000,
  async begin(side) {
    const game = await Game.open(side.server, "Three kinds of questions");
    return async () => {
      const { needed, later } = await asked(side, `/play/${game.pin}`);
      const values: Record<string, number> = {};
      const notes: string[] = [];
      for (const [name, coding] of Object.entries(CODINGS)) {
        const measured = (paths: string[]) => Promise.all(paths.map(async (path) => ({ path, ...(await sent(side, path, coding)) })));
        const all = (sizes: { all: number }[]) => sizes.reduce((sum, it) => sum + it.all, 0) / KB;
        const sizes = await measured(needed);
        values[name] = all(sizes);
        values[`${name}, with the game`] = all(sizes) + all(await measured(later));
        const bodies = sizes.reduce((sum, { body }) => sum + body, 0) / KB;
        if (!sizes.some(({ packed }) => packed)) throw new Error(`nothing is sent as ${coding}`);
        const largest = sizes.sort((a, b) => b.body - a.body).slice(0, 3);
        const told = largest.map(({ path, body, packed }) => {
          // A name has a hash of its content.
          const size = `${path.replace(/-[0-9a-f]{16}/, "")} ${(body / KB).toFixed(1)}`;
          return packed ? size : `${size} (as it is)`;
        });
        notes.push(`${name}: ${sizes.length} answers, ${bodies.toFixed(1)} KB without headers; ${told.join(", ")}`);
      }
      return { values, notes };
    };
  },
};
