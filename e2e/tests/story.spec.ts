// The whole story, once with a mouse and fingers and once with keys alone: somebody who has only the page writes a quiz of
// five kinds with a picture and a rain, three people play it to the end, and the file of results says what their phones said.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { type Hands, insist, keyboard, mouse } from "../support/hands";
import type { Host } from "../support/host";
import type { Player } from "../support/player";
import { type Row, sheets } from "../support/sheets";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";
import { keys, touch, type Way } from "../support/ways";

const PICTURE = path.join(__dirname, "../fixtures/landscape.png");
const TITLE = "What the harbour knows";
const NAMES = ["Anna", "Ben", "Cleo"];
const RESULTS = /\/api\/games\/[0-9a-f]{16}\/results$/;

interface Asked {
  kind: string;
  text: string;
  /** Writes what this kind has of its own. */
  write: (page: Page, hands: Hands) => Promise<void>;
  /** What each of the three answers, the last step included. */
  answers: ((player: Player, way: Way) => Promise<void>)[];
}

const QUESTIONS: Asked[] = [
  {
    kind: "Single",
    text: "Which light is on the left side of a ship?",
    async write(page, hands) {
      const problems = page.getByTestId("question-problems");
      for (const [index, choice] of ["Red", "Green", "White", "Blue"].entries()) {
        await hands.write(page.getByTestId(`choice-${index}`), choice);
      }
      await expect(problems).toContainText("Nothing is marked as right");
      await hands.mark(page.getByTestId("right-0"));
      await expect(problems).toBeEmpty();
      await expect(page.getByTestId("preview-screen")).toContainText("Green");
      await expect(page.getByTestId("preview-phone")).toContainText("Which light");
    },
    answers: [0, 1, 0].map((choice) => (player, way) => way.pick(player, choice)),
  },
  {
    kind: "TrueFalse",
    text: "A knot is a measure of speed.",
    write: (page, hands) => hands.mark(page.getByTestId("is-true")),
    answers: [0, 0, 1].map((choice) => (player, way) => way.pick(player, choice)),
  },
  {
    kind: "Typed",
    text: "What holds a ship in its place?",
    write: (page, hands) => hands.write(page.getByTestId("accepted"), "anchor\nan anchor\n"),
    answers: ["Anchor", "a rope", "an anchor"].map((text) => async (player, way) => {
      await way.type(player, [text]);
      await way.submit(player);
    }),
  },
  {
    kind: "Number",
    text: "How many masts has a barque at least?",
    async write(page, hands) {
      const right = page.getByTestId("number-right");
      await hands.write(page.getByTestId("number-max"), "10");
      await hands.write(right, "many");
      await expect(right).toHaveAttribute("aria-invalid", "true");
      await hands.write(right, "3");
      await expect(right).not.toHaveAttribute("aria-invalid", "true");
    },
    answers: ["3", "5", "3"].map((number) => async (player, way) => {
      await way.number(player, number);
      await way.submit(player);
    }),
  },
  {
    kind: "Hotspot",
    text: "Where is the ship?",
    async write(page, hands) {
      await expect(page.getByTestId("question-problems")).toContainText("needs a picture");
      const choosing = page.waitForEvent("filechooser");
      await hands.press(page.getByTestId("choose-picture"));
      await (await choosing).setFiles(PICTURE);
      await expect(page.getByTestId("remove-picture")).toBeVisible();
      await hands.write(page.getByTestId("picture-alt"), "A landscape with a low sun");
      await hands.middle(page);
    },
    answers: [0.5, 0.9, 0.6].map((at) => async (player, way) => {
      await way.pin(player, at, at);
      await way.submit(player);
    }),
  },
];

/** What a phone says of a question: in the words of the file's columns. */
async function told({ page, score }: Player, kind: string): Promise<Row> {
  const text = async (of: string) => ((await page.locator(of).textContent()) ?? "").trim();
  const own = { Single: ".choice.is-mine .choice-text", TrueFalse: ".choice.is-mine .choice-text" }[kind];
  const answer = kind === "Hotspot" ? "" : await text(own ?? '[data-testid="own-answer"]');
  const number = async (of: string) => String(Number((await text(of)).replace("−", "-")));
  return {
    ...(answer && { answer: answer.split(" · ")[0] }),
    grade: (await page.getByTestId("result").getAttribute("data-result")) ?? "",
    points: await number('[data-testid="points"]'),
    score: String(Number(await score.textContent())),
    rank: await number('[data-testid="rank"]'),
  };
}

/** From the page that the program's address opens to a quiz that is ready. */
async function write(host: Host, hands: Hands): Promise<void> {
  const { page } = host;
  await host.arrive();
  await hands.press(page.getByTestId("to-studio"));
  await hands.press(page.getByTestId("new-quiz"));
  await hands.write(page.getByTestId("quiz-title"), TITLE);
  await expect(page.getByTestId("editor-play")).toBeDisabled();
  for (const { kind, text, write } of QUESTIONS) {
    await test.step(`a question: ${kind}`, async () => {
      await hands.press(page.getByTestId(`add-${kind}`));
      await expect(page.getByTestId("question-text-field")).toBeFocused();
      await page.keyboard.type(text);
      await write(page, hands);
    });
  }
  await expect(page.getByTestId("question-row")).toHaveCount(QUESTIONS.length);
  await test.step("a rain", () => plan(page, hands));
  await expect(page.getByTestId("to-fix")).toHaveText("Ready to play");
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-state", "saved");
}

