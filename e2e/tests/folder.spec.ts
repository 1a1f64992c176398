// A folder of quiz files: what is saved there appears, what is wrong is told until it is mended, and an unfinished quiz is not started.
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { PHONES } from "../support/stage";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

const FOLDER = mkdtempSync(path.join(os.tmpdir(), "quizrain-quizzes-"));
const DESKTOP = { width: 1920, height: 1080 };
const HOSTILE = "<img src=x onerror=alert(1)>.toml";
const LONG = `${"a-very-long-name-".repeat(14)}.toml`;

test.use({ args: ["--quizzes", FOLDER] });
test.afterEach(() => readdirSync(FOLDER).forEach((name) => rmSync(path.join(FOLDER, name))));
test.afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Saves a file as editors do. */
function save(name: string, title: string, correct = 1): void {
  const beside = path.join(FOLDER, ".new");
  const question = `[[question]]\ntext = "What?"\nchoices = ["This", "That"]\ncorrect = [${correct}]\n`;
  writeFileSync(beside, `title = "${title}"\nlanguage = "en"\n${question}`);
  renameSync(beside, path.join(FOLDER, name));
}

test("files that are saved appear, and what is wrong with them is told until it is mended", async ({ browser, server }) => {
  const page = await browser.newPage({ locale: "en-GB", viewport: DESKTOP });
  await page.goto(server.hostUrl.replace("/host", "/studio"));
  await expect(page.getByTestId("empty")).toBeVisible();
  await expect(page.getByTestId("files-to-mend")).toHaveCount(0);

  save("rivers.toml", "Rivers");
  const card = page.getByTestId("quiz").filter({ hasText: "Rivers" });
  await expect(card.getByTestId("from-file")).toContainText("rivers.toml");

  save("lakes.toml", "Lakes", 7);
  save(HOSTILE, "Markup", 9);
  save(LONG, "Long");
  const wrong = page.getByTestId("file-to-mend");
  await expect(wrong).toHaveCount(2);
  await expect(wrong.filter({ hasText: "lakes.toml" }).getByTestId("problem")).toContainText("line 6");
  await expect(wrong.filter({ hasText: HOSTILE })).toHaveCount(1);
  await expect(page.getByTestId("quiz")).toHaveCount(2);
  await shoot(page, "studio-files-desktop");
  await page.setViewportSize(PHONES[0]!);
  await shoot(page, "studio-files-phone");
  await page.setViewportSize(DESKTOP);

  save("lakes.toml", "Lakes");
  rmSync(path.join(FOLDER, HOSTILE));
  await expect(page.getByTestId("files-to-mend")).toHaveCount(0);
  await expect(page.getByTestId("quiz").filter({ hasText: "Lakes" })).toHaveCount(1);

  await card.getByRole("link").click();
  await expect(page.getByTestId("from-file")).toContainText("rivers.toml");
  await shoot(page, "editor-file-desktop");
  await page.setViewportSize(PHONES[0]!);
  await shoot(page, "editor-file-phone");
});

test("the host's page starts no quiz that is unfinished, and leads to where it is finished", async ({ browser, server }) => {
  const page = await browser.newPage({ locale: "en-GB", viewport: DESKTOP });
  await page.goto(server.hostUrl.replace("/host", "/studio"));
  await page.getByTestId("new-quiz").click();
  await expect(page.getByTestId("to-studio")).toBeVisible();
  const written = page.url();
  await page.goto(server.hostUrl);
  const card = page.locator(".card").filter({ has: page.getByTestId("to-fix") });
  await expect(card).toHaveCount(1);
  await expect(card.getByTestId("host-start")).toBeDisabled();
  await expect(card.getByTestId("host-options")).toBeDisabled();
  await shoot(page, "host-unfinished-desktop");
  await page.setViewportSize(PHONES[0]!);
  await shoot(page, "host-unfinished-phone");
  await card.getByTestId("to-fix").click();
  await expect(page).toHaveURL(written);
});
