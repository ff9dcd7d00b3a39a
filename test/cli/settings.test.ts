import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { contentsOf } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from './support/run.ts';
import { hasPseudoTerminal, keys, talk } from './support/terminal.ts';

const config = "export default defineFwConfig({\n  generate: { routes: ['/a'] },\n})\n";
const page = "<script setup>\nimport { a } from '~/stores/a'\n</script>\n";

/** A project with sources at its root, in a folder. */
function projectIn(folder: string) {
  return {
    [`${folder}fw.config.ts`]: config,
    [`${folder}pages/index.vue`]: page,
    [`${folder}stores/a.ts`]: 'export const a = 1\n',
  };
}

const mono = { '.git/HEAD': '', ...projectIn('apps/web/'), ...projectIn('apps/admin/') };

/** The report of a dry run that has to work. */
function reportIn(folder: string, ...args: readonly string[]): Report {
  const { status, stdout, stderr } = fwMigrate(folder, [
    'v4',
    '--dry-run',
    '--format',
    'json',
    ...args,
  ]);
  expect([status, stderr.replace(/^.*would be moved.*\n/m, '')]).toEqual([0, '']);
  return JSON.parse(stdout) as Report;
}

/** What moves in a run, from the folders of all projects. */
function movesIn(folder: string, ...args: readonly string[]): string[] {
  return reportIn(folder, ...args).projects.flatMap(({ moves }) => moves.map(({ from }) => from));
}

/** What was in force, in short: `layout=keep (file)`. */
function chosenIn({ settings }: Report): string[] {
  const chosen = settings?.chosen ?? [];
  return chosen.map(({ key, value, from, project }) => {
    const where = project === undefined ? '' : ` in ${project || '.'}`;
    return `${key}=${Array.isArray(value) ? value.join() : value} (${from})${where}`;
  });
}

function refusal(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = fwMigrate(folder, args);
  expect([status, stdout]).toEqual([2, '']);
  return stderr;
}

const keep = '{ "layout": "keep" }\n';

