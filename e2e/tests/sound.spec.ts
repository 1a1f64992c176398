// The sound of a question: uploaded in the editor, heard from the big screen and from nowhere else, and on a phone where
// there is no screen. And what the big screen plays by itself.
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

/** A question with seconds to answer it, and others to read it before. */
const question = (text: string, seconds: number, read_seconds: number) => ({
  text,
  kind: { true_false: { correct: true } },
  read_seconds,
  seconds,
  points: 1000,
  explanation: "",
});

/** Makes a quiz, and tells its id. */
async function make(host: Host, title: string, questions: ReturnType<typeof question>[]): Promise<string> {
  await host.arrive();
  return host.page.evaluate(async (quiz) => {
    const key = localStorage.getItem("quizrain.host-key");
    const made = await fetch("/api/quizzes", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ quiz }),
    });
    return ((await made.json()) as { id: string }).id;
  }, { title, language: "en", description: "", questions });
}

/** Makes a quiz of two questions, the first of which can be read for a while, and opens it in the editor. */
async function write(host: Host, seconds: number): Promise<void> {
  const questions = [question("Is this a bell?", 60, 5), question("Is this silence?", 60, 0)];
  const id = await make(host, "Heard", questions);
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
    await expect(screen.page.getByTestId("language")).toBeHidden();
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

/**
 * What a page has played since somebody asked last: pitches in whole hertz, how many synthesizers it has closed, and how often
 * at a time it looks at the game to play along.
 */
interface Heard {
  pitches: number[];
  closed: number;
  looks: number;
}

/** Has a page note what it plays. */
function listen(): void {
  const heard: Heard = { pitches: [], closed: 0, looks: 0 };
  const { setInterval: begin, clearInterval: end } = window;
  const looks = new Set<unknown>();
  Object.assign(window, {
    heard,
    setInterval: (act: TimerHandler, ms?: number) => {
      const interval = begin.call(window, act, ms);
      if (ms === 60) looks.add(interval);
      heard.looks = looks.size;
      return interval;
    },
    clearInterval: (interval?: number) => {
      end.call(window, interval);
      looks.delete(interval);
      heard.looks = looks.size;
    },
  });
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (when) {
    if (this instanceof OscillatorNode) heard.pitches.push(Math.round(this.frequency.value));
    start.call(this, when);
  };
  const { close } = AudioContext.prototype;
  AudioContext.prototype.close = function () {
    heard.closed += 1;
    return close.call(this);
  };
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard);
const pitches = async (page: Page) => (await heard(page)).pitches;
/** From now on, what was played before is over. */
const forget = (page: Page) =>
  page.evaluate(() => {
    (window as unknown as { heard: Heard }).heard.pitches.length = 0;
  });

test("once somebody has turned it on, the big screen plays along with the game", async ({ room }) => {
  const host = await room.host();
  await make(host, "Ticking", [question("Does a clock tick?", 8, 0)]);
  await host.page.reload();
  const pin = await host.start("Ticking");
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  const { page, question: asked } = await room.screen(pin);
  await page.addInitScript(listen);
  await page.reload();
  const mute = page.getByTestId("mute");
  const volume = page.getByTestId("volume");
  await expect(page.getByTestId("pin")).toBeVisible();
  await test.step("it is off until a click, and the browser remembers the click", async () => {
    await page.mouse.move(200, 200);
    await expect(mute, "sounds of questions would be heard").toHaveAttribute("aria-pressed", "mixed");
    expect(await heard(page)).toEqual({ pitches: [], closed: 0, looks: 0 });
    // It is there for a few seconds after each move.
    await page.mouse.move(220, 210);
    await mute.click();
    await expect(mute).toHaveAttribute("aria-pressed", "false");
    await expect.poll(async () => (await pitches(page)).length).toBeGreaterThan(4);
    await page.reload();
    await page.mouse.click(400, 300);
    await expect(mute).toHaveAttribute("aria-pressed", "false");
    await expect.poll(async () => (await pitches(page)).length).toBeGreaterThan(4);
  });
  await test.step("keys turn the volume, which is remembered as well", async () => {
    await expect(volume).toHaveValue("100");
    for (const key of ["-", "-", "-", "+"]) await page.keyboard.press(key);
    await expect(volume).toHaveValue("80");
    await page.mouse.move(240, 220);
    await volume.fill("30");
    await page.reload();
    await page.mouse.click(400, 300);
    await expect(volume).toHaveValue("30");
  });
  await test.step("nothing is left of it while it is muted", async () => {
    await expect(mute).toHaveAttribute("aria-pressed", "false");
    await page.keyboard.press("m");
    await expect(mute).toHaveAttribute("aria-pressed", "true");
    await expect.poll(async () => (await heard(page)).closed).toBe(1);
    expect((await heard(page)).looks).toBe(0);
    await forget(page);
    await page.keyboard.press("m");
    await expect(mute).toHaveAttribute("aria-pressed", "false");
    await expect.poll(async () => (await pitches(page)).length).toBeGreaterThan(4);
    expect(await heard(page)).toMatchObject({ closed: 1, looks: 1 });
  });
  await test.step("the last five seconds rise, answers are closed, the answer is shown", async () => {
    await host.make("Ask");
    await expect(asked).toHaveText("Does a clock tick?");
    await forget(page);
    await host.expectRevealed();
    const closes = [196, 131, 392, 494, 587, 784];
    await expect.poll(async () => (await pitches(page)).slice(-closes.length)).toEqual(closes);
    // A page that was held up for half a second has left one out.
    const ticks = (await pitches(page)).slice(0, -closes.length);
    const rising = [659, 740, 831, 932, 1047].filter((pitch) => ticks.includes(pitch));
    expect(ticks).toEqual(rising);
    expect(ticks.length).toBeGreaterThan(2);
  });
  await test.step("the board", async () => {
    await forget(page);
    await host.make("ShowBoard");
    await expect.poll(() => pitches(page)).toEqual([294, 370, 440, 587]);
  });
  await test.step("packets fall, and one is caught", async () => {
    await forget(page);
    await host.rain({ pot: "30", currency: "points", packets: 2, seconds: 10, min: "1", max: "20" });
    await expect.poll(async () => (await pitches(page)).length).toBeGreaterThanOrEqual(8);
    expect(await pitches(page), "no coin yet").not.toContain(1480);
    await anna.catchPacket();
    await expect.poll(() => pitches(page)).toContain(1480);
  });
  await test.step("the podium", async () => {
    await expect(host.move("ShowPodium")).toBeVisible();
    await forget(page);
    await host.make("ShowPodium");
    await expect.poll(() => pitches(page)).toEqual([392, 392, 494, 587, 196, 294, 392, 494, 784]);
    await expect(host.page.locator("audio"), "a host's own page is silent").toHaveCount(0);
  });
});

test("a browser without a synthesizer plays nothing by itself, and nothing else is amiss", async ({ room }) => {
  const host = await room.host();
  await make(host, "Silent", [question("Is anything heard?", 60, 0)]);
  await host.page.reload();
  const { page, question: asked } = await room.screen(await host.start("Silent"));
  await page.addInitScript(() => ["AudioContext", "webkitAudioContext"].forEach((name) => Reflect.deleteProperty(window, name)));
  await page.reload();
  await expect(page.getByTestId("pin")).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByTestId("mute")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("+");
  await host.make("Ask");
  await expect(asked).toHaveText("Is anything heard?");
  await page.keyboard.press("m");
  await expect(page.getByTestId("mute")).toHaveAttribute("aria-pressed", "true");
});
