import { describe, expect, it } from 'vitest';
import { applyEdits, type ChangedText } from '../../src/base/edits.ts';
import { createLocator, type LinePlace } from '../../src/plan/located.ts';

/** Where a place of a text is in what became of it, as `line:column text`. */
function foundAgain(
  before: string,
  now: string,
  line: number,
  column: number,
  edits?: ChangedText['edits'],
): string {
  const { followUp: locate } = createLocator({
    after: (path) => `app/${path}`,
    changed: () => (before === now ? undefined : { before, after: now, ...(edits && { edits }) }),
    read: () => before,
  });
  const at = { file: 'a.ts', line, column };
  const found = locate({
    ...{ code: 'x', kind: 'verify', option: '', message: '', docs: '', ...at },
    evidence: [at],
  });
  expect(found).toMatchObject({
    ...at,
    text: before.split(/\r?\n/)[line - 1]?.replace('\uFEFF', ''),
  });
  expect(found.evidence[0]?.after).toEqual(found.after);
  const place: LinePlace = found.after;
  expect(place.file).toBe('app/a.ts');
  return `${place.line}:${place.column} ${place.text}`;
}

describe('a place is found again', () => {
  it('in a text that stays', () => {
    expect(foundAgain('a\nb c\n', 'a\nb c\n', 2, 3)).toBe('2:3 b c');
  });

  it('behind lines that came or went', () => {
    expect(foundAgain('a\nb c\n', 'new\nnew\na\nb c\n', 2, 3)).toBe('4:3 b c');
    expect(foundAgain('a\nz\nb c\n', 'b c\n', 3, 3)).toBe('1:3 b c');
  });

  it('in a line that changed in front of it, behind it, or both', () => {
    expect(foundAgain("import a from '~/x'\n", "import a from '~~/x'\n", 1, 8)).toBe(
      "1:8 import a from '~~/x'",
    );
    expect(foundAgain("x('~/x', useFetch())\n", "x('~~/x', useFetch())\n", 1, 10)).toBe(
      "1:11 x('~~/x', useFetch())",
    );
  });

  it('in a line that moved and has another name', () => {
    const before = "a: {\n  generate: {\n    exclude: ['/admin'],\n  },\n},\nz\n";
    const now = "z\nb: {\n  prerender: {\n    ignore: ['/admin'],\n  },\n},\n";
    expect(foundAgain(before, now, 3, 14)).toBe("4:13     ignore: ['/admin'],");
  });

  it('at the nearest line, without a text, where it is gone', () => {
    expect(foundAgain('a\ntemplateUtils: true\nb\n', 'a\nb\n', 2, 3)).toBe('2:1 ');
    expect(foundAgain('a\nend', 'a', 2, 1)).toBe('1:2 ');
    expect(foundAgain('all', '', 1, 1)).toBe('1:1 ');
  });

  it('with other line ends, and a byte order mark that has no column', () => {
    expect(foundAgain('\uFEFFa b\r\nc d\r\n', '\uFEFFnew\r\na b\r\nc d\r\n', 2, 3)).toBe('3:3 c d');
    expect(foundAgain('\uFEFFa b\r\n', '\uFEFFnew\r\na b\r\n', 1, 3)).toBe('2:3 a b');
  });

  describe('among changed lines that touch', () => {
    const before = "a({\n  modules: ['~/a'],\n  old: { x: 1, gone: 2 },\n  ended: true,\n})\n";
    const edit = (from: string, text: string) => ({
      start: before.indexOf(from),
      end: before.indexOf(from) + from.length,
      text,
    });
    const found = (line: number, column: number, ...edits: ReturnType<typeof edit>[]) =>
      foundAgain(before, applyEdits(before, edits), line, column, edits);
    const path = edit('~/a', '~~/a');

    it('at the line of what was written for it', () => {
      const member = edit('old: { x: 1, gone: 2 }', 'brandNew: { inner: { y: 1 } }');
      expect(found(3, 22, path, member)).toBe('3:3   brandNew: { inner: { y: 1 } },');
    });

    it('where it stands if no edit touches it', () => {
      const start = edit('old: { x: 1,', 'quite: { another: { beginning:');
      expect(found(3, 16, path, start)).toBe('3:34   quite: { another: { beginning: gone: 2 },');
    });

    it('at the line that follows, without a text, where it is gone', () => {
      const member = edit('\n  old: { x: 1, gone: 2 },', '');
      expect(found(3, 3, path, member)).toBe('3:3 ');
      expect(found(4, 3, path, member)).toBe('3:3   ended: true,');
      expect(found(4, 3, path, member, edit('\n  ended: true,', ''))).toBe('3:1 ');
    });
  });
});

describe('a place in a very long line', () => {
  const paths = Array.from({ length: 6000 }, (_, index) => `'./components/Card${index}.vue',`);
  const line = `export default [${paths.join('')}]`;
  const { place } = createLocator({
    after: (path) => path,
    changed: () => undefined,
    read: () => `// generated\n${line}\n`,
  });

  it.each([0, 1, 3000, 5998, 5999])('keeps the part around it: %i', (index) => {
    const target = paths[index] ?? '';
    const column = line.indexOf(target) + 1;
    const { text, textColumn = 1, after } = place({ file: 'a.ts', line: 2, column });
    expect(text.length).toBeLessThanOrEqual(400);
    expect(line.slice(textColumn - 1, textColumn - 1 + text.length)).toBe(text);
    expect(text.slice(column - textColumn)).toContain(target);
    expect([after.text, after.textColumn]).toEqual([text, textColumn]);
  });

  it('has the whole line if that is short', () => {
    expect(place({ file: 'a.ts', line: 1, column: 4 })).toEqual({
      ...{ file: 'a.ts', line: 1, column: 4, text: '// generated' },
      after: { file: 'a.ts', line: 1, column: 4, text: '// generated' },
    });
  });
});
