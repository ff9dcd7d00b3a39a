import type { ProjectReport } from './report.ts';

/** What was proven about a project, in one sentence; nothing where there was nothing to compare. */
export function proofSentence({ proof }: ProjectReport): string | undefined {
  const { preserved, changed, unknown } = proof;
  if (preserved + changed.length + unknown.length === 0) return undefined;
  const parts = [
    `${preserved} ${preserved === 1 ? 'option means' : 'options mean'} what ${preserved === 1 ? 'it' : 'they'} meant`,
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
