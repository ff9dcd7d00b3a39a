// Shows the report that the page contains as JSON. Texts from a project are set as text, never as markup.

/**
 * @typedef {import('../report.ts').Report} Report
 * @typedef {import('../report.ts').FileReport} FileReport
 * @typedef {import('../report.ts').FollowUpReport} FollowUpReport
 * @typedef {import('../report.ts').PlaceReport} PlaceReport
 * @typedef {import('../html.ts').ReportTexts} ReportTexts
 * @typedef {Node | string | number | false | undefined} Child
 * @typedef {{ report: Report, texts: ReportTexts }} Shown
 * @typedef {{ followUp: FollowUpReport, project: string }} Task
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
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

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
function fold(summary, content, look = 'fold') {
  const details = element('details', look, element('summary', '', ...summary));
  details.addEventListener('toggle', () => details.append(element('div', '', ...content())), {
    once: true,
  });
  return details;
}

// Nobody reads a longer list without searching; a button shows the other items.
const mostListed = 200;

/**
 * @template Item
 * @param {'ul' | 'ol'} kind @param {string} look
 * @param {readonly Item[]} items @param {(item: Item) => Child[]} content
 */
function list(kind, look, items, content) {
  const item = (/** @type {Item} */ one) => element('li', '', ...content(one));
  const made = element(kind, look, ...items.slice(0, mostListed).map(item));
  const rest = items.slice(mostListed);
  if (rest.length === 0) return items.length > 0 && made;
  const more = element('button', { type: 'button' }, `Show ${rest.length} more`);
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

/** @param {{ file: string, line: number, column: number }} place @param {ReportTexts} texts */
function placeLink({ file, line, column }, texts, isWholeFile = false) {
  const address = editorAddress(file, texts.folder);
  const at = `:${line}:${column}`;
  const name = [...named(file), !isWholeFile && at];
  return address === undefined
    ? element('span', 'place', ...name)
    : element('a', { class: 'place', href: address + at }, ...name);
}

/**
 * The current place with its line, the place before or after the run, and the reason.
 *
 * @param {PlaceReport} place @param {string} of The code of its follow-up. @param {Shown} shown
 */
function placeChildren(place, of, { report: { dryRun }, texts }) {
  const { after = place, reason } = place;
  const [now, other] = dryRun ? [place, after] : [after, place];
  const isWholeFile = now.line === 1 && now.column === 1 && texts.codes[of]?.isAboutFile;
  const isRewritten = !dryRun && after.text.trim() !== place.text.trim();
  return [
    placeLink(now, texts, isWholeFile),
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

// ---- Follow-ups ----

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

// More follow-ups than these get a search field.
const few = 6;

/** @param {Shown} shown */
function followUpsSection(shown) {
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
    const close = ids.length > 0 && [
      `${ids.length} of ${open.length} ticked. `,
      closeCommand(ids, texts),
    ];
    status.replaceChildren(...(close || []));
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
  const listed = element('div', '', list('ol', 'tasks', open, item));
  const label = 'Search follow-ups';
  const search = element('input', { type: 'search', placeholder: label, 'aria-label': label });
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const text = (/** @type {Task} */ { followUp, project }) =>
      `${JSON.stringify(followUp)} ${texts.codes[followUp.code]?.title} ${project}`.toLowerCase();
    const found = open.filter((task) => words.every((word) => text(task).includes(word)));
    listed.replaceChildren(list('ol', 'tasks', found, item) || 'No follow-up matches.');
  });
  const older = fold([`${done.length} done since the earlier run`], () => [
    list('ol', 'tasks', done, item),
  ]);
  showTicked();
  const lead = element('p', 'muted', ...prose(texts.lead));
  const parts = [lead, open.length > few && search, status, listed, done.length > 0 && older];
  return section('To do', ...parts);
}

/** A saved report may contain any text as an id, which must not get into a shell. @param {string} id */
const isId = (id) => /^[\w-]{1,64}$/.test(id);

/** @param {readonly string[]} ids @param {ReportTexts} texts */
const closeCommand = (ids, { close }) =>
  command(`${close.command} ${ids.join(' ')}${close.options}`);

/**
 * @param {Task} task @param {Shown} shown @param {ReadonlyMap<string, FileReport>} files
 * @param {(id: string, title: string) => HTMLElement} tickBox
 */
function taskChildren({ followUp, project }, shown, files, tickBox) {
  const { report, texts } = shown;
  const { id, code: of, kind, option, status, message, note, file, line, column } = followUp;
  const { title = of, explanation = '', explain = '' } = texts.codes[of] ?? {};
  const isOpen = status !== 'done' && isId(id);
  const isOwn = (/** @type {PlaceReport} */ place) =>
    place.file === file && place.line === line && place.column === column;
  const own = followUp.evidence.find(isOwn) ?? followUp;
  const others = followUp.evidence.filter((place) => !isOwn(place));
  const { path = '', diff = '' } = files.get(file) ?? {};
  const tags = [
    element('span', `badge ${kind}`, kind),
    followUp.breaksSilently && element('span', 'badge first', 'breaks silently'),
    status === 'new' && element('span', 'badge', 'new'),
    code(of),
    option !== undefined && code(option),
    report.projects.length > 1 && element('span', '', ...named(project)),
  ];
  return [
    element(
      'div',
      'title',
      isOpen && tickBox(id, title.replaceAll('`', '')),
      heading(3, ...prose(title)),
    ),
    element('p', 'tags', ...tags),
    element('p', '', ...prose(message), note !== undefined && ` Note: ${note}`),
    element('p', '', ...placeChildren(own, of, shown)),
    isOpen && element('p', '', closeCommand([id], texts)),
    others.length > 0 &&
      fold([counted(others.length, 'more place')], () => [
        list('ul', 'places', others, (place) => placeChildren(place, of, shown)),
      ]),
    isEdited(diff) && fold(['Diff of this file'], () => [diffElement(path, diff)]),
    explanation !== '' &&
      fold(['What this means'], () => [
        element('p', '', ...prose(explanation)),
        element('p', '', command(explain)),
      ]),
  ];
}

// ---- What changed ----

/** @param {string} diff */
const isEdited = (diff) => diff.includes('\n@@ ');

/** @param {string} from @param {string} to */
const moveChildren = (from, to, count = '') => [code(from), ' → ', code(to), ` ${count}`];

/** @param {Shown} shown */
function changesSection({ report, texts }) {
  const title = (/** @type {string} */ name, state = '') =>
    element('div', 'project', heading(3, ...named(name)), state);
  const { projects, elsewhere } = report;
  const parts = projects.flatMap(({ config, changes, files }, index) => {
    const { state = '', moves = [], staying = [] } = texts.projects[index] ?? {};
    if (changes.length + files.length + moves.length === 0) return [];
    return [
      title(config, state),
      list('ul', 'moves', moves, ({ from, to, files: count }) => moveChildren(from, to, count)),
      list('ul', 'staying', staying, prose),
      list('ul', 'changes', changes, (change) => [
        ...prose(change.message),
        ' ',
        placeLink(change, texts),
      ]),
      ...fileElements(files),
    ];
  });
  const others =
    elsewhere.files.length > 0 ? [title('Elsewhere'), ...fileElements(elsewhere.files)] : [];
  return section(report.dryRun ? 'What would change' : 'What changed', ...parts, ...others);
}

/** Files with their diffs, and files that only move. @param {readonly FileReport[]} files */
function fileElements(files) {
  const moved = files.filter(({ diff }) => !isEdited(diff));
  const edited = files.filter(({ diff }) => isEdited(diff));
  return [
    list('ul', 'files', edited, ({ path, from, by, diff }) => {
      const names = from === undefined ? [code(path)] : moveChildren(from, path);
      const reason = element('p', 'muted', `Changed by ${by.join(', ')}`);
      return [fold([...names, lineCounts(diff)], () => [reason, diffElement(path, diff)], 'file')];
    }),
    moved.length > 0 &&
      fold([counted(moved.length, 'file that only moves', 'files that only move')], () => [
        list('ul', 'moves', moved, ({ path, from = path }) => moveChildren(from, path)),
      ]),
  ];
}

// ---- What was verified ----

/** @param {Shown} shown */
function verifiedSection({ report, texts }) {
  const projects = report.projects.flatMap((project, index) => {
    const verified = texts.projects[index]?.verified ?? [];
    if (verified.length + project.options.length === 0) return [];
    return [
      element('div', 'project', heading(3, ...named(project.config))),
      ...verified.flatMap(checkElements),
      ...optionElements(project),
    ];
  });
  return section('What was verified', ...texts.verified.flatMap(checkElements), ...projects);
}

/** The result of a check, with its details folded. @param {import('../sentences.ts').Verified} check */
function checkElements({ sentence, details }) {
  const content = () => [list('ul', 'changes', details, prose)];
  return [element('p', '', ...prose(sentence)), details.length > 0 && fold(['Details'], content)];
}

/** Options that keep their effect are folded. @param {Report['projects'][number]} project */
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

// ---- The page ----

/** All parts of a report, the open follow-ups first. @param {Shown} shown @returns {Child[]} */
function reportElements(shown) {
  const { texts } = shown;
  const steps = list('ol', 'steps', texts.next, (step) => [
    step.text,
    step.command && command(step.command),
  ]);
  return [
    ...[followUpsSection(shown), changesSection(shown), verifiedSection(shown)],
    section('Next steps', steps),
    ...texts.about.map((text) => element('p', 'muted', ...prose(text))),
  ];
}

/** @param {Report} report @param {ReportTexts} texts */
function reportPage(report, texts) {
  const badge = element('span', 'badge', report.dryRun ? 'Dry run' : 'Done');
  const header = element(
    'header',
    '',
    heading(1, texts.title),
    element('p', '', badge, ` ${texts.counts}`),
  );
  return [header, ...reportElements({ report, texts })];
}

/** Shows the report of the page. @param {Report} report @param {ReportTexts} texts */
export function start(report, texts) {
  const parts = reportPage(report, texts);
  document.querySelector('main')?.append(...element('div', '', ...parts).childNodes);
}

/** @param {string} selector */
const dataIn = (selector) => JSON.parse(document.querySelector(selector)?.textContent ?? '');

// The playground imports this module, without these texts.
if (globalThis.document?.getElementById('texts')) start(dataIn('script.report'), dataIn('#texts'));
