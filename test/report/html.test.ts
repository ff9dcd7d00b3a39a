import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PagePlace } from '../../src/report/html/page-texts.ts';
import { htmlOf } from '../../src/report/html.ts';
import type { Report } from '../../src/report/report.ts';
import { hostileTexts, reportSaying } from '../browser/support/hostile-report.ts';
import {
  diffOf,
  followUpWith,
  projectWith,
  reportWith,
  sampleReport,
} from '../browser/support/sample-reports.ts';
import { type FakeElement, jsonIn, openAll, shownIn } from './support/shown-page.ts';

const page = htmlOf(sampleReport);

/** The names of the tags of a file, with their attributes. */
function tagsOf(html: string): string[] {
  const body = html.replace(/(<(style|script)[^>]*>).*?(?=<\/\2>)/gs, '$1');
  return [...body.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/="[^"]*"/g, ''));
}

/** The elements that show a text, with their attributes. */
const skeletonOf = (main: FakeElement) =>
  main.all().map(({ name, attributes }) => [name, ...attributes.keys()].join(' '));

const textsOf = (elements: readonly FakeElement[]) =>
  elements.map(({ textContent }) => textContent);
const tasksOf = (report: Report, place: PagePlace = {}) => {
  const [list] = shownIn(htmlOf(report, place)).all('ol', 'tasks');
  return list?.childNodes as FakeElement[];
};
const withFollowUp = (parts: Parameters<typeof followUpWith>[0], dryRun = true) =>
  reportWith({ dryRun, projects: [projectWith({ followUps: [followUpWith(parts)] })] });
const open = (main: FakeElement, title: string) =>
  main
    .all('details', 'fold')
    .find(({ textContent }) => textContent === title)
    ?.fire('toggle');
const placesOf = (element: FakeElement | undefined) =>
  textsOf(element?.all(undefined, 'place') ?? []);

