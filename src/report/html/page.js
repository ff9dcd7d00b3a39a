// Shows the report that the page contains as JSON. Texts from a project are set as text, never as markup.

/**
 * @typedef {import('../report.ts').Report} Report
 * @typedef {Report['projects'][number]} Project
 * @typedef {import('../report.ts').FileReport} FileReport
 * @typedef {import('../report.ts').FollowUpReport} FollowUpReport
 * @typedef {import('../report.ts').PlaceReport} PlaceReport
 * @typedef {import('./page-texts.ts').ReportTexts} ReportTexts
 * @typedef {Node | string | number | false | undefined} Child
 * @typedef {(place: { file: string, line: number }) => void} GoTo Shows a place in an editor of the page.
 * @typedef {{ report: Report, texts: ReportTexts, goTo?: GoTo, hasOpenDiffs?: boolean }} Shown
 * @typedef {{ followUp: FollowUpReport, project: string }} Task
 * @typedef {{ path: string, isFolder?: boolean, look?: string, note?: string }} Entry An entry of a tree.
 */

// ---- Elements ----

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {string | { [attribute: string]: string }} look A class, or attributes. @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, look, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(
    typeof look === 'string' ? { class: look } : look,
  ))
    if (value !== '') made.setAttribute(attribute, visible(value));
  for (const child of children)
    if (child !== undefined && child !== false)
      made.append(typeof child === 'object' ? child : visible(String(child)));
  return made;
}

/** Replaces control characters, which could reorder the text. @param {string} text */
const visible = (text) => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '\uFFFD');

/** @param {number} level @param {...Child} children */
const heading = (level, ...children) => element(/** @type {'h2'} */ (`h${level}`), '', ...children);

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;

/** @param {number} count */
const grouped = (count) => (count < 10_000 ? `${count}` : count.toLocaleString('en'));

/** A path, name or value that may be broken after dots, slashes and commas. @param {string} text */
function named(text) {
  const parts = text.split(/(?<=[./,])(?=[^./,])/);
  return parts.flatMap((part, index) => (index === 0 ? [part] : [element('wbr', ''), part]));
}

/** @param {string} text */
const code = (text) => element('code', '', ...named(text));

/** A sentence with the parts in backticks as code. @param {string} text @returns {Child[]} */
export const prose = (text) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? code(part) : part));

/** A part whose content is created on opening. @param {Child[]} summary @param {() => Child[]} content */
function fold(summary, content, look = 'fold', isOpen = false) {
  const details = element('details', look, element('summary', '', ...summary));
  const show = () => details.append(element('div', '', ...content()));
  if (isOpen) {
    details.setAttribute('open', '');
    show();
  } else details.addEventListener('toggle', show, { once: true });
  return details;
}

/** Whether there is room for what a narrow screen folds. */
const isWide = () => globalThis.matchMedia?.('(min-width: 45rem)').matches ?? true;

// Nobody reads a longer list without searching; a button shows the other items.
const mostListed = 200;

/**
 * @template Item
 * @param {'ul' | 'ol'} kind @param {string} look
 * @param {readonly Item[]} items @param {(item: Item) => Child[]} content
 */
function list(kind, look, items, content, most = mostListed) {
  const item = (/** @type {Item} */ one) => element('li', '', ...content(one));
  const made = element(kind, look, ...items.slice(0, most).map(item));
  const rest = items.slice(most);
  if (rest.length === 0) return items.length > 0 && made;
  const more = element('button', { type: 'button', class: 'more' }, `Show ${rest.length} more`);
  more.addEventListener('click', () => {
    made.append(...rest.map(item));
    more.remove();
  });
  return element('div', '', made, more);
}

/** A command with a button that copies it. @param {string} text */
function command(text) {
  const copy = element('button', { type: 'button', 'aria-label': `Copy ${text}` }, 'Copy');
  copy.addEventListener('click', async () => {
    const copied = navigator.clipboard.writeText(text).then(() => 'Copied');
    copy.textContent = await copied.catch(() => 'Not allowed');
    setTimeout(() => copy.replaceChildren('Copy'), 1500);
  });
  return element('span', 'command', element('code', '', text), navigator.clipboard && copy);
}

