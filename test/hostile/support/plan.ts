import type { Plan } from '../../../src/check/checked-plan.ts';
import { planRepository } from '../../../src/check/checked-plan.ts';
import { transforms } from '../../../src/index.ts';
import { snapshotOf, treeOf } from '../../repository/support/tree.ts';

const project = {
  'fw.config.ts': 'export default defineFwConfig({ ssr: true })\n',
  'pages/index.vue': '<template><p /></template>\n',
  'components/a.ts': 'export const a = 1\n',
};

/** Plans the migration of a small project whose `pages/` and `components/` move, with some more files. */
export function planWith(files: { readonly [path: string]: string | Buffer }): Promise<Plan> {
  const steps = [{ kind: 'transforms', transforms }] as const;
  return planRepository(snapshotOf(treeOf({ ...project, ...files })), { steps });
}

/** The codes of all follow-ups, each once. */
export function codesOf({ projects, followUps }: Plan): string[] {
  const all = [...projects.flatMap((one) => one.followUps), ...followUps];
  return [...new Set(all.map(({ code }) => code))].sort();
}

/** Where a file of the project is afterwards. */
export function placeOf({ files }: Plan, path: string): string {
  return files.find(({ from }) => from === path)?.to ?? path;
}
