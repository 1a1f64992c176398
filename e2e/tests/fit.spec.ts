// Whatever texts a game has, the whole hall can read them: nothing on the projector is cut, covered, left out or too small.
//
// QUIZRAIN_TEST_PICTURES says how many pictures are tried, QUIZRAIN_TEST_SEED repeats a run.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Kind, picture } from "../support/cases";
import { PHONES, SCREENS, type Size, Stage } from "../support/stage";
import { expect, test } from "../support/test";
import { Chance } from "../support/texts";
import { postcard } from "../support/wire";

const PICTURES = Number(process.env.QUIZRAIN_TEST_PICTURES ?? 100);
const SEED = Number(process.env.QUIZRAIN_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** More than this many faults say nothing new. */
const ENOUGH = 12;

test("frames of the tests are those of the program", () => {
  const golden = readFileSync(path.join(__dirname, "../../docs/schema/golden.txt"), "utf8");
  const lines = golden.split("\n").map((line) => /^ServerFrame (\S+) (\{.*)$/.exec(line));
  const frames = lines.filter((line) => line && !/^\{"(Refused|Missed)"/.test(line[2]));
  expect(frames.length).toBeGreaterThan(10);
  for (const line of frames) expect(postcard(JSON.parse(line![2])).toString("hex")).toBe(line![1]);
});

/** Shows so many pictures; what is wrong with them. */
async function faults(stage: Stage, size: Size, count: number, kinds?: Kind[], seed = SEED): Promise<string[]> {
  test.setTimeout(60_000 + count * 5_000);
  console.log(`${count} pictures of ${size.width}x${size.height}, QUIZRAIN_TEST_SEED=${seed}`);
  const chance = new Chance(seed + size.width * 10_000 + size.height);
  const found: string[] = [];
  for (let number = 1; number <= count && found.length < ENOUGH; number += 1) {
    const next = picture(chance, kinds);
    for (const fault of await stage.check(next)) {
      found.push(`picture ${number}, ${next.kind}, ${fault}`);
    }
  }
  return found.slice(0, ENOUGH);
}

for (const size of SCREENS) {
  test(`the last row reads everything at ${size.width}x${size.height}`, async ({ browser, server }) => {
    const stage = await Stage.screen(browser, server.url, size);
    expect(await faults(stage, size, Math.ceil(PICTURES / SCREENS.length))).toEqual([]);
  });
}

test("the last row reads everything where texts are read the other way than the page", async ({ browser, server }) => {
  const stage = await Stage.screen(browser, server.url, SCREENS[1], "ar");
  const kinds: Kind[] = ["Lobby", "Reading", "Slide", "Asking", "Revealed", "Board", "Podium", "RainDone"];
  expect(await faults(stage, SCREENS[1], Math.ceil(PICTURES / 10), kinds)).toEqual([]);
});

test("the widest names of teams on the podium of a square screen", async ({ browser, server }) => {
  // The sixth picture of this seed, which chance found.
  const stage = await Stage.screen(browser, server.url, SCREENS[0]);
  expect(await faults(stage, SCREENS[0], 6, undefined, 1312375855)).toEqual([]);
});

for (const size of PHONES) {
  test(`nothing is cut on a phone of ${size.width}x${size.height}`, async ({ browser, server }) => {
    const stage = await Stage.phone(browser, server.url, size);
    const kinds: Kind[] = ["Reading", "Slide", "Asking", "Asking", "Revealed", "Revealed", "Board", "Podium", "RainDone"];
    expect(await faults(stage, size, Math.ceil(PICTURES / 10), kinds)).toEqual([]);
  });
}
