import { describe, expect, it } from 'vitest';
import { fwFollowUps as followUps } from '../../src/catalogue/follow-ups.ts';
import { code, fenced, prose } from '../../src/report/markdown/text.ts';
import { markdownOf } from '../../src/report/markdown.ts';
import type { PlaceReport, Report } from '../../src/report/report.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { migratedFixtures, planOf } from '../repository/support/project-fixtures.ts';
import {
  changedFile,
  exampleReport,
  fixtureReports,
  followUp,
  project,
  report,
} from './support/reports.ts';

/** What is open when the text ends, or was closed without being open: nothing, in a text that is whole. */
function unclosed(markdown: string): string[] {
  const open: string[] = [];
  for (const line of markdown.split('\n')) {
    const text = line.trim();
    const fence = /^`{3,}/.exec(text)?.[0];
    const inFence = open.at(-1)?.startsWith('`') === true;
    if (inFence) {
      if (text === open.at(-1)) open.pop();
    } else if (fence !== undefined) open.push(fence);
    else if (text.startsWith('<details>')) open.push('details');
    else if (text === '</details>' && open.pop() !== 'details') return ['closed too early'];
  }
  return open;
}

function places(count: number): PlaceReport[] {
  return Array.from({ length: count }, (_, index) => ({
    file: `docs/page-${index}.md`,
    line: index + 2,
    column: 5,
    text: `see pages/${index}`,
  }));
}

describe('a pull request comment', () => {
  it('tells a person who never saw the tool what to do', async () => {
    const lines = markdownOf(await exampleReport()).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '<!-- fw-migrate -->',
      '## Migration of `fw` projects to Variant A (v4)',
      '',
      expect.stringMatching(
        /^`fw-migrate v4`: 1 project, .* to verify\. Nothing was written yet\.$/,
      ),
    ]);
    expect(lines.filter((line) => line.includes(': 1 project, '))).toHaveLength(1);
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^- \[ \] Variant A has no `templateUtils` .*<br>`modules\/search\.ts:3:52` `.*` <!-- fw-migrate:[0-9a-f]{12} -->$/,
      ),
    );
    expect(lines).toContain('- `views` → `app/views` (1 file)');
    expect(lines).toContain("+  watch: ['../config/**/*.json'],");
  });

  it('is whole and short enough for every fixture', async () => {
    for (const one of await fixtureReports()) {
      const markdown = markdownOf(one);
      expect(markdown.startsWith('<!-- fw-migrate -->\n')).toBe(true);
      expect(markdown.endsWith('\n')).toBe(true);
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_000);
      expect(unclosed(markdown)).toEqual([]);
    }
  });

  it('names places as they are before a dry run and after a real one', async () => {
    const fixture = migratedFixtures.find(
      ({ name }) => name === 'uses-of-changed-defaults-are-listed',
    );
    if (!fixture) throw new Error('The fixture is gone');
    const plan = await planOf(fixture);
    expect(markdownOf(reportOf(plan, { dryRun: true, base: 'x/' }))).toContain(
      '<br>`x/pages/about.ts:3:1`',
    );
    expect(markdownOf(reportOf(plan, { dryRun: false, base: 'x/' }))).toContain(
      '<br>`x/app/pages/about.ts:3:1`',
    );
  });

  it('says what stood where a line is gone', () => {
    const after = { file: 'fw.config.ts', line: 2, column: 1, text: '  ssr: true,' };
    const one = report({
      dryRun: false,
      projects: [project({ followUps: [followUp({ after })] })],
    });
    expect(markdownOf(one)).toContain('<br>`fw.config.ts:2:1` was `css: [main()],` <!--');
  });

  it('shows the first line of a file, but not of one that it is about as a whole', () => {
    const first = { file: 'CODEOWNERS', line: 1, column: 1, text: '/pages @team' };
    const markdown = (code: string) =>
      markdownOf(report({ projects: [project({ followUps: [followUp({ ...first, code })] })] }));
    expect(markdown('path-in-tooling')).toContain('<br>`CODEOWNERS:1:1` `/pages @team` <!--');
    expect(markdown('second-config')).toContain('<br>`CODEOWNERS` <!--');
  });

  it('counts the files that no move inside a folder takes elsewhere', () => {
    const moves = [
      { from: 'src', to: 'app' },
      { from: 'src/server', to: 'server' },
    ];
    const files = ['src/a.ts', 'src/server/b.ts', 'src/server/c.ts'].map((from) => ({
      ...{ from, path: from.replace('src/server', 'server').replace('src', 'app'), by: [] },
      diff: '',
    }));
    const markdown = markdownOf(report({ projects: [project({ moves, files })] }));
    expect(markdown).toContain('- `src` → `app` (1 file)\n- `src/server` → `server` (2 files)\n');
  });

  it('lists a few places and folds many', () => {
    const markdown = (count: number) =>
      markdownOf(
        report({ projects: [project({ followUps: [followUp({ evidence: places(count) })] })] }),
      );
    expect(markdown(2)).toContain('\n  - `docs/page-1.md:3:5` `see pages/1`\n');
    expect(markdown(2)).not.toContain('<details>');
    expect(markdown(4)).toContain(
      '\n  <details><summary>3 more places</summary>\n\n  - `docs/page-1.md:3:5`',
    );
    expect(markdown(101)).toContain('\n  - and 70 more; ');
    expect(unclosed(markdown(101))).toEqual([]);
  });

  it('groups by code, and explains each once', () => {
    const followUps = [
      followUp({}),
      followUp({ line: 9 }),
      followUp({ code: 'mine', kind: 'verify' }),
    ];
    const projects = ['a', 'b'].map((root) =>
      project({ root, config: `${root}/fw.config.ts`, followUps }),
    );
    const markdown = markdownOf(
      report({ projects, elsewhere: { files: [], followUps: [followUp({})] } }),
    );
    const headings = markdown.split('\n').filter((line) => /^(?:#|\*\*)/.test(line));
    expect(headings.slice(1)).toEqual([
      '### To decide (5)',
      '**A computed path** (`dynamic-path`)',
      '### To verify (2)',
      '**`mine`**',
    ]);
    expect(markdown.split('but it cannot be determined without running the config.')).toHaveLength(
      2,
    );
  });

  it('shows what is new and what is done since an earlier run', () => {
    const followUps = (['new', 'open', 'done', 'done'] as const).map((status, index) =>
      followUp({ status, line: index + 2, message: `It is ${status}.` }),
    );
    const markdown = markdownOf(report({ projects: [project({ followUps })] }));
    expect(markdown).toContain('2 to decide, 0 to verify, 2 done.');
    expect(markdown).toContain('- [ ] **new** It is new.');
    expect(markdown).toContain('- [ ] It is open.');
    expect(markdown).toContain('<b>Done since the earlier run (2)</b>');
    expect(markdown).toContain('- [x] It is done.');
  });
});

