/** Migrates one config: runs transforms on it, writes their changes together, and says what each of them did. */

import { applyEdits, isSameEdit, madeEdits } from '../base/edits.ts';
import { type Position, positionOf } from '../base/position.ts';
import { createBehaviourFinder } from '../behaviours/behaviour-places.ts';
import { type Catalogue, fwCatalogue } from '../catalogue/index.ts';
import { Problem } from '../catalogue/shape.ts';
import { type Change, ChangeConflict, compareTexts, showPath } from '../config/change.ts';
import { type ConfigDocument, openConfig, type Rendered } from '../config/document.ts';
import { ConfigProblem } from '../config/problem.ts';
import type { RenderedFile } from '../config/render.ts';
import type { FindImporters, ReadText } from '../config/source.ts';
import { decideLayout, type LayoutDecision, type LayoutMode } from '../layout/layout.ts';
import { aliasesOf } from '../paths/aliases.ts';
import type { PathContext } from '../paths/option-paths.ts';
import type { Evidence } from '../tree/evidence.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { openSource } from '../tree/syntax/source-text.ts';
import { createMatchedFiles } from '../tree/tree-after.ts';
import { judgePlaces } from './behaviour-report.ts';
import {
  type Finding,
  type KeptDefaults,
  optionsOf,
  type TransformContext,
  type TransformDefinition,
} from './definition.ts';
import {
  type Effect,
  effectText,
  type FollowUp,
  followUpFrom,
  positionOnly,
  type Said,
  saidOf,
  sortFollowUps,
} from './follow-up.ts';
import { withRenamedPlaces } from './located.ts';
import type { FileChange, StringEdit } from './rewrite-files.ts';
import { refusePromise } from './script.ts';

/** The options for migrating a config. */
export interface MigrateOptions {
  /** The framework's catalogue; by default that of the default edition. */
  readonly catalogue?: Catalogue | undefined;
  /** Determines the dialect and is shown in messages. */
  readonly filename: string;
  readonly layout?: LayoutMode | undefined;
  /** Writes the old defaults of options whose default changed. */
  readonly keepDefaults?: KeptDefaults | undefined;
  /** Reads the local files that the config imports. */
  readonly read?: ReadText | undefined;
}

/** The additional context of a config that is part of a project. */
export interface ProjectContext {
  readonly decision: LayoutDecision;
  readonly evidence: Evidence;
  readonly importersOf?: FindImporters | undefined;
  /** The edits that a file of the config needs besides option changes. */
  follow(config: ConfigDocument): (path: TreePath, text: string) => FileChange;
  /** The path of a file after the moves. */
  placeAfter(path: TreePath): TreePath;
  readonly layerOptions?: PathContext['layerOptions'];
  /** The projects that extend it as a layer. */
  readonly users?: PathContext['users'];
  readonly typings?: TransformContext['typings'];
  readonly keepsOlderVersion?: () => boolean;
}

/** The id for updated strings of a config that belong to no option with a transform. */
export const followedStrings = 'config-strings';

/** A change that was made, with the transform that made it. */
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

/** The result for one config. */
export interface Migration {
  readonly path: string;
  /** The text of the config after the migration. */
  readonly code: string;
  /** Every file that differs: the config, and local files that it imports. */
  readonly files: readonly MigratedFile[];
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
  /** Every file that the config was read from, including imported ones. */
  readonly sources: readonly string[];
}

/** A transform failed, which is a bug in the transform; the message names the transform and the file. */
export class TransformFailure extends Problem {
  override readonly name = 'TransformFailure';

  constructor(id: string, file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The transform \`${id}\` failed on ${file}: ${reason}`, { cause });
  }
}

