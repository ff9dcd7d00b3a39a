import { posix } from 'node:path';
import type { Catalogue } from '../catalogue/index.ts';
import { escaped } from '../catalogue/spelling.ts';
import { isInside } from '../config/places.ts';
import { positionOf } from '../config/problem.ts';
import { memberOf, parseJson } from '../project/json.ts';
import { isOwnReport } from '../project/own-files.ts';
import type { SyntaxFinder } from '../project/path-mentions/syntaxes.ts';
import { isTsConfig } from '../project/references/json-files.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type FrameworkChanges, noFrameworkChanges } from './follow-files.ts';
import { followUpFrom } from './follow-up.ts';

/**
 * Finds where tools name a tsconfig that only Variant B generates: which of the new ones they need is unknown. `left` are
 * projects that still have theirs.
 */
export function createGeneratedSearch(
  generated: readonly TreePath[],
  left: readonly TreePath[],
  syntaxOf: SyntaxFinder,
  { names, facts }: Catalogue,
): FrameworkChanges {
  if (generated.length === 0) return noFrameworkChanges;
  const ends = [...new Set(generated.map((path) => path.split('/').slice(-2).join('/')))];
  const mention = new RegExp(
    `(?:[\\w@.-]{1,100}/){0,20}(?<![\\w@.-])(?:${ends.map(escaped).join('|')})(?![\\w.-])`,
    'g',
  );
  const concerns = (path: TreePath) => {
    const syntax = syntaxOf(path);
    const isRead = isTsConfig(path) || (syntax !== undefined && !syntax.isProse);
    return isRead && !left.some((folder) => isInside(path, folder));
  };
  return {
    concerns,
    look(path, text) {
      if (!ends.some((end) => text.includes(end)) || !concerns(path) || isOwnReport(text)) return undefined;
      // What a tsconfig extends is asked about as such.
      const parent = isTsConfig(path) ? memberOf(parseJson(text), 'extends') : undefined;
      const found = [...text.matchAll(mention)].filter(
        ({ 0: said, index }) =>
          !(parent && index > parent.start && index < parent.end) &&
          !isComment(text, index) &&
          generated.some((one) => isSaid(said, one)),
      );
      const [first] = found;
      if (!first) return undefined;
      const folder = parentOf(first[0]);
      const files = facts.generatedTsConfigs.map((file) => `\`${posix.join(folder, file)}\``).join(' or ');
      const message = `Only ${names.variants.b} generates \`${first[0]}\`: use ${files} instead, depending on which files are meant.`;
      const evidence = found.map(({ index }) => positionOf(path, text, index));
      const at = positionOf(path, text, first.index);
      return { edits: [], followUps: [followUpFrom({ code: 'tsconfig-gone', message, evidence }, '', at)] };
    },
  };
}

/** Whether a text names a place from one of the folders above it. */
function isSaid(text: string, place: TreePath): boolean {
  const path = text.replace(/^(?:\.{0,2}\/)+/, '');
  return place === path || place.endsWith(`/${path}`);
}

function isComment(text: string, offset: number): boolean {
  return /^\s*(?:\/\/|#|\*|\/\*)/.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
}
