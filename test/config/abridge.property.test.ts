import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { abridged, placeholdersIn } from '../../src/config/abridge.ts';
import { applyEdits, type MadeEdit } from '../../src/config/edits.ts';
import { locateConfig } from '../../src/config/locate.ts';
import { Modules } from '../../src/config/modules.ts';
import { ifReadable } from '../../src/config/problem.ts';
import type { ObjectValue } from '../../src/config/value.ts';
import { generate, Tape } from './support/generate.ts';

const tapes = fc.array(fc.nat({ max: 5039 }), { maxLength: 400, size: 'max' });
const scale = Number(process.env.FW_MIGRATE_RUNS ?? 100) / 100;

// What an edit that went wrong might leave, and what it should.
const pieces = [
  ...[
    '',
    ' ',
    '\n',
    ',',
    ',,',
    ':',
    '}',
    '{',
    ']',
    '[',
    ')',
    '(',
    '/',
    ' / x',
    ' + y',
    '.z',
    '()',
    '?',
    '=',
    '=>',
  ],
  ...[
    "'",
    '"',
    '`',
    '//',
    '/*',
    '*/',
    '${',
    '// note\n',
    '/* note */',
    'a: 1',
    ', a: 1',
    'a: 1, ',
    '...rest, ',
  ],
  ...["b: { c: '~/d' }, ", "'e'", 'f', 'async', 'await', 'as const', ' satisfies X', '<T>', '#private', '\\'],
];

function read(text: string): ObjectValue | undefined {
  return ifReadable(() =>
    locateConfig(new Modules('fw.config.ts', text, () => undefined, fwCatalogue).config),
  );
}

/** Edits as they are made: in the order of the text, and apart from each other. */
function editsIn(text: string, tape: Tape): MadeEdit[] {
  const edits: MadeEdit[] = [];
  let at = 0;
  for (let left = 1 + tape.below(3); left > 0; left -= 1) {
    const start = at + tape.below(Math.max(1, Math.floor((text.length - at) / left)));
    const end = Math.min(text.length, start + (tape.below(2) === 0 ? 0 : tape.below(12)));
    edits.push({ start, end, text: pieces[tape.below(pieces.length)] ?? '' });
    at = end + 1;
  }
  return edits;
}

describe('the part of a changed config that is read again', () => {
  it(
    'can only be parsed if the whole can',
    () => {
      let parsed = 0;
      fc.assert(
        fc.property(tapes, tapes, (numbers, choices) => {
          const { text } = generate(new Tape(numbers));
          const before = read(text);
          if (before?.form.kind !== 'literal') return;
          const edits = editsIn(text, new Tape(choices));
          const part = abridged(before.at.scope.file, before.form.node, edits);
          const after = part && read(part.text);
          if (after?.form.kind !== 'literal' || placeholdersIn(after.form.node) !== part?.count) return;
          parsed += Number(part.count > 0);
          expect(read(applyEdits(text, edits)), part.text).toBeDefined();
        }),
        { numRuns: Math.ceil(6000 * scale) },
      );
      // Else nothing was tried.
      expect(parsed).toBeGreaterThan(50);
    },
    120_000 * scale,
  );
});

describe('values that no edit touches', () => {
  const config = (rest: string) =>
    `const own = 'x'\nexport default defineFwConfig({\n  app: { head: { title: 'A shop with a long name', lang: 'en' } },\n  css: ['~/a.css'],\n${rest}})\n`;
  const shortened = (text: string, old: string, written: string) => {
    const before = read(text);
    const start = text.indexOf(old);
    if (before?.form.kind !== 'literal') throw new Error('No literal');
    return abridged(before.at.scope.file, before.form.node, [
      { start, end: start + old.length, text: written },
    ]);
  };

  it('are left out, as they are in objects that one touches', () => {
    const text = config("  dir: { pages: 'views', other: { some: 'thing that is longer than that' } },\n");
    expect(shortened(text, 'views', 'app/views')?.text).toBe(
      "const own = 'x'\nexport default defineFwConfig({\n  app: __kept=()=>{},\n  css: ['~/a.css'],\n  dir: { pages: 'app/views', other: __kept=()=>{} },\n})\n",
    );
  });

  it('stay if they use a name of the file', () => {
    const text = config('  hooks: { ready() { own.changed = true; return own } },\n');
    expect(shortened(text, '~/a', '~~/a')?.text).toContain('own.changed = true');
  });

  it.each([
    ['opens a comment', "'~/a.css'", "'~/a.css' /*"],
    ['goes on behind a value', '],\n', '], /'],
  ])('are not taken for read where an edit %s', (_, old, written) => {
    const text = config("  end: { note: 'a text with */ in it, and more than that' },\n");
    const part = shortened(text, old, written);
    const after = part && read(part.text);
    const count = after?.form.kind === 'literal' ? placeholdersIn(after.form.node) : undefined;
    expect(count).not.toBe(part?.count);
  });

  it('are no reason to leave anything out if an edit is outside the object', () => {
    expect(shortened(config(''), "'x'", "'y'")).toBeUndefined();
  });
});
