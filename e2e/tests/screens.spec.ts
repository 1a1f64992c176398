// Every screen once, in light and dark colours: it comes up, and no text is cut. The pictures in
// e2e/screenshots are for people to look at.
import path from "node:path";
import { FRIENDS, NAMES } from "../support/crowd";
import { hold } from "../support/ledger";
import { shoot, shootForDocs } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

/** How many of the crowd catch a packet. */
const CATCHERS = 8;

test("every screen, light and dark", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  await shoot(host.page, "host/library");
  const pin = await host.start("Three kinds of questions");
  const screen = await room.screen(pin);
  const anna = await room.player("Anna");
  const ben = await room.player("Ben");
  const chen = await room.player("Chen");
  const stage = (name: string) => shoot(screen.page, `screen/${name}`, { stage: true });
  const phone = (name: string) => shoot(anna.page, `phone/${name}`);

  await test.step("before the game", async () => {
    await expect(screen.page.getByTestId("pin")).toBeVisible();
    const code = await screen.page.locator(".big-lobby-qr img").boundingBox();
    expect(code!.height, "the code is as large as the picture allows").toBeGreaterThan(750);
    await stage("lobby-empty");
    await anna.page.goto(server.url);
    await expect(anna.page.getByTestId("pin-input")).toBeVisible();
    await phone("home");
    await anna.page.getByTestId("pin-input").fill(pin);
    await anna.press(anna.page.getByTestId("join"));
    await expect(anna.page.getByTestId("nickname-input")).toBeVisible();
    await phone("nickname");
    await anna.giveName();
    await ben.joinByCode(pin);
    await chen.joinByCode(pin);
    await room.crowd(pin, NAMES, CATCHERS);
    const all = String(NAMES.length + 3);
    await expect(screen.players).toHaveAttribute("data-count", all);
    await expect(screen.page.locator(".big-name")).toHaveCount(NAMES.length + 3);
    await expect(host.players).toHaveText(all);
    await phone("lobby");
    await stage("lobby");
    await shoot(host.page, "host/lobby");
  });

  await test.step("a question with one right answer", async () => {
    await host.make("Ask");
    await expect(anna.choice(3)).toBeEnabled();
    await expect(screen.answered).toHaveText(String(NAMES.length));
    await phone("question");
    await stage("question");
    await shoot(host.page, "host/question");
    await anna.answer(0);
    await phone("answered");
    await ben.pick(1);
    await chen.pick(2);
    await host.expectRevealed();
    await anna.expectResult("right");
    await phone("revealed-right");
    await ben.expectResult("wrong");
    await shoot(ben.page, "phone/revealed-wrong");
    await expect(screen.page.locator(".big-explanation")).toBeVisible();
    await stage("revealed");
    await shoot(host.page, "host/revealed");
    await host.make("ShowBoard");
    await expect(anna.page.getByTestId("rank")).toBeVisible();
    await phone("board");
    await expect(screen.page.locator(".big-row")).toHaveCount(10);
    await stage("board");
  });

  await test.step("a question with several right answers", async () => {
    await host.make("Ask");
    await expect(anna.choice(5)).toBeEnabled();
    await expect(screen.question).toContainText("Which of these animals can fly");
    for (const choice of [0, 2]) await anna.pick(choice);
    await phone("question-multiple");
    await stage("question-multiple");
    await anna.press(anna.page.getByTestId("submit"));
    await host.make("Close");
    await host.expectRevealed();
    await anna.expectResult("partly");
    await phone("revealed-partly");
    await ben.expectResult("none");
    await shoot(ben.page, "phone/revealed-none");
    await stage("revealed-multiple");
  });

  await test.step("true or false", async () => {
    await host.make("Ask");
    await expect(anna.choice(1)).toHaveText(/False/);
    await expect(screen.question).toContainText("A litre of ice");
    await phone("question-true-false");
    await stage("question-true-false");
    await anna.pick(1);
    await host.make("Close");
    await host.expectRevealed();
  });

  await test.step("the rain", async () => {
    await host.page.getByTestId("open-rain").click();
    await expect(host.page.getByTestId("rain-pot")).toHaveValue("24.00");
    await shoot(host.page, "host/rain-dialog");
    await host.page.keyboard.press("Escape");
    // As many packets as a summary has lines, and none for Ben: the last catch ends the rain,
    // however slow the machine is.
    const plan = { packets: CATCHERS + 2, seconds: 60, min: "0.01", max: "20" };
    await host.rain({ pot: "88.88", currency: "CNY", ...plan });
    await expect(anna.page.locator(".countdown-number")).toBeVisible();
    await Promise.all([
      shoot(anna.page, "phone/countdown", { quick: true }),
      shoot(screen.page, "screen/countdown", { quick: true, stage: true }),
    ]);
    const release = await hold(server);
    await expect.poll(() => anna.drop(), { intervals: [50] }).toBeDefined();
    await expect(screen.page.locator(".ticket").nth(2)).toBeAttached();
    await phone("rain");
    await stage("rain");
    await shoot(host.page, "host/rain", { quick: true });
    await anna.catchPacket();
    await expect(anna.claim).toHaveAttribute("data-state", "caught");
    await phone("caught");
    await release();
    await expect(anna.claim).toHaveAttribute("data-state", "credited");
    await phone("credited");
    const left = screen.page.locator(".big-rain-count strong");
    await expect(left).toHaveText(String(CATCHERS + 1));
    await chen.catchPacket();
    await ben.grab(/^sold-out$/);
    await shoot(ben.page, "phone/sold-out", { quick: true });
  });

  await test.step("after the rain", async () => {
    await expect(screen.page.locator(".big-win").nth(9)).toBeAttached();
    await stage("rain-done");
    await phone("rain-summary");
    await expect(ben.page.getByTestId("rain-done")).toBeVisible();
    await shoot(ben.page, "phone/rain-summary-sold-out");
    await host.make("ShowPodium");
    await expect(anna.page.getByTestId("podium")).toBeVisible();
    await phone("podium");
    await expect(screen.page.locator(".step-1")).toBeVisible();
    await stage("podium");
    await shoot(host.page, "host/podium");
    await host.end();
    await expect(anna.page.getByTestId("ended")).toBeVisible();
    await phone("ended");
    await expect(screen.page.locator(".step-1")).toBeVisible();
    await stage("ended");
    await anna.press(anna.page.getByRole("link", { name: "See my balance" }));
    await expect(anna.page.getByTestId("balance-total")).toBeVisible();
    await phone("balance");
  });
});