/** Runs transforms on one config. All of them see the original, and their changes are written together. */
export function migrateWith(
  transforms: readonly TransformDefinition[],
  text: string,
  options: MigrateOptions,
  project?: ProjectContext,
): Migration {
  // In a project, all sources are searched together.
  if (
    !project &&
    transforms.length > 0 &&
    transforms.every(({ rewrites }) => rewrites !== undefined)
  )
    return rewriteSource(transforms, text, options);
  const config = openConfig(text, {
    ...options,
    spelled: project?.evidence.spelled,
    importersOf: project?.importersOf,
  });
  const context = contextFor(config, options, project);
  const { isTakenAway, pathOf } = config.catalogue;
  const findings = transforms
    // An edition may lack all options of a transform.
    .filter(({ options: ids }) => ids.length === 0 || !ids.every((id) => isTakenAway(pathOf(id))))
    .flatMap((transform) =>
      findingsOf(transform, config, context).map((finding) =>
        writable(config, transform.id, finding),
      ),
    );
  const textOf = (path: TreePath) =>
    path === config.path ? config.text : (options.read?.(path) ?? '');
  const follow = project?.follow(config);
  // The edits of references in each file of the config.
  const references: ReadonlyMap<TreePath, FileChange> = new Map(
    follow ? config.files().map((path) => [path, follow(path, textOf(path))]) : [],
  );
  const result = rendered(config, findings, references, project);
  const { code, files } = result;
  const changed = new Set(
    findings.flatMap(({ option, changes }) =>
      // A part under a condition has the name of its condition in front.
      changes.flatMap(({ path }) => [option, showPath(path)]),
    ),
  );
  const unwritten = new Set(
    findings.flatMap(({ option, followUps }) =>
      followUps.some(({ code }) => code === 'not-written') ? option : [],
    ),
  );
  const followUps = sortFollowUps([
    ...findings.flatMap((finding) =>
      finding.followUps.map((note) => followUpFrom(note, finding.option, finding.at)),
    ),
    ...[...references.values()].flatMap((change) =>
      // A transform resolves its own option, so follow-ups about strings in it are dropped.
      change.followUps.filter(
        ({ option, code }) =>
          !(option !== '' && changed.has(option)) &&
          !(code === 'escaped-path' && unwritten.has(option)),
      ),
    ),
  ]);
  const changes = findings.flatMap((finding) => finding.changes);
  return {
    path: config.path,
    code,
    files: files.map((file) => ({
      ...file,
      by: writtenBy(file, writersOf(config, findings, file.path), references.get(file.path)),
    })),
    changes: [
      ...findings.flatMap(appliedChanges),
      ...files.flatMap((file) => updatedStrings(file, references.get(file.path))),
    ].sort((a, b) => a.line - b.line || a.column - b.column || compareTexts(a.option, b.option)),
    followUps: withRenamedPlaces(followUps, config, { changes, reread: result.reread }),
    sources: config.files(),
  };
}

function contextFor(
  config: ConfigDocument,
  { layout: mode = 'auto', keepDefaults = false }: MigrateOptions,
  project: ProjectContext | undefined,
): TransformContext {
  const {
    evidence,
    decision = decideLayout(config, { mode }),
    layerOptions,
    users,
    typings,
    keepsOlderVersion,
  } = project ?? {};
  const context = pathContext(config, decision, evidence);
  const paths = context && { ...context, layerOptions, users };
  return {
    mode,
    keepDefaults,
    decision,
    evidence,
    typings,
    keepsOlderVersion,
    ...(decision.kind === 'layout' ? { paths } : { settledPaths: paths }),
  };
}

/** How the paths of a config are resolved; undefined if none may be changed. */
export function pathContext(
  config: ConfigDocument,
  decision: LayoutDecision,
  evidence: Evidence | undefined,
): PathContext | undefined {
  const { layout } = decision;
  if (!layout) return undefined;
  const aliases = aliasesOf(config, layout, evidence);
  const files = evidence && createMatchedFiles(evidence, layout.moves);
  return { layout, aliases, evidence, files, sides: new Map() };
}

function findingsOf(
  transform: TransformDefinition,
  config: ConfigDocument,
  context: TransformContext,
): Finding[] {
  try {
    const findings = transform.run(config, context);
    refusePromise(findings, '`run`');
    return [...findings];
  } catch (error) {
    // A config that cannot be parsed to its end is not a bug in the transform.
    throw error instanceof ConfigProblem
      ? error
      : new TransformFailure(transform.id, config.path, error);
  }
}

/** A finding of a transform, with changes that can be written. */
interface WritableFinding extends Required<Finding> {
  readonly transform: string;
}

/** The changes of a finding are written together; if one of them cannot be written, all become a follow-up. */
function writable(
  config: ConfigDocument,
  transform: string,
  { option, at, changes = [], followUps = [], message = '' }: Finding,
): WritableFinding {
  const base = { option, at, transform, message };
  for (const change of changes) {
    const obstacle = config.obstacle(change);
    if (!obstacle) continue;
    const wanted = effectText(message || effectOf(change), 'left');
    const why = `${wanted}: not changed, because \`${showPath(change.path)}\` ${obstacle.why}.`;
    return {
      ...base,
      changes: [],
      followUps: [{ code: 'not-written', message: why, at: obstacle.at }],
    };
  }
  return { ...base, changes, followUps };
}

