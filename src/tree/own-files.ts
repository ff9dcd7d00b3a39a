/** Recognises the files that this tool writes itself: its folder, its settings, and reports of earlier runs. */

import type { Span } from '../base/edits.ts';
import { baseName } from '../base/paths.ts';
import { moduleExtensions } from '../catalogue/extensions.ts';
import { readIfRegular } from './open-file.ts';
import type { TreePath } from './snapshot.ts';

/** The folder for our own files, inside the migrated folder. */
export const ownFolder = '.fw-migrate';

/** Marks in the first lines of reports, for formats that allow them. */
export const reportMarks = {
  markdown: '<!-- fw-migrate -->',
  html: '<meta name="generator" content="fw-migrate">',
  patch: '# fw-migrate: ',
} as const;

/** Patterns for reports without a mark. */
const looks: readonly RegExp[] = [
  /^\{\s*"schemaVersion":\s*\d+,\s*"target":\s*"v4"/,
  /^\{\s*"\$schema":\s*"[^"]*sarif[^"]*".{0,600}"name":\s*"fw-migrate"/s,
  /^::notice title=fw-migrate::/,
];

/** The summaries of plain-text reports, on any line; a plain search excludes most texts much faster. */
const summaries: readonly (readonly [part: string, look: RegExp])[] = [
  [
    ' to decide, ',
    /^\d+ projects?, (?:\d+ of them not migrated, )?(?:\d+ files? (?:would be )?moved|nothing to change), /m,
  ],
  [' migrated, ', /^\d+ repositor(?:y|ies): \d+ migrated, /m],
];

/** Whether a text is a report of an earlier run, which lists moved paths and may be overwritten. */
export function isOwnReport(text: string): boolean {
  const isPage = /^<!doctype html>/i.test(text) && text.slice(0, 2000).includes(reportMarks.html);
  return (
    isPage ||
    text.startsWith(reportMarks.markdown) ||
    looks.some((look) => look.test(text)) ||
    summaries.some(([part, look]) => text.includes(part) && look.test(text)) ||
    isOwnPatch(text)
  );
}

/** Our patches have no object names, unlike git's own patches of texts. */
function isOwnPatch(text: string): boolean {
  const isPatch = text.startsWith('diff --git ') || text.startsWith(reportMarks.patch);
  return isPatch && !/^index [\da-f]+\.\./m.test(text);
}

/** The names of settings files. */
export const settingsNames = ['json', ...moduleExtensions].map(
  (extension) => `fw-migrate.config.${extension}`,
);

/** The lists of `move` and `stay` in our own settings: their folders are relative to the source directory. */
export function folderNameSpans(path: TreePath, text: string): Span[] {
  const name = baseName(path);
  const isPackage = name === 'package.json' && text.includes('"fw-migrate"');
  if (!isPackage && !settingsNames.includes(name)) return [];
  return [...text.matchAll(/\b(?:move|stay)["']?\s*:\s*\[[^[\]]*\]/g)].map(
    ({ 0: list, index: start }) => {
      return { start, end: start + list.length };
    },
  );
}

/** More bytes than any report has; larger files are not read. */
export const mostReportBytes = 256_000_000;

/** Whether a file is a report of an earlier run, which is not anyone's work. */
export function isReportFile(path: string): boolean {
  return isOwnReport(readIfRegular(path, mostReportBytes)?.toString('utf8') ?? '');
}
