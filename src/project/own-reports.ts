/** What the reports that we write look like: each format has a mark of its own. */
const marks: readonly RegExp[] = [
  /^\{\s*"schemaVersion": \d+,\s*"target": "v4"/,
  /^<!-- fw-migrate/,
  /^\{\s*"\$schema": "[^"]*sarif[^"]*"[^]{0,600}"name": "fw-migrate"/,
  /^<!doctype html>[^]{0,2000}<meta name="generator" content="fw-migrate/i,
  /^diff --git /,
  /^::(?:notice|warning) [^]*title=/,
  /^\d+ projects?, \d+ files? (?:would be )?moved, /m,
];

/** Whether a text is a report of an earlier run: it names what moved, and may be written over. */
export function isOwnReport(text: string): boolean {
  return marks.some((mark) => mark.test(text));
}
