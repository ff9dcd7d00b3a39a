import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import guide from '../../scripts/docs/nuxt-guide.json' with { type: 'json' };
import { planOf, projectFixture } from '../repository/support/project-fixtures.ts';

describe('the table of the upgrade guide', () => {
  it.each(guide)('$change: $result', async ({ result, fixture: path, why }) => {
    const fixture = projectFixture(path.split('/').at(-1) ?? '');
    expect(fixture.folder).toMatch(new RegExp(`/${path}$`));
    const file = `${fixture.folder}/followups.json`;
    const codes: string[] = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8')).map(({ code }: { code: string }) => code)
      : [];
    const asked = codes.filter((code) => !['install-framework', 'node-version'].includes(code));
    expect(['edited', 'reported', 'not affected']).toContain(result);
    if (result === 'reported') expect(asked).not.toEqual([]);
    if (result === 'not affected') expect(asked).toEqual([]);
    expect(why !== undefined).toBe(result === 'not affected');
    const { files } = await planOf(fixture);
    const changed = files.filter(({ from, to, text }) => from !== to || text);
    if (result === 'edited') expect(changed.length).toBeGreaterThan(0);
  });
});
