import { type Catalogue, fwCatalogue } from '../catalogue/index.ts';
import { Problem } from '../catalogue/shape.ts';
import { type Change, ChangeConflict, compareTexts, showPath } from '../config/change.ts';
import { type ConfigDocument, openConfig, type Rendered } from '../config/document.ts';
import { applyEdits, type Edit, isSameEdit, madeEdits } from '../config/edits.ts';
import { ConfigProblem, type Position, positionOf } from '../config/problem.ts';
import type { RenderedFile } from '../config/render.ts';
import type { FindImporters, ReadText } from '../config/source.ts';
import { aliasesOf } from '../project/aliases.ts';
import { createBehaviourFinder } from '../project/behaviours/behaviour-places.ts';
import type { Evidence } from '../project/evidence.ts';
import { decideLayout, type LayoutDecision, type LayoutMode } from '../project/layout.ts';
import type { PathContext } from '../project/rebase.ts';
import type { TreePath } from '../project/snapshot.ts';
import { openSource } from '../project/syntax/source.ts';
import { judgePlaces } from './behaviour-report.ts';
import {
  type Finding,
  type KeptDefaults,
  optionsOf,
  type TransformContext,
  type TransformDefinition,
} from './definition.ts';
import { type Effect, effectText, type Said, saidOf } from './effect.ts';
import type { ConfigFileChange } from './follow-files.ts';
import { type FollowUp, followUpFrom, positionIn, sortFollowUps } from './follow-up.ts';
import { withRenamedPlaces } from './renamed-places.ts';
import { refusePromise } from './script.ts';

/** What a config is migrated with. */
export interface MigrateOptions {
  /** What is known about the framework; the default edition, unless another is given. */
  readonly catalogue?: Catalogue | undefined;
  /** Determines the dialect and is shown in messages. */
  readonly filename: string;
  readonly layout?: LayoutMode | undefined;
  /** Writes the old defaults of options whose default changed. */
  readonly keepDefaults?: KeptDefaults | undefined;
  /** Reads the local files that the config imports. */
  readonly read?: ReadText | undefined;
}

/** What is known about a config if it is part of a project, and more than a text. */
export interface ProjectContext {
  readonly decision: LayoutDecision;
  readonly evidence: Evidence;
  readonly importersOf?: FindImporters | undefined;
  /** The edits that a file of the config needs besides changes of options. */
  follow(config: ConfigDocument): (path: TreePath, text: string) => ConfigFileChange;
  /** The path that a file has afterwards. */
  placeAfter(path: TreePath): TreePath;
  /** What its layers say about folders. */
  readonly layers?: PathContext['layers'];
  /** The projects that it is a layer of. */
  readonly users?: PathContext['users'];
  readonly typings?: TransformContext['typings'];
}

/** Stands for the transform where strings of a config follow moves that no option speaks of. */
export const followedStrings = 'config-strings';

/** A change that was made, and the transform that asked for it. */
export interface AppliedChange extends Position, Said {
  readonly transform: string;
  readonly option: string;
  readonly kind: Change['kind'] | 'rewrite';
  readonly to?: string;
}

/** A file that differs after the migration of a config. */
export interface MigratedFile extends RenderedFile {
  /** The transforms that changed it; also `config-strings`, and `references` if nothing else did. */
  readonly by: readonly string[];
}

/** What becomes of one config. */
export interface Migration {
  readonly path: string;
  /** The config's text afterwards. */
  readonly code: string;
  /** Every file that differs: the config, and local files that it imports. */
  readonly files: readonly MigratedFile[];
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
  /** Every file that the config was read from. */
  readonly sources: readonly string[];
}

/** A transform that failed, which is a mistake in the transform: says which one, and on which file. */
export class TransformFailure extends Problem {
  override readonly name = 'TransformFailure';

  constructor(id: string, file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The transform \`${id}\` failed on ${file}: ${reason}`, { cause });
  }
}

