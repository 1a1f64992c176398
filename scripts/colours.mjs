// Checks the colours of frontend/styles: contrasts of texts and of what else must be seen (WCAG 2.2, 1.4.3 and
// 1.4.11), in light and dark pages, where a device asks for more, and in the looks of games; and that nobody takes one
// choice for another who sees fewer colours.
//
//     node scripts/colours.mjs        # --list shows all that is measured

import { readFileSync } from "node:fs";

const STYLES = new URL("../frontend/styles/", import.meta.url);
const read = (name) => readFileSync(new URL(name, STYLES), "utf8").replace(/\/\*.*?\*\//gs, "");

const TEXT = 4.5;
const SHAPE = 3;
/** Of text, where a device asks for more (WCAG 2.2, 1.4.6). */
const MORE = 7;
/** How far choices are apart, in hundredths of OKLab's unit: some 2 can be told apart side by side. */
const APART = 8.5;

/** Custom properties by the conditions under which they are set: [media, selector, { name: value }]. */
function tokens(css) {
  const found = [];
  const rules = (text, media) => {
    for (const [, selector, body] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const set = Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
      for (const one of selector.split(",")) found.push([media, one.trim(), set]);
    }
  };
  const nested = /@media ([^{]+)\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/g;
  rules(css.replace(/@(keyframes|container|supports)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "").replace(nested, ""), "");
  for (const [, media, text] of css.matchAll(nested)) rules(text, media.trim());
  return found;
}

const ALL = ["base.css", "theme.css", "contrast.css"].flatMap((name) => tokens(read(name)));
const NIGHT = tokens(read("big_rain.css")).filter(([, selector]) => selector === ".big.is-night");
const LOOKS = ["", ...new Set(ALL.map(([, selector]) => /data-theme="(\w+)"/.exec(selector)?.[1]).filter(Boolean))];

/** What is set in a scheme ("light", "dark"), with more contrast or not, in a look. */
function scheme(dark, more, look, night) {
  const holds = (media) =>
    media.split(" and ").every((part) =>
      part === "" || (dark && part === "(prefers-color-scheme: dark)") || (more && part === "(prefers-contrast: more)"));
  const by = (wanted) => ALL.filter(([media, selector]) => holds(media) && selector === wanted);
  // The element that has a look stands below the root.
  const set = [...by(":root"), ...(look ? [...by("[data-theme]"), ...by(`[data-theme="${look}"]`)] : [])];
  return Object.assign({}, ...[...set, ...(night ? NIGHT : [])].map(([, , values]) => values));
}

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);

/** The colour that a value is: `#rrggbb`, `var()` or `color-mix()` in sRGB. */
function colour(value, set) {
  const text = value.trim();
  if (/^#[0-9a-f]{6}$/.test(text)) return rgb(text);
  const name = /^var\((--[\w-]+)\)$/.exec(text)?.[1];
  if (name in set) return colour(set[name], set);
  const [, one, share, other] = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(text) ?? [];
  if (!one) throw new Error(`no colour: ${text}`);
  const [from, to] = [colour(one, set), colour(other, set)];
  return from.map((part, at) => (part * share + to[at] * (100 - share)) / 100);
}

const linear = (parts) => parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
const times = (matrix, [a, b, c]) => matrix.map(([x, y, z]) => x * a + y * b + z * c);
const luminance = (parts) => times([[0.2126, 0.7152, 0.0722]], linear(parts))[0];
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation of Color Vision
// Deficiency, IEEE TVCG 15 (6), 2009: whoever lacks one kind of cones altogether, in linear RGB.
const EYES = {
  "all colours": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** A colour of linear RGB in OKLab (Björn Ottosson, 2020), in which equal distances look equal. */
function oklab(parts) {
  const cones = times([
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ], parts);
  return times([
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ], cones.map(Math.cbrt));
}
function distance(one, other, eye) {
  const seen = (parts) => oklab(times(EYES[eye], linear(parts)).map((part) => Math.min(1, Math.max(0, part))));
  const [a, b] = [seen(one), seen(other)];
  return 100 * Math.hypot(...a.map((part, at) => part - b[at]));
}

const failures = [];
let measured = 0;
function hold(what, is, least) {
  measured += 1;
  if (process.argv.includes("--list")) console.log(`${is.toFixed(2).padStart(6)} of ${least}  ${what}`);
  if (is < least) failures.push(`${what}: ${is.toFixed(2)}, at least ${least} is needed`);
}
/** Each of the first on each of the others. */
function pairs(where, set, least, tops, grounds) {
  for (const top of tops)
    for (const ground of grounds)
      hold(`${where}: ${top} on ${ground}`, contrast(colour(top, set), colour(ground, set)), least);
}
const vars = (...names) => names.map((name) => `var(--${name})`);
const choices = [0, 1, 2, 3, 4, 5, 6, 7].map((choice) => `var(--colour-${choice})`);

for (const dark of [false, true])
  for (const more of [false, true]) {
    const where = `${dark ? "dark" : "light"}${more ? ", more contrast" : ""}`;
    const set = scheme(dark, more, "");
    const faint = choices.map((choice) => `color-mix(in srgb, ${choice} 22%, var(--card))`);
    pairs(where, set, more ? MORE : TEXT, vars("ink"), [...vars("paper", "card", "gold-soft", "good-soft", "bad-soft"), ...faint]);
    pairs(where, set, more ? MORE : TEXT, vars("muted", "red-text", "good"), vars("paper", "card"));
    pairs(where, set, TEXT, vars("good"), vars("good-soft"));
    pairs(where, set, TEXT, vars("muted", "red-text"), vars("gold-soft", "bad-soft"));
    pairs(where, set, SHAPE, vars("edge", "focus", "red"), vars("paper", "card"));
    for (const look of LOOKS) {
      const set = scheme(dark, more, look);
      const named = `${where}, ${look || "red_packets"}`;
      pairs(named, set, TEXT, vars("main-ink"), vars("main", "main-press"));
      pairs(named, set, SHAPE, vars("main"), vars("paper", "card"));
    }
  }

for (const look of LOOKS) {
  const set = scheme(false, false, look);
  const where = look || "red_packets";
  pairs(where, set, TEXT, ["#fff3e0", "#ffd670", "#ffe08a", "#ffe9a8"], vars("night-top", "night", "night-deep"));
  pairs(where, set, TEXT, ["#fff3e0", "#ffe9a8", "#ffe08a"], vars("gift", "gift-deep"));
  const night = scheme(false, false, look, true);
  pairs(`${where}, after the rain`, night, TEXT, vars("ink", "muted"), [...vars("card", "night"), ...vars("night-deep")]);
}

{
  const set = scheme(false, false, "");
  pairs("choices", set, TEXT, ["#ffffff"], choices);
  for (const eye of Object.keys(EYES))
    for (const [at, one] of choices.entries())
      for (const other of choices.slice(at + 1))
        hold(`${eye}: ${one} beside ${other}`, distance(colour(one, set), colour(other, set), eye), APART);
}

if (failures.length > 0) {
  console.error([...new Set(failures)].join("\n"));
  process.exit(1);
}
console.log(`${measured} contrasts and distances of colours hold`);