describe('a settings file', () => {
  const js = "export default { layout: 'keep' }\n";
  it.each([
    ['fw-migrate.config.json', keep, []],
    ['fw-migrate.config.json', '\uFEFF{\n  // Not yet.\n  "layout": "keep", }\n', []],
    ['package.json', `{ "name": "x", "fw-migrate": ${keep} }`, []],
    ['fw-migrate.config.js', js, ['--trust-config']],
    ['fw-migrate.config.mjs', js, ['--trust-config']],
    ['fw-migrate.config.cjs', "module.exports = { layout: 'keep' }\n", ['--trust-config']],
    [
      'fw-migrate.config.ts',
      "import { defineSettings } from 'fw-migrate'\nexport default defineSettings({ layout: 'keep' as const, move: undefined })\n",
      ['--trust-config'],
    ],
    ['fw-migrate.config.mts', js, ['--config', 'fw-migrate.config.mts']],
    ['settings/ours.json', keep, ['--config', 'settings/ours.json']],
  ])('may be %s', (name, text, args) => {
    const folder = folderWith({ ...projectIn(''), [name]: text });
    const report = reportIn(folder, ...args);
    expect(report.settings).toEqual({
      file: name,
      chosen: [{ key: 'layout', value: 'keep', from: 'file' }],
    });
    expect(report.projects[0]?.moves).toEqual([]);
    expect(movesIn(folder, '--no-config')).toEqual(['pages']);
  });

  it('is the nearest one from the folder of the run up to the top of the repository', () => {
    const folder = folderWith({
      ...{ 'fw-migrate.config.json': keep, 'top/.git/HEAD': '' },
      ...{ ...projectIn('top/apps/web/'), ...projectIn('top/apps/admin/') },
    });
    const run = join(folder, 'top/apps/web');
    expect(reportIn(run).settings).toBeUndefined();
    writeFileSync(join(folder, 'top/fw-migrate.config.json'), '{ "move": ["stores"] }');
    expect(reportIn(run).settings?.file).toBe('fw-migrate.config.json');
    expect(movesIn(run)).toEqual(['apps/web/pages', 'apps/web/stores']);
    writeFileSync(join(folder, 'top/apps/web/package.json'), `{ "fw-migrate": ${keep} }`);
    expect(movesIn(run)).toEqual([]);
    expect(movesIn(join(folder, 'top/apps/admin'))).toEqual([
      'apps/admin/pages',
      'apps/admin/stores',
    ]);
  });

  it('is not looked for above the run outside of a repository', () => {
    const folder = folderWith({ ...projectIn('web/'), 'fw-migrate.config.json': keep });
    expect(reportIn(join(folder, 'web')).settings).toBeUndefined();
    expect(reportIn(folder, 'web').settings).toBeUndefined();
  });

  it('is not a package.json that only depends on this package', () => {
    const text = '{ "devDependencies": { "fw-migrate": "^1.0.0" } }';
    for (const content of [text, `${text}}`]) {
      const folder = folderWith({ ...projectIn(''), 'package.json': content });
      expect(reportIn(folder).settings).toBeUndefined();
    }
  });

  it('is refused beside another one', () => {
    const folder = folderWith({
      ...{ ...projectIn(''), 'fw-migrate.config.json': '{}', 'fw-migrate.config.ts': '' },
      'package.json': '{ "fw-migrate": {} }',
    });
    expect(refusal(folder, 'v4')).toContain('more than one settings file in');
    expect(refusal(folder, 'v4')).toContain(
      ': fw-migrate.config.json, fw-migrate.config.ts, package.json. Keep one of them',
    );
    expect(reportIn(folder, '--config', 'package.json').settings).toEqual({
      file: 'package.json',
      chosen: [],
    });
  });

  it('in the folder of a project below the run is not read, and that is said', () => {
    const folder = folderWith({ ...mono, 'apps/web/fw-migrate.config.json': keep });
    const { stderr } = fwMigrate(folder, ['v4', '--dry-run', '--quiet']);
    expect(stderr).toContain(
      'apps/web/fw-migrate.config.json is ignored: settings are read from the folder of',
    );
    expect(fwMigrate(folder, ['v4', '-n', '--quiet', '--no-config']).stderr).not.toContain(
      'is ignored',
    );
  });

  it.each([
    ['nope.json', 'nope.json: File not found.'],
    [
      'fw.config.yaml',
      'fw.config.yaml: The settings must be in a JSON, TypeScript or JavaScript file.',
    ],
    ['package.json', 'package.json: `fw-migrate` is missing in this file.'],
    ['', "'': The settings must be in a JSON, TypeScript or JavaScript file."],
  ])('named %j is refused', (name, message) => {
    const folder = folderWith({ ...projectIn(''), 'package.json': '{}' });
    expect(refusal(folder, 'v4', '--config', name)).toContain(message);
  });
});

it('an edition is a setting like the others: the report has it as it is written', () => {
  const folder = folderWith({
    ...projectIn(''),
    'fw-migrate.config.json': '{ "edition": "./tools/acme.json" }',
    'tools/acme.json': '{ "names": { "framework": "Acme" } }',
  });
  expect(chosenIn(reportIn(folder))).toEqual(['edition=./tools/acme.json (file)']);
});

it('folders that settings name are no paths that have to follow, but files are', () => {
  const settings = { move: ['lib/api'], projects: { '.': { stay: ['data/x'] } } };
  const files = { ...projectIn(''), 'lib/api/a.ts': '', 'data/x/a.ts': '', 'utils/own.mjs': '' };
  const reported = (name: string, text: string, ...args: readonly string[]) =>
    reportIn(folderWith({ ...files, [name]: text }), ...args).projects.flatMap(({ followUps }) =>
      followUps.map(({ file, message }) => `${file}: ${message.split(':')[0]}`),
    );
  expect(reported('fw-migrate.config.json', JSON.stringify(settings))).toEqual([]);
  expect(reported('package.json', JSON.stringify({ 'fw-migrate': settings }))).toEqual([]);
  const code = `export default ${JSON.stringify({ ...settings, transforms: [] })} // './utils/own.mjs'`;
  expect(reported('fw-migrate.config.mjs', code, '--trust-config')).toEqual([]);
  const own = `export const own = ['./utils/own.mjs']\n${code}`;
  expect(reported('fw-migrate.config.mjs', own, '--trust-config', '--tooling', 'report')).toEqual([
    'fw-migrate.config.mjs: `./utils/own.mjs` becomes `./app/utils/own.mjs`',
  ]);
});