/** Runs transforms on one config. All of them see the original; their changes are made together. */
export function migrateWith(
  transforms: readonly TransformDefinition[],
  text: string,
  options: MigrateOptions,
  project?: ProjectContext,
): Migration {
  // In a project, sources are gone through together.
  if (!project && transforms.length > 0 && transforms.every(({ rewrites }) => rewrites !== undefined))
    return rewriteSource(transforms, text, options);
  const config = openConfig(text, { ...options, importersOf: project?.importersOf });
  const context = contextFor(config, options, project);
  const { isTakenAway, pathOf } = config.catalogue;
  const found = transforms
    // An edition may have nothing that a transform is for.
    .filter(({ options: ids }) => ids.length === 0 || !ids.every((id) => isTakenAway(pathOf(id))))
    .flatMap((transform) =>
      findingsOf(transform, config, context).map((finding) => writable(config, transform.id, finding)),
    );
  const textOf = (path: TreePath) => (path === config.path ? config.text : (options.read?.(path) ?? ''));
  const follow = project?.follow(config);
  // What the references in each file that the config was read from need.
  const references: ReadonlyMap<TreePath, ConfigFileChange> = new Map(
    follow ? config.files().map((path) => [path, follow(path, textOf(path))]) : [],
  );
  const result = rendered(config, found, references, project);
  const { code, files } = result;
  const changed = new Set(found.flatMap(({ changes }) => changes.map(({ path }) => showPath(path))));
  const followUps = sortFollowUps([
    ...found.flatMap((finding) =>
      finding.followUps.map((note) => followUpFrom(note, finding.option, finding.at)),
    ),
    ...[...references.values()].flatMap((change) =>
      // What a transform writes, it knows how to read.
      change.followUps.filter(({ option }) => option === '' || !changed.has(option)),
    ),
  ]);
  const changes = found.flatMap((finding) => finding.changes);
  return {
    path: config.path,
    code,
    files: files.map((file) => ({
      ...file,
      by: writtenBy(file, writersOf(config, found, file.path), references.get(file.path)),
    })),
    changes: [
      ...found.flatMap(appliedChanges),
      ...files.flatMap((file) => updatedStrings(file, references.get(file.path))),
    ].sort((a, b) => a.line - b.line || a.column - b.column || compareTexts(a.option, b.option)),
    followUps: withRenamedPlaces(followUps, {
      ...{ config, changes, options },
      rendered: result,
      placeAfter: project?.placeAfter,
    }),
    sources: config.files(),
  };
}

function contextFor(
  config: ConfigDocument,
  { layout: mode = 'auto', keepDefaults = false }: MigrateOptions,
  project: ProjectContext | undefined,
): TransformContext {
  const { evidence, decision = decideLayout(config, { mode }), layers, users, typings } = project ?? {};
  const known = pathContext(config, decision, evidence);
  const paths = known && { ...known, layers, users };
  const isMigrated = decision.kind === 'migrated';
  return {
    ...{ mode, keepDefaults, decision, evidence, typings },
    ...(isMigrated ? { layers, settledPaths: paths } : { paths }),
  };
}

/** How the paths of a config are read; undefined if none may be touched. */
export function pathContext(
  config: ConfigDocument,
  decision: LayoutDecision,
  evidence: Evidence | undefined,
): PathContext | undefined {
  const layout = decision.kind === 'unknown' ? undefined : decision.layout;
  return layout && { layout, aliases: aliasesOf(config, layout, evidence), evidence, scopes: new Map() };
}

function findingsOf(
  transform: TransformDefinition,
  config: ConfigDocument,
  context: TransformContext,
): Finding[] {
  try {
    const found = transform.run(config, context);
    refusePromise(found, '`run`');
    return [...found];
  } catch (error) {
    // A config that cannot be read to its end is not a mistake in the transform.
    throw error instanceof ConfigProblem ? error : new TransformFailure(transform.id, config.path, error);
  }
}

/** A finding of a transform, with changes that can be written. */
interface WritableFinding extends Required<Finding> {
  readonly transform: string;
}

/** The changes of a finding are made together or, if one of them cannot be written, left to the user together. */
function writable(
  config: ConfigDocument,
  transform: string,
  { option, at, changes = [], followUps = [], message = '' }: Finding,
): WritableFinding {
  const found = { option, at, transform, message };
  for (const change of changes) {
    const obstacle = config.obstacle(change);
    if (!obstacle) continue;
    const wanted = effectText(message || effectOf(change), 'left');
    const why = `${wanted}: not changed, because \`${showPath(change.path)}\` ${obstacle.why}.`;
    return { ...found, changes: [], followUps: [{ code: 'not-written', message: why, at: obstacle.at }] };
  }
  return { ...found, changes, followUps };
}

