// The browser under measure: the same Chromium as the tests'.
import { chromium, type Browser } from "@playwright/test";
import { CHROMIUM_ARGS, findChromium } from "../support/programs";

export function launch(more: string[] = []): Promise<Browser> {
  // The machine's own address in the LAN is no business of a proxy.
  const args = [...CHROMIUM_ARGS, "--no-proxy-server", ...more];
  return chromium.launch({ executablePath: findChromium(), args });
}
