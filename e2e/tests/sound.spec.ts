// The sound of a question: uploaded in the editor, heard from the big screen and from nowhere else, and on a phone where
// there is no screen.
import type { Page } from "@playwright/test";
import type { Host } from "../support/host";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

/** A tone of so many seconds: 8000 samples a second, of 8 bits. */
function tone(seconds: number): Buffer {
  const samples = Buffer.from(
    Array.from({ length: seconds * 8000 }, (_, place) => 128 + Math.round(40 * Math.sin(place / 3))),
  );
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Makes a quiz of two questions, the first of which can be read for a while, and opens it in the editor. */
async function write(host: Host, seconds: number): Promise<void> {
  await host.arrive();
  const id = await host.page.evaluate(async () => {
    const key = localStorage.getItem("quizrain.host-key");
    const question = (text: string, read_seconds: number) => ({
      text,
      kind: { true_false: { correct: true } },
      read_seconds,
      seconds: 60,
      points: 1000,
      explanation: "",
    });
    const questions = [question("Is this a bell?", 5), question("Is this silence?", 0)];
    const made = await fetch("/api/quizzes", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ quiz: { title: "Heard", language: "en", description: "", questions } }),
    });
    return ((await made.json()) as { id: string }).id;
  });
  const page = host.page;
  await page.goto(new URL(`/studio/${id}`, page.url()).href);
  await page.getByTestId("question-row").first().click();
  const file = { name: "bell.mp3", mimeType: "audio/mpeg", buffer: tone(seconds) };
  await page.getByTestId("sound-file").setInputFiles(file);
  await expect(page.getByTestId("editor-sound")).toBeVisible();
  await expect(page.getByTestId("sound-wordless")).toContainText("say in words");
  await expect(page.getByTestId("question-problems")).toBeEmpty();
  await page.getByTestId("editor-sound").scrollIntoViewIfNeeded();
  await shoot(page, "sound-editor");
  await page.getByTestId("sound-words").fill("A deep tone without end");
  await expect(page.getByTestId("sound-wordless")).toHaveCount(0);
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-state", "saved");
}

/** How an audio element stands. */
const audio = (page: Page) =>
  page.getByTestId("sound").evaluate((it: HTMLAudioElement) => ({
    plays: !it.paused && !it.ended && it.currentTime > 0,
    at: it.currentTime,
    from: it.currentSrc,
  }));
const plays = (page: Page) => expect.poll(async () => (await audio(page)).plays);

