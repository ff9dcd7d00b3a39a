import type * as t from '@babel/types';
import { spanOf } from '../../../config/source.ts';
import { asIs } from './encoders.ts';
import type { Scan } from './scan.ts';

/** `/// <reference … />` counts above the first statement only; below it is a plain comment. */
export function addDirectives(scan: Scan, { comments, program }: t.File): void {
  const first = program.directives[0] ?? program.body[0];
  const head = first ? spanOf(first).start : scan.code.length;
  for (const comment of comments ?? []) {
    const { start } = spanOf(comment);
    if (start >= head) return;
    if (comment.type !== 'CommentLine') continue;
    const [, before, attribute, , specifier] =
      /^(\/\s*<reference\s(?:[^>]*\s)?(path|types)\s*=\s*(["']))([^"'>]+)\3/.exec(comment.value) ?? [];
    if (before === undefined || specifier === undefined) continue;
    const from = start + '//'.length + before.length;
    const kind = attribute === 'path' ? 'path' : 'module';
    const span = { start: from, end: from + specifier.length };
    scan.references.push({ kind, specifier, ...span, open: false, encode: asIs });
  }
}
