// One evening as it should be: a host, a big screen and six phones of three sizes in three languages, among them one that
// has only keys, one that wants less motion, and one that is without a network for ten seconds in the middle of a question.
// The pictures in e2e/screenshots/six are for people to look at.
import path from "node:path";
import type { BrowserContextOptions } from "@playwright/test";
import { keyboard } from "../support/hands";
import { pots, settlements } from "../support/ledger";
import { inMinorUnits } from "../support/money";
import type { Player, Result } from "../support/player";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";
import { keys, touch, type Way } from "../support/ways";

test.use({ files: [path.join(__dirname, "../fixtures/by-the-lake.toml")] });

const SMALL = { width: 360, height: 640 };
const TALL = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };

/** What a phone says when somebody is in, when an answer is, and when it is over. */
const WORDS: Record<string, [lobby: string, answered: RegExp, ended: string]> = {
  "en-GB": ["You’re in!", /Your answer is in/, "That’s it!"],
  "zh-CN": ["你已加入！", /答案已收到/, "游戏结束"],
  "zh-TW": ["你已加入！", /答案已收到/, "遊戲結束"],
};

interface Person {
  name: string;
  locale: keyof typeof WORDS;
  phone: BrowserContextOptions;
  way: Way;
}

const PEOPLE: Person[] = [
  { name: "美玲", locale: "zh-CN", phone: { viewport: SMALL }, way: touch },
  { name: "Anna", locale: "en-GB", phone: { viewport: TALL, hasTouch: false, isMobile: false }, way: keys },
  { name: "詠晴", locale: "zh-TW", phone: { viewport: TABLET }, way: touch },
  { name: "Ben", locale: "en-GB", phone: { viewport: TALL, reducedMotion: "reduce" }, way: touch },
  { name: "家豪", locale: "zh-TW", phone: { viewport: SMALL }, way: touch },
  { name: "Maximiliane", locale: "zh-CN", phone: { viewport: TABLET }, way: touch },
];
/** The one with keys alone, who takes time, and the one who loses the network. */
const [SLOW, LOST] = [1, 4];

const POT = 6666;

/** A way of giving an answer, the last step included. */
type Answer = (seat: Seat) => Promise<void>;

interface Seat extends Person {
  player: Player;
  /** What the phone says of itself on pictures. */
  tag: string;
}

const pick = (index: number): Answer => ({ way, player }) => way.pick(player, index);
const pin = (x: number, y: number): Answer => async ({ way, player }) => {
  await way.pin(player, x, y);
  await way.submit(player);
};
const order = (...wanted: string[]): Answer => async ({ way, player }) => {
  await way.order(player, wanted);
  await way.submit(player);
};
const several = (...indices: number[]): Answer => async ({ way, player }) => {
  for (const index of indices) await way.pick(player, index);
  await way.submit(player);
};

const QUESTIONS: { text: string; answers: Answer[]; results: Result[] }[] = [
  {
    text: "What makes a lake look blue on a clear day?",
    answers: [pick(0), pick(0), pick(0), pick(2), pick(0), pick(1)],
    results: ["right", "right", "right", "wrong", "right", "wrong"],
  },
  {
    text: "Tap the sun before it goes down.",
    answers: [pin(0.78, 0.22), pin(0.78, 0.22), pin(0.3, 0.3), pin(0.78, 0.22), pin(0.78, 0.22), pin(0.5, 0.8)],
    results: ["right", "right", "wrong", "right", "right", "wrong"],
  },
  {
    text: "Who is out on the water? From the smallest to the largest.",
    answers: PEOPLE.map(() => order("Dragonfly", "Duck", "Rowing boat", "Ferry")),
    results: PEOPLE.map(() => "right"),
  },
  {
    text: "Which of these swim?",
    answers: [several(0, 2), several(0, 2), several(0), several(0, 2), several(1, 3), several(0, 2)],
    results: ["right", "right", "partly", "right", "wrong", "right"],
  },
];