test("a sound is uploaded, and heard from the big screen alone", async ({ room }) => {
  const host = await room.host({ viewport: { width: 1440, height: 1000 } });
  await write(host, 25);
  const fetched = host.page.waitForResponse((it) => it.url().includes("/media/") && it.request().resourceType() === "fetch");
  await host.page.getByTestId("editor-play").click();
  const pin = await host.pin();
  expect((await fetched).status(), "the desk fetches it in the lobby").toBe(200);
  const screen = await room.screen(pin);
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await expect(screen.page.getByTestId("sound-mark")).toHaveCount(0);
  expect((await audio(screen.page)).from, "nothing is told before its question").toBe("");

  // Chromium without a window lets every page play.
  await screen.page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = () => {
      HTMLMediaElement.prototype.play = play;
      return Promise.reject(new DOMException("nobody has clicked", "NotAllowedError"));
    };
  });
  await host.make("Ask");
  await expect(screen.question).toHaveText("Is this a bell?");
  await expect(screen.page.getByTestId("sound-mark")).toHaveAttribute("aria-label", "A deep tone without end");
  await test.step("a browser that nobody has clicked waits for a click", async () => {
    const click = screen.page.getByTestId("sound-click");
    await expect(click).toBeVisible();
    await shoot(screen.page, "sound-click", { stage: true, quick: true });
    await click.click();
    await plays(screen.page).toBe(true);
    await expect(click).toHaveCount(0);
  });
  const before = await audio(screen.page);
  expect(before.from).toContain("/media/");
  await expect(host.state).toHaveText("The question is open");
  await plays(screen.page).toBe(true);
  expect((await audio(screen.page)).at, "it does not begin again when the question opens").toBeGreaterThan(before.at);
  await shoot(screen.page, "sound-screen", { stage: true, quick: true });
  await shoot(host.page, "sound-desk", { quick: true });

  await test.step("phones have its words, and no sound", async () => {
    await expect(anna.page.getByTestId("sound")).toHaveCount(0);
    await anna.page.getByText("What is heard, in words").tap();
    await expect(anna.page.getByTestId("sound-words")).toContainText("A deep tone without end");
    await shoot(anna.page, "sound-phone", { quick: true });
    await expect(host.page.getByTestId("sound")).toHaveCount(0);
  });
  await test.step("a host stops it and has it played again", async () => {
    await host.page.getByTestId("sound-stop").click();
    await plays(screen.page).toBe(false);
    const stopped = (await audio(screen.page)).at;
    await host.page.getByTestId("sound-again").click();
    await plays(screen.page).toBe(true);
    expect((await audio(screen.page)).at, "from its start").toBeLessThan(stopped);
  });
  await test.step("it waits while the question is paused, and ends with it", async () => {
    await host.page.getByTestId("move-Pause").click();
    await expect(host.state).toHaveText("Paused: nobody can answer");
    await plays(screen.page).toBe(false);
    const { at } = await audio(screen.page);
    await host.page.getByTestId("move-Resume").click();
    await plays(screen.page).toBe(true);
    expect((await audio(screen.page)).at).toBeGreaterThanOrEqual(at);
  });
  await test.step("a muted screen is silent, and the next sound is heard afterwards", async () => {
    const mute = screen.page.getByTestId("mute");
    await screen.page.mouse.move(200, 200);
    await expect(mute).toHaveAttribute("aria-pressed", "false");
    await mute.click();
    await expect(mute).toHaveAttribute("aria-pressed", "true");
    await plays(screen.page).toBe(false);
    // The screen is told of the pause after it was told of the sound.
    await host.page.getByTestId("sound-again").click();
    await host.page.getByTestId("move-Pause").click();
    await expect(screen.page.getByTestId("paused")).toBeVisible();
    await host.page.getByTestId("move-Resume").click();
    await expect(screen.page.getByTestId("paused")).toHaveCount(0);
    expect((await audio(screen.page)).plays, "neither a host nor the end of a pause has it play").toBe(false);
    await screen.page.reload();
    await expect(screen.question).toHaveText("Is this a bell?");
    await expect(mute, "the browser remembers it").toHaveAttribute("aria-pressed", "true");
    await expect(screen.page.locator(".languages")).toBeHidden();
    await expect(mute, "it says why nobody hears anything").toBeVisible();
    await shoot(screen.page, "sound-muted", { stage: true, quick: true });
    await screen.page.keyboard.press("m");
    await expect(mute).toHaveAttribute("aria-pressed", "false");
    expect((await audio(screen.page)).plays, "what was silenced stays so").toBe(false);
    await host.page.getByTestId("sound-again").click();
    await plays(screen.page).toBe(true);
    await anna.pick(0);
    await host.expectRevealed();
    await plays(screen.page).toBe(false);
  });
  await host.ask("Is this silence?");
  await expect(host.page.getByTestId("sound-again")).toHaveCount(0);
  await expect(screen.page.getByTestId("sound-mark")).toHaveCount(0);
  await plays(screen.page).toBe(false);
});

test("at one's own pace a phone plays when its player wishes", async ({ room }) => {
  const host = await room.host({ viewport: { width: 1440, height: 1000 } });
  await write(host, 10);
  await host.arrive();
  const pin = await host.startWith("Heard", (page) => page.getByTestId("mode-self-paced").check());
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await host.make("Ask");
  await anna.press(anna.page.getByTestId("pace"));
  await expect(anna.question).toHaveText("Is this a bell?");
  const sound = anna.page.getByTestId("sound");
  await expect(sound).toBeVisible();
  const loaded = () => sound.evaluate((it: HTMLAudioElement) => it.networkState === it.NETWORK_LOADING || it.buffered.length > 0);
  expect(await loaded(), "nothing is loaded before").toBe(false);
  await shoot(anna.page, "sound-paced");
  await anna.page.locator("h1").tap();
  await sound.evaluate((it: HTMLAudioElement) => it.play());
  await plays(anna.page).toBe(true);
  await anna.pick(0);
  await anna.expectResult("right");
});
