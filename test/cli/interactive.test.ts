import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shown, treeIn } from '../repository/support/tree.ts';
import { folderWith, fwMigrate } from './support/run.ts';
import { hasPseudoTerminal, keys, talk } from './support/terminal.ts';

const config = [
  'export default defineFwConfig({',
  "  generate: { routes: ['/a'] },",
  "  dir: { pages: 'views' },",
  '  experimental: { templateUtils: false },',
  '})',
  '',
].join('\n');
const project = { 'fw.config.ts': config, 'views/index.vue': '<template />\n', 'server/a.ts': '' };
const { enter, down } = keys;

const layout = 'which layout?';
const changes = 'fw.config.ts: which of these changes should be made?';
const write = 'Write these changes?';

it('wants a terminal', () => {
  const folder = folderWith(project);
  const { status, stderr, stdout } = fwMigrate(folder, ['v4', '--interactive']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('--interactive needs a terminal.');
});

describe.skipIf(!hasPseudoTerminal)(
  'on a terminal (skipped where there is no `script` of util-linux)',
  () => {
    it('shows the tree and each change, and does what is accepted', async () => {
      const folder = folderWith(project);
      const { status, screen } = await talk(
        folder,
        ['v4', '--interactive'],
        [
          { says: layout, types: enter },
          { says: changes, types: enter },
          { says: write, types: enter },
        ],
      );
      expect(status).toBe(0);
      expect(screen).toContain('views → app/views');
      expect(screen).toContain('generate: `generate.routes`');
      expect(screen).toContain('1 project, 1 file moved, 1 file changed');
      expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(
        "export default defineFwConfig({\n  serverEngine: { prerender: { routes: ['/a'] } },\n  dir: { pages: 'app/views' },\n})\n",
      );
      expect(existsSync(join(folder, 'app/views/index.vue'))).toBe(true);
    });

    it('leaves out what is skipped, and keeps the sources where they are', async () => {
      const folder = folderWith(project);
      await talk(
        folder,
        ['v4', '--interactive'],
        [
          { says: layout, types: down + enter },
          { says: changes, types: ` ${enter}` },
          { says: write, types: enter },
        ],
      );
      const text = readFileSync(join(folder, 'fw.config.ts'), 'utf8');
      expect(text).toContain("generate: { routes: ['/a'] }");
      expect(text).toContain("srcDir: '.'");
      expect(text).not.toContain('templateUtils');
      expect(existsSync(join(folder, 'views/index.vue'))).toBe(true);
    });

    it('shows the whole diff on request', async () => {
      const folder = folderWith(project);
      const { screen } = await talk(
        folder,
        ['v4', '--interactive'],
        [
          { says: layout, types: enter },
          { says: changes, types: enter },
          { says: write, types: down + enter },
          { says: "+  serverEngine: { prerender: { routes: ['/a'] } },", types: '' },
          { says: 'rename to app/views/index.vue', types: '' },
          { says: write, types: enter },
        ],
      );
      expect(screen).toContain('1 project, 1 file moved, 1 file changed');
      expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).not.toContain('templateUtils');
    });

    it('leaves a project as it is, and asks about the next', async () => {
      const folder = folderWith({
        'a/fw.config.ts': config,
        'a/views/index.vue': '<template />\n',
        'b/fw.config.ts': 'export default {}\n',
        'b/pages/index.vue': '<template />\n',
      });
      await talk(
        folder,
        ['v4', '--interactive'],
        [
          { says: 'a/fw.config.ts (1 of 2): which layout?', types: down + down + enter },
          { says: 'b/fw.config.ts (2 of 2): which layout?', types: enter },
          { says: write, types: enter },
        ],
      );
      expect(readFileSync(join(folder, 'a/fw.config.ts'), 'utf8')).toBe(config);
      expect(existsSync(join(folder, 'a/views/index.vue'))).toBe(true);
      expect(existsSync(join(folder, 'b/app/pages/index.vue'))).toBe(true);
    });

    it('does what `v4` does if every question is answered with Enter', async () => {
      const files = {
        'package.json': '{ "dependencies": { "fw": "^3.0.0" } }\n',
        'fw.config.ts': "export default {\n  generate: { routes: ['/'] },\n}\n",
        'pages/index.vue':
          "<script setup>\nimport '../data/a'\nconst { data } = await useFetch('/api', options)\ndata.value.a = 1\n</script>\n",
        'data/a.ts': '',
      };
      const [folder, other] = [folderWith(files), folderWith(files)];
      await talk(
        folder,
        ['v4', '-i'],
        [
          { says: layout, types: enter },
          { says: 'which of these folders should move to app/ as well?', types: enter },
          { says: 'may change fetched data in place', types: enter },
          { says: changes, types: enter },
          { says: write, types: enter },
        ],
      );
      fwMigrate(other, ['v4']);
      const filesIn = (place: string) =>
        Object.entries(shown(treeIn(place))).filter(([path]) => !path.startsWith('.fw-migrate/'));
      expect(filesIn(folder)).toEqual(filesIn(other));
      expect(existsSync(join(folder, 'data/a.ts'))).toBe(true);
    });

    describe('an app and its layers', () => {
      const files = {
        'base/fw.config.ts': "export default {\n  css: ['~/assets/base.css'],\n}\n",
        'base/assets/base.css': '',
        'base/components/Box.vue': '<template />\n',
        'web/fw.config.ts': "export default {\n  extends: ['../base'],\n}\n",
        'web/pages/index.vue':
          "<script setup>\nimport '../../base/components/Box.vue'\n</script>\n",
      };
      const together = 'web/fw.config.ts and its layers: which layout?';
      const filesIn = (place: string) =>
        Object.entries(shown(treeIn(place))).filter(([path]) => !path.startsWith('.fw-migrate/'));

      it.each([
        ['Enter does what `v4` does', enter, ['v4']],
        ['both keep their sources', down + enter, ['v4', '--layout', 'keep']],
      ])('have one answer: %s', async (_, types, args) => {
        const [folder, other] = [folderWith(files), folderWith(files)];
        const { screen } = await talk(
          folder,
          ['v4', '-i'],
          [
            { says: together, types },
            { says: write, types: enter },
          ],
        );
        fwMigrate(other, args);
        expect(screen).toContain('base/components → base/app/components');
        expect(filesIn(folder)).toEqual(filesIn(other));
      });

      it('are skipped together', async () => {
        const folder = folderWith(files);
        await talk(folder, ['v4', '-i'], [{ says: together, types: down + down + enter }]);
        expect(filesIn(folder)).toEqual(filesIn(folderWith(files)));
      });
    });

    it('asks which folders move that would stay', async () => {
      const folder = folderWith({
        'fw.config.ts': 'export default {}\n',
        'pages/index.vue': "<script setup>\nimport '../stores/a'\nimport '../data/a'\n</script>\n",
        'stores/a.ts': '',
        'data/a.ts': '',
      });
      const { screen } = await talk(
        folder,
        ['v4', '-i'],
        [
          { says: layout, types: enter },
          { says: 'which of these folders should move to app/ as well?', types: `${down} ` },
          { says: 'stores/', types: enter },
          { says: write, types: enter },
        ],
      );
      expect(screen).toContain('stores/ (1 file, saves about 1 rewrite)');
      expect(existsSync(join(folder, 'app/stores/a.ts'))).toBe(true);
      expect(existsSync(join(folder, 'data/a.ts'))).toBe(true);
    });

    it('takes all remaining projects at once', async () => {
      const names = ['a', 'b', 'c'];
      const folder = folderWith(
        Object.fromEntries(
          names.flatMap((name) => [
            [`${name}/fw.config.ts`, config],
            [`${name}/views/index.vue`, '<template />\n'],
          ]),
        ),
      );
      await talk(
        folder,
        ['v4', '-i'],
        [
          { says: '(1 of 3): which layout?', types: enter },
          { says: 'a/fw.config.ts (1 of 3): which of these changes', types: enter },
          { says: '(2 of 3): which layout?', types: down + down + down + enter },
          { says: write, types: enter },
        ],
      );
      for (const name of names)
        expect(existsSync(join(folder, name, 'app/views/index.vue'))).toBe(true);
    });

    it.each([
      ['the answer', [{ says: layout, types: down + down + down + enter }]],
      ['ctrl-c', [{ says: layout, types: keys.cancel }]],
      [
        'the last answer',
        [
          { says: layout, types: enter },
          { says: changes, types: enter },
          { says: write, types: down + down + enter },
        ],
      ],
    ])('stops by %s, and writes nothing', async (_, dialogue) => {
      const folder = folderWith(project);
      const before = shown(treeIn(folder));
      const { status, screen } = await talk(folder, ['v4', '--interactive'], dialogue);
      expect(status).toBe(130);
      expect(screen).toContain('Stopped. Nothing was written.');
      expect(shown(treeIn(folder))).toEqual(before);
    });

    it('writes nothing in a dry run, but shows what was chosen', async () => {
      const folder = folderWith(project);
      const before = shown(treeIn(folder));
      const { screen } = await talk(
        folder,
        ['v4', '--dry-run', '--interactive'],
        [
          { says: layout, types: enter },
          { says: changes, types: ` ${enter}` },
        ],
      );
      expect(screen).toContain('✓ views/ → app/views/ (1 file)');
      expect(screen).toContain("+  dir: { pages: 'app/views' },");
      expect(screen).toContain('1 file would be moved');
      expect(shown(treeIn(folder))).toEqual(before);
    });
  },
);
