import { transforms } from '../../transforms/index.ts';
import { type Catalogue, createCatalogue, type Edition, editionShape } from '../catalogue/index.ts';
import type { EffectiveOption } from '../plan/effective/option.ts';
import { isSet } from '../plan/effective/option.ts';
import { resolvedProjects } from '../plan/effective/project.ts';
import type { FollowUp } from '../plan/follow-up.ts';
import type { AppliedChange, MigratedFile, Migration } from '../plan/migrate.ts';
import { flatTransforms, ownSteps, selectTransforms, stepsOfRun } from '../plan/selection.ts';
import { migrateInSteps } from '../plan/steps.ts';
import { snapshotOf } from '../project/snapshot.ts';
import { valueText } from '../report/effective-text.ts';
import type { PlaygroundState } from './link.ts';

/** What the page asks for; an empty `edition` is the default one. */
export type PlaygroundInput = Omit<PlaygroundState, 'transform'>;

/** An option as each variant resolves it: before the migration, and after it. */
export interface OptionPair {
  readonly option: string;
  readonly before: string;
  readonly after: string;
  /** Whether the config sets it, before or after. */
  readonly isSet: boolean;
  /** Whether the two differ; a default that only one of the variants is known to have is no difference. */
  readonly differs: boolean;
}

/** What the engine makes of a config. */
export interface Played {
  readonly catalogue: Catalogue;
  readonly files: readonly MigratedFile[];
  readonly code: string;
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
  readonly options: readonly OptionPair[];
}

/** Migrates a config that is a text alone, and resolves its options on both sides. Throws what the user has to fix. */
export function play(input: PlaygroundInput, own: unknown = []): Played {
  const catalogue = createCatalogue(editionFrom(input.edition));
  const filename = `${catalogue.names.configFile}.ts`;
  const steps = stepsOfRun(
    selectTransforms(transforms, { skip: input.skip }),
    ownSteps(flatTransforms(own, 'transform')),
  );
  const { layout, keepDefaults } = input;
  const migration: Migration = migrateInSteps(steps, input.config, {
    filename,
    layout,
    keepDefaults,
    catalogue,
  });
  const { files, code, changes, followUps } = migration;
  const resolved = (text: string, variant: 'a' | 'b') =>
    resolvedProjects(snapshotOf({ [filename]: text }), catalogue, variant).projects[0]?.options ?? [];
  return {
    catalogue,
    files,
    code,
    changes,
    followUps,
    options: pairsOf(resolved(input.config, 'b'), resolved(code, 'a')),
  };
}

function editionFrom(text: string): Edition | undefined {
  if (text.trim() === '') return undefined;
  let edition: unknown;
  try {
    edition = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`The edition is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  editionShape(edition, 'edition');
  return edition as Edition;
}

function pairsOf(before: readonly EffectiveOption[], after: readonly EffectiveOption[]): OptionPair[] {
  const [old, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.option, row])));
  const names = new Set([...before, ...after].filter(({ summary }) => !summary).map(({ option }) => option));
  return [...names].map((option) => {
    const rows = [old?.get(option), now?.get(option)];
    const [one = '', other = ''] = rows.map((row) => (row ? valueText(row.value, row.places) : ''));
    const isSetHere = rows.some((row) => row !== undefined && isSet(row.value));
    const isKnown = rows.every((row) => row?.value.kind === 'value');
    const differs = one !== other && (isSetHere || isKnown);
    return { option, before: one, after: other, isSet: isSetHere, differs };
  });
}
