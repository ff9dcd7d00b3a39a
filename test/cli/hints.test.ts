import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toolName, withToolName } from '../../src/cli/tool-name.ts';
import type { Report } from '../../src/report/report.ts';
import { transforms } from '../../transforms/index.ts';
import { folderWith, fwMigrate, paste } from './support/run.ts';
import { hasPseudoTerminal, talk } from './support/terminal.ts';

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

describe('hints name the tool as it was started', () => {
  it.each([
    ['npm/10.9.0 node/v22', '/home/a/.npm/_npx/4f/node_modules/.bin/fw-migrate', 'npx fw-migrate'],
    ['npm/10.9.0 node/v22', '/srv/shop/node_modules/.bin/fw-migrate', 'npx fw-migrate'],
    [
      'pnpm/9.1.0 npm/? node/v22',
      '/home/a/.cache/pnpm/dlx/x/node_modules/fw-migrate/dist/cli.js',
      'pnpm dlx fw-migrate',
    ],
    [
      'pnpm/9.1.0 npm/? node/v22',
      '/srv/shop/node_modules/fw-migrate/dist/cli.js',
      'pnpm exec fw-migrate',
    ],
    [
      'yarn/4.1.0 npm/? node/v22',
      '/tmp/xfs-1/dlx-55/node_modules/fw-migrate/dist/cli.js',
      'yarn dlx fw-migrate',
    ],
    ['yarn/1.22.0 npm/? node/v22', '/srv/shop/node_modules/.bin/fw-migrate', 'yarn fw-migrate'],
    [
      'bun/1.1.0 npm/? node/v22',
      '/tmp/bunx-1000-fw-migrate@latest/node_modules/.bin/fw-migrate',
      'bunx fw-migrate',
    ],
    [undefined, '/srv/shop/node_modules/.bin/fw-migrate', 'npx fw-migrate'],
    [undefined, '/usr/local/bin/fw-migrate', 'fw-migrate'],
  ])('%s %s', (agent, script, name) => {
    expect(toolName(agent, script)).toBe(name);
  });

  it('also in the middle of a sentence, but not in lines of files', () => {
    const text = [
      'To undo: fw-migrate undo',
      '  fw-migrate v4 --dry-run',
      'Run `fw-migrate list`, which fw-migrate has.',
      '  5 │ "v4": "x: fw-migrate v4"',
      '+fw-migrate v4',
    ];
    expect(withToolName(text.join('\n'), 'npx fw-migrate').split('\n')).toEqual([
      'To undo: npx fw-migrate undo',
      '  npx fw-migrate v4 --dry-run',
      'Run `npx fw-migrate list`, which fw-migrate has.',
      ...text.slice(3),
    ]);
  });

  it('for every package manager, from the command line', () => {
    const folder = folderWith({});
    cpSync(shop, folder, { recursive: true });
    const env = { ...process.env, npm_config_user_agent: 'pnpm/9.1.0 npm/? node/v22' };
    const { stderr } = fwMigrate(folder, ['v4', '--dry-run'], '', env);
    expect(stderr).toContain('To migrate: pnpm exec fw-migrate v4\n');
    expect(stderr).toContain('`pnpm exec fw-migrate explain generate-exclude-active`');
  });
});

