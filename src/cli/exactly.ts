import { randomBytes } from 'node:crypto';
import { hasBracketCommands, hasLineCommands, visible } from '../report/plain.ts';
import { terminalPatch } from '../report/terminal.ts';
import { type Io, type Log, UsageError } from './io.ts';

/** A patch and a document may have lines around them, code may not, and annotations are meant to be obeyed by GitHub. */
export type ExactKind = 'patch' | 'document' | 'code' | 'annotations';

/** Prints a result for programs. Who reads along must not obey it: a terminal, or the log of a workflow behind a pipe. */
export function printExactly(text: string, kind: ExactKind, io: Io): void {
  if (io.outKind === 'terminal') io.out(onTerminal(text, kind, io));
  else io.exact(io.outKind === 'pipe' ? withoutObeying(text, kind, io.logs) : text);
}

function onTerminal(text: string, kind: ExactKind, { outLook }: Io): string {
  if (kind === 'patch') return terminalPatch(text, outLook.colors);
  return visible(kind === 'code' ? text.replaceAll('\r\n', '\n').replaceAll('\t', '    ') : text);
}

/**
 * What may go into a log: the text as it is if there is no command in it, else between lines that make GitHub obey
 * nothing. Throws where there is no such way.
 */
export function withoutObeying(text: string, kind: ExactKind, logs: readonly Log[]): string {
  const isObeyed = hasBracketCommands(text);
  if (logs.includes('other') && isObeyed) throw new UsageError(refusal);
  if (kind === 'annotations' || !logs.includes('github') || !(isObeyed || hasLineCommands(text))) return text;
  if (kind === 'code') throw new UsageError(refusal);
  const token = randomBytes(16).toString('hex');
  return `::stop-commands::${token}\n${text}${text.endsWith('\n') ? '' : '\n'}::${token}::\n`;
}

const refusal =
  'The output contains lines that the log of this workflow would run as commands, so it was not printed. Send it to a file instead: with `--output <file>` if the command has that option, else with `> <file>`.';
