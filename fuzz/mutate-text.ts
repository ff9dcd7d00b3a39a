import { posix } from 'node:path';
import { fileNames, folders, keys, optionPaths, pathParts, pieces } from './dictionary.ts';
import type { Random } from './random.ts';

/** What a text may be mixed with. */
export interface TextContext {
  /** The file that the text is in. */
  readonly path: string;
  /** Every path of the project. */
  readonly paths: readonly string[];
  /** Another text. */
  other(): string;
}

/** Changes a text. One character stands for one byte, so that bytes that are no text stay what they are. */
type TextMutation = (text: string, random: Random, context: TextContext) => string;

/** A text as bytes, one character each. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function spanIn(text: string, random: Random, longest = 40): readonly [number, number] {
  const start = random.below(text.length + 1);
  return [start, Math.min(text.length, start + random.below(longest))];
}

function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** Replaces one of the places that a pattern finds. */
function replaceOne(
  text: string,
  pattern: RegExp,
  random: Random,
  by: (found: RegExpExecArray) => string,
): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const one = random.pick(found);
  return replaced(text, one.index, one.index + one[0].length, by(one as RegExpExecArray));
}

const quoted = /(['"`])((?:(?!\1)[^\\\n])*)\1/g;
const keyed = /\b[A-Za-z_$][\w$]*(?=\s*:)/g;

/** A path of the project or of the dictionary, as some text might write it. */
function somePath(random: Random, { path, paths }: TextContext): string {
  const target =
    random.chance(0.8) && paths.length > 0 ? random.pick(paths) : random.pick(fileNames);
  const place = random.chance(0.2) ? posix.dirname(target) : target;
  const bare = random.chance(0.5) ? place.replace(/\.[^./]+$/, '') : place;
  const way = random.below(5);
  if (way === 0) return random.pick(pathParts) + bare;
  if (way === 1) return random.pick(pathParts) + random.pick(folders);
  if (way === 2)
    return random.pick(['~/', '@/', '~~/', '@@/']) + bare.replace(/^(?:src|app)\//, '');
  const relative = posix.relative(posix.dirname(path), bare) || '.';
  const seen = relative.startsWith('.') ? relative : `./${relative}`;
  return random.chance(0.1)
    ? `${seen}${random.pick(['/', '?raw', '?url', '#x', '.js', '/**/*.ts', '/*'])}`
    : seen;
}

const statements: readonly ((path: string) => string)[] = [
  (path) => `import x from '${path}';\n`,
  (path) => `export * from "${path}";\n`,
  (path) => `const y = () => import('${path}');\n`,
  (path) => `const z = require(\`${path}\`);\n`,
  (path) => `const g = import.meta.glob('${path}');\n`,
  (path) => `const u = new URL('${path}', import.meta.url);\n`,
  (path) => `type T = import('${path}').T;\n`,
  (path) => `vi.mock('${path}');\n`,
  (path) => `const d = import(\`${path}/\${name}.ts\`);\n`,
];

function referenceTo(path: string, file: string, random: Random): string {
  if (/\.(?:css|scss|sass|less)$/.test(file))
    return random.pick([`@import "${path}";\n`, `@use '${path}';\n`, `a { b: url(${path}) }\n`]);
  if (!file.endsWith('.vue')) return random.pick(statements)(path);
  return random.pick([
    `<script setup lang="ts">\n${random.pick(statements)(path)}</script>\n`,
    `<template><img src="${path}"></template>\n`,
    `<style src="${path}"></style>\n`,
    `<style lang="scss">\n@use '${path}';\n</style>\n`,
  ]);
}

const common: readonly TextMutation[] = [
  (text, random, context) =>
    referenceTo(bytesOf(somePath(random, context)), context.path, random) + text,
  (text, random, context) =>
    replaceOne(
      text,
      quoted,
      random,
      ([, quote]) => quote + bytesOf(somePath(random, context)) + quote,
    ),
  (text, random) =>
    replaceOne(text, quoted, random, ([, , inner]) => {
      const quote = random.pick(["'", '"', '`']);
      return quote + inner + quote;
    }),
  (text, random) => replaceOne(text, keyed, random, () => random.pick(keys) || "''"),
  (text, random) => {
    const values = [...text.matchAll(quoted)].map(([whole]) => whole);
    return values.length < 2 ? text : replaceOne(text, quoted, random, () => random.pick(values));
  },
  (text, random, context) => {
    const named = somePath(random, context);
    const value = random.pick([
      ...[
        'true',
        'null',
        '[]',
        `'${named}'`,
        `['${named}']`,
        `[new URL('${named}', import.meta.url)]`,
      ],
      ...[`join(__dirname, '${named}')`, `fileURLToPath(new URL('${named}', import.meta.url))`],
    ]);
    const path = random.pick(optionPaths).replaceAll('[]', '').split('.');
    const nested = path.reduceRight((inner, key) => `{ ${JSON.stringify(key)}: ${inner} }`, value);
    return replaceOne(text, /\{/g, random, () => `{ ${bytesOf(nested.slice(1, -1))},`);
  },
  (text, random) => {
    const [start] = spanIn(text, random);
    return replaced(text, start, start, bytesOf(random.pick(pieces)));
  },
];

const rare: readonly TextMutation[] = [
  (text, random) => {
    const at = random.below(text.length + 1);
    return replaced(text, at, at + 1, String.fromCharCode(random.below(256)));
  },
  (text, random) => replaced(text, ...spanIn(text, random), ''),
  (text, random) => {
    const [start, end] = spanIn(text, random, 200);
    return replaced(text, end, end, text.slice(start, end));
  },
  (text, random, { other }) => {
    const [start, end] = spanIn(text, random, 200);
    const donor = other();
    return replaced(text, start, end, donor.slice(...spanIn(donor, random, 400)));
  },
  (text, random) => {
    const lines = text.split('\n');
    const [one, two] = [random.below(lines.length), random.below(lines.length)];
    return lines
      .with(one, lines[two] ?? '')
      .with(two, lines[one] ?? '')
      .join('\n');
  },
  (text) => text.replace(/\r?\n/g, '\r\n'),
  (text) => bytesOf('\ufeff') + text,
  (text, random) => {
    const depth = random.pick([20, 500, 20_000]);
    const [open, close] = random.pick([
      ['[', ']'],
      ['(', ')'],
      ['{a:', '}'],
      ['<p>', '</p>'],
      ['!', ''],
    ] as const);
    const [start] = spanIn(text, random);
    return replaced(text, start, start, open.repeat(depth) + close.repeat(depth));
  },
];

/** A text that is a little different. */
export function mutateText(text: string, random: Random, context: TextContext): string {
  return random.pick(random.chance(0.75) ? common : rare)(text, random, context);
}
