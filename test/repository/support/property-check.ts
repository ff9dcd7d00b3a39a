import { evaluateConfig, home, type Tree as Options } from '../../plan/support/evaluate-config.ts';
import type { Repository } from './generate-repository.ts';
import { type MoveMap, moveMap } from './property-moves.ts';
import { type Reference, referencesIn } from './property-write.ts';
import {
  at,
  below,
  defaultFolder,
  folderOf,
  hasFolder,
  matched,
  type OptionRule,
  pathTable,
  resolveFile,
  resolveFolder,
  resolveGlob,
  resolveOption,
  scannedFolder,
  scannedFolders,
  splitGlob,
  splitSuffix,
  type World,
  type WorldProject,
  within,
  worldProject,
  writtenFolder,
} from './resolver.ts';

/** What is wrong with a migrated repository, in words. It knows nothing of how the migration was done. */

export type Texts = ReadonlyMap<string, string>;

/** What the checks compare: both worlds, and where each place of the first is in the second. */
interface Migration {
  readonly repository: Repository;
  readonly before: World;
  readonly after: World;
  readonly moved: MoveMap;
  readonly texts: Texts;
  /** The files that a person is told to look at. */
  readonly told: ReadonlySet<string>;
}

/** The places on which more than one file would land. */
export function collisions({ world, choices }: Repository): string[] {
  const moved = moveMap(world, choices);
  const targets = [...world.files].map(moved);
  return targets.filter((target, index) => targets.indexOf(target) !== index);
}

export function problemsOf(
  repository: Repository,
  texts: Texts,
  told: ReadonlySet<string> = new Set(),
): string[] {
  const before = repository.world;
  const moved = moveMap(before, repository.choices);
  const places = placeProblems(before, moved, texts);
  if (places.length > 0) return places;
  const after = worldAfter(repository, texts, moved);
  const migration: Migration = { repository, before, after, moved, texts, told };
  return [
    ...fileProblems(migration),
    ...importProblems(migration),
    ...before.projects.flatMap((project, index) => {
      const now = after.projects[index] as WorldProject;
      return [
        ...optionProblems(migration, project, now),
        ...folderProblems(migration, project, now),
        ...sourceDirProblems(migration, project, now),
      ].map((problem) => `${project.root || '.'}: ${problem}`);
    }),
  ];
}

// ---- places

function placeProblems({ files }: World, moved: MoveMap, texts: Texts): string[] {
  const wanted = new Map([...files].map((file) => [moved(file), file]));
  const missing = [...wanted]
    .filter(([to]) => !texts.has(to))
    .map(([to, from]) => `${from} is not at ${to}`);
  const extra = [...texts.keys()]
    .filter((file) => !wanted.has(file))
    .map((file) => `${file} is unexpected`);
  return [...missing, ...extra];
}

function worldAfter({ projects, world }: Repository, texts: Texts, moved: MoveMap): World {
  return {
    variant: 'a',
    files: new Set(texts.keys()),
    projects: projects.map(({ root, config }, index) => {
      const options = evaluateConfig(withoutImports(texts.get(moved(config)) ?? ''));
      return worldProject('a', root, options, world.projects[index]?.facts);
    }),
    tables: world.tables.map(({ folder }) =>
      pathTable(folder, texts.get(at(folder, 'tsconfig.json')) ?? ''),
    ),
  };
}

const importLine = /^import \{ (r\d+_) \} from '(.*)'\n/gm;

function withoutImports(config: string): string {
  return config.replaceAll(importLine, '');
}

// ---- references

function fileProblems(migration: Migration): string[] {
  const { repository, moved, texts } = migration;
  const configs = new Set(repository.projects.map(({ config }) => config));
  return [...repository.files].flatMap(([path, pieces]) => {
    if (configs.has(path)) return [];
    if (repository.extending.has(path)) return extendingProblems(path, texts.get(path) ?? '');
    const to = moved(path);
    const { found, problem } = referencesIn(pieces, texts.get(to) ?? '');
    return [
      ...(problem === undefined ? [] : [problem]),
      ...found.flatMap(
        ([reference, text]) => referenceProblem(migration, path, reference, text) ?? [],
      ),
    ].map((wrong) => `${path}${to === path ? '' : ` -> ${to}`}: ${wrong}`);
  });
}

/** What extended the one generated file refers to those of Variant A. */
function extendingProblems(path: string, text: string): string[] {
  const refers = /"references"[^\]]*tsconfig\.app\.json[^\]]*tsconfig\.server\.json/.test(text);
  return refers && !text.includes('.fw/tsconfig.json')
    ? []
    : [`${path} does not refer to the generated files`];
}

