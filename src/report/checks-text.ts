import { catalogueOf } from './catalogue-of.ts';
import { present } from './plain.ts';
import type { ProjectReport, Report } from './report.ts';
import { counted } from './summary.ts';

/** What was verified about a project, in one sentence; undefined if there was nothing to compare. */
export function optionsSentence({ proof }: ProjectReport): string | undefined {
  const { preserved, changed, unknown } = proof;
  if (preserved + changed.length + unknown.length === 0) return undefined;
  const parts = present([
    `${counted(preserved, 'option')} ${preserved === 1 ? 'keeps its' : 'keep their'} effect`,
    changed.length > 0 && `${changed.length} ${changed.length === 1 ? 'changes' : 'change'} on purpose`,
    unknown.length > 0 && `${unknown.length} cannot be determined without running the config`,
  ]);
  return `Verified: ${parts.join(', ')}`;
}

/** Every option that differs or is unknown, with its reason. */
export function optionReasons({ proof }: ProjectReport): { readonly option: string; readonly why: string }[] {
  return [
    ...proof.changed.map(({ option, why }) => ({ option, why })),
    ...proof.unknown.map(({ option, why }) => ({ option, why: `unknown: it ${why}` })),
  ];
}

const reasons = {
  told: 'see the follow-up',
  asked: 'as requested',
  before: 'and did not before',
} as const;

/** Where the framework will find each kind of files, and what it will no longer find. */
export function layoutSentences({ proof }: ProjectReport, report: Report): string[] {
  const { a } = catalogueOf(report).names.variants;
  const { places, orphans, appFolder } = proof;
  const found = places.filter(({ exists, place }) => exists && place !== undefined);
  const list = found.map(({ kind, place }) => `${kind} in \`${place}\``).join(', ');
  return present([
    found.length > 0 && `${a} finds ${list}.`,
    ...orphans.map(
      ({ kind, left, why }) => `${a} does not look for ${kind} in \`${left}\` (${reasons[why]}).`,
    ),
    appFolder,
  ]);
}

/** What was verified about the files; undefined if none was checked. */
export function filesSentence({ proof: { references, texts } }: Report): string | undefined {
  const parts = present([
    referencesSentence(references),
    texts > 0 && `no edits outside the planned changes in ${counted(texts, 'file')}`,
  ]);
  return parts.length === 0 ? undefined : `Verified: ${parts.join('; ')}`;
}

function referencesSentence({ same, followed, brokenBefore }: Report['proof']['references']): string {
  const found = same + followed;
  const kept = `${counted(found, 'reference')} still ${found === 1 ? 'resolves' : 'resolve'} to the same ${found === 1 ? 'file' : 'files'}`;
  const parts = [
    found > 0 && kept,
    followed > 0 && `${followed} rewritten`,
    brokenBefore > 0 && `${brokenBefore} already broken before`,
  ];
  return present(parts).join(', ');
}

/** How references were checked, what was not checked, and each one that was already broken. */
export function referenceDetails({ proof: { references } }: Report): string[] {
  const { checked, ledNowhere = [] } = references;
  if (checked === 0) return [];
  return [
    'Every string, attribute and `url()` with a slash was checked as a path before and after. Comments, prose, content, public files and names without a slash were not.',
    ...ledNowhere.map(({ file, line, text }) => `\`${text}\` (${file}:${line}) was already broken before.`),
  ];
}
