// One program under measure: its server, and browsers that have seen nothing of it before.
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "@playwright/test";
import { Server, freePort } from "../support/server";

/** Quiz files, below e2e/fixtures. */
const FIXTURES = path.resolve(process.cwd(), "fixtures");

/** The phone that players hold. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** This machine's first address in a network, if it has one. What is sent there stays on the machine. */
function lanAddress(): string | undefined {
  const all = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}

export class Side {
  private readonly contexts = new Set<BrowserContext>();

  private constructor(
    readonly server: Server,
    readonly browser: Browser,
  ) {}

  /** Starts a program that whoever is in the machine's network could reach, with these quizzes. */
  static async start(program: string, browser: Browser, quizzes: string[]): Promise<Side> {
    const port = await freePort();
    const files = quizzes.map((name) => path.join(FIXTURES, name));
    const args = ["--listen", `0.0.0.0:${port}`];
    return new Side(await Server.start(files, args, port, program), browser);
  }

  /** The address that browsers trust without TLS. */
  get local(): string {
    return `http://localhost:${this.server.port}`;
  }

  /** The address that phones use. */
  get lan(): string {
    return `http://${lanAddress() ?? "127.0.0.1"}:${this.server.port}`;
  }

  /** What is to be said of that address. */
  get lanNotes(): string[] {
    const none = "this machine has no address in a network: the one of the LAN is 127.0.0.1 here, which browsers trust";
    return lanAddress() ? [] : [none];
  }

  /** A browser of its own: no cache, no account. */
  async visitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({ locale: "en-GB", ...options });
    this.contexts.add(context);
    context.once("close", () => this.contexts.delete(context));
    return context;
  }

  /** A phone, and what Chromium's debugger does with it. */
  async phone(options: BrowserContextOptions = {}): Promise<{ page: Page; cdp: CDPSession }> {
    const context = await this.visitor({ ...PHONE, ...options });
    const page = await context.newPage();
    return { page, cdp: await context.newCDPSession(page) };
  }

  /** Closes what a round has opened, however it ended. */
  async leave(): Promise<void> {
    await Promise.all([...this.contexts].map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.leave();
    await this.server.stop();
  }
}