function rendered(
  config: ConfigDocument,
  found: readonly WritableFinding[],
  references: ReadonlyMap<TreePath, ConfigFileChange>,
  project: ProjectContext | undefined,
): Rendered {
  const edits = new Map([...references].map(([path, change]) => [path, change.edits]));
  const changes = new Set(found.flatMap((finding) => finding.changes));
  try {
    return config.render([...changes], project && { edits, placeAfter: project.placeAfter });
  } catch (error) {
    if (!(error instanceof ChangeConflict)) throw error;
    const ids = error.changes.map(
      (change) => found.findLast((finding) => finding.changes.includes(change))?.transform ?? '',
    );
    throw new TransformFailure([...new Set(ids)].join(' and '), config.path, error);
  }
}

/** References are named only if nothing else changed the file: of most of them an option is the reason. */
function writtenBy(
  { edits = [] }: RenderedFile,
  transforms: readonly string[],
  followed: ConfigFileChange | undefined,
): string[] {
  const isMade = (wanted: Edit) => edits.some((edit) => isSameEdit(edit, wanted));
  const strings = followed?.strings.some(isMade) ? [followedStrings] : [];
  const isReferring =
    transforms.length === 0 && (followed?.edits.length ?? 0) > (followed?.strings.length ?? 0);
  return [...transforms, ...(isReferring ? ['references'] : []), ...strings];
}

/** The transforms whose changes are written to a file. What a config imports is changed where it is written. */
function writersOf(config: ConfigDocument, found: readonly WritableFinding[], path: string): string[] {
  const isAlone = config.files().length === 1;
  const writers = found.filter(({ changes }) =>
    changes.some((change) => isAlone || config.filesWritten(change).includes(path)),
  );
  const inOrder = writers.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  return [...new Set(inOrder.map(({ transform }) => transform))];
}

function appliedChanges({ transform, at, message, changes }: WritableFinding): AppliedChange[] {
  return changes.map((change) => ({
    ...{ transform, option: showPath(change.path), kind: change.kind },
    ...(change.kind === 'rename' && { to: showPath(change.to) }),
    ...positionIn(at),
    ...saidOf(message || effectOf(change)),
  }));
}

/** The strings of a file that were updated beside options with a transform, such as those of modules. */
function updatedStrings(
  { path, before, edits = [] }: RenderedFile,
  followed: ConfigFileChange | undefined,
): AppliedChange[] {
  const strings = followed?.strings.filter((wanted) => edits.some((edit) => isSameEdit(edit, wanted))) ?? [];
  return strings.map(({ start, end, text, option }) => ({
    ...{ transform: followedStrings, option, kind: 'set', ...positionOf(path, before, start) },
    ...saidOf({
      what: option === '' ? `A path in ${path}` : `\`${option}\``,
      done: `updated: ${before.slice(start, end)} → ${text}`,
    }),
  }));
}

/** What a change does, if its transform does not say. */
function effectOf(change: Change): Effect {
  const done = {
    set: 'set',
    append: 'extended',
    remove: 'removed',
    rename: change.kind === 'rename' ? `renamed to \`${showPath(change.to)}\`` : '',
  };
  return { what: `\`${showPath(change.path)}\``, done: done[change.kind] };
}

/** Runs transforms of sources on one file, of which they see no more than its text. */
export function rewriteSource(
  transforms: readonly TransformDefinition[],
  before: string,
  { filename, catalogue = fwCatalogue }: MigrateOptions,
): Migration {
  const source = openSource(filename, before);
  const places = createBehaviourFinder(catalogue).placesIn(source);
  const { settled } = judgePlaces(source, places, transforms, catalogue);
  const written = settled.filter(({ edits }) => edits);
  const edits = madeEdits(written.flatMap((use) => use.edits ?? []));
  const after = applyEdits(before, edits);
  const changes = written.map(({ at, note, transform = '' }) => {
    const [option = ''] = transforms
      .filter(({ id }) => id === transform)
      .flatMap((one) => optionsOf(one, catalogue));
    return { transform, option, kind: 'set', ...at, ...saidOf(note.text) } as const;
  });
  return {
    path: filename,
    code: after,
    files:
      after === before ? [] : [{ path: filename, before, after, edits, by: transforms.map(({ id }) => id) }],
    ...{ changes, followUps: [], sources: [filename] },
  };
}
