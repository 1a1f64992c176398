// How the browser tests run. Without the environment variables that scripts/test sets, they take the debug build of
// quizrain and the first Chromium in PATH: `cargo build --bin quizrain && cd e2e && npx playwright test`.
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, findChromium } from "./support/programs";

process.env.QUIZRAIN_BIN ??= path.resolve(__dirname, "../target/debug/quizrain");

export default defineConfig({
  testDir: "tests",
  forbidOnly: Boolean(process.env.CI),
  // Every test starts a server and several pages, which mostly wait: two at a time are a third quicker on two processors.
  workers: 2,
  // A test that fails is played a second time for its trace and picture alone: also where that passes, it has failed.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Pictures that are compared have one name on every machine, and are taken only where that is asked for.
  snapshotPathTemplate: "styleguide/{arg}{ext}",
  updateSnapshots: "none",
  reporter: "list",
  use: {
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    video: "off",
    // Requests that pass one are not all seen here. The test of ours asks for it.
    serviceWorkers: "block",
    launchOptions: {
      // The system's: what players have, and nothing to download.
      executablePath: findChromium(),
      args: CHROMIUM_ARGS,
    },
  },
});
