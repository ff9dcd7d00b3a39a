import { readIfRegular } from './open-file.ts';

/** The folder for our own files, inside the folder that a run is given. */
export const ownFolder = '.fw-migrate';

/** What the formats that have room for it say about themselves, in their first lines. */
export const reportMarks = {
  markdown: '<!-- fw-migrate -->',
  html: '<meta name="generator" content="fw-migrate">',
} as const;

/** What the reports look like that have no such mark. */
const looks: readonly RegExp[] = [
  /^\{\s*"schemaVersion": \d+,\s*"target": "v4"/,
  /^\{\s*"\$schema": "[^"]*sarif[^"]*".{0,600}"name": "fw-migrate"/s,
  /^::notice title=fw-migrate::/,
  /^\d+ projects?, \d+ files? (?:would be )?moved, /m,
];

/** Whether a text is a report of an earlier run: it names what moved, and may be written over. */
export function isOwnReport(text: string): boolean {
  const isPage = /^<!doctype html>/i.test(text) && text.slice(0, 2000).includes(reportMarks.html);
  return (
    isPage ||
    text.startsWith(reportMarks.markdown) ||
    looks.some((look) => look.test(text)) ||
    isOwnPatch(text)
  );
}

/** We have no object names, which git itself writes into every patch that changes a text. */
function isOwnPatch(text: string): boolean {
  return text.startsWith('diff --git ') && !/^index [\da-f]+\.\./m.test(text);
}

/** More bytes than any report has; what is larger is not read. */
export const mostReportBytes = 256_000_000;

/** Whether a file is a report of an earlier run, which is nobody's work. */
export function isReportFile(path: string): boolean {
  return isOwnReport(readIfRegular(path, mostReportBytes)?.toString('utf8') ?? '');
}
