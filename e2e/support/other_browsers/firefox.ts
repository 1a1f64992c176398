// The system's Firefox, over WebDriver BiDi.
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { findProgram } from "../programs";
import type { Driver, Point } from "./driver";

export class Firefox implements Driver {
  readonly problems: string[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
  ) {
    page.on("pageerror", (error) => this.problems.push(`exception: ${String(error)}`));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(`console: ${message.text()}`);
    });
  }

  static async start(): Promise<Firefox> {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: findProgram("Firefox", ["firefox-esr", "firefox"], "QUIZRAIN_FIREFOX"),
      // A finger comes down and lifts by two commands, between which a busy machine may take its time: still a tap.
      extraPrefsFirefox: { "apz.max_tap_time": 60_000 },
      defaultViewport: { width: 390, height: 844, deviceScaleFactor: 2 },
    });
    return new Firefox(browser, await browser.newPage());
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
  }

  evaluate(expression: string): Promise<unknown> {
    return this.page.evaluate(expression);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async touch([first, ...others]: Point[]): Promise<void> {
    const finger = await this.page.touchscreen.touchStart(first.x, first.y);
    for (const { x, y } of others) await finger.move(x, y);
    await finger.end();
  }

  picture(): Promise<Uint8Array> {
    return this.page.screenshot();
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
