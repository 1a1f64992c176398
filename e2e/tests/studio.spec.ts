// The library: files are brought and chosen from, quizzes are found, filed, thrown away and taken back, by mouse and by keys.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { PHONES } from "../support/stage";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

/** Three questions, the second without an answer. */
const AIKEN = `How many moons has Mars?
A. One
B. Two
ANSWER: B

Which is no planet?
A. Pluto
B. Venus

What is red?
A. Mars
B. =HYPERLINK("x")
ANSWER: A
`;
const FILE = { name: "red-planets.txt", mimeType: "text/plain", buffer: Buffer.from(AIKEN) };
const TITLE = "Red planets";

/** Opens the library with the key that the program printed. */
async function arrive(page: Page, hostUrl: string): Promise<void> {
  await page.goto(hostUrl.replace("/host", "/studio"));
  await expect(page.getByTestId("quiz").first()).toBeVisible();
}

function card(page: Page, title: string): Locator {
  return page.getByTestId("quiz").filter({ hasText: title });
}

/** Drops a file anywhere on the page. */
async function drop(page: Page, { name, mimeType, buffer }: typeof FILE): Promise<void> {
  const data = await page.evaluateHandle(
    ({ name, type, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type }));
      return transfer;
    },
    { name, type: mimeType, text: buffer.toString() },
  );
  const main = page.locator("main");
  await main.dispatchEvent("dragover", { dataTransfer: data });
  await main.dispatchEvent("drop", { dataTransfer: data });
}

test("a file is brought, chosen from, found, tagged, thrown away and taken back", async ({ browser, server }) => {
  const page = await browser.newPage({ locale: "en-GB", viewport: { width: 1920, height: 1080 } });
  await arrive(page, server.hostUrl);
  await shoot(page, "studio-desktop");
  const file = page.getByTestId("file");

  await test.step("what is in it comes first", async () => {
    await drop(page, FILE);
    await expect(file.getByTestId("kinds")).toContainText("2 × Single choice");
    await expect(file.getByTestId("problem")).toHaveCount(1);
    await expect(file.getByTestId("problem")).toContainText("line ");
    await expect(card(page, TITLE)).toHaveCount(0);
    await shoot(page, "studio-import-desktop");
  });

  await test.step("problems are a table without formulas", async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), file.getByTestId("problems-csv").click()]);
    expect(download.suggestedFilename()).toBe("red-planets.txt-problems.csv");
    const table = readFileSync(await download.path(), "utf8");
    expect(table).toMatch(/^\ufeff"File","Place","What is there","Expected","Line"\r\n"red-planets.txt","line \d+",/);
    expect(table).not.toMatch(/(^|,)"[=+@-]/m);
  });

  await test.step("what is chosen is imported", async () => {
    await file.getByTestId("chosen").click();
    await file.getByTestId("choose").first().uncheck();
    await expect(page.getByTestId("import-chosen")).toHaveText("Import 1 question");
    await page.getByTestId("import-chosen").click();
    await expect(file.getByTestId("imported")).toContainText(TITLE);
    await page.getByTestId("close-import").click();
    await expect(card(page, TITLE)).toContainText("1 question");
  });

  await test.step("it is found by its questions and filed under a tag", async () => {
    await page.getByTestId("search").fill("planets WHAT");
    await expect(page.getByTestId("listed")).toHaveText("1 quiz");
    await card(page, TITLE).getByTestId("more").click();
    await shoot(page, "studio-more-desktop");
    await page.getByTestId("tags").fill("space, for kids");
    await page.getByTestId("save-tags").click();
    await expect(page.getByTestId("told")).toContainText("tags");
    await page.getByTestId("search").fill("");
    await page.getByTestId("tag").filter({ hasText: "space (1)" }).click();
    await expect(page.getByTestId("quiz")).toHaveCount(1);
    await expect(card(page, TITLE)).toContainText("for kids");
    await page.getByTestId("all-tags").click();
  });

  await test.step("it is taken away as a file, which says the same", async () => {
    await card(page, TITLE).getByTestId("more").click();
    await page.getByTestId("download").locator("summary").click();
    await page.getByTestId("format").selectOption("quizrain-toml");
    await expect(page.getByTestId("lost")).toContainText("room for everything");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save-file").click()]);
    expect(download.suggestedFilename()).toBe("Red-planets.toml");
    expect(readFileSync(await download.path(), "utf8")).toContain("What is red?");
    await page.getByTestId("close-more").click();
  });

  await test.step("it goes into the bin and comes back", async () => {
    await card(page, TITLE).getByTestId("more").click();
    await page.getByTestId("bin").click();
    await expect(card(page, TITLE)).toHaveCount(0);
    await page.getByTestId("undo").click();
    await expect(card(page, TITLE)).toBeVisible();
    await card(page, TITLE).getByTestId("more").click();
    await page.getByTestId("bin").click();
    await page.getByTestId("place-bin").click();
    await card(page, TITLE).getByTestId("restore").click();
    await expect(page.getByTestId("empty")).toHaveText("The bin is empty.");
    await page.getByTestId("place-shelf").click();
    await expect(card(page, TITLE)).toBeVisible();
  });

  await test.step("it is played from here", async () => {
    await card(page, TITLE).getByTestId("start").click();
    await expect(page).toHaveURL(/\/host\/[0-9a-f]{16}$/);
  });
  await page.close();
});

