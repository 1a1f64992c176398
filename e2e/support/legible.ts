// Whether people can read what a page shows: nothing is cut, nothing lies on something else, nothing is too small.
import type { Page } from "@playwright/test";

export interface Wanted {
  /** Nobody can scroll: below the window is out of sight. */
  stage: boolean;
  /** Texts in these boxes may end in "…" or fade away. */
  soft?: string;
  /** Least size of letters in CSS pixels, and of those in `asides`. */
  least?: number;
  leastAside?: number;
  /** What is not for the last row. */
  asides?: string;
}

export interface Seen {
  /** What is wrong, in words. */
  problems: string[];
  /** Every text that is in sight, whole. */
  texts: string[];
}

/** Looks at every text of a page as it is painted now. */
export async function look(page: Page, wanted: Wanted): Promise<Seen> {
  return page.evaluate((wanted) => {
    interface Line {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    interface Told {
      text: Text;
      place: HTMLElement;
      lines: Line[];
      size: number;
    }
    const root = document.querySelector("#app")!;
    const problems: string[] = [];
    const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
    const name = (edge: Element) =>
      edge === document.documentElement ? "the window" : `.${edge.getAttribute("class")}`;

    const seen: Told[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const place = text.parentElement!;
      if (!text.data.trim() || place.offsetWidth === 1) continue;
      if (!place.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const size = parseFloat(getComputedStyle(place).fontSize);
      const lines = [...range.getClientRects()]
        .filter((line) => line.width > 0)
        // What is painted is less high than a line of its font.
        .map(({ left, right, top, bottom }) => {
          const air = Math.max(0, (bottom - top - 0.9 * size) / 2);
          return { left, right, top: top + air, bottom: bottom - air };
        });
      seen.push({ text, place, lines, size });
    }

    // Cut.
    for (const { text, place, lines } of seen) {
      if (wanted.soft !== undefined && place.closest(wanted.soft) !== null) continue;
      for (let edge: HTMLElement | null = place; edge; edge = edge.parentElement) {
        const window = edge === document.documentElement;
        const style = getComputedStyle(edge);
        if (style.maskImage !== "none") {
          problems.push(`“${short(text.data)}” fades away in ${name(edge)}`);
        }
        const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
        if (!window && !clips) continue;
        const box = window
          ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
          : edge.getBoundingClientRect();
        const scrolls = !wanted.stage && (window || style.overflowY === "auto");
        const isCut = (line: Line) =>
          line.left < box.left - 1 ||
          line.right > box.right + 1 ||
          (!scrolls && (line.top < box.top - 1 || line.bottom > box.bottom + 1));
        if (lines.some(isCut)) {
          problems.push(`“${short(text.data)}” is cut by ${name(edge)}`);
          break;
        }
      }
    }

    // Too small.
    for (const { text, place, size } of seen) {
      const aside = wanted.asides !== undefined && place.closest(wanted.asides) !== null;
      const least = aside ? wanted.leastAside : wanted.least;
      if (least !== undefined && size < least - 0.25) {
        problems.push(`“${short(text.data)}” has ${size.toFixed(1)} px, ${least.toFixed(1)} at least`);
      }
    }

    // On top of another text, or of a picture or a card that it is not a part of.
    const meets = (a: Line, b: Line) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
    const around = ({ lines }: Told): Line => ({
      left: Math.min(...lines.map((line) => line.left)),
      right: Math.max(...lines.map((line) => line.right)),
      top: Math.min(...lines.map((line) => line.top)),
      bottom: Math.max(...lines.map((line) => line.bottom)),
    });
    const isCard = (element: Element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      // What lies on a picture is cut by it.
      if (element.closest(".heats")) return false;
      if (["svg", "IMG"].includes(element.tagName)) return true;
      const { backgroundImage, backgroundColor } = getComputedStyle(element);
      const [, alpha] = /^rgba\(.*, ([\d.]+)\)$/.exec(backgroundColor) ?? [];
      return backgroundImage !== "none" || alpha === undefined || Number(alpha) > 0.5;
    };
    // What fills the window is behind everything.
    const isBackdrop = ({ width, height }: DOMRect) => width * height > 0.5 * innerWidth * innerHeight;
    // Where one can scroll, something may stand still above what moves.
    const still = wanted.stage ? seen : [];
    const boxes = still.map(around);
    const cards = wanted.stage ? [...root.querySelectorAll("*")].filter(isCard) : [];
    const places = cards.map((card) => card.getBoundingClientRect());
    still.forEach((one, i) => {
      for (let j = i + 1; j < still.length; j += 1) {
        const other = still[j];
        if (one.place === other.place || !meets(boxes[i], boxes[j])) continue;
        if (one.lines.some((line) => other.lines.some((its) => meets(line, its)))) {
          problems.push(`“${short(one.text.data)}” lies on “${short(other.text.data)}”`);
        }
      }
      cards.forEach((card, j) => {
        if (card.contains(one.place) || isBackdrop(places[j]) || !meets(boxes[i], places[j])) return;
        if (one.lines.some((line) => meets(line, places[j]))) {
          problems.push(`“${short(one.text.data)}” lies on ${name(card)}`);
        }
      });
    });

    const plain = (text: string) => text.replace(/\s+/gu, " ").trim();
    return { problems, texts: seen.map(({ text }) => plain(text.data)) };
  }, wanted);
}
