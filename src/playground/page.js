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

// ---- State ----

/** @type {NodeListOf<HTMLInputElement>} */
const boxes = form.querySelectorAll('[name="transforms"]');
const choices = [...boxes];

/** @param {string} name @returns {HTMLTextAreaElement & HTMLSelectElement & HTMLInputElement} */
const field = (name) => /** @type {any} */ (form.elements.namedItem(name));

/** @returns {import('./link.ts').PlaygroundState} */
function readState() {
  return {
    config: field('config').value,
    layout: /** @type {'auto' | 'app' | 'keep'} */ (field('layout').value),
    keepDefaults: field('keepDefaults').checked,
    skip: choices.filter(({ checked }) => !checked).map(({ value }) => value),
    edition: field('edition').value,
    transform: field('transform').value,
  };
}

/** @param {import('./link.ts').PlaygroundState} state */
function writeState(state) {
  for (const name of /** @type {const} */ (['config', 'layout', 'edition', 'transform']))
    field(name).value = state[name];
  field('keepDefaults').checked = state.keepDefaults;
  for (const choice of choices) choice.checked = !state.skip.includes(choice.value);
  // What is filled in should be seen.
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

function startWorker() {
  const url = URL.createObjectURL(new Blob([engine], { type: 'text/javascript' }));
  worker = new Worker(url);
  worker.addEventListener('message', ({ data }) => {
    if (data.isReady) URL.revokeObjectURL(url);
    else if (data.id === latest) finish(() => show(data));
  });
  worker.addEventListener('error', ({ message }) => finish(() => showProblem(message)));
}

/** @param {() => void} showResult */
function finish(showResult) {
  clearTimeout(deadline);
  isBusy = false;
  showResult();
  if (isStale) run();
}

function run() {
  // One question at a time: what was typed meanwhile is asked afterwards.
  isStale = isBusy;
  if (isBusy) return;
  if (!worker) startWorker();
  const { transform, ...input } = readState();
  latest += 1;
  isBusy = true;
  worker?.postMessage({ id: latest, input, transform: isTrusted ? transform : '' });
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

// ---- What is shown ----

/** @type {HTMLButtonElement} */
const copyResult = find('#copy-result');
let code = '';

/** @typedef {ReturnType<typeof import('./play.ts').viewOf>} View */

/** @param {{ view: View, problem?: string, milliseconds?: number }} result */
function show({ view, problem, milliseconds }) {
  if (problem !== undefined) return showProblem(problem);
  document.body.classList.remove('failed');
  code = view.code;
  status.textContent = view.summary;
  status.dataset.milliseconds = String(milliseconds);
  const { diffs, changes, followUps } = view;
  const shownDiffs = diffs.map(({ path, diff }) => diffElement(path, diff));
  showIn('diff', shownDiffs, element('p', 'muted', 'Nothing changes.'));
  showIn('changes', changes.map(changeElement), element('li', 'muted', 'None.'));
  showIn('followUps', followUps.map(followUpElement), element('li', 'muted', 'None.'));
  find('#options').replaceChildren(...optionElements(view));
}

/** @param {string} id @param {HTMLElement[]} shown @param {HTMLElement} nothing */
function showIn(id, shown, nothing) {
  find(`#${id}`).replaceChildren(...(shown.length > 0 ? shown : [nothing]));
}

/** @param {View['changes'][number]} change */
function changeElement({ message, line, transform }) {
  const where = element('span', 'muted', ` (line ${line}, `, element('code', '', transform), ')');
  return element('li', '', ...prose(message), where);
}

/** @param {View['followUps'][number]} followUp */
function followUpElement({ code: of, kind, line, message, explanation }) {
  const badge = element('span', `badge ${kind}`, kind);
  const where = element('span', 'muted', ` (line ${line})`);
  const more =
    explanation !== undefined &&
    element(
      'details',
      '',
      element('summary', '', element('code', '', of)),
      element('p', 'muted', ...prose(explanation)),
    );
  return element('li', '', element('p', '', badge, ' ', ...prose(message), where), more);
}

/** What the config sets, and what differs, comes first; the other defaults are folded. @param {View} view */
function optionElements({ options, heads }) {
  const isShown = (/** @type {View['options'][number]} */ { isSet, differs }) => isSet || differs;
  const rows = (/** @type {View['options']} */ pairs) =>
    table(
      heads,
      pairs.map(({ option, before, after, differs }) =>
        [option, before, after].map((text) => [element('code', differs ? 'differs' : '', text)]),
      ),
    );
  const rest = options.filter((pair) => !isShown(pair));
  const summary = element('summary', '', `${rest.length} other options with the defaults of the framework`);
  return [rows(options.filter(isShown)), element('details', 'fold', summary, rows(rest))];
}

/** @param {string} message */
function showProblem(message) {
  // The last result stays in sight, greyed out, so that the page does not jump while someone types.
  document.body.classList.add('failed');
  status.textContent = message;
}

/** @param {HTMLButtonElement} button @param {string} text */
async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Copying failed';
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

copyResult.addEventListener('click', () => copy(copyResult, code));
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
readLink();
