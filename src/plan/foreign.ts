import { createRequire } from 'node:module';
import type Jscodeshift from 'jscodeshift';
import type { API, Transform as Codemod } from 'jscodeshift';

/** A codemod written for jscodeshift, run as it is. */
export interface ForeignTransform {
  readonly id: string;
  readonly codemod: Codemod;
  readonly parser?: string | undefined;
}

const require = createRequire(import.meta.url);

/** What a codemod leaves of a text, and what it said with `api.report`. */
interface ForeignResult {
  readonly code: string;
  readonly messages: readonly string[];
}

/** Runs a jscodeshift codemod on one text. */
export function runForeign(
  { id, codemod, parser }: ForeignTransform,
  path: string,
  source: string,
): ForeignResult {
  const jscodeshift = require('jscodeshift') as typeof Jscodeshift;
  const j = jscodeshift.withParser(parser ?? (/\.[cm]?ts$/.test(path) ? 'ts' : 'babel'));
  const messages: string[] = [];
  const api: API = {
    j,
    jscodeshift: j,
    stats: () => {},
    report: (message) => void messages.push(String(message)),
  };
  const result: unknown = codemod({ path, source }, api, {});
  if (result === undefined || result === null || result === '') return { code: source, messages };
  if (typeof result !== 'string')
    throw new Error(`${id} must return a text; asynchronous codemods are not run`);
  return { code: result, messages };
}
