/** The page that is shown while an app loads: keeps using the same file although its default place changed. */

import { type PlacePath, pathFrom, placeAt } from '../src/base/paths.ts';
import type { ConfigDocument } from '../src/config/document.ts';
import { bringsNewRules, compatibilityOf } from '../src/paths/bases.ts';
import { isThere, type PathContext } from '../src/paths/option-paths.ts';
import type { Finding } from '../src/plan/definition.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

const followFile = followPaths(['spaLoadingTemplate']);

export default defineOptionTransform({
  id: 'spa-loading-template',
  summary:
    'Updates the path of the loading template, and sets or reports it if its default path changed.',
  options: ['spaLoadingTemplate'],
  followsMoves: true,
  run: (config, context) => [
    ...followFile(config, context),
    ...atDefaultPath(config, context.paths),
  ],
});

/** Handles a template at its default path, which differs in Variant A. */
function atDefaultPath(config: ConfigDocument, paths: PathContext | undefined): Finding[] {
  if (!paths) return [];
  const { before, after, moves } = paths.layout;
  const { path, facts } = config.catalogue;
  const option = config.lookup(path.spaLoadingTemplate);
  // With the compatibility flag, the template may be at the default path of either variant.
  const inA = placeAt(before, facts.loadingTemplate.a);
  const isInA = bringsNewRules(compatibilityOf(config)) && isThere(paths, inA);
  const former = isInA ? inA : placeAt(before, facts.loadingTemplate.b);
  const template = moves.after(former);
  const defaultPlace = placeAt(after, facts.loadingTemplate.a);
  const isDefault = option.kind === 'absent' || (option.kind === 'static' && option.value === true);
  if (template === defaultPlace || !isDefault) return [];
  if (!paths.evidence?.isListed(former)) return askAbout(config, template, defaultPlace, paths);
  return isThere(paths, former) ? setPath(config, template, paths) : [];
}

/** Sets the option to the existing file, so that Variant A uses the same one. */
function setPath(config: ConfigDocument, template: PlacePath, { layout }: PathContext): Finding[] {
  const text = pathFrom(layout.root, template);
  const { path, names } = config.catalogue;
  const option = path.spaLoadingTemplate;
  const [what, done] =
    config.lookup(option).kind === 'absent'
      ? [`\`${option}\``, 'added']
      : [`\`${option}: true\``, 'replaced by the path'];
  const message = {
    what,
    done: `${done}: ${names.variants.a} would look for the template elsewhere`,
  };
  return [{ option, at: config.at, changes: [config.scopes[0].set(option, text)], message }];
}

/** Asks about a file that may exist; without the option, only pages without SSR show the template. */
function askAbout(
  config: ConfigDocument,
  template: PlacePath,
  defaultPlace: PlacePath,
  { layout: { root } }: PathContext,
): Finding[] {
  const { path, names } = config.catalogue;
  const { a, b } = names.variants;
  const option = path.spaLoadingTemplate;
  const lookup = config.lookup(option);
  const ssr = config.lookup(path.ssr);
  const reason = lookup.kind === 'absent' ? ssr : lookup;
  if (reason.kind !== 'static' || (reason === ssr && ssr.value !== false)) return [];
  const message = `${a} looks for the loading template at ${pathFrom(root, defaultPlace)}, ${b} looked at ${pathFrom(root, template)}: if the file exists, set \`${option}\` to it.`;
  return [{ option, at: reason.at, followUps: [{ code: 'spa-loading-template', message }] }];
}
