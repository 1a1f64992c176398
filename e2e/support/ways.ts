// The ways in which people answer: with a finger, or with keys alone.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Player } from "./player";

/** What the items of an ordered list, or those on the right of pairs, are now. */
function items(page: Page): Locator {
  return page.locator(".place-text, .place-item");
}

/** A way to answer each kind of question. */
export interface Way {
  /** From the first page to a seat. */
  join(player: Player, pin: string): Promise<void>;
  pick(player: Player, index: number): Promise<void>;
  mark(player: Player, number: number): Promise<void>;
  type(player: Player, texts: string[]): Promise<void>;
  number(player: Player, text: string): Promise<void>;
  slide(player: Player, number: number): Promise<void>;
  order(player: Player, wanted: string[]): Promise<void>;
  match(player: Player, wanted: string[]): Promise<void>;
  /** A place in parts of the picture's width and height. */
  pin(player: Player, x: number, y: number): Promise<void>;
  submit(player: Player): Promise<void>;
  /** Catches a packet of a rain; what is in it. */
  catch(player: Player): Promise<string>;
}

/** Drags with a finger, in steps as a finger moves. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const middle = async (of: Locator) => {
    const box = (await of.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  // Past the middle, where it changes places with what is there.
  const beyond = end.y + Math.sign(end.y - start.y) * 8;
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((at) => ({ ...at, id: 1 })) });
  await send("touchStart", [start]);
  for (let step = 1; step <= 12; step += 1) {
    await send("touchMove", [{ x: start.x, y: start.y + ((beyond - start.y) * step) / 12 }]);
  }
  await send("touchEnd", []);
  await touch.detach();
}

/** Where a text is among the items. */
async function find(page: Page, text: string): Promise<number> {
  return (await items(page).allTextContents()).findIndex((it) => it.trim() === text);
}

/** Brings item after item into its place, each by these steps. */
async function arrange(
  page: Page,
  wanted: string[],
  move: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (const [place, text] of wanted.entries()) {
    const from = await find(page, text);
    if (from !== place) await move(from, place);
    await expect(items(page).nth(place)).toHaveText(text);
  }
}

/** With a finger. */
export const touch: Way = {
  join: (player, pin) => player.join(pin),
  pick: (player, index) => player.pick(index),
  mark: (player, number) => player.press(player.page.getByTestId(`mark-${number}`)),
  async type(player, texts) {
    for (const [field, text] of texts.entries()) {
      await player.page.getByTestId(`typed-${field}`).fill(text);
    }
  },
  async number(player, text) {
    const negative = text.startsWith("-");
    await player.page.getByTestId("number").fill(text.replace("-", ""));
    if (negative) await player.press(player.page.getByTestId("sign"));
    await expect(player.page.getByTestId("number")).toHaveValue(text);
  },
  async slide(player, number) {
    const slider = player.page.getByTestId("slider");
    const [box, most] = [(await slider.boundingBox())!, Number(await slider.getAttribute("max"))];
    await player.page.touchscreen.tap(box.x + (box.width * number) / most, box.y + box.height / 2);
  },
  async order(player, wanted) {
    const handle = (place: number) => player.page.getByTestId(`handle-${place}`);
    await arrange(player.page, wanted, (from, to) => drag(player.page, handle(from), handle(to)));
  },
  async match(player, wanted) {
    await arrange(player.page, wanted, async (from, to) => {
      for (const place of [from, to]) await player.press(player.page.getByTestId(`item-${place}`));
    });
  },
  async pin(player, x, y) {
    const box = (await player.page.getByTestId("spot").boundingBox())!;
    await player.page.touchscreen.tap(box.x + box.width * x, box.y + box.height * y);
  },
  submit: (player) => player.submit(),
  catch: (player) => player.catchPacket(),
};

/** Walks through the page until this has the focus. */
async function walkTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0], timeout: 10_000 });
}

/** With keys alone. */
export const keys: Way = {
  async join({ name, page, origin, score }, pin) {
    await page.goto(origin);
    for (const [field, text] of [["pin-input", pin], ["nickname-input", name]]) {
      await expect(page.getByTestId(field)).toBeFocused();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    }
    await expect(score).toBeVisible();
  },
  async pick({ page }, index) {
    await page.keyboard.press(String(index + 1));
  },
  async mark({ page }, number) {
    await walkTo(page, page.getByTestId(`mark-${number}`));
    await page.keyboard.press("Space");
  },
  async type({ page }, texts) {
    for (const [field, text] of texts.entries()) {
      await walkTo(page, page.getByTestId(`typed-${field}`));
      await page.keyboard.type(text);
    }
  },
  async number({ page }, text) {
    await walkTo(page, page.getByTestId("number"));
    await page.keyboard.type(text);
  },
  async slide({ page }, number) {
    const slider = page.getByTestId("slider");
    await walkTo(page, slider);
    await page.keyboard.press("Home");
    for (let step = 0; step < number; step += 1) await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveValue(String(number));
  },
  async order({ page }, wanted) {
    await arrange(page, wanted, async (from, to) => {
      await walkTo(page, page.getByTestId(`handle-${from}`));
      for (let step = from; step > to; step -= 1) {
        await page.keyboard.press("ArrowUp");
        await expect(page.getByTestId(`handle-${step - 1}`)).toBeFocused();
      }
    });
  },
  async match({ page }, wanted) {
    await arrange(page, wanted, async (from, to) => {
      for (const place of [from, to]) {
        await walkTo(page, page.getByTestId(`item-${place}`));
        await page.keyboard.press("Space");
      }
    });
  },
  async pin({ page }, x, y) {
    await walkTo(page, page.getByTestId("spot"));
    // The first press puts it in the middle; each further one moves it by 2 %.
    await page.keyboard.press("ArrowRight");
    const move = async (by: number, more: string, less: string) => {
      for (let step = 0; step < Math.round(Math.abs(by) * 50); step += 1) {
        await page.keyboard.press(by > 0 ? more : less);
      }
    };
    await move(x - 0.5, "ArrowRight", "ArrowLeft");
    await move(y - 0.5, "ArrowDown", "ArrowUp");
  },
  async submit({ page }) {
    await expect(page.getByTestId("submit")).toBeEnabled();
    const typing = await page.evaluate(() => document.activeElement?.matches("input:not([type=range]), textarea"));
    if (!typing) await walkTo(page, page.getByTestId("submit"));
    await page.keyboard.press("Enter");
  },  async catch(player) {
    const canvas = player.page.getByTestId("rain-canvas");
    await expect(player.page.getByTestId("rain-key")).toBeFocused();
    await expect(canvas).toHaveAttribute("data-drop-x", /\d/);
    return player.catchPacket(() => player.page.keyboard.press("Space"));
  },
};
