/**
 * The sections of a report, in the order of every format: what was done, what was verified, what is left. The formats
 * decide how a section looks, and not what is in it.
 */

import { groupedBy } from '../base/grouped.ts';
import { shellWord } from '../base/shell.ts';
import type { FollowUpText } from '../catalogue/follow-ups.ts';
import { listedTexts } from '../plan/follow-up.ts';
import { type Look, present, shownPath } from './printing.ts';
import type {
  FollowUpReport,
  ProjectReport,
  Report,
  ReportPart,
  StayingFolderReport,
} from './report.ts';
import { counted, enumerated } from './sentences.ts';
import {
  allFollowUps,
  catalogueOf,
  changeMessages,
  type FollowUpGroup,
  groupOf,
  type RunKind,
  sum,
  writtenUses,
} from './summary.ts';

/** The titles of the sections, in their order. */
export function sectionTitles({ dryRun }: RunKind) {
  return {
    done: dryRun ? 'What would change' : 'What changed',
    verified: 'What was verified',
    left: dryRun ? 'What would be left' : 'What is left',
  };
}

type PathLook = Pick<Look, 'shown' | 'verbose'>;

// ---- Done ----

/** What was done to a part of the report, besides its moves. */
export function doneSentences(
  part: ReportPart | ProjectReport,
  report: Report,
  look: PathLook,
): string[] {
  const files = fileSentences(part, report, look);
  if (!('changes' in part)) return files;
  return [...changeMessages(part.changes), ...files, ...writtenUses(part, report)];
}

// More names push the next sentence out of sight.
const mostNames = 8;

/** The files that change for other reasons than their config. References are many, so they are only counted. */
function fileSentences({ files }: ReportPart, report: Report, look: PathLook): string[] {
  const most = look.verbose ? files.length : mostNames;
  const update = report.dryRun ? 'Would update' : 'Updated';
  const pathsBy = (reason: string) =>
    files.flatMap(({ by, path }) => (by.includes(reason) ? `\`${shownPath(look, path)}\`` : []));
  const [references, tools, framework] = [
    pathsBy('references'),
    pathsBy('tooling'),
    pathsBy('framework'),
  ];
  const names = look.verbose ? `: ${references.join(', ')}` : '';
  const { a } = catalogueOf(report).names.variants;
  return present([
    references.length > 0 &&
      `${update} references in ${counted(references.length, 'file')}${names}`,
    tools.length > 0 && `${update} paths of tools in ${enumerated(tools, most)}`,
    framework.length > 0 && `${update} ${enumerated(framework, most)} for ${a}`,
  ]);
}

/** The folders that stay: those whose move would save updates, with the command to move them, and the others. */
export function stayingSentences(
  staying: readonly StayingFolderReport[],
  { dryRun }: RunKind,
  look: PathLook,
): string[] {
  const worth = staying.filter(({ saves }) => saves > 0);
  const others = staying.filter(({ saves }) => saves <= 0);
  const sentence = (group: readonly StayingFolderReport[], effect: string) => {
    const total = (key: 'files' | 'references') => sum(group.map((entry) => entry[key]));
    const folders = group.map(({ folder }) => `\`${shownPath(look, folder)}/\``);
    const stay = dryRun ? (group.length > 1 ? 'stay' : 'stays') : 'stayed';
    const figures = `${counted(total('files'), 'file')}, ${counted(total('references'), 'reference')} to or from files that move`;
    const move = `\`--move ${group.map(({ name }) => shellWord(name)).join(' ')}\``;
    return `${listedTexts(folders)} ${stay} (${figures}): ${move} ${effect}`;
  };
  const have = dryRun ? 'would save' : 'would have saved';
  const saved = counted(sum(worth.map(({ saves }) => saves)), 'update');
  return present([
    worth.length > 0 && sentence(worth, `${have} about ${saved}`),
    others.length > 0 && sentence(others, `${have} no updates`),
  ]);
}

// ---- Verified ----

/** The result of a check in a sentence, and its details. */
export interface Verified {
  readonly sentence: string;
  readonly details: readonly string[];
}

/** What was verified about the options and files of all projects, and what that covers. */
export function verified(report: Report): Verified[] {
  const { moved, changed } = report.summary;
  const beside = report.projects.flatMap(({ proof }) => proof.beside ?? []);
  return present<Verified>([
    verifiedOptions(report),
    verifiedFiles(report),
    ...[...beside, ...(moved + changed > 0 ? [coverageSentence(report)] : [])].map((sentence) => ({
      sentence,
      details: [],
    })),
  ]);
}

function verifiedOptions(report: Report): Verified | undefined {
  const { projects, summary } = report;
  if (!summary.options) return undefined;
  const { preserved, unknown } = summary.options;
  const sentence = present([
    preserved > 0 && counted(preserved, 'option keeps its effect', 'options keep their effect'),
    changedText(report),
    unknown > 0 && `${unknown} cannot be determined without running the config`,
  ]).join('; ');
  const details = projects.flatMap((project) => {
    const { changed, unknown: unread } = project.proof;
    const about = projects.length > 1 ? `${project.config}: ` : '';
    return [
      ...changed.map(({ option, why }) => `${about}\`${option}\`: ${why}`),
      ...unread.map(({ option, why }) => `${about}\`${option}\`: unknown: it ${why}`),
      ...layoutSentences(project, report).map((text) => about + text),
    ];
  });
  return { sentence: `Verified: ${sentence}`, details };
}

