import { type Catalogue, createCatalogue, type Edition, editionShape } from '../catalogue/index.ts';
import { oneOf } from '../catalogue/shape.ts';
import type { ConfigProblem } from '../config/problem.ts';
import { openRepository } from '../project/repository.ts';
import type { Snapshot } from '../project/snapshot.ts';
import { checkArgument, optionsWith, snapshotShape } from './arguments.ts';
import type { EffectiveConfig, Variant } from './effective/option.ts';
import { createResolver, variantOf } from './effective/project.ts';
import { openFoundProjects } from './open-project.ts';

/** A project's config as one variant reads it, with the name of its file. */
export interface EffectiveProject extends EffectiveConfig {
  readonly root: string;
  readonly config: string;
}

/** The resolved options of every project, and the configs that cannot be read. */
export interface EffectiveProjects {
  readonly projects: readonly EffectiveProject[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * The resolved value of each option, with defaults and layers, and where it comes from; under the variant that
 * a project is found in, or the one that is requested. Throws a `PlanProblem` if no config can be read.
 */
export function effectiveOptions(
  snapshot: Snapshot,
  options: { readonly variant?: Variant | undefined; readonly edition?: Edition | undefined } = {},
): EffectiveProjects {
  checkArgument('effectiveOptions', 'snapshot', snapshot, snapshotShape);
  checkArgument(
    'effectiveOptions',
    'options',
    options,
    optionsWith({}, { variant: oneOf('a', 'b'), edition: editionShape }),
  );
  return resolvedProjects(snapshot, createCatalogue(options.edition), options.variant);
}

/** The same with a catalogue that is there already. */
export function resolvedProjects(
  snapshot: Snapshot,
  catalogue: Catalogue,
  variant: Variant | undefined,
): EffectiveProjects {
  const { opened, failed } = openFoundProjects(openRepository(snapshot, catalogue), {});
  const effectiveOf = createResolver(opened);
  const projects = opened.map((project): EffectiveProject => {
    const { folder: root, config } = project.found;
    return { root, config, ...effectiveOf(project, variant ?? variantOf(project)) };
  });
  return { projects, problems: failed.map(({ problem }) => problem) };
}
