import { diffElement, element, prose, table } from '../report/html/page.js';
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
/** @type {HTMLElement} */
const question = find('#question');
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

/** The entries of a folder. @param {readonly string[]} names @param {string} folder @returns {HTMLElement[]} */
function folderElements(names, folder) {
  const inside = names.filter((name) => name.startsWith(folder));
  const partsOf = (/** @type {string} */ name) => name.slice(folder.length).split('/');
  const inner = inside.filter((name) => partsOf(name).length > 1);
  const folders = [...new Set(inner.map((name) => partsOf(name)[0] ?? ''))];
  return [
    ...folders.map((name) =>
      element(
        'li',
        'folder',
        `${name}/`,
        element('ul', '', ...folderElements(inner, `${folder}${name}/`)),
      ),
    ),
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

/** Shows a line of a file in the editor. @param {string} name @param {number} line */
function goTo(name, line) {
  select(name);
  const lines = text.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, line - 4);
}

// ---- State ----

/** @type {NodeListOf<HTMLInputElement>} */
const boxes = form.querySelectorAll('[name="transforms"]');
const choices = [...boxes];

/** @param {string} name @returns {HTMLTextAreaElement & HTMLSelectElement & HTMLInputElement} */
const field = (name) => /** @type {any} */ (form.elements.namedItem(name));

/** @returns {import('./link.ts').PlaygroundState} */
function readState() {
  return {
    files: Object.fromEntries(files),
    layout: /** @type {'auto' | 'app' | 'keep'} */ (field('layout').value),
    keepDefaults: field('keepDefaults').checked,
    skip: choices.filter(({ checked }) => !checked).map(({ value }) => value),
    edition: field('edition').value,
    transform: field('transform').value,
  };
}

/** @param {import('./link.ts').PlaygroundState} state */
function writeState(state) {
  for (const name of /** @type {const} */ (['layout', 'edition', 'transform']))
    field(name).value = state[name];
  showProject(new Map(Object.entries(state.files)));
  field('keepDefaults').checked = state.keepDefaults;
  for (const choice of choices) choice.checked = !state.skip.includes(choice.value);
  // Fields with content are shown.
  for (const name of /** @type {const} */ (['edition', 'transform']))
    field(name)
      .closest('details')
      ?.toggleAttribute('open', state[name] !== '');
}

/** Code that came with a link is run only after someone has agreed. */
let isTrusted = true;

// ---- The engine ----

const patience = 5000;

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
  const { transform, ...input } = readState();
  latest += 1;
  isBusy = true;
  worker?.postMessage({ id: latest, input, transform: isTrusted ? transform : '' });
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
        'This did not finish within 5 seconds and was stopped. Is there an endless loop in your transform?',
      ),
    );
  }, patience);
}

// ---- Results ----

/** @type {HTMLButtonElement} */
const copyPatch = find('#copy-patch');
let patch = '';

/** @typedef {ReturnType<typeof import('./play.ts').viewOf>} View */

/** @param {{ view: View, problem?: string, milliseconds?: number }} result */
function show({ view, problem, milliseconds }) {
  if (problem !== undefined) return showProblem(problem);
  document.body.classList.remove('failed');
  patch = view.patch;
  status.textContent = view.summary;
  status.dataset.milliseconds = String(milliseconds);
  showIn(
    'moves',
    [...view.moves.map(moveElement), ...view.staying.map(stayingElement)],
    element('li', 'muted', 'Nothing moves.'),
  );
  showIn('diff', view.diffs.flatMap(fileDiff), element('p', 'muted', 'No text changes.'));
  showIn('changes', view.changes.map(changeElement), element('li', 'muted', 'None.'));
  showIn('followUps', view.followUps.map(followUpElement), element('li', 'muted', 'None.'));
  find('#options').replaceChildren(...optionElements(view));
}

/** @param {string} id @param {HTMLElement[]} shown @param {HTMLElement} nothing */
function showIn(id, shown, nothing) {
  find(`#${id}`).replaceChildren(...(shown.length > 0 ? shown : [nothing]));
}

/** @param {View['moves'][number]} move */
const moveElement = ({ from, to }) => element('li', '', ...prose(`\`${from}\` → \`${to}\``));

/** @param {string} sentence */
const stayingElement = (sentence) => element('li', 'muted', ...prose(sentence));

/** @param {View['diffs'][number]} file */
function fileDiff({ from, to, diff }) {
  const title = from === to ? `\`${to}\`` : `\`${from}\` → \`${to}\``;
  return [element('h3', '', ...prose(title)), diffElement(to, diff)];
}

/** @param {{ file: string, line: number }} place */
function placeButton({ file, line }) {
  const button = element('button', { type: 'button', class: 'place' }, `${file}:${line}`);
  button.addEventListener('click', () => goTo(file, line));
  return button;
}

/** @param {View['changes'][number]} change */
function changeElement({ message, transform, ...place }) {
  const by = element('span', 'muted', ' (', element('code', '', transform), ')');
  return element('li', '', ...prose(message), by, ' ', placeButton(place));
}

/** @param {View['followUps'][number]} followUp */
function followUpElement({ code, kind, message, explanation, ...place }) {
  const badge = element('span', `badge ${kind}`, kind);
  const more =
    explanation !== undefined &&
    element(
      'details',
      '',
      element('summary', '', element('code', '', code)),
      element('p', 'muted', ...prose(explanation)),
    );
  return element(
    'li',
    '',
    element('p', '', badge, ' ', ...prose(message), ' ', placeButton(place)),
    more,
  );
}

/** Options that differ come first; the others are folded. @param {View} view */
function optionElements({ options, heads }) {
  const rows = (/** @type {View['options']} */ pairs) =>
    table(
      heads,
      pairs.map(({ option, before, after, differs }) =>
        [option, before, after].map((value) => [element('code', differs ? 'differs' : '', value)]),
      ),
    );
  const differing = options.filter(({ differs }) => differs);
  const kept = options.filter(({ differs }) => !differs);
  const summary = element('summary', '', `${kept.length} with the same effect`);
  return [rows(differing), element('details', 'fold', summary, rows(kept))];
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
/** @type {HTMLButtonElement} */
const copyLink = find('#copy-link');
copyLink.addEventListener('click', () => {
  history.replaceState(null, '', `#${hashOf(readState())}`);
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
  if (target === field('transform')) trust();
  clearTimeout(typing);
  typing = setTimeout(run, 30);
});
form.addEventListener('submit', (event) => event.preventDefault());

function trust() {
  isTrusted = true;
  question.hidden = true;
}

find('#run-transform').addEventListener('click', () => {
  trust();
  run();
});

function readLink() {
  const state = stateIn(location.hash);
  if (state) {
    writeState(state);
    isTrusted = state.transform.trim() === '';
    question.hidden = isTrusted;
  }
  run();
}

addEventListener('hashchange', readLink);
showProject(new Map(Object.entries(JSON.parse(find('#project').textContent ?? ''))));
readLink();