describe('flags win, key by key', () => {
  const file = {
    ...{ layout: 'app', move: ['stores'], stay: ['pages'], keepDefaults: true, skip: ['generate'] },
    transforms: ['./own.mjs'],
  };
  const own = "export default (file) => file.source.replace(/$/, '// own\\n')\n";

  it.each([
    [
      [],
      [
        'layout=app',
        'move=stores',
        'stay=pages',
        'keepDefaults=true',
        'skip=generate',
        'transforms=./own.mjs',
      ],
    ],
    [
      ['--layout', 'keep'],
      ['layout=keep!', 'stay=pages', 'keepDefaults=true'],
    ],
    [
      ['--move', 'pages'],
      ['layout=app', 'move=pages!', 'keepDefaults=true'],
    ],
    [
      ['--stay', 'stores'],
      ['layout=app', 'stay=stores!', 'keepDefaults=true'],
    ],
    [['--no-keep-defaults'], ['keepDefaults=false!', 'move=stores']],
    [['--keep-defaults'], ['keepDefaults=true!', 'move=stores']],
    [
      ['--skip', 'value-types'],
      ['skip=value-types!', 'layout=app'],
    ],
    [
      ['--only', 'generate'],
      ['only=generate!', 'layout=app'],
    ],
    [
      ['--transform', 'other.mjs'],
      ['transforms=other.mjs!', 'skip=generate'],
    ],
  ])('%j', (flags, expected) => {
    const folder = folderWith({
      ...{ ...projectIn(''), 'own.mjs': own, 'other.mjs': own },
      'fw-migrate.config.json': JSON.stringify(file),
    });
    const chosen = chosenIn(reportIn(folder, '--trust-config', ...flags));
    const wanted = expected.map((one) =>
      one.endsWith('!') ? `${one.slice(0, -1)} (flag)` : `${one} (file)`,
    );
    expect(chosen).toEqual(expect.arrayContaining(wanted));
    expect(new Set(chosen.map((one) => one.split('=')[0])).size).toBe(chosen.length);
  });

  it('also over what is said about single projects', () => {
    const projects = { 'apps/web': { layout: 'keep', skip: ['generate'], stay: ['stores'] } };
    const settings = JSON.stringify({ move: ['stores'], projects });
    const folder = folderWith({ ...mono, 'fw-migrate.config.json': settings });
    expect(movesIn(folder)).toEqual(['apps/admin/pages', 'apps/admin/stores']);
    expect(movesIn(folder, '--layout', 'app')).toEqual([
      ...['apps/admin/pages', 'apps/admin/stores', 'apps/web/pages'],
    ]);
    expect(movesIn(folder, '--layout', 'app', '--move', 'stores')).toHaveLength(4);
    expect(
      chosenIn(reportIn(folder, '--layout', 'app', '--only', 'generate', '--move', 'stores')),
    ).toEqual([...['layout=app (flag)', 'move=stores (flag)', 'only=generate (flag)']]);
  });

  it('what has no effect on the meaning of a flag stays in force', () => {
    const folder = folderWith({
      ...projectIn(''),
      'fw-migrate.config.json': '{ "skip": ["generate"] }',
    });
    const { stdout } = fwMigrate(folder, ['v4', '-n', '--move', 'stores']);
    expect(stdout).not.toContain('serverEngine');
    expect(stdout).toContain('rename to app/stores/a.ts');
    expect(fwMigrate(folder, ['v4', '-n', '--only', 'generate']).stdout).toContain('serverEngine');
  });
});

