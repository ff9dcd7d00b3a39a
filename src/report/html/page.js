/**
 * What the page does by itself: filters, ticks, views and colours. Without it everything can still be read.
 *
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T[]}
 */
const all = (selector, within = document) => /** @type {T[]} */ ([...within.querySelectorAll(selector)]);

/**
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @returns {T | null}
 */
const first = (selector) => /** @type {T | null} */ (document.querySelector(selector));

/** Storage may be switched off or full; then the page forgets, and that is all. */
const memory = {
  /** @param {string} key */
  read(key) {
    try {
      return localStorage.getItem(`fw-migrate:${key}`);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string} value */
  write(key, value) {
    try {
      localStorage.setItem(`fw-migrate:${key}`, value);
    } catch {}
  },
};

// ---- What is done ----

/** Pages of several runs may lie side by side; each has its own ticks. */
const doneKey = `done:${location.pathname}`;

/** @returns {Set<string>} */
function readDone() {
  try {
    const ids = JSON.parse(memory.read(doneKey) ?? '[]');
    return new Set(Array.isArray(ids) ? ids : []);
  } catch {
    return new Set();
  }
}

const done = readDone();
/** @type {HTMLInputElement[]} */
const ticks = all('[data-done]');
/** @type {HTMLProgressElement | null} */
const progress = first('#progress');

function tellProgress() {
  const count = ticks.filter((tick) => tick.checked).length;
  const text = first('#progress-text');
  if (progress) progress.value = count;
  if (text) text.textContent = `${count} of ${ticks.length} done`;
}

for (const tick of ticks) {
  const id = tick.dataset.done ?? '';
  tick.checked = done.has(id);
  tick.addEventListener('change', () => {
    if (tick.checked) done.add(id);
    else done.delete(id);
    memory.write(doneKey, JSON.stringify([...done]));
    tellProgress();
    filter();
  });
}
tellProgress();

// ---- Filtering follow-ups ----

/** @type {HTMLFormElement | null} */
const filters = first('.filters');
/** @type {HTMLElement[]} */
const items = all('.follow-up');
/** @type {WeakMap<HTMLElement, string>} */
const texts = new WeakMap();

/** @param {HTMLElement} item */
function textOf(item) {
  const known = texts.get(item) ?? (item.textContent ?? '').toLowerCase();
  texts.set(item, known);
  return known;
}

function filter() {
  if (!filters) return;
  const wanted = new FormData(filters);
  const words = String(wanted.get('text')).toLowerCase().split(/\s+/);
  /** @param {HTMLElement} item */
  const fits = (item) =>
    ['kind', 'code', 'project'].every((name) =>
      [item.dataset[name], ''].includes(String(wanted.get(name) ?? '')),
    ) &&
    !(wanted.has('open') && (item.matches('.gone') || item.querySelector('[data-done]:checked'))) &&
    words.every((word) => textOf(item).includes(word));
  for (const item of items) item.hidden = !fits(item);
  for (const group of all('[data-group]')) group.hidden = !group.querySelector('.follow-up:not([hidden])');
  const count = items.filter((item) => !item.hidden).length;
  const shown = first('[data-shown]');
  if (shown) shown.textContent = `${count} of ${items.length} shown`;
  /** @type {HTMLElement | null} */
  const nothing = first('[data-nothing]');
  if (nothing) nothing.hidden = count > 0;
}

filters?.addEventListener('input', filter);
filters?.addEventListener('submit', (event) => event.preventDefault());

// ---- Filtering options ----

function tellOptions() {
  const rows = all('.options tbody tr');
  /** @type {HTMLInputElement | null} */
  const wanted = first('[name="options"]:checked');
  const count = rows.filter((row) => wanted?.value === 'all' || row.dataset.effect === wanted?.value).length;
  const shown = first('[data-options-shown]');
  if (shown) shown.textContent = `${count} of ${rows.length} shown`;
}

for (const choice of all('[name="options"]')) choice.addEventListener('change', tellOptions);
tellOptions();

// ---- Differences, unified or side by side ----

/** @type {HTMLElement | null} */
const files = first('.files');
/** @type {HTMLDetailsElement[]} */
const folds = all('.file');

/** What stays is on both sides; its second copy is made only where it is looked at. */
function copyContext() {
  if (files?.dataset.view !== 'split') return;
  for (const block of all('.file[open] .same:not([data-copied])')) {
    block.dataset.copied = '';
    for (const line of [...block.children]) {
      const twin = /** @type {HTMLElement} */ (line.cloneNode(true));
      twin.classList.add('twin');
      twin.setAttribute('aria-hidden', 'true');
      line.after(twin);
    }
  }
}

/** @type {HTMLInputElement[]} */
const views = all('[name="view"]');

/** @param {string} view */
function showView(view) {
  if (files) files.dataset.view = view;
  for (const choice of views) choice.checked = choice.value === view;
  copyContext();
}

for (const choice of views)
  choice.addEventListener('change', () => {
    memory.write('view', choice.value);
    showView(choice.value);
  });
if (memory.read('view') === 'split') showView('split');
for (const fold of folds) fold.addEventListener('toggle', copyContext);

/** @param {boolean} open */
function foldAll(open) {
  for (const fold of folds) fold.open = open;
}
first('[data-open-all]')?.addEventListener('click', () => foldAll(true));
first('[data-close-all]')?.addEventListener('click', () => foldAll(false));

/** A link to something that is folded opens it. */
function openTarget() {
  const target = first(':target');
  const fold = target?.closest('details');
  if (!target || !fold) return;
  fold.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', openTarget);
addEventListener('load', openTarget);

// ---- Moves ----

/**
 * Several may meet in one row.
 *
 * @param {HTMLElement | null} part
 */
const entriesOf = (part) => part?.dataset.entry?.split(' ').filter(Boolean) ?? [];

for (const trees of all('.trees'))
  trees.addEventListener('pointerover', ({ target }) => {
    const looked = entriesOf(/** @type {Element} */ (target).closest('[data-entry]'));
    trees.toggleAttribute('data-looking', looked.length > 0);
    for (const part of all('[data-entry]', trees)) {
      const isLookedAt = entriesOf(part).some((entry) => looked.includes(entry));
      part.classList.toggle('looked-at', isLookedAt);
    }
  });

// ---- Copying ----

for (const button of navigator.clipboard ? all('[data-copy]') : []) {
  button.hidden = false;
  /** @param {string} text */
  const say = (text) => button.lastElementChild?.replaceChildren(text);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy ?? '');
      say('Copied');
    } catch {
      say('Not allowed');
    }
    setTimeout(say, 1500, 'Copy');
  });
}
