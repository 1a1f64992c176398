// A server whose people sign in at a real OpenID provider.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { freePort, Server } from "./server";
import { test as base } from "./test";

export { expect } from "./test";

const CLIENT = "quizrain";
const SECRET = "a secret that only two know";

interface Ports {
  own: number;
  provider: number;
}

export const test = base.extend<{ ports: Ports; provider: ChildProcess }>({
  files: [[path.join(__dirname, "../fixtures/three-kinds.toml")], { option: true }],
  ports: async ({}, use) => use({ own: await freePort(), provider: await freePort() }),
  provider: async ({ ports }, use) => {
    const redirects = ["sign-in", "studio/sign-in"].map((page) => `http://127.0.0.1:${ports.own}/${page}`);
    const program = path.join(__dirname, "provider.mjs");
    const child = spawn(process.execPath, [program, String(ports.provider), CLIENT, SECRET, ...redirects], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const gone = once(child, "exit");
    await Promise.race([
      once(readline.createInterface({ input: child.stdout }), "line"),
      gone.then(() => Promise.reject(new Error("the provider ended at its start"))),
    ]);
    await use(child);
    child.stdin.end();
    await gone;
  },
  server: async ({ files, ports, provider: _ }, use, info) => {
    const dir = mkdtempSync(path.join(os.tmpdir(), "quizrain-secret-"));
    const file = path.join(dir, "client");
    writeFileSync(file, `${SECRET}\n`, { mode: 0o600 });
    const args = [
      ...["--oidc-issuer", `http://localhost:${ports.provider}`, "--oidc-allow-private"],
      ...["--oidc-client-id", CLIENT, "--oidc-client-secret-file", file, "--oidc-name", "Example ID"],
    ];
    const server = await Server.start(files, args, ports.own);
    await use(server);
    if (info.status !== info.expectedStatus) writeFileSync(info.outputPath("server.log"), server.log);
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  },
});
