// The moving picture at the top of the README: a big screen and a phone, from the lobby to the winners. It is another one
// each time, so it is made on demand, as the pictures of screens.spec.ts are:
//   QUIZRAIN_SCREENSHOTS=1 npx playwright test film screens
import { writeFileSync } from "node:fs";
import path from "node:path";
import { FRIENDS } from "../support/crowd";
import { Film } from "../support/film";
import { expect, test } from "../support/test";

const FILE = path.join(__dirname, "../../docs/images/game.webp");
/** Whoever reads the README waits for it. */
const MOST_BYTES = 2_000_000;
const QUALITY = 0.85;

if (process.env.QUIZRAIN_SCREENSHOTS === "1") {
  test.use({ args: ["--public-url", "https://quiz.example.org"] });

  test("a game from its lobby to its winners", async ({ room, browser }) => {
    const host = await room.host();
    await host.arrive();
    const pin = await host.start("Around the world in ten questions");
    const screen = await room.screen(pin, { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 0.6 });
    const phone = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 0.675 };
    const mei = await room.player("Mei", { ...phone, colorScheme: "dark" });
    await mei.joinByCode(pin);
    await expect(screen.players).toHaveAttribute("data-count", "1");
    const film = await Film.of(screen.page, mei.page);
    const react = (index: number) => mei.press(mei.page.locator(".reaction").nth(index));

    await test.step("the lobby", async () => {
      await film.pass(800);
      await film.roll(600);
      await room.crowd(pin, FRIENDS, FRIENDS.length, 400);
      await film.roll(600);
      await react(4);
      await film.roll(500);
      await react(1);
      await film.roll(1800);
    });

    await test.step("a question and its answer", async () => {
      await host.page.getByTestId("questions").locator("> summary").click();
      const asked = host.page.getByTestId("question-4");
      await asked.locator("summary").click();
      await asked.getByTestId("ask-now").click();
      await expect(mei.choice(0)).toBeEnabled();
      await film.roll(240);
      await mei.pick(0);
      await film.roll(3600);
      await host.expectRevealed();
      await film.roll(2400);
    });

    await test.step("the board", async () => {
      await host.make("ShowBoard");
      await expect(screen.page.getByTestId("board").locator(".big-row").first()).toBeVisible();
      await film.roll(2400);
    });

    await test.step("the rain", async () => {
      const plan = { packets: 13, seconds: 20, min: "0.01", max: "20.00" };
      await host.rain({ pot: "88.88", currency: "CNY", ...plan });
      await film.roll(900);
      await expect.poll(() => mei.drop()).toBeDefined();
      await film.roll(1600);
      await mei.catchPacket();
      await film.roll(1600);
      await expect(mei.page.getByTestId("rain-done")).toBeVisible();
      await film.roll(2600);
    });

    await test.step("the winners", async () => {
      await host.make("ShowPodium");
      await film.roll(2600);
      await react(4);
      await film.roll(300);
      await react(0);
      await film.roll(3000);
    });

    const table = await browser.newPage();
    const picture = await film.develop(table, QUALITY);
    expect(picture.length).toBeLessThan(MOST_BYTES);
    writeFileSync(FILE, picture);
  });
}
