// What the projector says about answers and people is fair: marks, bars, steps.
import type { Page } from "@playwright/test";
import type { Picture } from "../support/cases";
import { SCREENS, Stage } from "../support/stage";
import { expect, test } from "../support/test";

const COMMON = { title: "A quiz", players: 100, name: "Anna", wanted: [] };

function revealed(kind: string, choices: string[], correct: number, counts: number[]): Picture {
  const shown = kind === "true_false" ? kind : { [kind]: { choices, shuffled: false } };
  const question = { text: "Is it?", picture: null, sound: null, kind: shown, seconds: 20, points: 1000 };
  const [key, tally] = [{ choices: correct }, { choices: counts }];
  const stage = { Revealed: { question, key, tally, answered: 100, explanation: "" } };
  return { ...COMMON, kind: "Revealed", stage };
}

type Row = [rank: number, nickname: string, score: number];

function standings(rows: Row[]) {
  const top = rows.map(([rank, nickname, score], avatar) => ({ rank, nickname, score, team: null, out: false, avatar }));
  return { top, players: rows.length, survivors: null, teams: [] };
}

function podium(rows: Row[]): Picture {
  return { ...COMMON, kind: "Podium", stage: { Podium: standings(rows) } };
}

function board(rows: Row[]): Picture {
  return { ...COMMON, kind: "Board", stage: { Board: standings(rows) } };
}

const RAIN = {
  rain: "0202020202020202",
  number: 1,
  picture_seed: "0123456789abcdef",
  currency: "CNY",
  pot: "8888",
  packets: 3,
  min: "1",
  max: "8888",
  split: "double_mean",
  shards: 1,
  eligibility: "Everyone",
  entropy: "cd".repeat(32),
  commitment: "ab".repeat(32),
};

function caught(...winners: [nickname: string, amount: string][]): Picture {
  const list = winners.map(([nickname, amount]) => ({ nickname, amount }));
  const sum = String(winners.reduce((sum, [, amount]) => sum + Number(amount), 0));
  const stage = { rain: RAIN, caught: winners.length, caught_amount: sum, stopped: false, winners: list };
  return { ...COMMON, kind: "RainDone", stage: { RainDone: stage } };
}

/** The outlines beside the choices. */
function outlines(page: Page): Promise<(string | null)[]> {
  return page
    .locator(".big-choice .shape path")
    .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
}

test("only the tick says what is right, and bars say how many picked it", async ({
  browser,
  server,
}) => {
  const stage = await Stage.screen(browser, server.url, SCREENS[2]);
  await stage.show(revealed("single", ["a", "b", "c", "d", "e", "f", "g", "h"], 1, [60, 30, 10, 0, 0, 0, 0, 0]));
  const neutral = await outlines(stage.page);
  expect(new Set(neutral).size).toBe(8);
  const shares = await stage.page.locator(".big-bar").evaluateAll((bars) =>
    bars.map((bar) => {
      const fill = bar.firstElementChild!.getBoundingClientRect().width;
      return Math.round((100 * fill) / bar.getBoundingClientRect().width);
    }),
  );
  expect(shares).toEqual([60, 30, 10, 0, 0, 0, 0, 0]);

  await stage.show(revealed("true_false", [], 2, [70, 30]));
  await expect(stage.page.locator(".big-choice.is-right")).toContainText("False");
  await expect(stage.page.locator(".big-choice .tick")).toHaveCount(1);
  await expect(stage.page.locator(".big-choice.is-right .tick")).toBeVisible();
  for (const outline of await outlines(stage.page)) expect(neutral).toContain(outline);
});

