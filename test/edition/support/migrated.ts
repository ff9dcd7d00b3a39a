import { expect } from 'vitest';
import { createCatalogue, type Edition } from '../../../src/catalogue/index.ts';
import { type Plan, planRepository } from '../../../src/check/checked-plan.ts';
import { createTextsAfter } from '../../../src/plan/plan.ts';
import type { PlanOptions } from '../../../src/plan/plan-repository.ts';
import { snapshotOf } from '../../../src/tree/snapshot.ts';
import { transforms } from '../../../transforms/index.ts';

/** Texts by path. */
export type Files = { readonly [path: string]: string };

/** What a run makes of a repository. */
export interface Migrated {
  readonly files: Files;
  /** Its follow-ups as `kind code: message`. */
  readonly followUps: readonly string[];
  readonly plan: Plan;
}

type Flags = Omit<PlanOptions, 'steps' | 'catalogue'>;

/** The built-in transforms. */
export const steps = [{ kind: 'transforms' as const, transforms }];

/** Migrates a repository with an edition. No project may be refused, and a second run must change nothing. */
export async function migrated(
  files: Files,
  edition: Edition,
  flags: Flags = {},
): Promise<Migrated> {
  const catalogue = createCatalogue(edition);
  const run = (from: Files) => planRepository(snapshotOf(from), { steps, catalogue, ...flags });
  const plan = await run(files);
  const result = filesAfter(files, plan);
  const refused = plan.projects
    .filter(({ isRefused }) => isRefused)
    .flatMap(({ followUps }) => followUps);
  expect(refused.map(({ message }) => message)).toEqual([]);
  const again = await run(result);
  expect(again.files.map(({ from, to, text }) => [from, to, text?.after])).toEqual([]);
  const followUps = [...plan.followUps, ...plan.projects.flatMap((project) => project.followUps)];
  return {
    files: result,
    followUps: followUps.map(({ kind, code, message }) => `${kind} ${code}: ${message}`),
    plan,
  };
}

function filesAfter(files: Files, plan: Plan): Files {
  const read = createTextsAfter(plan, snapshotOf(files));
  const places = new Map(plan.files.map(({ from, to }) => [from, to]));
  const after = Object.keys(files).map((path) => places.get(path) ?? path);
  return Object.fromEntries(after.toSorted().map((path) => [path, read(path) ?? '']));
}

/** A config with this object. */
export function config(object: string): string {
  return `export default defineFwConfig(${object})\n`;
}
