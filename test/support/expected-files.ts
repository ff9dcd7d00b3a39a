import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** Whether expected files are rewritten before they are compared: `npm run test:update`, or `vitest -u`. */
export const isUpdating = process.env.FW_MIGRATE_UPDATE === '1';

/** Compares a text with the one that is expected of it, byte by byte. A file that is missing is a failure. */
export function expectText(file: string, text: string): void {
  const there = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (isUpdating && there !== text) write(file, text);
  expect(text, missing(file)).toBe(isUpdating ? text : there);
}

/** Compares a list with the expected one, which has no file if it is empty. Both may be brought into another form first. */
export function expectList<Item extends object>(
  file: string,
  list: readonly Item[],
  compared: (list: readonly Item[]) => unknown = (one) => one,
): void {
  const expected = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Item[]) : [];
  if (isUpdating) {
    // How a file is formatted does not matter: one that says the same stays as it is.
    if (isDeepStrictEqual(compared(list), compared(expected))) return;
    if (list.length === 0) rmSync(file);
    else write(file, `[\n${list.map((item) => `  ${spaced(item)}`).join(',\n')}\n]\n`);
    return;
  }
  expect(compared(list), missing(file)).toEqual(compared(expected));
}

/** An object on one line. */
function spaced(item: object): string {
  const fields = Object.entries(item).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
      : undefined;
    return `${JSON.stringify(name)}: ${text ?? JSON.stringify(value)}`;
  });
  return `{${fields.join(', ')}}`;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function missing(file: string): string | undefined {
  return existsSync(file) ? undefined : `${file} is missing: \`npm run test:update\` writes it`;
}