describe('the file', () => {
  it('is the same for the same report, and holds it', () => {
    expect(htmlOf(structuredClone(sampleReport))).toBe(page);
    expect(jsonIn(page, 'class="report"')).toEqual([sampleReport]);
  });

  it('loads nothing, and its policy allows nothing but its own style and script', () => {
    expect(page).not.toMatch(
      /<script[^>]*\ssrc=|<link(?![^>]*href="data:)|@import|url\(\s*['"]?http/,
    );
    const hashes = [...page.matchAll(/<(style|script)(?: type="module")?>(.*?)<\/\1>/gs)].map(
      ([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    const [, policy = ''] = /"Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hashes[0]}`,
      `script-src ${hashes[1]}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('says where the report can be read without a script', () => {
    expect(page).toMatch(/<noscript>.*fw-migrate report --format markdown/);
  });

  it('names the project and the day', () => {
    const run = {
      name: '@acme/shop',
      date: '2026-01-31',
      version: '1.0.0',
      command: 'fw-migrate v4',
    };
    expect(htmlOf({ ...sampleReport, run })).toContain(
      '<title>@acme/shop: Variant B to Variant A, 2026-01-31 · fw-migrate</title>',
    );
  });

  it('has a script that makes no markup of texts', () => {
    const script = readFileSync(new URL('../../src/report/html/page.js', import.meta.url), 'utf8');
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextual|eval/,
    );
  });
});

describe('the page', () => {
  const shown = openAll(shownIn(page));

  it('has what was done first, then what was verified, then what is left', () => {
    expect(textsOf(shown.all('h2'))).toEqual([
      'What would change',
      'What was verified',
      'What would be left',
    ]);
    const written = shownIn(htmlOf({ ...sampleReport, dryRun: false }));
    expect(textsOf(written.all('h2'))).toEqual([
      'What changed',
      'What was verified',
      'What is left',
    ]);
  });

  it('has headings in order', () => {
    const levels = shown
      .all()
      .flatMap(({ name }) => (/^h\d$/.test(name) ? [Number(name.slice(1))] : []));
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0), `heading ${index}`).toBeLessThanOrEqual(1);
  });

  it('begins with the totals as figures', () => {
    const figures = shown.all('dl', 'figures')[0]?.all('div') ?? [];
    expect(textsOf(figures)).toEqual([
      'files to move14' + '4 to edit',
      'references kept0' + '0 of them to update',
      'options to change2' + '3 keep their effect',
      'left to do5' + '2 to decide, 3 to verify',
    ]);
  });

  it('shows what moves as two trees, with what stays beside it', () => {
    const trees = shown.all('div', 'trees')[0]?.all('ul', 'tree') ?? [];
    const names = (tree: FakeElement | undefined) => textsOf(tree?.all('code') ?? []);
    expect(names(trees[0])).toEqual([
      'assets/',
      'components/',
      'pages/',
      'app.vue',
      'fw.config.ts',
    ]);
    expect(names(trees[1])).toEqual([
      'app/',
      'assets/',
      'components/',
      'pages/',
      'app.vue',
      'fw.config.ts',
    ]);
  });

  it('lists what breaks silently before decisions, and decisions before checks', () => {
    const followUps = [
      followUpWith({ id: 'verify', code: 'c', message: '3' }),
      followUpWith({ id: 'decide', code: 'b', kind: 'decide', message: '2' }),
      followUpWith({ id: 'silent', code: 'a', breaksSilently: true, message: '1' }),
      followUpWith({ id: 'gone', kind: 'decide', status: 'done' }),
    ];
    const written = reportWith({ dryRun: false, projects: [projectWith({ followUps })] });
    const main = shownIn(htmlOf(written));
    const lines = () => textsOf(main.all('input')).length;
    const labels = () =>
      main.all('input').map(({ attributes }) => attributes.get('aria-label')?.slice(-1));
    expect(lines()).toBe(3);
    expect(labels()).toEqual(['1', '2', '3']);
    openAll(main);
    expect(labels()).toEqual(['1', '2', '3']);
    expect(main.textContent).toContain('1 done since the earlier run');
  });

  it('asks for nothing to be closed in a dry run', () => {
    expect(shown.all('input')).toEqual([]);
    expect(shown.textContent).not.toContain('close');
  });

  it('says of each kind of follow-up how to fix it, and of each one what it is about and where', () => {
    const [, group] = shownIn(htmlOf(sampleReport, { folder: '..' })).all('details', 'part');
    expect(group?.textContent).toMatch(
      /^An experimental option that Variant A no longer has.*decideFix: .*was on, but Variant A no longer has it\.experimental\.templateUtilsweb\/fw\.config\.tsweb\/fw\.config\.ts:16:20templateUtils: true,/,
    );
    const [link] = group?.all('a') ?? [];
    expect(link?.attributes.get('href')).toBe('vscode://file/home/me/web/fw.config.ts:16:20');
  });

  it('links no place if it does not know where the project is', () => {
    expect(tasksOf(sampleReport, {})[0]?.all('a')).toEqual([]);
    const odd = withFollowUp({ file: 'my pages/#1?.vue' });
    const [task] = tasksOf(odd, { folder: '.' });
    const [link] = task?.all('a') ?? [];
    expect(link?.attributes.get('href')).toBe(
      'vscode://file/home/me/shop/my%20pages/%231%3F.vue:3:7',
    );
  });

  it('makes one command of what was ticked, for the report that it was compared with', () => {
    const written = { ...sampleReport, dryRun: false };
    const main = shownIn(htmlOf(written, { ledger: 'my report.json' }));
    const status = () =>
      main.all('div').find(({ attributes }) => attributes.get('role') === 'status')?.textContent;
    for (const box of main.all('input').slice(0, 2)) box.fire('change');
    const options = ' --baseline "my report.json"Copy';
    expect(status()).toBe(
      `2 of 5 ticked. Close them: npx fw-migrate close 3271a21bd998 9f8e7d6c5b4a${options}`,
    );
    main.all('input')[0]?.fire('change');
    expect(status()).toBe(`1 of 5 ticked. Close them: npx fw-migrate close 9f8e7d6c5b4a${options}`);
  });

  it('puts nothing into a command that a shell would run', () => {
    const [task] = tasksOf(withFollowUp({ id: '$(rm -rf ~)' }, false));
    expect(task?.all('span', 'command')).toEqual([]);
    expect(task?.all('input')).toEqual([]);
  });

  it('names a place as it is now, and where it is on the other side of the run', () => {
    const after = { file: 'app/a.ts', line: 4, column: 2, text: 'const b = 2' };
    const parts = { file: 'a.ts', line: 3, column: 1, text: 'const a = 1', after };
    const [before] = tasksOf(withFollowUp(parts));
    expect(before?.textContent).toContain('a.ts:3:1 · then app/a.tsconst a = 1');
    const [now] = tasksOf(withFollowUp(parts, false));
    expect(now?.textContent).toContain('app/a.ts:4:2 · was a.tswas: const a = 1');
  });

  it('names every place once', () => {
    const place = (line: number) => ({ file: 'a.ts', line, column: 1, text: `line ${line}` });
    const evidence = [1, 2, 3].map((line) => ({ ...place(line), reason: `reason ${line}` }));
    const [task] = tasksOf(withFollowUp({ ...place(1), evidence }));
    if (task) openAll(task);
    expect(placesOf(task)).toEqual(['a.ts:1:1', 'a.ts:2:1', 'a.ts:3:1']);
    expect(task?.textContent).toContain('2 more places');
    expect(task?.textContent.match(/reason \d/g)).toEqual(['reason 1', 'reason 2', 'reason 3']);
  });

  it('shows no line of a file that a follow-up is about as a whole', () => {
    const task = (code: string) =>
      tasksOf(withFollowUp({ code, file: 'x.js', line: 1, column: 1 }))[0];
    expect(placesOf(task('second-config'))).toEqual(['x.js']);
    expect(task('second-config')?.all('code', 'line')).toEqual([]);
    expect(placesOf(task('path-in-docs'))).toEqual(['x.js:1:1']);
    expect(task('path-in-docs')?.all('code', 'line')).toHaveLength(1);
  });

  it('marks what stands at the column', () => {
    const marked = (text: string, column: number) => {
      const [line] = tasksOf(withFollowUp({ text, column }))[0]?.all('code', 'line') ?? [];
      return line?.childNodes
        .map((node) => (typeof node === 'string' ? node : `[${node.textContent}]`))
        .join('');
    };
    expect(marked("  css: ['~/a.css'],", 9)).toBe("css: [['~/a.css']],");
    expect(marked('\tssr: true', 7)).toBe('ssr: [true]');
    expect(marked('end', 4)).toBe('end[ ]');
    expect(marked(`${'a '.repeat(200)}here${' b'.repeat(200)}`, 401)).toBe(
      `…${'a '.repeat(50)}[here]${' b'.repeat(50)}…`,
    );
  });

  it('breaks names after dots and slashes only', () => {
    const option = 'experimental.defaults.useAsyncData.deep';
    const [task] = tasksOf(withFollowUp({ option }));
    const code = task?.all('code').find(({ textContent }) => textContent === option);
    expect(code?.childNodes.filter((node) => typeof node === 'string')).toEqual([
      'experimental.',
      'defaults.',
      'useAsyncData.',
      'deep',
    ]);
    expect(code?.all('wbr')).toHaveLength(3);
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
    const main = shownIn(htmlOf(reportWith({ projects: [projectWith({ moves, files })] })));
    const trees = main.all('ul', 'tree').filter((tree) => tree.textContent.startsWith('s'));
    expect(trees[0]?.textContent).toBe('src/ 1 fileserver/ 2 filesfw.config.ts');
    expect(main.all('ul', 'tree').at(-1)?.textContent).toBe(
      'app/ 1 fileserver/ 2 filesfw.config.ts',
    );
    expect(main.textContent).toContain('3 files that only move');
  });

  it('shows the options that change or are unknown, and folds the others', () => {
    const main = shownIn(page);
    const rows = () => main.all('tbody').flatMap((body) => textsOf(body.all('th')));
    const differing = [
      'experimental.defaults.useAsyncData.deep',
      'experimental.templateUtils',
      'runtimeConfig.secret',
    ];
    open(main, 'Options before and after');
    expect(rows()).toEqual(differing);
    open(main, '3 options with the same effect');
    expect(rows()).toEqual([...differing, 'dir.pages', 'ssr', 'typescript.hoist']);
  });

  it('says how to migrate and to undo', () => {
    const commands = (of: FakeElement) => textsOf(of.all('header')[0]?.all('code') ?? []);
    expect(commands(shown)).toEqual(['npx fw-migrate v4', 'npx fw-migrate undo']);
    const main = shownIn(
      htmlOf({ ...sampleReport, dryRun: false }, { nextSteps: ['npm install'] }),
    );
    expect(commands(main)).toEqual(['npx fw-migrate undo']);
    expect(textsOf(main.all('ol', 'steps')[0]?.all('code') ?? [])).toEqual(['npm install']);
  });

  it('makes a diff only when it is opened, and long lists only in part', () => {
    const files = Array.from({ length: 5000 }, (_, index) => {
      const path = `pages/${index}.ts`;
      return { path, by: ['references'], diff: diffOf(path, path, '@@ -1,1 +1,1 @@\n-a\n+b\n') };
    });
    const main = shownIn(htmlOf(reportWith({ projects: [projectWith({ files })] })));
    open(main, '5000 edited files');
    expect(main.all('details', 'file')).toHaveLength(200);
    expect(main.all('div', 'diff')).toEqual([]);
    main.all('details', 'file')[7]?.fire('toggle');
    expect(main.all('div', 'diff')).toHaveLength(1);
    const [more] = main.all('button').filter(({ textContent }) => textContent === 'Show 4800 more');
    more?.fire('click');
    expect(main.all('details', 'file')).toHaveLength(5000);
    expect(main.textContent).not.toContain('more');
  });

  it('searches follow-ups, also those that are not listed yet', () => {
    const followUps = Array.from({ length: 300 }, (_, index) =>
      followUpWith({ id: `id${index}`, line: index + 1 }),
    );
    const main = shownIn(htmlOf(reportWith({ projects: [projectWith({ followUps })] })));
    const search = main.all('input').find(({ attributes }) => attributes.get('type') === 'search');
    const found = (words: string) => {
      Object.assign(search ?? {}, { value: words });
      search?.fire('input');
      return main.all('ol', 'tasks').flatMap((list) => list.childNodes).length;
    };
    expect(found('ID299 default')).toBe(1);
    expect(found('nothing like it')).toBe(0);
    expect(main.textContent).toContain('No follow-up matches.');
    expect(found('')).toBe(10);
  });
});

describe('what a project says', () => {
  const pageOf = (text: string) => {
    const html = htmlOf(reportSaying(text), { folder: '.' });
    const main = openAll(shownIn(html));
    // A slash in a path makes a branch of a tree.
    const trees = main.all('div', 'trees');
    const inTrees = new Set(trees.flatMap((tree) => tree.all().map(({ name }) => name)));
    expect([...inTrees].toSorted()).toEqual(['code', 'div', 'li', 'p', 'ul']);
    for (const tree of trees) tree.replaceChildren();
    return { html, tags: tagsOf(html), elements: skeletonOf(main) };
  };
  // An id that is no word has neither a box nor a command.
  const { tags, elements } = pageOf('x x');

  it.each(hostileTexts)('is only ever text: %j', (text) => {
    const hostile = pageOf(text);
    expect(hostile.tags).toEqual(tags);
    expect(hostile.elements.filter((one) => one !== 'wbr')).toEqual(
      elements.filter((one) => one !== 'wbr'),
    );
    expect(jsonIn(hostile.html, 'class="report"')).toEqual([reportSaying(text)]);
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
      '/',
      ';',
      ' ',
      '\u202E',
      '\u2028',
      '\u0000',
    ];
    const text = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
      .map((parts) => `x ${parts.join('')}x`);
    fc.assert(
      fc.property(text, (said) => {
        const hostile = pageOf(said);
        expect(hostile.tags).toEqual(tags);
        expect(hostile.elements.filter((one) => one !== 'wbr')).toEqual(
          elements.filter((one) => one !== 'wbr'),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('cannot steer the eye, a terminal or a log unseen', () => {
    const said = 'a\u202Eb\u0000\u001B\u200Bc\u2028d\u{E0041}e ##[error]f\n::error::g';
    const html = htmlOf(reportSaying(said));
    expect(html).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]|##|^::/mu);
    expect(html.match(/<script type="application\/json".*/g)?.join('')).not.toMatch(
      /[\p{Zl}\p{Zp}]/u,
    );
    expect(openAll(shownIn(html)).textContent).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
    expect(jsonIn(html, 'class="report"')).toEqual([reportSaying(said)]);
  });
});

describe('diffs', () => {
  const shownDiff = (diff: string) => {
    const files = [{ path: 'a.txt', by: [], diff }];
    const [element] = openAll(
      shownIn(htmlOf(reportWith({ projects: [projectWith({ files })] }))),
    ).all('div', 'diff');
    return element;
  };
  const line = fc
    .array(
      fc.constantFrom(
        '<',
        '/',
        '"',
        "'",
        '`',
        '${',
        '&amp;',
        'const',
        ' ',
        'a',
        '<b>',
        '</script>',
        '@@ ',
        '\t',
      ),
      {
        maxLength: 10,
      },
    )
    .map((parts) => parts.join(''));

  it('show every line as it is', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        const lines = [
          ...before.map((text) => `-${text}\n`),
          ...after.map((text) => `+${text}\n`),
        ].join('');
        const shown = shownDiff(
          diffOf('a.txt', 'a.txt', `@@ -1,${before.length} +1,${after.length} @@\n${lines}`),
        );
        expect(textsOf(shown?.all('del') ?? [])).toEqual(before);
        expect(textsOf(shown?.all('ins') ?? [])).toEqual(after);
      }),
      { numRuns: 150 },
    );
  });

  it('count lines on both sides, and leave out what git says about the end of a file', () => {
    const shown = shownDiff(
      diffOf(
        'a.txt',
        'a.txt',
        '@@ -7,3 +7,2 @@ heading\n one\r\n-two\r\n-@@ three\n\\ No newline at end of file\n+two\n',
      ),
    );
    const lines = shown?.childNodes.map((node) =>
      typeof node === 'string' ? node : [...node.attributes.values(), node.textContent].join(' '),
    );
    expect(lines).toEqual([
      'hunk @@ -7,3 +7,2 @@ heading',
      '7 7 one',
      '8 two',
      '9 @@ three',
      '8 two',
    ]);
  });

  it('mark what differs between a line and the one in its place', () => {
    const marks = (before: string, after: string) =>
      textsOf(
        shownDiff(diffOf('a', 'a', `@@ -1,1 +1,1 @@\n-${before}\n+${after}\n`))?.all('mark') ?? [],
      );
    expect(marks("pages: 'views',", "pages: 'app/views',")).toEqual(['app/']);
    expect(marks('"fw": "^3.1.0"', '"fw": "^4.0.0"')).toEqual(['3.1', '4.0']);
    expect(marks('one', 'entirely different')).toEqual([]);
  });
});
