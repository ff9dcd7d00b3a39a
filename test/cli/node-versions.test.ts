import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from './support/run.ts';

const { engines } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { engines: { node: string } };

const versions = (
  '18.20.8 20.10.0 20.18.3 20.19.0 20.20.2 21.7.3 22.2.0 22.11.0 22.12.0 ' +
  '22.19.0 23.11.1 24.0.0 24.11.0 26.0.0'
).split(' ');

describe('the version of Node', () => {
  it.each(versions)('%s is accepted or refused, as the package says', (version) => {
    const folder = folderWith({
      'other.cjs': `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
    });
    const args = ['--require', `${folder}/other.cjs`, cli, '--version'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (semver.satisfies(version, engines.node))
      expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/), '']);
    else
      expect([status, stdout, stderr]).toEqual([
        2,
        '',
        `fw-migrate needs Node 20.19, 22.12, or 24 and newer; this is Node ${version}. Nothing was changed.\n`,
      ]);
  });
});
