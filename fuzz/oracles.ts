import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse as parseComponent } from '@vue/compiler-dom';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ts from 'typescript';
import type { Photograph } from './trees.ts';

/**
 * Each says in a sentence what is wrong, or nothing. They read what is on disk, and share no code with what they check.
 */

/** What a plan says about a file. */
export interface FilePlan {
  readonly from: string;
  readonly to: string;
  readonly text?: { readonly after: string };
}

export function sameTree(before: Photograph, after: Photograph): string | undefined {
  for (const [path, seen] of before) {
    const now = after.get(path);
    if (now === undefined) return `\`${path}\` is gone`;
    if (now !== seen) return `\`${path}\` is not as it was: ${differenceOf(seen, now)}`;
  }
  const extra = [...after.keys()].find((path) => !before.has(path));
  return extra === undefined ? undefined : `\`${extra}\` was not there`;
}

/** What is at one path, if anything, stays there as it is. */
export function sameAt(path: string, before: Photograph, after: Photograph): string | undefined {
  const only = (seen: Photograph) => new Map([...seen].filter(([one]) => one === path));
  return sameTree(only(before), only(after));
}

/** Nothing changes in a repository of git, wherever it lies. */
export function sameRepositories(before: Photograph, after: Photograph): string | undefined {
  const only = (seen: Photograph) =>
    new Map([...seen].filter(([path]) => /(?:^|\/)\.git(?:\/|$)/i.test(path)));
  return sameTree(only(before), only(after));
}

/** No file gets a right that it did not have: only what had a special mode has one, and no folder runs as its owner. */
export function noNewRights(before: Photograph, after: Photograph): string | undefined {
  const special = new Set([...before.values()].filter((seen) => /^file [1-7]\d{3} /.test(seen)));
  for (const [path, seen] of after) {
    const isSpecial = /^file [1-7]\d{3} /.test(seen)
      ? !special.has(seen)
      : /^folder [4-7]\d{3}$/.test(seen);
    if (isSpecial && before.get(path) !== seen)
      return `\`${path}\` has the mode ${seen.split(' ', 2).join(' ')} now`;
  }
  return undefined;
}

/** Each content of a file or link is somewhere afterwards, unless a file in our folder names it by its digest. */
export function nothingLost(
  before: Photograph,
  after: Photograph,
  ownFolder: string,
): string | undefined {
  const isOwn = (path: string) => path.startsWith(`${ownFolder}/`);
  const state = [...before].flatMap(([path, seen]) => (isOwn(path) ? [seen] : []));
  const there = new Set([...after.values()].map(contentIn));
  for (const [path, seen] of before) {
    const content = contentIn(seen);
    if (isOwn(path) || content === undefined || there.has(content)) continue;
    const bytes = Buffer.from(content.slice(5), seen.startsWith('file ') ? 'latin1' : 'utf8');
    const digest = createHash('sha256').update(bytes).digest('base64');
    if (!state.some((text) => text.includes(digest))) return `what was in \`${path}\` is gone`;
  }
  return undefined;
}

/** What is in a file or link, without its mode; undefined for anything else. */
function contentIn(seen: string): string | undefined {
  return /^(?:file|link) /.test(seen) ? seen.replace(/^file \d+ /, 'file ') : undefined;
}

function differenceOf(before: string, after: string): string {
  const [old, now] = [before, after].map((seen) =>
    seen.split(' ', seen.startsWith('file') ? 2 : 9).join(' '),
  );
  return old === now ? 'other bytes' : `\`${old}\` became \`${now}\``;
}

/** Every file is where the plan puts it, with its bytes and mode or the text of the plan; no file is lost or made. */
export function asPlanned(
  before: Photograph,
  after: Photograph,
  plan: readonly FilePlan[],
): string | undefined {
  const planned = new Map(plan.map((file) => [file.from, file]));
  const expected = new Map<string, string>();
  for (const [path, seen] of before) {
    if (seen.startsWith('folder ')) continue;
    const { to, text } = planned.get(path) ?? { to: path };
    if (expected.has(to)) return `two files land on \`${to}\``;
    expected.set(to, text ? seenWith(text.after, seen) : seen);
  }
  const missing = plan.find(({ from }) => !before.has(from));
  if (missing) return `\`${missing.from}\` is planned and was not there`;
  const files = new Map([...after].filter(([, seen]) => !seen.startsWith('folder ')));
  return sameTree(expected, files);
}

/** What a photograph shows of a file with another text. */
function seenWith(text: string, seen: string): string {
  if (seen.startsWith('link ')) return `link ${text}`;
  return `${/^file \d+ /.exec(seen)?.[0]}${Buffer.from(text).toString('latin1')}`;
}

/** Every file that changed and could be parsed before can be parsed after. */
export function stillParsed(
  before: Photograph,
  after: Photograph,
  plan: readonly FilePlan[],
): string | undefined {
  for (const { from, to, text } of plan) {
    if (!text || !before.get(from)?.startsWith('file ')) continue;
    const [old, now] = [textIn(before.get(from)), textIn(after.get(to))];
    if (isParsed(from, old) && !isParsed(to, now))
      return `\`${from}\` could be parsed before, and cannot be any more`;
  }
  return undefined;
}

function textIn(seen = ''): string {
  return Buffer.from(seen.replace(/^file \d+ /, ''), 'latin1')
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

const kinds: { readonly [ending: string]: ts.ScriptKind } = {
  '.ts': ts.ScriptKind.TS,
  '.mts': ts.ScriptKind.TS,
  '.cts': ts.ScriptKind.TS,
  '.tsx': ts.ScriptKind.TSX,
  '.js': ts.ScriptKind.JSX,
  '.mjs': ts.ScriptKind.JSX,
  '.cjs': ts.ScriptKind.JSX,
  '.jsx': ts.ScriptKind.JSX,
};

/** Whether a text is well formed; what is of no known kind always is. */
function isParsed(path: string, text: string): boolean {
  const ending = extname(path);
  const kind = kinds[ending];
  if (kind !== undefined) return isScript(text, kind);
  if (ending === '.vue') return isComponent(text);
  if (ending !== '.json' || /(?:^|\/)[tj]sconfig[^/]*$/.test(path)) return true;
  return doesNotThrow(() => JSON.parse(text));
}

function isScript(text: string, kind: ts.ScriptKind): boolean {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, false, kind);
  return (
    'parseDiagnostics' in file &&
    Array.isArray(file.parseDiagnostics) &&
    file.parseDiagnostics.length === 0
  );
}

function isComponent(text: string): boolean {
  let errors = 0;
  const onError = () => {
    errors += 1;
  };
  const { children } = parseComponent(text, { parseMode: 'sfc', onError });
  const scripts = children.flatMap((child) =>
    'tag' in child && child.tag === 'script' && child.children[0] && 'content' in child.children[0]
      ? [child.children[0].content]
      : [],
  );
  return errors === 0 && scripts.every((script) => isScript(String(script), ts.ScriptKind.TSX));
}

function doesNotThrow(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

const schema = new URL('../schema/report.schema.json', import.meta.url);
const validate = new Ajv2020({ strictTypes: false }).compile(
  JSON.parse(readFileSync(schema, 'utf8')),
);

/** A report in the JSON format is JSON that the schema takes. */
export function asTheSchemaSays(text: string): string | undefined {
  if (validate(JSON.parse(text))) return undefined;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath.replace(/\d+/g, 'n')} ${first?.message}`;
}
