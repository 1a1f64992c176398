// Pictures of pages, and what must hold on each of them: no text is cut.
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { look } from "./legible";
import { PHONES } from "./stage";

const FOLDER = path.join(__dirname, "../screenshots");
/** Pictures for the README; only on demand, so that a test run changes no file. */
const DOCS = path.join(__dirname, "../../docs/images");

/** Those that are looked at: with the longest words, the widest letters, and from right to left. */
export const LANGUAGES = ["English", "Deutsch", "繁體中文", "العربية"];

/** Texts that may end in "…": they are in full elsewhere. */
const SOFT = ".desk-title, .hosted-line, .chain-head, .dead-account, .editor-words";

export interface Shot {
  /** On a stage, there is no way to scroll. */
  stage?: boolean;
  /** Only in the colours that the page has now: for moments that do not last. */
  quick?: boolean;
}

/** Takes a picture in light and in dark colours. */
export async function shoot(page: Page, name: string, { stage, quick }: Shot = {}): Promise<void> {
  // As its audience sees a stage: what shows while somebody moves the pointer has gone.
  if (stage) await expect(page.locator(".on-demand:not(.muting):visible")).toHaveCount(0);
  for (const colorScheme of quick ? [undefined] : (["light", "dark"] as const)) {
    if (colorScheme) await page.emulateMedia({ colorScheme });
    const file = path.join(FOLDER, `${name}${colorScheme ? `-${colorScheme}` : ""}.png`);
    await page.screenshot({ path: file, animations: "disabled", scale: "css" });
  }
  const { problems } = await look(page, { stage: stage ?? false, soft: SOFT });
  expect.soft(problems, `what nobody can read on ${name}`).toEqual([]);
}

/** Changes a page's language. */
export async function choose(page: Page, language: string): Promise<void> {
  const list = page.getByTestId("language");
  await list.selectOption({ label: language });
  // Its texts come first.
  await expect(page.locator("html")).toHaveAttribute("lang", await list.inputValue());
}

/** Takes pictures of a page in every language, on phones and a projector, where nothing is too wide. */
export async function shootEverywhere(page: Page, name: string): Promise<void> {
  for (const language of LANGUAGES) {
    await choose(page, language);
    for (const viewport of [...PHONES, { width: 1920, height: 1080 }]) {
      await page.setViewportSize(viewport);
      await shoot(page, `${name}-${LANGUAGES.indexOf(language)}-${viewport.width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect.soft(wide, `${name} ${language} ${viewport.width}`).toBe(false);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await choose(page, "English");
}

/** Takes a picture for the README. */
export async function shootForDocs(page: Page, name: string): Promise<void> {
  if (process.env.QUIZRAIN_SCREENSHOTS !== "1") return;
  await page.screenshot({ path: path.join(DOCS, `${name}.png`), animations: "disabled" });
}
