import { type Change, ChangeConflict, showPath } from '../config/change.ts';
import {
  type ConfigDocument,
  configPath,
  openConfig,
  type Rendered,
  type RenderedFile,
  type Surroundings,
} from '../config/document.ts';
import type { ReadText } from '../config/modules.ts';
import { ConfigProblem, type Position } from '../config/problem.ts';
import { aliasesOf } from '../project/aliases.ts';
import type { Evidence } from '../project/evidence.ts';
import { decideLayout, type LayoutDecision, type LayoutMode } from '../project/layout.ts';
import { type FollowUp, followUpFrom, sortFollowUps } from './follow-up.ts';
import { type ForeignTransform, runForeign } from './foreign.ts';
import { refusePromise } from './script.ts';
import type { Finding, TransformContext, TransformDefinition } from './transform.ts';

export interface MigrateOptions {
  /** Tells the dialect and stands in messages. */
  readonly filename: string;
  readonly layout?: LayoutMode | undefined;
  /** Writes the old defaults of options whose default changed. */
  readonly keepDefaults?: boolean | undefined;
  /** Reads the local files that the config imports. */
  readonly read?: ReadText | undefined;
  /** The project around the config, where it is more than a text. */
  readonly project?: ProjectContext | undefined;
}

/** What is known about a config beyond its text. */
export interface ProjectContext {
  readonly decision: LayoutDecision;
  readonly evidence: Evidence;
  readonly around: Surroundings;
}

/** A change that was made, with who asked for it. */
export interface AppliedChange {
  readonly transform: string;
  readonly option: string;
  readonly kind: Change['kind'] | 'rewrite';
  readonly to?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** One pass over a config: transforms that see the same text, or a codemod that is handed it. */
export type Step =
  | { readonly kind: 'transforms'; readonly transforms: readonly TransformDefinition[] }
  | { readonly kind: 'codemod'; readonly codemod: ForeignTransform };

export interface Migration {
  readonly path: string;
  /** The config's text afterwards. */
  readonly code: string;
  /** Every file that differs: the config, and local files that it imports. */
  readonly files: readonly RenderedFile[];
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
  /** Every file that the config was read from. */
  readonly sources: readonly string[];
}

/** A transform that failed, which is the fault of its author: says whose, and on which file. */
export class TransformFailure extends Error {
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
): Migration {
  const config = openConfig(text, options);
  const context = contextFor(config, options);
  const changes: AppliedChange[] = [];
  const edits = new Map<Change, string>();
  const followUps: FollowUp[] = [];
  for (const transform of transforms) {
    for (const finding of findingsOf(transform, config, context)) {
      const kept = writableChanges(config, finding);
      for (const note of kept.followUps) followUps.push(followUpFrom(note, finding.option, finding.at));
      for (const change of kept.changes) {
        edits.set(change, transform.id);
        changes.push(applied(transform.id, finding, change));
      }
    }
  }
  const { code, files } = renderAll(config, edits, options.project?.around);
  return {
    path: config.path,
    code,
    files,
    changes: sortChanges(changes),
    followUps: sortFollowUps(followUps),
    sources: config.files(),
  };
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
    // A config that cannot be read to its end is nobody's failure but its own.
    throw error instanceof ConfigProblem ? error : new TransformFailure(transform.id, config.path, error);
  }
}

function renderAll(
  config: ConfigDocument,
  edits: ReadonlyMap<Change, string>,
  around: Surroundings | undefined,
): Rendered {
  try {
    return config.render([...edits.keys()], around);
  } catch (error) {
    if (!(error instanceof ChangeConflict)) throw error;
    const ids = error.changes.map((change) => edits.get(change) ?? '');
    throw new TransformFailure([...new Set(ids)].join(' and '), config.path, error);
  }
}

function contextFor(config: ConfigDocument, options: MigrateOptions): TransformContext {
  const mode = options.layout ?? 'auto';
  const { evidence, decision = decideLayout(config, { mode }) } = options.project ?? {};
  const base = { mode, keepDefaults: options.keepDefaults ?? false, decision, evidence };
  if (decision.kind !== 'layout') return base;
  const { layout } = decision;
  return { ...base, paths: { layout, aliases: aliasesOf(config, layout), evidence } };
}

