import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate, spawnFwMigrate } from './support/run.ts';

const before = `export default defineFwConfig({\n  generate: { routes: ['/a'] },\n})\n`;
const after = `export default defineFwConfig({\n  serverEngine: { prerender: { routes: ['/a'] } },\n})\n`;

describe('on files', () => {
  it('writes the config in this folder when none is named', () => {
    const folder = folderWith({ 'fw.config.ts': before });
    const { status, stdout, stderr } = fwMigrate(folder, ['transform', 'generate']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(
      'fw.config.ts\n  ✓ `generate.routes` moved to `serverEngine.prerender.routes`\n1 file changed, 0 to decide, 0 to verify.\nTo undo: fw-migrate undo\n',
    );
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(after);
    expect(readdirSync(folder)).toEqual(['.fw-migrate', 'fw.config.ts']);
    expect(fwMigrate(folder, ['undo'])).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['fw.config.ts']);
  });

  it('can be undone from where it says, also if files lie elsewhere', () => {
    const folder = folderWith({ 'a/fw.config.ts': before, 'b/fw.config.ts': before });
    const args = ['transform', 'generate', 'fw.config.ts', '../b/fw.config.ts'];
    expect(fwMigrate(join(folder, 'a'), args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('not in the same repository'),
    });
    expect(spawnSync('git', ['init', '-q'], { cwd: folder }).status).toBe(0);
    const { status, stdout } = fwMigrate(join(folder, 'a'), args);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/To undo: fw-migrate undo \.\.\n$/),
    });
    expect(readFileSync(join(folder, 'b/fw.config.ts'), 'utf8')).toBe(after);
    expect(fwMigrate(join(folder, 'a'), ['undo', '..'])).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'b/fw.config.ts'), 'utf8')).toBe(before);
  });

  it('keeps the mode, and does not touch what it need not', () => {
    const folder = folderWith({ 'fw.config.ts': before, 'same.ts': after });
    chmodSync(join(folder, 'fw.config.ts'), 0o751);
    utimesSync(join(folder, 'same.ts'), 1, 1);
    expect(fwMigrate(folder, ['transform', 'generate', 'fw.config.ts', 'same.ts']).status).toBe(0);
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(after);
    expect(statSync(join(folder, 'fw.config.ts')).mode & 0o777).toBe(0o751);
    expect(statSync(join(folder, 'same.ts')).mtimeMs).toBe(1000);
  });

  it('runs several transforms, and all of them', () => {
    const text = `export default {\n  generate: { routes: ['/a'] },\n  experimental: { templateUtils: false },\n  dir: { static: 'files' },\n}\n`;
    const folder = folderWith({ 'a.ts': text, 'b.ts': text });
    fwMigrate(folder, ['transform', 'generate,removed-experimental', 'a.ts']);
    fwMigrate(folder, ['transform', 'all', 'b.ts']);
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe(
      `export default {\n  serverEngine: { prerender: { routes: ['/a'] } },\n  dir: { static: 'files' },\n}\n`,
    );
    expect(readFileSync(join(folder, 'b.ts'), 'utf8')).toBe(
      `export default {\n  serverEngine: { prerender: { routes: ['/a'] } },\n  dir: { public: 'files' },\n}\n`,
    );
  });

  it('makes a change where it belongs: in the local file that the config imports', () => {
    const folder = folderWith({
      'fw.config.ts': `import { css } from './config/css'\nexport default { css }\n`,
      'config/css.ts': `export const css = ['~/styles/a.css'] // all\n`,
    });
    expect(fwMigrate(folder, ['transform', 'css']).status).toBe(0);
    expect(readFileSync(join(folder, 'config/css.ts'), 'utf8')).toBe(
      `export const css = ['~~/styles/a.css'] // all\n`,
    );
  });

  it('names and counts every file that it wrote', () => {
    const folder = folderWith({
      'fw.config.ts': `import { css } from './config/css'\nexport default { css, generate: { routes: ['/a'] } }\n`,
      'config/css.ts': `export const css = ['~/styles/a.css']\n`,
    });
    const { stdout } = fwMigrate(folder, ['transform', 'all', './fw.config.ts', 'fw.config.ts']);
    expect(stdout).toContain('  in config/css.ts\n');
    expect(stdout).toContain('2 files changed, 0 to decide, 0 to verify.');
  });

  it('lists what is left, and says how to learn more', () => {
    const folder = folderWith({ 'fw.config.ts': `export default { builder: 'bundler2' }\n` });
    const { stdout } = fwMigrate(folder, ['transform', 'builder']);
    expect(stdout).toContain('decide `builder` needs the package `@fw/bundler2-builder`');
    expect(stdout).toContain('fw.config.ts:1:27 · builder-package');
    expect(stdout).toContain(
      '1 to decide, 0 to verify.\nRun `fw-migrate explain builder-package` for details.\n',
    );
  });

  it('prints with --dry-run a diff that git applies to the same bytes, and writes nothing', () => {
    const text = `// no newline at the end\r\n${before.replaceAll('\n', '\r\n').trimEnd()}`;
    const folder = folderWith({ 'fw.config.ts': text, 'copy/fw.config.ts': text });
    const { stdout, stderr } = fwMigrate(folder, ['transform', 'generate', '--dry-run']);
    expect(stderr).toContain('1 file would change');
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(text);
    const git = spawnSync('git', ['apply', '-'], { cwd: folder, input: stdout, encoding: 'utf8' });
    expect(git.stderr).toBe('');
    fwMigrate(join(folder, 'copy'), ['transform', 'generate']);
    expect(readFileSync(join(folder, 'fw.config.ts'))).toEqual(
      readFileSync(join(folder, 'copy/fw.config.ts')),
    );
  });
});