test("equal ranks stand equally high, and nobody wins with nothing", async ({ browser, server }) => {
  const stage = await Stage.screen(browser, server.url, SCREENS[2]);
  const heights = () =>
    stage.page.locator(".step").evaluateAll((steps) =>
      steps.map((step) => {
        const block = step.querySelector(".step-block")!.getBoundingClientRect();
        return `${step.querySelector(".step-name")!.textContent} ${Math.round(block.height)}`;
      }),
    );
  await stage.show(podium([[1, "Anna", 900], [1, "Ben", 900], [3, "Chen", 500], [4, "Dora", 10]]));
  const [anna, ben, chen, ...others] = (await heights()).map((step) => step.split(" "));
  expect([anna[0], ben[0], chen[0], others.length]).toEqual(["Anna", "Ben", "Chen", 0]);
  expect(ben[1]).toBe(anna[1]);
  expect(Number(chen[1])).toBeLessThan(Number(anna[1]));
  await expect(stage.page.locator(".big-other")).toHaveText(/Dora/);

  await stage.show(podium([[1, "Anna", 900], [2, "Ben", 0], [2, "Chen", 0]]));
  await expect(stage.page.locator(".step")).toHaveCount(1);
  await expect(stage.page.locator(".big-other")).toHaveCount(2);
  await expect(stage.page.locator(".confetti"), "where less motion is wished").toBeHidden();
});

test("the third comes first on the podium, equal ranks together, and nothing moves afterwards", async ({
  browser,
  server,
}) => {
  const stage = await Stage.screen(browser, server.url, SCREENS[2]);
  await stage.page.emulateMedia({ reducedMotion: "no-preference" });
  await stage.show(podium([[1, "Anna", 900], [1, "Ben", 900], [3, "Chen", 500], [4, "Dora", 10]]));
  const steps = stage.page.locator(".step");
  // Whoever hears it read has all of them from the start.
  await expect(steps.locator(".step-name")).toHaveText(["Anna", "Ben", "Chen"]);
  const waits = await steps.evaluateAll((all) => all.map((it) => parseFloat(getComputedStyle(it).animationDelay)));
  expect(waits[1]).toBe(waits[0]);
  expect(waits[2]).toBeLessThan(waits[0]);
  const [moved, moves] = await stage.page.evaluate(() => {
    const all = document.getAnimations();
    all.forEach((it) => it.finish());
    return [all.length, document.getAnimations().length];
  });
  expect(moved).toBeGreaterThan(60);
  expect(moves).toBe(0);
  await expect(stage.page.locator(".piece").first()).toBeHidden();
  await expect(steps.first()).toHaveCSS("opacity", "1");
});

test("a board says what has changed since the one before it", async ({ browser, server }) => {
  const stage = await Stage.screen(browser, server.url, SCREENS[2]);
  const list = stage.page.getByTestId("board");
  const letters = () =>
    stage.page
      .locator(".big-board > .big-fitted")
      .evaluate((box: HTMLElement) => box.style.getPropertyValue("--grow"));
  const first = board([[1, "Anna", 900], [2, "Ben", 800], [3, "Chen", 100]]);
  const rows: Row[] = [[1, "Chen", 1900], [2, "Anna", 1000], [3, "Dora", 950], [4, "Ben", 750]];

  await test.step("the first one has nothing to compare with", async () => {
    await stage.show(first);
    await expect(list.locator(".big-row")).toHaveCount(3);
    await expect(list.locator(".big-row-gain")).toHaveCount(0);
    await expect(stage.page.getByTestId("climb")).toHaveCount(0);
  });

  await test.step("the second has", async () => {
    await stage.show(board(rows));
    const told = [
      /^1\s*2\s*Chen\s*\+1800\s*1900$/,
      /^2\s*1\s*Anna\s*\+100\s*1000$/,
      /^3\s*new\s*Dora\s*950$/,
      /^4\s*2\s*Ben\s*\u221250\s*750$/,
    ];
    await expect(list.locator(".big-row")).toHaveText(told);
    await expect(list.getByRole("img", { name: "up 2" })).toHaveCount(1);
    await expect(list.getByRole("img", { name: "down 2" })).toHaveCount(1);
    await expect(stage.page.getByTestId("climb")).toHaveText("Biggest climb, 2 places: Chen");
  });
  const still = await letters();

  await test.step("scores that are set right are compared with the same board", async () => {
    const right: Row[] = [...rows.slice(0, 3), [4, "Ben", 850]];
    await stage.change("Board", { Board: standings(right) }, 0);
    await expect(list.locator(".big-row").nth(3)).toHaveText(/Ben\s*\+50\s*850$/);
  });

  await test.step("letters are as large where lines move", async () => {
    await stage.page.emulateMedia({ reducedMotion: "no-preference" });
    await stage.show(first);
    await stage.show(board(rows));
    await expect(list).toHaveClass(/is-moving/);
    expect(await letters()).toBe(still);
    await expect(list.locator(".is-counting")).toHaveCount(0);
    await expect(list.locator(".big-row-score").first()).toHaveText("1900");
  });
});

