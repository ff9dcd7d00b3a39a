import { describe, expect, it } from 'vitest';
import { filesSentence } from '../../src/report/proof-text.ts';
import { report } from './support/reports.ts';

/** What is said of so many references: those that stay, those that follow, and those that were broken. */
function told(same: number, followed: number, brokenBefore: number, texts: number): string | undefined {
  const references = { checked: same + followed + brokenBefore, same, followed, brokenBefore };
  return filesSentence(report({ proof: { references, texts, unrecorded: [] } }));
}

describe('what is proven about files', () => {
  it('is not told where there are none', () => {
    expect(told(0, 0, 0, 0)).toBeUndefined();
  });

  it.each<[string, string | undefined]>([
    ['1 reference between files reaches what it reached, and is not rewritten.', told(1, 0, 0, 0)],
    ['1 reference between files reaches what it reached, and is rewritten.', told(0, 1, 0, 0)],
    ['1 reference between files led nowhere before.', told(0, 0, 1, 0)],
    ['2 references between files reach what they reached; 0 of them are rewritten.', told(2, 0, 0, 0)],
    ['2 references between files reach what they reached; 1 of them is rewritten.', told(1, 1, 0, 0)],
    [
      '6 references between files reach what they reached, 1 of which led nowhere before; 2 of them are rewritten.',
      told(3, 2, 1, 0),
    ],
    ['1 changed text differs from what it was in the recorded places alone.', told(0, 0, 0, 1)],
    ['2 changed texts differ from what they were in the recorded places alone.', told(0, 0, 0, 2)],
    [
      '2 references between files reach what they reached; 2 of them are rewritten. 1 changed text differs from what it was in the recorded places alone.',
      told(0, 2, 0, 1),
    ],
  ])('is told of one and of many: %s', (sentence, found) => {
    expect(found).toBe(`Proven: ${sentence}`);
  });
});