describe('from standard input to standard output', () => {
  it('gives every byte back that it need not change', () => {
    const text = `\uFEFF// top\r\n${before.replaceAll('\n', '\r\n')}`;
    const { status, stdout, stderr } = fwMigrate('.', ['transform', 'generate', '-'], text);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`\uFEFF// top\r\n${after.replaceAll('\n', '\r\n')}`);
  });

  it('takes the layout and the old defaults into account', () => {
    const { stdout } = fwMigrate(
      '.',
      ['transform', 'src-dir', '--layout', 'keep', '-'],
      `export default {}\n`,
    );
    expect(stdout).toBe(`export default { srcDir: '.' }\n`);
    const kept = fwMigrate(
      '.',
      ['transform', 'changed-defaults', '--keep-defaults', '-'],
      `export default {}\n`,
    );
    expect(kept.stdout).toContain('resetAsyncDataToUndefined: true');
  });

  it('prints the diff with --dry-run', () => {
    const { stdout } = fwMigrate('.', ['transform', 'generate', '-', '--dry-run'], before);
    expect(stdout).toMatch(/^--- a\/fw\.config\.ts\n\+\+\+ b\/fw\.config\.ts\n@@ /);
  });

  it('tells what is left on standard error', () => {
    const { stdout, stderr } = fwMigrate(
      '.',
      ['transform', 'builder', '-'],
      `export default { builder: 'bundler3' }\n`,
    );
    expect(stdout).toBe(`export default { builder: 'bundler3' }\n`);
    expect(stderr).toContain('fw.config.ts:1:27 · builder-package');
  });
});

