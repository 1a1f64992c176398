// What every test gets: a server with the quizzes it asks for, and a door for people to come in by.
import { writeFileSync } from "node:fs";
import { test as base, type Browser, type BrowserContextOptions } from "@playwright/test";
import { letIn } from "./crowd";
import { Host, Screen } from "./host";
import { Player } from "./player";
import { Proxy } from "./proxy";
import { Server } from "./server";
import { Watch } from "./watch";

/** The phone that players hold. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
/** What hangs over the stage. */
const PROJECTOR: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } };
/** The laptop on the desk. */
const LAPTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** Everybody has a browser of their own, and everybody's page is watched. */
export class Room {
  private readonly watches: Watch[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly server: Server,
  ) {}

  async player(
    name: string,
    options: BrowserContextOptions = {},
    origin = this.server.url,
  ): Promise<Player> {
    const phone = { ...PHONE, ...options };
    const [page, watch] = await this.open(name, phone);
    return new Player(name, page, watch, origin, phone.hasTouch ?? false);
  }

  async host(options: BrowserContextOptions = {}): Promise<Host> {
    const [page, watch] = await this.open("the host", { ...LAPTOP, ...options });
    return new Host(page, watch, this.server.hostUrl);
  }

  async screen(pin: string, options: BrowserContextOptions = {}): Promise<Screen> {
    const [page, watch] = await this.open("the projector", { ...PROJECTOR, ...options });
    await page.goto(`${this.server.url}/screen/${pin}`);
    return new Screen(page, watch);
  }

  /** The projector that follows one game after the other. */
  async booth(): Promise<Screen> {
    const [page, watch] = await this.open("the booth", PROJECTOR);
    await page.goto(`${this.server.url}/booth`);
    return new Screen(page, watch);
  }

  /** Players of whom nobody sees a page. */
  async crowd(pin: string, names: string[], catchers = names.length, beat?: number): Promise<void> {
    const [page] = await this.open("the crowd", {});
    await page.goto(this.server.url);
    await letIn(page, pin, names, catchers, beat);
  }

  /** Nothing went wrong on any page. */
  async check(): Promise<void> {
    for (const watch of this.watches) await watch.learnSecrets();
    const secrets = new Set(this.watches.flatMap((watch) => [...watch.known]));
    this.watches.forEach((watch) => watch.check(secrets));
  }

  /** Whatever the pages have complained about. */
  get problems(): string {
    return this.watches.map((watch) => watch.report).join("");
  }

  private async open(who: string, options: BrowserContextOptions): Promise<[Player["page"], Watch]> {
    const context = await this.browser.newContext({ locale: "en-GB", ...options });
    const page = await context.newPage();
    const watch = await Watch.over(page, who);
    this.watches.push(watch);
    return [page, watch];
  }
}

interface Given {
  /** Quiz files to import before the server starts. */
  files: string[];
  /** Further arguments of the program. */
  args: string[];
  server: Server;
  /** A bad network in front of the server. */
  network: Proxy;
  room: Room;
}

export const test = base.extend<Given>({
  files: [[], { option: true }],
  args: [[], { option: true }],
  server: async ({ files, args }, use, info) => {
    const server = await Server.start(files, args);
    await use(server);
    if (info.status !== info.expectedStatus) writeFileSync(info.outputPath("server.log"), server.log);
    await server.stop();
  },
  network: async ({ server }, use) => {
    const proxy = await Proxy.start(server.port);
    await use(proxy);
    await proxy.stop();
  },
  // Playwright closes the browsers of a test, however it ends.
  room: async ({ browser, server }, use, info) => {
    const room = new Room(browser, server);
    await use(room);
    if (info.status === info.expectedStatus) await room.check();
    else await info.attach("what went wrong on the pages", { body: room.problems });
    await Promise.all(browser.contexts().map((context) => context.close()));
  },
});

export { expect } from "@playwright/test";