describe('a report that is too long for a comment', () => {
  const longReport = (
    parts: Partial<Report>,
    files: number,
    lines: number,
    followUps: number,
  ): Report =>
    report({
      projects: [
        project({
          files: Array.from({ length: files }, (_, index) =>
            changedFile(`file-${String(index).padStart(4, '0')}.ts`, lines),
          ),
          followUps: Array.from({ length: followUps }, (_, index) =>
            followUp({ line: index + 2, message: `Number ${index}. ${'Some words. '.repeat(10)}` }),
          ),
        }),
      ],
      ...parts,
    });

  it('leaves out diffs from the last one on, and says how many and where they are', () => {
    const markdown = markdownOf(longReport({}, 2000, 20, 3));
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_000);
    expect(Buffer.byteLength(markdown)).toBeGreaterThan(64_000);
    expect(unclosed(markdown)).toEqual([]);
    const shown = [...markdown.matchAll(/<summary><code>file-(\d+)\.ts/g)].map(([, index]) =>
      Number(index),
    );
    expect(shown).toEqual(shown.map((_, index) => index));
    expect(markdown).toContain(
      `\n${2000 - shown.length} more entries did not fit here: \`npx fw-migrate v4 --dry-run --format json\` lists all of it.\n`,
    );
    expect(markdown.match(/^- \[ \]/gm)).toHaveLength(3);
  });

  it('then cuts lists', () => {
    const markdown = markdownOf(longReport({ dryRun: false }, 2000, 20, 2000));
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_000);
    expect(unclosed(markdown)).toEqual([]);
    const shown = markdown.match(/^- \[ \]/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(200);
    expect(markdown).toContain(
      `\n${2000 - shown} more entries did not fit here: the JSON report of the run lists all of it.\n`,
    );
    expect(
      markdown.match(
        /\n\d+ more entries did not fit here: the JSON report of the run lists all of it\.\n/g,
      ),
    ).toHaveLength(2);
  });

  it('keeps room for every part, however long the ones before it are', () => {
    const followUps = Array.from({ length: 3000 }, (_, index) =>
      followUp({
        code: 'path-in-docs',
        kind: 'verify',
        line: index + 2,
        message: `Number ${index}.`,
      }),
    );
    const moves = Array.from({ length: 30 }, (_, index) => ({
      from: `a${index}`,
      to: `app/a${index}`,
    }));
    const change = {
      transform: 'css',
      option: 'css',
      kind: 'rewrite',
      file: 'x',
      line: 1,
      column: 1,
    } as const;
    const changes = Array.from({ length: 20 }, (_, index) => ({
      ...change,
      message: `Change ${index}`,
    }));
    const files = Array.from({ length: 200 }, (_, index) => changedFile(`file-${index}.ts`, 20));
    const decide = Array.from({ length: 3000 }, (_, index) => followUp({ line: index + 2 }));
    const markdown = markdownOf(
      report({
        projects: [project({ followUps: [...followUps, ...decide], moves, changes, files })],
      }),
    );
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_000);
    expect(Buffer.byteLength(markdown)).toBeGreaterThan(63_000);
    expect(unclosed(markdown)).toEqual([]);
    const count = (pattern: RegExp) => markdown.match(pattern)?.length ?? 0;
    expect(count(/^- \[ \] `css`/gm)).toBeGreaterThan(count(/^- \[ \] Number/gm));
    expect(count(/^- \[ \] Number/gm)).toBeGreaterThan(50);
    expect(count(/^- `a\d+` → /gm)).toBe(30);
    expect(count(/^- Change \d+/gm)).toBe(20);
    expect(count(/<summary><code>file-/g)).toBeGreaterThan(5);
  });

  it('shows other diffs where one alone is too long', () => {
    const files = [changedFile('a.ts', 5000), changedFile('b.ts', 2)];
    const markdown = markdownOf(report({ projects: [project({ files })] }));
    expect(markdown).toContain('The diff is too long to be shown here: ');
    expect(markdown).toContain('+++ b/b.ts\n');
    expect(markdown).not.toContain('+++ b/a.ts\n');
  });

  it('counts bytes, of which a character may have several', () => {
    const one = longReport({}, 0, 0, 0);
    const wide = '漢'.repeat(200);
    const followUps = Array.from({ length: 400 }, (_, index) =>
      followUp({ line: index + 2, message: wide }),
    );
    const markdown = markdownOf({ ...one, projects: [project({ followUps })] });
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_000);
    expect(markdown.length).toBeLessThan(30_000);
  });
});

