import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shown, treeIn } from '../repository/support/tree.ts';
import { cli, folderWith, fwMigrate } from './support/run.ts';

const config = 'export default defineFwConfig({})\n';
const page = '<template>a</template>\n';

function git(folder: string, ...args: readonly string[]): string {
  const settings = ['user.name=A', 'user.email=a@example.org', 'protocol.file.allow=always'];
  const { stdout, stderr, status } = spawnSync(
    'git',
    [...settings.flatMap((one) => ['-c', one]), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  expect({ status, stderr }, args.join(' ')).toMatchObject({ status: 0 });
  return stdout;
}

/** A folder under git with everything committed, also what is ignored. */
function repositoryWith(files: { readonly [path: string]: string }): string {
  const folder = folderWith(files);
  git(folder, 'init', '-q');
  git(folder, 'add', '--all', '--force');
  git(folder, 'commit', '-qm', 'first');
  return folder;
}

function pathsIn(folder: string): string[] {
  const paths = Object.keys(shown(treeIn(folder)));
  return paths.filter((path) => !/(?:^|\/)\.(?:git|fw-migrate)(?:\/|$)/.test(path));
}

describe('files that git tracks although they are ignored', () => {
  const files = {
    '.gitignore': 'build\n',
    'fw.config.ts': config,
    'components/build/Card.vue': "<script setup>\nimport db from '~/server/db'\n</script>\n",
    'server/db.ts': 'export default 1\n',
  };

  it('move, and their references are updated', () => {
    const folder = repositoryWith(files);
    writeFileSync(join(folder, 'components/build/made.ts'), 'export {}\n');
    const { status, stdout } = fwMigrate(folder, ['v4']);
    expect(status).toBe(0);
    expect(stdout).toContain('(.gitignore:1 `build`)');
    expect(shown(treeIn(folder))['app/components/build/Card.vue']).toContain("'~~/server/db'");
    expect(pathsIn(folder)).toContain('app/components/build/made.ts');
  });

  it('are known in a work tree too', () => {
    const folder = repositoryWith(files);
    const work = join(folderWith({}), 'work');
    git(folder, 'worktree', 'add', '-q', work, '-b', 'work');
    expect(fwMigrate(work, ['v4', '--dry-run']).stdout).toContain(
      'rename to app/components/build/Card.vue',
    );
  });
});

describe('rules of a person for all repositories', () => {
  it('count as git has them', () => {
    const home = folderWith({ 'my rules': 'pages/draft.vue\n' });
    writeFileSync(join(home, 'config'), `[core]\n\texcludesFile = ${join(home, 'my rules')}\n`);
    const folder = repositoryWith({ 'fw.config.ts': config, 'pages/index.vue': page });
    writeFileSync(join(folder, 'pages/draft.vue'), '<script>import "~/server/a"</script>\n');
    const env = { ...process.env, GIT_CONFIG_GLOBAL: join(home, 'config') };
    const args = [cli, 'v4', '--dry-run', '--format', 'json'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    const codes = JSON.parse(stdout).projects[0].followUps.map(
      ({ code }: { code: string }) => code,
    );
    expect(codes).toContain('no-longer-ignored');
  });
});

describe('moves to where git ignores files', () => {
  const files = {
    'shop/.gitignore': '# What was there once.\napp/\n',
    'shop/fw.config.ts': config,
    'shop/pages/index.vue': page,
  };

  it('are refused, with the rule and the files', () => {
    const folder = repositoryWith(files);
    const { status, stderr } = fwMigrate(folder, ['v4']);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'shop/.gitignore:2 `app/`\n    shop/pages/index.vue → shop/app/pages/index.vue',
    );
    expect(stderr).toContain('--allow-ignored');
    expect(pathsIn(folder)).toContain('shop/pages/index.vue');
  });

  it('are made on request', () => {
    const folder = repositoryWith(files);
    const { status, stdout } = fwMigrate(folder, ['v4', '--allow-ignored']);
    expect(status).toBe(0);
    expect(stdout).toContain('now-ignored');
    expect(pathsIn(folder)).toContain('shop/app/pages/index.vue');
  });

  it('stop that project alone', () => {
    const folder = repositoryWith({
      ...files,
      'docs/fw.config.ts': config,
      'docs/pages/a.vue': page,
    });
    const { status, stdout } = fwMigrate(folder, ['v4']);
    expect(status).toBe(3);
    expect(stdout).toContain('shop/.gitignore:2:1 · project-refused');
    expect(pathsIn(folder)).toEqual(
      expect.arrayContaining(['docs/app/pages/a.vue', 'shop/pages/index.vue']),
    );
  });
});

describe('submodules', () => {
  function withSubmodule(path: string, files: { readonly [path: string]: string }): string {
    const other = repositoryWith({ 'fw.config.ts': config, 'components/A.vue': page });
    const folder = repositoryWith(files);
    git(folder, 'submodule', 'add', '-q', other, path);
    git(folder, 'commit', '-qm', 'submodule');
    return folder;
  }

  it('take in no sources', () => {
    const folder = withSubmodule('app', { 'fw.config.ts': config, 'pages/index.vue': page });
    const { status, stderr } = fwMigrate(folder, ['v4']);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'pages/index.vue → app/pages/index.vue\n    app/ is a separate repository',
    );
  });

  it('are told where they are layers', () => {
    const folder = withSubmodule('layers/theme', {
      'fw.config.ts': config,
      'pages/index.vue': page,
    });
    const { status, stdout } = fwMigrate(folder, ['v4']);
    expect(status).toBe(0);
    expect(stdout).toContain(
      'The layer `layers/theme` is in a separate repository, and was not migrated',
    );
    expect(pathsIn(folder)).toContain('layers/theme/components/A.vue');
  });
});
