// Games that are more than points: survival, teams, names that are made.
import path from "node:path";
import type { Player } from "../support/player";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const QUIZ = "Three kinds of questions";

test("survival: wrong is out, and may go on for fun", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.startWith(QUIZ, async (page) => {
    await page.getByTestId("mode-survival").check();
    await page.getByTestId("card-after").selectOption("3");
    await page.getByTestId("late-join").uncheck();
  });
  const screen = await room.screen(pin);
  await expect(screen.page.getByTestId("rules")).toHaveText(/wrong or silent means out/);
  const [anna, ben] = [await room.player("Anna"), await room.player("Ben")];
  await anna.joinByCode(pin);
  await ben.joinByCode(pin);
  const fate = (player: Player) => player.page.getByTestId("fate");

  await host.make("Ask");
  await anna.answer(0);
  await ben.pick(1);
  await host.expectRevealed();
  await ben.expectResult("wrong");
  await expect(fate(ben)).toHaveText(/^You are out\. You can go on/);
  await expect(ben.page.getByTestId("life")).toHaveText("out");
  await anna.expectResult("right");
  await expect(fate(anna)).toHaveCount(0);

  await host.make("ShowBoard");
  await expect(screen.page.getByTestId("survivors")).toHaveText("1 of 2 still in");
  await expect(screen.page.locator(".big-row.is-out")).toContainText("Ben");
  await expect(anna.page.getByTestId("survivors")).toHaveText("1 of 2 still in");
  await expect(anna.page.locator(".row.is-out .out")).toHaveText("out");

  const late = await room.player("Late");
  await late.page.goto(anna.page.url());
  await expect(late.page.getByTestId("closed")).toHaveText(/^The game has begun/);

  await host.make("Ask");
  for (const choice of [0, 2, 4]) await ben.pick(choice);
  await ben.submit();
  await expect(ben.page.locator(".ask-foot")).toHaveText(/Your answer is in/);
  await host.make("Close");
  await host.expectRevealed();
  await ben.expectResult("right");
  await expect(fate(ben)).toHaveText(/this earns nothing/);
  await expect(ben.score).toHaveText("0");
});

test("teams are chosen, and names are drawn, with keys alone", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.startWith(QUIZ, async (page) => {
    // The primary button has the focus; the dialog before it is gone through backwards.
    await expect(page.getByTestId("new-game-start")).toBeFocused();
    await page.getByTestId("mode-classic").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByTestId("mode-teams")).toBeChecked();
    await page.getByTestId("team-name-1").fill("drops ");
    await expect(page.getByTestId("new-game-start")).toBeDisabled();
    await page.getByTestId("team-name-1").fill("Comets");
    await page.getByTestId("names-free").focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByTestId("names-generated")).toBeChecked();
  });
  const screen = await room.screen(pin);
  await expect(screen.page.getByTestId("rules")).toHaveText(/Drops.*Comets/);

  const anna = await room.player("Anna", { hasTouch: false });
  const { page } = anna;
  await page.goto(`${new URL(screen.page.url()).origin}/play/${pin}`);
  await expect(page.getByTestId("nickname-input")).toHaveCount(0);
  const spin = page.getByTestId("spin");
  for (const left of ["Spin again (2 left)", "Spin again (1 left)"]) {
    await expect(spin).toHaveText(left);
    await spin.focus();
    await page.keyboard.press("Enter");
  }
  await expect(spin).toBeDisabled();
  await page.getByTestId("name-1").focus();
  await page.keyboard.press("Space");
  const name = (await page.getByTestId("name-1").textContent()) ?? "";
  await page.getByTestId("join").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Choose a team." })).toBeVisible();
  await page.getByTestId("pick-team-1").focus();
  await page.keyboard.press("Space");
  await page.getByTestId("join").focus();
  await page.keyboard.press("Enter");
  await expect(anna.score).toBeVisible();
  await expect(page.locator(".slim-name")).toHaveText(name);
  await expect(page.locator(".slim").getByTestId("team-1")).toHaveText("Comets");

  await test.step("who has the same name gets a number", async () => {
    const origin = new URL(screen.page.url()).origin;
    const twin = async () => {
      const player = await room.player("Twin");
      // Four bytes are what a name is drawn from.
      await player.page.addInitScript(() => {
        const real = crypto.getRandomValues.bind(crypto);
        crypto.getRandomValues = <T extends ArrayBufferView | null>(into: T): T =>
          into?.byteLength === 4 ? into : (real(into as never) as T);
      });
      await player.page.goto(`${origin}/play/${pin}`);
      await player.press(player.page.getByTestId("pick-team-0"));
      await player.press(player.page.getByTestId("join"));
      return player;
    };
    const first = await twin();
    await expect(first.page.locator(".slim-name")).toHaveText(/^\w+ \w+$/);
    const second = await twin();
    await expect(second.page.locator(".slim-name")).toHaveText(/^\w+ \w+ 2$/);
    // All that can be drawn here is taken: after some tries, the player decides.
    const third = await twin();
    await expect(third.page.getByRole("alert")).toHaveText(/^Somebody has this nickname already/);
  });

  await host.make("Ask");
  await anna.answer(0);
  await host.make("Close");
  await host.expectRevealed();
  await host.make("ShowBoard");
  await expect(screen.page.getByTestId("board").locator(".big-row")).toHaveCount(2);
  await expect(screen.page.getByTestId("board").locator(".big-row").first()).toContainText("Comets");
  await expect(page.getByTestId("team-row").first()).toContainText("Comets");
  await expect(page.getByTestId("team-row").first()).toHaveClass(/is-own/);
  await host.make("ShowPodium");
  await expect(screen.page.locator(".step-1")).toContainText("Comets");

  await test.step("the dialog remembers", async () => {
    await host.arrive();
    const card = host.page.locator(".card").filter({ hasText: QUIZ });
    await card.getByTestId("host-options").click();
    await expect(host.page.getByTestId("mode-teams")).toBeChecked();
    await expect(host.page.getByTestId("team-name-1")).toHaveValue("Comets");
    await expect(host.page.getByTestId("names-generated")).toBeChecked();
  });
});
