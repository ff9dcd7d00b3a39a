import type { ConfigDocument } from '../src/config/document.ts';
import { pathFrom, placeAt } from '../src/config/places.ts';
import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import { type PathContext, type PathRule, rules } from '../src/project/paths.ts';
import { names } from '../src/reference/names.ts';

const rule: PathRule = { ...rules.file, packages: 'none' };
const rebaseFile = rebasing(['spaLoadingTemplate'], rule);

export default defineOptionTransform({
  id: 'spa-loading-template',
  summary:
    'Lets the loading template follow its file, and says where Variant A looks for one that is not named.',
  options: ['spaLoadingTemplate'],
  run: (config, context) => [...rebaseFile(config, context), ...unnamed(config, context.paths)],
});

/** A template that is found by its place must be where Variant A looks. Only pages without SSR show one. */
function unnamed(config: ConfigDocument, paths: PathContext | undefined): Finding[] {
  if (!paths) return [];
  const { root, before, after, moves } = paths.layout;
  const option = config.lookup('spaLoadingTemplate');
  const ssr = config.lookup('ssr');
  const wanted = option.kind === 'static' && option.value === true;
  const rendered = option.kind === 'absent' && ssr.kind === 'static' && ssr.value === false;
  const found = moves.after(placeAt(before, `app/${names.spaLoadingTemplate}`));
  const looked = placeAt(after, names.spaLoadingTemplate);
  if (!(wanted || rendered) || found === looked) return [];
  const at = wanted ? option.at : ssr.kind === 'absent' ? undefined : ssr.at;
  if (!at) return [];
  const message = `Variant A looks for the loading template at ${pathFrom(root, looked)}, Variant B did at ${pathFrom(root, found)}: if the file exists, set \`spaLoadingTemplate\` to it.`;
  return [{ option: 'spaLoadingTemplate', at, followUps: [{ code: 'spa-loading-template', message }] }];
}
