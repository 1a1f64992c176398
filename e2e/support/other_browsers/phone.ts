// What a player does in a browser that Playwright does not drive.
import { expect } from "@playwright/test";
import type { Driver, Point } from "./driver";

const TIMEOUT_MS = 15_000;
/** A finger that drags moves by so many steps. */
const STEPS = 12;

interface Box extends Point {
  width: number;
  height: number;
}

/** The selector of what has this name for tests. */
export function id(testid: string): string {
  return `[data-testid="${testid}"]`;
}

/** On the page: where something is, once it can be used and nothing lies over its middle. */
function use(selector: string): Box | null {
  const it = document.querySelector(selector);
  if (!it || it.matches(":disabled")) return null;
  it.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = it.getBoundingClientRect();
  const on = document.elementFromPoint(x + width / 2, y + height / 2);
  return on && it.contains(on) ? { x, y, width, height } : null;
}

/** On the page: what each of these says that is shown. */
function read(selector: string): string[] {
  const shown = [...document.querySelectorAll(selector)].filter((it) => it.getClientRects().length > 0);
  return shown.map((it) => (it.textContent ?? "").trim());
}

/** On the page: the middle of each of these. */
function middles(selectors: string[]): Point[] {
  const boxes = selectors.map((selector) => document.querySelector(selector)!.getBoundingClientRect());
  return boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
}

/** On the page: where a finger would find a drop just now. */
function drop(canvas: string): Point | null {
  const { dropX, dropY } = document.querySelector<HTMLElement>(canvas)?.dataset ?? {};
  return dropX && dropY ? { x: Number(dropX), y: Number(dropY) } : null;
}

export class Phone {
  constructor(
    readonly name: string,
    readonly driver: Driver,
  ) {}

  /** The value of a function on the page. It goes there as text, and knows its arguments alone. */
  async run<T, A extends unknown[]>(there: (...args: A) => T, ...args: A): Promise<T> {
    return (await this.driver.evaluate(`(${there})(...${JSON.stringify(args)})`)) as T;
  }

  /** Tries until nothing is amiss: also where a page is just leaving for another one. */
  private until(attempt: () => Promise<void>, timeout = TIMEOUT_MS): Promise<void> {
    return expect(attempt).toPass({ intervals: [50], timeout });
  }

  /** Waits until this is shown, and says this. */
  async see(selector: string, text: string | RegExp = /(?:)/, timeout?: number): Promise<void> {
    const wanted = typeof text === "string" ? text : expect.stringMatching(text);
    await this.until(async () => {
      expect((await this.run(read, selector)).at(0), `${selector} in ${this.name}`).toEqual(wanted);
    }, timeout);
  }

  async text(selector: string): Promise<string> {
    await this.see(selector);
    return (await this.run(read, selector))[0];
  }

  /** Where something is, once it can be used and has come to rest. */
  private async rest(selector: string): Promise<Box> {
    let box: Box | null = null;
    await this.until(async () => {
      const before = box;
      box = await this.run(use, selector);
      expect(box, `where ${selector} can be used in ${this.name}`).not.toBeNull();
      expect(box, `where ${selector} comes to rest in ${this.name}`).toEqual(before);
    });
    return box!;
  }

  /** Puts a finger on something: in its middle, or at so much of its width and height. */
  async press(selector: string, across = 0.5, down = 0.5): Promise<void> {
    const { x, y, width, height } = await this.rest(selector);
    await this.driver.touch([{ x: x + width * across, y: y + height * down }]);
  }

  /** Types into a field that has nothing in it. */
  async write(selector: string, text: string): Promise<void> {
    await this.press(selector);
    await this.until(async () => {
      const focused = await this.run((field) => document.activeElement?.matches(field), selector);
      expect(focused, `the focus is on ${selector} in ${this.name}`).toBe(true);
    });
    await this.driver.type(text);
    await this.until(async () => {
      const typed = await this.run((field) => document.querySelector<HTMLInputElement>(field)?.value, selector);
      expect(typed, `what is typed in ${this.name}`).toBe(text);
    });
  }

  /** Waits until a picture of this width has been loaded. */
  async seePicture(width: number): Promise<void> {
    await this.until(async () => {
      const widths = await this.run(() => [...document.images].map((it) => it.naturalWidth));
      expect(widths, `widths of pictures in ${this.name}`).toContain(width);
    });
  }

  async submit(): Promise<void> {
    await this.press(id("submit"));
  }

  /** From the first page, by typing the pin and a nickname. */
  async join(origin: string, pin: string): Promise<void> {
    await this.driver.open(origin);
    await this.write(id("pin-input"), pin);
    await this.press(id("join"));
    await this.write(id("nickname-input"), this.name);
    await this.press(id("join"));
    await this.see(id("score"));
  }

  /** Brings item after item into its place, each by these steps. */
  private async arrange(wanted: string[], move: (from: number, to: number) => Promise<void>): Promise<void> {
    const items = () => this.run(read, ".place-text, .place-item");
    await this.until(async () => expect((await items()).sort()).toEqual([...wanted].sort()));
    for (const [place, text] of wanted.entries()) {
      const from = (await items()).indexOf(text);
      if (from !== place) await move(from, place);
      await this.until(async () => expect((await items())[place], `what is moved in ${this.name}`).toBe(text));
    }
  }

  /** Drags the items of a list into their order. */
  async order(wanted: string[]): Promise<void> {
    await this.arrange(wanted, async (from, to) => {
      const handles = [from, to].map((place) => id(`handle-${place}`));
      await this.rest(handles[0]);
      const [start, end] = await this.run(middles, handles);
      // Past the middle, where it changes places with what is there.
      const way = end.y - 8 - start.y;
      const step = (part: number) => ({ x: start.x, y: start.y + way * part });
      await this.driver.touch(Array.from({ length: STEPS + 1 }, (_, at) => step(at / STEPS)));
    });
  }

  /** Puts what is on the right of pairs where it belongs, by two taps for each. */
  async match(wanted: string[]): Promise<void> {
    await this.arrange(wanted, async (from, to) => {
      for (const place of [from, to]) await this.press(id(`item-${place}`));
    });
  }

  /** Taps drops until a packet is caught and credited; what is in it. */
  async catchPacket(): Promise<string> {
    // The slower the machine is, the further has a drop fallen until it is tapped.
    let ahead = 0;
    await this.until(async () => {
      const claimed = await this.run(read, id("claim-state"));
      const at = await this.run(drop, id("rain-canvas"));
      if (!claimed.length && at) await this.driver.touch([{ x: at.x, y: at.y + ahead }]);
      ahead = (ahead + 50) % 150;
      await this.see(id("claim-state"), undefined, 300);
    });
    await this.see(`${id("claim-state")}[data-state="credited"]`);
    return this.text(id("caught-amount"));
  }
}
