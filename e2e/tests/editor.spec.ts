// A quiz that is written in the browser: every field by mouse, the same by keys alone, saved as it is
// typed, and never lost: not by another window, a dead network or a reload.
import path from "node:path";
import type { Page } from "@playwright/test";
import type { Host } from "../support/host";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

const PICTURE = path.join(__dirname, "../fixtures/landscape.png");

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

test("a host writes a quiz of five kinds with a picture, and three phones play it", async ({ room }) => {
  const host = await room.host({ viewport: { width: 1440, height: 1000 } });
  await blank(host);
  const page = host.page;
  await expect(page.getByTestId("editor-play")).toBeDisabled();
  await title(page).fill("What the harbour knows");

  await test.step("single choice", async () => {
    await page.getByTestId("add-Single").click();
    await expect(text(page)).toBeFocused();
    await text(page).fill("Which light is on the left side of a ship?");
    for (const [index, choice] of ["Red", "Green", "White", "Blue"].entries()) {
      await page.getByTestId(`choice-${index}`).fill(choice);
    }
    await expect(page.getByTestId("question-problems")).toContainText("Nothing is marked as right");
    await page.getByTestId("right-0").check();
    await expect(page.getByTestId("question-problems")).toBeEmpty();
    await expect(page.getByTestId("preview-screen")).toContainText("Green");
    await expect(page.getByTestId("preview-phone")).toContainText("Which light");
  });
  await test.step("true or false", async () => {
    await page.getByTestId("add-TrueFalse").click();
    await text(page).fill("A knot is a measure of speed.");
    await page.getByTestId("is-true").check();
  });
  await test.step("typed", async () => {
    await page.getByTestId("add-Typed").click();
    await text(page).fill("What holds a ship in its place?");
    await page.getByTestId("accepted").fill("anchor\nan anchor\n");
  });
  await test.step("number", async () => {
    await page.getByTestId("add-Number").click();
    await text(page).fill("How many masts has a barque at least?");
    await page.getByTestId("number-max").fill("10");
    await page.getByTestId("number-right").fill("many");
    await expect(page.getByTestId("number-right")).toHaveAttribute("aria-invalid", "true");
    await page.getByTestId("number-right").fill("3");
    await expect(page.getByTestId("number-right")).not.toHaveAttribute("aria-invalid", "true");
  });
  await test.step("a pin on a picture", async () => {
    await page.getByTestId("add-Hotspot").click();
    await text(page).fill("Where is the sun?");
    await expect(page.getByTestId("question-problems")).toContainText("needs a picture");
    await page.getByTestId("picture-file").setInputFiles(PICTURE);
    await page.getByTestId("picture-alt").fill("A landscape with a low sun");
    const picture = page.getByTestId("draw-region").locator(".picture");
    await picture.scrollIntoViewIfNeeded();
    const box = await picture.boundingBox();
    if (!box) throw new Error("the picture has no place");
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.25);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.75, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByTestId("region-left")).toHaveValue(/^2[45]\.\d\d$/);
    await shoot(page, "editor-hotspot");
  });
  await expect(rows(page)).toHaveCount(5);
  await rows(page).first().click();
  await expect(text(page)).toHaveValue(/Which light/);
  await saved(page);
  await expect(page.getByTestId("to-fix")).toHaveText("Ready to play");
  await shoot(page, "editor");

  await page.getByTestId("editor-play").click();
  const pin = await host.pin();
  const players = await Promise.all(["Anna", "Ben", "Cleo"].map((name) => room.player(name)));
  for (const player of players) await player.joinByCode(pin);
  await host.make("Ask");
  await expect(players[0].question).toHaveText("Which light is on the left side of a ship?");
  for (const [index, player] of players.entries()) await player.pick(index);
  await players[0].expectResult("right");
  await players[1].expectResult("wrong");
});

test("by keys alone: written, ordered, deleted and taken back", async ({ room }) => {
  const host = await room.host();
  await blank(host);
  const page = host.page;
  /** Goes from field to field until one has the focus. */
  const reach = async (testid: string) => {
    const there = page.getByTestId(testid);
    for (let i = 0; i < 120; i += 1) {
      if (await there.evaluate((it) => it === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${testid} cannot be reached`);
  };
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
    await page.getByTestId("choice-0").focus();
  }
  // Enter goes on to a new choice.
  await page.getByTestId("choice-1").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("choice-2")).toBeFocused();
  await page.keyboard.type("perhaps");
  await page.getByTestId("quiz-title").focus();
  await reach("duplicate");
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await text(page).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Second?");
  await rows(page).nth(1).focus();
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
