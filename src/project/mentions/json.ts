import { type JsonMember, type JsonValue, parseJson } from '../json.ts';
import { commandWords } from './commands.ts';
import { aliasNamesIn, isTarget } from './tool-aliases.ts';
import { type Named, namesCommands, namesPaths, quotedWords, type ToolAlias, type Word } from './word.ts';

/** What a package.json says about the package, and not about its files. */
const aboutPackage = new Set([
  'name',
  'version',
  'description',
  'keywords',
  'author',
  'contributors',
  'license',
  'repository',
  'homepage',
  'bugs',
  'funding',
  'engines',
  'packageManager',
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
  'overrides',
  'resolutions',
  'pnpm',
]);

/** The paths that JSON names in its texts and keys; nothing where it cannot be parsed. */
export function jsonNamed(text: string, isPackage: boolean): Named | undefined {
  const root = parseJson(text);
  if (!root) return undefined;
  const members = root.kind === 'object' ? root.members : [];
  try {
    return joined(
      members.filter(({ key }) => !isPackage || !aboutPackage.has(key)).map((member) => inMember(member, '')),
    );
  } catch (error) {
    // Nested so deeply that reading it runs out of stack.
    if (error instanceof RangeError) return joined([]);
    throw error;
  }
}

function joined(parts: readonly Named[]): Named {
  return {
    words: parts.flatMap(({ words }) => words),
    aliases: parts.flatMap(({ aliases }) => aliases),
  };
}

function inMember(member: JsonMember, outer: string): Named {
  const { key, start, value } = member;
  const areCommands = outer === 'lint-staged' || namesCommands(outer);
  const alias = memberAlias(member);
  const own: Named = {
    words: [{ text: key, start: start + 1, plain: false }],
    aliases: alias ? [alias] : [],
  };
  return joined([own, inValue(value, areCommands ? 'commands' : key)]);
}

function inValue(value: JsonValue, key: string): Named {
  switch (value.kind) {
    case 'string':
      return { words: textWords(value.text, value.start + 1, key), aliases: [] };
    case 'array': {
      const alias = pairAlias(value.items);
      const inner = joined(value.items.map((item) => inValue(item, key)));
      return alias ? { ...inner, aliases: [alias, ...inner.aliases] } : inner;
    }
    case 'object':
      return joined(value.members.map((member) => inMember(member, key)));
    case 'other':
      return { words: [], aliases: [] };
  }
}

function textWords(text: string, start: number, key: string): Word[] {
  return namesCommands(key) ? commandWords(text, start) : quotedWords(text, start, namesPaths(key));
}

function memberAlias({ key, start, value }: JsonMember): ToolAlias | undefined {
  const names = aliasNamesIn(key);
  const texts = textsOf(value).filter(isTarget);
  return names.length > 0 && texts.length > 0 ? { names, start, spans: [value], texts } : undefined;
}

/** `["~", "./"]` */
function pairAlias([key, value, ...rest]: readonly JsonValue[]): ToolAlias | undefined {
  if (key?.kind !== 'string' || value?.kind !== 'string' || rest.length > 0 || !isTarget(value.text))
    return undefined;
  const names = aliasNamesIn(key.text);
  return names.length > 0 ? { names, start: key.start, spans: [value], texts: [value.text] } : undefined;
}

function textsOf(value: JsonValue): string[] {
  const items = value.kind === 'array' ? value.items : [value];
  return items.flatMap((item) => (item.kind === 'string' ? [item.text] : []));
}