/** The labels of cells are for narrow screens. @param {readonly string[]} heads @param {Child[][][]} rows */
export function table(heads, rows) {
  const names = heads.map((head) => element('th', { scope: 'col' }, head));
  const lines = rows.map(([first = [], ...cells]) => {
    const others = cells.map((cell, at) =>
      element('td', { 'data-label': heads[at + 1] ?? '' }, ...cell),
    );
    return element('tr', '', element('th', { scope: 'row' }, ...first), ...others);
  });
  const head = element('thead', '', element('tr', '', ...names));
  return element('table', '', head, element('tbody', '', ...lines));
}

/** Undefined if it would be empty. @param {string} title @param {...Child} children */
const section = (title, ...children) =>
  children.some(Boolean) ? element('section', '', heading(2, title), ...children) : undefined;

// ---- Places ----

/** A link to a file in an editor, if the page is a local file. @param {string} file @param {string} [folder] */
export function editorAddress(file, folder) {
  if (folder === undefined) return undefined;
  const path = file.split('/').map(encodeURIComponent).join('/');
  const { protocol, host, pathname } = new URL(`${encodeURI(folder)}/${path}`, location.href);
  return protocol === 'file:' && host === '' ? `vscode://file${pathname}` : undefined;
}

/** @param {{ file: string, line: number, column: number }} place @param {Shown} shown */
function placeLink(place, { texts, goTo }, isWholeFile = false) {
  const at = `:${place.line}:${place.column}`;
  const name = [...named(place.file), !isWholeFile && at];
  if (goTo) {
    const button = element('button', { type: 'button', class: 'place' }, ...name);
    button.addEventListener('click', () => goTo(place));
    return button;
  }
  const address = editorAddress(place.file, texts.folder);
  return address === undefined
    ? element('span', 'place', ...name)
    : element('a', { class: 'place', href: address + at }, ...name);
}

/**
 * The current place with its line, the place before or after the run, and the reason.
 *
 * @param {PlaceReport} place @param {string} of The code of its follow-up. @param {Shown} shown
 */
function placeChildren(place, of, shown) {
  const { dryRun } = shown.report;
  const { after = place, reason } = place;
  const [now, other] = dryRun ? [place, after] : [after, place];
  const isWholeFile = now.line === 1 && now.column === 1 && shown.texts.codes[of]?.isAboutFile;
  const isRewritten = !dryRun && after.text.trim() !== place.text.trim();
  return [
    placeLink(now, shown, isWholeFile),
    now.file !== other.file &&
      element('span', 'muted', dryRun ? ' · then ' : ' · was ', ...named(other.file)),
    reason !== undefined && element('span', 'muted', ' · ', ...prose(reason)),
    !isWholeFile && place.text.trim() !== '' && codeLine(place, isRewritten ? 'was: ' : ''),
  ];
}

// Generated code has lines of any length.
const mostShown = 100;

