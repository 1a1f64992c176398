// Somebody guesses pins: the page says that it waits, and whoever has been in stays in.
import { expect, test } from "../support/test";

test.use({ args: ["--wrong-pins-per-address", "1"] });

/** Pins that the game does not have. */
function wrong(pin: string): string[] {
  return ["100001", "100002", "100003"].filter((it) => it !== pin);
}

test("a page that is held says so, and a right pin goes on working", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("How computers count");
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  const guesser = await room.player("a guesser");
  const [first, second] = wrong(pin);
  await guesser.page.goto(new URL(`/play/${first}`, anna.page.url()).href);
  await expect(guesser.page.getByText("Check the digits on the big screen")).toBeVisible();
  await guesser.page.goto(new URL(`/play/${second}`, anna.page.url()).href);
  await expect(guesser.page.getByText("Too many wrong pins")).toBeVisible();
  // Who mistyped mends it there and then, and need not wait.
  await guesser.page.getByTestId("pin-input").fill(pin);
  await guesser.page.getByTestId("join").click();
  await expect(guesser.page.getByTestId("nickname-input")).toBeVisible();
  // A big screen says so as well, and not that there is no game.
  const screen = await room.screen(second);
  await expect(screen.page.getByText("Too many wrong pins")).toBeVisible();
  const li = await room.player("Li");
  await li.joinByCode(pin);
});
