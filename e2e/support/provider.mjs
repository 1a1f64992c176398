// A real OpenID provider with a login form, as a program of its own: node provider.mjs PORT CLIENT SECRET REDIRECT....
// Whoever types a name is that person. It is another site than the server, which tests have at 127.0.0.1. It says "ready" once it listens, and ends with whoever started it.
import http from "node:http";
import Provider from "oidc-provider";

const [port, client, secret, ...redirects] = process.argv.slice(2);

const provider = new Provider(`http://localhost:${port}`, {
  clients: [
    {
      client_id: client,
      client_secret: secret,
      redirect_uris: redirects,
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, name: `${id} of Example` }) }),
  claims: { openid: ["sub"], profile: ["name"] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, interaction) => `/login/${interaction.uid}` },
  cookies: { keys: ["only for tests"] },
});

const FORM = `<!doctype html><title>Example ID</title><form method="post">
<label>Who are you? <input name="login" autofocus></label>
<button name="answer" value="yes">Continue</button> <button name="answer" value="no">Cancel</button></form>`;

async function body(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString());
}

async function login(request, response) {
  if (request.method !== "POST") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(FORM);
    return;
  }
  const typed = await body(request);
  if (typed.get("answer") === "no") {
    await provider.interactionFinished(request, response, { error: "access_denied" });
    return;
  }
  const { params } = await provider.interactionDetails(request, response);
  const accountId = typed.get("login");
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId }, consent });
}

const answer = provider.callback();
const server = http.createServer((request, response) => {
  if (request.url === "/favicon.ico") response.writeHead(204).end();
  else if (!request.url.startsWith("/login/")) void answer(request, response);
  else login(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(Number(port), "127.0.0.1", () => console.log("ready"));
process.stdin.on("end", () => process.exit()).resume();
