/** Makes the report of a plan. All formats are made from the report and never from the plan. */

import { groupedBy } from '../base/grouped.ts';
import { placeAt } from '../base/paths.ts';
import { positionText } from '../base/position.ts';
import { breaksSilently, conditionOf } from '../catalogue/follow-ups.ts';
import type { Json } from '../catalogue/index.ts';
import { defined } from '../catalogue/shape.ts';
import type { ProjectChecks } from '../check/check-project.ts';
import type { Plan } from '../check/checked-plan.ts';
import type { EffectiveValue } from '../effective/option-value.ts';
import { effectText, type Note, sortFollowUps } from '../plan/follow-up.ts';
import type { LocatedFollowUp, LocatedPlace } from '../plan/located.ts';
import type { PlannedFile } from '../plan/plan.ts';
import type { Shard } from '../plan/selection.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import { type DiskSnapshot, type TreePath, textIn } from '../tree/snapshot.ts';
import { newFileText, patchText } from './patch.ts';
import type {
  FollowUpReport,
  PlaceReport,
  ProjectProofReport,
  Report,
  ValueReport,
} from './report.ts';
import { catalogueOf, type RunKind, summaryOf } from './summary.ts';

interface RunFacts extends Pick<Report, 'dryRun' | 'base'> {
  readonly shard?: Shard | undefined;
  readonly run?: Report['run'] | undefined;
  readonly settings?: Report['settings'] | undefined;
  /** The files that git does not track, each with the text that a patch creates, if any. */
  readonly untracked?: ReadonlyMap<TreePath, string | undefined> | undefined;
  /** The name of the edition, if commands have to name it. */
  readonly edition?: string | undefined;
}

/** The report of a plan. Files and follow-ups belong to the innermost project that contains them. */
export function reportOf(plan: Plan, facts: RunFacts): Report {
  const { projects, left, files, followUps, proof } = plan;
  const { same, followed, ledNowhere, notCheckable } = proof.references;
  const { dryRun, base, shard, run, settings, untracked } = facts;
  const isDefault = Object.keys(plan.edition).length === 0;
  const edition = isDefault
    ? undefined
    : {
        from: facts.edition ?? '',
        overlay: plan.edition as Json,
        ...(plan.statedBy.length > 0 && { statedBy: plan.statedBy }),
      };
  const state = dryRun ? 'planned' : 'done';
  const { behaviours } = catalogueOf({ edition });
  const nearestOf = createOwnerFinder([...projects.map(({ root }) => root), ...left]);
  const ownerOf = (path: TreePath) => {
    const owner = nearestOf(path);
    return left.some((root) => root === owner) ? undefined : owner;
  };
  const filesOf = groupedBy(files, ({ from }) => ownerOf(from));
  const otherFollowUpsOf = groupedBy(followUps, ({ file }) => ownerOf(file));
  const findingsOf = (root: string | undefined, listed: readonly LocatedFollowUp[]) => ({
    files: (filesOf.get(root) ?? []).map((file) => {
      const { from, to, by } = file;
      const text = untracked?.get(from);
      return {
        path: to,
        ...(from !== to && { from }),
        by,
        diff: patchText(file, base),
        ...(untracked?.has(from) && {
          patch: text === undefined ? '' : newFileText(file, text, base),
        }),
      };
    }),
    followUps: sortFollowUps([...listed, ...(otherFollowUpsOf.get(root) ?? [])]).map(
      createFollowUpReporter(root ?? '', facts),
    ),
  });
  const content = {
    projects: projects.map(
      ({ followUps: listed, settled, options, proof: checks, staying, ...project }) => ({
        ...project,
        changes: project.changes.map(({ effect, ...change }) => {
          return { ...change, message: effectText(effect, state) };
        }),
        staying,
        ...findingsOf(project.root, listed),
        settled: settled.map((use) => {
          const { behaviour, note, transform } = use;
          const { option } = behaviours.get(behaviour) ?? {};
          const reason = reasonText(note, use, facts);
          return defined({ behaviour, option, ...placeReport(use), reason, transform });
        }),
        options: options.map(({ before, after, namesNothing, ...row }) => {
          return { ...row, before: valueReport(before), after: valueReport(after) };
        }),
        proof: projectProof(checks, state),
      }),
    ),
    elsewhere: findingsOf(undefined, []),
  };
  return {
    schemaVersion: 1,
    target: 'v4',
    dryRun,
    base,
    ...defined({
      edition,
      run,
      // Shard 1 of 1 is the whole run.
      shard: shard && shard.count > 1 ? shard : undefined,
      settings,
      left: left.length > 0 ? left : undefined,
    }),
    ...content,
    proof: {
      references: {
        checked: same + followed + ledNowhere.length,
        same,
        followed,
        brokenBefore: ledNowhere.length,
        ...(ledNowhere.length > 0 && { ledNowhere }),
        ...(notCheckable.length > 0 && { notCheckable }),
      },
      texts: proof.compared,
      unrecorded: proof.unrecorded,
    },
    summary: summaryOf(content),
  };
}

