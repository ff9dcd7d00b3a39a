import { createRequire } from 'node:module';
import type Jscodeshift from 'jscodeshift';
import type { API, Transform as Codemod } from 'jscodeshift';

/** A codemod written for jscodeshift, run as it is. What it prints is its own business. */
export interface ForeignTransform {
  readonly id: string;
  readonly codemod: Codemod;
  readonly parser?: string | undefined;
}

const require = createRequire(import.meta.url);

/** Runs a jscodeshift codemod on one text and returns the text it leaves. */
export function runForeign({ id, codemod, parser }: ForeignTransform, path: string, source: string): string {
  const jscodeshift = require('jscodeshift') as typeof Jscodeshift;
  const j = jscodeshift.withParser(parser ?? (/\.[cm]?ts$/.test(path) ? 'ts' : 'babel'));
  const api: API = { j, jscodeshift: j, stats: () => {}, report: () => {} };
  const result: unknown = codemod({ path, source }, api, {});
  if (result === undefined || result === null || result === '') return source;
  if (typeof result !== 'string')
    throw new Error(`${id} must return a text; asynchronous codemods are not run`);
  return result;
}