describe('bad input ends with a message, exit code 2 and the file as it was', () => {
  const cases: { readonly [name: string]: readonly [content: string | Buffer, message: RegExp] } = {
    empty: ['  \n', /^fw\.config\.ts:1:1: The file is empty\./],
    'not parseable': [
      'export default {\n  ssr: true,,\n}\n',
      /^fw\.config\.ts:2:13: The file cannot be parsed: [^\n]+\n\n {2}1 \| export default \{\n> 2 \| {3}ssr: true,,\n {4}\| {13}\^\n/,
    ],
    'not UTF-8': [
      Buffer.from([0x61, 0x0a, 0x62, 0xff, 0xfe]),
      /^fw\.config\.ts: The file is not UTF-8 text\./,
    ],
    binary: [Buffer.from([0x61, 0x00, 0x62]), /^fw\.config\.ts:1:2: The file is binary/],
    'too large': [
      `export default { a: '${'x'.repeat(5_000_000)}' }`,
      /^fw\.config\.ts:1:1: The file is too large for a config \(5\.0 MB/,
    ],
    'without an export': [
      'const a = {}\n',
      /^fw\.config\.ts:1:1: This file does not export a config/,
    ],
    'an unknown wrapper': [
      '\nexport default withThings({ ssr: true })\n',
      /^fw\.config\.ts:2:16: The config is the result of `withThings\(\{ ssr: true \}\)`.*> 2 \| export default withThings/s,
    ],
    'a choice of configs': [
      'export default prod ? { ssr: true } : {}\n',
      /^fw\.config\.ts:1:16: The config depends on a condition/,
    ],
    'a circle of names': [
      'const a = b\nconst b = a\nexport default a\n',
      /^fw\.config\.ts:\d:\d+: The config /,
    ],
    'nested too deeply': [
      `export default ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`,
      /^fw\.config\.ts:1:1: The (?:file|config) is nested too deeply/,
    ],
    'built from endless pieces': [
      `export default { srcDir: ${Array.from({ length: 20_000 }, () => "'a'").join(' + ')} }\n`,
      /^fw\.config\.ts:1:1: The (?:file|config) is nested too deeply/,
    ],
  };

  it.each(Object.entries(cases))('%s', (_name, [content, message]) => {
    const folder = folderWith({ 'fw.config.ts': content });
    const { status, stdout, stderr } = fwMigrate(folder, ['transform', 'all']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(readFileSync(join(folder, 'fw.config.ts')).equals(Buffer.from(content))).toBe(true);
  });

  it('a file that is not there, a folder, a folder without a config', () => {
    const folder = folderWith({ 'sub/x.txt': '' });
    expect(fwMigrate(folder, ['transform', 'all', 'fw.config.ts'])).toMatchObject({
      status: 2,
      stderr: 'fw.config.ts: File not found. Pass a config file, or run in its folder.\n',
    });
    expect(fwMigrate(folder, ['transform', 'all', 'sub']).stderr).toContain(
      'sub: This is a folder.',
    );
    expect(fwMigrate(folder, ['transform', 'all'])).toMatchObject({
      status: 2,
      stderr:
        'There is no fw.config.{ts,mts,cts,js,mjs,cjs} in this folder. Pass the config file.\n',
    });
  });

  it('one bad file among several: none is written', () => {
    const folder = folderWith({ 'a.ts': before, 'b.ts': 'export default' });
    const { status, stderr } = fwMigrate(folder, ['transform', 'all', 'a.ts', 'b.ts']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^b\.ts:1:15: /);
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe(before);
  });

  it('standard input together with files, or a change that belongs into another file', () => {
    expect(fwMigrate('.', ['transform', 'all', '-', 'x.ts'])).toMatchObject({ status: 2 });
    const folder = folderWith({ 'css.ts': `export const css = ['~/styles/a.css']\n` });
    const config = `import { css } from './css'\nexport default { css }\n`;
    const { status, stdout, stderr } = fwMigrate(folder, ['transform', 'css', '-'], config);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('This also changes css.ts');
  });
});

describe('bad usage ends with a hint and exit code 2', () => {
  it.each([
    [['transform', 'generat'], /Unknown transform `generat`\. Did you mean `generate`\?/],
    [
      ['transform', 'all', '--layout', 'up', '-'],
      /argument 'up' is invalid\. Allowed choices are auto, app, keep\./,
    ],
    [['transfrom', 'all'], /unknown command 'transfrom'\n\(Did you mean transform\?\)/],
    [['transform'], /missing required argument 'id'/],
    [['transform', 'all', '--lay'], /unknown option '--lay'/],
    [
      ['explain', 'generate.route'],
      /not an option, a follow-up code or a transform\. Did you mean `generate\.routes`\?/,
    ],
  ])('%j', (args, message) => {
    const { status, stdout, stderr } = fwMigrate('.', args, 'export default {}');
    expect(stderr).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});

describe('what is never done', () => {
  it('runs no code of the project', () => {
    const folder = folderWith({
      'fw.config.ts': `import { writeFileSync } from 'node:fs'\nimport './effect'\nwriteFileSync('ran', '')\nexport default { css: [(() => { writeFileSync('ran', ''); return 'a' })()], get ssr() { writeFileSync('ran', ''); return true }, [\`\${writeFileSync('ran', '')}\`]: 1 }\n`,
      'effect.ts': `import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\n`,
      'package.json': '{ "type": "module" }',
    });
    expect(spawnFwMigrate(folder, ['transform', 'all']).status).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['effect.ts', 'fw.config.ts', 'package.json']);
  });

  it('lets no text of the project reach the terminal as a command', () => {
    const folder = folderWith({
      'fw.config.ts': `export default { css: ['~/a\\u001b[31m.css'], dir: { 'x\\u001b]0;y': 1 } }\n`,
    });
    const { stdout } = fwMigrate(folder, ['transform', 'all']);
    expect(stdout).toContain('dir');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('own transforms', () => {
  const config = `export default { a: 1, b: 2 }\n`;
  const forms: { readonly [file: string]: string } = {
    'my.ts': `import { defineTransform } from 'fw-migrate'\nconst id: string = 'mine'\nexport default defineTransform({ id, rename: { a: 'c' } })\n`,
    'my.mjs': `import { defineTransform } from 'fw-migrate'\nexport default defineTransform({ id: 'mine', script(config) { config.a = 3; config.b = 4 } })\n`,
    'my.cjs': `const { defineTransform } = require('fw-migrate')\nmodule.exports = defineTransform({ id: 'mine', move: { a: 'c' } })\n`,
    'codemod.cjs': `module.exports = (file, { j }) => j(file.source).find(j.Identifier, { name: 'a' }).replaceWith(j.identifier('c')).toSource()\nmodule.exports.parser = 'ts'\n`,
  };

  it.each(Object.entries(forms))('%s', (name, source) => {
    const folder = folderWith({ 'fw.config.ts': config, [name]: source });
    const { status, stderr } = fwMigrate(folder, ['transform', `./${name}`]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const expected = name === 'my.mjs' ? '{ a: 3, b: 4 }' : '{ c: 1, b: 2 }';
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(`export default ${expected}\n`);
  });

  it('of jscodeshift show what they report', () => {
    const source = `module.exports = ({ source }, { report }) => { report('Look at the routes.'); return source }\n`;
    const folder = folderWith({
      'fw.config.ts': config,
      'pages/index.vue': '',
      'shift.cjs': source,
    });
    const message = 'The codemod `shift` reported: Look at the routes.';
    const alone = fwMigrate(folder, ['transform', './shift.cjs']);
    expect(alone).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining(message),
    });
    const piped = fwMigrate(folder, ['transform', './shift.cjs', '-'], config);
    expect(piped).toMatchObject({
      status: 0,
      stdout: config,
      stderr: expect.stringContaining(message),
    });
    const report = fwMigrate(folder, [
      'v4',
      '--dry-run',
      '--transform',
      './shift.cjs',
      '--format',
      'json',
    ]);
    const [project] = JSON.parse(report.stdout).projects;
    expect(project.followUps).toContainEqual(
      expect.objectContaining({ code: 'shift-report', kind: 'verify', message }),
    );
  });

  it('run after ours with --transform', () => {
    const folder = folderWith({
      'fw.config.ts': before,
      'my.ts': `import { defineTransform } from 'fw-migrate'\nexport default defineTransform({ id: 'mine', mapValue: { 'serverEngine.prerender.routes': () => ['/z'] } })\n`,
    });
    fwMigrate(folder, ['transform', 'generate', '--transform', './my.ts', 'fw.config.ts']);
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(after.replace('/a', '/z'));
  });

  it.each([
    [
      'throws',
      `import { defineTransform } from 'fw-migrate'\nexport default defineTransform({ id: 'mine', script() { throw new Error('no luck') } })\n`,
      /^The transform `mine` failed on fw\.config\.ts: no luck \(my\.ts:2\)\n$/,
    ],
    [
      'returns a value that has no text',
      `import { defineTransform } from 'fw-migrate'\nexport default defineTransform({ id: 'mine', mapValue: { a: () => Infinity } })\n`,
      /`a` cannot be set to Infinity/,
    ],
    [
      'is asynchronous',
      `import { defineTransform } from 'fw-migrate'\nexport default defineTransform({ id: 'mine', async script() { throw new Error('late') } })\n`,
      /a script must not be asynchronous/,
    ],
    [
      'has a part that is not known',
      `import { defineTransform } from 'fw-migrate'\nexport default defineTransform({ id: 'mine', mvoe: {} })\n`,
      /`transform\.mvoe` is unknown; did you mean `move`\?/,
    ],
    ['is none', `export default 42\n`, /my\.ts does not export a transform/],
    [
      'throws in a generator',
      `import { defineTransform } from 'fw-migrate'\nexport default defineTransform({\n  id: 'mine',\n  *run(config: { lookup(name: string): unknown }) {\n    config.lookup('ssr').no.luck\n  },\n})\n`,
      /: Cannot read properties of undefined \(reading 'luck'\) \(my\.ts:5\)\n$/,
    ],
    [
      'is a codemod that throws',
      `export default function (file) {\n  return file.nothing()\n}\n`,
      /^The transform `my` failed on fw\.config\.ts: file\.nothing is not a function \(my\.ts:2\)\n$/,
    ],
    [
      'does not load',
      `import 'not-there'\n`,
      /^The transform \.\/my\.ts cannot be loaded: Cannot find module 'not-there' \(my\.ts:1\)\n$/,
    ],
    [
      'cannot be parsed',
      `export default {\n  a: =\n}\n`,
      /^The transform \.\/my\.ts cannot be loaded: Unexpected token \(my\.ts:2:\d+\)\n$/,
    ],
    [
      'throws while it is loaded',
      `\nthrow new Error('not today')\n`,
      /^The transform \.\/my\.ts cannot be loaded: not today \(my\.ts:2\)\n$/,
    ],
  ])('one that %s is named, and nothing is written', (_name, source, message) => {
    const folder = folderWith({ 'fw.config.ts': config, 'my.ts': source });
    const { status, stdout, stderr } = fwMigrate(folder, ['transform', './my.ts']);
    expect(stderr).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(config);
  });
});

describe('a config leads nowhere else', () => {
  const outside = "export const generate = { routes: ['/a'] }\n";

  it.each([
    ['../outside/generate', 'by a path'],
    ['./linked/generate', 'by a link'],
  ])('%s: what it imports from outside %s is neither read nor written', (from, how) => {
    const top = folderWith({
      'run/fw.config.ts': `import { generate } from '${from}'\nexport default { generate }\n`,
      'outside/generate.ts': outside,
    });
    symlinkSync('../outside', join(top, 'run/linked'));
    const { status } = fwMigrate(join(top, 'run'), ['transform', 'generate']);
    expect(status).toBe(0);
    expect(readFileSync(join(top, 'outside/generate.ts'), 'utf8')).toBe(outside);
    // From the folder that holds both, the path is inside; a link is not followed even then.
    expect(fwMigrate(top, ['transform', 'generate', 'run/fw.config.ts']).status).toBe(0);
    const isChanged = readFileSync(join(top, 'outside/generate.ts'), 'utf8') !== outside;
    expect(isChanged).toBe(how === 'by a path');
  });

  it('that is no file, or too large to be one', () => {
    const folder = folderWith({
      'fw.config.ts': `import css from './pipe.ts'\nexport default { css }\n`,
    });
    expect(spawnSync('mkfifo', [join(folder, 'pipe.ts')]).status).toBe(0);
    truncateSync(join(folder, 'fw.config.ts'), 20_000_000);
    for (const [name, message] of [
      ['pipe.ts', /pipe\.ts: This is not a regular file/],
      ['fw.config.ts', /fw\.config\.ts: The file is larger than 10 MB/],
    ] as const) {
      const { status, stderr } = fwMigrate(folder, ['transform', 'all', name]);
      expect(stderr).toMatch(message);
      expect(status).toBe(2);
    }
    writeFileSync(
      join(folder, 'fw.config.ts'),
      `import css from './pipe.ts'\nexport default { css }\n`,
    );
    expect(fwMigrate(folder, ['transform', 'all']).status).toBe(0);
  });
});