test("the rain says what is left of it, and its end who caught most", async ({ browser, server }) => {
  const stage = await Stage.screen(browser, server.url, SCREENS[2]);
  const { page } = stage;
  const newest = [{ nickname: "Chen", amount: "120" }, { nickname: "Anna", amount: "88" }];
  await stage.show({ ...COMMON, kind: "Rain", stage: { Rain: RAIN }, newest });
  await expect(page.locator(".ticket")).toHaveText([/Chen\s*1\.20/, /Anna\s*0\.88/]);
  await expect(page.getByTestId("rain-seconds")).toHaveText(/^\d+ seconds left$/);
  await expect(page.getByTestId("pot-left")).toHaveCSS("transform", "matrix(0, 0, 0, 1, 0, 0)");

  const hero = page.locator(".big-win.is-hero");
  await stage.show(caught(["Anna", "6000"], ["Ben", "2000"], ["Chen", "888"]));
  await expect(page.locator(".big-rain-sum h2")).toHaveText("All gone!");
  await expect(hero).toHaveText(/Anna\s*60\.00/);
  await expect(page.locator(".amount-number").first()).toHaveText("88.88");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator(".big")).toHaveCSS("background-color", "rgb(18, 11, 38)");

  await stage.show(caught(["Anna", "4000"], ["Ben", "4000"]));
  await expect(page.locator(".big-rain-sum h2")).toHaveText("The rain is over");
  await expect(page.locator(".big-win")).toHaveCount(2);
  await expect(hero, "one as large as the other").toHaveCount(0);
});

test("choices come after the question, in letters as large as where nothing moves", async ({ browser, server }) => {
  const stage = await Stage.screen(browser, server.url, SCREENS[2]);
  const parts = stage.page.locator(".big-parts");
  const choices = ["Danube", "Rhine", "Volga", "Po", "Elbe", "Oder", "Loire", "Ebro"];
  const kind = { single: { choices, shuffled: false } };
  const question = { text: "Which river is the longest?", picture: null, sound: null, kind, seconds: 20, points: 1000 };
  // It is there for less than a second: noted as it comes, however slow the machine is.
  await stage.page.evaluate(() => {
    const note = () => {
      if (document.querySelector(".big-parts.all-enters")) document.body.dataset.entered = "true";
    };
    const attributes = { attributes: true, attributeFilter: ["class"] };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, ...attributes });
  });
  const letters = async () => {
    await stage.show(board([[1, "Anna", 900]]));
    await stage.page.evaluate(() => delete document.body.dataset.entered);
    await stage.show({ ...COMMON, kind: "Asking", stage: { Asking: { question } } });
    await expect(stage.page.locator("body")).toHaveAttribute("data-entered", "true");
    await expect(parts).not.toHaveClass(/enter/);
    return parts.evaluate((box: HTMLElement) =>
      ["--grow-text", "--grow-choice"].map((name) => box.style.getPropertyValue(name)),
    );
  };
  const still = await letters();
  await stage.page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await letters()).toEqual(still);
  await expect(stage.page.locator(".big-choice").last()).toHaveCSS("opacity", "1");
});
