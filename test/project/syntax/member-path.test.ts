import type * as t from '@babel/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCode } from '../../../src/project/syntax/code.ts';
import { memberPath } from '../../../src/project/syntax/member-path.ts';

/** What the analysis reads of a tree: kinds, names and places. */
function outline(file: t.File | undefined): string | undefined {
  return (
    file &&
    JSON.stringify(file.program.body, (key, value) =>
      ['loc', 'extra', 'errors', 'leadingComments'].includes(key) ? undefined : value,
    )
  );
}

describe('the tree of a member path', () => {
  it.each(['(a)', '(a.b.c\n)', '( $a._b1 \n)', '(\n  item.name\n)', '(a.class.new\n)'])('%j', (code) => {
    expect(outline(memberPath(code))).toBe(outline(parseCode(code, 'ts')));
  });

  it.each([
    '(a.b',
    'a.b',
    '(a[0])',
    '(this.a)',
    '(true)',
    '(a?.b)',
    '(a.b())',
    '(1)',
    '(await)',
    '(a b)',
    '()',
    '(é)',
  ])('is left to the parser: %s', (code) => expect(memberPath(code)).toBeUndefined());

  it('is what the parser makes of it', () => {
    const word = fc.constantFrom(
      'a',
      'b1',
      '$',
      '_c',
      'of',
      'type',
      'get',
      'undefined',
      'as',
      'let',
      'if',
      'eval',
    );
    const piece = fc.oneof(word, fc.constantFrom('.', ' ', '\n', '(', ')', '1'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const code = `(${pieces.join('')}\n)`;
        const quick = outline(memberPath(code));
        if (quick !== undefined) expect(quick).toBe(outline(parseCode(code, 'ts')));
      }),
      { numRuns: 3000 },
    );
  });
});