function projectProof(checks: ProjectChecks, state: 'planned' | 'done'): ProjectProofReport {
  const { changed, places, orphans, ...proof } = checks;
  return {
    ...proof,
    changed: changed.map((option) => {
      const [before, after] = [valueReport(option.before), valueReport(option.after)];
      return { ...option, before, after, why: effectText(option.why, state) };
    }),
    places: places.map(({ place, ...kind }) => ({
      ...kind,
      ...(place !== undefined && { place }),
    })),
    orphans: orphans.flatMap(({ why, ...orphan }) =>
      why === 'defect' ? [] : [{ ...orphan, why }],
    ),
  };
}

function valueReport(value: EffectiveValue): ValueReport {
  if (value.kind === 'value') {
    const from = value.from.kind === 'default' ? 'default' : positionText(value.from.at);
    return { kind: 'value', value: value.value, from };
  }
  if (value.kind !== 'unknown' && value.kind !== 'missing') return { kind: 'unset' };
  const from = value.at && { from: positionText(value.at) };
  return value.kind === 'unknown'
    ? { kind: 'unknown', why: value.why, ...from }
    : { kind: 'missing', ...from };
}

/** Follow-ups get ids from their code, option and text, not from line numbers, which other edits change. */
function createFollowUpReporter(root: string, run: RunKind) {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const seen = new Map<string, number>();
  return (followUp: LocatedFollowUp): FollowUpReport => {
    const { code, kind, option, message, subject, docs, evidence, after } = followUp;
    const what = [root, code, option, after.file, after.text.trim()].join('\0');
    const count = seen.get(what) ?? 0;
    seen.set(what, count + 1);
    const isPath = conditionOf(code) === 'path';
    return defined({
      id: createHash('sha256').update(`${what}\0${count}`).digest('hex').slice(0, 12),
      code,
      kind,
      breaksSilently: breaksSilently(code) || undefined,
      option: option || undefined,
      ...placeReport(followUp),
      message,
      subject: subject !== undefined && isPath ? placeAt(root, subject) : subject,
      docs: docs || undefined,
      evidence: evidence.map((place) => ({
        ...placeReport(place),
        ...(place.note && { reason: reasonText(place.note, place, run) }),
      })),
    });
  };
}

function placeReport({
  file,
  line,
  column,
  text,
  textColumn,
  after,
}: LocatedPlace): Omit<PlaceReport, 'reason'> {
  const isSame =
    after.file === file && after.line === line && after.column === column && after.text === text;
  const part = textColumn === undefined ? {} : { textColumn };
  return { file, line, column, text, ...part, ...(isSame ? {} : { after }) };
}

/** A note with the current line that shows it. */
function reasonText(note: Note<LocatedPlace>, place: LocatedPlace, run: RunKind): string {
  const { at } = note;
  const { dryRun } = run;
  const text = effectText(note.text, dryRun ? 'planned' : 'done');
  if (!at) return text;
  const { file, line } = dryRun ? at : at.after;
  return at.file === place.file ? `${text} (line ${line})` : `${text} (${file}:${line})`;
}

/** The planned files that git does not track, with their texts unless they are ignored, very long or binary. */
export function untrackedTexts(files: readonly PlannedFile[], snapshot: DiskSnapshot) {
  const listed = new Map(snapshot.files.map((file) => [file.path, file]));
  const untracked = files.filter(({ from }) => snapshot.isTracked(from) === false);
  const shown = untracked.map(({ from, text }) => {
    const file = listed.get(from);
    const content = file && (text?.after ?? file.link ?? textIn(snapshot, from));
    // Longer texts are data that nobody reviews.
    const isShown = content !== undefined && content.length <= 1_000_000 && !content.includes('\0');
    return [from, isShown ? content : undefined] as const;
  });
  return new Map(shown);
}
