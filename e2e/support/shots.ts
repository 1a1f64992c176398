// Pictures of pages, and what must hold on each of them: no text is cut.
import path from "node:path";
import { expect, type Page } from "@playwright/test";

const FOLDER = path.join(__dirname, "../screenshots");
/** Pictures for the README; only on demand, so that a test run changes no file. */
const DOCS = path.join(__dirname, "../../docs/images");

/**
 * Texts that reach beyond the edges of the window or of the box that they are in: to the side, and
 * where nobody can scroll also below. Fine are texts that end in "…" or fade away, and rows that
 * are left out as a whole.
 */
async function cutTexts(page: Page, stage: boolean): Promise<string[]> {
  return page.evaluate((stage) => {
    const isCut = (text: Text): Element | undefined => {
      const range = document.createRange();
      range.selectNodeContents(text);
      let { left, right, top, bottom } = range.getBoundingClientRect();
      // A font is taller than what it paints.
      const air = 0.15 * parseFloat(getComputedStyle(text.parentElement!).fontSize);
      for (let edge = text.parentElement; edge; edge = edge.parentElement) {
        const root = edge === document.documentElement;
        const style = getComputedStyle(edge);
        if (!root && style.overflowX === "visible") continue;
        const box = root
          ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
          : edge.getBoundingClientRect();
        const softly = style.webkitLineClamp !== "none" || style.maskImage !== "none";
        if (softly || style.textOverflow === "ellipsis") {
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        }
        if (stage && (top >= box.bottom || bottom <= box.top)) return undefined;
        if (left < box.left - 1 || right > box.right + 1) return edge;
        if (stage && (top < box.top - air || bottom > box.bottom + air)) return edge;
      }
      return undefined;
    };
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.querySelector("#app")!, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const place = text.parentElement!;
      // A box of one pixel holds what is for screen readers alone.
      const seen = place.checkVisibility({ visibilityProperty: true }) && place.offsetWidth !== 1;
      const edge = seen && text.data.trim() ? isCut(text) : undefined;
      if (edge) cut.push(`${text.data.trim()} (by ${edge.className || "the window"})`);
    }
    return cut;
  }, stage);
}

export interface Shot {
  /** On a stage, there is no way to scroll. */
  stage?: boolean;
  /** Only in the colours that the page has now: for moments that do not last. */
  quick?: boolean;
}

/** Takes a picture in light and in dark colours. */
export async function shoot(page: Page, name: string, { stage, quick }: Shot = {}): Promise<void> {
  for (const colorScheme of quick ? [undefined] : (["light", "dark"] as const)) {
    if (colorScheme) await page.emulateMedia({ colorScheme });
    const file = path.join(FOLDER, `${name}${colorScheme ? `-${colorScheme}` : ""}.png`);
    await page.screenshot({ path: file, animations: "disabled", scale: "css" });
  }
  expect.soft(await cutTexts(page, stage ?? false), `texts cut on ${name}`).toEqual([]);
}

/** Takes a picture for the README. */
export async function shootForDocs(page: Page, name: string): Promise<void> {
  if (process.env.QUIZRAIN_SCREENSHOTS !== "1") return;
  await page.screenshot({ path: path.join(DOCS, `${name}.png`), animations: "disabled" });
}
