import { element, reportElements } from '../report/html/page.js';
import { filesFrom, filesIn } from './folder.js';
import { hashOf, stateIn } from './link.ts';

/** @type {<T extends Element = HTMLElement>(selector: string) => T} */
const find = (selector) => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return /** @type {any} */ (found);
};

/** @type {HTMLFormElement} */
const form = find('#input');
/** @type {HTMLElement} */
const status = find('#status');
const engine = JSON.parse(find('#engine').textContent ?? '');

// ---- Files ----

/** @type {Map<string, string>} */
let files = new Map();
let current = '';

const numbers = find('#numbers');
/** @type {HTMLTextAreaElement} */
const text = find('#text');
/** @type {HTMLInputElement} */
const path = find('#path');

/** @param {Map<string, string>} given */
function showProject(given) {
  files = given;
  const names = [...files.keys()];
  select(names.find((name) => /(?:^|\/)[^/]+\.config\.\w+$/.test(name)) ?? names[0] ?? '');
}

/** @param {string} name */
function select(name) {
  current = name;
  path.value = name;
  text.value = files.get(name) ?? '';
  path.disabled = text.disabled = !files.has(name);
  numberLines();
  const sorted = [...files.keys()].sort((a, b) => (a < b ? -1 : 1));
  const list = find('#files');
  list.replaceChildren(...folderElements(sorted, ''));
  // On a narrow screen, the list scrolls.
  list.scrollTop = (shownFile()?.offsetTop ?? 0) - list.offsetTop - list.clientHeight / 2;
}

/** @returns {HTMLElement | null} */
const shownFile = () => document.querySelector('#files [aria-current]');

// More files than these are shown folder by folder.
const few = 60;

/** The entries of a folder. @param {readonly string[]} names @param {string} folder @returns {HTMLElement[]} */
function folderElements(names, folder) {
  const inside = names.filter((name) => name.startsWith(folder));
  const partsOf = (/** @type {string} */ name) => name.slice(folder.length).split('/');
  const inner = inside.filter((name) => partsOf(name).length > 1);
  const folders = [...new Set(inner.map((name) => partsOf(name)[0] ?? ''))];
  return [
    ...folders.map((name) => {
      const path = `${folder}${name}/`;
      const list = element('ul', '', ...folderElements(inner, path));
      const details = element('details', '', element('summary', '', `${name}/`), list);
      details.open = files.size <= few || current.startsWith(path);
      return element('li', 'folder', details);
    }),
    ...inside.filter((name) => !inner.includes(name)).map((name) => fileElement(name, folder)),
  ];
}

/** @param {string} name @param {string} folder */
function fileElement(name, folder) {
  const look = { type: 'button', 'aria-current': name === current ? 'true' : '' };
  const button = element('button', look, name.slice(folder.length));
  button.addEventListener('click', () => {
    select(name);
    shownFile()?.focus();
  });
  return element('li', '', button);
}

function numberLines() {
  const count = text.value.split('\n').length;
  numbers.textContent = Array.from({ length: count }, (_, index) => index + 1).join('\n');
  numbers.scrollTop = text.scrollTop;
}

text.addEventListener('scroll', () => {
  numbers.scrollTop = text.scrollTop;
});

path.addEventListener('change', () => {
  const name = path.value.trim();
  const isFree = name !== '' && (name === current || !files.has(name));
  if (isFree)
    files = new Map([...files].map(([old, content]) => [old === current ? name : old, content]));
  select(isFree ? name : current);
  if (isFree) return run();
  refusal = name === '' ? 'A file needs a name.' : `There is already a file ${name}.`;
  showProblem(refusal);
});

find('#add-file').addEventListener('click', () => {
  let name = 'pages/new.vue';
  for (let count = 2; files.has(name); count += 1) name = `pages/new-${count}.vue`;
  files.set(name, '');
  select(name);
  path.select();
  run();
});

find('#remove-file').addEventListener('click', () => {
  files.delete(current);
  showProject(files);
  run();
});

/** Shows a line of a file in the editor. @param {{ file: string, line: number }} place */
function goTo({ file, line }) {
  select(file);
  const lines = text.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, line - 4);
}

// ---- State ----

/** @param {string} name @returns {HTMLTextAreaElement & HTMLSelectElement & HTMLInputElement} */
const field = (name) => /** @type {any} */ (form.elements.namedItem(name));

/** @returns {import('./link.ts').PlaygroundState} */
function readState() {
  return {
    files: Object.fromEntries(files),
    layout: /** @type {'auto' | 'app' | 'keep'} */ (field('layout').value),
    keepDefaults: field('keepDefaults').checked,
    edition: field('edition').value,
  };
}

/** @param {import('./link.ts').PlaygroundState} state */
function writeState(state) {
  for (const name of /** @type {const} */ (['layout', 'edition'])) field(name).value = state[name];
  field('keepDefaults').checked = state.keepDefaults;
  // A field with content is shown.
  field('edition')
    .closest('details')
    ?.toggleAttribute('open', state.edition !== '');
  showProject(new Map(Object.entries(state.files)));
}

// ---- Projects ----

/** @type {{ readonly [name: string]: { readonly [path: string]: string } }} */
const projects = JSON.parse(find('#projects').textContent ?? '');
const dropped = find('#dropped');

/** @param {{ readonly [path: string]: string }} given @param {string} [what] */
function startWith(given, what = '') {
  dropped.textContent = what;
  showProject(new Map(Object.entries(given)));
  run();
}

for (const button of document.querySelectorAll('[data-project]'))
  button.addEventListener('click', () =>
    startWith(projects[button.getAttribute('data-project') ?? ''] ?? {}),
  );