describe('single projects', () => {
  it.each([
    [{ 'apps/web': { layout: 'keep' } }, ['apps/admin/pages']],
    [{ './apps/web/': { layout: 'keep' } }, ['apps/admin/pages']],
    [{ 'apps/web': { leave: true } }, ['apps/admin/pages']],
    [{ 'apps/*': { layout: 'keep' } }, []],
    [{ '**': { layout: 'keep' }, 'apps/w?b': { layout: 'app' } }, ['apps/web/pages']],
    [{ 'apps/web': { layout: 'app' }, 'apps/*': { layout: 'keep' } }, []],
    [
      { 'apps/web': { move: ['stores'] } },
      ['apps/admin/pages', 'apps/web/pages', 'apps/web/stores'],
    ],
    [{ 'apps/web': { stay: ['pages'] } }, ['apps/admin/pages']],
    [
      { 'apps/*': { move: ['stores'] }, 'apps/web': { stay: ['stores'] } },
      ['apps/admin/pages', 'apps/admin/stores', 'apps/web/pages'],
    ],
  ])('%j', (projects, moves) => {
    const folder = folderWith({ ...mono, 'fw-migrate.config.json': JSON.stringify({ projects }) });
    expect(movesIn(folder)).toEqual(moves);
  });

  it('have transforms and defaults of their own', () => {
    const projects = { 'apps/web': { skip: ['generate'] }, 'apps/admin': { keepDefaults: true } };
    const folder = folderWith({ ...mono, 'fw-migrate.config.json': JSON.stringify({ projects }) });
    const [admin, web] = reportIn(folder).projects.map(({ changes }) =>
      changes.map(({ option }) => option),
    );
    expect(web).not.toContain('generate.routes');
    expect(admin).toContain('generate.routes');
    expect(admin).toContain('experimental.resetAsyncDataToUndefined');
    expect(web).not.toContain('experimental.resetAsyncDataToUndefined');
  });

  it('are told apart in the report, and in a run in one of them', () => {
    const projects = { 'apps/web': { stay: ['pages'] }, 'apps/admin': { layout: 'keep' } };
    const folder = folderWith({
      ...mono,
      'fw-migrate.config.json': JSON.stringify({ move: ['stores'], projects }),
    });
    expect(chosenIn(reportIn(folder))).toEqual([
      ...[
        'move=stores (file)',
        'layout=keep (file) in apps/admin',
        'stay=pages (file) in apps/web',
      ],
    ]);
    expect(chosenIn(reportIn(join(folder, 'apps/web')))).toEqual([
      ...['move=stores (file)', 'stay=pages (file) in apps/web'],
    ]);
  });

  it('may be named in a file that many repositories share', () => {
    const folder = folderWith({
      ...projectIn('one/apps/web/'),
      'common.json': JSON.stringify({
        move: ['types'],
        projects: { 'apps/web': { layout: 'keep' } },
      }),
    });
    expect(movesIn(join(folder, 'one'), '--config', '../common.json')).toEqual([]);
  });

  it('keep what was chosen when the run is repeated, and undone', () => {
    const projects = { 'apps/web': { move: ['stores'] }, 'apps/admin': { layout: 'keep' } };
    const folder = folderWith({
      ...mono,
      'fw-migrate.config.json': JSON.stringify({ stay: ['components'], projects: {} }),
    });
    expect(refusal(folder, 'v4', '--allow-dirty')).toContain(
      'There is no `components` in the source directory',
    );
    writeFileSync(join(folder, 'fw-migrate.config.json'), JSON.stringify({ projects }));
    const before = contentsOf(join(folder, 'apps'));
    expect(fwMigrate(folder, ['v4', '--allow-dirty', '--quiet']).status).toBe(0);
    const check = fwMigrate(folder, ['v4', '--check', '--quiet']);
    expect(check).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^2 projects, nothing to change/),
    });
    expect(readFileSync(join(folder, 'apps/web/app/stores/a.ts'), 'utf8')).toBe(
      'export const a = 1\n',
    );
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(contentsOf(join(folder, 'apps'))).toEqual(before);
  });

  it.skipIf(!hasPseudoTerminal)('are the start of --interactive, and answers win', async () => {
    const { enter, down } = keys;
    const projects = {
      'apps/admin': { leave: true },
      'apps/web': { layout: 'keep', stay: ['stores'] },
    };
    const folder = folderWith({ ...mono, 'fw-migrate.config.json': JSON.stringify({ projects }) });
    const { screen } = await talk(
      folder,
      ['v4', '--interactive', '--allow-dirty', '--output', '../r.json'].slice(0, 3),
      [
        // The first answer is what the file says.
        { says: 'apps/web/fw.config.ts: which layout?', types: down + enter },
        { says: 'apps/web/fw.config.ts: which of these changes', types: ` ${enter}` },
        { says: 'Write these changes?', types: enter },
      ],
    );
    expect(screen).not.toContain('apps/admin/fw.config.ts: which');
    expect(screen).toContain('1 file moved');
    expect(readFileSync(join(folder, 'apps/web/fw.config.ts'), 'utf8')).toBe(config);
    expect(readFileSync(join(folder, 'apps/web/app/pages/index.vue'), 'utf8')).toContain(
      'stores/a',
    );
  });
});