const LANGUAGES = [
  {
    locale: "zh-CN",
    tag: "zh-Hans",
    title: "春节知多少",
    before: ["cloud"],
    rains: true,
    names: ["李雷", "韩梅梅", "王小明"],
  },
  {
    locale: "zh-TW",
    tag: "zh-Hant",
    title: "元宵燈會猜一猜",
    before: ["slide", "hotspot", "typed"],
    rains: false,
    names: ["陳怡君", "林志豪", "黃小姐"],
  },
];

for (const { locale, tag, title, before, rains, names } of LANGUAGES) {
  test(`screens in ${tag}`, async ({ server, room }) => {
    const host = await room.host({ locale });
    await host.arrive();
    await shoot(host.page, `${tag}/host-library`, { quick: true });
    const pin = await host.start(title);
    const screen = await room.screen(pin, { locale });
    const player = await room.player(names[0], { locale });
    const phone = (name: string) => shoot(player.page, `${tag}/phone-${name}`, { quick: true });
    const stage = (name: string) =>
      shoot(screen.page, `${tag}/screen-${name}`, { quick: true, stage: true });

    await player.page.goto(server.url);
    await expect(player.page.locator("html")).toHaveAttribute("lang", tag);
    await phone("home");
    await player.joinByCode(pin);
    await room.crowd(pin, names.slice(1));
    await expect(screen.players).toHaveAttribute("data-count", "3");
    await stage("lobby");
    // What these quizzes begin with, before a question with choices.
    for (const kind of before) {
      await host.make("Ask");
      await expect(player.question).toBeVisible();
      await expect(host.move(kind === "slide" ? "Ask" : "Close")).toBeEnabled();
      await phone(kind);
      await stage(kind);
      if (kind === "slide") continue;
      await host.make("Close");
      await expect(host.move("ShowBoard")).toBeEnabled();
      await phone(`${kind}-told`);
      await stage(`${kind}-told`);
    }
    await host.make("Ask");
    await expect(player.choice(3)).toBeEnabled();
    await expect(screen.question).toBeVisible();
    await phone("question");
    await stage("question");
    await shoot(host.page, `${tag}/host-question`, { quick: true });
    await player.pick(1);
    await expect(player.page.getByTestId("result")).toBeVisible();
    await expect(screen.page.locator(".big-explanation")).toBeVisible();
    await phone("revealed");
    await stage("revealed");
    await host.page.getByTestId("open-rain").click();
    await expect(host.page.getByTestId("rain-pot")).not.toHaveValue("300");
    await shoot(host.page, `${tag}/host-rain-dialog`, { quick: true });
    if (rains) {
      await host.page.getByTestId("rain-planned").selectOption("1");
      await host.page.getByTestId("rain-pot").fill("30");
      await host.page.getByTestId("rain-seconds").fill("60");
      await host.page.getByTestId("rain-packets").fill("3");
      await host.page.getByTestId("rain-start").click();
      await expect(screen.page.locator(".ticket")).toHaveCount(2);
      await stage("rain");
      await player.catchPacket();
      await expect(player.claim).toHaveAttribute("data-state", "credited");
      await phone("credited");
      await expect(screen.page.locator(".big-win").first()).toBeVisible();
      await stage("rain-done");
    } else {
      await host.page.keyboard.press("Escape");
    }
    await host.make("ShowPodium");
    await expect(player.page.getByTestId("podium")).toBeVisible();
    await phone("podium");
    await player.page.goto(`${server.url}/balance`);
    await expect(player.page.getByTestId("credit")).toHaveCount(rains ? 1 : 0);
    await expect(player.page.locator(".balance-sum")).toBeVisible();
    await phone("balance");
  });
}

