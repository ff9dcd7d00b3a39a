import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReferenceCheck, type ReferenceCheck } from '../../src/check/check-references.ts';
import {
  createScopeFinder,
  readTsConfigs,
  type ScopeFinder,
} from '../../src/paths/alias-scopes.ts';
import type { AliasScope } from '../../src/paths/references/reference.ts';
import { projectScopes } from '../../src/plan/plan-context.ts';
import type { FileChange } from '../../src/plan/rewrite-files.ts';
import {
  createReferenceRewriter,
  edited,
  type ReferenceRewriter,
} from '../../src/plan/rewrite-files.ts';
import { openSource } from '../../src/tree/syntax/source-text.ts';
import { createMovedTree } from '../../src/tree/tree-after.ts';
import { openedIn } from '../plan/support/opened.ts';
import {
  fixtureSnapshot,
  migratedFixtures,
  type ProjectFixture,
} from '../repository/support/project-fixtures.ts';
import { sampleOf } from '../support/sample.ts';

/** A file of a fixture whose references are followed, and what becomes of it. */
interface FollowedFile {
  readonly path: string;
  readonly to: string;
  readonly text: string;
  readonly right: FileChange;
}

/** A fixture with everything that its references are followed and checked with. */
interface Prepared {
  readonly name: string;
  readonly files: readonly FollowedFile[];
  readonly scopes: ScopeFinder;
  /** The aliases that its files are read with. */
  readonly names: ReadonlySet<string>;
  follower(scopes: ScopeFinder): ReferenceRewriter;
  readonly referenceCheck: ReferenceCheck;
}

/** The text that a fixture expects a file to be left with. */
function afterOf({ folder }: ProjectFixture, place: string): string | undefined {
  const path = join(folder, 'output', place);
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
}

function prepared(fixture: ProjectFixture): Prepared {
  const { name, input, options, git } = fixture;
  const snapshot = fixtureSnapshot(input, git);
  const { repository, moves, projects } = openedIn(snapshot, options);
  const { tree } = repository;
  const tsConfigs = readTsConfigs(
    snapshot.files.map((file) => file.path),
    repository,
  );
  const sources = {
    projects: projectScopes(projects, moves),
    ...{ ...createMovedTree(tree, moves), tsConfigs, importable: repository.importable },
  };
  const scopes = createScopeFinder(sources);
  const follower = (finder: ScopeFinder) =>
    createReferenceRewriter(sources, finder, repository.fileKind);
  const { concerns, rewriteSource } = follower(scopes);
  const files = snapshot.files.flatMap(({ path, link }): FollowedFile[] => {
    const text = link === undefined && concerns(path) ? repository.readText(path) : undefined;
    return text === undefined
      ? []
      : [{ path, to: moves.after(path), text, right: rewriteSource(openSource(path, text)) }];
  });
  const textOf = (path: string) => afterOf(fixture, moves.after(path));
  const referenceCheck = createReferenceCheck(
    { repository, projects, moves },
    { textOf, isNotMigrated: (folder) => Boolean(options.choices?.get(folder)?.leave) },
  );
  const names = new Set(
    files.flatMap(({ path }) => [...scopes(posix.dirname(path).replace(/^\.$/, '')).before.keys()]),
  );
  return { name, files, scopes, names, follower, referenceCheck };
}

const fixtures = migratedFixtures.map(prepared);

