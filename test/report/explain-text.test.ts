import { describe, expect, it } from 'vitest';
import { fwFollowUps as followUps } from '../../src/catalogue/follow-ups.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { createColors } from '../../src/report/colors.ts';
import { explainText } from '../../src/report/explain-text.ts';

const colors = createColors(false);

describe('what a follow-up means', () => {
  it('is not at odds with what was done', () => {
    const text = explainText('removed-experimental', [], fwCatalogue, colors) ?? '';
    expect(text).toContain('The option is removed');
    expect(text).not.toContain('nothing was changed');
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'decide: this needs a decision that fw-migrate cannot make',
    );
  });

  it('is told for what a codemod reports', () => {
    const text = explainText('my-codemod-report', [], fwCatalogue, colors);
    expect(text).toContain('A message from the codemod `my-codemod`');
    expect(explainText('my-codemod', [], fwCatalogue, colors)).toBeUndefined();
  });

  it('is told for every code without promising that nothing was changed', () => {
    for (const code of Object.keys(followUps))
      expect(explainText(code, [], fwCatalogue, colors), code).not.toContain(
        'nothing was changed here',
      );
  });
});
