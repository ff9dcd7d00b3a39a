import { describe, expect, it } from 'vitest';
import { verified } from '../../src/report/outline.ts';
import { report } from './support/reports.ts';

/** What is said of so many references: those that stay, those that follow, and those that were broken. */
function told(
  same: number,
  followed: number,
  brokenBefore: number,
  texts: number,
): string | undefined {
  const references = { checked: same + followed + brokenBefore, same, followed, brokenBefore };
  return verified(report({ proof: { references, texts, unrecorded: [] } }))[0]?.sentence;
}

describe('what is verified about files', () => {
  it('is not told where there are none', () => {
    expect(told(0, 0, 0, 0)).toBeUndefined();
  });

  it.each<[string, string | undefined]>([
    ['1 reference still resolves to the same file', told(1, 0, 0, 0)],
    ['1 reference still resolves to the same file, 1 rewritten', told(0, 1, 0, 0)],
    ['1 already broken before', told(0, 0, 1, 0)],
    ['2 references still resolve to the same files, 1 rewritten', told(1, 1, 0, 0)],
    [
      '5 references still resolve to the same files, 2 rewritten, 1 already broken before',
      told(3, 2, 1, 0),
    ],
    ['no edits outside the planned changes in 1 file', told(0, 0, 0, 1)],
    [
      '2 references still resolve to the same files, 2 rewritten; no edits outside the planned changes in 2 files',
      told(0, 2, 0, 2),
    ],
  ])('is told of one and of many: %s', (sentence, found) => {
    expect(found).toBe(`Verified: ${sentence}`);
  });

  it('comes with how it was checked, and with what led nowhere before', () => {
    const dead = { file: 'pages/a.ts', line: 4, column: 9, text: './nope' };
    const references = { checked: 1, same: 0, followed: 0, brokenBefore: 1, ledNowhere: [dead] };
    const [check] = verified(report({ proof: { references, texts: 0, unrecorded: [] } }));
    expect(check?.details).toEqual([
      expect.stringContaining('names without a slash were not'),
      '`./nope` (pages/a.ts:4) was already broken before.',
    ]);
  });

  it('names the aliases of references that could not be checked', () => {
    const unread = (alias: string, line: number) => ({
      ...{ file: 'pages/a.ts', line, column: 9, text: `${alias}/x`, alias },
    });
    const saidOf = (...aliases: string[]) => {
      const notCheckable = aliases.map(unread);
      const references = { checked: 3, same: 3, followed: 0, brokenBefore: 0, notCheckable };
      return verified(report({ proof: { references, texts: 1, unrecorded: [] } }))[0];
    };
    expect(saidOf('#x', '#x')?.sentence).toBe(
      'Verified: 3 references still resolve to the same files, 2 not checkable: `#x` is not defined in a way that can be read; no edits outside the planned changes in 1 file',
    );
    expect(saidOf('#x', '#y')?.sentence).toContain(
      '2 not checkable: `#x` and `#y` are not defined',
    );
    expect(saidOf('#x')?.details).toContain('`#x/x` (pages/a.ts:0) was not checked.');
  });
});
