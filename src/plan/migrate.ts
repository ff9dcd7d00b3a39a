import { type Change, showPath } from '../config/change.ts';
import { type ConfigDocument, openConfig, type RenderedFile } from '../config/document.ts';
import type { ReadText } from '../config/modules.ts';
import { aliasesOf } from '../project/aliases.ts';
import { decideLayout, type LayoutMode } from '../project/layout.ts';
import { type FollowUp, followUpFrom, sortFollowUps } from './follow-up.ts';
import type { Finding, TransformContext, TransformDefinition } from './transform.ts';

export interface MigrateOptions {
  /** Tells the dialect and stands in messages. */
  readonly filename: string;
  readonly layout?: LayoutMode | undefined;
  /** Writes the old defaults of options whose default changed. */
  readonly keepDefaults?: boolean | undefined;
  /** Reads the local files that the config imports. */
  readonly read?: ReadText | undefined;
}

/** A change that was made, with who asked for it. */
export interface AppliedChange {
  readonly transform: string;
  readonly option: string;
  readonly kind: Change['kind'];
  readonly to?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface Migration {
  readonly path: string;
  /** The config's text afterwards. */
  readonly code: string;
  /** Every file that differs: the config, and local files that it imports. */
  readonly files: readonly RenderedFile[];
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
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
  const edits: Change[] = [];
  const followUps: FollowUp[] = [];
  for (const transform of transforms) {
    for (const finding of transform.run(config, context)) {
      const kept = writableChanges(config, finding);
      for (const note of kept.followUps) followUps.push(followUpFrom(note, finding.option, finding.at));
      for (const change of kept.changes) {
        edits.push(change);
        changes.push(applied(transform.id, finding, change));
      }
    }
  }
  const { code, files } = config.render(edits);
  return {
    path: config.path,
    code,
    files,
    changes: sortChanges(changes),
    followUps: sortFollowUps(followUps),
  };
}

function contextFor(config: ConfigDocument, options: MigrateOptions): TransformContext {
  const mode = options.layout ?? 'auto';
  const decision = decideLayout(config, mode);
  const base = { mode, keepDefaults: options.keepDefaults ?? false, decision };
  if (decision.kind !== 'layout') return base;
  return { ...base, paths: { layout: decision.layout, aliases: aliasesOf(config, decision.layout) } };
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
  const to = change.kind === 'rename' ? { to: showPath(change.to) } : {};
  return { transform, option: showPath(change.path), kind: change.kind, ...to, ...at, message };
}

function sortChanges(changes: readonly AppliedChange[]): AppliedChange[] {
  return changes.toSorted(
    (a, b) =>
      a.line - b.line || a.column - b.column || (a.option < b.option ? -1 : a.option > b.option ? 1 : 0),
  );
}
