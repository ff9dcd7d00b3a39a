import { type Default, is, notShown, type OptionRow } from '../option.ts';
import { section } from './row.ts';

export const { option, group } = section('2.11');

/** The group goes on in Variant A, but the reference does not show what is in it. */
export function shownInB(b: Default): { a: Default; b: Default } {
  return { a: notShown, b };
}

/** A switch, which is what most experiments are. */
export function flag(on: boolean, summary: string): OptionRow {
  return option('boolean', shownInB(is(on)), summary);
}
