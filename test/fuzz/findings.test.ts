import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readFinding } from '../../fuzz/findings.ts';
import { caseFolders, runOracles, tool } from '../../fuzz/oracle-run.ts';
import { type Photograph, photograph } from '../../fuzz/trees.ts';
import { newFolder } from './support/folder.ts';

const root = fileURLToPath(new URL('../../__testfixtures__/fuzz', import.meta.url));
const kept = readdirSync(root);

/** The files of a folder, without modes, which version control does not keep. */
function filesIn(seen: Photograph): { [path: string]: string } {
  const files = [...seen].filter(([, one]) => !one.startsWith('folder '));
  return Object.fromEntries(files.map(([path, one]) => [path, one.replace(/^file \d+ /, '')]));
}

describe.each(kept)('%s', (name) => {
  const home = join(root, name);
  const error = join(home, 'error.txt');

  it('has all it needs and no orphans', () => {
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(readdirSync(home).toSorted()).toEqual(
      existsSync(error)
        ? ['error.txt', 'finding.json', 'input']
        : ['finding.json', 'input', 'output'],
    );
  });

  it('breaks no rule', async () => {
    expect((await runOracles(readFinding(home), newFolder())).finding).toBeUndefined();
  });

  it('comes out as it should', async () => {
    const folder = newFolder();
    const one = readFinding(home);
    await runOracles(one, folder, { ...tool, undo: () => undefined });
    const project = join(folder, caseFolders.project);
    if (existsSync(error)) {
      const planned = tool.plan(project, one.flags);
      await expect(planned).rejects.toThrow(readFileSync(error, 'utf8').trimEnd());
    } else {
      const output = filesIn(photograph(join(home, 'output')));
      expect(filesIn(photograph(project, '.fw-migrate'))).toEqual(output);
    }
  });
});
