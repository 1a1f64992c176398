// What every page is made of: this server's own answers and nobody else's, under headers that keep others out. The same over TLS.
// Nor do its parts break a rule of axe.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { violations } from "../support/axe";
import { BESIDE, everyPage } from "../support/pages";
import { Server } from "../support/server";
import { expect, test } from "../support/test";
import { Watch } from "../support/watch";

const QUIZ = "Three kinds of questions";
const FILE = path.join(__dirname, "../fixtures/three-kinds.toml");

test.use({ files: [FILE] });

/** What a browser is told with every page. */
const HEADERS: [string, RegExp][] = [
  ["content-security-policy", /^default-src 'none';.*frame-ancestors 'none'$/],
  ["cross-origin-opener-policy", /^same-origin$/],
  ["cross-origin-resource-policy", /^same-origin$/],
  ["permissions-policy", /camera=\(\).*geolocation=\(\).*payment=\(\)/],
  ["referrer-policy", /^no-referrer$/],
  ["x-content-type-options", /^nosniff$/],
  ["x-frame-options", /^DENY$/],
];

/** Addresses of pages, as the one list has them. */
function patterns(): string[] {
  const list = readFileSync(path.join(__dirname, "../../shared/src/pages.rs"), "utf8");
  return [...list.matchAll(/Self::\w+ => "(\/[^"]*)"/g)].map(([, pattern]) => pattern);
}

test("every page asks this server alone, comes with what keeps others out, and keeps the rules of axe", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  expect.soft(await violations(anna.page), "the lobby").toEqual([]);
  await host.make("Ask");
  await anna.pick(0);
  await host.expectRevealed();
  await host.rain({ pot: "5.00", currency: "EUR", packets: 1, seconds: 15, max: "5.00" });
  await anna.expectCredited(await anna.catchPacket());
  await host.end();
  const game = new URL(host.page.url()).pathname.split("/").at(-1) ?? "";
  const headers = { authorization: `Bearer ${server.hostKey}` };
  const { quizzes } = await (await host.page.request.get(`${server.url}/api/quizzes`, { headers })).json();
  const [phone, laptop] = [anna.page.context(), host.page.context()];
  const pages = everyPage({ pin, game, quiz: quizzes[0].id });
  expect(pages.map(([pattern]) => pattern).sort()).toEqual([...new Set(patterns())].sort());
  pages.push(...BESIDE);
  for (const [pattern, whose, address] of pages) {
    await test.step(pattern, async () => {
      const page = await (whose === "phone" ? phone : laptop).newPage();
      const watch = await Watch.over(page, pattern);
      if (pattern === "nowhere") watch.expectRefusals(/\/no\/such\/page$/);
      // The details come a moment later, and the page asks again.
      if (pattern === "/receipt/{game}") watch.expectRefusals(/\/receipt$/);
      const unsure: string[] = [];
      page.on("response", (response) => {
        if (response.headers()["x-content-type-options"] !== "nosniff") unsure.push(response.url());
      });
      const answer = await page.goto(`${server.url}${address}`, { waitUntil: "networkidle" });
      const told = answer?.headers() ?? {};
      for (const [name, expected] of HEADERS) expect.soft(told[name], `${pattern}: ${name}`).toMatch(expected);
      expect.soft(told["content-security-policy"], pattern).not.toMatch(/'unsafe-|https?:|\*/);
      expect.soft(unsure, pattern).toEqual([]);
      expect.soft(watch.asked, pattern).toBeGreaterThan(0);
      watch.check([]);
      expect.soft(await violations(page), pattern).toEqual([]);
      await page.close();
    });
  }
});

test("a rain of money is for who is there: the dialog proposes it, and whoever comes late is told before a tap", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await host.planRain({ pot: "5", currency: "points", packets: 1, seconds: 30, max: "5" });
  const who = host.page.getByRole("group", { name: "Who may catch" });
  await expect(who.getByLabel("Everyone", { exact: true })).toBeChecked();
  await host.page.locator("#rain-currency").selectOption("EUR");
  await expect(who.getByLabel("For everybody who was in the game before this rain")).toBeChecked();
  await host.page.getByTestId("rain-start").click();
  await expect(host.page.getByTestId("money-facts")).toContainText("who was in the game before this rain");
  await host.page.getByTestId("money-confirm").click();
  await expect(host.state).toHaveText(/^Packets are falling/);
  const late = await room.player("Late");
  await late.joinByCode(pin);
  await expect(late.page.getByText("This rain is for everybody who was in the game before it.")).toBeVisible();
  await late.grab(/not-eligible/);
  await anna.expectCredited(await anna.catchPacket());
});

test("a game is joined over the server's own TLS, and its pages may do what browsers keep for HTTPS", async ({ browser }) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "quizrain-tls-"));
  const [cert, key] = ["cert.pem", "key.pem"].map((name) => path.join(dir, name));
  execFileSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", cert],
  ], { stdio: "ignore" });
  const server = await Server.start([FILE], ["--tls-cert", cert, "--tls-key", key]);
  try {
    expect(server.hostUrl).toMatch(/^https:/);
    const context = await browser.newContext({ locale: "en-GB", ignoreHTTPSErrors: true });
    const desk = await context.newPage();
    const watch = await Watch.over(desk, "the host");
    await desk.goto(server.hostUrl);
    await desk.locator(".card").filter({ hasText: QUIZ }).getByTestId("host-start").click();
    const pin = (await desk.locator(".desk-top").getByTestId("pin").textContent()) ?? "";
    const phone = await context.newPage();
    const sockets: string[] = [];
    phone.on("websocket", (socket) => sockets.push(socket.url()));
    await phone.goto(`${server.url}/play/${pin}`);
    await phone.getByTestId("nickname-input").fill("Anna");
    await phone.keyboard.press("Enter");
    await expect(phone.getByTestId("lobby")).toBeVisible();
    expect(sockets.length > 0 && sockets.every((url) => url.startsWith("wss://"))).toBe(true);
    expect(await phone.evaluate(() => [isSecureContext, "wakeLock" in navigator, "clipboard" in navigator])).toEqual([true, true, true]);
    watch.check([]);
    await context.close();
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
