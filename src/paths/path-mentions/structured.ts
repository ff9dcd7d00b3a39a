/** Reads the strings of scripts, JSON and YAML of tools, where the keys above a string say whether it is a path. */

import type * as t from '@babel/types';
import { baseName } from '../../base/paths.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { lenient, parser } from '../../config/parse.ts';
import { spanOf } from '../../config/source.ts';
import { plainKey, unwrapTypes } from '../../config/syntax.ts';
import { type FileNames, namesIn } from '../../tree/syntax/bindings.ts';
import { isSum, propertyOf, walk } from '../../tree/syntax/code.ts';
import { ifParsed, programsIn, type SourceText } from '../../tree/syntax/source-text.ts';
import { wordTest } from '../../tree/word-filter.ts';
import { yamlTexts } from '../../tree/yaml.ts';
import { boundTo, codePath } from '../places.ts';
import { type PlacedString, stringsIn, withPlainQuotes } from '../references/code-strings.ts';
import {
  commandWords,
  type MentionedPaths,
  namesCommands,
  namesPaths,
  type PathWord,
  scriptWords,
  settingWords,
  spaced,
  type ToolAlias,
  wordsIn,
} from './words.ts';

/** A string as written, without its quotes. */
type KeyedText = Pick<PlacedString, 'keys' | 'role'> & Pick<PathWord, 'text' | 'start'>;

/** Whether a value may be edited. */
type EditTest = (keys: readonly string[], text: string) => boolean;

/** Whether a tool must read a text as a path or pattern, because of its key, its start or its stars. */
const isToolPath: EditTest = (keys, text) => {
  const hasStars = text.includes('*') && text.includes('/');
  return isPathKey(keys) || /^!?(?:\.{1,2}\/|<rootDir>\/)/.test(text) || hasStars;
};

/** Whether the keys of a value say that it is a path; the options of lint rules are names. */
function isPathKey(keys: readonly string[]): boolean {
  const isOfRule = keys.includes('rules') && !/^(?:changes|exists|paths)$/.test(keys.at(-1) ?? '');
  return namesPaths(keyOf(keys)) && !isOfRule;
}

/** The key that describes a value: everything below `dirs` is a folder, whatever its own key. */
function keyOf(keys: readonly string[]): string {
  const outer = keys.at(-2) ?? '';
  return /^(?:dir(?:ectorie)?s?|folders)$/i.test(outer) ? outer : (keys.at(-1) ?? '');
}

/** The words of a string: a path, a command line, or a text of which only words with a slash count. */
function wordsOf(
  { text, start, keys, role }: KeyedText,
  path: string,
  isEdited: EditTest,
): PathWord[] {
  const name = baseName(path);
  const isPackage = name.toLowerCase() === 'package.json';
  const [outer = '', own = ''] = [keys.at(-2), keys.at(-1)];
  if (role === 'key') {
    // The keys of some tables are import names.
    if (isPackage && /^(?:exports|imports|typesVersions)$/.test(keys[0] ?? '')) return [];
    const isPattern = own === 'lint-staged' || /lint-?staged/.test(name);
    return [{ text, start, plain: false, ...(isPattern && { edit: 'glob' }) }];
  }
  if (isPackage && keys[0] === 'scripts') return scriptWords(text, start);
  const isNamedCommand = !namesPaths(own) && (namesCommands(outer) || outer === 'lint-staged');
  if (namesCommands(own) || isNamedCommand) return commandWords(text, start);
  const plain = isPathKey(keys);
  // A text of several lines is a list.
  if (/\s/.test(text)) return wordsIn(text, start, spaced, plain && text.includes('\n'));
  // A name in a constant may be joined to anything.
  const isWhole = role === 'value' || (role === 'constant' && text.includes('/'));
  return [{ text, start, plain, ...(isWhole && isEdited(keys, text) && { edit: 'glob' }) }];
}

/** The paths in the strings and keys of JSON. */
export function jsonPaths(source: SourceText): MentionedPaths {
  // JSON is also an expression, with or without comments.
  const root = ifParsed(() => parser().parseExpression(source.text, lenient));
  return root ? codePaths(root, new Map(), source) : loosePaths(source);
}

