import { followUps } from '../catalogue/follow-ups.ts';
import { type Check, integer, listOf, Mismatch, oneOf, text, where } from '../project/shape.ts';
import { fields } from './arguments.ts';

const position = fields({ file: text, line: integer(1), column: integer(1) });
const path = listOf(where('a key or an index', (value) => ['string', 'number'].includes(typeof value)));
const place = fields({ path, layer: integer(0) });

const kinds: { readonly [kind: string]: Check } = {
  set: where('a change with a `value`', (value) => Object.hasOwn(Object(value), 'value')),
  remove: () => {},
  rename: fields({ to: path }),
  append: fields({ items: listOf(() => {}) }),
};

const change: Check = (value, at) => {
  fields({ kind: oneOf(...Object.keys(kinds)) })(value, at);
  place(value, at);
  kinds[(value as { readonly kind: string }).kind]?.(value, at);
};

const note: Check = (value, at) => {
  const kind = oneOf('decide', 'verify');
  fields({ code: text, message: text }, { kind, at: position, evidence: listOf(position) })(value, at);
  const { code, kind: given } = value as { readonly code: string; readonly kind?: unknown };
  if (given !== undefined || Object.hasOwn(followUps, code)) return;
  throw new Mismatch(`${at}.kind`, `decide or verify, because \`${code}\` is a code of your own`, given);
};

/** What `run` of a transform has to return. */
export const findings = listOf(
  fields({ option: text, at: position }, { changes: listOf(change), message: text, followUps: listOf(note) }),
);
