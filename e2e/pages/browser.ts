// The browser under measure: the same Chromium as the tests'.
import { chromium, type Browser } from "@playwright/test";

export function launch(more: string[] = []): Promise<Browser> {
  const executablePath = process.env.QUIZRAIN_CHROMIUM;
  if (!executablePath) throw new Error("QUIZRAIN_CHROMIUM names no browser: scripts/bench --pages does");
  const args = [
    // Chromium's sandbox refuses to work for root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // The machine's own address in the LAN is no business of a proxy.
    "--no-proxy-server",
    ...more,
  ];
  return chromium.launch({ executablePath, args });
}
