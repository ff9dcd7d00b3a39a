import type { Kind } from './resolver.ts';

/** Writes files whose references can be found again: all that is not a reference is kept as text around them. */

/** A text that names another file. */
export interface Reference {
  readonly id: string;
  readonly kind: Kind;
  readonly text: string;
}

export type Piece = string | Reference;

export interface TextOptions {
  readonly suffix?: string;
  /** The folder of the target instead of itself. */
  readonly folder?: boolean;
  /** With the ending of the file. */
  readonly exact?: boolean;
}

/** A reference in the making: what it points to, and a number that decides how it is written. */
export interface Draft {
  readonly id: string;
  readonly how: number;
  readonly target: string;
  /** The texts for the target that a way of reading offers; empty where there are none. */
  text(kind: Kind, options?: TextOptions): string | undefined;
}

type Line = readonly Piece[];
type Quote = "'" | '"';

export type FileType = 'code' | 'data' | 'style' | 'image' | 'vue' | 'other';

export function typeOf(path: string): FileType {
  if (/\.d\.ts$/.test(path)) return 'other';
  if (/\.(?:tsx?|jsx?|mjs)$/.test(path)) return 'code';
  if (/\.vue$/.test(path)) return 'vue';
  if (/\.(?:css|scss|less)$/.test(path)) return 'style';
  if (/\.(?:png|svg)$/.test(path)) return 'image';
  return /\.json$/.test(path) ? 'data' : 'other';
}