/** Plans three packets of 300 points for the end. */
async function plan(page: Page, hands: Hands): Promise<void> {
  const [done, problem] = [page.getByTestId("rain-done"), page.locator("#rain-problem")];
  await hands.press(page.getByTestId("add-rain"));
  await expect(done).toBeFocused();
  await hands.write(page.getByTestId("rain-title"), "The treasure");
  await hands.write(page.getByTestId("rain-after"), "6");
  await expect(page.locator("#rain-after-told")).toHaveText("There is no such question.");
  await expect(done).toBeDisabled();
  await hands.write(page.getByTestId("rain-after"), "");
  await hands.mark(page.getByLabel("By luck", { exact: false }).first());
  await hands.write(page.getByTestId("rain-pot"), "2");
  await hands.write(page.getByTestId("rain-packets"), "3");
  await expect(problem).toContainText("too small");
  await hands.write(page.getByTestId("rain-pot"), "300");
  await hands.write(page.getByTestId("rain-seconds"), "30");
  await expect(problem).toBeEmpty();
  await hands.press(done);
  await expect(page.getByTestId("rain-row")).toHaveText("The treasure · At the end · 300 points");
}

/** Plays every question and the rain; what each phone said of each, and how much each caught. */
async function play(host: Host, hands: Hands, players: Player[], way: Way) {
  const answers: Row[] = [];
  for (const [index, { kind, text, answers: given }] of QUESTIONS.entries()) {
    await test.step(`question ${index + 1}`, async () => {
      await hands.goOn(host.move("Ask"));
      for (const [seat, player] of players.entries()) {
        await expect(player.question).toHaveText(text);
        await given[seat](player, way);
      }
      await host.expectRevealed();
      for (const player of players) {
        await expect(player.page.getByTestId("result")).toBeVisible();
        answers.push({ question: String(index + 1), text, name: player.name, ...(await told(player, kind)) });
      }
      await hands.goOn(host.move("ShowBoard"));
    });
  }
  const caught: number[] = [];
  await test.step("the rain", async () => {
    const [start, sure] = ["rain-start", "end-confirm"].map((id) => host.page.getByTestId(id));
    await hands.goOn(host.page.getByTestId("open-rain"), start);
    await expect(host.page.getByTestId("rain-pot")).toHaveValue("300");
    await insist(hands, start, host.state.filter({ hasText: /^Packets are falling/ }));
    for (const player of players) {
      const amount = await way.catch(player);
      await player.expectCredited(amount);
      caught.push(Number(amount));
    }
    await hands.goOn(host.move("ShowPodium"));
    await hands.goOn(host.move("End"), sure);
    await insist(hands, sure, players[0].page.getByTestId("ended"));
    for (const player of players) await expect(player.page.getByTestId("ended")).toBeVisible();
  });
  return { answers, caught };
}

const WAYS: { name: string; hands: Hands; way: Way; phone: BrowserContextOptions; shots?: true }[] = [
  { name: "with a mouse", hands: mouse, way: touch, phone: {}, shots: true },
  { name: "with keys alone", hands: keyboard, way: keys, phone: { hasTouch: false, isMobile: false } },
];

for (const { name, hands, way, phone, shots } of WAYS) {
  test(`a quiz is written, played and read in a file ${name}`, async ({ room }) => {
    const host = await room.host({ viewport: { width: 1440, height: 1000 } });
    host.watch.expectRefusals(RESULTS);
    await write(host, hands);
    if (shots) await shoot(host.page, "editor");
    await hands.press(host.page.getByTestId("editor-play"));
    const pin = await host.pin();
    const players = await Promise.all(NAMES.map((name) => room.player(name, phone)));
    for (const player of players) await way.join(player, pin);
    await expect(host.players).toHaveText(String(NAMES.length));
    const { answers, caught } = await play(host, hands, players, way);
    expect(caught.reduce((sum, amount) => sum + amount)).toBe(300);

    await hands.press(host.page.getByTestId("to-results"));
    await expect(host.page.getByTestId("results-title")).toHaveText(TITLE, { timeout: 40_000 });
    const loading = host.page.waitForEvent("download");
    await hands.press(host.page.getByTestId("results.xlsx"));
    const file = await sheets(host.page, await readFile(await (await loading).path()));
    const of = (row: Row, columns: Row) =>
      Object.fromEntries(Object.keys(columns).map((column) => [column, row[column]]));
    const find = (table: string, row: Row, by: string[]) =>
      file[table].find((it) => by.every((column) => it[column] === row[column])) ?? {};
    expect(file.answers).toHaveLength(answers.length);
    for (const row of answers) {
      const found = find("answers", row, ["question", "name"]);
      expect(of({ ...found, answer: found.answer?.toLowerCase() }, row)).toEqual({
        ...row,
        ...(row.answer && { answer: row.answer.toLowerCase() }),
      });
    }
    expect(file.players).toHaveLength(NAMES.length);
    for (const row of answers.slice(-NAMES.length)) {
      const { name, score, rank } = row;
      const right = answers.filter((it) => it.name === name && it.grade === "right").length;
      const player = { name, score, rank, answered: String(QUESTIONS.length), right: String(right) };
      expect(of(find("players", row, ["name"]), player)).toEqual(player);
    }
    const rain = { currency: "points", packets: "3", funded: "300", caught_packets: "3", credited: "300", returned: "0" };
    expect(file.rains.map((row) => of(row, rain))).toEqual([rain]);
  });
}