describe('what is wrong', () => {
  it.each([
    ['{\n  "layot": "keep"\n}', '2:3: `layot` is unknown; did you mean `layout`?\n'],
    ['{\n  "layout": "kep"\n}', '2:3: `layout` should be one of auto, app, keep, but is "kep".\n'],
    ['{ "layout": null }', '1:3: `layout` should be one of auto, app, keep, but is null.'],
    ['{ "move": "stores" }', '1:3: `move` should be a list, but is "stores".'],
    [
      '{ "keepDefaults": "yes" }',
      '1:3: `keepDefaults` should be true, false, `used`, `drop`, or a list of options',
    ],
    ['{ "move": ["a", 1] }', '1:17: `move[1]` should be a folder in the source directory'],
    ['{ "stay": ["../../x"] }', '1:12: `stay[0]` should be a folder in the source directory'],
    ['{ "stay": ["/etc"] }', '1:12: `stay[0]` should be a folder in the source directory'],
    ['{ "stay": ["."] }', '1:12: `stay[0]` should be a folder in the source directory'],
    ['{ "skip": ["genrate"] }', '1:12: `skip[0]` should be a transform (did you mean `generate`?)'],
    [
      '{ "skip": ["css"] }',
      '1:3: Some transforms that update paths to moved folders are skipped (`css`)',
    ],
    ['{ "transforms": [""] }', '1:18: `transforms[0]` should be a file name'],
    ['{ "edition": 1 }', '1:3: `edition` should be a file or a package'],
    ['{ "formats": "edit" }', '1:3: `formats` is unknown.'],
    ['{ "projects": { "../x": {} } }', '1:17: `projects["../x"]` should be a project folder'],
    ['{ "projects": { "": {} } }', '1:17: `projects[""]` should be a project folder'],
    ['{ "projects": { "web": { "only": [] } } }', '1:26: `projects.web.only` is unknown.'],
    [
      '{ "projects": { "web": { "skip": ["css"] } } }',
      'should be a transform that does not update paths',
    ],
    ['{ "projects": { "a/wbe": { "layout": "keep" } } }', '1:17: There is no project `a/wbe`.'],
    ['{ "projects": { "b/*": {} } }', '1:17: There is no project that matches `b/*`.'],
    [
      '{ "projects": { "a/web": { "move": ["x"] } } }',
      'There is no `x` in the source directory of a/web/fw.config.ts',
    ],
    ['{ "move": ["x"] }', '1:3: `move`: There is no `x` in the source directory of any project.'],
    [
      '{ "move": ["stores"], "stay": ["stores"] }',
      '`stores` is listed twice: it can either move or stay.',
    ],
    [
      '{ "layout": "keep", "move": ["stores"] }',
      '1:21: `move`: `stores` cannot move: the sources of a/admin/fw.config.ts stay where they are, because of `srcDir` or the layout `keep`.',
    ],
    ['{ "layout": "keep", "layout": "app" }', '1:21: `layout` is set twice.'],
    ['{ "layout": }', '1:13: This is not JSON.'],
    ['', '1:1: This is not JSON.'],
    ['[]', '1:1: The settings should be an object.'],
    ['"keep"', '1:1: The settings should be an object.'],
  ])('%j is told with its place, and nothing is written', (text, message) => {
    const folder = folderWith({
      ...{ ...projectIn('a/web/'), ...projectIn('a/admin/') },
      'fw-migrate.config.json': text,
    });
    const before = contentsOf(folder);
    const told = refusal(folder, 'v4');
    expect(told).toContain(message);
    expect(told).toMatch(/^fw-migrate\.config\.json:\d+:\d+: /);
    expect(told).toMatch(
      /\n(?:Fix it, or run with --no-config\.|Remove one|Did you mean `a\/web`\? Fix)/,
    );
    expect(contentsOf(folder)).toEqual(before);
  });

  it.each([
    [
      "export default { layout: 'kep' }",
      'fw-migrate.config.mjs: `layout` should be one of auto, app, keep',
    ],
    [
      "export default { layot: 'kep' }",
      'fw-migrate.config.mjs: `layot` is unknown; did you mean `layout`? Fix it',
    ],
    ['export default () => ({})', 'fw-migrate.config.mjs: The settings should be an object.'],
    ['export const layout = 1', 'fw-migrate.config.mjs: The settings should be an object.'],
    [
      "throw new Error('not today')",
      'The settings fw-migrate.config.mjs cannot be loaded: not today',
    ],
  ])('in code, %j is told as well', (text, message) => {
    const folder = folderWith({ ...projectIn(''), 'fw-migrate.config.mjs': text });
    expect(refusal(folder, 'v4', '--trust-config')).toContain(message);
  });

  it('in package.json is told with its place there', () => {
    const text = '{\n  "fw-migrate": {\n    "layout": "kep"\n  }\n}\n';
    const folder = folderWith({ ...projectIn(''), 'package.json': text });
    expect(refusal(folder, 'v4')).toMatch(/^package\.json:3:5: `layout` should be one of/);
    writeFileSync(join(folder, 'package.json'), text.replace('}\n}', '}'));
    expect(refusal(folder, 'v4')).toMatch(/^package\.json:5:1: This is not JSON\./);
  });

  it('does not stop a run that has no use for it', () => {
    const folder = folderWith({ ...projectIn(''), 'fw-migrate.config.json': '{ "layot": 1 }' });
    expect(movesIn(folder, '--no-config')).toEqual(['pages']);
    expect(fwMigrate(folder, ['list', '--no-config']).status).toBe(0);
  });
});

