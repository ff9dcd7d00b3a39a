import { describe, expect, it } from 'vitest';
import { type TreeNow, withBaseline } from '../../src/report/ledger.ts';
import { ReportProblem } from '../../src/report/read-report.ts';
import type { FollowUpReport, Report } from '../../src/report/report.ts';
import { summaryOf } from '../../src/report/summary.ts';

function followUp(id: string, more: Partial<FollowUpReport> = {}): FollowUpReport {
  return {
    ...{
      id,
      code: 'x',
      kind: 'decide',
      file: 'a.ts',
      line: 1,
      column: 1,
      text: id,
      message: 'Look.',
    },
    evidence: [],
    ...more,
  };
}

function report(
  followUps: readonly FollowUpReport[],
  elsewhere: readonly FollowUpReport[] = [],
): Report {
  const project = {
    root: '',
    config: 'fw.config.ts',
    variant: 'b',
    changes: [],
    moves: [],
    options: [],
  } as const;
  const proof = { preserved: 0, changed: [], unknown: [], places: [], orphans: [] };
  const content = {
    projects: [{ ...project, proof, files: [], followUps }],
    elsewhere: { files: [], followUps: elsewhere },
  };
  return {
    ...{ schemaVersion: 1, target: 'v4', dryRun: true, base: '', ...content },
    proof: {
      references: { checked: 0, same: 0, followed: 0, brokenBefore: 0 },
      texts: 0,
      unrecorded: [],
    },
    summary: summaryOf(content),
  };
}

/** Files by their names, as lines with slashes between them. */
function on(files: { readonly [path: string]: string }): TreeNow {
  const exists = (path: string) =>
    Object.keys(files).some((file) => file === path || file.startsWith(`${path}/`));
  return {
    exists,
    isIgnored: (path) => path.startsWith('ignored/'),
    lines: (path) => files[path]?.split('/'),
  };
}

function told({ projects, elsewhere }: Report): string[] {
  const all = [...projects.flatMap(({ followUps }) => followUps), ...elsewhere.followUps];
  return all.map(({ status, file, line, text }) => `${status} ${file}:${line} ${text}`);
}

