// What the scripts that make the front end smaller do with text.

/** A text with another one in the place of a part that stands in it once. */
export function replaceOnce(text, from, to) {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`the text has ${parts.length - 1} times ${from}, not once`);
  return parts.join(to);
}
