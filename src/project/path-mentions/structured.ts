import { posix } from 'node:path';
import type * as t from '@babel/types';
import { spanOf } from '../../config/source.ts';
import { plainKey, unwrapTypes } from '../../config/syntax.ts';
import { type JsonMember, type JsonNode, membersAt } from '../json.ts';
import { boundTo, placeOf } from '../paths/places.ts';
import { type FileNames, namesIn } from '../syntax/bindings.ts';
import { calledName, childrenOf, isSum, memberName, propertyOf, walk } from '../syntax/code.ts';
import { fileArguments } from '../syntax/file-calls.ts';
import { piecesOf, type SourceText } from '../syntax/source-text.ts';
import {
  isToolPath,
  keyForValue,
  listSeparator,
  looseWords,
  type MentionedPaths,
  namesCommands,
  namesPaths,
  type PathWord,
  scriptWords,
  spaced,
  type ToolAlias,
  wordSet,
  wordsIn,
  wordsUnder,
} from './words.ts';

// In JSON and in code, the nearest key or name above a string says what the string is.

/** Keys of package.json that describe the package and not its files. */
const aboutPackage = wordSet(
  'name version description keywords author contributors license repository homepage bugs funding engines',
  'packageManager dependencies devDependencies peerDependencies optionalDependencies overrides resolutions pnpm',
);

/** Keys of package.json whose inner keys are import names, not paths. */
const byImportName = wordSet('exports imports typesVersions');

/** The paths in the strings and keys of JSON; undefined if it cannot be parsed. */
export function jsonPaths(source: SourceText): MentionedPaths | undefined {
  const root = source.json();
  if (!root) return undefined;
  const isPackage = posix.basename(source.path) === 'package.json';
  const paths: { words: PathWord[]; aliases: ToolAlias[] } = { words: [], aliases: [] };
  const addMember = (member: JsonMember, outer: string, hasNames: boolean): void => {
    paths.aliases.push(...aliasAt(member.key, member.value));
    if (!hasNames) paths.words.push(keyWord(member, outer, source));
    const areCommands = outer === 'lint-staged' || namesCommands(outer);
    const isNamed = hasNames || (isPackage && outer === '' && byImportName.has(member.key));
    const valueKey = keyForValue(outer, member.key);
    const key = isPackage && outer === 'scripts' ? packageScript : areCommands ? 'commands' : valueKey;
    addValue(member.value, key, isNamed);
  };
  const addValue = (value: JsonNode, key: string, hasNames: boolean, isItem = false): void => {
    if (value.kind === 'string')
      for (const word of stringWords(value, key, isItem, source.text)) paths.words.push(word);
    else if (value.kind === 'object') for (const member of value.members) addMember(member, key, hasNames);
    else if (value.kind === 'array') {
      paths.aliases.push(...pairAlias(value.items));
      for (const item of value.items) addValue(item, key, hasNames, true);
    }
  };
  try {
    for (const member of membersAt(root))
      if (!isPackage || !aboutPackage.has(member.key)) addMember(member, '', false);
  } catch (error) {
    // The JSON is nested so deeply that the stack overflows.
    if (error instanceof RangeError) return { words: [], aliases: [] };
    throw error;
  }
  return paths;
}

/** The key of the scripts in a package.json. */
const packageScript = '\0script';

/** A key may be a pattern; the keys of lint-staged are. */
function keyWord({ key: text, start }: JsonMember, outer: string, { path, text: raw }: SourceText): PathWord {
  const word = { text, start: start + 1, plain: false };
  const isPattern = outer === 'lint-staged' || (outer === '' && /^\.lintstagedrc/.test(posix.basename(path)));
  return isPattern && raw.startsWith(text, word.start) ? { ...word, tool: { as: 'glob' } } : word;
}

/** The words of a string in JSON, at their offsets in the file. */
function stringWords(
  { text, start, end }: Extract<JsonNode, { kind: 'string' }>,
  key: string,
  isItem: boolean,
  fileText: string,
): PathWord[] {
  const raw = fileText.slice(start + 1, end - 1);
  const words = key === packageScript ? scriptWords(text, 0) : wholeWord(wordsUnder(key, text, 0), key, text);
  const offsets = raw === text ? undefined : rawOffsets(raw);
  return words.map(({ tool, ...word }) => {
    const [from, to] = [word.start, word.start + word.text.length].map((at) => offsets?.[at] ?? at);
    const placed = { ...word, start: start + 1 + (from ?? 0) };
    // Strings with escapes are not edited.
    if (!tool || raw.slice(from, to) !== word.text) return placed;
    return {
      ...placed,
      tool: isItem ? { ...tool, between: listSeparator(fileText, placed.start, '"') } : tool,
    };
  });
}