/** The paths in the strings of a config, without comments and imports, which are references. */
export function scriptPaths(source: SourceText): MentionedPaths {
  const [program] = programsIn(source);
  return program ? codePaths(program, namesIn(program), source) : loosePaths(source);
}

/** The words of a text that cannot be parsed. */
function loosePaths({ text }: SourceText): MentionedPaths {
  return { words: wordsIn(text, 0, /[^\s"'`()<>[\]{}|,;=]{1,1000}/g, true) };
}

function codePaths(root: t.Node, names: FileNames, source: SourceText): MentionedPaths {
  const strings = stringsIn(root, names);
  const texts = strings.map((string) => textOf(string, source.text));
  // Paths from the folder of the file are references.
  const words = texts.flatMap((text, index) =>
    strings[index]?.isOwn ? [] : wordsOf(text, source.path, isToolPath),
  );
  const hasOwnRoot = texts.some(
    ({ keys, text }) => keys.some((key) => rootKeys.test(key)) && /\w/.test(text),
  );
  const aliases: ToolAlias[] = [];
  walk(root, (node) => {
    const alias = aliasIn(node, names);
    if (alias) aliases.push(alias);
  });
  return {
    // Other paths of the file may be relative to its root, or to the folder of the file.
    words: hasOwnRoot ? words.map(({ edit: _, ...word }) => word) : words,
    aliases: aliases.sort((a, b) => a.start - b.start),
  };
}

/** Keys of the folder that a tool starts in. */
const rootKeys = /^(?:root|rootDir|testDir|cwd)$/;

/** The text of a string as it is written. */
function textOf({ start, end, keys, role }: PlacedString, code: string): KeyedText {
  const text = withPlainQuotes(code.slice(start, end));
  // The computed part before a slash may be a folder.
  return {
    text: role === 'continuation' && text.startsWith('/') ? `.${text}` : text,
    start,
    keys,
    role,
  };
}

/** The source aliases that a key in a tool's table matches: `~`, `@/`, `^~/(.*)$`, `^[~@]/`. */
function aliasNamesIn(key: string): string[] {
  const [, several, group, single] =
    /^\^?(?:\[([~@]+)\]|\((?:\?:)?([~@|]+)\)|([~@]))(?:\\?\/[^A-Za-z]*)?\$?$/.exec(key) ?? [];
  return [...(several ?? group ?? single ?? '')].filter((name) => name !== '|');
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
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression')
    return undefined;
  return node.left.computed ? [node.left.property, node.right] : undefined;
}

/** The definition of an alias target; undefined if the value is not a path, or is defined elsewhere. */
function targetOf(value: t.Node, names: FileNames): Pick<ToolAlias, 'spans' | 'texts'> | undefined {
  const node = unwrapTypes(boundTo(value, names));
  const texts: string[] = [];
  walk(node, (child) => {
    if (child.type === 'StringLiteral') texts.push(child.value);
    else if (child.type === 'TemplateElement') texts.push(child.value.cooked ?? '');
  });
  // A plain name is a package.
  const isText = node.type === 'StringLiteral' || node.type === 'ArrayExpression';
  const isMade =
    isSum(node) || /^(?:CallExpression|NewExpression|TemplateLiteral)$/.test(node.type);
  const isPath = isText
    ? texts.some((text) => /^[.<]|\//.test(text))
    : isMade || (codePath(node, names)?.start ?? 'unknown') !== 'unknown';
  return isPath ? { spans: [value, node].map(spanOf), texts } : undefined;
}

/** The strings that are edited in the files of some tools; in other YAML, paths are only reported. */
const editedYaml: readonly (readonly [file: RegExp, isEdited: EditTest, from?: 'repository'])[] = [
  [
    /^\.github\/workflows\/[^/]+\.ya?ml$/,
    (keys) =>
      (keys[0] === 'on' && /^paths(?:-ignore)?$/.test(keys[2] ?? '')) ||
      keys.at(-1) === 'working-directory',
    'repository',
  ],
  [/^\.gitlab-ci\.ya?ml$/, (keys) => keys.includes('changes'), 'repository'],
  [/(?:^|\/)(?:\.\w+rc(?:\.ya?ml)?|lefthook\.ya?ml)$/, isToolPath],
];

/** The paths in YAML, or in JSON under its name. */
export function yamlPaths(source: SourceText): MentionedPaths {
  const { path, text: yaml } = source;
  if (/^\s*\{/.test(yaml)) return jsonPaths(source);
  const [, isEdited, from] = editedYaml.find(([file]) => file.test(path)) ?? [];
  const texts = yamlTexts(yaml);
  if (!texts) return { words: settingWords(yaml) };
  const words = texts.flatMap((text) =>
    wordsOf(text, path, (keys, value) => !text.isShared && isEdited?.(keys, value) === true),
  );
  return { words: from ? words.map((word) => (word.edit ? { ...word, from } : word)) : words };
}

const quoted = String.raw`(?:'[^'\n]*'|"[^"\n]*"|\`[^\`\n]*\`)`;
/** Calls of which the first argument is relative to the working folder. */
const fileCalls = new RegExp(
  String.raw`(?:(?<![.\w])(?<resolve>resolve)|\bpath\.resolve|Sync|\b(?:readdir|readFile|glob|globby|fg(?:\.sync)?))\(\s*\[?\s*(?<path>${quoted})`,
  'g',
);
/** How the modules that join paths are imported, at the end of their names. */
const joiners = ["path'", 'path"', "pathe'", 'pathe"'];
/** Without such a module, `resolve` is that of a promise. */
const pathModule = /["'](?:node:)?pathe?["']/;

/**
 * Finds paths from a folder that code gets at run time: `join(cwd(), 'a', 'b')`, `readdirSync('a')`,
 * `${options.rootDir}/a`. The code is not parsed: what is found only counts if it exists and moves. With
 * `options`, only folders in options of the framework count.
 */
export function createFolderReader(
  { path: { rootDir, srcDir } }: Catalogue,
  asked: 'anything' | 'options',
) {
  const options = [rootDir, srcDir];
  const isAny = asked === 'anything';
  const folder = [...options, ...(isAny ? [String.raw`cwd\(\)`, 'ROOT'] : [])];
  // The start of a name like `projectRoot` is not part of the pattern, because every word would be tried.
  const rootName = isAny ? '|(?<![$-])[rR]oot' : '';
  const joined = new RegExp(
    [
      String.raw`(?:(?<![\w$-])(?<folder>${folder.join('|')})${rootName})`,
      String.raw`(?:\}(?<template>/[^\s'"\`$]+)|\s*\+\s*(?<sum>${quoted})`,
      String.raw`|(?:\)\.resolve\(|\s*,)\s*(?<parts>${quoted}(?:\s*,\s*${quoted})*))`,
    ].join(''),
    'g',
  );
  return {
    /** Whether a text may have such code. */
    needs: wordTest([
      ...options,
      ...(isAny
        ? ['cwd()', 'Sync(', 'readdir', 'readFile', 'glob(', 'globby(', 'fg(', 'fg.', ...joiners]
        : []),
    ]),
    words(text: string): PathWord[] {
      const words: PathWord[] = [];
      const add = (written: string, start: number, from?: 'source') => {
        const strings = written
          .match(new RegExp(quoted, 'g'))
          ?.map((string) => string.slice(1, -1));
        const whole = (strings ?? [written]).map((part) => part.replace(/^\/+/, '')).join('/');
        // Only the folders at the start of a computed text are known.
        const path = whole.replace(/[^/]*\$\{.*$/, '');
        if (path !== '')
          words.push({ text: path, start: start + (strings ? 1 : 0), plain: true, from });
      };
      for (const { 0: whole, index, groups = {} } of text.matchAll(joined)) {
        const path = groups.template ?? groups.sum ?? groups.parts ?? '';
        add(
          path,
          index + whole.length - path.length,
          groups.folder === srcDir ? 'source' : undefined,
        );
      }
      if (isAny)
        for (const { 0: whole, index, groups: { resolve, path = '' } = {} } of text.matchAll(
          fileCalls,
        ))
          if (!resolve || pathModule.test(text)) add(path, index + whole.length - path.length);
      return words.sort((a, b) => a.start - b.start);
    },
  };
}