function importProblems(migration: Migration): string[] {
  const { repository, moved, texts } = migration;
  return repository.projects.flatMap(({ config, imports }) => {
    const found = new Map(
      [...(texts.get(moved(config)) ?? '').matchAll(importLine)].map(([, id, text]) => [id, text]),
    );
    return imports.flatMap((reference) => {
      const problem = referenceProblem(migration, config, reference, found.get(reference.id) ?? '');
      return problem === undefined ? [] : [`${config}: ${problem}`];
    });
  });
}

function referenceProblem(
  migration: Migration,
  from: string,
  reference: Reference,
  text: string,
): string | undefined {
  const { kind, id } = reference;
  if (kind === 'range') return text === '^4.0.0' ? undefined : `the range of fw is ${text}`;
  const problem = checks[kind](migration, from, reference, text);
  return problem && `${id} ${kind} '${reference.text}' became '${text}': ${problem}`;
}

type Check = (
  migration: Migration,
  from: string,
  reference: Reference,
  text: string,
) => string | undefined;

const checks: { readonly [kind in Exclude<Reference['kind'], 'range'>]: Check } = {
  module: targetProblem,
  path: targetProblem,
  asset: targetProblem,
  style: targetProblem,
  files: targetProblem,
  glob: globProblem,
  open: folderProblem,
  include: includeProblem,
  paths: pathsProblem,
};

function targetProblem(
  { before, after, moved }: Migration,
  from: string,
  { kind, text: old }: Reference,
  text: string,
): string | undefined {
  const target = resolveFile(before, kind, from, old);
  if (target === undefined) return undefined;
  const wanted = moved(target);
  const found = resolveFile(after, kind, moved(from), text);
  if (found !== wanted) return `it meant ${target}, which is ${wanted} now, and means ${found}`;
  if (splitSuffix(kind, old).suffix !== splitSuffix(kind, text).suffix) return 'the suffix changed';
  // The compiler of templates makes `~/x` of `~~/x`: who reads it so must find the same file, too.
  const cut = kind === 'asset' && old.startsWith('~~/') ? old.slice(1) : old;
  const isCutLost =
    resolveFile(before, kind, from, cut) === target &&
    resolveFile(after, kind, moved(from), cut) !== wanted;
  if (old === text && isCutLost && cut !== old)
    return `it means ${target} also as ${cut}, which is lost`;
  if (old !== text && !isCutLost && resolveFile(after, kind, moved(from), old) === wanted)
    return 'the old text would do';
  return undefined;
}

/** Whether parts of a folder move apart; what names such a folder may be left to a person who is told of it. */
function isLeft(migration: Migration, from: string, folder: string): boolean {
  const { before, moved } = migration;
  const inside = [...before.files].filter((file) => within(file, folder));
  const whole = inside.every((file) => moved(file) === at(moved(folder), below(folder, file)));
  return !whole && isTold(migration, from);
}

function isTold({ moved, told }: Migration, from: string): boolean {
  return told.has(from) || told.has(moved(from));
}

/** Whether a folder goes as a whole, so that there is one right text for what is in it. */
function isWhole({ before, after, moved }: Migration, folder: string): boolean {
  const to = moved(folder);
  const inside = [...before.files].filter((file) => within(file, folder));
  const there = [...after.files].filter((file) => within(file, to));
  return (
    inside.length === there.length &&
    inside.every((file) => moved(file) === at(to, below(folder, file)))
  );
}

function folderProblem(
  migration: Migration,
  from: string,
  { text: old }: Reference,
  text: string,
): string | undefined {
  const { before, after, moved } = migration;
  const folder = resolveFolder(before, from, old);
  if (folder === undefined || !isWhole(migration, folder)) return undefined;
  const found = resolveFolder(after, moved(from), text);
  if (found !== moved(folder))
    return `it meant ${folder}, which is ${moved(folder)} now, and means ${found}`;
  const kept = resolveFolder(after, moved(from), old) === found;
  return kept && old !== text ? 'the old text would do' : undefined;
}

