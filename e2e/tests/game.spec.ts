// The whole story: an imported quiz from the lobby to the podium, with a rain, on phones that are
// reloaded, cut off and late, and afterwards the ledger holds exactly what the phones showed.
import path from "node:path";
import { hold, pots, query, settlements } from "../support/ledger";
import { inMinorUnits } from "../support/money";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/rain-or-shine.txt")] });

const QUESTIONS = [
  "Which of these falls from the sky as lumps of ice?",
  "A cloud weighs nothing at all.",
  "In HTML, which of these starts a new line? — “Mind the <brackets> & the &amp;”",
  "下雨 (xià yǔ): what is the weather doing?",
  "−40 °C is the same as …",
];

test("an imported quiz is played from the lobby to the balance", async ({
  server,
  network,
  room,
}) => {
  // It waits for a question and for a rain to run out, and for a phone to notice that nothing comes.
  test.setTimeout(240_000);
  expect(server.imported).toContain("5 questions, 1 problem:");
  expect(server.imported).toContain("expected a line `ANSWER: A`");

  const host = await room.host();
  await host.arrive();
  expect(new URL(host.page.url()).hash).toBe("");
  const pin = await host.start("Rain or shine");
  const screen = await room.screen(pin);
  const anna = await room.player("Anna");
  const ben = await room.player("Ben", { colorScheme: "dark" }, network.url);
  ben.watch.expectOutages();
  const chen = await room.player("小陈 Chen");

  await test.step("two players come in, and everybody sees them", async () => {
    await anna.join(pin);
    await ben.joinByCode(pin);
    await expect(anna.page.getByTestId("lobby")).toBeVisible();
    await expect(screen.players).toHaveAttribute("data-count", "2");
    await expect(host.players).toHaveText("2");
    await expect(screen.page.locator(".big-name")).toHaveText(["Ben", "Anna"]);
  });

  await test.step("a tap brings another face, and the big screen has it", async () => {
    const own = anna.page.getByTestId("face").locator("svg");
    const before = await own.innerHTML();
    await anna.press(anna.page.getByTestId("face"));
    await expect.poll(() => own.innerHTML()).not.toBe(before);
    const shown = screen.page.locator(".big-name", { hasText: "Anna" }).locator("svg");
    await expect.poll(async () => (await shown.innerHTML()) === (await own.innerHTML())).toBe(true);
  });

  await test.step("question 1: one is right, one is wrong", async () => {
    await host.ask(QUESTIONS[0]);
    await expect(screen.question).toHaveText(QUESTIONS[0]);
    await expect(ben.question).toHaveText(QUESTIONS[0]);
    await anna.answer(0);
    await expect(screen.answered).toHaveText("1");
    // The last answer closes the question by itself.
    await ben.pick(1);
    await host.expectRevealed();
    await anna.expectResult("right");
    await ben.expectResult("wrong");
    expect(await anna.points()).toBeGreaterThan(500);
    expect(await ben.points()).toBe(0);
    await host.make("ShowBoard");
    await expect(screen.page.locator(".big-row-name")).toHaveText(["Anna", "Ben"]);
  });

  await test.step("question 2: a latecomer, a reload, a cut, and the host reloads too", async () => {
    await chen.join(pin);
    await expect(host.players).toHaveText("3");
    await host.ask(QUESTIONS[1]);
    await anna.answer(1);
    const points = await anna.points();

    await anna.page.reload();
    await expect(anna.page.locator(".slim-name")).toHaveText("Anna");
    await expect(anna.question).toHaveText(QUESTIONS[1]);
    await anna.expectAnswer(1);
    expect(await anna.points()).toBe(points);
    // There is no second answer, not even by keyboard.
    await anna.page.keyboard.press("1");
    await anna.expectAnswer(1);

    await host.page.reload();
    await expect(host.question).toHaveText(QUESTIONS[1]);
    await expect(host.state).toHaveText("The question is open");
    await expect(host.answered).toHaveText("1");
    await expect(host.move("Close")).toBeEnabled();

    // An answer that is given at the moment of the cut arrives all the same.
    const before = ben.watch.sockets;
    network.cut();
    await ben.answer(1);
    expect(ben.watch.sockets).toBeGreaterThan(before);
    await expect(screen.answered).toHaveText("2");

    await chen.pick(0);
    await host.expectRevealed();
    await anna.expectResult("right");
    await ben.expectResult("right");
    await chen.expectResult("wrong");
    await expect(screen.answered).toHaveText("3");
    await expect(screen.page.locator(".big-count")).toHaveText(["1", "2"]);
  });

  await test.step("question 3: nothing reaches a phone any more, and time runs out", async () => {
    const points = await ben.points();
    const before = ben.watch.sockets;
    network.halfOpen();
    await host.ask(QUESTIONS[2]);
    await expect(anna.choice(2)).toContainText('<script>alert("rain")</script>');
    await expect(screen.page.locator(".big-choice-text").nth(3)).toHaveText("&nbsp;");
    await anna.answer(0);
    await chen.answer(0);
    await expect(screen.answered).toHaveText("2");
    // Nobody presses anything: the question closes at its deadline, and the phone has noticed.
    await expect(ben.banner).toBeVisible({ timeout: 25_000 });
    await expect(host.state).toHaveText("The answer is shown", { timeout: 25_000 });
    await expect(ben.question).toHaveText(QUESTIONS[1]);

    network.heal();
    await expect(ben.banner).toBeHidden();
    expect(ben.watch.sockets).toBeGreaterThan(before);
    await expect(ben.question).toHaveText(QUESTIONS[2]);
    await ben.expectResult("none");
    expect(await ben.points()).toBe(points);
  });

  await test.step("questions 4 and 5", async () => {
    await host.ask(QUESTIONS[3]);
    await expect(chen.choice(0)).toContainText("It’s raining 🌧️");
    for (const player of [anna, ben]) await player.answer(0);
    await chen.pick(0);
    await host.expectRevealed();
    await host.ask(QUESTIONS[4]);
    await ben.answer(2);
    // One player does not answer, and the host does not wait.
    await host.make("Close");
    await host.expectRevealed();
    await anna.expectResult("none");
    await ben.expectResult("right");
  });

  const caught = new Map<string, string>();
  await test.step("the rain: everybody catches one packet, which is then credited", async () => {
    const players = [anna, ben, chen];
    await host.rain({
      pot: "12.21",
      currency: "EUR",
      packets: 5,
      // All of it must be seen before it is over, on a slow machine too.
      seconds: 30,
      min: "0.01",
      max: "5.00",
    });
    // While the ledger is slow, a packet is caught and not yet credited.
    const release = await hold(server);
    // One of them is greedy, and puts a second finger on another packet at once.
    await expect.poll(() => anna.drop()).toBeDefined();
    await Promise.all([anna.tap(), anna.tap()]);
    await Promise.all(
      players.map(async (player) => caught.set(player.name, await player.catchPacket())),
    );
    for (const player of players) {
      await expect(player.claim).toHaveAttribute("data-state", "caught");
    }
    await expect(screen.page.locator(".big-rain-count")).toContainText("3 / 5");
    // More taps, also after a reload, bring nothing else.
    await anna.tap();
    await anna.page.reload();
    await expect(anna.claim).toHaveAttribute("data-state", "caught");
    await anna.tap();
    await anna.tap();
    expect(await anna.caught()).toBe(caught.get("Anna"));
    expect(settlements(server)).toEqual([]);

    await release();
    for (const player of players) {
      await player.expectCredited(caught.get(player.name) as string);
    }
  });

  await test.step("the rain ends by itself", async () => {
    await expect(screen.page.getByText("The rain is over")).toBeVisible({ timeout: 40_000 });
    await expect(screen.page.locator(".big-rain-of").last()).toContainText("3 / 5");
    const wins = screen.page.locator(".big-win");
    await expect(wins).toHaveCount(3);
    for (const player of [anna, ben, chen]) {
      await expect(player.page.getByTestId("rain-done")).toBeVisible();
      await player.expectCredited(caught.get(player.name) as string);
      const own = wins.filter({ hasText: player.name });
      await expect(own.locator(".big-win-amount")).toHaveText(caught.get(player.name) as string);
    }
  });

  await test.step("podium and end", async () => {
    await host.make("ShowPodium");
    for (const [place, player] of [anna, ben, chen].entries()) {
      await expect(player.page.getByTestId("podium")).toBeVisible();
      await expect(player.page.getByTestId("rank")).toHaveText(String(place + 1));
      await expect(player.page.getByTestId("glory")).toHaveClass(`glory glory-${place + 1}`);
      await expect(player.page.locator(".glory-picture > svg")).toBeVisible();
      const step = screen.page.locator(`.step-${place + 1}`);
      await expect(step.locator(".step-name")).toHaveText(player.name);
      await expect(step.locator(".step-score")).toHaveText(String(await player.points()));
    }
    await host.end();
    for (const player of [anna, ben, chen]) {
      await expect(player.page.getByTestId("ended")).toBeVisible();
    }
  });

  await test.step("the balance is what was caught, and survives a reload", async () => {
    for (const player of [anna, ben, chen]) {
      await player.press(player.page.getByRole("link", { name: "See my balance" }));
      await expect(player.page.getByTestId("balance-total")).toHaveText(
        caught.get(player.name) as string,
      );
      await expect(player.page.getByTestId("credit")).toHaveCount(1);
    }
    await anna.page.reload();
    await expect(anna.page.getByTestId("balance-total")).toHaveText(caught.get("Anna") as string);
    await expect(anna.page.getByTestId("credit")).toContainText("Rain or shine");
  });

  await test.step("the ledger holds what the phones showed, and nothing else", async () => {
    const expected = [];
    for (const player of [anna, ben, chen]) {
      const amount = inMinorUnits(caught.get(player.name) as string);
      expected.push({ account: await player.account(), amount, currency: "EUR" });
    }
    const rows = settlements(server);
    expect(rows.map(({ account, amount, currency }) => ({ account, amount, currency }))).toEqual(
      expect.arrayContaining(expected),
    );
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map((row) => row.packet)).size).toBe(3);

    const paid = expected.reduce((sum, { amount }) => sum + amount, 0);
    const [pot, ...others] = pots(server);
    expect(others).toEqual([]);
    expect(pot).toMatchObject({ currency: "EUR", pot: 1221, sealed: 1221, funded: 1221, paid });
    expect([pot.packets, pot.sealed_packets]).toEqual([5, 5]);
    // What nobody caught is still in the pot, or has gone back to the sponsor.
    expect([0, 1221 - paid]).toContain(pot.returned);
    const [{ left }] = query<{ left: number }>(
      server,
      `SELECT sum(amount) AS left FROM packets
       WHERE packet NOT IN (SELECT packet FROM settlements)`,
    );
    expect(left).toBe(1221 - paid);
  });
});
