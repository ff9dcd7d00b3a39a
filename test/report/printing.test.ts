import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine, printable } from '../../src/report/printing.ts';
import { commandOf } from './support/workflow-commands.ts';

describe('text that is printed', () => {
  it.each([
    ['::warning::pwn', '�:warning::pwn'],
    ['a\n  ::error file=x::pwn\nb', 'a\n  �:error file=x::pwn\nb'],
    ['x ##[add-mask]y', 'x �#[add-mask]y'],
    ['##vso[task.setvariable variable=x]y', '�#vso[task.setvariable variable=x]y'],
    ['a::b::c', 'a::b::c'],
    ['::selection {', '::selection {'],
    ['::before, ::after {', '::before, ::after {'],
    ['## Heading [x]', '## Heading [x]'],
  ])('is no command of a workflow: %j', (text, expected) => {
    expect(printable(text, false)).toBe(expected);
    expect(printable(expected, false)).toBe(expected);
  });

  it('is none after what a terminal would obey is gone', () => {
    expect(plainLine('\u200b::warning::x\n::error::y')).toBe('�::warning::x�::error::y');
  });

  it('is none, whatever it is', () => {
    const piece = fc.constantFrom(
      '::',
      ':',
      'error',
      'x-y',
      ' ',
      '\n',
      '\t',
      '##[',
      '#',
      ']',
      '\u2028',
      '\r',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = printable(pieces.join(''), false);
        for (const line of text.split(/\r\n|\r|\n/)) {
          expect(commandOf(line)?.name ?? '').not.toMatch(/^[a-z-]+$/);
          expect(line).not.toContain('##[');
        }
      }),
    );
  });
});