// Pictures for the README change at every run, so they are made on demand.
if (process.env.QUIZRAIN_SCREENSHOTS === "1") {
  test.describe("pictures for the README", () => {
    test.use({ args: ["--public-url", "https://quiz.example.org"] });

    test("rain on a phone and on the projector", async ({ room }) => {
      const host = await room.host();
      await host.arrive();
      const pin = await host.start("Around the world in ten questions");
      const screen = await room.screen(pin, { viewport: { width: 1280, height: 720 } });
      const mei = await room.player("Mei", { colorScheme: "dark", deviceScaleFactor: 1.5 });
      await mei.joinByCode(pin);
      await room.crowd(pin, FRIENDS);
      // The first question has no choices.
      await host.make("Ask");
      await host.make("Close");
      await host.expectRevealed();
      await host.make("Ask");
      await expect(screen.answered).toHaveText(String(FRIENDS.length));
      await mei.pick(2);
      await host.expectRevealed();
      const plan = { packets: 20, seconds: 14, min: "0.01", max: "20.00" };
      await host.rain({ pot: "88.88", currency: "CNY", ...plan });
      // By then, the sky is full.
      await expect(screen.page.locator(".big-rain-count strong")).toHaveText(String(FRIENDS.length));
      await shootForDocs(mei.page, "phone");
      await shootForDocs(screen.page, "screen");
    });

    for (const mode of ["classic", "survival", "teams"]) {
      test(`the board of ${mode}`, async ({ room }) => {
        const host = await room.host();
        await host.arrive();
        const pin = await host.startWith("Around the world in ten questions", async (page) => {
          await page.getByTestId(`mode-${mode}`).check();
          if (mode === "teams") await page.getByTestId("deal-dealt").check();
        });
        const screen = await room.screen(pin, { viewport: { width: 1280, height: 720 } });
        await room.crowd(pin, FRIENDS);
        // Half of them are right: true or false.
        await host.page.getByTestId("questions").locator("> summary").click();
        const asked = host.page.getByTestId("question-4");
        await asked.locator("summary").click();
        await asked.getByTestId("ask-now").click();
        await expect(screen.answered).toHaveText(String(FRIENDS.length));
        await host.expectRevealed();
        await host.make("ShowBoard");
        await expect(screen.page.getByTestId("board").locator(".big-row").first()).toBeVisible();
        await shootForDocs(screen.page, `mode-${mode}`);
      });
    }

    test("the board of a self-paced game", async ({ room }) => {
      const host = await room.host();
      await host.arrive();
      const pin = await host.startWith("Three kinds of questions", (page) =>
        page.getByTestId("mode-self-paced").check(),
      );
      const screen = await room.screen(pin, { viewport: { width: 1280, height: 720 } });
      await room.crowd(pin, FRIENDS);
      await host.make("Ask");
      await expect(screen.page.getByTestId("own-paces")).toHaveText(/^12 have begun · [6-9] done$/);
      await shootForDocs(screen.page, "mode-self-paced");
    });
  });
}
