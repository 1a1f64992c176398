// A quiz that is written in the browser: ordered by keys, saved as it is typed, and never lost: not by another window, a
// dead network or a reload. `story.spec.ts` writes one and plays it.
import type { Page } from "@playwright/test";
import { keyboard, reach as walkTo } from "../support/hands";
import type { Host } from "../support/host";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

/** Makes a quiz of which nothing is written, and opens it. */
async function blank(host: Host): Promise<string> {
  await host.arrive();
  const id = await host.page.evaluate(async () => {
    const key = localStorage.getItem("quizrain.host-key");
    const quiz = { title: "", language: "en", description: "", questions: [] };
    const made = await fetch("/api/quizzes", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ quiz }),
    });
    return ((await made.json()) as { id: string }).id;
  });
  await host.page.goto(new URL(`/studio/${id}`, host.page.url()).href);
  await expect(host.page.getByTestId("quiz-title")).toBeVisible();
  return id;
}

const saved = (page: Page) => expect(page.getByTestId("save-state")).toHaveAttribute("data-state", "saved");
const title = (page: Page) => page.getByTestId("quiz-title");
const text = (page: Page) => page.getByTestId("question-text-field");
const rows = (page: Page) => page.getByTestId("question-row");

test("by keys alone: written, ordered, deleted and taken back", async ({ room }) => {
  const host = await room.host();
  await blank(host);
  const page = host.page;
  const reach = (testid: string) => walkTo(page.getByTestId(testid));
  await reach("quiz-title");
  await page.keyboard.type("By keys");
  await reach("add-Single");
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type("First?");
  await reach("choice-0");
  await page.keyboard.type("yes");
  await reach("right-0");
  await page.keyboard.press("Space");
  await reach("choice-1");
  await page.keyboard.type("no");
  for (const index of [3, 2]) {
    await reach(`row-×-${index}`);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId(`choice-${index}`)).toHaveCount(0);
    // The cursor goes before what is gone.
    await expect(page.getByTestId(`choice-${index - 1}`)).toBeFocused();
  }
  // Enter goes on to a new choice.
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("choice-2")).toBeFocused();
  await page.keyboard.type("perhaps");
  await reach("duplicate");
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await keyboard.write(text(page), "Second?");
  await walkTo(rows(page).nth(1));
  await page.keyboard.press("Alt+ArrowUp");
  await expect(rows(page).first()).toContainText("Second?");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(text(page)).toHaveValue("First?");
  await page.keyboard.press("Delete");
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(rows(page)).toHaveCount(2);
  await saved(page);
  await page.reload();
  await expect(rows(page).nth(0)).toContainText("Second?");
  await expect(rows(page).nth(1)).toContainText("First?");
});

test("fields show the question that is open, whatever was written in another", async ({ room }) => {
  const host = await room.host();
  await blank(host);
  const page = host.page;
  const [choice, right, kind] = ["choice-0", "right-1", "question-kind"].map((id) => page.getByTestId(id));
  await page.getByTestId("add-Single").click();
  await text(page).fill("First?");
  await choice.fill("yes");
  await right.check();
  await page.getByTestId("add-Single").click();
  await expect(text(page)).toHaveValue("");
  await expect(choice).toHaveValue("");
  await expect(right).not.toBeChecked();
  await kind.selectOption("Multiple");
  await rows(page).first().click();
  await expect(text(page)).toHaveValue("First?");
  await expect(right).toBeChecked();
  await expect(kind).toHaveValue("Single");
});