/** A finding's changes are made together or, where one cannot be written, left to a person together. */
function writableChanges(
  config: ConfigDocument,
  finding: Finding,
): Required<Pick<Finding, 'changes' | 'followUps'>> {
  const { changes = [], followUps = [], message = '' } = finding;
  for (const change of changes) {
    const obstacle = config.obstacle(change);
    if (!obstacle) continue;
    const what = `${message || `${change.kind} ${showPath(change.path)}`}: not written, because \`${showPath(change.path)}\` ${obstacle.why}.`;
    return { changes: [], followUps: [{ code: 'not-written', message: what, at: obstacle.at }] };
  }
  return { changes, followUps };
}

function applied(transform: string, { at, message = '' }: Finding, change: Change): AppliedChange {
  const { file, line, column } = at;
  const { kind } = change;
  const option = showPath(change.path);
  return kind === 'rename'
    ? { transform, option, kind, to: showPath(change.to), file, line, column, message }
    : { transform, option, kind, file, line, column, message };
}

function sortChanges(changes: readonly AppliedChange[]): AppliedChange[] {
  return changes.toSorted(
    (a, b) =>
      a.line - b.line || a.column - b.column || (a.option < b.option ? -1 : a.option > b.option ? 1 : 0),
  );
}

/** Runs steps one after the other, each on what the one before it left. */
export function migrateInSteps(steps: readonly Step[], text: string, options: MigrateOptions): Migration {
  const path = configPath(options.filename);
  const texts = new Map([[path, text]]);
  const originals = new Map([[path, text]]);
  // The spans of a second pass are not those of the original: of what has two, none is kept.
  const edits = new Map<string, RenderedFile['edits']>();
  const changes: AppliedChange[] = [];
  const followUps: FollowUp[] = [];
  const sources = new Set<string>();
  let { project } = options;
  let origin = (file: string): string => file;
  const read = (other: string) => texts.get(origin(other)) ?? options.read?.(origin(other));
  for (const step of steps) {
    const source = texts.get(path) ?? text;
    const result =
      step.kind === 'transforms'
        ? migrateWith(step.transforms, source, { ...options, read, project })
        : rewriteWith(step.codemod, path, source, { ...options, read });
    for (const file of result.sources) sources.add(origin(file));
    for (const written of result.files) {
      const file = origin(written.path);
      if (!originals.has(file)) originals.set(file, written.before);
      edits.set(file, edits.has(file) ? undefined : written.edits);
      texts.set(file, written.after);
    }
    changes.push(...result.changes);
    followUps.push(...result.followUps);
    if (!project || step.kind !== 'transforms') continue;
    // Paths follow once: the steps that come afterwards find everything where it is then.
    origin = project.around.origin;
    project = undefined;
  }
  const files = [...originals].flatMap(([file, before]): RenderedFile[] => {
    const after = texts.get(file) ?? before;
    const made = edits.get(file);
    return after === before ? [] : [{ path: file, before, after, ...(made && { edits: made }) }];
  });
  const code = texts.get(path) ?? text;
  return { path, code, files, changes, followUps: sortFollowUps(followUps), sources: [...sources] };
}

/** A codemod may do anything to the text, but what it leaves must still be a config. */
function rewriteWith(
  codemod: ForeignTransform,
  path: string,
  text: string,
  options: MigrateOptions,
): Migration {
  const { at } = openConfig(text, options);
  const { code, messages } = resultOf(codemod, path, text);
  const followUps = messages.length === 0 ? [] : [reported(codemod, messages, at)];
  if (code === text) return { path, code, files: [], changes: [], followUps, sources: [path] };
  try {
    openConfig(code, options);
  } catch (error) {
    const why = error instanceof ConfigProblem ? error.summary : String(error);
    throw new TransformFailure(codemod.id, path, `what it returns is not a config (${why})`);
  }
  const change: AppliedChange = {
    transform: codemod.id,
    option: '',
    kind: 'rewrite',
    file: path,
    line: 1,
    column: 1,
    message: 'rewritten by a jscodeshift codemod',
  };
  const files = [{ path, before: text, after: code }];
  return { path, code, files, changes: [change], followUps, sources: [path] };
}

function resultOf(codemod: ForeignTransform, path: string, text: string): ReturnType<typeof runForeign> {
  try {
    return runForeign(codemod, path, text);
  } catch (error) {
    throw new TransformFailure(codemod.id, path, error);
  }
}

/** What a codemod said with `api.report`, for a person to look at. */
function reported({ id }: ForeignTransform, messages: readonly string[], at: Position): FollowUp {
  const message = `The codemod \`${id}\` reports: ${[...new Set(messages)].join('; ')}`;
  return followUpFrom({ code: `${id}-report`, kind: 'verify', message }, '', at);
}
