import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { LayoutMode } from '../../src/layout/layout.ts';
import { migrateWith } from '../../src/plan/migrate.ts';
import { transforms as all } from '../../transforms/index.ts';
import { expectList, expectText } from '../support/expected-files.ts';

const root = fileURLToPath(new URL('../../__testfixtures__', import.meta.url));
/** Those for what only an edition has are tested with editions. */
const transforms = all.filter(({ options }) => options.length > 0);

/** Folders that hold fixtures of another kind. */
const otherFolders = ['catalogue', 'projects', 'reports', 'fuzz'];

interface FixtureOptions {
  readonly layout?: LayoutMode;
  readonly keepDefaults?: boolean;
  /** Why a second run on the output alone cannot know that it is one. */
  readonly notRepeatable?: string;
}

function readJson<T>(path: string, fallback: T): T {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : fallback;
}

const inputName = /^(.+)\.input(\.[cm]?[jt]s)$/;

describe('every transform has fixtures, and every fixture a transform', () => {
  it('folders match transforms', () => {
    const folders = readdirSync(root).filter((name) => !otherFolders.includes(name));
    expect(folders.toSorted()).toEqual(transforms.map(({ id }) => id).toSorted());
  });

  it.each(transforms.map(({ id }) => id))('%s has no orphans', (id) => {
    const files = readdirSync(join(root, id));
    const inputs = files.flatMap((file) => inputName.exec(file)?.[1] ?? []);
    expect(inputs.length).toBeGreaterThan(0);
    for (const file of files) {
      const [name = '', kind = ''] = [file.split('.')[0], file.split('.')[1]];
      expect(inputs, file).toContain(name);
      expect(['input', 'output', 'followups', 'options'], file).toContain(kind);
    }
  });
});

for (const transform of transforms) {
  const folder = join(root, transform.id);
  if (!existsSync(folder)) continue;
  describe(transform.id, () => {
    for (const file of readdirSync(folder)) {
      const [, name, extension] = inputName.exec(file) ?? [];
      if (!name) continue;
      const input = readFileSync(join(folder, file), 'utf8');
      const options = readJson<FixtureOptions>(join(folder, `${name}.options.json`), {});
      const { notRepeatable, ...migrateOptions } = options;
      const run = (text: string) =>
        migrateWith([transform], text, { filename: `fw.config${extension}`, ...migrateOptions });

      it(`${name}: output`, () => {
        expectText(join(folder, `${name}.output${extension}`), run(input).code);
      });

      it(`${name}: follow-ups`, () => {
        const found = run(input).followUps.map(({ code, kind, option, line, column }) => ({
          code,
          kind,
          option,
          line,
          column,
        }));
        expectList(join(folder, `${name}.followups.json`), found);
      });

      if (notRepeatable === undefined) {
        it(`${name}: a second run changes nothing`, () => {
          const { code } = run(input);
          expect(run(code).code).toBe(code);
        });
      }
    }
  });
}
