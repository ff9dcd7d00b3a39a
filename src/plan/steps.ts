/** Runs the built-in transforms, user transforms and codemods one after the other, and joins their results. */

import { createRequire } from 'node:module';
import type Jscodeshift from 'jscodeshift';
import type { API } from 'jscodeshift';
import { type Position, startOf } from '../base/position.ts';
import { languageOf } from '../catalogue/extensions.ts';
import { configPath, openConfig } from '../config/document.ts';
import { ConfigProblem } from '../config/problem.ts';
import type { ForeignTransform, TransformStep } from './definition.ts';
import {
  type FollowUp,
  followUpFrom,
  type NotedPosition,
  type NowPosition,
  positionOnly,
  saidOf,
  sortFollowUps,
} from './follow-up.ts';
import { positionAfter } from './located.ts';
import {
  type AppliedChange,
  type MigratedFile,
  type MigrateOptions,
  type Migration,
  migrateWith,
  type ProjectContext,
  TransformFailure,
} from './migrate.ts';

/** Runs steps one after the other, each on the result of the one before. */
export function migrateInSteps(
  steps: readonly TransformStep[],
  text: string,
  options: MigrateOptions,
  project?: ProjectContext,
): Migration {
  const path = configPath(options.filename);
  let done: Migration = { path, code: text, files: [], changes: [], followUps: [], sources: [] };
  // References are updated once: later steps find every file at its new path.
  const first = steps.findIndex(({ kind }) => kind === 'transforms');
  let origins: ReadonlyMap<string, string> = new Map();
  for (const [index, step] of steps.entries()) {
    const read = (file: string) => textIn(done, origins.get(file) ?? file, options);
    const inProject = index === first ? project : undefined;
    const next =
      step.kind === 'transforms'
        ? migrateWith(step.transforms, done.code, { ...options, read }, inProject)
        : rewriteWith(step.codemod, done.code, { ...options, read });
    done = joined(done, next, origins);
    if (inProject)
      origins = new Map(next.sources.map((source) => [inProject.placeAfter(source), source]));
  }
  return { ...done, followUps: sortFollowUps(done.followUps) };
}

function textIn(done: Migration, path: string, { read }: MigrateOptions): string | undefined {
  if (path === done.path) return done.code;
  return done.files.find((file) => file.path === path)?.after ?? read?.(path);
}

/** Joins the results of two steps. The second may have found files at their new path. */
function joined(
  first: Migration,
  second: Migration,
  origins: ReadonlyMap<string, string>,
): Migration {
  const originOf = (path: string) => origins.get(path) ?? path;
  const files = new Map(first.files.map((file) => [file.path, file]));
  for (const file of second.files) {
    const path = originOf(file.path);
    const earlier = files.get(path);
    // A second pass edits the result of the first, so a file that both changed has no recorded edits.
    const by = [...new Set([...(earlier?.by ?? []), ...file.by])];
    files.set(
      path,
      earlier ? { path, before: earlier.before, after: file.after, by } : { ...file, path },
    );
  }
  const changed = [...files.values()].filter(({ before, after }) => before !== after);
  const isConfig = ({ path }: MigratedFile) => path === first.path;
  return {
    path: first.path,
    code: second.code,
    files: [...changed.filter(isConfig), ...changed.filter((file) => !isConfig(file))],
    changes: [...first.changes, ...second.changes],
    followUps: joinedFollowUps(first, second, originOf),
    sources: [...new Set([...first.sources, ...second.sources.map(originOf)])],
  };
}

/** The follow-ups of two steps, with places in the original text and after the second step. */
function joinedFollowUps(
  first: Migration,
  second: Migration,
  originOf: (path: string) => string,
): FollowUp[] {
  const changeIn = (step: Migration, path: string) =>
    step.files.find((file) => originOf(file.path) === path);
  const after = (step: Migration, at: NowPosition): NowPosition => {
    const change = changeIn(step, at.file);
    return change ? { ...positionAfter(change, at), ...(at.isGone && { isGone: true }) } : at;
  };
  const earlier = (at: NotedPosition): NotedPosition =>
    changeIn(second, at.file)
      ? { ...at, now: after(second, at.now ?? after(first, positionOnly(at))) }
      : at;
  const later = (place: NotedPosition): NotedPosition => {
    const at = { ...positionOnly(place), file: originOf(place.file) };
    const change = changeIn(first, at.file);
    if (!change) return { ...place, ...at };
    const now = place.now ?? after(second, at);
    const was = positionAfter({ before: change.after, after: change.before }, at);
    return { ...place, ...positionOnly(was), now };
  };
  const placed = (list: readonly FollowUp[], move: typeof later) =>
    list.map((followUp) => ({
      ...followUp,
      ...move(followUp),
      evidence: followUp.evidence.map(move),
    }));
  return [...placed(first.followUps, earlier), ...placed(second.followUps, later)];
}

/** A codemod may change the text in any way, but the result must still be a config. */
function rewriteWith(codemod: ForeignTransform, text: string, options: MigrateOptions): Migration {
  const path = configPath(options.filename);
  const { at } = openConfig(text, options);
  const { code, messages } = runCodemod(codemod, path, text);
  const followUps = messages.length === 0 ? [] : [reported(codemod, messages, at)];
  const unchanged = { path, code, files: [], changes: [], followUps, sources: [path] };
  if (code === text) return unchanged;
  try {
    openConfig(code, options);
  } catch (error) {
    const why = error instanceof ConfigProblem ? error.summary : String(error);
    throw new TransformFailure(codemod.id, path, `the result is not a config (${why})`);
  }
  const change: AppliedChange = {
    transform: codemod.id,
    option: '',
    kind: 'rewrite',
    ...startOf(path),
    ...saidOf({ what: 'The config', done: 'rewritten by a jscodeshift codemod' }),
  };
  return {
    ...unchanged,
    files: [{ path, before: text, after: code, by: [codemod.id] }],
    changes: [change],
  };
}

// Large, and only needed for codemods of users.
const require = createRequire(import.meta.url);

/** The text that a codemod returns, and its messages to `api.report`. */
function runCodemod({ id, codemod, parser }: ForeignTransform, path: string, source: string) {
  const messages: string[] = [];
  const report = (message: string) => void messages.push(String(message));
  try {
    const jscodeshift = require('jscodeshift') as typeof Jscodeshift;
    const j = jscodeshift.withParser(parser ?? (languageOf(path) === 'ts' ? 'ts' : 'babel'));
    const api: API = { j, jscodeshift: j, stats: () => {}, report };
    const result = codemod({ path, source }, api, {}) ?? '';
    if (typeof result !== 'string')
      throw new Error(`${id} must return a string; asynchronous codemods are not supported`);
    return { code: result || source, messages };
  } catch (error) {
    throw new TransformFailure(id, path, error);
  }
}

/** The follow-up for a codemod's messages to `api.report`. */
function reported({ id }: ForeignTransform, messages: readonly string[], at: Position): FollowUp {
  const message = `The codemod \`${id}\` reported: ${[...new Set(messages)].join('; ')}`;
  return followUpFrom({ code: `${id}-report`, kind: 'verify', message }, '', at);
}
