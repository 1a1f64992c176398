// Says what is wrong where a page of Quizrain cannot be reached, in place of the browser's own page. It keeps nothing, so
// nothing that is shown is ever old; whatever is no page goes its own way, and everything works without this worker.

/** What is no page, though it may be opened like one. */
const NO_PAGE = /^\/(api|media|ws|metrics|healthz|readyz)(\/|$)/;

/** What is said in each language: that nobody answers, what that means, and what a press does. */
const WORDS = {
  en: ["Quizrain cannot be reached", "This device has no network, or the server does not answer. This page keeps trying; nothing is lost.", "Try again"],
  "zh-Hans": ["无法连接 Quizrain", "这台设备没有网络，或服务器没有回应。页面会自动重试，你的数据还在。", "重试"],
  "zh-Hant": ["無法連線到 Quizrain", "這台裝置沒有網路，或伺服器沒有回應。頁面會自動重試，你的資料還在。", "重試"],
  ar: ["تعذّر الوصول إلى Quizrain", "لا توجد شبكة على هذا الجهاز، أو أن الخادم لا يستجيب. تستمر هذه الصفحة في المحاولة، ولن يضيع شيء.", "إعادة المحاولة"],
  de: ["Quizrain ist nicht erreichbar", "Dieses Gerät hat kein Netz, oder der Server antwortet nicht. Diese Seite versucht es weiter; nichts ist verloren.", "Erneut versuchen"],
  es: ["No se puede conectar con Quizrain", "Este dispositivo no tiene red o el servidor no responde. Esta página lo sigue intentando; no se ha perdido nada.", "Reintentar"],
  fr: ["Quizrain est injoignable", "Cet appareil n’a pas de réseau, ou le serveur ne répond pas. Cette page continue d’essayer ; rien n’est perdu.", "Réessayer"],
  ja: ["Quizrain に接続できません", "この端末がネットワークにつながっていないか、サーバーが応答していません。このページは自動で再試行します。データは失われていません。", "再試行"],
  ko: ["Quizrain에 연결할 수 없어요", "이 기기가 네트워크에 연결되어 있지 않거나 서버가 응답하지 않아요. 이 페이지가 계속 다시 시도해요. 잃어버린 것은 없어요.", "다시 시도"],
  pt: ["Não foi possível acessar o Quizrain", "Este dispositivo está sem rede, ou o servidor não responde. Esta página continua tentando; nada foi perdido.", "Tentar de novo"],
};

/** The first of the reader's languages that there is: a worker does not see which one they have chosen on a page. */
function language() {
  const known = navigator.languages.map((tag) => {
    const [first, ...more] = tag.toLowerCase().split("-");
    if (first !== "zh") return first;
    return !more.includes("hans") && more.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-Hant" : "zh-Hans";
  });
  return known.find((tag) => Object.hasOwn(WORDS, tag)) ?? "en";
}

const page = (nonce, lang, [title, why, again]) => `<!doctype html>
<html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}">
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
<h1>${title}</h1>
<p>${why}</p>
<button type="button">${again}</button>
<script nonce="${nonce}">
const again = () => location.reload();
setInterval(() => fetch("/healthz").then(again, () => {}), 5000);
document.querySelector("button").onclick = again;
</script>
</html>`;

function unreachable() {
  const [nonce, lang] = [crypto.randomUUID(), language()];
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
  };
  return new Response(page(nonce, lang, WORDS[lang]), { status: 503, headers });
}

addEventListener("install", () => skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET" || NO_PAGE.test(new URL(request.url).pathname)) return;
  event.respondWith(fetch(request).catch(unreachable));
});
