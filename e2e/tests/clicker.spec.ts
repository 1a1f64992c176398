// A whole game with one key, from the lobby to the end: a clicker sends Page Down and nothing else.
import path from "node:path";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/one-question.toml")] });

for (const key of ["PageDown", "Space"]) {
  test(`${key} alone plays a whole game`, async ({ room }) => {
    const host = await room.host();
    await host.arrive();
    const kim = await room.player("Kim");
    await kim.joinByCode(await host.start("One question and a rain"));
    await expect(host.players).toHaveText("1");
    // Where the focus is once a language was picked with the mouse: a list has these keys for itself.
    await host.page.getByTestId("language").focus();

    /** Presses the key until this is so: one that comes too soon after another does nothing. */
    const until = async (so: () => Promise<void>) => {
      await expect(async () => {
        await host.page.keyboard.press(key);
        await so();
      }).toPass({ intervals: [0], timeout: 20_000 });
    };
    /** Waits for the button of the next move, and presses the key until the desk says this. */
    const goOn = async (button: ReturnType<typeof host.page.locator>, state: RegExp) => {
      await expect(button).toBeEnabled({ timeout: 15_000 });
      await until(() => expect(host.state).toHaveText(state, { timeout: 3_000 }));
    };
    const dialog = host.page.locator("dialog[open]");
    const opened = () => expect(dialog).toBeVisible({ timeout: 1_000 });
    const closed = () => expect(dialog).toBeHidden({ timeout: 200 });

    await goOn(host.move("Ask"), /^The question is open/);
    await goOn(host.move("Close"), /^The answer is shown/);
    await goOn(host.move("ShowBoard"), /^Leaderboard/);
    await expect(host.page.getByTestId("open-rain")).toBeEnabled();
    await until(opened);
    await expect(host.page.getByTestId("rain-start")).toBeFocused();
    await until(closed);
    await expect(host.state).toHaveText(/^Packets are falling/);
    await goOn(host.move("ShowPodium"), /^And the winners are/);
    await expect(host.move("End")).toBeEnabled();
    await until(opened);
    await expect(host.page.getByTestId("end-confirm")).toBeFocused();
    // One press more is what it takes to end a game: it has not ended by itself.
    await expect(kim.page.getByTestId("podium")).toBeVisible();
    await until(closed);
    await expect(kim.page.getByTestId("ended")).toBeVisible();
  });
}
