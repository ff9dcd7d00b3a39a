import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/catalogue/option.ts';
import { valueText } from '../../src/report/effective-text.ts';

function textOf(
  value: Json,
  ...places: readonly (readonly [at: readonly (string | number)[], place: string])[]
) {
  return valueText(
    { kind: 'value', value, from: { kind: 'default' } },
    places.map(([at, place]) => ({ at, place, names: 'folders' })),
  );
}

describe('what an option is', () => {
  it('is the place alone where the reference words a default', () => {
    expect(textOf('<srcDir>', [[], ''])).toBe('"."');
    expect(textOf('<srcDir>/server', [[], 'src/server'])).toBe('"src/server"');
    expect(textOf(['<rootDir>/.fw', '<srcDir>'], [[0], '.fw'], [[1], 'src'])).toBe(
      '[".fw", "src"]',
    );
  });

  it('is what is written, with the place where that is another text', () => {
    expect(textOf('views', [[], 'src/views'])).toBe('"views" → src/views');
    expect(textOf('~/', [[], ''])).toBe('"~/" → .');
    expect(textOf('src', [[], 'src'])).toBe('"src"');
    expect(textOf('<workspaceDir>')).toBe('"<workspaceDir>"');
  });
});