test("by keys alone, on a phone", async ({ browser, server }) => {
  const page = await browser.newPage({ locale: "en-GB", viewport: PHONES[0] ?? null });
  await arrive(page, server.hostUrl);
  await shoot(page, "studio-phone");
  const reach = async (to: Locator) => {
    for (let step = 0; step < 80; step += 1) {
      if (await to.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("not reached by Tab");
  };
  await reach(page.getByTestId("import"));
  await page.keyboard.press("Enter");
  await reach(page.getByTestId("files"));
  // Browsers open their own dialog here, which no page sees.
  const chooser = page.waitForEvent("filechooser");
  // The browser is told to hand it over, and does so once it has answered something else.
  await page.evaluate(() => undefined);
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(FILE);
  await expect(page.getByTestId("import-chosen")).toHaveText("Import 2 questions");
  await shoot(page, "studio-import-phone");
  await reach(page.getByTestId("import-chosen"));
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("imported")).toContainText(TITLE);
  await page.keyboard.press("Escape");
  await reach(page.getByTestId("search"));
  await page.keyboard.type("moons mars");
  await expect(page.getByTestId("listed")).toHaveText("1 quiz");
  await reach(card(page, TITLE).getByTestId("more"));
  await page.keyboard.press("Enter");
  await shoot(page, "studio-more-phone");
  await reach(page.getByTestId("bin"));
  await page.keyboard.press("Enter");
  await reach(page.getByTestId("undo"));
  await page.keyboard.press("Enter");
  await expect(card(page, TITLE)).toBeVisible();
  await page.close();
});

test("an encoding that a file does not say is asked for", async ({ browser, server }) => {
  const page = await browser.newPage({ locale: "zh-CN" });
  await arrive(page, server.hostUrl);
  await page.getByTestId("import").click();
  // “红色” and “蓝色” in GB18030.
  const buffer = Buffer.from(
    Buffer.concat([
      Buffer.from("Mars?\nA. "),
      Buffer.from([0xba, 0xec, 0xc9, 0xab]),
      Buffer.from("\nB. "),
      Buffer.from([0xc0, 0xb6, 0xc9, 0xab]),
      Buffer.from("\nANSWER: A\n"),
    ]),
  );
  await page.getByTestId("files").setInputFiles({ name: "colour.txt", mimeType: "text/plain", buffer });
  await expect(page.getByTestId("import-chosen")).toHaveCount(0);
  await expect(page.getByTestId("problem")).toContainText("此行第 4 个字节（0xba）不是 UTF-8");
  await page.getByTestId("encoding").selectOption("gb18030");
  await page.getByTestId("read-again").click();
  await expect(page.getByTestId("import-chosen")).toHaveText("导入 1 题");
  await page.close();
});

test("a row of a table that has a mistake is taken away, mended and brought again", async ({ browser, server }) => {
  const page = await browser.newPage({ locale: "en-GB" });
  await arrive(page, server.hostUrl);
  const text = "Question,A,B,Answer\nGood?,x,y,A\nBad?,same,same,B\n";
  await drop(page, { name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const file = page.getByTestId("file");
  await expect(file.getByTestId("problem")).toHaveCount(1);
  const [download] = await Promise.all([page.waitForEvent("download"), file.getByTestId("problems-csv").click()]);
  const table = readFileSync(await download.path(), "utf8");
  expect(table.split("\r\n")[0]).toBe(
    '\ufeff"File","Place","What is there","Expected","Line","Question","A","B","Answer"',
  );
  expect(table).toContain('"","Bad?","same","same","B"\r\n');
  await page.close();

  const again = await browser.newPage({ locale: "en-GB" });
  await arrive(again, server.hostUrl);
  const mended = Buffer.from(table.replace('"same","same"', '"same","other"'));
  await drop(again, { name: "mine-problems.csv", mimeType: "text/csv", buffer: mended });
  await expect(again.getByTestId("file").getByTestId("kinds")).toContainText("1 × Single choice");
  await expect(again.getByTestId("file").getByTestId("problem")).toHaveCount(0);
});

test("what is wrong with a file is said in the page's language, and apart what no host can mend", async ({
  browser,
  server,
}) => {
  const page = await browser.newPage({ locale: "zh-TW", viewport: { width: 390, height: 844 } });
  await arrive(page, server.hostUrl);
  const text = "$CATEGORY: x\n\nRead this.\n\nWhich?{=a ~b\n\nIs it so?{T}\n\nTell us.{}\n";
  await drop(page, { name: "mine.gift", mimeType: "text/plain", buffer: Buffer.from(text) });
  const file = page.getByTestId("file");
  const toMend = file.getByTestId("problems").getByTestId("problem");
  await expect(toMend).toHaveText([/第 3 行.*沒有答案的文字：「Read this\.」/, /第 5 行.*沒有對應的/]);
  await file.getByTestId("limits").locator("summary").click();
  await expect(file.getByTestId("limits").getByTestId("problem")).toHaveText([/類別不匯入/, /申論題/]);
  await shoot(page, "studio-import-problems");
  await page.close();
});
