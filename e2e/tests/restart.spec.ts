// `kill -9` in the middle of a question and in the middle of a rain. Nobody at a page does anything:
// everything comes back by itself, and what was caught is credited.
import path from "node:path";
import type { Host, Screen } from "../support/host";
import { pots, settlements } from "../support/ledger";
import type { Player } from "../support/player";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const QUESTION = "Which gas do plants take from the air to build sugar?";

test("pages survive kill -9 of the server", async ({ server, network, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const screen = await room.screen(pin);
  const anna = await room.player("Anna");
  const ben = await room.player("Ben", {}, network.url);
  await anna.joinByCode(pin);
  await ben.joinByCode(pin);
  const pages: (Host | Screen | Player)[] = [host, screen, anna, ben];
  pages.forEach((it) => it.watch.expectOutages());

  /** Kills the server, and waits until these pages are connected to the next one. */
  async function killAndRestart(back: typeof pages) {
    const before = back.map((it) => it.watch.sockets);
    await server.kill();
    for (const { banner } of pages) await expect(banner).toBeVisible();
    await server.restart();
    for (const { banner } of back) await expect(banner).toBeHidden();
    back.forEach((it, i) => expect(it.watch.sockets).toBeGreaterThan(before[i]));
  }

  await test.step("mid-question", async () => {
    await host.ask(QUESTION);
    await anna.answer(0);
    // Ben's network takes longer to come back than everybody else's.
    network.cut();
    network.halfOpen();
    await killAndRestart([host, screen, anna]);
    // All who are there have answered; that must not cost Ben his turn, for as long as a room waits.
    await expect(host.state).toHaveText("The question is open");
    await expect(ben.banner).toBeVisible();
    network.heal();
    await expect(ben.banner).toBeHidden();
    await anna.page.reload();
    await anna.expectAnswer(0);

    for (const { question } of [host, screen, anna, ben]) await expect(question).toHaveText(QUESTION);
    await expect(host.state).toHaveText("The question is open");
    await expect(screen.answered).toHaveText("1");
    await expect(ben.choice(0)).toBeEnabled();
    await ben.pick(1);
    await host.expectRevealed();
    await anna.expectResult("right");
    await ben.expectResult("wrong");
  });

  await test.step("mid-rain", async () => {
    // Long enough for the slowest machine; the second catch empties the pot and ends it.
    const shower = { pot: "16.00", currency: "CNY", packets: 2, seconds: 60 };
    await host.rain({ ...shower, min: "0.50", max: "15.50" });
    const amount = await anna.catchPacket();
    await killAndRestart(pages);

    // The same rain goes on: what was caught is shown, and the others can still catch.
    for (const player of [anna, ben]) {
      await expect(player.page.getByTestId("rain-canvas")).toBeVisible();
    }
    await expect(host.state).toHaveText(/^Packets are falling/);
    await anna.expectCredited(amount);
    await expect(screen.page.locator(".big-rain-count")).toContainText("1 / 2");
    const other = await ben.catchPacket();
    await expect(anna.page.getByTestId("rain-done")).toBeVisible();
    await anna.expectCredited(amount);
    await ben.expectCredited(other);
    expect(new Set(settlements(server).map((row) => row.account))).toEqual(
      new Set([await anna.account(), await ben.account()]),
    );
    const paid = (await anna.caughtMinor()) + (await ben.caughtMinor());
    expect(pots(server)).toMatchObject([{ currency: "CNY", funded: 1600, sealed: 1600, paid }]);
    expect(paid).toBe(1600);
  });
});
