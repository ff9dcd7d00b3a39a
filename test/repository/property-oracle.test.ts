import { describe, expect, it } from 'vitest';
import type { Repository } from './support/generate-repository.ts';
import { problemsOf } from './support/property-check.ts';
import { moveMap } from './support/property-moves.ts';
import { type Piece, textOf } from './support/property-write.ts';
import { type Kind, resolveFile, type World, worldProject } from './support/resolver.ts';

/** The check of random repositories, tried on small ones that were migrated by hand. */

function worldOf(
  variant: 'a' | 'b',
  options: { [key: string]: unknown },
  files: readonly string[],
): World {
  return {
    variant,
    files: new Set(files),
    projects: [worldProject(variant, 'web', options)],
    tables: [{ folder: 'lib', entries: [['@web/*', ['web/*']]] }],
  };
}

const before = worldOf('b', { srcDir: 'src', alias: { '#ui': '~/ui' } }, [
  'web/src/pages/index.vue',
  'web/src/utils/index.ts',
  'web/src/utils.ts',
  'web/src/ui/Card.vue',
  'web/src/server/db.ts',
  'web/src/app/router.options.ts',
  'web/src/styles/_vars.scss',
  'web/src/assets/logo.png',
  'web/shared/types.ts',
  'lib/a.ts',
]);

describe('the resolver', () => {
  const cases: readonly (readonly [
    kind: Kind,
    from: string,
    text: string,
    target: string | undefined,
  ])[] = [
    ['module', 'web/src/pages/index.vue', '~/utils', 'web/src/utils.ts'],
    ['module', 'web/src/pages/index.vue', '../utils/', 'web/src/utils/index.ts'],
    ['module', 'web/src/pages/index.vue', '~~/src/ui/Card', 'web/src/ui/Card.vue'],
    ['module', 'web/src/pages/index.vue', '#ui/Card.vue?raw', 'web/src/ui/Card.vue'],
    ['module', 'web/src/pages/index.vue', '#server/db', 'web/src/server/db.ts'],
    ['module', 'web/src/pages/index.vue', '#shared/types', 'web/shared/types.ts'],
    ['module', 'web/src/pages/index.vue', 'utils', undefined],
    ['path', 'web/src/pages/index.vue', '../utils.ts', 'web/src/utils.ts'],
    ['path', 'web/src/pages/index.vue', '../utils', undefined],
    ['style', 'web/src/styles/main.scss', 'vars', 'web/src/styles/_vars.scss'],
    ['style', 'web/src/pages/index.vue', '~assets/logo.png#a', 'web/src/assets/logo.png'],
    ['asset', 'web/src/pages/index.vue', '@/assets/logo.png', 'web/src/assets/logo.png'],
    ['asset', 'web/src/pages/index.vue', 'assets/logo.png', undefined],
    ['module', 'lib/a.ts', '@web/src/server/db', 'web/src/server/db.ts'],
  ];
  it.each(cases)('reads %s from %s: %s', (kind, from, text, target) => {
    expect(resolveFile(before, kind, from, text)).toBe(target);
  });

  it('reads aliases as the newer variant does', () => {
    const after = worldOf('a', {}, ['web/app/utils.ts', 'web/server/db.ts', 'web/public/x.png']);
    expect(resolveFile(after, 'module', 'web/x.ts', '@/utils')).toBe('web/app/utils.ts');
    expect(resolveFile(after, 'module', 'web/x.ts', '#server/db')).toBe('web/server/db.ts');
    expect(resolveFile(after, 'module', 'web/x.ts', 'public/x.png')).toBe('web/public/x.png');
  });
});

describe('the moves', () => {
  it('takes a source directory to app/, and to the root what is read from there', () => {
    const moved = moveMap(before, { layout: 'app' });
    expect(
      ['web/src/utils.ts', 'web/src/server/db.ts', 'web/src/app/router.options.ts'].map(moved),
    ).toEqual(['web/app/utils.ts', 'web/server/db.ts', 'web/app/router.options.ts']);
    expect(moved('web/shared/types.ts')).toBe('web/shared/types.ts');
    expect(moveMap(before, { layout: 'auto' })('web/src/utils.ts')).toBe('web/src/utils.ts');
  });

  it('takes source folders to app/ one by one from the root', () => {
    const options = { dir: { pages: 'views' }, imports: { dirs: ['~/lib/auto/**'] } };
    const files = [
      'web/views/a.vue',
      'web/lib/auto/a.ts',
      'web/lib/b.ts',
      'web/app.config.ts',
      'web/utils.ts',
    ];
    const moved = moveMap(worldOf('b', options, files), { layout: 'auto' });
    expect(files.map(moved)).toEqual([
      'web/app/views/a.vue',
      'web/app/lib/auto/a.ts',
      'web/lib/b.ts',
      'web/app/app.config.ts',
      'web/utils.ts',
    ]);
  });
});

describe('the checks', () => {
  const config = 'export default defineFwConfig({})\n';
  const files = new Map<string, readonly Piece[]>([
    ['utils/a.ts', ["import '", { id: 'r1_', kind: 'module', text: '~/server/b' }, "' // r1_\n"]],
    [
      'server/b.ts',
      ["import '", { id: 'r2_', kind: 'module', text: '../utils/a' }, "' // ~/utils/a\n"],
    ],
    ['fw.config.ts', [config]],
  ]);
  const world: World = {
    variant: 'b',
    files: new Set(files.keys()),
    projects: [worldProject('b', '', {})],
    tables: [],
  };
  const repository: Repository = {
    choices: { layout: 'auto' },
    projects: [{ root: '', config: 'fw.config.ts', imports: [] }],
    files,
    extending: new Set(),
    world,
  };
  const right = {
    'app/utils/a.ts': "import '~~/server/b' // r1_\n",
    'server/b.ts': "import '../app/utils/a' // ~/utils/a\n",
    'fw.config.ts': config,
  };
  const problems = (texts: { [path: string]: string }) =>
    problemsOf(repository, new Map(Object.entries({ ...right, ...texts })));

  it('accept what is right', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ 'app/utils/a.ts': "import '../../server/b' // r1_\n" })).toEqual([]);
  });

  it.each([
    [{ 'app/utils/a.ts': "import '~/server/b' // r1_\n" }, /means undefined/],
    [{ 'app/utils/a.ts': "import '~~/server/b' // r1_ \n" }, /gone or changed/],
    [{ 'server/b.ts': "import '~/utils/a' // ../app/utils/a\n" }, /gone or changed/],
    [{ 'server/b.ts': textOf(files.get('server/b.ts') ?? []) }, /means undefined/],
    [{ 'utils/c.ts': '' }, /unexpected/],
    [{ 'fw.config.ts': "export default { serverDir: 'server' }" }, /which is the default/],
    [{ 'fw.config.ts': "export default { srcDir: '.' }" }, /srcDir is/],
  ])('find what is wrong: %j', (texts, problem) => {
    expect(problems(texts as { [path: string]: string }).join('\n')).toMatch(problem);
  });
});
