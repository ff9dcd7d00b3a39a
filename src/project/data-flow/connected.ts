import type * as t from '@babel/types';
import { spanOf } from '../../config/source.ts';
import { remembered } from '../remembered.ts';
import { walk } from '../syntax/code.ts';
import { camelCase } from '../syntax/component.ts';

/** A program, with its text. */
export interface ProgramText {
  readonly program: t.Program;
  readonly code: string;
}

/** The part of a file that the data of a call can get to by the names of the file. */
export interface Connected {
  readonly statements: ReadonlySet<t.Node>;
  /** Where the text behind the script may use one of the names, as offsets in the file; undefined if it may anywhere. */
  readonly mentions: readonly number[] | undefined;
}

const word = /[\w$\u0080-\uFFFF]+/g;

/**
 * The statements that share names with the one that a call is in, directly or through others: no other one can touch
 * what the call gives. Names are told by the text alone, so that some may be in it for nothing. Undefined if the call is
 * in no statement, or if names may be written in a way that hides them.
 */
export function connectedWith(
  call: t.Node,
  programs: readonly ProgramText[],
  names: ReadonlySet<string>,
  behind: { readonly text: string; readonly start: number },
): Connected | undefined {
  if (programs.some(({ code }) => code.includes('\\u'))) return undefined;
  const statements = programs.flatMap(({ program, code }) =>
    program.body.map((node) => ({ node, names: namesIn(textOf(node, code), names) })),
  );
  const first = statements.find(({ node }) => isIn(node, call));
  if (!first) return undefined;
  const byName = new Map<string, (typeof statements)[number][]>();
  for (const statement of statements)
    for (const name of statement.names)
      remembered(byName, name, (): (typeof statements)[number][] => []).push(statement);
  const reached = new Set([first]);
  const shared = new Set<string>();
  // What is added while the set is gone through is gone through as well.
  for (const statement of reached)
    for (const name of statement.names) {
      if (shared.has(name)) continue;
      shared.add(name);
      for (const other of byName.get(name) ?? []) reached.add(other);
    }
  return {
    statements: new Set([...reached].map(({ node }) => node)),
    mentions: mentionsIn(behind.text, shared)?.map((offset) => behind.start + offset),
  };
}

const dashedWord = /[\w$\u0080-\uFFFF-]+/g;

function mentionsIn(template: string, names: ReadonlySet<string>): readonly number[] | undefined {
  // Entities and escapes can spell any name.
  if (/&#|\\u/.test(template)) return undefined;
  const found: number[] = [];
  for (const { 0: text, index } of template.matchAll(dashedWord)) {
    // `:post-card` may be short for `:post-card="postCard"`.
    const words = text.includes('-') ? [...text.split('-'), camelCase(text)] : [text];
    if (words.some((one) => names.has(one))) found.push(index);
  }
  return found;
}

function namesIn(text: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name] of text.matchAll(word)) if (names.has(name)) found.add(name);
  return found;
}

function textOf(node: t.Node, code: string): string {
  const { start, end } = spanOf(node);
  return code.slice(start, end);
}

function isIn(statement: t.Node, call: t.Node): boolean {
  const [outer, inner] = [spanOf(statement), spanOf(call)];
  if (inner.start < outer.start || inner.end > outer.end) return false;
  let isFound = false;
  walk(statement, (node) => {
    isFound ||= node === call;
  });
  return isFound;
}
