// Cuts a style sheet in two, at the mark of the part that comes later, and loads that with the program's second part.
// shrink.mjs cuts; split.mjs has the script load it.

import { readFileSync, writeFileSync } from "node:fs";

/** Cuts off what stands behind the mark, into a file of its own. */
export function cutSheet(style, part, second) {
  const sheets = readFileSync(style, "utf8").split(`/* ${part} */\n`);
  if (sheets.length !== 2) throw new Error(`the style sheet has ${sheets.length - 1} marks of ${part}, not one`);
  [style, second].forEach((file, at) => writeFileSync(file, sheets[at]));
}

/** The script's part: puts a sheet behind the page's own, once, and waits until it is there. */
export const STYLE = `
let styled;
const style = (file) => styled ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(file, import.meta.url);
    link.onload = resolve;
    link.onerror = () => {
        link.remove();
        styled = undefined;
        reject(new Error("no style sheet"));
    };
    document.head.append(link);
});
`;
