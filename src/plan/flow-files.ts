import { posix } from 'node:path';
import type { ScopeFinder } from '../project/alias-scopes.ts';
import type { FlowFiles } from '../project/data-flow/run.ts';
import { resolveSpecifier } from '../project/references/resolve.ts';
import { once, remembered, rememberedText } from '../project/remembered.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { camelCase, pascalCase } from '../project/syntax/component.ts';
import { holdsCode, openSource, type SourceText } from '../project/syntax/source.ts';
import { resolveFile } from '../project/tree.ts';
import { createWordIndex } from '../project/word-index.ts';
import type { OwnerFinder } from './shard.ts';

// What tests do to data happens in tests alone.
const isTest = /(?:^|\/)(?:tests?|__tests__|__mocks__|e2e|cypress)\/|\.(?:test|spec|stories|d)\.[^/]+$/;

/** Finds the files that data may go to, as the framework does: by imports, and by the names of folders. */
export function createFlowFiles(
  { catalogue, tree, snapshot, readText }: Repository,
  scopeOf: ScopeFinder,
  ownerOf: OwnerFinder,
): FlowFiles {
  const folder = (id: string) => catalogue.facts.folderKinds.find((kind) => kind.id === id)?.name ?? id;
  const sources = () =>
    snapshot.files.map(({ path }) => path).filter((path) => holdsCode.test(path) && !isTest.test(path));
  const below = (name: string) => sources().filter((path) => `/${path}`.includes(`/${name}/`));
  const mentions = new Map<string, readonly TreePath[]>();
  const words = once(() => createWordIndex(sources(), readText));
  const exported = once(() =>
    namesOf([folder('composables'), folder('utils')].flatMap(below), (path) =>
      exportsIn(path, readText(path) ?? ''),
    ),
  );
  const components = once(() => {
    const name = folder('components');
    return namesOf(below(name), (path) => tagsFor(path, name));
  });
  /**
   * A project sees its own files, and those of layers; a layer also those of its projects, which come first. Of several
   * with a name, none is sure to be meant.
   */
  const oneOf = (paths: readonly TreePath[] = [], from: TreePath): TreePath | undefined => {
    const isLayer = (scopeOf(parentOf(from)).users ?? []).length > 0;
    const own = isLayer ? [] : paths.filter((path) => ownerOf(path) === ownerOf(from));
    const [first, ...others] = own.length > 0 ? own : paths;
    return others.length > 0 ? undefined : first;
  };
  return {
    open(path) {
      const text = holdsCode.test(path) ? readText(path) : undefined;
      return text === undefined ? undefined : openSource(path, text);
    },
    resolve(specifier, from) {
      const before = parentOf(from);
      const reference = { kind: 'module', specifier, start: 0, end: 0, open: false, encode: String } as const;
      const file = { before, after: before, aliases: scopeOf(before) };
      const place = resolveSpecifier(reference, file, tree)?.place;
      return place === undefined ? undefined : resolveFile(tree, place);
    },
    autoImported: (name, from) => oneOf(exported().get(name), from),
    component: (tag, from) =>
      oneOf(components().get(tag) ?? components().get(tag.replace(/^Lazy/, '')), from),
    mentioning: (word) => remembered(mentions, word, () => words().mentioning(word)),
  };
}

function namesOf(
  paths: readonly TreePath[],
  namesIn: (path: TreePath) => readonly string[],
): ReadonlyMap<string, readonly TreePath[]> {
  const found = new Map<string, TreePath[]>();
  for (const path of paths)
    for (const name of new Set(namesIn(path))) rememberedText(found, name, (): TreePath[] => []).push(path);
  return found;
}

/** What a file exports, by a glance at its text; the default export is called after the file. */
function exportsIn(path: TreePath, text: string): string[] {
  const names = [
    ...text.matchAll(/\bexport\s+(?:async\s+)?(?:const|let|var|function\*?|class)\s+([\w$]+)/g),
  ].map(([, name = '']) => name);
  const lists = [...text.matchAll(/\bexport\s*\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').flatMap((item) => /([\w$]+)\s*$/.exec(item)?.[1] ?? []),
  );
  const { name, dir } = posix.parse(path);
  const stem = name === 'index' ? posix.basename(dir) : name;
  return [...names, ...lists, ...(/\bexport\s+default\b/.test(text) ? [camelCase(stem)] : [])].filter(
    (one) => one !== 'default',
  );
}

/** The tags that a component may have: with its folders in front, as far as its name does not start with them. */
function tagsFor(path: TreePath, folder: string): string[] {
  if (!path.endsWith('.vue')) return [];
  const inside = `/${path}`.split(`/${folder}/`).at(-1) ?? '';
  const stem = inside.replace(/(?:\.(?:client|server|global|island))?\.vue$/, '').replace(/\/index$/, '');
  const parts = stem.split('/').map((part) => pascalCase(part.replace(/[^\w-]/g, '')));
  const name = parts.at(-1) ?? '';
  const prefix = parts.slice(0, -1).join('');
  const overlap =
    [...Array(prefix.length + 1).keys()].find((at) => name.startsWith(prefix.slice(at))) ?? prefix.length;
  return [prefix.slice(0, overlap) + name, name];
}

/** Files of which only one is known: what goes to others is lost sight of. */
export function singleFile(source: SourceText): FlowFiles {
  return {
    open: (path) => (path === source.path ? source : undefined),
    resolve: () => undefined,
    autoImported: () => undefined,
    component: () => undefined,
    mentioning: () => [],
  };
}