/** @param {Promise<import('./folder.js').Folder>} reading */
async function startWithFolder(reading) {
  dropped.textContent = 'Reading…';
  const { files: texts, left } = await reading;
  const count = Object.keys(texts).length;
  startWith(texts, `${count} files${left > 0 ? `, ${left} left out: too large` : ''}`);
}

/** @type {HTMLInputElement} */
const folder = find('#folder');
find('#open-folder').addEventListener('click', () => folder.click());
folder.addEventListener('change', () => startWithFolder(filesIn([...(folder.files ?? [])])));
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.dataTransfer) startWithFolder(filesFrom(event.dataTransfer));
});

// ---- The engine ----

// In milliseconds; a large project takes some seconds.
const patience = 60_000;

/** @type {Worker | undefined} */
let worker;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let deadline;
let latest = 0;
let isBusy = false;
let isStale = false;
/** Why the last input was refused: a result still under way must not replace it. */
let refusal = '';

function startWorker() {
  const url = URL.createObjectURL(new Blob([engine], { type: 'text/javascript' }));
  worker = new Worker(url);
  worker.addEventListener('message', ({ data }) => {
    if (data.isReady) {
      URL.revokeObjectURL(url);
      startDeadline();
    } else if (data.id === latest) finish(() => show(data));
  });
  worker.addEventListener('error', ({ message }) => finish(() => showProblem(message)));
}

/** @param {() => void} showResult */
function finish(showResult) {
  clearTimeout(deadline);
  isBusy = false;
  showResult();
  if (refusal !== '') showProblem(refusal);
  if (isStale) send();
}

function run() {
  refusal = '';
  send();
}

function send() {
  // The worker gets one input at a time; later changes are sent afterwards.
  isStale = isBusy;
  if (isBusy) return;
  const isWaiting = worker !== undefined;
  if (!worker) startWorker();
  latest += 1;
  isBusy = true;
  worker?.postMessage({ id: latest, input: readState() });
  if (isWaiting) startDeadline();
}

/** The deadline of the first input starts when the worker has loaded. */
function startDeadline() {
  clearTimeout(deadline);
  deadline = setTimeout(() => {
    worker?.terminate();
    worker = undefined;
    finish(() =>
      showProblem(
        'This did not finish within a minute and was stopped. On the command line, there is no limit.',
      ),
    );
  }, patience);
}

// ---- Results ----

/** @type {HTMLButtonElement} */
const copyPatch = find('#copy-patch');
let patch = '';

const outcome = find('#outcome');

/** @param {{ played: import('./play.ts').Played, problem?: string, milliseconds?: number }} result */
function show({ played, problem, milliseconds }) {
  if (problem !== undefined) return showProblem(problem);
  document.body.classList.remove('failed');
  patch = played.patch;
  status.textContent = played.texts.target;
  status.dataset.milliseconds = String(milliseconds);
  const opened = new Set([...outcome.querySelectorAll('details[open] > summary')].map(textOf));
  const closed = new Set(
    [...outcome.querySelectorAll('details:not([open]) > summary')].map(textOf),
  );
  const shown = reportElements({ ...played, goTo, hasOpenDiffs: true });
  outcome.replaceChildren(...element('div', '', ...shown).childNodes);
  reopen(outcome, opened, closed);
}

/** @param {Element} element */
const textOf = (element) => element.textContent ?? '';

/**
 * What someone opened or closed stays so while they type.
 *
 * @param {Element} inside @param {ReadonlySet<string>} opened @param {ReadonlySet<string>} closed
 */
function reopen(inside, opened, closed) {
  for (const summary of inside.querySelectorAll('summary')) {
    const details = /** @type {HTMLDetailsElement} */ (summary.parentElement);
    const text = textOf(summary);
    if (details.open && closed.has(text)) details.open = false;
    if (details.open || !opened.has(text)) continue;
    details.open = true;
    // Its content is made now, so that what is open in it opens as well.
    details.dispatchEvent(new Event('toggle'));
    reopen(details, opened, closed);
  }
}

/** @param {string} message */
function showProblem(message) {
  // The last result stays in sight, greyed out, so that the page does not jump while someone types.
  document.body.classList.add('failed');
  // Lines of a file keep their columns, so that the caret below them stays aligned.
  const isFrame = (/** @type {string} */ part) => /^[> ] +\d+ \|/.test(part);
  const parts = message.split(/\n\n/).map((part) => element(isFrame(part) ? 'pre' : 'p', '', part));
  status.replaceChildren(...parts);
}

/** @param {HTMLButtonElement} button @param {string} copied */
async function copy(button, copied) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(copied);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Copying failed';
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

copyPatch.addEventListener('click', () => copy(copyPatch, patch));
// Browsers and chats cut or refuse longer ones.
const longestLink = 200_000;

/** @type {HTMLButtonElement} */
const copyLink = find('#copy-link');
copyLink.addEventListener('click', () => {
  const hash = hashOf(readState());
  if (hash.length > longestLink) return showProblem('The project is too large for a link.');
  history.replaceState(null, '', `#${hash}`);
  copy(copyLink, location.href);
});

// ---- Start ----

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
form.addEventListener('input', ({ target }) => {
  // A new name is used when it is complete.
  if (target === path) return;
  if (target === text) {
    files.set(current, text.value);
    numberLines();
  }
  clearTimeout(typing);
  typing = setTimeout(run, 30);
});
form.addEventListener('submit', (event) => event.preventDefault());

function readLink() {
  const state = stateIn(location.hash);
  if (state) writeState(state);
  run();
}

addEventListener('hashchange', readLink);
showProject(new Map(Object.entries(projects.Nuxt ?? {})));
readLink();
