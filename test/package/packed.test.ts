import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
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
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    {
      cwd: root,
    },
  );
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`], {
    cwd: folder,
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('holds what it needs and nothing else', () => {
    expect(readdirSync(installed).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'docs',
      'editions',
      'package.json',
      'schema',
    ]);
    expect(existsSync(join(installed, 'docs/.vitepress'))).toBe(false);
    const shipped = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(shipped.filter((file) => /\.(?:map|tsbuildinfo)$|\.test\./.test(file))).toEqual([]);
  });

  it('starts from its bin', async () => {
    const { stdout } = await run(join(folder, 'node_modules/.bin/fw-migrate'), ['--version']);
    expect(stdout.trim()).toBe(
      (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    );
  });

  it('migrates a repository, and takes it back', async () => {
    const shop = join(folder, 'shop');
    cpSync(join(root, 'examples/shop'), shop, { recursive: true });
    const bin = join(folder, 'node_modules/.bin/fw-migrate');
    const { stdout } = await run(bin, ['v4'], { cwd: shop });
    expect(stdout).toContain(
      '1 project, 5 files moved, 6 files changed, 1 to decide, 3 to verify.',
    );
    expect(readFileSync(join(shop, 'app/views/index.vue'), 'utf8')).toContain("'~~/stores/cart'");
    await run(bin, ['undo'], { cwd: shop });
    for (const file of readdirSync(join(root, 'examples/shop'), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (!statSync(join(root, 'examples/shop', file)).isFile()) continue;
      const original = readFileSync(join(root, 'examples/shop', file));
      expect(readFileSync(join(shop, file)).equals(original), file).toBe(true);
    }
    expect(existsSync(join(shop, 'app'))).toBe(false);
  });

  it('is a library', async () => {
    const script = `
      import { migrateConfig, openConfig, planMigration, transforms, defineTransform } from 'fw-migrate'
      import generate from 'fw-migrate/transforms/generate'
      const { code, changes, followUps } = migrateConfig("export default { generate: { routes: ['/a'] } }", { filename: 'fw.config.ts' })
      const look = openConfig(code, { filename: 'fw.config.ts' }).lookup('serverEngine.prerender.routes')
      console.log(JSON.stringify([code, changes.length, followUps.length, look.value, transforms.length, generate.id, typeof defineTransform, typeof planMigration]))`;
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
      'function',
    ]);
  });
});

describe('the types of the packed package', () => {
  it.each(['mts', 'cts'])('need nothing that is not installed with it: %s', async (extension) => {
    const file = `consumer.${extension}`;
    writeFileSync(
      join(folder, file),
      `import { migrateConfig, transforms } from 'fw-migrate';
import generate from 'fw-migrate/transforms/generate';
export const codes: string[] = migrateConfig('', { filename: 'nuxt.config.ts', edition: 'nuxt' })
  .followUps.map(({ code }) => code);
export const id: string | undefined = transforms[0]?.id ?? generate.id;
// @ts-expect-error an edition is a name, a path or an object
migrateConfig('', { filename: 'fw.config.ts', edition: 4 });
`,
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = '--noEmit --strict --skipLibCheck false --module nodenext'.split(' ');
    const { stdout } = await run(process.execPath, [tsc, ...options, file], { cwd: folder });
    expect(stdout).toBe('');
  });
});

interface Options {
  readonly layout?: string;
  readonly keepDefaults?: boolean;
}

function optionsOf(id: string, input: string): Options {
  const path = join(fixtures, id, `${input.split('.')[0]}.options.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Options) : {};
}

/** The fixtures of a transform that run with the given options; each jscodeshift run takes them all. */
function inputsFor(id: string, wanted: Options): string[] {
  return readdirSync(join(fixtures, id)).filter((name) => {
    if (!name.includes('.input.')) return false;
    const { layout, keepDefaults } = optionsOf(id, name);
    return layout === wanted.layout && Boolean(keepDefaults) === Boolean(wanted.keepDefaults);
  });
}

