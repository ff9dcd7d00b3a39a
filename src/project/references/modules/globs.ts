import type * as t from '@babel/types';
import { propertyOf, unwrapped } from '../../syntax/nodes.ts';
import { type Literal, literals } from './literals.ts';
import type { Scan } from './scan.ts';

/** Adds the patterns of `import.meta.glob`. */
export function addGlobs(scan: Scan, patterns: t.Node, options: t.Node | undefined): void {
  const base = options && propertyOf(unwrapped(options), 'base');
  if (base) addGlobBase(scan, base);
  const list = unwrapped(patterns);
  for (const item of list.type === 'ArrayExpression' ? list.elements : [list]) {
    for (const literal of item ? literals(scan.code, item) : []) addGlob(scan, literal, base !== undefined);
  }
}

function addGlob(scan: Scan, literal: Literal, hasBase: boolean): void {
  // What is excluded is named as what is included; the sign is none of the path.
  const negated = literal.specifier.startsWith('!') && scan.code[literal.start] === '!';
  const specifier = negated ? literal.specifier.slice(1) : literal.specifier;
  // With a base, relative patterns follow that folder and not this file.
  if (specifier === '' || (hasBase && specifier.startsWith('.'))) return;
  const start = literal.start + (negated ? 1 : 0);
  scan.references.push({ ...literal, kind: 'glob', specifier, start });
}

function addGlobBase(scan: Scan, node: t.Node): void {
  for (const literal of literals(scan.code, node)) {
    // A slash means the project root there, as in a pattern.
    scan.references.push({ ...literal, kind: literal.specifier.startsWith('/') ? 'glob' : 'path' });
  }
}
