// Payouts that wait for a host: with the players' names on the desk, and once the game is over on the page of its
// results, in a browser that never had the desk.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { shoot } from "../support/shots";
import { expect, test as base } from "../support/test";

const QUIZ = "Three kinds of questions";
const RESULTS = /\/api\/games\/[0-9a-f]{16}\/results$/;

/** A receiver that confirms whatever it is sent. */
async function receiver(): Promise<http.Server> {
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { key } = JSON.parse(Buffer.concat(parts).toString()) as { key: string };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ key, state: "confirmed" }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

const test = base.extend({
  files: [[path.join(__dirname, "../fixtures/three-kinds.toml")], { option: true }],
  args: async ({}, use) => {
    const pays = await receiver();
    const dir = mkdtempSync(path.join(os.tmpdir(), "quizrain-secret-"));
    const secret = path.join(dir, "payouts");
    writeFileSync(secret, "a secret that only two know, and nobody else\n", { mode: 0o600 });
    const url = `http://127.0.0.1:${(pays.address() as AddressInfo).port}/`;
    await use(["--payout-url", url, "--payout-allow-private", "--payout-secret-file", secret]);
    pays.close();
    rmSync(dir, { recursive: true, force: true });
  },
});

test("what is held is decided by name, also when the game is over and in another browser", async ({
  server,
  room,
}) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  const game = /[0-9a-f]{16}$/.exec(new URL(host.page.url()).pathname)?.[0] ?? "";
  const anna = await room.player("Anna");
  const ben = await room.player("李雷");
  for (const player of [anna, ben]) await player.joinByCode(pin);
  await host.rain({ pot: "10", currency: "points", packets: 2, seconds: 60, min: "1", max: "9" });
  const right = { Authorization: `Bearer ${server.hostKey}` };
  const told = await fetch(`${server.url}/api/games/${game}/statement`, { headers: right });
  const { rains } = (await told.json()) as { rains: { rain: string }[] };
  for (const player of [anna, ben]) {
    const path = `/api/games/${game}/payouts/${rains[0].rain}/${await player.account()}/hold`;
    const held = await fetch(`${server.url}${path}`, { method: "POST", headers: right });
    expect(held.status).toBe(200);
  }
  for (const player of [anna, ben]) await player.catchPacket();
  const verdict = host.page.getByTestId("verdict");
  await expect(verdict).toHaveText("2 payouts wait for you to decide");
  await expect(host.page.getByTestId("held-one")).toContainText(["Anna", "李雷"]);
  await shoot(host.page, "payouts/desk", { quick: true });
  await host.end();

  const other = await room.host();
  await other.arrive();
  const { page } = other;
  other.watch.expectRefusals(RESULTS);
  await page.goto(`${server.url}/results/${game}`);
  const held = page.getByTestId("held-one");
  await expect(held).toContainText(["Anna", "李雷"], { timeout: 40_000 });
  const packets = page.getByTestId("results-packet");
  await expect(packets).toHaveCount(2);
  await held.first().scrollIntoViewIfNeeded();
  await shoot(page, "payouts/results");
  await held.filter({ hasText: "Anna" }).getByTestId("refuse").click();
  await expect(held).toHaveCount(1);
  await held.getByTestId("release").click();
  await expect(page.getByTestId("held")).toHaveCount(0);
  await expect(page.getByTestId("verdict")).toHaveText(/^Everything is settled: /);

  await expect(packets.filter({ hasText: "Anna" })).toContainText("Refused by you or another host; never sent");
  await expect(packets.filter({ hasText: "李雷" })).toContainText("Confirmed");
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await packets.last().scrollIntoViewIfNeeded();
  await shoot(page, "payouts/results-phone", { quick: true });
  const loading = page.waitForEvent("download");
  await page.getByTestId("packets.csv").click();
  const text = await readFile(await (await loading).path(), "utf8");
  expect(text.startsWith("\ufeffrain,packet,amount,currency,place,name")).toBe(true);
  expect(text).toContain("Anna");
});