/** The offset of each character of a JSON string in its source text. */
function rawOffsets(raw: string): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < raw.length; at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2)
    offsets.push(at);
  return [...offsets, raw.length];
}

/** Marks a text as editable if it is one word, and a path for any tool. */
function wholeWord(words: readonly PathWord[], key: string, text: string): PathWord[] {
  return words.map((word) =>
    word.text === text && isToolPath(key, text) ? { ...word, tool: { as: 'glob' } } : word,
  );
}

function aliasAt(key: string, value: JsonNode): ToolAlias[] {
  const items = value.kind === 'array' ? value.items : [value];
  const texts = items.flatMap((item) => (item.kind === 'string' && isTarget(item.text) ? [item.text] : []));
  const names = aliasNamesIn(key);
  return names.length > 0 && texts.length > 0 ? [{ names, start: value.start, spans: [value], texts }] : [];
}

/** The alias in a pair such as `["~", "./"]`. */
function pairAlias([key, value, ...others]: readonly JsonNode[]): ToolAlias[] {
  const isPair = key?.kind === 'string' && value?.kind === 'string' && others.length === 0;
  return isPair ? aliasAt(key.text, value) : [];
}

/** The source aliases that a key in a tool's table matches: `~`, `@/`, `^~/(.*)$`, `^[~@]/`. */
function aliasNamesIn(key: string): string[] {
  const [, several, group, single] =
    /^\^?(?:\[([~@]+)\]|\((?:\?:)?([~@|]+)\)|([~@]))(?:\\?\/[^A-Za-z]*)?\$?$/.exec(key) ?? [];
  return [...(several ?? group ?? single ?? '')].filter((name) => name !== '|');
}

/** Whether a text can be the target of an alias; a plain name is a package. */
function isTarget(text: string): boolean {
  return /^[.<]|\//.test(text);
}

/** The paths in the strings of a config, without comments and imports, which are references. */
export function scriptPaths(source: SourceText): MentionedPaths {
  const pieces = piecesOf(source);
  if (pieces.length === 0) return { words: [...looseWords(source.text, true)], aliases: [] };
  const words: PathWord[] = [];
  const aliases: ToolAlias[] = [];
  for (const { program } of pieces) {
    const names = namesIn([program]);
    const keys = new Map<t.Node, string>();
    const parents = new Map<t.Node, t.Node>();
    walk(program, (node) => {
      const key = keys.get(node);
      for (const [child, name] of keysOf(node, key ?? '', names)) {
        keys.set(child, name);
        parents.set(child, node);
      }
      if (key !== undefined && key !== asReference)
        for (const word of textsIn(node, key, names))
          words.push(literalWord(word, node, key, parents, source));
      const alias = aliasIn(node, names);
      if (alias) aliases.push(alias);
    });
  }
  const inOrder = (a: PathWord | ToolAlias, b: PathWord | ToolAlias) => a.start - b.start;
  return { words: words.sort(inOrder), aliases: aliases.sort(inOrder) };
}

/** The key of strings that are handled as references. */
const asReference = '\0';

/** Marks a literal as editable if it is a value or an item; other literals may be computed with. */
function literalWord(
  word: PathWord,
  node: t.Node,
  key: string,
  parents: ReadonlyMap<t.Node, t.Node>,
  { path, text }: SourceText,
): PathWord {
  const parent = parents.get(node);
  const { start, end } = spanOf(node);
  const isPlain =
    node.type === 'StringLiteral' || (node.type === 'TemplateLiteral' && node.expressions.length === 0);
  const isWhole = isPlain && text.slice(start + 1, end - 1) === word.text;
  if (!isWhole || namesCommands(key)) return word;
  if (parent?.type === 'ArrayExpression')
    return isToolPath(key, word.text)
      ? { ...word, tool: { as: 'glob', between: listSeparator(text, start + 1, text[start]) } }
      : word;
  const isKey = parent?.type === 'ObjectProperty' && parent.key === node;
  const isPattern = isKey && /^(?:\.lintstagedrc|lint-staged\.config)\./.test(posix.basename(path));
  const isValue = parent?.type === 'VariableDeclarator' || (parent?.type === 'ObjectProperty' && !isKey);
  return isPattern || (isValue && isToolPath(key, word.text)) ? { ...word, tool: { as: 'glob' } } : word;
}