describe('other commands', () => {
  it('`transform` takes the layout and the defaults, for each config its own', () => {
    const projects = {
      'apps/web': { layout: 'keep', leave: true },
      'apps/admin': { keepDefaults: true },
    };
    const folder = folderWith({
      ...mono,
      'fw-migrate.config.json': JSON.stringify({ move: ['stores'], projects }),
    });
    const run = fwMigrate(folder, [
      'transform',
      'all',
      '-n',
      'apps/web/fw.config.ts',
      'apps/admin/fw.config.ts',
    ]);
    const [web, admin] = run.stdout.split('--- a/apps/admin');
    expect(web).toContain("srcDir: '.'");
    expect(web).not.toContain('resetAsyncDataToUndefined');
    expect(admin).not.toContain('srcDir');
    expect(admin).toContain('resetAsyncDataToUndefined');
    expect(run.stderr).toContain('Settings: fw-migrate.config.json\n');
    const web2 = fwMigrate(join(folder, 'apps/web'), ['transform', 'src-dir', '-'], config);
    expect(web2.stdout).toContain("srcDir: '.'");
    expect(web2.stderr).toBe('Settings: ../../fw-migrate.config.json\n');
    const flagged = fwMigrate(folder, [
      'transform',
      'src-dir',
      '-n',
      '--layout',
      'app',
      'apps/web/fw.config.ts',
    ]);
    expect(flagged.stdout).toBe('');
  });

  it('`transform all` takes the selection too, and a transform that is named does not', () => {
    const own = "export default (file) => file.source + '// own\\n'\n";
    const settings = '{ "skip": ["generate"], "transforms": ["tools/own.mjs"] }';
    const folder = folderWith({
      ...{ ...projectIn('web/'), '.git/HEAD': '', 'tools/own.mjs': own },
      'fw-migrate.config.json': settings,
    });
    const web = join(folder, 'web');
    const all = fwMigrate(web, ['transform', 'all', '-', '--trust-config'], config);
    expect(all.stdout).toContain('generate: {');
    expect(all.stdout).toContain('// own');
    const one = fwMigrate(web, ['transform', 'generate', '-'], config);
    expect(one.stdout).toContain('serverEngine');
    expect(one.stdout).not.toContain('// own');
  });

  it('`effective` reads it, and so says what is wrong with it', () => {
    const folder = folderWith({ ...projectIn(''), 'fw-migrate.config.json': '{ "layot": 1 }' });
    expect(refusal(folder, 'effective')).toContain('did you mean `layout`?');
    expect(fwMigrate(folder, ['effective', '--no-config']).status).toBe(0);
    writeFileSync(
      join(folder, 'fw-migrate.config.json'),
      '{ "transforms": ["x.ts"], "edition": "./e.json" }',
    );
    writeFileSync(join(folder, 'e.json'), '{}');
    expect(fwMigrate(folder, ['effective']).status).toBe(0);
  });
});