type Run = readonly [id: string, options: Options];

function flagsOf({ layout, keepDefaults }: Options): Options {
  return { ...(layout ? { layout } : {}), ...(keepDefaults ? { keepDefaults } : {}) };
}

/** A folder with the fixtures of a run, and what must be there afterwards. */
function prepared([id, options]: Run): {
  readonly cwd: string;
  readonly files: string[];
  check(): void;
} {
  const files = inputsFor(id, options);
  const cwd = mkdtempSync(join(folder, `${id}-`));
  for (const file of files) cpSync(join(fixtures, id, file), join(cwd, file));
  return {
    cwd,
    files,
    check() {
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const expected = readFileSync(
          join(fixtures, id, file.replace('.input.', '.output.')),
          'utf8',
        );
        expect(readFileSync(join(cwd, file), 'utf8'), file).toBe(expected);
      }
    },
  };
}

describe('jscodeshift’s own command line gives the same bytes as ours', () => {
  it.each([
    ['dir', { layout: 'keep' }],
    ['changed-defaults', { keepDefaults: true }],
  ] as const)('%s %j', async (id, options: Options) => {
    const [theirs, ours] = [prepared([id, options]), prepared([id, options])];
    const { layout, keepDefaults } = options;
    const [{ stdout }] = await Promise.all([
      run(
        join(folder, 'node_modules/.bin/jscodeshift'),
        [
          // Babel spends seconds on the package alone; the command of the documentation is tested with it.
          ...['--no-babel', '--run-in-band', '--extensions=ts,mts,cts,js,mjs,cjs'],
          ...Object.entries(flagsOf(options)).map(([name, value]) => `--${name}=${value}`),
          ...['-t', join(installed, `dist/transforms/${id}.cjs`), ...theirs.files],
        ],
        { cwd: theirs.cwd },
      ),
      run(
        join(folder, 'node_modules/.bin/fw-migrate'),
        [
          'transform',
          id,
          ...(layout ? ['--layout', layout] : []),
          ...(keepDefaults ? ['--keep-defaults'] : []),
          ...ours.files,
        ],
        { cwd: ours.cwd },
      ),
    ]);
    expect(stdout).toContain('0 errors');
    theirs.check();
    ours.check();
  });
});

// What stands behind that command line, in one process for all: starting it for each takes minutes.
describe('jscodeshift’s runner gives the bytes of the fixtures', () => {
  // Some are for options of editions alone.
  const runs: readonly Run[] = transforms
    .filter(({ options }) => options.length > 0)
    .map(({ id }) => [id, {}]);
  const results = new Map<string, { readonly error: number; check(): void }>();

  beforeAll(async () => {
    const all = runs.map((one) => ({ id: one[0], ...prepared(one) }));
    const script = `
      const { run } = require('jscodeshift/src/Runner')
      void (async () => {
        const counts = []
        for (const { id, cwd, files } of ${JSON.stringify(all)}) {
          const options = { runInBand: true, silent: true, babel: false, extensions: 'ts,mts,cts,js,mjs,cjs' }
          const transform = require.resolve('fw-migrate/transforms/' + id)
          counts.push([id, await run(transform, files.map((file) => cwd + '/' + file), options)])
        }
        // Not printed: messages of transforms may come behind it.
        require('fs').writeFileSync('counts.json', JSON.stringify(counts))
      })()`;
    writeFileSync(join(folder, 'all.cjs'), script);
    await run(process.execPath, ['all.cjs'], { cwd: folder });
    const written = readFileSync(join(folder, 'counts.json'), 'utf8');
    const counts = JSON.parse(written) as [string, { error: number }][];
    for (const [index, [id, { error }]] of counts.entries()) {
      results.set(id, { error, check: () => all[index]?.check() });
    }
  });

  it.each(runs)('%s', (id) => {
    const result = results.get(id);
    expect(result?.error).toBe(0);
    result?.check();
  });
});