function globProblem(
  migration: Migration,
  from: string,
  { kind, text: old }: Reference,
  text: string,
): string | undefined {
  const { before, after, moved } = migration;
  const glob = resolveGlob(before, kind, from, old);
  if (!glob) return undefined;
  const wanted = matched(before.files, glob).map(moved).sort();
  const ideal = matched(after.files, { ...glob, folder: moved(glob.folder) });
  if (wanted.length === 0 || ideal.join() !== wanted.join()) return undefined;
  const found = globbed(after, kind, moved(from), text);
  if (found.join() !== wanted.join())
    return isLeft(migration, from, glob.folder)
      ? undefined
      : `it matched ${wanted}, and matches ${found}`;
  const kept = globbed(after, kind, moved(from), old).join() === wanted.join();
  return old !== text && kept && isWhole(migration, glob.folder)
    ? 'the old text would do'
    : undefined;
}

function globbed(world: World, kind: Reference['kind'], from: string, text: string): string[] {
  const glob = resolveGlob(world, kind, from, text);
  return glob ? matched(world.files, glob) : [];
}

/** The entries of an `include` together: all files of before, and others only where folders merge. */
function includeProblem(
  migration: Migration,
  from: string,
  { kind, text: old }: Reference,
  text: string,
): string | undefined {
  const { before, after, moved } = migration;
  const entries = (list: string) => JSON.parse(`[${list}]`) as string[];
  const all = (world: World, path: string, list: string) =>
    [...new Set(entries(list).flatMap((entry) => globbed(world, kind, path, entry)))].sort();
  const wanted = all(before, from, old).map(moved).sort();
  const found = all(after, moved(from), text);
  const whole = entries(old).every((entry) => {
    const glob = resolveGlob(before, kind, from, entry);
    return glob && isWhole(migration, glob.folder);
  });
  const missing = wanted.filter((file) => !found.includes(file));
  if (missing.length > 0 && (whole || !isTold(migration, from)))
    return `it does not match ${missing} any more`;
  const extra = found.filter((file) => !wanted.includes(file));
  if (whole && extra.length > 0) return `it matches ${extra}, too`;
  const kept = entries(old).every((entry) => {
    const files = globbed(before, kind, from, entry).map(moved).sort();
    return files.length > 0 && globbed(after, kind, moved(from), entry).join() === files.join();
  });
  return whole && kept && old !== text ? 'the old text would do' : undefined;
}

function pathsProblem(
  migration: Migration,
  from: string,
  { text: old }: Reference,
  text: string,
): string | undefined {
  const { moved, texts } = migration;
  const base = /"baseUrl": "(.*?)"/.exec(texts.get(from) ?? '')?.[1] ?? '.';
  const folder = at(at(folderOf(from), base), old.replace(/\/\*$/, ''));
  if (old.endsWith('/*') && !isWhole(migration, folder)) return undefined;
  const found = at(at(folderOf(from), base), text.replace(/\/\*$/, ''));
  if (found !== moved(folder))
    return `it meant ${folder}, which is ${moved(folder)} now, and means ${found}`;
  return found === folder && old !== text ? 'the old text would do' : undefined;
}

// ---- options

interface Entry {
  readonly name: string;
  readonly rule: OptionRule;
  readonly text: string;
}

function entriesOf(options: Options): Entry[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const named = (name: string, rule: OptionRule, value: unknown, key: string | number) =>
    list(value).map((item, index): Entry => {
      const text =
        typeof item === 'string' ? item : (item as { [key: string | number]: unknown })[key];
      return { name: `${name}[${index}]`, rule, text: String(text) };
    });
  const { components, imports } = options as { components?: Options; imports?: Options };
  return [
    ...named('css', 'file', options.css, ''),
    ...named('plugins', 'file', options.plugins, 'src'),
    ...named('modules', 'module', options.modules, 0),
    ...named('serverHandlers', 'file', options.serverHandlers, 'handler'),
    ...named('components', 'folder', components, 'path'),
    ...named('components.dirs', 'folder', components?.dirs, 'path'),
    ...named('imports.dirs', 'folder', imports?.dirs, ''),
    ...Object.entries((options.alias ?? {}) as Options).map(
      ([name, text]): Entry => ({ name: `alias.${name}`, rule: 'alias', text: String(text) }),
    ),
    ...named('extends', 'folder', options.extends, ''),
  ];
}

function optionProblems(migration: Migration, project: WorldProject, now: WorldProject): string[] {
  const entries = new Map(entriesOf(now.options).map((entry) => [entry.name, entry.text]));
  const old = entriesOf(project.options);
  const extra = [...entries.keys()].filter((name) => !old.some((entry) => entry.name === name));
  return [
    ...extra.map((name) => `${name} is new: ${entries.get(name)}`),
    ...old
      .filter((entry) => !isAsked(migration, project, entry, entries.get(entry.name)))
      .flatMap(
        (entry) => optionProblem(migration, project, now, entry, entries.get(entry.name)) ?? [],
      ),
  ];
}