test("rains are planned: after their questions, in their order, and taken back", async ({ room }) => {
  const host = await room.host({ viewport: { width: 1920, height: 1080 } });
  await blank(host);
  const page = host.page;
  await title(page).fill("Rains");
  for (const question of ["One?", "Two?"]) {
    await page.getByTestId("add-OpenText").click();
    await text(page).fill(question);
  }
  const planned = page.getByTestId("rain-row");
  const [add, done, after] = ["add-rain", "rain-done", "rain-after"].map((id) => page.getByTestId(id));
  const plan = async (name: string, place: string) => {
    await add.click();
    await page.getByTestId("rain-title").fill(name);
    await after.fill(place);
    await done.click();
  };
  await plan("Last", "");
  await plan("Tier", "1");
  await plan("Everybody", "1");
  const names = (first: string, second: string, question = 1) => [
    `${first} · After question ${question} · 1000 points`,
    `${second} · After question ${question} · 1000 points`,
    "Last · At the end · 1000 points",
  ];
  await expect(planned).toHaveText(names("Tier", "Everybody"));
  await page.getByTestId("rain-up-1").click();
  await expect(planned).toHaveText(names("Everybody", "Tier"));
  await expect(page.getByTestId("rain-up-2")).toHaveCount(0);

  await test.step("prizes", async () => {
    await planned.nth(2).click();
    await expect(page.getByTestId("rain-packets")).toBeHidden();
    await page.getByLabel("Prizes for the best").check();
    await page.locator("#rain-currency").selectOption("CNY");
    await page.getByTestId("rain-second").fill("101");
    await expect(page.locator("#rain-problem")).toHaveText(/Second prize: .* none is more than the one before it/);
    await expect(done).toBeDisabled();
    await page.getByTestId("rain-second").fill("50");
    await shoot(page, "editor-rain");
    await done.click();
    await expect(planned.nth(2)).toHaveText("Last · At the end · 170.00 CNY");
    await page.getByTestId("undo").click();
    await expect(planned).toHaveText(names("Everybody", "Tier"));
    await page.getByTestId("redo").click();
    await expect(planned.nth(2)).toContainText("170.00 CNY");
  });
  await test.step("they stay with their questions", async () => {
    // The key means the question that has the focus, whichever is open.
    await expect(text(page)).toHaveValue("Two?");
    await rows(page).nth(0).press("Alt+ArrowDown");
    await expect(planned.nth(0)).toHaveText("Everybody · After question 2 · 1000 points");
    await page.getByTestId("rain-remove-0").click();
    await expect(add).toBeFocused();
    await expect(planned).toHaveCount(2);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect(planned.nth(0)).toHaveText("Everybody · After question 1 · 1000 points");
  });
  await saved(page);
  await page.reload();
  await expect(planned).toHaveText([...names("Everybody", "Tier").slice(0, 2), "Last · At the end · 170.00 CNY"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await planned.nth(2).click();
  await expect(page.getByTestId("rain-first")).toHaveValue("100.00");
  await shoot(page, "editor-rain-phone");
  await page.keyboard.press("Escape");
  await add.scrollIntoViewIfNeeded();
  await shoot(page, "editor-rains-phone");
});

test("a look of its own: games begin with it, and may have another", async ({ room }) => {
  const host = await room.host();
  await blank(host);
  const { page } = host;
  await title(page).fill("In the snow");
  await page.getByTestId("add-TrueFalse").click();
  await text(page).fill("Is it cold?");
  await page.getByTestId("quiz-look").locator("> summary").click();
  await page.getByTestId("own-look").check();
  await page.getByTestId("look-snow").check();
  await saved(page);
  await expect(page.getByTestId("to-fix")).toHaveText("Ready to play");
  await host.arrive();
  const pin = await host.startWith("In the snow", async (dialog) => {
    await expect(dialog.getByTestId("look-snow")).toBeChecked();
    await dialog.getByTestId("look-balloons").check();
  });
  const screen = await room.screen(pin);
  await expect(screen.page.locator(".big")).toHaveAttribute("data-theme", "balloons");
});

test("two windows: different parts are merged, the same one is chosen", async ({ room }) => {
  const host = await room.host();
  // Where the other window was first.
  host.watch.expectRefusals(/\/api\/quizzes\//);
  await blank(host);
  const page = host.page;
  await title(page).fill("Two windows");
  for (const question of ["One?", "Two?"]) {
    await page.getByTestId("add-OpenText").click();
    await text(page).fill(question);
  }
  await saved(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(rows(other)).toHaveCount(2);
  await rows(other).first().click();
  await text(other).fill("One, from the other window?");
  await saved(other);
  await text(page).fill("Two, from this window?");
  await expect(rows(page).first()).toContainText("from the other window");
  await saved(page);

  await rows(page).first().click();
  await text(page).fill("Mine?");
  await saved(page);
  await text(other).fill("Theirs?");
  await expect(other.getByTestId("conflict")).toBeVisible();
  await shoot(other, "editor-conflict");
  await other.getByTestId("take-theirs").click();
  await expect(text(other)).toHaveValue("Mine?");
  await text(page).fill("Mine again?");
  await saved(page);
  await text(other).fill("Theirs again?");
  await other.getByTestId("keep-mine").click();
  await saved(other);
  await page.reload();
  await expect(rows(page).first()).toContainText("Theirs again?");
});

test("without the server nothing is lost", async ({ room }) => {
  const host = await room.host();
  host.watch.expectOutages();
  await blank(host);
  const page = host.page;
  await title(page).fill("Offline");
  await page.getByTestId("add-OpenText").click();
  await saved(page);
  await page.route("**/api/quizzes/*", (route) => route.abort());
  await text(page).fill("Written in a tunnel?");
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-state", "offline");
  await page.unroute("**/api/quizzes/*");
  await page.reload();
  await expect(text(page)).toHaveValue("Written in a tunnel?");
  await saved(page);
});

test("on a phone it can be used as well", async ({ room }) => {
  const host = await room.host({ viewport: { width: 390, height: 844 } });
  await blank(host);
  const page = host.page;
  await title(page).fill("On a phone");
  await page.getByTestId("add-Matching").click();
  await text(page).fill("Which belong together?");
  for (const [index, [left, right]] of [["a", "1"], ["b", "2"], ["c", "3"]].entries()) {
    await page.getByTestId(`left-${index}`).fill(left);
    await page.getByTestId(`belongs-${index}`).fill(right);
  }
  await saved(page);
  await expect(page.getByTestId("to-fix")).toHaveText("Ready to play");
  await shoot(page, "editor-phone");
});
