import type { ReferenceCounts } from '../plan/proof/references.ts';
import type { ProjectReport, Report } from './report.ts';

/** What was proven about a project, in one sentence; undefined if there was nothing to compare. */
export function proofSentence({ proof }: ProjectReport): string | undefined {
  const { preserved, changed, unknown } = proof;
  if (preserved + changed.length + unknown.length === 0) return undefined;
  const parts = [
    preserved === 1 ? '1 option means what it meant' : `${preserved} options mean what they meant`,
    changed.length > 0 ? `${changed.length} changed on purpose` : '',
    unknown.length > 0 ? `${unknown.length} cannot be known without running the config` : '',
  ];
  return `Proven: ${parts.filter((part) => part !== '').join(', ')}.`;
}

/** Every option that differs or is not known, with its reason. */
export function proofReasons({ proof }: ProjectReport): { readonly option: string; readonly why: string }[] {
  return [
    ...proof.changed.map(({ option, why }) => ({ option, why })),
    ...proof.unknown.map(({ option, why }) => ({ option, why: `not known: it ${why}` })),
  ];
}

const reasons = {
  told: 'a follow-up tells more',
  asked: 'as was asked for',
  before: 'and did not before',
} as const;

/** Where the framework will find each kind of files, and what it will no longer find. */
export function layoutSentences({ proof }: ProjectReport): string[] {
  const { places, orphans, appFolder } = proof;
  const found = places.filter(({ exists, place }) => exists && place !== undefined);
  const list = found.map(({ kind, place }) => `${kind} in \`${place}\``).join(', ');
  return [
    ...(found.length > 0 ? [`Variant A finds ${list}.`] : []),
    ...orphans.map(
      ({ kind, left, why }) => `Variant A does not look for ${kind} in \`${left}\` (${reasons[why]}).`,
    ),
    ...(appFolder === undefined ? [] : [appFolder]),
  ];
}

/** What was proven about the files; undefined if none was checked. */
export function filesSentence({ proof: { references, texts } }: Report): string | undefined {
  const parts = [referencesSentence(references), textsSentence(texts)].filter((part) => part !== '');
  return parts.length === 0 ? undefined : `Proven: ${parts.join(' ')}`;
}

function referencesSentence({ checked, followed, brokenBefore }: ReferenceCounts): string {
  if (checked === 0) return '';
  if (checked === 1) {
    if (brokenBefore === 1) return '1 reference between files led nowhere before.';
    return `1 reference between files reaches what it reached, and is ${followed === 1 ? '' : 'not '}rewritten.`;
  }
  const broken = brokenBefore > 0 ? `, ${brokenBefore} of which led nowhere before` : '';
  const rewritten = `${followed} of them ${followed === 1 ? 'is' : 'are'} rewritten`;
  return `${checked} references between files reach what they reached${broken}; ${rewritten}.`;
}

function textsSentence(texts: number): string {
  if (texts === 0) return '';
  const differ =
    texts === 1
      ? '1 changed text differs from what it was'
      : `${texts} changed texts differ from what they were`;
  return `${differ} in the recorded places alone.`;
}
