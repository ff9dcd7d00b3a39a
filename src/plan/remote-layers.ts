import { matchOption } from '../config/match.ts';
import { isAbsolutePath, isRelativePath } from '../config/places.ts';
import { aliasesOf, readText } from '../project/aliases.ts';
import { parseJson, valueAt } from '../project/json.ts';
import type { Repository } from '../project/repository.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';

/** Where a config names its layers. */
export const layerPatterns = ['extends', 'extends[]', 'extends[][0]', 'theme'] as const;

/** Layers that come from another repository or a package: whoever makes them must have migrated them. */
export function remoteLayers(project: OpenProject, repository: Repository): FollowUp[] {
  const { config, decision } = project;
  if (decision.kind !== 'layout') return [];
  return config.scopes.flatMap((scope) =>
    layerPatterns.flatMap((pattern) =>
      matchOption(scope, pattern).flatMap(({ lookup }) => {
        const text = lookup.kind === 'static' ? lookup.value : undefined;
        if (typeof text !== 'string' || isOurs(text, project, repository)) return [];
        const message = `The layer \`${text}\` is not in this repository: use a version of it that is made for Variant A.`;
        return [followUpFrom({ code: 'remote-layer', message }, pattern.replace(/\[.*/, ''), lookup.at)];
      }),
    ),
  );
}

function isOurs(text: string, { config, decision, evidence }: OpenProject, repository: Repository): boolean {
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) return false;
  if (text === '' || isRelativePath(text) || isAbsolutePath(text)) return true;
  const isAlias =
    decision.kind === 'layout' && readText(aliasesOf(config, decision.layout).before, text) !== undefined;
  const [name = text] = /^(?:@[^/]+\/)?[^/]+/.exec(text) ?? [];
  return isAlias || (evidence.exists(text) && !evidence.lists(name)) || isPackageHere(name, repository);
}

/** Whether a package of the repository has that name: then it is migrated along. */
function isPackageHere(name: string, { packages, readText: read }: Repository): boolean {
  return [...packages.values()].some(({ path }) => {
    const own = valueAt(parseJson(read(path) ?? ''), 'name');
    return own?.kind === 'string' && own.text === name;
  });
}
