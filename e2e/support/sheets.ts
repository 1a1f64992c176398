// What is in a file of sheets, read as any sheet program reads it: a ZIP archive of XML (ECMA-376).
import { inflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** A row by the titles of its columns; an empty cell is no property. */
export type Row = Record<string, string>;

/** The files of an archive, by its central directory. */
function unzip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (end < 0) throw new Error("this is no archive");
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString("utf8", at + 46, at + 46 + lengths[0]);
    const data = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(data, data + size);
    files[name] = (method === 0 ? packed : inflateRawSync(packed)).toString("utf8");
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return files;
}

/** The sheets of a file by their names, each as the rows below its titles. Any page will do to read XML. */
export async function sheets(page: Page, archive: Buffer): Promise<Record<string, Row[]>> {
  const read = await page.evaluate((files) => {
    const xml = (name: string) => new DOMParser().parseFromString(files[name] ?? "<none/>", "text/xml");
    const all = (within: Document | Element, tag: string) => [...within.getElementsByTagName(tag)];
    const text = (within: Element) => all(within, "t").map((it) => it.textContent ?? "").join("");
    const shared = all(xml("xl/sharedStrings.xml"), "si").map(text);
    const cell = (it: Element) => {
      const value = all(it, "v")[0]?.textContent ?? "";
      if (it.getAttribute("t") === "s") return shared[Number(value)] ?? "";
      return it.getAttribute("t") === "inlineStr" ? text(it) : value;
    };
    return all(xml("xl/workbook.xml"), "sheet").map((sheet, index) => {
      const rows = all(xml(`xl/worksheets/sheet${index + 1}.xml`), "row").map((row) =>
        all(row, "c").map((it) => [(it.getAttribute("r") ?? "").replace(/\d/g, ""), cell(it)]),
      );
      return [sheet.getAttribute("name") ?? "", rows] as const;
    });
  }, unzip(archive));
  return Object.fromEntries(
    read.map(([name, [titles = [], ...rows]]) => {
      const title = Object.fromEntries(titles);
      return [name, rows.map((row) => Object.fromEntries(row.map(([column, value]) => [title[column], value])))];
    }),
  );
}