/** In which way a file is named: `import(`, `export * from`, `vi.mock(`, `url(`, `src=`. */
function wayOf(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - 60), offset).replace(/["'`]$/, '');
  const [way = ''] =
    /(?:[\w@.*:-]+\s*[=(:]?\s*|\[\s*|,\s*)$/.exec(before.replace(/\{[^}]*\}\s*(?=from)/, '* ')) ??
    [];
  return way.trim().replace(/\d+/g, '0') || '(alone)';
}

/**
 * What no check without syntax can see: texts without a slash, a folder that is named by nothing but a dot, what is not
 * there, a folder with the name of an alias, and a text that is only written for another compiler.
 */
const unseen = /^[^/]*$|^\.\/$|^assets\/|\/Skip\.vue$|^~~\/(?:public|lib)\//;

/** The end of the code before a text that continues a path. */
const behindFolder = /(?:\}\/|\+ ['"`]|\$\{['"`])$/;

/** Edits that another reading leaves out or makes wrongly, and that the check has no word for. */
function silent(
  { name, referenceCheck }: Prepared,
  file: FollowedFile,
  { edits, followUps }: FileChange,
): string[] {
  const { path, to, text, right } = file;
  const planned = edited(text, edits);
  const found = referenceCheck({
    from: path,
    to,
    before: text,
    text: planned,
    by: ['references'],
    followUps,
  });
  const lines = new Set([
    ...found.defects.map(({ line }) => line),
    ...[...followUps, ...found.followUps].flatMap((one) =>
      [one, ...one.evidence].map(({ line }) => line),
    ),
  ]);
  return right.edits.flatMap(({ start, end, text: wanted }) => {
    const old = text.slice(start, end);
    const other = edits.find((edit) => edit.start === start && edit.end === end)?.text;
    const line = text.slice(0, start).split('\n').length;
    const isRight =
      other !== undefined && (other === wanted || isSamePlace(String(other), String(wanted), to));
    // Behind a folder, a text with a slash looks like the address of a page.
    const isUnseen = unseen.test(old) || behindFolder.test(text.slice(0, start));
    const isNoticed = isRight || isUnseen || lines.has(line);
    return isNoticed ? [] : [`${name}/${path}:${line} ${old} -> ${String(other ?? old)}`];
  });
}

/** Whether two texts of a migrated file lead to the same place, as Variant A reads them from some root above it. */
function isSamePlace(one: string, other: string, file: string): boolean {
  const above = file.split('/').map((_, index, names) => names.slice(0, index).join('/'));
  const placeFrom = (root: string, source: string, text: string) => {
    const path = text.replace(/^.*-loader\b[^!]*!/, '').replace(/^~(?=~~|@)/, '');
    if (/^(?:~~|@@)\//.test(path)) return posix.join(root, path.slice(3));
    if (/^[~@]\//.test(path)) return posix.join(root, source, path.slice(2));
    if (path.startsWith('#server/')) return posix.join(root, path.slice(1));
    if (path.startsWith('#ui/')) return posix.join(root, source, 'components', path.slice(1));
    return path.startsWith('.') ? posix.join(posix.dirname(file), path) : posix.join(root, path);
  };
  return above.some((root) =>
    ['app', 'src'].some(
      (source) => placeFrom(root, source, one) === placeFrom(root, source, other),
    ),
  );
}

const ways = [
  ...new Set(
    fixtures.flatMap(({ files }) =>
      files.flatMap(({ text, right }) => right.edits.map(({ start }) => wayOf(text, start))),
    ),
  ),
];

describe('a plan that does not see one way to name a file', () => {
  it('has many ways to miss', () => {
    for (const way of [
      'from',
      'import(',
      'vi.mock(',
      'require(',
      'URL(',
      '@import',
      'url(',
      'src=',
    ])
      expect(ways).toContain(way);
  });

  it.each(ways)('is caught: %s', (way) => {
    const wrong = fixtures.flatMap((fixture) =>
      fixture.files.flatMap((file) => {
        const edits = file.right.edits.filter(({ start }) => wayOf(file.text, start) !== way);
        const isMissed = edits.length < file.right.edits.length;
        return isMissed ? silent(fixture, file, { ...file.right, edits }) : [];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

const aliases = [...new Set(fixtures.flatMap(({ names }) => [...names]))];

describe('a plan that reads an alias wrongly', () => {
  /** What goes wrong in silence if every scope is changed. Most fixtures have the aliases of the framework. */
  const silence = (alias: string, change: (scope: AliasScope) => AliasScope): string[] => {
    const known = fixtures.filter(({ names }) => names.has(alias));
    return sampleOf(known, 5).flatMap((fixture) => {
      const changed = new Map<AliasScope, AliasScope>();
      const { rewriteSource } = fixture.follower((folder) => {
        const scope = fixture.scopes(folder);
        const other = changed.get(scope) ?? change(scope);
        changed.set(scope, other);
        return other;
      });
      return fixture.files.flatMap((file) =>
        silent(fixture, file, rewriteSource(openSource(file.path, file.text))),
      );
    });
  };

  it.each(aliases)('is caught: `%s` is not known', (alias) => {
    const without = <T>(table: ReadonlyMap<string, T>) =>
      new Map([...table].filter(([name]) => name !== alias));
    const wrong = silence(alias, (scope) => ({
      ...scope,
      before: without(scope.before),
      after: without(scope.after),
    }));
    expect(wrong).toEqual([]);
  });

  it.each(aliases)('is caught: `%s` keeps its place', (alias) => {
    const wrong = silence(alias, (scope) => {
      const place = scope.before.get(alias);
      return place === undefined
        ? scope
        : { ...scope, after: new Map([...scope.after, [alias, place]]) };
    });
    expect(wrong).toEqual([]);
  });
});
