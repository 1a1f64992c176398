// What moves on a page by itself, as the browser sees it.
import type { Page } from "@playwright/test";

/** What moved, when, and by how much; one's own doing does not count. */
export interface Shift {
  at: number;
  value: number;
  moved: string[];
}

/** Runs in the page before anything else. */
function watch(): void {
  interface Entry extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  }
  const name = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.localName}${element.getAttribute("class")?.replace(/^\s*|\s+/g, ".") ?? ""}` : "what is gone";
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      if (entry.hadRecentInput) continue;
      const at = performance.timeOrigin + entry.startTime;
      const moved = entry.sources.map(({ node }) => name(node));
      (window as unknown as { shifted(shift: Shift): void }).shifted({ at, value: entry.value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Tells of everything that moves on a page that has not been opened yet. */
export async function watchShifts(page: Page, shifted: (shift: Shift) => void): Promise<void> {
  await page.exposeFunction("shifted", shifted);
  await page.addInitScript(watch);
}