/** A line of code with the word at the column marked. @param {PlaceReport} place */
export function codeLine({ text, column }, label = '') {
  const at = Math.min(column - 1, text.length);
  const [marked = ' '] = /^(?:[\w$]+|['"`][^'"`]*['"`]|.)/s.exec(text.slice(at)) ?? [];
  const before = text.slice(0, at).trimStart();
  const start = before.length > mostShown ? `…${before.slice(-mostShown)}` : before;
  const clipped = (/** @type {string} */ part) =>
    part.length > mostShown ? `${part.slice(0, mostShown)}…` : part;
  const rest = clipped(text.slice(at + marked.length).trimEnd());
  return element('code', 'line', label, start, element('mark', '', clipped(marked)), rest);
}

// ---- Diffs ----

/** The hunks of a git diff. @param {string} diff */
const hunksOf = (diff) => `\n${diff}`.split(/(?<=\n)(?=@@ )/).slice(1);

/** @param {string} diff */
function lineCounts(diff) {
  const lines = hunksOf(diff).flatMap((hunk) => hunk.split('\n').slice(1));
  const count = (/** @type {string} */ sign) =>
    lines.filter((line) => line.startsWith(sign)).length;
  const [added, removed] = [
    element('ins', '', `+${count('+')}`),
    element('del', '', `−${count('-')}`),
  ];
  return element('span', 'line-counts', ' ', added, ' ', removed);
}

/** The diff of a file, line by line. @param {string} path @param {string} diff */
export function diffElement(path, diff) {
  const look = { class: 'diff', role: 'group', tabindex: '0', 'aria-label': `Changes in ${path}` };
  return element('div', look, ...hunksOf(diff).flatMap(hunkElements));
}

/** @param {string} hunk */
function hunkElements(hunk) {
  const [header = '', ...lines] = hunk.replace(/\n$/, '').split('\n');
  const [, start, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header) ?? [];
  let [oldLine, newLine] = [Number(start), Number(newStart)];
  /** @type {HTMLElement[]} */
  const shown = [element('p', 'hunk', header)];
  /** @type {{ removed: string[], added: string[] }} */
  const changed = { removed: [], added: [] };
  const showChanged = () => {
    const [removed, added] = [changed.removed.splice(0), changed.added.splice(0)];
    const spans = removed.map((line, index) => changedSpan(line, added[index] ?? ''));
    for (const [index, line] of removed.entries())
      shown.push(element('del', { 'data-old': `${oldLine++}` }, lineElement(line, spans[index])));
    for (const [index, line] of added.entries())
      shown.push(element('ins', { 'data-new': `${newLine++}` }, lineElement(line, spans[index])));
  };
  for (const raw of lines) {
    const line = raw.slice(1).replace(/\r$/, '');
    if (raw.startsWith('-')) changed.removed.push(line);
    else if (raw.startsWith('+')) changed.added.push(line);
    else if (!raw.startsWith('\\')) {
      showChanged();
      const numbers = { 'data-old': `${oldLine++}`, 'data-new': `${newLine++}` };
      shown.push(element('div', numbers, lineElement(line)));
    }
  }
  showChanged();
  return shown;
}

/** The common start and end, if at least half is common. @param {string} before @param {string} after */
function changedSpan(before, after) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return (start + end) * 2 < Math.max(before.length, after.length) ? undefined : { start, end };
}

/** @param {string} line @param {{ start: number, end: number }} [span] */
function lineElement(line, span) {
  if (!span || span.start + span.end >= line.length) return element('code', '', line);
  const end = line.length - span.end;
  const marked = element('mark', '', line.slice(span.start, end));
  return element('code', '', line.slice(0, span.start), marked, line.slice(end));
}

// ---- Trees ----

/** Paths as a tree, folders first. @param {readonly Entry[]} entries @returns {HTMLElement | false} */
export function treeElement(entries) {
  /** @type {Map<string, { entry?: Entry, inside: Entry[] }>} */
  const names = new Map();
  for (const entry of entries) {
    const [name = '', ...rest] = entry.path.split('/');
    const branch = names.get(name) ?? { inside: [] };
    names.set(name, branch);
    if (rest.length === 0) branch.entry = entry;
    else branch.inside.push({ ...entry, path: rest.join('/') });
  }
  const rows = [...names].map(([name, { entry = { path: name }, inside }]) => {
    return { ...entry, name, inside, isFolder: entry.isFolder || inside.length > 0 };
  });
  rows.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || (a.name < b.name ? -1 : 1));
  return list('ul', 'tree', rows, ({ name, look = '', note = '', inside, isFolder }) => [
    element('code', look, isFolder ? `${name}/` : name),
    note !== '' && element('span', 'muted', ` ${note}`),
    inside.length > 0 && treeElement(inside),
  ]);
}

/** Two trees side by side. @param {readonly Entry[]} before @param {readonly Entry[]} after */
export function treePair(before, after) {
  const side = (/** @type {string} */ title, /** @type {readonly Entry[]} */ entries) =>
    element('div', '', element('p', 'muted', title), treeElement(entries));
  return element('div', 'trees', side('Before', before), side('After', after));
}

/**
 * What moves in a project, and what stays beside it.
 *
 * @param {Project} project @param {ReportTexts['projects'][number]['moves']} moves
 */
function projectTrees({ root, config, proof, staying = [] }, moves) {
  const start = root === '' ? '' : `${root}/`;
  const inProject = (/** @type {string} */ path) =>
    path.startsWith(start) ? path.slice(start.length) : `../${path}`;
  const isMoved = (/** @type {string} */ path) =>
    moves.some(({ from, to }) => [from, to].some((moved) => `${path}/`.startsWith(`${moved}/`)));
  const places = proof.places.flatMap(({ exists, place }) => {
    const isInside = place?.startsWith(start) && !isMoved(place) && !place.includes('../');
    return exists && place && isInside ? place : [];
  });
  const folders = [...places, ...staying.map(({ folder }) => folder)];
  const isFile = (/** @type {string} */ path) => /\.\w+$/.test(path);
  const beside = [...new Set([...folders, config])].map((path) => {
    return { path: inProject(path), isFolder: !isFile(path) };
  });
  const moving = (/** @type {'from' | 'to'} */ side) =>
    moves.map(({ [side]: path, isFolder, files }) => {
      return { path: inProject(path), isFolder, look: side, note: files };
    });
  return treePair([...moving('from'), ...beside], [...moving('to'), ...beside]);
}

// ---- What was done ----

/** @param {Shown} shown */
function figureElements({ report: { dryRun, summary, proof } }) {
  const { moved, changed, options, decide, verify } = summary;
  const { same, followed } = proof.references;
  const to = (/** @type {string} */ verb, /** @type {string} */ done) =>
    dryRun ? `to ${verb}` : done;
  /** @type {[number, string, string][]} */
  const figures = [
    [
      moved,
      `${moved === 1 ? 'file' : 'files'} ${to('move', 'moved')}`,
      `${changed} ${to('edit', 'edited')}`,
    ],
    [
      same + followed,
      `${same + followed === 1 ? 'reference' : 'references'} kept`,
      `${followed} of them ${to('update', 'updated')}`,
    ],
    [
      options?.changed ?? 0,
      `${options?.changed === 1 ? 'option' : 'options'} ${to('change', 'changed')}`,
      `${options?.preserved ?? 0} keep their effect`,
    ],
    [decide + verify, 'left to do', `${decide} to decide, ${verify} to verify`],
  ];
  const shown = figures.map(([count, label, note], index) =>
    element(
      'div',
      index === 3 && count > 0 ? 'open' : '',
      element('dt', '', label),
      element('dd', 'count', grouped(count)),
      element('dd', 'muted', note),
    ),
  );
  return element('dl', 'figures', ...shown);
}

/** @param {string} diff */
const isEdited = (diff) => diff.includes('\n@@ ');

/** @param {string} from @param {string} to */
const moveChildren = (from, to) => [code(from), ' → ', code(to)];

// More projects than these are folded, also on a wide screen.
const fewProjects = 2;

/** @param {Shown} shown */
function doneSection(shown) {
  const { projects, elsewhere } = shown.report;
  const { sections, projects: texts } = shown.texts;
  const parts = projects.flatMap((project, index) => {
    const { state = '', moves = [], staying = [] } = texts[index] ?? {};
    const { config, changes, files } = project;
    if (changes.length + files.length + moves.length === 0) return [];
    const content = () => [
      moves.length > 0 && projectTrees(project, moves),
      list('ul', 'staying muted', staying, prose),
      list('ul', 'changes', changes, (change) => [
        ...prose(change.message),
        ' ',
        placeLink(change, shown),
      ]),
      ...fileElements(files, shown),
    ];
    return { name: config, facts: [state, ...fileFacts(files)], content };
  });
  if (elsewhere.files.length > 0)
    parts.push({
      name: 'Elsewhere',
      facts: fileFacts(elsewhere.files),
      content: () => fileElements(elsewhere.files, shown),
    });
  const isOpen = isWide() && parts.length <= fewProjects;
  const shownParts = parts.map(({ name, facts, content }) => {
    const title = [
      heading(3, ...named(name)),
      element('span', 'muted', facts.filter(Boolean).join(' · ')),
    ];
    return fold(title, content, 'part', isOpen);
  });
  const isLong = !isWide() && parts.length > fewProjects;
  const all = [counted(parts.length, 'part'), ' of the repository'];
  return section(sections.done, ...(isLong ? [fold(all, () => shownParts)] : shownParts));
}

/** @param {readonly FileReport[]} files */
function fileFacts(files) {
  const moved = files.filter(({ from }) => from !== undefined).length;
  const edited = files.filter(({ diff }) => isEdited(diff)).length;
  return [moved > 0 && counted(moved, 'move'), edited > 0 && counted(edited, 'edit')];
}

// More files are folded.
const fewFiles = 12;

/** Files with their diffs, and files that only move. @param {readonly FileReport[]} files @param {Shown} shown */
function fileElements(files, { hasOpenDiffs = false }) {
  const moved = files.filter(({ diff }) => !isEdited(diff));
  const edited = files.filter(({ diff }) => isEdited(diff));
  const rows = list('ul', 'files', edited, ({ path, from, by, diff }) => {
    const names = from === undefined ? [code(path)] : moveChildren(from, path);
    const reason = element('p', 'muted', `Changed by ${by.join(', ')}`);
    const content = () => [reason, diffElement(path, diff)];
    return [fold([...names, lineCounts(diff)], content, 'file', hasOpenDiffs)];
  });
  return [
    edited.length > fewFiles ? fold([counted(edited.length, 'edited file')], () => [rows]) : rows,
    moved.length > 0 &&
      fold([counted(moved.length, 'file that only moves', 'files that only move')], () => [
        list('ul', 'moves', moved, ({ path, from = path }) => moveChildren(from, path)),
      ]),
  ];
}

// ---- What was verified ----

/** @param {Shown} shown */
function verifiedSection({ report, texts }) {
  const isCheck = (/** @type {{ sentence: string }} */ { sentence }) => sentence.startsWith(mark);
  const mark = 'Verified: ';
  const checks = list('ul', 'checks', texts.verified.filter(isCheck), ({ sentence, details }) => [
    ...prose(sentence.slice(mark.length).replace(/^./, (first) => first.toUpperCase())),
    details.length > 0 && fold(['Details'], () => [list('ul', 'changes', details, prose)]),
  ]);
  const notes = texts.verified.filter((check) => !isCheck(check));
  const withOptions = report.projects.filter(({ options }) => options.length > 0);
  const options = () =>
    withOptions.flatMap((project) => [
      report.projects.length > 1 && heading(3, ...named(project.config)),
      ...optionElements(project),
    ]);
  return section(
    texts.sections.verified,
    checks,
    withOptions.length > 0 && fold(['Options before and after'], options),
    ...notes.map(({ sentence }) => element('p', 'muted', ...prose(sentence))),
  );
}

/** Options that keep their effect are folded. @param {Project} project */
function optionElements({ options, proof: { changed, unknown } }) {
  const reasons = new Map([...changed, ...unknown].map(({ option, why }) => [option, why]));
  const kept = options.filter(({ option }) => !reasons.has(option));
  const rows = (/** @type {typeof options} */ listed) =>
    listed.map(({ option, before, after }) => {
      const why = prose(reasons.get(option) ?? '');
      return [[code(option)], valueChildren(before), valueChildren(after), why];
    });
  const differing = rows(options.filter(({ option }) => reasons.has(option)));
  const heads = ['Option', 'Before', 'After', 'Why'];
  const summary = `${counted(kept.length, 'option')} with the same effect`;
  return [
    differing.length > 0 && table(heads, differing),
    kept.length > 0 && fold([summary], () => [table(heads.slice(0, -1), rows(kept))]),
  ];
}

/** @param {import('../report.ts').ValueReport} value @returns {Child[]} */
function valueChildren(value) {
  if (value.kind === 'unset') return ['not set'];
  const from = value.from !== undefined && element('span', 'muted', ' ', ...named(value.from));
  if (value.kind === 'missing') return ['no such option', from];
  if (value.kind === 'unknown') return [`unknown: ${value.why}`, from];
  return [code(JSON.stringify(value.value)), from];
}

// ---- What is left ----

/** The position of a follow-up in the list: those that break silently come first. @param {Task} task */
function rankOf({ followUp: { status, breaksSilently, kind } }) {
  if (status === 'done') return 3;
  return breaksSilently ? 0 : kind === 'decide' ? 1 : 2;
}

const ticksKey = `fw-migrate:ticks:${globalThis.location?.pathname}`;

/** The ids that were ticked on this page; empty if the browser blocks storage. @returns {Set<string>} */
function readTicks() {
  try {
    return new Set(JSON.parse(localStorage.getItem(ticksKey) ?? '[]'));
  } catch {
    return new Set();
  }
}

/** @param {ReadonlySet<string>} ids */
function writeTicks(ids) {
  try {
    localStorage.setItem(ticksKey, JSON.stringify([...ids]));
  } catch {}
}

// More follow-ups than these get a search field, and are folded by their kind.
const few = 8;
// Of one kind; a button shows the others.
const mostOfCode = 10;

/** @param {Shown} shown */
function leftSection(shown) {
  const { report, texts } = shown;
  const projects = [...report.projects, { ...report.elsewhere, config: 'Elsewhere' }];
  const tasks = projects
    .flatMap(({ followUps, config }) =>
      followUps.map((followUp) => ({ followUp, project: config })),
    )
    .sort((a, b) => rankOf(a) - rankOf(b));
  const open = tasks.filter((task) => rankOf(task) < 3);
  const done = tasks.slice(open.length);
  const files = new Map(
    projects.flatMap((part) => part.files.map((file) => [file.from ?? file.path, file])),
  );
  const ticked = readTicks();
  const status = element('div', { role: 'status' });
  const showTicked = () => {
    const ids = open.flatMap(({ followUp: { id } }) => (ticked.has(id) ? [id] : []));
    const { command: name, options, where } = texts.close;
    const what = prose(`${ids.length} of ${open.length} ticked. Close them${where}: `);
    const close = element('p', '', ...what, command(`${name} ${ids.join(' ')}${options}`));
    status.replaceChildren(...(ids.length > 0 ? [close] : []));
  };
  const tickBox = (/** @type {string} */ id, /** @type {string} */ title) => {
    const box = element('input', { type: 'checkbox', 'aria-label': `Done: ${title}` });
    box.checked = ticked.has(id);
    box.addEventListener('change', () => {
      if (!ticked.delete(id)) ticked.add(id);
      writeTicks(ticked);
      showTicked();
    });
    return box;
  };
  const item = (/** @type {Task} */ task) => taskChildren(task, shown, files, tickBox);
  const groups = (/** @type {readonly Task[]} */ some) => groupElements(some, shown, item);
  const listed = element('div', 'groups', ...groups(open));
  const label = 'Search';
  const search = element('input', { type: 'search', placeholder: label, 'aria-label': label });
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const text = (/** @type {Task} */ { followUp, project }) =>
      `${JSON.stringify(followUp)} ${texts.codes[followUp.code]?.title} ${project}`.toLowerCase();
    const found = open.filter((task) => words.every((word) => text(task).includes(word)));
    const isAll = found.length === open.length;
    listed.replaceChildren(
      ...(isAll ? groups(open) : groupElements(found, shown, item, true)),
      found.length === 0 ? 'No follow-up matches.' : '',
    );
  });
  const older = fold([`${done.length} done since the earlier run`], () => [
    list('ol', 'tasks', done, item),
  ]);
  if (!report.dryRun) showTicked();
  const steps = list('ol', 'steps', texts.nextSteps, (step) => [command(step)]);
  return section(
    texts.sections.left,
    steps,
    element('p', 'lead', ...leadChildren(shown, open.length)),
    open.length > few && search,
    listed,
    done.length > 0 && older,
    !report.dryRun && status,
  );
}

/** @param {Shown} shown @param {number} open */
function leadChildren({ report: { dryRun } }, open) {
  if (open === 0) return ['Nothing is left to do.'];
  if (dryRun) return ['For you to decide or check once the migration is written.'];
  return prose(
    '`npx fw-migrate next` goes through them, and makes the edit where it knows one. Tick what is done.',
  );
}

/**
 * The follow-ups by kind: each kind says once what it means and how to fix it.
 *
 * @param {readonly Task[]} tasks @param {Shown} shown @param {(task: Task) => Child[]} item
 */
function groupElements(tasks, { texts }, item, isOpen = tasks.length <= (isWide() ? few : 3)) {
  /** @type {Map<string, Task[]>} */
  const byCode = new Map();
  for (const task of tasks)
    byCode.set(task.followUp.code, [...(byCode.get(task.followUp.code) ?? []), task]);
  return [...byCode].map(([of, group], index) => {
    const { title = of, explanation = '', change = '', explain = '' } = texts.codes[of] ?? {};
    const { kind = 'verify', breaksSilently } = group[0]?.followUp ?? {};
    const summary = [
      heading(3, ...prose(title)),
      element('span', `badge ${kind}`, kind),
      group.length > 1 && element('span', 'muted', `${group.length}×`),
      breaksSilently && element('span', 'badge first', 'fails silently'),
    ];
    const content = () => [
      change !== '' && element('p', 'fix', element('strong', '', 'Fix: '), ...prose(change)),
      list('ol', 'tasks', group, item, mostOfCode),
      explanation !== '' &&
        fold(['What this means'], () => [
          element('p', '', ...prose(explanation)),
          element('p', '', command(explain)),
        ]),
    ];
    return fold(summary, content, 'part', isOpen || (index === 0 && isWide()));
  });
}

/** A saved report may contain any text as an id, which must not get into a shell. @param {string} id */
const isId = (id) => /^[\w-]{1,64}$/.test(id);

/**
 * @param {Task} task @param {Shown} shown @param {ReadonlyMap<string, FileReport>} files
 * @param {(id: string, title: string) => HTMLElement} tickBox
 */
function taskChildren({ followUp, project }, shown, files, tickBox) {
  const { id, code: of, option, status, message, note, file, line, column } = followUp;
  const isOwn = (/** @type {PlaceReport} */ place) =>
    place.file === file && place.line === line && place.column === column;
  const own = followUp.evidence.find(isOwn) ?? followUp;
  const others = followUp.evidence.filter((place) => !isOwn(place));
  const { path = '', diff = '' } = files.get(file) ?? {};
  const hasBox = !shown.report.dryRun && status !== 'done' && isId(id);
  const tags = [
    status === 'new' && element('span', 'badge', 'new'),
    option !== undefined && code(option),
    shown.report.projects.length > 1 && element('span', 'muted', ...named(project)),
  ].filter(Boolean);
  return [
    element(
      'div',
      'title',
      hasBox && tickBox(id, message.replaceAll('`', '')),
      element('p', '', ...prose(message), note !== undefined && ` Note: ${note}`),
    ),
    tags.length > 0 && element('p', 'tags', ...tags),
    element('p', '', ...placeChildren(own, of, shown)),
    others.length > 0 &&
      fold([counted(others.length, 'more place')], () => [
        list('ul', 'places', others, (place) => placeChildren(place, of, shown)),
      ]),
    isEdited(diff) && fold(['Diff of this file'], () => [diffElement(path, diff)]),
  ];
}

