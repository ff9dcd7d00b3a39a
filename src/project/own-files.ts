import { readIfRegular } from './open-file.ts';

/** The folder for our own files, inside the folder that a run is given. */
export const ownFolder = '.fw-migrate';

/** What the reports that we write look like: each format has a mark of its own. */
const marks: readonly RegExp[] = [
  /^\{\s*"schemaVersion": \d+,\s*"target": "v4"/,
  /^<!-- fw-migrate/,
  /^\{\s*"\$schema": "[^"]*sarif[^"]*".{0,600}"name": "fw-migrate"/s,
  /^<!doctype html>.{0,2000}<meta name="generator" content="fw-migrate/is,
  /^::notice title=fw-migrate::/,
  /^\d+ projects?, \d+ files? (?:would be )?moved, /m,
];

/** Whether a text is a report of an earlier run: it names what moved, and may be written over. */
export function isOwnReport(text: string): boolean {
  return marks.some((mark) => mark.test(text)) || isOwnPatch(text);
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
