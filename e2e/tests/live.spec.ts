// What was answered so far grows on the big screen and the desk, and a host hides and picks of what was typed.
import path from "node:path";
import type { Host } from "../support/host";
import type { Player } from "../support/player";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/no-right-answer.toml")] });

const LONGEST = "We meet by the lake again, but in early June and not in late May, with music, a longer walk, and a good umbrella for everybody who is here.";

/** Types texts and sends them. */
async function type(player: Player, ...texts: string[]): Promise<void> {
  for (const [field, text] of texts.entries()) await player.page.getByTestId(`typed-${field}`).fill(text);
  await player.submit();
  await expect(player.page.locator(".ask-foot")).toHaveText(/Your answer is in/);
}

/** The button beside a text on the desk. */
const button = (host: Host, text: string, which: "pick" | "hide") =>
  host.page.locator(".typed-text").filter({ hasText: text }).getByTestId(`${which}-text`);

test("results grow while a question is open", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Nothing is right");
  const screen = await room.screen(pin);
  const [anna, ben, chen, dana] = await Promise.all(
    ["Anna", "Ben", "Chen", "Dana"].map((name) => room.player(name)),
  );
  for (const player of [anna, ben, chen, dana]) await player.joinByCode(pin);
  const both = [screen.page, host.page];
  const shot = async (name: string) => {
    await screen.page.setViewportSize({ width: 1920, height: 1080 });
    await shoot(screen.page, `screen/live-${name}`, { stage: true });
    await shoot(host.page, `host/live-${name}`);
  };

  await test.step("bars of a poll", async () => {
    await host.ask("Tea or coffee?");
    for (const page of both) await expect(page.locator(".big-count")).toHaveText(["0", "0", "0"]);
    await anna.answer(0);
    for (const page of both) await expect(page.locator(".big-count")).toHaveText(["1", "0", "0"]);
    await ben.answer(1);
    await chen.answer(0);
    for (const page of both) await expect(page.locator(".big-count")).toHaveText(["2", "1", "0"]);
    await expect(anna.page.locator(".big-count")).toHaveCount(0);
    await shot("poll");
    await dana.pick(2);
    await host.expectRevealed();
  });

  await test.step("a scale", async () => {
    await host.ask("How do you like it here?");
    for (const [player, mark] of [[anna, 5], [ben, 5], [chen, 3]] as const) {
      await player.press(player.page.getByTestId(`mark-${mark}`));
    }
    await expect(screen.page.locator(".column-count")).toHaveText(["0", "0", "1", "0", "2"]);
    await expect(screen.page.getByTestId("mean")).toHaveText(/4\.33/);
    await shot("scale");
    await host.make("Close");
    await host.expectRevealed();
  });

  await test.step("a cloud", async () => {
    await host.ask("In a word?");
    await type(anna, "Fun", "lake");
    await expect(screen.page.locator(".big-word")).toHaveText(["Fun", "lake"]);
    await type(ben, "fun", "Rain");
    await type(chen, "music", "FUN");
    await expect(screen.page.locator(".big-word")).toHaveText([/fun/i, "lake", "music", "Rain"]);
    await shot("cloud");
    await button(host, "Rain", "hide").click();
    await expect(screen.page.locator(".big-word")).toHaveText([/fun/i, "lake", "music"]);
    await expect(host.page.getByTestId("pick-text")).toHaveCount(0);
    await host.make("Close");
    await host.expectRevealed();
    await expect(screen.page.locator(".big-word")).toHaveText([/fun/i, "lake", "music"]);
  });

  await test.step("open texts, of which some are picked", async () => {
    await host.ask("What should we do next year?");
    await type(anna, "A picnic");
    await type(ben, LONGEST);
    await expect(screen.page.locator(".big-card")).toHaveText([LONGEST, "A picnic"]);
    await shot("texts");
    const other = await host.page.context().newPage();
    await other.goto(host.page.url());
    await expect(other.getByTestId("pick-text")).toHaveCount(2);
    await button(host, "A picnic", "pick").click();
    await expect(screen.page.getByTestId("quote")).toHaveText(["A picnic"]);
    await expect(other.locator(".typed-text.is-picked")).toHaveText(/A picnic/);
    await button(host, "umbrella", "pick").click();
    await expect(screen.page.getByTestId("quote")).toHaveText(["A picnic", LONGEST]);
    await type(chen, "Something rude");
    await expect(button(host, "Something rude", "hide")).toBeVisible();
    await shot("picked");
    await button(host, "Something rude", "hide").click();
    await expect(button(host, "Something rude", "hide")).toHaveCount(0);
    await host.make("Close");
    await host.expectRevealed();
    await expect(screen.page.getByTestId("quote")).toHaveText(["A picnic", LONGEST]);
    await shot("picked-told");
    await button(host, "umbrella", "pick").click();
    await expect(screen.page.getByTestId("quote")).toHaveText(["A picnic"]);
    await button(host, "A picnic", "pick").click();
    await expect(screen.page.locator(".big-card")).toHaveCount(2);
    await expect(screen.page.getByText("Something rude")).toHaveCount(0);
    await other.close();
  });
});

test("a host has nothing shown before the reveal", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Nothing is right");
  const screen = await room.screen(pin);
  const [anna, ben] = [await room.player("Anna"), await room.player("Ben")];
  for (const player of [anna, ben]) await player.joinByCode(pin);
  await host.page.getByTestId("settings").locator("> summary").click();
  await host.page.getByTestId("set-live").uncheck();
  await host.ask("Tea or coffee?");
  await anna.answer(0);
  await expect(screen.answered).toHaveText("1");
  await expect(screen.page.locator(".big-count")).toHaveCount(0);
  await host.page.getByTestId("set-live").check();
  await expect(screen.page.locator(".big-count")).toHaveText(["1", "0", "0"]);
  await host.page.getByTestId("set-live").uncheck();
  await expect(screen.page.locator(".big-count")).toHaveCount(0);
  await ben.pick(1);
  await host.expectRevealed();
  await expect(screen.page.locator(".big-count")).toHaveText(["1", "1", "0"]);
});