function rendered(
  config: ConfigDocument,
  findings: readonly WritableFinding[],
  references: ReadonlyMap<TreePath, FileChange>,
  project: ProjectContext | undefined,
): Rendered {
  const edits = new Map([...references].map(([path, change]) => [path, change.edits]));
  const changes = new Set(findings.flatMap((finding) => finding.changes));
  try {
    return config.render([...changes], project && { edits, placeAfter: project.placeAfter });
  } catch (error) {
    if (!(error instanceof ChangeConflict)) throw error;
    const ids = error.changes.map(
      (change) => findings.findLast((finding) => finding.changes.includes(change))?.transform ?? '',
    );
    throw new TransformFailure([...new Set(ids)].join(' and '), config.path, error);
  }
}

/** `references` is only listed if nothing else changed the file, since most references are due to an option. */
function writtenBy(
  file: RenderedFile,
  transforms: readonly string[],
  followed?: FileChange,
): string[] {
  const strings = madeStrings(file, followed).length > 0 ? [followedStrings] : [];
  const isReferring =
    transforms.length === 0 && followed?.edits.some((edit) => !('option' in edit));
  return [...transforms, ...(isReferring ? ['references'] : []), ...strings];
}

/** The transforms whose changes are written to a file. Imported values are edited where they are defined. */
function writersOf(
  config: ConfigDocument,
  findings: readonly WritableFinding[],
  path: string,
): string[] {
  const isAlone = config.files().length === 1;
  const writers = findings.filter(({ changes }) =>
    changes.some((change) => isAlone || config.filesWritten(change).includes(path)),
  );
  const inOrder = writers.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  return [...new Set(inOrder.map(({ transform }) => transform))];
}

function appliedChanges({ transform, at, message, changes }: WritableFinding): AppliedChange[] {
  return changes.map((change) => ({
    transform,
    option: showPath(change.path),
    kind: change.kind,
    ...(change.kind === 'rename' && { to: showPath(change.to) }),
    ...positionOnly(at),
    ...saidOf(message || effectOf(change)),
  }));
}

/** The wanted edits of strings that a file got. */
function madeStrings({ edits = [] }: RenderedFile, followed?: FileChange): readonly StringEdit[] {
  const isMade = (wanted: StringEdit) => edits.some((edit) => isSameEdit(edit, wanted));
  return (
    followed?.edits.flatMap((wanted) => ('option' in wanted && isMade(wanted) ? wanted : [])) ?? []
  );
}

/** The strings of a file that were updated outside options with a transform, for example in module options. */
function updatedStrings(file: RenderedFile, followed?: FileChange): AppliedChange[] {
  const { path, before } = file;
  return madeStrings(file, followed).map(({ start, end, text, option }) => ({
    transform: followedStrings,
    option,
    kind: 'set',
    ...positionOf(path, before, start),
    ...saidOf({
      what: option === '' ? `A path in ${path}` : `\`${option}\``,
      done: `updated: ${before.slice(start, end)} → ${text}`,
    }),
  }));
}

/** The effect of a change whose transform does not describe it. */
function effectOf(change: Change): Effect {
  const words = { set: 'set', append: 'extended', remove: 'removed' };
  const done =
    change.kind === 'rename' ? `renamed to \`${showPath(change.to)}\`` : words[change.kind];
  return { what: `\`${showPath(change.path)}\``, done };
}

/** Runs transforms of sources on one file, without its project. */
export function rewriteSource(
  transforms: readonly TransformDefinition[],
  before: string,
  { filename, catalogue = fwCatalogue }: MigrateOptions,
): Migration {
  const source = openSource(filename, before);
  const places = createBehaviourFinder(catalogue).search(source);
  const { settled } = judgePlaces(source, places, transforms);
  const edits = madeEdits(settled.map(({ edit }) => edit));
  const after = applyEdits(before, edits);
  const changes = settled.map(({ at, note, transform }) => {
    const [option = ''] = transforms
      .filter(({ id }) => id === transform)
      .flatMap((definition) => optionsOf(definition, catalogue));
    return { transform, option, kind: 'set', ...at, ...saidOf(note.text) } as const;
  });
  return {
    path: filename,
    code: after,
    files:
      after === before
        ? []
        : [{ path: filename, before, after, edits, by: transforms.map(({ id }) => id) }],
    changes,
    followUps: [],
    sources: [filename],
  };
}
