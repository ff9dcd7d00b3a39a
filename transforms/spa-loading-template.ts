import type { ConfigDocument } from '../src/config/document.ts';
import { type PlacePath, pathFrom, placeAt } from '../src/config/places.ts';
import type { Finding } from '../src/plan/definition.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { bringsNewRules, compatibilityOf } from '../src/project/bases.ts';
import { isThere, type PathContext } from '../src/project/rebase.ts';

const followFile = followPaths(['spaLoadingTemplate']);

export default defineOptionTransform({
  id: 'spa-loading-template',
  summary: 'Updates the path of the loading template, and sets or reports it if its default path changed.',
  options: ['spaLoadingTemplate'],
  followsMoves: true,
  run: (config, context) => [...followFile(config, context), ...unnamed(config, context.paths)],
});

/** A template that is found by its place must be where Variant A looks. */
function unnamed(config: ConfigDocument, paths: PathContext | undefined): Finding[] {
  if (!paths) return [];
  const { before, after, moves } = paths.layout;
  const { path, facts } = config.catalogue;
  const option = config.lookup(path.spaLoadingTemplate);
  // With the flag, the rules of Variant A hold; the disk shows whether the template is still where B has it.
  const inA = placeAt(before, facts.loadingTemplate.a);
  const isInA = bringsNewRules(compatibilityOf(config)) && isThere(paths, inA);
  const former = isInA ? inA : placeAt(before, facts.loadingTemplate.b);
  const found = moves.after(former);
  const looked = placeAt(after, facts.loadingTemplate.a);
  const isUnnamed = option.kind === 'absent' || (option.kind === 'static' && option.value === true);
  if (found === looked || !isUnnamed) return [];
  if (!paths.evidence?.isListed(former)) return askAbout(config, found, looked, paths);
  return isThere(paths, former) ? name(config, found, paths) : [];
}

/** The file is there: named, it is the same one in Variant A. */
function name(config: ConfigDocument, found: PlacePath, { layout }: PathContext): Finding[] {
  const text = pathFrom(layout.root, found);
  const { path, names } = config.catalogue;
  const option = path.spaLoadingTemplate;
  const [what, done] =
    config.lookup(option).kind === 'absent'
      ? [`\`${option}\``, 'added']
      : [`\`${option}: true\``, 'replaced by the path'];
  const message = { what, done: `${done}: ${names.variants.a} would look for the template elsewhere` };
  return [{ option, at: config.at, changes: [config.scopes[0].set(option, text)], message }];
}

/** Whether there is a file cannot be seen; only pages without SSR would show it. */
function askAbout(
  config: ConfigDocument,
  found: PlacePath,
  looked: PlacePath,
  { layout: { root } }: PathContext,
): Finding[] {
  const { path, names } = config.catalogue;
  const { a, b } = names.variants;
  const option = path.spaLoadingTemplate;
  const lookup = config.lookup(option);
  const ssr = config.lookup(path.ssr);
  const reason = lookup.kind === 'absent' ? ssr : lookup;
  if (reason.kind !== 'static' || (reason === ssr && ssr.value !== false)) return [];
  const message = `${a} looks for the loading template at ${pathFrom(root, looked)}, ${b} looked at ${pathFrom(root, found)}: if the file exists, set \`${option}\` to it.`;
  return [{ option, at: reason.at, followUps: [{ code: 'spa-loading-template', message }] }];
}
