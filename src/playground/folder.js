// Reads the files of a folder that someone opened or dropped on the page. Nothing leaves the browser.

/**
 * @typedef {{ path: string, file: File }} Listed
 * @typedef {{ files: { readonly [path: string]: string }, left: number }} Folder The texts, and how many were left out.
 */

// What a run does not look at either.
const skipped =
  /(?:^|\/)(?:node_modules|\.git|\.nuxt|\.fw|\.output|\.data|\.cache|dist|coverage)\//;

const mostFiles = 3000;
const longestText = 1_000_000;

/** The files of a folder from a dialog. @param {readonly File[]} files */
export function filesIn(files) {
  return textsOf(files.map((file) => ({ path: file.webkitRelativePath, file })));
}

/** The files and folders that were dropped. @param {DataTransfer} transfer */
export async function filesFrom({ items }) {
  // The items are gone after the first pause.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const listed = await Promise.all(entries.map((entry) => listedIn(entry)));
  return textsOf(listed.flat());
}

/** @param {FileSystemEntry} entry @returns {Promise<Listed[]>} */
async function listedIn(entry) {
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry))
    return new Promise((resolve, reject) =>
      entry.file((file) => resolve([{ path, file }]), reject),
    );
  if (skipped.test(`${path}/`)) return [];
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const lists = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return lists.flat();
    lists.push(...(await Promise.all(some.map(listedIn))));
  }
}

/** @param {FileSystemEntry} entry @returns {entry is FileSystemFileEntry} */
const isFile = (entry) => entry.isFile;

/** The texts without the folder that all are in; other files are there, but empty. @param {readonly Listed[]} listed */
async function textsOf(listed) {
  const wanted = listed.filter(({ path }) => !skipped.test(path));
  const [top = ''] = wanted[0]?.path.split('/') ?? [];
  const isInTop = wanted.every(({ path }) => path.startsWith(`${top}/`));
  const taken = wanted.slice(0, mostFiles);
  const texts = await Promise.all(
    taken.map(async ({ path, file }) => {
      const name = isInTop ? path.slice(top.length + 1) : path;
      if (file.size > longestText) return /** @type {const} */ ([name, undefined]);
      const text = await file.text();
      return /** @type {const} */ ([name, /[\0\uFFFD]/.test(text) ? '' : text]);
    }),
  );
  const read = texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
  return { files: Object.fromEntries(read), left: wanted.length - read.length };
}