test("six phones play one evening, and no cent is lost", async ({ server, network, room }) => {
  // It waits for ten seconds, and everybody has a picture taken again and again.
  test.setTimeout(240_000);
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("An evening by the lake");
  const screen = await room.screen(pin);
  const seats: Seat[] = [];
  for (const [index, person] of PEOPLE.entries()) {
    const colorScheme = index % 2 ? "dark" : "light";
    const options = { ...person.phone, locale: person.locale, colorScheme } as const;
    const player = await room.player(person.name, options, index === LOST ? network.url : server.url);
    seats.push({ ...person, player, tag: `${index + 1}-${person.phone.viewport!.width}` });
  }
  const [slow, lost] = [seats[SLOW], seats[LOST]];
  lost.player.watch.expectOutages();
  // No finger and no mouse touches that page: what is said here is no good news for whoever watches it.
  await slow.player.page.addInitScript(() =>
    addEventListener("pointerdown", () => console.error("somebody with keys alone has a pointer"), true),
  );

  const all = <T>(act: (seat: Seat, index: number) => Promise<T>) => Promise.all(seats.map(act));
  /** What everybody sees now, phones and desk in their own colours. */
  async function look(name: string, lasting = true) {
    await Promise.all([
      shoot(screen.page, `six/${name}-screen`, { stage: true, quick: !lasting }),
      shoot(host.page, `six/${name}-desk`, { quick: true }),
      ...seats.map(({ player, tag }) => shoot(player.page, `six/${name}-${tag}`, { quick: true })),
    ]);
  }

  await test.step("the lobby: everybody has a face, and feels something", async () => {
    await all(({ way, player }) => way.join(player, pin));
    await all(({ player, locale }) => expect(player.page.getByTestId("lobby")).toHaveText(WORDS[locale][0]));
    await expect(host.players).toHaveText("6");
    await expect(screen.page.locator(".big-name")).toHaveCount(6);
    for (const { way, player, name } of [seats[0], slow]) {
      const face = player.page.getByTestId("face");
      const before = await face.locator("svg").innerHTML();
      await (way === keys ? keyboard.press(face) : player.press(face));
      await expect.poll(() => face.locator("svg").innerHTML()).not.toBe(before);
      const shown = screen.page.locator(".big-name", { hasText: name }).locator("svg");
      await expect.poll(async () => (await shown.innerHTML()) === (await face.locator("svg").innerHTML())).toBe(true);
    }
    for (const [index, { way, player }] of seats.entries()) {
      const reaction = player.page.locator(".reaction").nth(index % 5);
      await (way === keys ? keyboard.press(reaction) : player.press(reaction));
    }
    await expect(host.page.locator(".reaction-sums > span")).toHaveText(["👏 2", "❤️ 1", "😂 1", "😮 1", "🎉 1"]);
    await look("1-lobby");
  });

  /** Puts a question, has some answer it and sees that each phone says so. */
  async function answer(number: number, some: Seat[], last = false) {
    for (const seat of some) {
      await expect(seat.player.question).toHaveText(QUESTIONS[number].text);
      await QUESTIONS[number].answers[seats.indexOf(seat)](seat);
      if (last && seat === some.at(-1)) continue;
      await expect(seat.player.page.locator(".ask-foot")).toHaveText(WORDS[seat.locale][1]);
    }
  }
  /** Everybody has answered, which closes it: each phone says what its answer was worth. */
  async function expectResults(number: number) {
    await host.expectRevealed();
    await all(({ player }, index) => player.expectResult(QUESTIONS[number].results[index]));
    await expect(screen.answered).toHaveText("6");
  }

  await test.step("a question with one right answer, and the board", async () => {
    await host.ask(QUESTIONS[0].text);
    await expect(screen.question).toHaveText(QUESTIONS[0].text);
    await answer(0, seats.slice(0, 3));
    await expect(screen.answered).toHaveText("3");
    await look("2-single");
    await answer(0, seats.slice(3), true);
    await expectResults(0);
    await look("3-reveal");
    await host.make("ShowBoard");
    await expectStandings();
    await look("4-board");
  });

  /** Each phone says the same of its own place as the big screen, which has them in that order. */
  async function expectStandings() {
    const rows = screen.page.getByTestId("board").locator(".big-row");
    await expect(rows).toHaveCount(6);
    const names = (await rows.locator(".big-row-name").allTextContents()).map((name) => name.trim());
    for (const { player, name } of seats) {
      const place = names.indexOf(name);
      const rank = await player.page.getByTestId("rank").textContent();
      await expect(rows.nth(place).locator(".big-row-rank")).toHaveText(rank ?? "");
    }
    const points = await all(({ player }) => player.points());
    const sorted = names.map((name) => points[seats.findIndex((seat) => seat.name === name)]);
    expect(sorted).toEqual([...points].sort((one, other) => other - one));
  }

  await test.step("a pin on a picture, while one phone has no network for ten seconds", async () => {
    const { player } = lost;
    const score = await player.points();
    await host.ask(QUESTIONS[1].text);
    await expect(player.question).toHaveText(QUESTIONS[1].text);
    const since = Date.now();
    await player.page.context().setOffline(true);
    network.cut();
    await expect(player.banner).toContainText("沒有網路。你的座位還在。");
    await answer(1, seats.filter((seat) => seat !== lost && seat !== slow));
    // Which is said when ten seconds have passed.
    await expect(player.page.getByTestId("still-trying")).toBeVisible();
    expect(Date.now() - since).toBeGreaterThan(9_000);
    await look("5-hotspot");
    await player.page.context().setOffline(false);
    await expect(player.banner).toBeHidden();
    await expect(player.page.locator(".slim-name")).toHaveText(lost.name);
    expect(await player.points()).toBe(score);
    await expect(host.players).toHaveText("6");
    await answer(1, [lost, slow], true);
    await expectResults(1);
    await look("6-reveal");
  });

  await test.step("an order, and several right answers", async () => {
    await host.ask(QUESTIONS[2].text);
    await answer(2, seats.slice(0, 5));
    await look("7-order");
    await answer(2, seats.slice(5), true);
    await expectResults(2);
    await look("8-reveal");
    await host.ask(QUESTIONS[3].text);
    await answer(3, seats.slice(0, 5));
    await look("9-several");
    await answer(3, seats.slice(5), true);
    await expectResults(3);
    await host.make("ShowBoard");
    await expectStandings();
  });

  const caught: string[] = [];
  await test.step("the rain: a packet for each", async () => {
    const plan = { packets: seats.length, seconds: 60, min: "0.66", max: "22.00" };
    await host.rain({ pot: "66.66", currency: "CNY", ...plan });
    await all(({ player }) => expect(player.page.getByTestId("rain-canvas")).toBeVisible());
    await look("a-countdown", false);
    for (const [index, { way, player }] of seats.entries()) {
      caught.push(await way.catch(player));
      await player.expectCredited(caught[index]);
      if (index === 3) await look("b-caught", false);
    }
    await all(({ player }) => expect(player.page.getByTestId("rain-done")).toBeVisible());
    await all(({ player }, index) => player.expectCredited(caught[index]));
    const wins = screen.page.locator(".big-win");
    await expect(wins).toHaveCount(6);
    for (const [index, { name }] of seats.entries()) {
      await expect(wins.filter({ hasText: name }).locator(".big-win-amount")).toHaveText(caught[index]);
    }
    // It counts up to the pot.
    await expect(screen.page.locator(".is-counting")).toHaveCount(0);
    await expect(screen.page.locator(".big-rain-amount")).toContainText("66.66");
    await look("c-rain-done");
  });

  await test.step("podium and end", async () => {
    await host.make("ShowPodium");
    await all(({ player }) => expect(player.page.getByTestId("podium")).toBeVisible());
    for (const place of [1, 2, 3]) await expect(screen.page.locator(`.step-${place} .step-score`)).toBeVisible();
    const first = await screen.page.locator(".step-1 .step-name").textContent();
    await expect(seats.find(({ name }) => name === first)!.player.page.getByTestId("rank")).toHaveText("1");
    await look("d-podium");
    await host.end();
    await all(({ player, locale }) => expect(player.page.getByTestId("ended")).toHaveText(WORDS[locale][2]));
    await look("e-end");
  });

  await test.step("the balance of each is the packet of each, and together they are the pot", async () => {
    const accounts = await all(({ player }) => player.account());
    await all(async ({ way, player }, index) => {
      const link = player.page.locator('.over a[href="/balance"]');
      await (way === keys ? keyboard.press(link) : player.press(link));
      await expect(player.page.getByTestId("balance-total")).toHaveText(caught[index]);
      await expect(player.page.getByTestId("credit")).toHaveCount(1);
    });
    await all(({ player, tag }) => shoot(player.page, `six/f-balance-${tag}`, { quick: true }));
    const amounts = caught.map(inMinorUnits);
    expect(amounts.reduce((sum, amount) => sum + amount)).toBe(POT);
    const granted = settlements(server);
    expect(new Map(granted.map(({ account, amount }) => [account, amount]))).toEqual(
      new Map(accounts.map((account, index) => [account, amounts[index]])),
    );
    expect(granted).toHaveLength(6);
    expect(new Set(granted.map(({ packet }) => packet)).size).toBe(6);
    const sums = { currency: "CNY", pot: POT, sealed: POT, funded: POT, paid: POT, returned: 0 };
    expect(pots(server)).toMatchObject([sums]);
    const verdict = "Everything is settled: 66.66 of 66.66 CNY credited to 6 players";
    await expect(host.page.getByTestId("verdict")).toHaveText(verdict, { timeout: 30_000 });
    await shoot(host.page, "six/f-balance-desk", { quick: true });
  });
});
