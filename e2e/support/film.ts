// A moving picture of pages side by side, as Chromium paints them. Its browser makes single pictures of what changes.
import type { CDPSession, Page } from "@playwright/test";
import { animate, type Frame } from "./webp";

/** How long a picture of the film is shown, or longer, if nothing changes. Its parts share that; browsers show none for 10 ms. */
const STEP_MS = 120;
/** How long the last one is. */
const LAST_MS = 2_000;
/** All places are even: a WebP says half of them. */
const GAP = 16;
const RADIUS = 10;

/** Something that a page showed, and since when. */
interface Shown {
  at: number;
  png: string;
}

/** A page that is filmed. */
class Lens {
  readonly shown: Shown[] = [];

  private constructor(
    private readonly session: CDPSession,
    readonly size: { width: number; height: number },
  ) {}

  static async on(page: Page): Promise<Lens> {
    const session = await page.context().newCDPSession(page);
    const size = await page.evaluate(() => ({
      width: 2 * Math.round((innerWidth * devicePixelRatio) / 2),
      height: 2 * Math.round((innerHeight * devicePixelRatio) / 2),
    }));
    const lens = new Lens(session, size);
    session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      lens.shown.push({ at: (metadata.timestamp ?? 0) * 1000, png: data });
      session.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
    });
    await session.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
    return lens;
  }

  /** What it showed then. */
  at(time: number): Shown | undefined {
    return this.shown.findLast(({ at }) => at <= time) ?? this.shown[0];
  }

  stop(): Promise<unknown> {
    return this.session.send("Page.stopScreencast");
  }
}

export class Film {
  /** When each picture of the film was seen. */
  private readonly moments: number[] = [];

  private constructor(private readonly lenses: Lens[]) {}

  /** From now on these pages are filmed. */
  static async of(...pages: Page[]): Promise<Film> {
    return new Film(await Promise.all(pages.map((page) => Lens.on(page))));
  }

  /** Keeps the next so many milliseconds; what happens between two calls is not in the film. */
  async roll(ms: number): Promise<void> {
    const from = Date.now();
    for (let at = 0; at < ms; at += STEP_MS) this.moments.push(from + at);
    await this.pass(ms);
  }

  /** Lets time pass that is not in the film. */
  async pass(ms: number): Promise<void> {
    await new Promise((done) => setTimeout(done, ms));
  }

  /** The film, put together on an empty page. */
  async develop(page: Page, quality: number): Promise<Buffer> {
    for (const lens of this.lenses) await lens.stop();
    let width = 0;
    const places = this.lenses.map(({ size }) => {
      const place = { x: width, y: 0, ...size };
      width += size.width + GAP;
      return place;
    });
    width -= GAP;
    const height = Math.max(...places.map((place) => place.height));
    await page.evaluate(prepare, { width, height, places, radius: RADIUS });
    const frames: Frame[] = [];
    let last: (Shown | undefined)[] = [];
    for (const moment of this.moments) {
      const now = this.lenses.map((lens) => lens.at(moment));
      const same = now.every((shown, index) => shown === last[index]);
      last = now;
      const parts = same ? [] : await page.evaluate(paint, { pngs: now.map((it) => it?.png), quality });
      if (parts.length === 0) frames.at(-1)!.ms += STEP_MS;
      // One after the other, too quickly to be seen.
      const ms = Math.round(STEP_MS / parts.length);
      for (const { webp, ...box } of parts) frames.push({ ...box, ms, image: Buffer.from(webp, "base64") });
    }
    frames.at(-1)!.ms = LAST_MS;
    return animate(width, height, frames);
  }
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Part extends Box {
  webp: string;
}

interface Table {
  paint: (pngs: (string | undefined)[], quality: number) => Promise<Part[]>;
}

/** In the page: a table on which pictures lie side by side with round corners, and which knows what changed on it. */
function prepare(wanted: { width: number; height: number; places: Box[]; radius: number }): void {
  const { width, height, places, radius } = wanted;
  /** WebP works in squares of so many pixels, and parts are made of whole ones. */
  const SQUARE = 16;
  /** Quarters of a picture are worth parts of their own where they have less than this of its change. */
  const WORTH = 0.7;
  const table = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
  let before: Uint32Array | undefined;

  async function lay(png: string, { x, y, width, height }: Box): Promise<void> {
    const bytes = Uint8Array.from(atob(png), (it) => it.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    table.save();
    table.beginPath();
    table.roundRect(x, y, width, height, radius);
    table.clip();
    table.drawImage(picture, x, y, width, height);
    table.restore();
  }

  /** The box around everything in a box that is not as before. */
  function changed(now: Uint32Array, before: Uint32Array, { x, y, width: across, height: down }: Box): Box | undefined {
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let row = y; row < y + down; row += 1) {
      for (let column = x; column < x + across; column += 1) {
        if (now[row * width + column] === before[row * width + column]) continue;
        [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
        [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
      }
    }
    if (right === 0) return undefined;
    const [from, to] = [(at: number) => at - (at % SQUARE), (at: number) => at + SQUARE - 1 - ((at - 1) % SQUARE)];
    const [ends, ground] = [Math.min(to(right), x + across), Math.min(to(bottom), y + down)];
    [left, top] = [Math.max(from(left), x), Math.max(from(top), y)];
    return { x: left, y: top, width: ends - left, height: ground - top };
  }

  function parts(now: Uint32Array, before: Uint32Array, place: Box): Box[] {
    const all = changed(now, before, place);
    if (!all) return [];
    const [across, down] = [place.width, place.height].map((length) => (length - (length % (2 * SQUARE))) / 2);
    const quarters = [0, 1, 2, 3].map((index) => {
      const [right, below] = [index % 2 === 1, index > 1];
      return {
        x: place.x + (right ? across : 0),
        y: place.y + (below ? down : 0),
        width: right ? place.width - across : across,
        height: below ? place.height - down : down,
      };
    });
    const some = quarters.flatMap((quarter) => changed(now, before, quarter) ?? []);
    const area = some.reduce((sum, { width, height }) => sum + width * height, 0);
    return area < WORTH * all.width * all.height ? some : [all];
  }

  async function paint(pngs: (string | undefined)[], quality: number): Promise<Part[]> {
    for (const [index, place] of places.entries()) if (pngs[index]) await lay(pngs[index], place);
    const now = new Uint32Array(table.getImageData(0, 0, width, height).data.buffer);
    // The first picture is whole: where nothing moves, it is the only one.
    const whole = { x: 0, y: 0, width, height };
    const boxes = before ? places.flatMap((place) => parts(now, before!, place)) : [whole];
    before = now;
    return Promise.all(
      boxes.map(async (box) => {
        const part = new OffscreenCanvas(box.width, box.height);
        part.getContext("2d")!.drawImage(table.canvas, -box.x, -box.y);
        const webp = await (await part.convertToBlob({ type: "image/webp", quality })).arrayBuffer();
        const text = Array.from(new Uint8Array(webp), (byte) => String.fromCharCode(byte)).join("");
        return { ...box, webp: btoa(text) };
      }),
    );
  }

  (globalThis as unknown as { table: Table }).table = { paint };
}

/** In the page: what changed since the pictures before. */
function paint({ pngs, quality }: { pngs: (string | undefined)[]; quality: number }): Promise<Part[]> {
  return (globalThis as unknown as { table: Table }).table.paint(pngs, quality);
}