describe('compared with an earlier run', () => {
  it('a follow-up is new, or still open', () => {
    const result = withBaseline(
      report([followUp('a'), followUp('b')]),
      report([followUp('a')]),
      on({}),
    );
    expect(told(result)).toEqual(['open a.ts:1 a', 'new a.ts:1 b']);
    expect(result.summary).toMatchObject({ decide: 2, done: 0 });
  });

  it('several that are told as one now stay open, each until it is closed or its text is gone', () => {
    const evidence = ['p', 'q'].map((text) => ({ file: 'a.ts', line: 1, column: 1, text }));
    const now = report([followUp('p', { evidence })]);
    const lines = on({ 'a.ts': 'p/q' });
    const [p, q] = [followUp('p'), followUp('q')];
    const both = ['open a.ts:1 p', 'open a.ts:2 q'];
    expect(told(withBaseline(now, report([p, q]), lines))).toEqual(both);
    const closed = report([p, { ...q, closed: true }]);
    expect(told(withBaseline(now, closed, lines))).toEqual(['open a.ts:1 p', 'done a.ts:1 q']);
  });

  it('those about several options of one line are told apart', () => {
    const on1 = (id: string, option: string) => followUp(id, { option, text: 'all' });
    const earlier = report([
      on1('a', 'css[0]'),
      on1('b', 'dir.pages'),
      on1('c', 'generate.routes'),
    ]);
    const result = withBaseline(
      report([on1('c', 'generate.routes')]),
      earlier,
      on({ 'a.ts': 'all' }),
    );
    expect(told(result)).toEqual(['open a.ts:1 all', 'open a.ts:1 all', 'open a.ts:1 all']);
  });

  it('one that is not found is done when its text has changed, or its file is gone', () => {
    const earlier = report([followUp('a'), followUp('gone', { file: 'gone.ts' })]);
    const result = withBaseline(report([]), earlier, on({ 'a.ts': 'x/y' }));
    expect(told(result)).toEqual(['done a.ts:1 a', 'done gone.ts:1 gone']);
    expect(result.summary).toMatchObject({ decide: 0, verify: 0, done: 2 });
  });

  it('a project that could be migrated this time is no longer refused, whatever its lines say', () => {
    const earlier = report([followUp('a', { code: 'project-refused' })]);
    expect(told(withBaseline(report([]), earlier, on({ 'a.ts': 'a' })))).toEqual(['done a.ts:1 a']);
    const without = { ...report([]), projects: [] };
    expect(told(withBaseline(without, earlier, on({ 'a.ts': 'a' })))).toEqual(['open a.ts:1 a']);
    const ofAll = withBaseline(without, earlier, on({ 'a.ts': 'a' }), true);
    expect(told(ofAll)).toEqual(['done a.ts:1 a']);
    // It may belong to a project that an earlier run was about, and this one, but not the last one.
    const elsewhere = report([], [followUp('a', { code: 'project-refused' })]);
    expect(told(withBaseline(report([]), elsewhere, on({ 'a.ts': 'a' })))).toEqual([
      'done a.ts:1 a',
    ]);
  });

  it('one that is not found stays open where its text still stands, at its new line', () => {
    const earlier = report([
      followUp('a', { evidence: [followUp('a'), followUp('b', { line: 9 })] }),
    ]);
    const result = withBaseline(report([]), earlier, on({ 'a.ts': 'new/  a/z/b' }));
    expect(told(result)).toEqual(['open a.ts:2   a']);
    expect(result.projects[0]?.followUps[0]?.evidence.map(({ line }) => line)).toEqual([2, 4]);
  });

  it('looks where the run has put the file, else where it was', () => {
    const after = { file: 'app/a.ts', line: 3, column: 2, text: 'after' };
    const earlier = report([followUp('a', { after })]);
    const there = withBaseline(report([]), earlier, on({ 'app/a.ts': 'x/after', 'a.ts': 'other' }));
    expect(told(there)).toEqual(['open app/a.ts:2 after']);
    expect(there.projects[0]?.followUps[0]).not.toHaveProperty('after');
    const here = withBaseline(report([]), earlier, on({ 'a.ts': 'a' }));
    expect(told(here)).toEqual(['open a.ts:1 a']);
  });

  it('what the run itself removed cannot be seen, so it stays open', () => {
    const after = { file: 'a.ts', line: 1, column: 1, text: '' };
    expect(
      told(withBaseline(report([]), report([followUp('a', { after })]), on({ 'a.ts': 'x' }))),
    ).toEqual(['open a.ts:1 ']);
  });

  it('a person closes one for good, and only a person', () => {
    const closed = report([followUp('a', { closed: true }), followUp('b', { closed: true })]);
    const result = withBaseline(report([followUp('a')]), closed, on({ 'a.ts': 'b' }));
    expect(told(result)).toEqual(['done a.ts:1 a', 'done a.ts:1 b']);
    expect(told(withBaseline(report([followUp('a')]), result, on({ 'a.ts': 'b' })))).toEqual(
      told(result),
    );
    // What a run found to be done is looked at again.
    const done = withBaseline(
      report([]),
      report([followUp('a'), followUp('b')]),
      on({ 'a.ts': 'x' }),
    );
    expect(told(done)).toEqual(['done a.ts:1 a', 'done a.ts:1 b']);
    expect(told(withBaseline(report([followUp('a')]), done, on({ 'a.ts': 'x/b' })))).toEqual([
      'open a.ts:1 a',
      'open a.ts:2 b',
    ]);
  });

  it('one with several places is done when all of them are', () => {
    const places = [followUp('a'), followUp('b', { line: 2 }), followUp('c', { file: 'c.ts' })];
    const earlier = report([followUp('a', { evidence: places })]);
    const some = withBaseline(report([]), earlier, on({ 'a.ts': 'fixed/b', 'c.ts': 'fixed' }));
    expect(told(some)).toEqual(['open a.ts:2 b']);
    expect(some.projects[0]?.followUps[0]?.evidence).toMatchObject([
      { file: 'a.ts', line: 2, text: 'b' },
    ]);
    const all = withBaseline(report([]), earlier, on({ 'a.ts': 'fixed/fixed', 'c.ts': '' }));
    expect(told(all)).toEqual(['done a.ts:1 a']);
  });

  it('a text is looked for where a formatter or an edit beside it has left it', () => {
    const place = (text: string, column: number) => report([followUp('a', { text, column })]);
    const isOpen = (earlier: Report, now: string) =>
      told(withBaseline(report([]), earlier, on({ 'a.ts': now })))[0]?.startsWith('open');
    const quoted = place('{"name":"a","fw":"^4"}', 18);
    expect(isOpen(quoted, '{ "name": "b", "fw": "^4" }')).toBe(true);
    expect(isOpen(quoted, '{"name":"a","other":"^4"}')).toBe(false);
    const word = place('  COPY pages all', 8);
    expect(isOpen(word, 'COPY --link pages all')).toBe(true);
    expect(isOpen(word, '  COPY app\\pages all')).toBe(false);
    const call = place("const one = useFetch('x')", 13);
    expect(isOpen(call, "const { data } = useFetch('x');")).toBe(true);
    expect(isOpen(call, "const one = useFetch('x', { deep: true })")).toBe(false);
  });

  it.each([
    ['scanned-folder-stays', { subject: 'stores' }, { 'stores/a.ts': '' }],
    ['now-ignored', { file: 'ignored/a' }, {}],
    ['no-longer-ignored', {}, {}],
    ['install-framework', {}, { 'a.ts': 'other' }],
  ] as const)('%s depends on more than its text', (code, more, open) => {
    const earlier = report([followUp('a', { code, ...more })]);
    expect(withBaseline(report([]), earlier, on(open)).summary).toMatchObject({
      decide: 1,
      done: 0,
    });
  });

  it('a text in a very long line is looked for in the part that is kept', () => {
    const line = Array.from({ length: 2000 }, (_, index) => `'gone${index}',`).join('');
    const column = line.indexOf("'gone1000'") + 1;
    const part = line.slice(column - 201, column + 199);
    const place = { line: 1, column, text: part, textColumn: column - 200 };
    const earlier = report([followUp('long', place)]);
    const found = (text: string) =>
      withBaseline(report([]), earlier, on({ 'a.ts': text })).projects[0]?.followUps;
    expect(found(`x/${line}`)).toMatchObject([{ status: 'open', line: 2, column }]);
    expect(found(`x/${line}`)?.[0]?.text.length).toBe(400);
    expect(found(line.replace('gone1000', 'there'))).toMatchObject([{ status: 'done' }]);
  });

  it('an option that is set keeps the old behaviour', () => {
    const one = { code: 'shallow-data', option: 'deep' };
    const value = { kind: 'value', value: true, from: 'fw.config.ts:2:3' } as const;
    const now = report([]);
    const [project] = now.projects;
    if (!project) throw new Error('There is no project.');
    const options = [{ option: 'deep', before: value, after: value, change: 'same' }] as const;
    const set = { ...now, projects: [{ ...project, options }] };
    const earlier = report([followUp('a', one)]);
    expect(withBaseline(now, earlier, on({ 'a.ts': 'a' })).summary).toMatchObject({ decide: 1 });
    expect(withBaseline(set, earlier, on({ 'a.ts': 'a' })).summary).toMatchObject({
      decide: 0,
      done: 1,
    });
  });

  it('a report of another folder is refused', () => {
    expect(() => withBaseline(report([]), { ...report([]), base: 'apps/' }, on({}))).toThrow(
      ReportProblem,
    );
  });

  it('a part of a run is not compared, nor compared with', () => {
    const part: Report = { ...report([]), shard: { index: 1, count: 2 } };
    expect(() => withBaseline(report([]), part, on({}))).toThrow(
      new ReportProblem(
        'The baseline is shard 1 of 2, which is only part of the projects. Merge all shards first: `fw-migrate report <shards…> --format json`.',
      ),
    );
    expect(() => withBaseline(part, report([]), on({}))).toThrow(
      /^The report is shard 1 of 2, which is only part/,
    );
  });

  it('one whose line was edited is the same one; each is matched once', () => {
    const now = report([followUp('c'), followUp('d')]);
    const result = withBaseline(now, report([followUp('a')]), on({}));
    expect(told(result)).toEqual(['open a.ts:1 c', 'new a.ts:1 d']);
  });

  it('what belonged to a project that is gone, or to none, is kept', () => {
    const earlier = report([], [followUp('e')]);
    const project = {
      ...report([followUp('p')]).projects[0],
      root: 'apps/old',
    } as Report['projects'][number];
    const result = withBaseline(
      report([]),
      { ...earlier, projects: [...earlier.projects, project] },
      on({ 'a.ts': 'e/p' }),
    );
    expect(told(result)).toEqual(['open a.ts:2 p', 'open a.ts:1 e']);
  });
});