/** A reference inside the quotes that `before` ends with and `after` starts with. */
function line(
  before: string,
  draft: Draft,
  kind: Kind,
  text: string | undefined,
  after: string,
): Line[] {
  const quote = before.at(-1) ?? '';
  // What would need an escape is another test's business.
  if (text === undefined || (/["'`]/.test(quote) && text.includes(quote))) return [];
  return [[before, { id: draft.id, kind, text }, after]];
}

function pick<T>(list: readonly T[], how: number): T {
  return list[how % list.length] as T;
}

// ---- scripts

type Form = (id: string, quote: Quote) => readonly [before: string, after: string];

const everywhere: readonly Form[] = [
  (id, q) => [`import { ${id} } from ${q}`, `${q};`],
  (id, q) => [`import ${id} from ${q}`, q],
  (id, q) => [`import ${q}`, `${q}; // ${id}`],
  (id, q) => [`const ${id} = () => import(${q}`, `${q});`],
  (id, q) => [`const ${id} = import(/* ${id}: '~/utils/a' */ ${q}`, `${q}).then((m) => m.x);`],
  (id, q) => [`const ${id} = require(${q}`, `${q});`],
  (id, q) => [`const ${id} = async () => (await import(\n  ${q}`, `${q}\n)).a;`],
  (id, q) => [`vi.mock(${q}`, `${q}, () => ({ ${id}: 1 }));`],
  (id, q) => [`vi.mock(import(${q}`, `${q}), () => ({ ${id}: 1 }));`],
  (id, q) => [`jest.mock(${q}`, `${q}) // ${id}`],
  (id, q) => [`import * as ${id} from ${q}`, q],
  (id, q) => [`import {\n  a as ${id}, // from '~/utils/a'\n  b as ${id}b,\n} from ${q}`, `${q};`],
];
const exporting: readonly Form[] = [
  (id, q) => [`export { ${id} } from ${q}`, `${q};`],
  (id, q) => [`export * as ${id} from ${q}`, `${q};`],
  (id, q) => [`export * from ${q}`, `${q}; // ${id}`],
];
const typed: readonly Form[] = [
  (id, q) => [`import type { ${id} } from ${q}`, `${q};`],
  (id, q) => [`type ${id} = import(${q}`, `${q}).T;`],
  (id, q) => [`let ${id}: typeof import(${q}`, `${q});`],
  (id, q) => [`const ${id} = vi.importActual<typeof import(${q}`, `${q})>('x');`],
  (id, q) => [`export type { ${id} } from ${q}`, `${q};`],
  (id, q) => [`import ${id} = require(${q}`, `${q});`],
];

interface ScriptPlace {
  readonly types: boolean;
  readonly exports: boolean;
}

function scriptLine(draft: Draft, { types, exports }: ScriptPlace): Line[] {
  const { id, how, target } = draft;
  const quote = pick(["'", '"'] as const, how >> 3);
  const type = typeOf(target);
  if (type === 'other') {
    if (!target.endsWith('.d.ts') || !types) return [];
    return line(`/// <reference path="`, draft, 'path', draft.text('path'), `" /> ${id}`);
  }
  if (type === 'style' || type === 'image') return resourceLine(draft, quote);
  if (how % 7 === 6) return globLine(draft, quote);
  if (how % 13 === 12) return pathLine(draft, quote);
  const forms = [...everywhere, ...(exports ? exporting : []), ...(types ? typed : [])].filter(
    (form) => exports || !form('x', "'")[0].startsWith('export'),
  );
  const [before, after] = pick(forms, how >> 4)(id, quote);
  return line(before, draft, 'module', draft.text('module'), after);
}

function resourceLine(draft: Draft, quote: Quote): Line[] {
  const { id, how } = draft;
  if (how % 3 === 2) return pathLine(draft, quote);
  const suffix = pick(['', '', '?raw', '?url&inline'], how >> 5);
  const text = draft.text('module', { suffix });
  const before = how % 3 === 0 ? `import ${quote}` : `import ${id} from ${quote}`;
  return line(before, draft, 'module', text, `${quote}; // ${id}`);
}

function pathLine(draft: Draft, quote: Quote): Line[] {
  const { id, how } = draft;
  const text = draft.text('path');
  if ((how >> 6) % 4 === 3) {
    return line(`const ${id} = join(__dirname, ${quote}`, draft, 'path', text, `${quote});`);
  }
  return line(
    `const ${id} = new URL(${quote}`,
    draft,
    'path',
    text,
    `${quote}, import.meta.url).href;`,
  );
}

function globLine(draft: Draft, quote: Quote): Line[] {
  const { id, how } = draft;
  const folder = draft.text('glob', { folder: true });
  if (folder === undefined) return [];
  if ((how >> 5) % 3 === 2) {
    return line(`const ${id} = (n) => import(\``, draft, 'open', folder, `/\${n}.ts\`);`);
  }
  const text = `${folder}/${pick(['*.ts', '**/*.ts', '*.*', '**/*.vue'], how >> 7)}`;
  const form = (how >> 9) % 3;
  const before = `const ${id} = import.meta.glob(${pick(['', '[', '['], form)}${quote}`;
  const after = `${quote}${pick(['', '], { eager: true }', ", '!**/*.nope.ts']"], form)});`;
  return line(before, draft, 'glob', text, after);
}

// ---- styles

/** What may stand in `url()` as it is; in Less a name behind `@` is a variable. */
const unquoted = /^(?!@\w)[\w~@./-]+$/;

function styleLine(draft: Draft, language: string): Line[] {
  const { id, how, target } = draft;
  const quote = pick(['"', "'"] as const, how >> 3);
  if (typeOf(target) === 'image') return urlLine(draft, quote);
  if (typeOf(target) !== 'style') return [];
  const text = draft.text('style');
  if (language === 'scss' && target.endsWith('.scss')) {
    const [before, after] = pick(
      [
        [`@use ${quote}`, `${quote} as ${id};`],
        [`@forward ${quote}`, `${quote}; // ${id}`],
        [`@import ${quote}`, `${quote}; /* ${id} */`],
      ] as const,
      how >> 4,
    );
    return line(before, draft, 'style', text, after);
  }
  const mark = text !== undefined && unquoted.test(text) ? '' : quote;
  const [before, after] = pick(
    [
      [`@import ${quote}`, `${quote}; /* ${id} */`],
      [`@import url(${quote}`, `${quote}) /* ${id} */ screen;`],
      [`@import url(${mark}`, `${mark}); /* ${id} */`],
      language === 'less'
        ? [`@import (reference) ${quote}`, `${quote}; // ${id}`]
        : [`@import ${quote}`, `${quote} layer(${id});`],
    ] as const,
    how >> 4,
  );
  return line(before, draft, 'style', text, after);
}

function urlLine(draft: Draft, quote: Quote): Line[] {
  const { id, how } = draft;
  const suffix = pick(['', '', '#icon', '?v=1'], how >> 5);
  const text = draft.text('style', { suffix });
  const bare = text !== undefined && unquoted.test(text) && how % 2 === 1;
  const mark = bare ? '' : quote;
  return line(`.${id} { background: url(${mark}`, draft, 'style', text, `${mark}) no-repeat; }`);
}

// ---- single-file components

function templateLine(draft: Draft): Line[] {
  const { id, how } = draft;
  const text = (suffix = '') => draft.text('asset', { suffix });
  const forms: readonly (() => Line[])[] = [
    () => line(`  <img src="`, draft, 'asset', text(), `" alt="${id}">`),
    () => line(`  <img alt='${id}' src='`, draft, 'asset', text(), `' />`),
    () => line(`  <video poster="`, draft, 'asset', text(), `" id="${id}"></video>`),
    () => line(`  <video><source src="`, draft, 'asset', text(), `" id="${id}"></video>`),
    () =>
      line(
        `  <svg><use xlink:href="`,
        draft,
        'asset',
        text('#a'),
        `"/><!-- ${id} ~/assets/logo.png --></svg>`,
      ),
    () => line(`  <svg><image href="`, draft, 'asset', text(), `" id="${id}" /></svg>`),
  ];
  return pick(forms, how >> 4)();
}

interface Sections {
  readonly script: Line[];
  readonly template: Line[];
  readonly style: Line[];
  readonly blocks: Line[];
}

/** What a block is read from is imported, like any module. */
function blockLine(before: string, draft: Draft, name: string): Line[] {
  return line(before, draft, 'module', draft.text('module', { exact: true }), `"></${name}>`);
}

function sortInto(sections: Sections, draft: Draft, place: ScriptPlace, language: string): void {
  const { how, target, id } = draft;
  const type = typeOf(target);
  const where = type === 'image' ? (how >> 1) % 3 : type === 'style' ? ((how >> 1) % 2) + 1 : 0;
  if (type === 'image' && where === 0) sections.template.push(...templateLine(draft));
  else if (type === 'style' && where === 1 && how % 5 === 4) {
    const lang = /\w+$/.exec(target)?.[0] ?? 'css';
    const before = `<style data-x="${id}" lang="${lang}" src="`;
    sections.blocks.push(...blockLine(before, draft, 'style'));
  } else if (type === 'data' && how % 3 === 2) {
    const before = `<i18n data-x="${id}" src="`;
    sections.blocks.push(...blockLine(before, draft, 'i18n'));
  } else if (where === 1) sections.style.push(...styleLine(draft, language));
  else sections.script.push(...scriptLine(draft, place));
}

function vueLines(drafts: readonly Draft[], look: number): Line[] {
  const types = look % 3 > 0;
  const setup = look % 2 === 0;
  const language = pick(['css', 'scss', 'less'], look >> 2);
  const sections: Sections = { script: [], template: [], style: [], blocks: [] };
  const [first] = drafts;
  const outside = look % 7 === 6 && first && typeOf(first.target) === 'code' ? first : undefined;
  for (const draft of outside ? drafts.slice(1) : drafts)
    sortInto(sections, draft, { types, exports: !setup }, language);
  if (outside) {
    sections.script.length = 0;
    const before = `<script lang="ts" data-x="${outside.id}" src="`;
    sections.blocks.push(...blockLine(before, outside, 'script'));
  }
  const script: Line[] = [
    [`<script${setup ? ' setup' : ''}${types ? ' lang="ts"' : ''}>`],
    ...pathsFirst(sections.script),
    ...(setup ? [] : [['export default {}']]),
    ['</script>'],
  ];
  const template: Line[] = [
    ['<template>'],
    [`  <p :a="'~/utils/a'">import x from '~/utils/a' {{ '~/assets/logo.png' }}</p>`],
    ...sections.template,
    ['  <img src="/logo.png"><a href="~/pages/index.vue">pages/index.vue</a>'],
    ['</template>'],
  ];
  const scoped = language === 'css' ? '' : ` lang="${language}"`;
  const style: Line[] = [[`<style scoped${scoped}>`], ...ranked(sections.style), ['</style>']];
  const wanted = [
    ...(sections.script.length > 0 ? [script] : []),
    template,
    ...(sections.style.length > 0 ? [style] : []),
  ];
  const ordered = look % 5 === 4 ? wanted.toReversed() : wanted;
  return [...ordered.flat(), ...sections.blocks];
}

/** `@use` comes first in a style sheet, then `@import`. */
function ranked(lines: readonly Line[]): Line[] {
  const rank = ([start = '']: Line) => {
    const text = typeof start === 'string' ? start : '';
    if (/^@(?:use|forward)/.test(text)) return 0;
    return text.startsWith('@import') ? 1 : 2;
  };
  return lines.toSorted((a, b) => rank(a) - rank(b));
}

// ---- files

/** Texts that look like references, and are none. */
const alikes: { readonly [type in FileType]?: readonly string[] } = {
  code: [
    `const l1 = '~/utils/a';`,
    `// import a from '~/server/a'`,
    `/* require('../utils/a') */`,
    `const l2 = "import('~/assets/main.css')";`,
    'const l3 = `import a from "~/utils/a"`;',
    `const l4 = { path: './utils/a', glob: '~/pages/*.ts' };`,
    `const l5 = /import '~\\/utils\\/a'/;`,
    `const l6 = a.require('~/utils/a'), l7 = html\`<img src="~/assets/logo.png">\`;`,
  ],
  style: [
    `/* @import './main.css'; url(~/assets/logo.png) */`,
    `.l1::before { content: "url(~/assets/logo.png)"; }`,
    `.l2 { background: url("data:image/png;base64,~/assets/logo.png"); }`,
    `.l3 { background: url(https://example.com/assets/logo.png); }`,
    `.l4 { background: url(/logo.png); }`,
  ],
};

export interface Look {
  readonly number: number;
  readonly path: string;
}

/** The text of a file with its references, as pieces. */
export function writeFile({ number, path }: Look, drafts: readonly Draft[]): Piece[] {
  const type = typeOf(path);
  const eol = number % 6 === 5 ? '\r\n' : '\n';
  const extra = alikes[type] ?? [];
  const alike = number % 2 === 1 && extra.length > 0 ? [[pick(extra, number >> 3)]] : [];
  const lines = bodyOf(type, path, drafts, number);
  const note = `id ${path}`;
  if (/\bbroken\./.test(path))
    return [`<template><p>\n/* ${note} */ import { a from '~/utils/a' ((\n`];
  if (/\.[jt]sx$/.test(path))
    alike.push(["const l0 = <img src='~/assets/logo.png' title={'~/utils/a'}>it's import</img>;"]);
  if (/\.m?js$/.test(path) && number % 5 === 4) lines.unshift(['// ~/utils/a']);
  if (/\.m?js$/.test(path) && number % 7 === 6)
    return joined(
      [['#!/usr/bin/env node ~/utils/a'], [`/* ${note} */`], ...lines, ...alike],
      eol,
      0,
    );
  if (type === 'code' || type === 'style')
    return joined([[`/* ${note} */`], ...lines, ...alike], eol, number);
  if (type === 'vue')
    return joined([...lines, [`<!-- ${note} <img src="~/assets/logo.png"> -->`]], eol, number);
  if (type === 'data')
    return [JSON.stringify({ id: note, path: '~/utils/a', src: './utils/a.ts' }, null, 2)];
  if (path.endsWith('.d.ts')) return [`/* ${note} */\ndeclare const a: '~/utils/a';\n`];
  return [`${note}\nSee ~/utils/a and [pages](./pages/index.vue).\n`];
}

function bodyOf(type: FileType, path: string, drafts: readonly Draft[], look: number): Line[] {
  if (type === 'vue') return vueLines(drafts, look);
  if (type === 'code') {
    const place = { types: /\.tsx?$/.test(path), exports: true };
    const lines = drafts.flatMap((draft) => scriptLine(draft, place));
    return pathsFirst(lines);
  }
  if (type !== 'style') return [];
  const language = /\w+$/.exec(path)?.[0] ?? 'css';
  return ranked(drafts.flatMap((draft) => styleLine(draft, language)));
}

/** `/// <reference` counts only before all else. */
function pathsFirst(lines: readonly Line[]): Line[] {
  const isPath = ([start]: Line) => typeof start === 'string' && start.startsWith('///');
  return [...lines.filter(isPath), ...lines.filter((one) => !isPath(one))];
}

/** One list of pieces with texts and references in turn, in the line ends of the file. */
function joined(lines: readonly Line[], eol: string, look: number): Piece[] {
  const mark = look % 31 === 30 ? '\uFEFF' : '';
  const pieces = [mark, ...lines.flatMap((one) => [...one, eol])].map((piece) =>
    typeof piece === 'string' ? piece.replaceAll(/\r?\n/g, eol) : piece,
  );
  return merged(pieces);
}

export function merged(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === 'string' && typeof last === 'string')
      result[result.length - 1] = last + piece;
    else result.push(piece);
  }
  return result;
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}

/** What stands in the place of each reference now, or where the rest of the file is not what it was. */
export function referencesIn(
  pieces: readonly Piece[],
  text: string,
): { readonly found: readonly (readonly [Reference, string])[]; readonly problem?: string } {
  const found: (readonly [Reference, string])[] = [];
  let position = 0;
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece !== 'string') {
      const next = pieces[index + 1] ?? '';
      const end =
        typeof next === 'string' && next !== '' ? text.indexOf(next, position) : text.length;
      if (end === -1) return { found, problem: `what follows ${piece.id} is gone or changed` };
      found.push([piece, text.slice(position, end)]);
      position = end;
    } else if (text.startsWith(piece, position)) position += piece.length;
    else
      return {
        found,
        problem: `changed outside references near: ${text.slice(position, position + 60)}`,
      };
  }
  return position === text.length ? { found } : { found, problem: 'there is more at the end' };
}
