// The least that a search of a folder has to do, without planning anything: list and read all files, find every text in
// them that may be a path with one pattern, and look up each different text of each folder once.
// `node bench/bare-scan.mjs` scans the current folder; with `--read`, it only lists and reads it.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const isReadingOnly = process.argv.includes('--read');
const files = new Map();
const entries = new Set();

function list(folder) {
  for (const entry of readdirSync(folder || '.', { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    entries.add(path);
    if (entry.isDirectory()) list(path);
    else files.set(path, folder);
  }
}

const extensions = ['', '.ts', '.vue', '.js', '.scss', '/index.ts'];
/** Where the aliases lead to: all to the root, which is enough for something to look up. */
const aliases = new Map(['~', '@', '~~', '@@'].map((name) => [name, '']));

function lookUp(folder, text) {
  const slash = text.indexOf('/');
  const alias = aliases.get(text.slice(0, slash));
  const place = alias === undefined ? posix.join(folder, text) : text.slice(slash + 1);
  return extensions.some((extension) => entries.has(place + extension));
}

const pathLike = /["'`(=]([^"'`()<>;|=\n\r \t/]{0,1000}\/[^"'`()<>;|=\n\r \t]{0,1000})/g;
const known = new Map();
let [found, reached] = [0, 0];

list('');
for (const [path, folder] of files) {
  const bytes = readFileSync(path);
  if (isReadingOnly) continue;
  const texts = known.get(folder) ?? new Map();
  known.set(folder, texts);
  for (const [, text] of bytes.latin1Slice().matchAll(pathLike)) {
    found += 1;
    if (!texts.has(text)) texts.set(text, lookUp(folder, text));
    if (texts.get(text)) reached += 1;
  }
}
if (!isReadingOnly) {
  const different = [...known.values()].reduce((sum, texts) => sum + texts.size, 0);
  console.log(
    `${files.size} files, ${found} texts, ${different} different ones, ${reached} reached`,
  );
}