describe('the report', () => {
  const projects = { 'apps/*': { keepDefaults: true }, 'apps/admin': { layout: 'keep' } };
  const settings = JSON.stringify({ move: ['stores'], skip: ['generate'], projects });

  it('has one line about it in every format for people', () => {
    const folder = folderWith({ ...mono, 'fw-migrate.config.json': settings });
    const line =
      'Settings: fw-migrate.config.json (move, skip; apps/admin: keepDefaults, layout; apps/web: keepDefaults)';
    const textIn = (format: string, cwd = folder) =>
      fwMigrate(cwd, ['v4', '-n', '--format', format]).stdout;
    expect(textIn('pretty').split('\n')[0]).toBe(line);
    expect(textIn('markdown')).toContain(`\n${line}\n`);
    expect(textIn('html')).toContain(`"${line}"`);
    expect(textIn('markdown', join(folder, 'apps/web'))).toContain(
      'Settings: fw-migrate.config.json (move, skip; apps/web: keepDefaults)',
    );
    expect(
      fwMigrate(folder, ['v4', '-n', '--no-config', '--format', 'pretty']).stdout,
    ).not.toContain('Settings');
  });

  it('says so where nothing of the file is in force', () => {
    const folder = folderWith({ ...projectIn(''), 'fw-migrate.config.json': keep });
    const { stdout } = fwMigrate(folder, ['v4', '-n', '--layout', 'app', '--format', 'pretty']);
    expect(stdout).toMatch(/^Settings: fw-migrate\.config\.json \(nothing in force\)\n/);
  });

  it('of shards is one again, if all were made with the same settings', () => {
    const folder = folderWith({ ...mono, 'fw-migrate.config.json': settings });
    const shard = (index: number, ...flags: readonly string[]) => {
      const args = ['v4', '-n', '--shard', `${index}/2`, '--format', 'json', ...flags];
      writeFileSync(join(folder, 'out', `${index}.json`), fwMigrate(folder, args).stdout);
    };
    mkdirSync(join(folder, 'out'));
    const merged = () =>
      fwMigrate(folder, ['report', 'out/1.json', 'out/2.json', '--format', 'json']);
    shard(1);
    shard(2);
    expect((JSON.parse(merged().stdout) as Report).settings).toEqual(reportIn(folder).settings);
    shard(2, '--layout', 'keep');
    expect([merged().status, merged().stderr]).toEqual([
      2,
      expect.stringContaining('different options'),
    ]);
  });
});
