// Contrast as WCAG computes it, of what the browser shows.
import type { Page } from "@playwright/test";

/** The page in both colour schemes, one after the other. */
export async function* inDarkAndLight(page: Page): AsyncGenerator<string> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    yield colorScheme;
  }
}

/** The least contrast that the border of any visible field has, to what is in it or around it. */
export async function weakestField(page: Page): Promise<number> {
  return page.evaluate(() => {
    type Colour = [number, number, number, number];
    const read = (text: string): Colour => {
      const [r, g, b, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [r, g, b, a];
    };
    const over = ([r, g, b, a]: Colour, under: Colour): Colour => {
      const mix = (top: number, i: 0 | 1 | 2) => top * a + under[i] * (1 - a);
      return [mix(r, 0), mix(g, 1), mix(b, 2), 1];
    };
    /** What is painted behind whatever is in an element. */
    const ground = (element: Element | null): Colour => {
      if (!element) return [255, 255, 255, 1];
      const own = read(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, ground(element.parentElement));
    };
    const light = ([r, g, b]: Colour): number => {
      const [x, y, z] = [r, g, b].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const contrast = (one: Colour, other: Colour): number => {
      const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    const fields = [...document.querySelectorAll<HTMLElement>(".field")];
    return Math.min(
      ...fields
        .filter((field) => field.checkVisibility())
        .flatMap((field) => {
          const [inside, around] = [ground(field), ground(field.parentElement)];
          const border = over(read(getComputedStyle(field).borderTopColor), around);
          return [contrast(border, inside), contrast(border, around)];
        }),
    );
  });
}