describe('large reports', () => {
  const count = 20_000;
  const many = (idOf: (index: number) => string, more: Partial<FollowUpReport> = {}) =>
    Array.from({ length: count }, (_, index) =>
      followUp(idOf(index), { line: index + 1, ...more }),
    );

  it('are compared in time where every line was edited', () => {
    const earlier = report(many((index) => `old-${index}`));
    const result = withBaseline(report(many((index) => `new-${index}`)), earlier, on({}));
    expect(result.summary).toMatchObject({ decide: count, done: 0 });
  });

  it('have each file read once, and their lines looked up', () => {
    let reads = 0;
    const lines = Array.from({ length: count }, (_, index) =>
      index % 2 === 0 ? 'same' : `old-${index}`,
    );
    const earlier = report([...many((index) => `old-${index}`), ...many(() => 'same')]);
    const tree = on({});
    const read = () => {
      reads += 1;
      return lines;
    };
    const result = withBaseline(report([]), earlier, { ...tree, lines: read });
    expect(reads).toBe(1);
    expect(result.summary).toMatchObject({ decide: count * 1.5, done: count / 2 });
  });

  it('may have as many projects', () => {
    const [one] = report([]).projects;
    const projects = Array.from({ length: count }, (_, index) => ({
      ...one,
      root: `p${index}`,
      followUps: [followUp(`${index}`)],
    })) as unknown as Report['projects'];
    const whole = { ...report([]), projects };
    expect(
      withBaseline(whole, { ...whole, projects: projects.toReversed() }, on({})).summary,
    ).toMatchObject({
      projects: count,
      decide: count,
      done: 0,
    });
  });
});

describe('a line that is there several times', () => {
  it.each([
    [1, 2],
    [3, 2],
    [4, 2],
    [5, 6],
    [9, 6],
  ])('the one nearest to line %i is taken, of two the first', (line, nearest) => {
    const earlier = report([followUp('a', { line })]);
    expect(told(withBaseline(report([]), earlier, on({ 'a.ts': 'x/ a/y/z/y/a /x' })))).toEqual([
      `open a.ts:${nearest} ${nearest === 2 ? ' a' : 'a '}`,
    ]);
  });
});
