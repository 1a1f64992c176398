// Watches a page for what must never happen: errors, violated policies, secrets in addresses, requests to anybody but the
// server that it came from.
import { expect, type Page } from "@playwright/test";

/** What browsers write to the console when the network is gone: no fault of the page. */
const OUTAGE = [
  /^WebSocket connection to 'ws:.*' failed/,
  /^Failed to load resource: net::ERR_/,
];

/** What they write there when a server asks to come back later. */
const BUSY = /^Failed to load resource: .* status of 503/;

export class Watch {
  /** Every WebSocket that the page has opened, over all its reloads. */
  sockets = 0;
  private readonly problems: string[] = [];
  /** What was said of addresses that the server had no time for. A page asks again, and is answered in the end. */
  private readonly busy = new Map<string, string[]>();
  private readonly addresses: string[] = [];
  private readonly secrets = new Set<string>();
  /** Servers of this machine from which the page came, as `host:port`. */
  private readonly servers = new Set<string>();
  private outages = false;
  private refused: RegExp | undefined;

  private constructor(
    private readonly who: string,
    private readonly page: Page,
  ) {}

  static async over(page: Page, who: string): Promise<Watch> {
    const watch = new Watch(who, page);
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`);
      });
    });
    page.on("console", (message) => {
      const text = message.text();
      const outage = watch.outages && OUTAGE.some((known) => known.test(text));
      const refused = watch.refused?.test(message.location().url) ?? false;
      if (message.type() !== "error" || outage || refused) return;
      if (BUSY.test(text)) watch.putOff(message.location().url, `console: ${text}`);
      else watch.problems.push(`console: ${text}`);
    });
    page.on("pageerror", (error) => watch.problems.push(`exception: ${error.message}`));
    page.on("crash", () => watch.problems.push("the page crashed"));
    page.on("response", (response) => {
      const refused = watch.refused?.test(response.url()) ?? false;
      const problem = `answer ${response.status()} from ${response.url()}`;
      const later = response.status() === 503 && "retry-after" in response.headers();
      if (response.status() < 400) watch.busy.delete(response.url());
      else if (refused) return;
      else if (later && response.request().method() === "GET") watch.putOff(response.url(), problem);
      else watch.problems.push(problem);
    });
    page.on("request", (request) => {
      // The fragment of an address stays in the browser.
      watch.addresses.push(request.url().split("#")[0], request.headers().referer ?? "");
      watch.note(request.url(), request.isNavigationRequest());
    });
    page.on("websocket", (socket) => {
      watch.sockets += 1;
      watch.addresses.push(socket.url());
      watch.note(socket.url(), false);
    });
    return watch;
  }

  /** How many addresses it has asked for. */
  get asked(): number {
    return this.addresses.length;
  }

  /** What is no problem if the page asks again and is answered. */
  private putOff(url: string, problem: string): void {
    this.busy.set(url, [...(this.busy.get(url) ?? []), problem]);
  }

  private get all(): string[] {
    return [...this.problems, ...[...this.busy.values()].flat()];
  }

  private note(address: string, isPage: boolean): void {
    const { protocol, host, hostname } = new URL(address);
    if (protocol === "data:" || protocol === "blob:") return;
    if (isPage && ["127.0.0.1", "localhost", "[::1]"].includes(hostname)) this.servers.add(host);
    if (!this.servers.has(host)) this.problems.push(`a request to somebody else: ${address}`);
  }

  /** This page will lose its connection, which the browser will not like. */
  expectOutages(): void {
    this.outages = true;
  }

  /** What these addresses refuse is no fault of the page. */
  expectRefusals(addresses: RegExp): void {
    this.refused = addresses;
  }

  /** Remembers what this browser keeps to itself. */
  async learnSecrets(): Promise<void> {
    const stored = await this.page.evaluate(() => Object.values({ ...localStorage }));
    stored.filter((value) => /^[0-9a-f]{32}$/.test(value)).forEach((it) => this.secrets.add(it));
  }

  /** Nothing went wrong, and no address had a secret in it, one's own or another's. */
  check(secrets: Iterable<string>): void {
    expect.soft(this.all, `what went wrong on the page of ${this.who}`).toEqual([]);
    const told = [...secrets].flatMap((secret) =>
      this.addresses.filter((address) => address.includes(secret)),
    );
    expect.soft(told, `addresses with a secret, asked for by the page of ${this.who}`).toEqual([]);
  }

  get report(): string {
    return this.all.map((problem) => `${this.who}: ${problem}\n`).join("");
  }

  get known(): Iterable<string> {
    return this.secrets;
  }
}
