// Says what is wrong where a page of Quizrain cannot be reached, in place of the browser's own page. It keeps nothing, so
// nothing that is shown is ever old; whatever is no page goes its own way, and everything works without this worker.

/** What is no page, though it may be opened like one. */
const NO_PAGE = /^\/(api|media|ws|metrics|healthz|readyz)(\/|$)/;

const page = (nonce) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Quizrain</title>
<style nonce="${nonce}">
body { max-width: 28rem; margin: 12vh auto; padding: 0 1rem; font: 100%/1.5 system-ui, sans-serif; }
h1 { margin-block-end: 0; font-size: 1.25rem; }
p { margin-block-start: 0.25rem; }
button { padding: 0.75rem 1.5rem; font: inherit; }
</style>
<h1>Quizrain cannot be reached</h1>
<p>This device has no network, or the server does not answer. This page keeps trying; nothing is lost.</p>
<h1 lang="zh-Hans">无法连接 Quizrain</h1>
<p lang="zh-Hans">这台设备没有网络，或服务器没有回应。页面会自动重试，你的数据还在。</p>
<h1 lang="zh-Hant">無法連線到 Quizrain</h1>
<p lang="zh-Hant">這台裝置沒有網路，或伺服器沒有回應。頁面會自動重試，你的資料還在。</p>
<button type="button">Try again / <span lang="zh-Hans">重试</span> / <span lang="zh-Hant">重試</span></button>
<script nonce="${nonce}">
const again = () => location.reload();
setInterval(() => fetch("/healthz").then(again, () => {}), 5000);
document.querySelector("button").onclick = again;
</script>
</html>`;

function unreachable() {
  const nonce = crypto.randomUUID();
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
  };
  return new Response(page(nonce), { status: 503, headers });
}

addEventListener("install", () => skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET" || NO_PAGE.test(new URL(request.url).pathname)) return;
  event.respondWith(fetch(request).catch(unreachable));
});
