import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const page = fileURLToPath(new URL('../../docs/how-it-works.md', import.meta.url));
const journeys = readFileSync(page, 'utf8')
  .split(/^## /m)
  .filter((section) => /^(?:An option|An import|A pattern), from|^A pattern in/.test(section));

describe('what happens to one path', () => {
  it('is told for an option, an import and a pattern', () => {
    expect(journeys).toHaveLength(3);
  });

  it.each(journeys.map((text) => [text.split('\n', 1)[0], text] as const))(
    'is done by few modules: %s',
    (_, text) => {
      const modules = new Set(text.match(/`(?:src|transforms)\/[\w/.-]+\.(?:ts|json)`/g));
      expect(modules.size).toBeGreaterThan(5);
      expect(modules.size).toBeLessThanOrEqual(15);
    },
  );
});