/** Every command of ours that a text suggests, as a shell takes it. */
function commandsIn(text: string): string[] {
  const found = text.matchAll(/`(?:npx )?(fw-migrate [^`]+)`|(?:: |^ +)(fw-migrate [^\n]+)$/gm);
  return [...new Set([...found].map(([, quoted, line = '']) => quoted ?? line))];
}

/** Runs a suggested command in the folder in which it is suggested. Returns its exit code. */
function pasted(
  cwd: string,
  command: string,
  values: { readonly [name: string]: string },
): number | null {
  const line = command.replaceAll(/<(\w+)>/g, (whole, name: string) => values[name] ?? whole);
  return paste(cwd, line).status;
}

describe('every command that is suggested can be pasted where it is', () => {
  it('after a dry run, a run, in its reports, and in what they lead to', () => {
    const folder = folderWith({});
    cpSync(shop, folder, { recursive: true });
    const dry = commandsIn(fwMigrate(folder, ['v4', '--dry-run']).stderr);
    expect(dry).toEqual(['fw-migrate explain generate-exclude-active', 'fw-migrate v4']);
    for (const command of dry)
      expect([command, pasted(folder, command, { code: 'css' })]).toEqual([command, 0]);
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    const { stdout } = fwMigrate(folder, ['v4', '--output', 'v4.md', '--format', 'pretty']);
    const { projects } = JSON.parse(
      fwMigrate(folder, ['report', '--format', 'json']).stdout,
    ) as Report;
    const values = { code: 'builder-package', id: projects[0]?.followUps[0]?.id ?? '' };
    const all = [stdout, readFileSync(join(folder, 'v4.md'), 'utf8')].flatMap(commandsIn);
    expect(new Set(all).size).toBeGreaterThan(3);
    const undo = (command: string) => (command.includes('undo') ? 1 : 0);
    for (const command of [...new Set(all)].toSorted((one, other) => undo(one) - undo(other)))
      expect([command, pasted(folder, command, values)]).toEqual([command, 0]);
  });

  it('`--commit` with uncommitted files does not advise what it refuses', () => {
    const folder = folderWith({});
    cpSync(shop, folder, { recursive: true });
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
    ])
      spawnSync('git', args, { cwd: folder });
    const { status, stderr } = fwMigrate(folder, ['v4', '--commit']);
    expect(status).toBe(2);
    expect(stderr).toContain('uncommitted changes');
    expect(stderr).not.toContain('--allow-dirty');
    expect(fwMigrate(folder, ['v4']).stderr).toContain('--allow-dirty');
    expect(fwMigrate(folder, ['v4', '--allow-dirty']).status).toBe(0);
  });

  it('`explain` names commands that do something', () => {
    const config =
      "export default defineFwConfig({\n  srcDir: 'client',\n  builder: 'bundler2',\n  generate: { routes: ['/'] },\n})\n";
    const folder = folderWith({
      'fw.config.ts': config,
      'package.json': '{ "dependencies": { "fw": "^3.0.0" } }\n',
      'client/pages/a.vue':
        "<script setup>\nconst { data } = await useFetch('/api')\ndata.value.a.push(1)\n</script>\n",
    });
    for (const { id } of transforms) {
      const [alone = ''] = commandsIn(
        fwMigrate(folder, ['explain', id]).stdout.replaceAll('run it alone ', 'run it alone: '),
      );
      const [, ...args] = alone.split(' ');
      expect([alone, fwMigrate(folder, args).status]).toEqual([alone, 0]);
    }
    expect(fwMigrate(folder, ['v4', '--only', 'shallow-data', '--dry-run']).stdout).toContain(
      '+const { data } = await useFetch',
    );
    expect(
      fwMigrate(folder, ['transform', 'changed-defaults', '--keep-defaults', '--dry-run']).stdout,
    ).toContain('+');
  });

  it('`--keep-default` works after the migration', () => {
    const folder = folderWith({
      'fw.config.ts': 'export default defineFwConfig({})\n',
      'package.json': '{ "dependencies": { "fw": "^3.0.0" } }\n',
      'pages/a.vue':
        "<script setup>\nconst { data } = await useFetch('/api')\nextend(data)\n</script>\n",
      'utils/extend.ts': 'export function extend(list) { list.value.push(1) }\n',
    });
    expect(fwMigrate(folder, ['v4', '--quiet']).stdout).toContain('2 to verify');
    const option = 'experimental.defaults.useAsyncData.deep';
    expect(fwMigrate(folder, ['v4', '--keep-default', option, '--quiet']).stdout).toContain(
      '1 to verify, 1 done',
    );
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toContain('deep: true');
  });
});

describe('a name that is wrong', () => {
  const project = {
    'nuxt.config.ts': 'export default defineNuxtConfig({ server: { port: 3001 } })\n',
    'package.json': '{ "dependencies": { "nuxt": "^3.0.0" } }\n',
    'pnpm-lock.yaml': '',
    'pages/index.vue': "<script setup>\nimport '~/stores/cart'\nimport '~/types/cart'\n</script>\n",
    'stores/cart.ts': '',
    'types/cart.ts': '',
  };

  it.each([
    ['--edition', 'nuxtt', 'Did you mean `nuxt`?'],
    ['--move', 'store', 'Did you mean `stores`?'],
    ['--move', 'bogus', 'Its folders: `pages`, `stores` and `types`.'],
  ])('gets a suggestion: %s %s', (flag, value, hint) => {
    const { status, stderr } = fwMigrate(folderWith(project), ['v4', '-n', flag, value]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(hint)]);
  });

  it('gets the same in a report and from `explain`', () => {
    const folder = folderWith(project);
    const { stderr } = fwMigrate(folder, ['v4', '-n']);
    expect(stderr).toContain(
      '`server.port` is not an option of either variant. Did you mean `devServer.port`?',
    );
    expect(fwMigrate(folder, ['explain', 'server.port']).stderr).toContain(
      'Did you mean `devServer.port`?',
    );
  });

  it('is told apart from what can be done in one step', () => {
    const { stderr } = fwMigrate(folderWith(project), ['v4', '-n']);
    expect(stderr).toContain(
      '`stores/` and `types/` stay (2 files, 2 references to or from files that move): `--move stores types` would save about 2 updates',
    );
    expect(stderr).toContain(
      '`nuxt` goes from `^3.0.0` to `^4.0.0`: run `pnpm install`, and commit the lock file.',
    );
    expect(stderr).toMatch(/options would change as the migration wants: 17 with a new default/);
  });
});

it.skipIf(!hasPseudoTerminal)(
  'a terminal breaks no word of the last lines, however it was started',
  async () => {
    const folder = folderWith({
      'fw.config.ts': 'export default {}\n',
      'a b/c.txt': '',
      'pages/a.vue': '',
    });
    const agent = process.env.npm_config_user_agent;
    process.env.npm_config_user_agent = 'pnpm/9.1.0 npm/? node/v22';
    try {
      const { screen } = await talk(
        folder,
        ['v4', '--message-moves', 'm'.repeat(60), '--commit', '-n'],
        [],
      );
      const lines = screen.trimEnd().split('\n').slice(-8);
      expect(screen).toContain('pnpm exec fw-migrate');
      expect(lines.filter((line) => line.length > 80 && !line.startsWith('  '))).toEqual([]);
    } finally {
      process.env.npm_config_user_agent = agent ?? '';
    }
  },
);
