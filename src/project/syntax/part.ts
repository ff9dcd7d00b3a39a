import { revealingFunctions } from '../../catalogue/reactivity.ts';
import type { Span } from '../../config/source.ts';
import { type Language, languageOf, parseCode } from './code.ts';
import { camelCase, languageNamed } from './component.ts';
import { type CodePiece, ifReadable, type SourceText } from './source.ts';
import { type TopStatement, topStatements } from './top-level.ts';

/** The statements of a file that can have to do with what someone looks for, and the span of the whole script. */
export interface ScriptPart extends CodePiece, Span {
  /** Where the text around the script may use one of its names; undefined if it may anywhere. */
  readonly mentions: readonly number[] | undefined;
}

/**
 * The statements that matter, with all that share names with them, directly or through others: nothing else in the file
 * can touch what those statements have. Undefined if only the whole file tells.
 */
export function partOf(
  { path, text }: Pick<SourceText, 'path' | 'text'>,
  matters: (code: string) => boolean,
): ScriptPart | undefined {
  const script = scriptIn(path, text);
  const statements = script && topStatements(script.code);
  if (!statements) return undefined;
  const { code, start, language } = script;
  const { reached, names } = connected(statements, ({ start: from, end }) => matters(code.slice(from, end)));
  const kept = statements.map((one) => {
    const own = code.slice(one.start, one.end);
    return reached.has(one) ? own : ' '.repeat(own.length);
  });
  const parsed = ifReadable(() => parseCode(kept.join(''), language));
  if (!parsed || parsed.errors?.length) return undefined;
  const { program } = parsed;
  const end = start + code.length;
  const outside = [mentionsIn(text.slice(0, start), names, 0), mentionsIn(text.slice(end), names, end)];
  return {
    ...{ program, start, end },
    offsetInFile: (offset) => start + offset,
    mentions: outside.every((one) => one !== undefined) ? outside.flat() : undefined,
  };
}

/** The script of a file, with its offset. */
interface Script {
  readonly code: string;
  readonly start: number;
  readonly language: Language;
}

const scriptTag = /^<script((?:\s+[\w-]+(?:="[^"<>]*")?)*)\s*>/m;
const blockBefore = /(?:^|<\/(?:template|style)>|-->)\s*$/;
/** The start of a template with its attributes. */
const templateTag = /<template(?:[^>"']|"[^"]*"|'[^']*')*/g;

/** The only script of a component, if all that the template sees is what the script declares, or all of a file. */
function scriptIn(path: string, text: string): Script | undefined {
  if (!path.endsWith('.vue')) return plainScript(text, 0, languageOf(path));
  const found = scriptTag.exec(text);
  if (!found || text.indexOf('<script') !== found.index || text.includes('<script', found.index + 1))
    return undefined;
  const [tag, attributes = ''] = found;
  const before = text.slice(0, found.index);
  const start = found.index + tag.length;
  const end = text.indexOf('</script', start);
  // In a comment, or in a block that shows code.
  const isBlock = blockBefore.test(before) && before.lastIndexOf('<!--') <= before.lastIndexOf('-->');
  if (!isBlock || !text.startsWith('</script>', end)) return undefined;
  // What a template in another file uses is not in this text.
  if ([...text.matchAll(templateTag)].some(([one]) => /\ssrc\b/.test(one))) return undefined;
  const given = new Map(
    [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]),
  );
  if (!given.has('setup') || given.has('src')) return undefined;
  return plainScript(text.slice(start, end), start, languageNamed(given.get('lang')));
}

const revealing = new RegExp(`\\b(?:${revealingFunctions.join('|')})\\b`);

/** Tags would be read as operators. */
function plainScript(code: string, start: number, language: Language | undefined): Script | undefined {
  const isPlain = (language === 'ts' || language === 'js') && !revealing.test(code);
  return isPlain ? { code, start, language } : undefined;
}

/** The statements that share names with some, and those names. */
function connected(statements: readonly TopStatement[], matters: (statement: TopStatement) => boolean) {
  const byName = new Map<string, TopStatement[]>();
  for (const { declared } of statements) for (const name of declared) byName.set(name, []);
  for (const statement of statements) for (const word of statement.words) byName.get(word)?.push(statement);
  const reached = new Set(statements.filter(matters));
  /** What is imported connects nothing: who hands data to it hands it out of the file. Renamed, it is searched for. */
  const importsOf = (users: readonly TopStatement[], name: string) => {
    const declaring = users.filter(({ declared }) => declared.has(name));
    const isForeign = declaring.every((one) => one.isImport && !(reached.has(one) && one.words.has('as')));
    return isForeign ? declaring : undefined;
  };
  const names = new Set<string>();
  const seen = new Set<string>();
  // What is added while the set is gone through is gone through as well.
  for (const { words } of reached)
    for (const name of words) {
      const users = byName.get(name);
      if (!users || seen.has(name)) continue;
      seen.add(name);
      const imports = importsOf(users, name);
      if (!imports) names.add(name);
      for (const other of imports ?? users) reached.add(other);
    }
  return { reached, names };
}

const dashedWord = /[\w$\u0080-\uFFFF-]+/g;

/** Where a text may use one of some names, counted from the start of the file. */
function mentionsIn(text: string, names: ReadonlySet<string>, start: number): readonly number[] | undefined {
  // Entities and escapes can spell any name.
  if (/&#|\\u/.test(text)) return undefined;
  const found: number[] = [];
  for (const { 0: word, index } of text.matchAll(dashedWord)) {
    // `:post-card` may be short for `:post-card="postCard"`.
    const words = word.includes('-') ? [...word.split('-'), camelCase(word)] : [word];
    if (words.some((one) => names.has(one))) found.push(start + index);
  }
  return found;
}