/** Whether an alias in the config of a layer may be that of its project, and a person is asked. */
function isAsked(
  { repository, told }: Migration,
  { root }: WorldProject,
  { text: old }: Entry,
  text: string | undefined,
): boolean {
  const own = repository.projects.find((project) => project.root === root);
  const isLayer = /(?:^|\/)base$/.test(root);
  return isLayer && /^[~@#]/.test(old) && old === text && own !== undefined && told.has(own.config);
}

function optionProblem(
  { before, after, moved }: Migration,
  project: WorldProject,
  now: WorldProject,
  { name, rule, text: old }: Entry,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return `${name} is gone: ${old}`;
  const place = named(before, project, rule, old);
  if (place === undefined) return undefined;
  const wanted = moved(place);
  const found = named(after, now, rule, text);
  const says = `${name} '${old}' became '${text}': it meant ${place}, which is ${wanted} now`;
  if (found !== wanted) return `${says}, and means ${found}`;
  if (splitGlob(old).pattern !== splitGlob(text).pattern)
    return `${name}: the pattern of ${old} changed`;
  const stated = /^[~@#]/.test(old) || old.startsWith(home) || project.source === now.source;
  if (stated && old !== text && named(after, now, rule, old) === wanted)
    return `${says}; the old text would do`;
  return undefined;
}

function named(
  world: World,
  project: WorldProject,
  rule: OptionRule,
  text: string,
): string | undefined {
  const path = rule === 'folder' ? splitGlob(text).folder : text;
  return resolveOption(world, project, rule, path);
}

function folderProblems(
  { before, after, moved }: Migration,
  project: WorldProject,
  now: WorldProject,
): string[] {
  // What a layer says would hold for the project: it has to say where its own folders are.
  const layers = after.projects.filter(
    ({ root }) => root !== now.root && `${root}/`.startsWith(now.root === '' ? '' : `${now.root}/`),
  );
  return scannedFolders.flatMap((name) => {
    const place = scannedFolder('b', project, name);
    const found = scannedFolder('a', now, name);
    const written = writtenFolder(now, name);
    const isNew = written !== undefined && writtenFolder(project, name) === undefined;
    if (!hasFolder(before.files, place))
      return isNew ? [`${name} is pinned to ${written}, which is not there`] : [];
    const wanted = moved(place);
    if (found !== wanted)
      return [`${name}: it was ${place}, which is ${wanted} now, and is ${found}`];
    const isAnswer = layers.some((layer) => writtenFolder(layer, name) !== undefined);
    const needless = isNew && !isAnswer && defaultFolder('a', now, name) === wanted;
    return needless ? [`${name} is written as ${written}, which is the default`] : [];
  });
}

const spaTemplate = 'spa-loading-template.html';

/** A text that no rule explains: it changes only if it would mean another file. */
function runtimePath({ runtimeConfig }: WorldProject['options']): string {
  return String((runtimeConfig as { readonly path?: unknown } | undefined)?.path);
}

function sourceDirProblems(
  { repository, before, after, moved }: Migration,
  project: WorldProject,
  now: WorldProject,
): string[] {
  const { layout } = repository.choices;
  const stays = layout === 'keep' || (layout === 'auto' && project.options.srcDir !== undefined);
  const wanted = stays ? project.source : at(project.root, project.facts.sourceDir);
  const problems = now.source === wanted ? [] : [`srcDir is ${now.source} and must be ${wanted}`];
  const text = stays ? (project.options.srcDir ?? '.') : undefined;
  if (now.options.srcDir !== text)
    problems.push(`srcDir is written as ${String(now.options.srcDir)}, not ${String(text)}`);
  const [old = '', other = ''] = [project, now].map(({ options }) => runtimePath(options));
  if (old !== other) {
    const file = resolveOption(before, project, 'file', old);
    const found = resolveOption(after, now, 'file', other);
    if (file === undefined || found !== moved(file))
      problems.push(`runtimeConfig changed to ${other}`);
  }
  const template = at(project.source, `app/${spaTemplate}`);
  if (!before.files.has(template)) return problems;
  const own = now.options.spaLoadingTemplate;
  const found =
    typeof own === 'string' ? resolveOption(after, now, 'file', own) : at(now.source, spaTemplate);
  if (found !== moved(template))
    problems.push(`the loading template is ${moved(template)}, not ${found}`);
  return problems;
}
