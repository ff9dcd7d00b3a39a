import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { folded } from '../../src/tree/snapshot.ts';
import { transforms } from '../../transforms/index.ts';
import { sampleOf } from '../support/sample.ts';
import { followUpLines, followUpsOf } from './support/follow-ups.ts';
import { migratedFixtures, named, type ProjectFixture } from './support/project-fixtures.ts';
import { respelled } from './support/respelled.ts';
import { snapshotOf, type Tree, treeIn } from './support/tree.ts';

const seed = Number(process.env.FW_MIGRATE_SEED ?? 1);

/** What depends on the spelling of a name itself, or is reported instead of edited because of it. */
const differing = new Set([
  // An alias has the name of a folder on disk.
  'aliases-of-layers-hold-for-everyone-who-uses-them',
  'relative-alias-of-the-root-of-a-layer',
  // The options of the fixture name folders.
  'layer-of-a-project-that-is-not-migrated-stays',
  'projects-that-an-unreadable-config-holds-or-names-stay-with-it',
  'layer-that-is-refused-holds-back-what-extends-it',
  'move-flag-moves-a-folder-after-the-run',
  // A path of several texts is written as the disk spells it, in one of them.
  'names-in-path-expressions-are-known',
  'paths-from-folders-near-the-file-follow',
  'paths-of-several-texts-follow-in-the-one-that-names-what-moves',
  // Patterns are compared by their texts.
  'config-paths-follow-sources-that-move-from-the-root',
  'folder-names-in-lists-are-reported-if-the-name-changes',
  'paths-for-the-bundler-are-read-from-its-own-root',
  'paths-in-containers-and-pipelines-follow',
  'paths-of-several-projects-are-named-in-a-repository',
  'strings-of-style-code-in-a-commonjs-config-follow',
  'tests-and-tools-follow-sources-that-move-from-src',
  'tsconfig-follows-a-build-folder-that-moves',
  'uncertain-path-leaves-the-certain-ones-of-its-file',
]);

const fixtures = sampleOf(
  migratedFixtures.filter(({ name, git }) => !differing.has(name) && !git.folds),
  8,
  seed,
);

function planFor(tree: Tree, { catalogue, options }: ProjectFixture, folds: boolean) {
  const steps = [{ kind: 'transforms' as const, transforms }];
  return planRepository({ ...snapshotOf(tree), folds }, { steps, catalogue, ...options });
}

/** Where each file goes, what becomes of it, and what is reported, in small letters. */
function resultOf(plan: Plan) {
  const lines = followUpLines(followUpsOf(plan)).filter((line) => !/other-capitals/.test(line));
  return {
    files: plan.files
      .map(({ from, to, text }) => folded(`${from} -> ${to} ${text?.after ?? ''}`))
      .toSorted(),
    // Places are in the order of the names on disk.
    followUps: lines.map((line) => new Set(folded(line).split(/,? /))),
  };
}

describe('where capitals do not count', () => {
  it.each(named(fixtures))(
    '%s is migrated alike, however the disk spells it',
    async (_, fixture) => {
      const tree = treeIn(fixture.input);
      const other = new Map([...tree].map(([path, file]) => [respelled(path, seed), file]));
      const expected = await planFor(tree, fixture, false);
      expect((await planFor(tree, fixture, true)).files).toEqual(expected.files);
      const { files, followUps } = resultOf(await planFor(other, fixture, true));
      expect(files).toEqual(resultOf(expected).files);
      expect(new Set(followUps)).toEqual(new Set(resultOf(expected).followUps));
    },
  );
});
