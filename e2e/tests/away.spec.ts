// A phone that is away for a while: without a network, asleep, or with the game open in a second tab.
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { Watch } from "../support/watch";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

/** What a browser says when somebody looks at a page again. */
const wakeUp = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

test("a phone says at once that it has no network, and is back at once when it has", async ({ room, network }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna", {}, network.url);
  await anna.joinByCode(pin);
  anna.watch.expectOutages();

  network.halfOpen();
  await anna.page.context().setOffline(true);
  // Long before a socket would be noticed to be silent.
  await expect(anna.banner).toHaveText(/No network/, { timeout: 5000 });
  // Ten seconds later.
  await expect(anna.page.getByTestId("still-trying")).toBeVisible();
  await host.make("Ask");
  network.heal();
  await anna.page.context().setOffline(false);
  await expect(anna.banner).toBeHidden({ timeout: 6000 });
  await expect(anna.question).toBeVisible();
  // The only answer closes the question.
  await anna.pick(0);
  await anna.expectResult("right");
});

test("a socket that died in its sleep is noticed and replaced when the phone wakes up", async ({ room, network }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna", {}, network.url);
  await anna.joinByCode(pin);
  anna.watch.expectOutages();
  const before = anna.watch.sockets;
  network.halfOpen();
  network.heal();
  await host.make("Ask");
  await wakeUp(anna.page);
  // Three heartbeats that are missing would take 15 seconds.
  await expect(anna.question).toBeVisible({ timeout: 6000 });
  expect(anna.watch.sockets).toBe(before + 1);
});

test("two tabs hand the seat over, and the one that lost it never takes it back by itself", async ({ room, network }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna", {}, network.url);
  await anna.joinByCode(pin);
  anna.watch.expectOutages();
  const here = (page: Page) => page.getByRole("button", { name: "Use it here" });

  const second = await anna.page.context().newPage();
  const watch = await Watch.over(second, "Anna's second tab");
  watch.expectOutages();
  await second.goto(`${network.url}/play/${pin}`);
  await expect(second.getByTestId("score")).toBeVisible();
  await expect(here(anna.page)).toBeVisible();
  await expect(anna.page.getByText("Only one window at a time")).toBeVisible();
  // Neither a look at it nor the network takes the seat back.
  const sockets = [anna.watch.sockets, watch.sockets];
  await wakeUp(anna.page);
  await anna.page.evaluate(() => dispatchEvent(new Event("online")));
  // The second tab comes back after a cut, and it is the one that has the seat.
  network.cut();
  await expect.poll(() => watch.sockets).toBe(sockets[1] + 1);
  await expect(second.getByTestId("reconnecting")).toBeHidden();
  await host.make("Ask");
  await expect(second.getByTestId("question-text")).toBeVisible();
  expect(anna.watch.sockets).toBe(sockets[0]);

  // The button takes it back, and the other way round.
  await anna.press(here(anna.page));
  await expect(anna.question).toBeVisible();
  await expect(here(second)).toBeVisible();

  // A tab that slept did not hear that another one took over.
  network.halfOpen();
  network.heal();
  await here(second).click();
  await expect(second.getByTestId("question-text")).toBeVisible();
  await wakeUp(anna.page);
  await expect(here(anna.page)).toBeVisible();
  await expect(here(second)).toBeHidden();
  await second.getByTestId("choice-0").click();
  await expect(second.getByTestId("result")).toHaveAttribute("data-result", "right");
  watch.check([]);
});