// ---- The page ----

/** All parts of a report in their order: figures, what was done, what was verified, what is left. @param {Shown} shown */
export function reportElements(shown) {
  return [
    figureElements(shown),
    doneSection(shown),
    verifiedSection(shown),
    leftSection(shown),
    ...shown.texts.about.map((text) => element('p', 'muted', ...prose(text))),
  ];
}

/** @param {Shown} shown */
function headerElement({ report, texts }) {
  const { migrate, undo, where } = texts;
  const date = report.run?.date;
  const badge = element('span', 'badge', report.dryRun ? 'Dry run' : 'Done');
  const what = date === undefined ? texts.target : `${texts.target} · ${date}`;
  const all = prose(`It makes all of these changes or none; \`${undo}\` takes them back.`);
  const lead = report.dryRun
    ? migrate !== '' && [`Nothing is written yet. To migrate${where}, run `, command(migrate)]
    : undo !== '' && [`To undo all of it${where}, run `, command(undo)];
  return element(
    'header',
    '',
    element('p', 'tags', badge, what),
    heading(1, ...named(texts.title)),
    texts.extent !== '' && element('p', 'muted', ...prose(texts.extent)),
    lead && element('p', 'lead', ...lead),
    migrate !== '' && element('p', 'muted', ...all),
  );
}

/** Shows the page. @param {Report} report @param {ReportTexts} texts */
export function start(report, texts) {
  const shown = { report, texts };
  const parts = [headerElement(shown), ...reportElements(shown)];
  document.querySelector('main')?.append(...element('div', '', ...parts).childNodes);
}

/** @param {string} selector */
const textIn = (selector) => globalThis.document?.querySelector(selector)?.textContent;

// The playground imports this module, without a report.
const [held, texts] = [textIn('script.report'), textIn('#texts')];
if (held && texts) start(JSON.parse(held), JSON.parse(texts));
