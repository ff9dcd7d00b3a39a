import type { Catalogue } from '../../catalogue/index.ts';
import { wordTest } from '../word-filter.ts';
import type { PathWord } from './words.ts';

/** Reads paths in code that start with a folder known at run time. */
export interface FolderReader {
  /** Whether a text may have such code. */
  needs(text: string): boolean;
  words(text: string): PathWord[];
}

const quoted = String.raw`(?:'[^'\n]*'|"[^"\n]*"|\`[^\`\n]*\`)`;
/** Calls of which the first argument is relative to the working folder. */
const fileCalls = new RegExp(
  String.raw`(?:(?<![.\w])(?<resolve>resolve)|\bpath\.resolve|Sync|\b(?:readdir|readFile|glob|globby|fg(?:\.sync)?))\(\s*\[?\s*(?<path>${quoted})`,
  'g',
);
/** Without such a module, `resolve` is that of a promise. */
const pathModule = /["'](?:node:)?pathe?["']/;

/**
 * Finds paths from a folder that code gets at run time: `join(cwd(), 'a', 'b')`, `readdirSync('a')`,
 * `${options.rootDir}/a`. The code is not parsed: what is found only counts if it exists and moves. With
 * `options`, only folders in options of the framework count.
 */
export function createFolderReader(
  { path: { rootDir, srcDir } }: Catalogue,
  asked: 'anything' | 'options' = 'anything',
): FolderReader {
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
    needs: wordTest([
      ...options,
      ...(isAny ? ['cwd()', 'oot', 'ROOT', 'Sync(', 'read', 'glob', 'resolve('] : []),
    ]),
    words(text) {
      const words: PathWord[] = [];
      const add = (written: string, start: number, from?: 'source') => {
        const strings = written.match(new RegExp(quoted, 'g'))?.map((string) => string.slice(1, -1));
        const whole = (strings ?? [written]).map((part) => part.replace(/^\/+/, '')).join('/');
        // Only the folders at the start of a computed text are known.
        const path = whole.replace(/[^/]*\$\{.*$/, '');
        if (path !== '') words.push({ text: path, start: start + (strings ? 1 : 0), plain: true, from });
      };
      for (const { 0: whole, index, groups = {} } of text.matchAll(joined)) {
        const path = groups.template ?? groups.sum ?? groups.parts ?? '';
        add(path, index + whole.length - path.length, groups.folder === srcDir ? 'source' : undefined);
      }
      if (isAny)
        for (const { 0: whole, index, groups: { resolve, path = '' } = {} } of text.matchAll(fileCalls))
          if (!resolve || pathModule.test(text)) add(path, index + whole.length - path.length);
      return words.sort((a, b) => a.start - b.start);
    },
  };
}
