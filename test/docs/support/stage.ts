import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSimpleLine } from '../../cli/support/run.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Folders to try the documentation in, with the commands that it calls. */
export interface Stage {
  readonly folder: string;
  /** A copy of a bundled example in which the package is installed. */
  shop(name: string, example?: string): string;
  /** Puts a command of our own before those of the system. */
  stand(name: string, script: string): void;
  run(cwd: string, script: string, environment?: { readonly [name: string]: string }): Promise<Ran>;
  remove(): void;
}

export function openStage(): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-docs-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const stage: Stage = {
    folder,
    shop(name, example = 'shop') {
      const shop = join(folder, name);
      cpSync(join(root, 'examples', example), shop, { recursive: true });
      mkdirSync(join(shop, 'node_modules'));
      symlinkSync(root, join(shop, 'node_modules/fw-migrate'));
      return shop;
    },
    stand(name, script) {
      writeFileSync(join(bin, name), script);
      chmodSync(join(bin, name), 0o755);
    },
    async run(cwd, script, environment = {}) {
      const ran = Object.keys(environment).length === 0 && runSimpleLine(cwd, script.trimEnd());
      if (ran) return { ...ran, status: ran.status ?? 1 };
      return new Promise((resolve) => {
        const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...environment };
        const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
        execFile(
          'bash',
          shell,
          { cwd, env, encoding: 'utf8', timeout: 60_000 },
          (error, stdout, stderr) => {
            resolve({ status: error ? Number(error.code ?? 1) : 0, stdout, stderr });
          },
        );
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  const node = `"${process.execPath}"`;
  stage.stand('fw-migrate', `#!/bin/sh\nexec ${node} "${join(root, 'dist/cli.js')}" "$@"\n`);
  // Runs what npx would fetch from the registry: this package, whatever version is named, or jscodeshift.
  stage.stand(
    'npx',
    `#!/bin/sh
if [ "$1" = --yes ]; then shift; fi
if [ "$1" = --package ]; then
  case "$2" in fw-migrate@*) shift 2 ;; *) echo "npx: $2 is not known" >&2; exit 1 ;; esac
fi
case "$1" in
  fw-migrate) shift; exec fw-migrate "$@" ;;
  jscodeshift) shift; exec ${node} "${join(root, 'node_modules/jscodeshift/bin/jscodeshift.js')}" "$@" ;;
esac
echo "npx: $1 is not known" >&2
exit 1
`,
  );
  return stage;
}
