import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandFlags } from '../../src/cli/flags.ts';
import { type Io, UsageError } from '../../src/cli/io.ts';
import { effectiveCommand } from '../../src/cli/lookup-commands.ts';
import { createColors } from '../../src/report/colors.ts';

function folderWith(files: { readonly [path: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Runs the command as if in the folder, and gives what it writes. */
async function run(
  cwd: string,
  option?: string,
  { width, ...flags }: CommandFlags & { readonly width?: number } = {},
): Promise<{ out: string; err: string }> {
  const written = { out: '', err: '' };
  const outLook = { colors: createColors(false), width };
  const io: Pick<Io, 'out' | 'exact' | 'outKind' | 'err' | 'cwd' | 'outLook'> = {
    out(text) {
      written.out += text;
    },
    exact(text) {
      written.out += text;
    },
    err(text) {
      written.err += text;
    },
    outKind: 'file',
    ...{ cwd, outLook },
  };
  await effectiveCommand('.', option, flags, io as Io);
  return written;
}

const shop = {
  'fw.config.ts': `export default defineFwConfig({
  srcDir: 'src',
  dir: { pages: 'views' },
  appId: 'a\\u001B[31mb',
  generate: { routes: ['/a'] },
  $production: { dir: { pages: 'live' } },
})
`,
  'src/views/index.vue': '',
};

describe('fw-migrate effective', () => {
  it('tells an option, what it is and who says so', async () => {
    expect((await run(folderWith(shop), 'dir.pages')).out).toBe(
      [
        'fw.config.ts (Variant B)',
        'dir.pages\t"views" → src/views\tfw.config.ts:3:17',
        '  $production\t"live" → src/live\tfw.config.ts:6:32',
        '',
      ].join('\n'),
    );
  });

  it('reads the same config as the other variant on request', async () => {
    const folder = folderWith(shop);
    expect((await run(folder, 'dir.layouts', { variant: 'a' })).out).toBe(
      'fw.config.ts (Variant A)\ndir.layouts\t"src/layouts"\tdefault\n',
    );
    expect((await run(folder, 'generate.routes', { variant: 'a' })).out).toBe(
      'fw.config.ts (Variant A)\ngenerate.routes\tdoes not exist in this variant\tfw.config.ts:5:23\n',
    );
  });

  it('breaks lines at the width of a terminal, and lets no text command it', async () => {
    const { out } = await run(folderWith(shop), undefined, { width: 80 });
    // A longer line is a single word beside its option.
    const long = out.split('\n').filter((line) => line.length > 80);
    for (const line of long) expect(line).toMatch(/^\S* +\S+$/);
    expect(out).not.toContain('\u001B');
    expect(out).toMatch(/^ssr +true · default$/m);
  });

  it('writes JSON', async () => {
    const { projects } = JSON.parse((await run(folderWith(shop), 'srcDir', { json: true })).out);
    expect(projects).toEqual([
      {
        root: '',
        config: 'fw.config.ts',
        variant: 'b',
        notes: [],
        options: [
          {
            option: 'srcDir',
            listed: true,
            value: {
              kind: 'value',
              value: 'src',
              from: { kind: 'config', at: { file: 'fw.config.ts', line: 2, column: 11 } },
            },
            places: [{ at: [], place: 'src', names: 'folders' }],
            overrides: [],
          },
        ],
      },
    ]);
  });

  it('tells several projects, and goes on where one cannot be read', async () => {
    const { out, err } = await run(
      folderWith({
        'a/fw.config.ts': 'export default defineFwConfig({ ssr: false })\n',
        'b/fw.config.ts': 'export default load()\n',
        'c/fw.config.ts': 'export default defineFwConfig({ extends: ["github:a/b"] })\n',
      }),
      'ssr',
    );
    expect(out).toBe(
      [
        'a/fw.config.ts (Variant B)',
        'ssr\tfalse\ta/fw.config.ts:1:38',
        '',
        'c/fw.config.ts (Variant B)',
        '  note The layer `github:a/b` is not read: options set there are not shown. (c/fw.config.ts:1:43)',
        'ssr\ttrue\tdefault',
        '',
      ].join('\n'),
    );
    expect(err).toContain('b/fw.config.ts:1:16');
  });

  it('reads layers that are named with any alias', async () => {
    const { out } = await run(
      folderWith({
        'fw.config.ts':
          'export default defineFwConfig({ srcDir: "src", alias: { "#own": "~~/own" }, extends: ["~/a", "#own/b/fw.config.ts"] })\n',
        'src/a/fw.config.ts': 'export default defineFwConfig({ ssr: false })\n',
        'own/b/fw.config.ts': 'export default defineFwConfig({ test: true })\n',
      }),
    );
    const [project = ''] = out.split('\n\n');
    expect(project).toContain('ssr\tfalse\tlayer src/a/fw.config.ts:1:38');
    expect(project).toContain('test\ttrue\tlayer own/b/fw.config.ts:1:39');
    expect(project).not.toContain('note');
  });

  it('refuses what is no option or no project', async () => {
    const folder = folderWith(shop);
    await expect(run(folder, 'dir.page')).rejects.toThrow(
      new UsageError(
        '`dir.page` is not an option of the framework, and no config sets it. Did you mean `dir.pages`?',
      ),
    );
    await expect(run(folderWith({}))).rejects.toThrow(/^There is no fw\.config or nuxt\.config\./);
  });
});
