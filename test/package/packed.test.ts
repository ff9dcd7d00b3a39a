import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transforms } from '../../transforms/index.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = join(root, '__testfixtures__');
const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-packed-'));
const installed = join(folder, 'node_modules/fw-migrate');

/** A fresh folder with only the packed package in it, as a user has it. */
beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`], {
    cwd: folder,
  });
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('holds what it needs and nothing else', () => {
    expect(readdirSync(installed).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const shipped = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(shipped.filter((file) => /\.(?:map|tsbuildinfo)$|\.test\./.test(file))).toEqual([]);
  });

  it('starts from its bin', async () => {
    const { stdout } = await run(join(folder, 'node_modules/.bin/fw-migrate'), ['--version']);
    expect(stdout.trim()).toBe(
      (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    );
  });

  it('is a library', async () => {
    const script = `
      import { migrateConfig, openConfig, transforms, defineTransform } from 'fw-migrate'
      import generate from 'fw-migrate/transforms/generate'
      const { code, changes, followUps } = migrateConfig("export default { generate: { routes: ['/a'] } }", { filename: 'fw.config.ts' })
      const look = openConfig(code, { filename: 'fw.config.ts' }).lookup('serverEngine.prerender.routes')
      console.log(JSON.stringify([code, changes.length, followUps.length, look.value, transforms.length, generate.id, typeof defineTransform]))`;
    writeFileSync(join(folder, 'use.mjs'), script);
    const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([
      "export default { serverEngine: { prerender: { routes: ['/a'] } } }",
      1,
      0,
      ['/a'],
      transforms.length,
      'generate',
      'function',
    ]);
  });
});

interface Group {
  readonly options: { readonly layout?: string; readonly keepDefaults?: boolean };
  readonly files: string[];
}

/** The fixtures of a transform, those together that run with the same options. */
function groupsOf(id: string): Group[] {
  const groups = new Map<string, Group>();
  for (const file of readdirSync(join(fixtures, id)).filter((name) => name.includes('.input.'))) {
    const path = join(fixtures, id, `${file.split('.')[0]}.options.json`);
    const { layout, keepDefaults } = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Group['options'])
      : {};
    const options = { ...(layout && { layout }), ...(keepDefaults && { keepDefaults }) };
    const group = groups.get(JSON.stringify(options)) ?? { options, files: [] };
    group.files.push(file);
    groups.set(JSON.stringify(options), group);
  }
  return [...groups.values()];
}

describe('jscodeshift’s own command line gives the same bytes as ours', { concurrent: true }, () => {
  it.each(transforms.map(({ id }) => id))('%s', { timeout: 180_000 }, async (id) => {
    for (const [index, { options, files }] of groupsOf(id).entries()) {
      const [theirs, ours] = ['theirs', 'ours'].map((name) => join(folder, name, id, String(index)));
      if (!theirs || !ours) throw new Error('no folders');
      for (const target of [theirs, ours]) {
        mkdirSync(target, { recursive: true });
        for (const file of files) cpSync(join(fixtures, id, file), join(target, file));
      }
      const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
      const jscodeshift = [
        join(folder, 'node_modules/.bin/jscodeshift'),
        '--run-in-band',
        '--extensions=ts,mts,cts,js,mjs,cjs',
      ];
      const transform = join(installed, `dist/transforms/${id}.cjs`);
      const { stdout } = await run(process.execPath, [...jscodeshift, ...flags, '-t', transform, ...files], {
        cwd: theirs,
      });
      expect(stdout).toContain('0 errors');
      const own = [options.layout && `--layout=${options.layout}`, options.keepDefaults && '--keep-defaults'];
      const args = ['transform', id, ...own.filter((flag) => typeof flag === 'string'), ...files];
      await run(join(folder, 'node_modules/.bin/fw-migrate'), args, { cwd: ours });
      for (const file of files) {
        const [a, b] = [join(theirs, file), join(ours, file)].map((path) => readFileSync(path, 'utf8'));
        expect(a, file).toBe(b);
        const name = file.replace('.input.', '.output.');
        expect(a, file).toBe(readFileSync(join(fixtures, id, name), 'utf8'));
      }
    }
  });
});