/** The nearest name above each child: its property, variable or function. */
function keysOf(node: t.Node, outer: string, names: FileNames): (readonly [t.Node, string])[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return [[node.source, asReference]];
    case 'ExportNamedDeclaration':
      return [node.source, node.declaration].flatMap((child) =>
        child ? [[child, child === node.source ? asReference : outer] as const] : [],
      );
    case 'CallExpression':
    case 'NewExpression': {
      const name = calledName(node.callee);
      const isFollowed = node.callee.type === 'Import' || name === 'require';
      const key = isFollowed ? asReference : namesPaths(name) ? name : outer;
      const isForFiles = node.type === 'CallExpression' && fileArguments(node, names).length > 0;
      return node.arguments.map((argument, index) => [argument, isForFiles && index === 0 ? 'path' : key]);
    }
    case 'ObjectProperty':
      // A key may be a pattern with a slash.
      return [
        [node.key, 'key'],
        [node.value, node.computed ? outer : keyForValue(outer, plainKey(node.key) ?? '')],
      ];
    case 'VariableDeclarator':
      return node.init ? [[node.init, node.id.type === 'Identifier' ? node.id.name : outer]] : [];
    case 'AssignmentExpression':
      return [[node.right, node.left.type === 'MemberExpression' ? (memberName(node.left) ?? outer) : outer]];
    default:
      return childrenOf(node).map((child) => [child, outer]);
  }
}

/** The words of a string; a string that is appended to a folder is resolved from it. */
function textsIn(node: t.Node, key: string, names: FileNames): PathWord[] {
  if (node.type === 'StringLiteral') return wordsUnder(key, node.value, spanOf(node).start + 1);
  if (node.type === 'TemplateLiteral') {
    const [first, second] = node.quasis;
    const [base] = node.expressions;
    const start = first?.value.cooked ?? '';
    if (first && !base) return wordsUnder(key, start, spanOf(first).start);
    // Only the words of a command line before the first computed word are known.
    if (first && /\S\s/.test(start)) return wordsIn(start.replace(/\S*$/, ''), spanOf(first).start, spaced);
    if (!base || !second || first?.value.cooked !== '' || !isFolder(base, names)) return [];
    return wordsUnder('dir', `.${second.value.cooked ?? ''}`, spanOf(second).start);
  }
  if (isSum(node) && node.right.type === 'StringLiteral' && isFolder(node.left, names))
    return wordsUnder('dir', `.${node.right.value}`, spanOf(node.right).start + 1);
  return [];
}

/** Whether an expression is the folder of the file or of the process. */
function isFolder(node: t.Node, names: FileNames): boolean {
  const { from, steps } = placeOf(node, names) ?? {};
  return steps === '' && (from === 'file' || from === 'process');
}

function aliasIn(node: t.Node, names: FileNames): ToolAlias | undefined {
  const [key, value] = definitionIn(node) ?? [];
  if (!key || !value) return undefined;
  const aliases = aliasNamesIn(key.type === 'RegExpLiteral' ? key.pattern : (plainKey(key) ?? ''));
  const target = aliases.length > 0 ? targetOf(value, names) : undefined;
  return target && { names: aliases, start: spanOf(value).start, ...target };
}

/** The key and the value of an alias entry, in each form that tools accept. */
function definitionIn(node: t.Node): readonly [t.Node, t.Node] | undefined {
  if (node.type === 'ObjectProperty' && !node.computed) return [node.key, node.value];
  if (node.type === 'ObjectExpression') {
    const find = propertyOf(node, 'find');
    const replacement = propertyOf(node, 'replacement');
    return find && replacement && [find, replacement];
  }
  if (node.type === 'ArrayExpression') {
    const [key, value, ...others] = node.elements;
    return key && value && others.length === 0 ? [key, value] : undefined;
  }
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return undefined;
  return node.left.computed ? [node.left.property, node.right] : undefined;
}

/** The definition of an alias target; undefined if the value is not a path, or is defined elsewhere. */
function targetOf(value: t.Node, names: FileNames): Pick<ToolAlias, 'spans' | 'texts'> | undefined {
  const init = unwrapTypes(boundTo(value, names).init);
  const isAddress = init.type === 'MemberExpression' && /^(?:pathname|href)$/.test(memberName(init) ?? '');
  const node = isAddress ? unwrapTypes(init.object) : init;
  const isMade = node.type === 'CallExpression' || node.type === 'NewExpression' || isSum(node);
  const isText = node.type === 'StringLiteral' || node.type === 'ArrayExpression';
  if (!isMade && !isText && node.type !== 'TemplateLiteral' && !isFolder(node, names)) return undefined;
  const texts: string[] = [];
  walk(node, (child) => {
    if (child.type === 'StringLiteral') texts.push(child.value);
    else if (child.type === 'TemplateElement') texts.push(child.value.cooked ?? '');
  });
  if (isText && !texts.some(isTarget)) return undefined;
  return { spans: [value, node].map(spanOf), texts };
}
