import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/catalogue/option.ts';
import { htmlOf } from '../../src/report/html.ts';
import { hostileTexts, reportSaying } from '../browser/support/hostile-report.ts';
import {
  diffOf,
  followUpWith,
  projectWith,
  reportWith,
  sampleReport,
} from '../browser/support/sample-reports.ts';

const page = htmlOf(sampleReport);

interface Tag {
  readonly name: string;
  readonly attributes: readonly string[];
}

/** Every tag of a page. Throws where one is not written as ours are: attributes in double quotes, or bare. */
function tagsOf(text: string): Tag[] {
  const body = text.replace(/(<(style|script)[^>]*>).*?(?=<\/\2>)/gs, '$1');
  return [...body.matchAll(/<[^>]*>?/g)].map(([tag]) => {
    const [, name = '', rest = ''] = /^<(\/?[\w!-]+)((?:\s[\w:-]+(?:="[^"<>]*")?)*)\s?\/?>$/.exec(tag) ?? [];
    if (name === '') throw new Error(`No tag of ours: ${tag}`);
    return { name, attributes: [...rest.matchAll(/([\w:-]+)(?:="[^"]*")?/g)].map(([, key = '']) => key) };
  });
}

function attributesOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}

function textIn(markup: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return markup.replace(/<[^>]*>/g, '').replace(/&(\w+|#39);/g, (_, name) => entities[name] ?? '?');
}

function linesIn(text: string, element: 'del' | 'ins'): string[] {
  return [...text.matchAll(new RegExp(`<${element} [^>]*><code>(.*?)</code></${element}>`, 'g'))].map(
    ([, code = '']) => textIn(code),
  );
}

describe('the page of a report', () => {
  it('is the same for the same report', () => {
    expect(htmlOf(structuredClone(sampleReport))).toBe(page);
  });

  it('has every section, and the navigation leads to each', () => {
    const ids = [...page.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['overview', 'follow-ups', 'moves', 'options', 'changes', 'files']);
    const [nav = ''] = /<nav aria-label="Sections">.*?<\/nav>/s.exec(page) ?? [];
    expect(attributesOf(nav, 'href')).toEqual(['#follow-ups', '#moves', '#options', '#changes', '#files']);
  });

  it('leads only to places on the page, and names each once', () => {
    const ids = attributesOf(page, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    const targets = attributesOf(page, 'href').filter((href) => !href.startsWith('data:'));
    for (const target of targets) expect(ids).toContain(target.slice(1));
    for (const attribute of ['for', 'aria-labelledby'])
      for (const id of attributesOf(page, attribute)) expect(ids).toContain(id);
  });

  it('has headings in order', () => {
    const levels = tagsOf(page)
      .filter(({ name }) => /^h\d$/.test(name))
      .map(({ name }) => Number(name.slice(1)));
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0), `heading ${index}`).toBeLessThanOrEqual(1);
  });

  it('loads nothing, and its policy allows nothing but its own style and scripts', () => {
    const names = tagsOf(page).map(({ name }) => name);
    expect(names.filter((name) => /^(?:img|iframe|object|embed|base|audio|video)$/.test(name))).toEqual([]);
    expect(page).not.toMatch(/<script[^>]*\ssrc=|<link(?![^>]*href="data:)|@import|url\(\s*['"]?http/);
    expect(tagsOf(page).flatMap(({ attributes }) => attributes)).not.toContain('style');

    const hashes = [...page.matchAll(/<(style|script)[^>]*>(.*?)<\/\1>/gs)].map(
      ([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect(hashes).toHaveLength(3);
    const [, policy = ''] = /"Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(textIn(policy).split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hashes[0]}`,
      `script-src ${hashes[1]} ${hashes[2]}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('tells what must be decided before what must be looked at, and what is done last', () => {
    expect(
      [...page.matchAll(/id="follow-up-(\w+)"\s+data-kind="(\w+)"/g)].map(([, id, kind]) => [id, kind]),
    ).toEqual([
      ['3271a21bd998', 'decide'],
      ['9f8e7d6c5b4a', 'decide'],
      ['2288de88c253', 'verify'],
      ['dfe6330902e6', 'verify'],
      ['c0ffee000001', 'verify'],
      ['0a0b0c0d0e0f', 'decide'],
    ]);
    expect(attributesOf(page, 'data-done')).not.toContain('0a0b0c0d0e0f');
  });

  it('has no section for what does not exist', () => {
    const empty = htmlOf(reportWith({ projects: [] }));
    expect([...empty.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'overview',
      'follow-ups',
    ]);
    expect(empty).toContain('There is nothing left to do manually.');
    expect(empty).not.toContain('class="filters');
  });

  it('tells how to go on after a dry run, and how to go back after a real one', () => {
    expect(page).toContain('data-copy="npx fw-migrate v4"');
    const done = htmlOf({ ...sampleReport, dryRun: false });
    expect(done).toContain('data-copy="npx fw-migrate undo"');
    expect(done).not.toContain('data-copy="npx fw-migrate v4"');
  });

  it('copies commands that are complete, and says where to type them', () => {
    const run = { version: '1.2.3', command: "fw-migrate v4 'my app' --layout app --move stores" };
    const below = { ...sampleReport, base: 'my app/', run };
    const copied = (report: typeof below) => attributesOf(htmlOf(report), 'data-copy').map(textIn)[0];
    expect(copied(below)).toBe(`npx ${run.command}`);
    expect(copied({ ...below, dryRun: false })).toBe("npx fw-migrate undo 'my app'");
    expect(htmlOf(below)).toContain('To migrate, run this in the root of the repository:');
    expect(page).toContain('To migrate, run this:');
  });

  it('is named after the project and the day, and starts with the version and the command', () => {
    const run = { name: '@acme/<shop>', date: '2026-01-31', version: '1.2.3', command: 'fw-migrate v4 -x' };
    const named = htmlOf({ ...sampleReport, run });
    expect(named).toContain(
      '<title>@acme/&lt;shop&gt;: from Variant B to Variant A, 2026-01-31 · fw-migrate</title>',
    );
    expect(textIn(/<h1 id="title">.*?<\/h1>\n.*?<\/p>/s.exec(named)?.[0] ?? '')).toBe(
      '@acme/<shop>: from Variant\u00A0B to Variant\u00A0A\n2026-01-31 · fw-migrate 1.2.3 · fw-migrate v4 -x',
    );
    const [first] = sampleReport.projects;
    const single = htmlOf(reportWith({ projects: first ? [first] : [] }));
    expect(single).toContain('<title>web: from Variant B to Variant A · fw-migrate</title>');
  });

  it('has one set of numbers', () => {
    const numbersIn = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, number]) => Number(number));
    const { moved, changed, decide, verify, done } = sampleReport.summary;
    expect(numbersIn(/<dd>(\d+)<\/dd>/g)).toEqual([moved, changed, decide, verify, done]);
    expect(page).toContain(
      `${moved} files would be moved, ${changed} files would be changed, ${decide} to decide, ${verify} to verify`,
    );
    // The rows of the projects add up to the same.
    const sum = (label: string) =>
      numbersIn(new RegExp(`data-label="${label}" class="number">(\\d+)<`, 'g')).reduce((a, b) => a + b, 0);
    expect(['Files to move', 'Files to change', 'To decide', 'To verify'].map(sum)).toEqual([
      moved,
      changed,
      decide,
      verify,
    ]);
    const counts = numbersIn(/<li><a href="#[\w-]+">[^<]* <span class="count">(\d+)/g);
    expect(counts).toEqual([decide + verify, moved, 6, 3, 17]);
    expect(page).toContain(
      '4 files would be changed, 1 of them would be moved as well; 13 other files would only be moved.',
    );
    expect(sampleReport.summary.options).toEqual({ preserved: 3, changed: 2, unknown: 1 });
    expect(page).toContain('Change on purpose (2)');
    expect(page).toContain('Unknown (1)');
  });

  it('names a place as it is now, with its line, and the place on the other side of the run', () => {
    const where = (text: string) =>
      [...text.matchAll(/<p class="where">.*?<\/p>|<pre class="line-of-code".*?<\/pre>/gs)].map(([part]) =>
        textIn(part),
      );
    expect(where(page).slice(0, 2)).toEqual([
      'web/fw.config.ts:16:20 after the run web/fw.config.ts:17:17',
      'templateUtils: true,',
    ]);
    expect(where(htmlOf({ ...sampleReport, dryRun: false })).slice(0, 3)).toEqual([
      'web/fw.config.ts:17:17 before web/fw.config.ts:16:20',
      'beforetemplateUtils: true,',
      'nowtypedPages: true,',
    ]);
  });

  it('names every place once', () => {
    const place = (line: number) => ({ file: 'a.ts', line, column: 1, text: `line ${line}` });
    const places = (evidence: readonly number[]) => {
      const own = followUpWith({ ...place(1), evidence: evidence.map(place) });
      const html = htmlOf(reportWith({ projects: [projectWith({ followUps: [own] })] }));
      const [item = ''] = /<li class="follow-up.*?<\/section>/s.exec(html) ?? [];
      return {
        places: [...item.matchAll(/class="place">(.*?)<\/span><\/span>/gs)].map(([, name = '']) =>
          textIn(name),
        ),
        more: /<summary>(\d+ .*?place.*?)<\/summary>/.exec(item)?.[1],
      };
    };
    expect(places([])).toEqual({ places: ['a.ts:1:1'], more: undefined });
    expect(places([1])).toEqual({ places: ['a.ts:1:1'], more: undefined });
    expect(places([1, 2])).toEqual({ places: ['a.ts:1:1', 'a.ts:2:1'], more: '1 more place' });
    expect(places([1, 2, 3])).toEqual({
      places: ['a.ts:1:1', 'a.ts:2:1', 'a.ts:3:1'],
      more: '2 more places',
    });
  });

  it('shows no line of a file that a follow-up is about as a whole', () => {
    const of = (code: string) =>
      htmlOf(
        reportWith({
          projects: [projectWith({ followUps: [followUpWith({ code, file: 'x.js', line: 1, column: 1 })] })],
        }),
      );
    expect(of('second-config')).toContain('<span class="place">x.js</span>');
    expect(of('second-config')).not.toContain('<pre class="line-of-code"');
    expect(of('path-in-docs')).toContain('<pre class="line-of-code"');
  });

  it('counts the files of a move that no move inside it takes elsewhere', () => {
    const moves = [
      { from: 'src', to: 'app' },
      { from: 'src/server', to: 'server' },
    ];
    const file = (from: string, path: string) => ({ from, path, by: [], diff: diffOf(from, path) });
    const files = [
      file('src/a.ts', 'app/a.ts'),
      file('src/server/b.ts', 'server/b.ts'),
      file('src/server/c.ts', 'server/c.ts'),
    ];
    const html = htmlOf(reportWith({ projects: [projectWith({ moves, files })] }));
    expect(html).toContain('<tr><td>src</td><td>app</td><td class="number">1</td></tr>');
    expect(html).toContain('<tr><td>src/server</td><td>server</td><td class="number">2</td></tr>');
  });

  it('tells options that read the same from those with a new text', () => {
    const value = (text: Json, from = 'fw.config.ts:2:3') => ({ kind: 'value', value: text, from }) as const;
    const options = [
      { option: 'css', before: value(['~/a.css']), after: value(['~/a.css']), change: 'moved' },
      { option: 'dir.pages', before: value('views'), after: value('app/views'), change: 'moved' },
      {
        option: 'srcDir',
        before: value('<srcDir>', 'default'),
        after: value('app', 'default'),
        change: 'moved',
      },
      {
        option: 'alias.assets',
        before: value('<srcDir>/assets/', 'default'),
        after: value('<srcDir>/assets/', 'default'),
        change: 'moved',
      },
      {
        option: 'bundler1.server.fs.allow',
        before: value(['<rootDir>/.fw', '<srcDir>', '<workspaceDir>'], 'default'),
        after: value(['<rootDir>/.fw'], 'fw.config.ts:9:1'),
        change: 'changed',
      },
    ] as const;
    const [, , , , { option, before, after }] = options;
    const changed = [{ option, before, after, why: 'Variant A adds `x`.' }];
    const proof = { preserved: 4, changed, unknown: [], places: [], orphans: [] };
    const html = htmlOf(reportWith({ projects: [projectWith({ options, proof })] }));
    const rows = [...html.matchAll(/<tr data-effect="(\w+)">\n(.*?)<\/tr>/gs)].map(([, effect, row = '']) => [
      effect,
      ...[...row.matchAll(/<(?:td|th)[^>]*>(.*?)<\/(?:td|th)>/gs)].map(([, cell = '']) =>
        textIn(cell.replace(/<span class="source">(?:default|fw\.config).*?<\/span>/g, ''))
          .trim()
          .replace(/\s+/g, ' '),
      ),
    ]);
    expect(rows).toEqual([
      ['kept', 'css', '["~/a.css"]', '["~/a.css"]', 'Keeps its effect same files'],
      ['kept', 'dir.pages', '"views"', '"app/views"', 'Keeps its effect same files, new text'],
      ['kept', 'srcDir', '"."', '"app"', 'Keeps its effect same files, new text'],
      ['kept', 'alias.assets', '"assets"', '"app/assets"', 'Keeps its effect same files, new text'],
      [
        'changed',
        'bundler1.server.fs.allow',
        '[".fw", ".", "<workspaceDir>"]',
        '["<rootDir>/.fw"]',
        'Changes on purpose Variant A adds x.',
      ],
    ]);
    // Of a list, what the other side does not have is marked.
    expect(html).toContain('[<mark>&quot;.fw&quot;</mark>, ');
    expect(html).toContain('[&quot;~/a.css&quot;]');
    expect(html).toContain('Verified: 4 options keep their effect, 1 changes on purpose.');
    expect(html).toContain('Change on purpose (1)');
    expect(html).toContain('All (5)');
  });

  it('marks what stands at the column', () => {
    const marked = (text: string, column: number) => {
      const html = htmlOf(
        reportWith({ projects: [projectWith({ followUps: [followUpWith({ text, column })] })] }),
      );
      return /<pre class="line-of-code"[^>]*>(.*?)<\/pre>/s.exec(html)?.[1];
    };
    expect(marked("  css: ['~/a.css'],", 9)).toBe('<code>css: [<mark>&#39;~/a.css&#39;</mark>],</code>');
    expect(marked('\tssr: true', 7)).toBe('<code>ssr: <mark>true</mark></code>');
    expect(marked('end', 4)).toBe('<code>end<mark> </mark></code>');
    expect(marked(`${'a '.repeat(200)}here${' b'.repeat(200)}`, 401)).toBe(
      `<code>…${'a '.repeat(50)}<mark>here</mark>${' b'.repeat(50)}…</code>`,
    );
  });

  it('draws a line from each place to its new one', () => {
    const paths = [...page.matchAll(/<path class="(\w+)" data-entry="\d+" d="([^"]+)"/g)].map(
      ([, kind, line]) => `${kind} ${line}`,
    );
    expect(paths).toContain('moves M-.5 0.5C50 0.5 50 1.5 100.5 1.5');
    expect(paths.filter((path) => path.startsWith('moves'))).toHaveLength(4);
    expect(paths.filter((path) => path.startsWith('stays'))).toHaveLength(3);
  });

  it('draws what meets in one place to one line', () => {
    const project = projectWith({
      moves: [
        { from: 'utils', to: 'app/utils' },
        { from: 'lib/utils', to: 'app/utils' },
      ],
    });
    const html = htmlOf(reportWith({ projects: [project] }));
    expect([...html.matchAll(/ d="([^"]+)"/g)].map(([, line]) => line)).toEqual([
      'M-.5 1.5C50 1.5 50 0.5 100.5 0.5',
      'M-.5 0.5C50 0.5 50 0.5 100.5 0.5',
    ]);
    expect(html).toContain('data-entry="0 1"');
  });

  it('lists files that only move without a difference', () => {
    expect(page.match(/<details class="file"/g)).toHaveLength(4);
    const [list = ''] = /<ul class="only-moved">.*?<\/ul>/s.exec(page) ?? [];
    expect(list.match(/<li>/g)).toHaveLength(13);
    expect(textIn(list)).toContain('web/assets/main.css to web/app/assets/main.css');
  });

  it('marks the words that differ between a line and the one in its place', () => {
    expect(page).toContain('^<mark>4</mark>.<mark>0</mark>.0');
    expect(page).toContain('<mark>app/</mark>views');
  });

  it('opens only the first files of many', () => {
    const files = Array.from({ length: 200 }, (_, index) => ({
      ...{ path: `pages/${index}.ts`, by: ['references'] },
      diff: diffOf(`pages/${index}.ts`, `pages/${index}.ts`, '@@ -1,1 +1,1 @@\n-a\n+b\n'),
    }));
    const html = htmlOf(reportWith({ projects: [projectWith({ files })] }));
    expect(html.match(/<details class="file" id="file-\d+" open>/g)).toHaveLength(3);
    expect(html.match(/<details class="file"/g)).toHaveLength(200);
  });
});

describe('what a project says', () => {
  const skeleton = (text: string) =>
    tagsOf(htmlOf(reportSaying(text))).map(({ name, attributes }) => [name, ...attributes].join(' '));
  const harmless = skeleton('x');

  it.each(hostileTexts)('is only ever text: %j', (text) => {
    expect(skeleton(text)).toEqual(harmless);
  });

  it('is only ever text, whatever it is', () => {
    const pieces = [
      '<',
      '>',
      '"',
      "'",
      '&',
      '=',
      '-',
      '!',
      'x',
      'script',
      'style',
      ';',
      ' ',
      '\u202E',
      '\u0000',
    ];
    const text = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
      .map((parts) => `x${parts.join('')}x`);
    fc.assert(
      fc.property(text, (said) => {
        expect(skeleton(said)).toEqual(harmless);
      }),
      { numRuns: 60 },
    );
  });

  it('cannot steer the eye unseen', () => {
    expect(htmlOf(reportSaying('a\u202Eb\u0000\u001B\u200Bc'))).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
    expect(htmlOf(reportSaying('a\u202Eb'))).toContain('a�b');
  });
});

describe('differences', () => {
  const line = fc
    .array(
      fc.constantFrom(
        '<',
        '/',
        '*',
        '"',
        "'",
        '`',
        '${',
        '}',
        '&amp;',
        'const',
        ' ',
        'a',
        '<b>',
        '</script>',
        '<!--',
        '#',
        '\t',
      ),
      {
        maxLength: 10,
      },
    )
    .map((parts) => parts.join(''));
  const ending = fc.constantFrom('ts', 'vue', 'html', 'css', 'scss', 'less', 'json', 'txt', 'md');

  it('show every line as it is, in any language', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), ending, (before, after, end) => {
        const lines = [...before.map((text) => `-${text}\n`), ...after.map((text) => `+${text}\n`)].join('');
        const diff = diffOf(`a.${end}`, `a.${end}`, `@@ -1,${before.length} +1,${after.length} @@\n${lines}`);
        const files = [{ path: `a.${end}`, by: [], diff }];
        const html = htmlOf(reportWith({ projects: [projectWith({ files })] }));
        expect(linesIn(html, 'del')).toEqual(before);
        expect(linesIn(html, 'ins')).toEqual(after);
        expect(() => tagsOf(html)).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });

  it('count lines on both sides, and leave out what git says about the end of a file', () => {
    const diff = diffOf(
      'a.txt',
      'a.txt',
      '@@ -7,3 +7,2 @@ heading\n one\r\n-two\r\n-@@ three\n\\ No newline at end of file\n+two\n',
    );
    const html = htmlOf(
      reportWith({ projects: [projectWith({ files: [{ path: 'a.txt', by: [], diff }] })] }),
    );
    const [shown = ''] = /<p class="hunk">.*?<\/details>/s.exec(html) ?? [];
    expect(shown).toContain('<p class="hunk">@@ -7,3 +7,2 @@ heading</p>');
    expect(shown).toContain('<div data-old="7" data-new="7"><code>one</code></div>');
    expect(
      [...shown.matchAll(/<(?:del|ins) data-(\w+)="(\d+)"/g)].map(([, side, at]) => `${side} ${at}`),
    ).toEqual(['old 8', 'old 9', 'new 8']);
    expect(linesIn(html, 'del')).toEqual(['two', '@@ three']);
    expect(shown).not.toContain('No newline');
  });
});