describe('texts of others', () => {
  it.each([
    ['plain', '`plain`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['``a', '``` ``a ```'],
    [' a ', '`  a  `'],
    ['a\nb\u001b[31m', '`a�b�[31m`'],
    ['', ''],
  ])('are code: %j', (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  it.each([
    ['`a` and `b`', '`a` and `b`'],
    ['`a``b`', '`a` `b`'],
    ['`a', '\\`a'],
    ['a `b` `c', 'a `b` \\`c'],
    ['<b> *x* _y_ [z](w) a|b & ~', '\\<b\\> \\*x\\* \\_y\\_ \\[z\\](w) a\\|b \\& \\~'],
    ['@team #12 GH-3', '@&#8203;team #&#8203;12 GH&#8203;-3'],
    ['http://a.b www.a.b $x$', 'http&#58;//a.b www&#46;a.b &#36;x&#36;'],
    ['# no heading', '\\# no heading'],
    ['- no list', '\\- no list'],
    ['1. no list', '1\\. no list'],
    ['``', '\\`\\`'],
  ])('are prose: %j', (text, expected) => {
    expect(prose(text)).toBe(expected);
  });

  it('are cut where they are very long, which no text of ours is', () => {
    expect(prose(`\`${'x'.repeat(5000)}\` is long`)).toBe(`\`${'x'.repeat(400)}…\` is long`);
    for (const { explanation } of Object.values(followUps))
      expect(prose(explanation)).not.toContain('…');
  });

  it('cannot close their fence', () => {
    expect(fenced('a\n````\n\tb\r\n', 'diff')).toBe('`````diff\na\n````\n\tb\n`````\n');
  });
});
