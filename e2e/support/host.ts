// The host at the desk, and the projector in the room.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Watch } from "./watch";

export type Move = "Ask" | "Open" | "Pause" | "Resume" | "Close" | "CloseRain" | "ShowBoard" | "ShowPodium" | "End";

export interface Shower {
  pot: string;
  currency: string;
  packets: number;
  seconds: number;
  min?: string;
  max?: string;
}

export class Host {
  readonly state: Locator;
  readonly question: Locator;
  readonly answered: Locator;
  readonly banner: Locator;

  constructor(
    readonly page: Page,
    readonly watch: Watch,
    private readonly address: string,
  ) {
    this.state = page.getByTestId("state");
    this.question = page.getByTestId("question-text");
    this.answered = page.getByTestId("answered-count");
    this.banner = page.getByTestId("reconnecting");
  }

  /** Opens the address that the program printed. */
  async arrive(): Promise<void> {
    await this.page.goto(this.address);
    await expect(this.page.getByTestId("host-start").first()).toBeVisible();
  }

  /** Opens the lobby of the quiz with this title, and tells its pin. */
  async start(title: string): Promise<string> {
    const card = this.page.locator(".card").filter({ hasText: title });
    await card.getByTestId("host-start").click();
    return this.pin();
  }

  /** The same with options, which are chosen in the dialog. */
  async startWith(title: string, choose: (page: Page) => Promise<void>): Promise<string> {
    const card = this.page.locator(".card").filter({ hasText: title });
    await card.getByTestId("host-options").click();
    await expect(this.page.getByTestId("new-game")).toBeVisible();
    await choose(this.page);
    await this.page.getByTestId("new-game-start").click();
    return this.pin();
  }

  /** The pin on the desk. */
  async pin(): Promise<string> {
    const pin = this.page.locator(".desk-top").getByTestId("pin");
    await expect(pin).toHaveText(/^\d{6}$/);
    return (await pin.textContent()) ?? "";
  }

  /** How many players there are. */
  get players(): Locator {
    return this.page.locator(".desk-top").getByTestId("player-count");
  }

  move(move: Move): Locator {
    return this.page.getByTestId(`move-${move}`);
  }

  /** Presses the button of a move. */
  async make(move: Move): Promise<void> {
    await this.move(move).click();
  }

  /** Presses the same button on several desks at once; whichever comes second may find it gone. */
  static async makeTogether(move: Move, ...hosts: Host[]): Promise<void> {
    for (const host of hosts) await expect(host.move(move)).toBeEnabled();
    const buttons = await Promise.all(hosts.map((host) => host.move(move).elementHandle()));
    await Promise.all(buttons.map((button) => button!.evaluate((it) => (it as HTMLButtonElement).click())));
  }

  /** Ends the game, says so twice, and waits until it has ended: what comes next may need that. */
  async end(): Promise<void> {
    await this.make("End");
    await this.page.getByTestId("end-confirm").click();
    await expect(this.move("End")).toHaveCount(0);
  }

  /** Opens the next question, and waits until the desk shows it. */
  async ask(text: string): Promise<void> {
    await this.make("Ask");
    await expect(this.question).toHaveText(text);
    await expect(this.state).toHaveText("The question is open");
  }

  /** Waits until the answer is shown, by the button or because all have answered. */
  async expectRevealed(): Promise<void> {
    await expect(this.state).toHaveText("The answer is shown");
  }

  /** Fills in the dialog. */
  async planRain(shower: Shower): Promise<void> {
    await this.page.getByTestId("open-rain").click();
    const fields: [string, string | undefined][] = [
      ["rain-pot", shower.pot],
      ["rain-packets", String(shower.packets)],
      ["rain-seconds", String(shower.seconds)],
      ["rain-min", shower.min],
      ["rain-max", shower.max],
    ];
    await this.page.locator("#rain-currency").selectOption(shower.currency);
    for (const [field, text] of fields) {
      if (text !== undefined) await this.page.getByTestId(field).fill(text);
    }
  }

  /** Lets it rain. */
  async rain(shower: Shower): Promise<void> {
    await this.planRain(shower);
    await this.page.getByTestId("rain-start").click();
    if (shower.currency !== "points") await this.page.getByTestId("money-confirm").click();
    await expect(this.state).toHaveText(/^Packets are falling/);
  }
}

export class Screen {
  readonly question: Locator;
  readonly answered: Locator;
  readonly players: Locator;
  readonly banner: Locator;

  constructor(
    readonly page: Page,
    readonly watch: Watch,
  ) {
    this.question = page.getByTestId("question-text");
    this.answered = page.getByTestId("answered-count");
    this.players = page.getByTestId("player-count");
    this.banner = page.getByTestId("reconnecting");
  }
}
