import { positionOf } from '../../config/problem.ts';
import { Unparsed } from './reference.ts';

/** Says where in `text` the parser gave up on the code that starts at `base`. */
export function unparsed(error: unknown, what: string, path: string, text: string, base: number): Unparsed {
  if (error instanceof Unparsed) return error;
  if (error instanceof RangeError)
    return new Unparsed(`${what} is nested too deeply to be parsed`, positionOf(path, text, base));
  if (!(error instanceof SyntaxError)) throw error;
  const offset = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
  // Babel appends "(line:column)", which the position says already.
  const reason = error.message.replace(/\s*\(\d+:\d+\)$/, '').split('\n')[0];
  return new Unparsed(`${what} cannot be parsed: ${reason}`, positionOf(path, text, base + offset));
}
