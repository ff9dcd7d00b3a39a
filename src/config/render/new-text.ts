import { Code, ConfigPath, type NewValue } from '../change.ts';
import { type Printer, printJson, quoted } from '../print.ts';
import type { SourceFile } from '../source.ts';
import { styleOf } from '../style.ts';

/** New text in the style of a file; a string that takes a string's place keeps its quotes. */
export function newText(file: SourceFile, value: NewValue, quote?: string): Printer {
  if (value instanceof Code) return () => value.text;
  if (value instanceof ConfigPath) throw new Error('A path can only be set where a path expression stands');
  if (typeof value === 'string' && (quote === "'" || quote === '"' || quote === '`'))
    return () => quoted(value, quote);
  return printJson(value, styleOf(file));
}
