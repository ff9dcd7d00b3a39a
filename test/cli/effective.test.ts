import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate } from './support/run.ts';
import { onScreen } from './support/screen.ts';

const files = {
  'fw.config.ts': `export default {
  extends: ['./base'],
  srcDir: 'src',
  dir: { pages: 'views' },
  css: [...shared],
  $production: { app: { baseURL: '/prod/' } },
}
`,
  'src/views/index.vue': '',
  'base/fw.config.ts': "export default {\n  app: { baseURL: '/base/' },\n}\n",
};

interface Printed {
  readonly config: string;
  readonly variant: string;
  readonly options: readonly {
    readonly option: string;
    readonly value: { readonly kind: string };
  }[];
}

describe('effective', () => {
  it('explains values of the config, a layer, an override block and defaults', () => {
    const { status, stdout } = fwMigrate(folderWith(files), ['effective']);
    expect(status).toBe(0);
    expect(stdout).toContain('fw.config.ts (Variant B)\n');
    expect(stdout).toMatch(/^dir\.pages\t"views" → src\/views\tfw\.config\.ts:4:17$/m);
    expect(stdout).toMatch(/^app\.baseURL\t"\/base\/"\tbase\/fw\.config\.ts:2:19/m);
    expect(stdout).toMatch(/\$production.*"\/prod\/"/);
    expect(stdout).toMatch(/^dir\.public\t"public" → src\/public\tdefault$/m);
    expect(stdout).toMatch(/^css\tunknown \(/m);
  });

  it('takes an option alone, a folder and a variant', () => {
    const folder = folderWith(files);
    const alone = fwMigrate(folder, ['effective', 'dir.pages']).stdout;
    expect(alone).toBe(fwMigrate(folder, ['effective', '.', 'dir.pages']).stdout);
    expect(alone).toContain('src/views');
    const asA = fwMigrate(folder, ['effective', '.', 'dir.pages', '--variant', 'a', '--json']);
    const printed = JSON.parse(asA.stdout) as { projects: Printed[] } | Printed[];
    const [project] = Array.isArray(printed) ? printed : printed.projects;
    expect(project).toMatchObject({
      config: 'fw.config.ts',
      variant: 'a',
      options: [{ option: 'dir.pages' }],
    });
  });

  it.each([
    [['effective', '.', 'dir.page'], 'Did you mean `dir.pages`?'],
    [['effective', 'missing'], 'missing: Folder not found.'],
    [['effective', '--variant', 'c'], 'Allowed choices are a, b.'],
  ])('%j is refused', (args, message) => {
    const { status, stdout, stderr } = fwMigrate(folderWith(files), args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('--verify-command', () => {
  const check =
    "import { readFileSync } from 'node:fs'\nif (readFileSync('fw.config.ts', 'utf8').includes('prerender')) process.exit(1)\n";
  const project = {
    'fw.config.ts': "export default { generate: { routes: ['/a'] } }\n",
    'check.mjs': check,
    'pages/a.vue': '',
  };

  it('says that the command fails after the migration, and writes nothing', () => {
    const folder = folderWith(project);
    const { status, stdout, stderr } = fwMigrate(folder, [
      'v4',
      '--verify-command',
      'node check.mjs',
    ]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(
      '`node check.mjs` passes before the migration and fails after it (exit code 1).',
    );
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(1);
  });

  it('goes on where it passes', () => {
    const folder = folderWith(project);
    const { status, stdout } = fwMigrate(folder, [
      'v4',
      '--verify-command',
      'node check.mjs',
      '--skip',
      'generate',
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain('1 file moved');
  });
});

describe('effective --changed', () => {
  /** Of the first project; the other one is its layer. */
  const rowsOf = (args: readonly string[] = []) => {
    const { stdout } = fwMigrate(folderWith(files), ['effective', ...args, '--changed']);
    return stdout.split('\n\n', 1).flatMap((text) => text.split('\n'));
  };

  it('shows what the variants read differently, side by side', () => {
    const rows = rowsOf();
    expect(rows.slice(0, 2)).toEqual([
      'fw.config.ts (the config as it is, read by each variant)',
      'option\tVariant B\tVariant A',
    ]);
    expect(rows).toContain('dir.pages\t"views" → src/views\t"views"');
    const [, inB = '', inA = ''] =
      rows.find((row) => row.startsWith('ignore\t'))?.split('\t') ?? [];
    expect(inB).toContain('"/vendor" → vendor');
    expect(inA).not.toContain('→');
    expect(rows).toContain('dir.static\t"public" → src/public\tdoes not exist in this variant');
    expect(rows).toContain('experimental.defaults.useAsyncData.deep\ttrue\tfalse');
  });

  it('leaves out what is the same, and what nobody can know', () => {
    const names = rowsOf().map((row) => row.split('\t')[0]);
    for (const name of [
      'srcDir',
      'app.baseURL',
      'css',
      'ssr',
      'experimental.watcher',
      'experimental',
    ])
      expect(names).not.toContain(name);
    expect(rowsOf(['srcDir'])).toContain('fw.config.ts (same in both variants)');
  });

  it('has both variants in JSON', () => {
    const { stdout } = fwMigrate(folderWith(files), [
      'effective',
      'dir.pages',
      '--changed',
      '--json',
    ]);
    const { projects } = JSON.parse(stdout) as { projects: Printed[] };
    const own = projects.filter(({ config }) => config === 'fw.config.ts');
    expect(own.map(({ variant, options }) => [variant, options[0]?.option])).toEqual([
      ['b', 'dir.pages'],
      ['a', 'dir.pages'],
    ]);
  });

  it('fits a terminal', async () => {
    const { screen } = await onScreen(folderWith(files), ['effective', '--changed']);
    // Only a word that is longer than the line goes beyond it.
    for (const line of screen.split('\n').filter(({ length }) => length > 80))
      expect(line).toMatch(/^ +\S+$/);
    expect(screen).toMatch(/^headManager\.renderSSRHeadOptions\.omitLineBreaks\n +false · true$/m);
  });

  it('refuses --variant', () => {
    const { status, stderr } = fwMigrate(folderWith(files), [
      'effective',
      '--changed',
      '--variant',
      'a',
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain("'--changed' cannot be used with option '--variant <a|b>'");
  });
});