/** The options that change, and how many of them in which way. */
function changedText({ projects, dryRun }: Report): string | undefined {
  const ways = projects.flatMap(({ proof, options }) => {
    const rows = new Map(options.map((row) => [row.option, row.change]));
    return proof.changed.map(({ option, before, after }) => {
      const isDefault = [before, after].every(
        (value) => 'from' in value && value.from === 'default',
      );
      return isDefault
        ? 'with a new default'
        : (waysToChange[rows.get(option) ?? ''] ?? 'with a new value');
    });
  });
  if (ways.length === 0) return undefined;
  const list = [...groupedBy(ways, (way) => way)].map(([way, { length }]) => `${length} ${way}`);
  const did = dryRun ? 'would change' : 'changed';
  return `${counted(ways.length, 'option')} ${did} as the migration wants: ${list.join(', ')}`;
}

const waysToChange: { readonly [change: string]: string } = {
  moved: 'moved',
  renamed: 'moved',
  ended: 'removed',
};

const reasons = {
  told: 'see the follow-up',
  asked: 'as requested',
  before: 'and did not before',
} as const;

/** The places where the framework will find each kind of file, and the files that it no longer finds. */
function layoutSentences({ proof }: ProjectReport, report: Report): string[] {
  const { a } = catalogueOf(report).names.variants;
  const { places, orphans, appFolder } = proof;
  const existing = places.filter(({ exists, place }) => exists && place !== undefined);
  const list = existing.map(({ kind, place }) => `${kind} in \`${place}\``).join(', ');
  return present([
    existing.length > 0 && `${a} finds ${list}.`,
    ...orphans.map(
      ({ kind, left, why }) => `${a} does not look for ${kind} in \`${left}\` (${reasons[why]}).`,
    ),
    appFolder,
  ]);
}

function verifiedFiles({ proof: { references, texts } }: Report): Verified | undefined {
  const { checked, ledNowhere = [], notCheckable = [] } = references;
  const parts = present([
    referencesSentence(references),
    texts > 0 && `no edits outside the planned changes in ${counted(texts, 'file')}`,
  ]);
  if (parts.length === 0) return undefined;
  const how =
    'Every string, attribute and `url()` with a slash was checked as a path before and after. Comments, prose, content, public files and names without a slash were not.';
  const details = present([
    checked + notCheckable.length > 0 && how,
    ...ledNowhere.map(
      ({ file, line, text }) => `\`${text}\` (${file}:${line}) was already broken before.`,
    ),
    ...notCheckable.map(({ file, line, text }) => `\`${text}\` (${file}:${line}) was not checked.`),
  ]);
  return { sentence: `Verified: ${parts.join('; ')}`, details };
}

/** What "Verified" covers, what it does not cover, and the next command. */
function coverageSentence(report: Report): string {
  const covered =
    'Verified means that names reach the same files, options keep their effect, and auto-imported names stay the same';
  const isKnown = report.projects.some(({ found }) => found);
  const verify = `run \`fw-migrate verify${isKnown ? '' : ' --prepare'}\``;
  const next = catalogueOf(report).facts.generatedLists.length > 0 ? verify : 'build it';
  return `${covered}; not that the project builds: ${next} ${report.dryRun ? 'after the migration' : 'next'}`;
}

function referencesSentence(references: Report['proof']['references']): string {
  const { same, followed, brokenBefore, notCheckable = [] } = references;
  const resolved = same + followed;
  const aliases = [...new Set(notCheckable.map(({ alias }) => `\`${alias}\``))];
  const kept = counted(
    resolved,
    'reference still resolves to the same file',
    'references still resolve to the same files',
  );
  const parts = [
    resolved > 0 && kept,
    followed > 0 && `${followed} rewritten`,
    brokenBefore > 0 && `${brokenBefore} already broken before`,
    aliases.length > 0 &&
      `${notCheckable.length} not checkable: ${listedTexts(aliases, 3)} ${aliases.length === 1 ? 'is' : 'are'} not defined in a way that can be read`,
  ];
  return present(parts).join(', ');
}

// ---- Left ----

/** The follow-ups of one code; codes of a user's transform have no text. */
export interface LeftCode {
  readonly code: string;
  readonly text: FollowUpText | undefined;
  readonly followUps: readonly FollowUpReport[];
}

interface LeftGroup {
  readonly title: string;
  readonly intro?: string;
  readonly codes: readonly LeftCode[];
}

const groups: { readonly [group in FollowUpGroup]: Omit<LeftGroup, 'codes'> } = {
  first: {
    title: 'Do these first: they fail silently',
    intro: 'Files would be lost, skipped or served without an error.',
  },
  decide: {
    title: 'To decide',
    intro: 'These need a decision that fw-migrate cannot make.',
  },
  verify: {
    title: 'To verify',
    intro: 'Something or its default changed here: check that the project still works as expected.',
  },
  done: { title: 'Done since the earlier run' },
};

/** The follow-ups in the order in which to do them, by code: what fails silently, decisions, checks; then what is done. */
export function leftGroups(report: Report): LeftGroup[] {
  const { followUpText } = catalogueOf(report);
  const byGroup = groupedBy(allFollowUps(report), groupOf);
  return Object.entries(groups).flatMap(([name, group]) => {
    const inGroup = byGroup.get(name as FollowUpGroup) ?? [];
    const codes = [...groupedBy(inGroup, ({ code }) => code)].map(([code, followUps]) => {
      return { code, text: followUpText(code), followUps };
    });
    return codes.length > 0 ? { ...group, codes } : [];
  });
}
